// Answers per second through a whole room of four on one thread, with the memory store and fake peers: parsing, the
// commit, four views and four encoded updates for each answer. It prints what it measured and checks nothing.

#include <rooms/house.h>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

using namespace athanor;

namespace {

struct Peer final : rooms::Peer {
  void send(rooms::SharedBytes message) override {
    bytes += message->size();
    ++messages;
    last = std::move(message);
  }
  void close(rooms::CloseCode, std::string) override { closed = true; }
  rooms::SharedBytes last;
  std::size_t bytes = 0, messages = 0;
  bool closed = false;
};

struct Connection {
  std::shared_ptr<Peer> peer = std::make_shared<Peer>();
  std::shared_ptr<rooms::Conversation> conversation;
  std::uint64_t request = 0;

  void send(v1::ClientMessage message) {
    message.set_request(++request);
    conversation->message(message.SerializeAsString());
  }
};

}  // namespace

int main(int argc, char** argv) {
  const int answers = argc > 1 ? std::atoi(argv[1]) : 200'000;
  constexpr std::uint32_t seats = 4;
  spdlog::set_level(spdlog::level::off);
  boost::asio::io_context io{1};
  games::Catalogue catalogue;
  catalogue.add(test::sealed_game());
  const auto journal = store::open_memory();
  rooms::Limits limits;
  limits.messages_per_second = 1'000'000'000;
  auto service = rooms::make_service(catalogue, *journal, rooms::system_seams(), limits, {io.get_executor()});
  if (!service) return 1;

  std::vector<Connection> people(seats);
  std::size_t bytes = 0;
  double seconds = 0;
  boost::asio::post(io, [&] {
    std::string code;
    for (std::uint32_t i = 0; i < seats; ++i) {
      auto& person = people[i];
      person.conversation = (*service)->open(person.peer, io.get_executor(), "192.0.2.1");
      v1::ClientMessage hello;
      hello.mutable_hello()->set_protocol(1);
      person.send(hello);
      v1::ClientMessage enter;
      if (i == 0) {
        enter.mutable_create_room()->set_game("sealed");
        enter.mutable_create_room()->set_seats(seats);
        enter.mutable_create_room()->set_name("P0");
      } else {
        enter.mutable_join_room()->set_code(code);
        enter.mutable_join_room()->set_name(fmt::format("P{}", i));
      }
      person.send(enter);
      person.conversation->drained();
      v1::ServerMessage update;
      update.ParseFromString(*people[0].peer->last);
      if (i == 0) code = update.update().room().code();
      for (auto& other : people)
        if (other.conversation) other.conversation->drained();
      v1::ClientMessage ready;
      ready.mutable_set_ready()->set_ready(true);
      person.send(ready);
      for (auto& other : people)
        if (other.conversation) other.conversation->drained();
    }
    v1::ClientMessage start;
    start.mutable_start_game();
    people[0].send(start);
    for (auto& person : people) person.conversation->drained();

    v1::ClientMessage ping;  // an open question: each answer is a whole commit with four updates
    ping.mutable_answer()->set_decision_id(1);
    ping.mutable_answer()->set_offer_id(2);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < answers; ++i) {
      people[static_cast<std::size_t>(i) % seats].send(ping);
      for (auto& person : people) person.conversation->drained();
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    io.stop();
  });
  io.run();

  const auto& counters = (*service)->counters();
  for (const auto& person : people) bytes += person.peer->bytes;
  std::cout << counters.answers_accepted << " answers in " << seconds
            << " s: " << seconds * 1e6 / static_cast<double>(answers) << " us each; " << counters.updates_sent
            << " updates, " << bytes / std::max<std::uint64_t>(1, counters.updates_sent) << " bytes each\n";
  for (auto& person : people) person.conversation->closed();
  service->reset();
  return counters.answers_accepted == static_cast<std::uint64_t>(answers) ? 0 : 1;
}
