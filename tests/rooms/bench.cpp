// CPU time of one answer through whole rooms of four on one thread, with the memory store and fake peers: parsing, the
// commit, four views and four encoded updates. What the bots of the other side do is not counted. It prints what it
// measured and checks nothing. The clock is moved by hand whenever every bot waits for it.
//   room_bench [GAME] [ANSWERS] [ROOMS]

#include <protocol/manual_seams.h>

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>
#include <athanor/rooms/service.h>
#include <athanor/v1/session.pb.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

using namespace athanor;

namespace {

constexpr std::uint32_t seats = 4;
constexpr std::uint64_t clock_step_ms = 100;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Calls it on the executor, as the network layer would, and lets happen what follows from it.
template <typename Call>
void inside(boost::asio::io_context& io, Call call) {
  boost::asio::post(io, call);
  io.restart();
  io.poll();
}

struct Peer final : rooms::Peer {
  void send(rooms::SharedBytes message) override {
    bytes += message->size();
    received.push_back(std::move(message));
  }
  void close(rooms::CloseCode, std::string) override {}
  std::vector<rooms::SharedBytes> received;
  std::size_t bytes = 0;
};

// One seat, played by the game's own bot.
class Person {
 public:
  Person(rooms::Service& service, const tests::ManualSeams& clock, const boost::asio::io_context::executor_type& executor,
         const games::GameType& type, std::uint64_t seed)
      : clock_(&clock), conversation_(service.open(peer_, executor, "192.0.2.1")), bot_(type.bot("sensible", seed)) {}

  void send(v1::ClientMessage message) { conversation_->message(bytes_of(std::move(message))); }
  std::string bytes_of(v1::ClientMessage message) {
    message.set_request(++request_);
    return message.SerializeAsString();
  }
  void deliver(const std::string& bytes) { conversation_->message(bytes); }
  void drained() { conversation_->drained(); }
  void closed() { conversation_->closed(); }

  /// Reads what came. False: the answer was refused; any other refusal ends the program.
  bool read(bool answered = false) {
    bool accepted = true;
    for (const auto& bytes : std::exchange(peer_->received, {})) {
      v1::ServerMessage message;
      const bool readable = message.ParseFromString(*bytes);
      if (!readable || (message.has_refusal() && !answered)) {
        std::cerr << "refused: " << message.refusal().text() << '\n';
        std::exit(1);
      }
      if (message.has_refusal()) accepted = false;
      if (!message.has_update()) continue;
      if (message.update().has_room()) room_ = message.update().room();
      update_ = message.update();
      updated_at_ms_ = clock_->steady_ms();
    }
    return accepted;
  }
  [[nodiscard]] bool asked() const { return update_.has_decision() && room_.phase() == v1::ROOM_PHASE_PLAYING; }
  /// The bot's answer to the open question, as bytes to be delivered; nothing while it waits for something to change.
  std::optional<std::string> answer() {
    auto decision = update_.decision();
    const auto passed = clock_->steady_ms() - updated_at_ms_;
    if (decision.has_deadline() && !decision.clock_stopped())
      decision.set_remaining_ms(decision.remaining_ms() - static_cast<std::uint32_t>(std::min<std::uint64_t>(passed, decision.remaining_ms())));
    v1::ClientMessage message;
    *message.mutable_answer() = bot_->choose(decision, update_.view());
    if (message.answer().offer_id() == 0 && bot_->asks_again_after_ms() > 0) return std::nullopt;
    message.mutable_answer()->set_decision_id(update_.decision().id());
    return bytes_of(std::move(message));
  }
  [[nodiscard]] const v1::RoomState& room() const { return room_; }
  [[nodiscard]] std::size_t bytes() const { return peer_->bytes; }

 private:
  const tests::ManualSeams* clock_;
  std::shared_ptr<Peer> peer_ = std::make_shared<Peer>();
  std::shared_ptr<rooms::Conversation> conversation_;
  std::unique_ptr<games::Bot> bot_;
  v1::RoomState room_;
  v1::Update update_;
  std::uint64_t updated_at_ms_ = 0;
  std::uint64_t request_ = 0;
};

// Four people; everything but their answers is done at once.
class Table {
 public:
  Table(rooms::Service& service, const tests::ManualSeams& clock, boost::asio::io_context& io, const games::GameType& type, std::uint64_t number) : io_(&io) {
    people.reserve(seats);
    for (std::uint32_t i = 0; i < seats; ++i) {
      auto& person = people.emplace_back(service, clock, io.get_executor(), type, number * seats + i + 1);
      v1::ClientMessage hello;
      hello.mutable_hello()->set_protocol(1);
      send(person, hello);
      v1::ClientMessage enter;
      if (i == 0) {
        auto& create = *enter.mutable_create_room();
        create.set_game(type.traits().name);
        create.set_seats(seats);
        create.set_name("P0");
        for (const auto& spec : type.options()) {  // as rich as the game can be
          if (spec.name != "level" && spec.name != "all-levels") continue;
          auto& option = *create.add_options();
          option.set_name(spec.name);
          option.set_value(spec.name == "level" ? std::to_string(spec.max) : "true");
        }
      } else {
        enter.mutable_join_room()->set_code(people[0].room().code());
        enter.mutable_join_room()->set_name(fmt::format("P{}", i));
      }
      send(person, enter);
    }
    begin();
  }

  /// Sends it and takes in what follows from it.
  void send(Person& person, const v1::ClientMessage& message) {
    inside(*io_, [&] { person.send(message); });
    inside(*io_, [&] { catch_up(); });
  }
  void next_game() {
    v1::ClientMessage rematch;
    rematch.mutable_rematch();
    send(people[0], rematch);
    begin();
  }
  struct Next {
    Person* person;
    std::string answer;
  };
  /// Somebody who is asked, and what he answers; nothing: nobody is, or all who are wait.
  [[nodiscard]] std::optional<Next> next() {
    for (auto& person : people) {
      if (!person.asked()) continue;
      if (auto answer = person.answer()) return Next{&person, std::move(*answer)};
    }
    return std::nullopt;
  }
  /// Takes in what came while nobody answered.
  void catch_up() {
    for (auto& each : people) {
      each.drained();
      each.read();
    }
  }
  [[nodiscard]] bool over() const { return people[0].room().phase() == v1::ROOM_PHASE_FINISHED; }

  std::vector<Person> people;

 private:
  void begin() {
    for (std::size_t i = 1; i < people.size(); ++i) {
      v1::ClientMessage ready;
      ready.mutable_set_ready()->set_ready(true);
      send(people[i], ready);
    }
    v1::ClientMessage start;
    start.mutable_start_game();
    send(people[0], start);
  }

  boost::asio::io_context* io_;
};

// The part that is measured: named, so that a profiler can be told to look at nothing else.
[[gnu::noinline]] void play_answer(Table& table, Person& person, const std::string& answer) {
  person.deliver(answer);
  for (auto& each : table.people) each.drained();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string game = argc > 1 ? argv[1] : "little-alchemists";
  const auto wanted = static_cast<std::uint64_t>(argc > 2 ? std::atoi(argv[2]) : 50'000);
  const int room_count = argc > 3 ? std::atoi(argv[3]) : 100;
  spdlog::set_level(spdlog::level::off);
  const auto catalogue = games::standard_catalogue();
  const auto* type = catalogue.find(game);
  if (type == nullptr) {
    std::cerr << "no such game: " << game << '\n';
    return 2;
  }
  boost::asio::io_context io{1};
  const auto journal = store::open_memory();
  rooms::Limits limits;
  limits.messages_per_second = limits.rooms_per_address = limits.guesses_per_address = 1'000'000'000;
  tests::ManualSeams seams;
  auto service = rooms::make_service(catalogue, *journal, seams, limits, {io.get_executor()});
  if (!service) return 1;

  std::vector<Table> tables;
  for (int i = 0; i < room_count; ++i) tables.emplace_back(**service, seams, io, *type, static_cast<std::uint64_t>(i));
  double seconds = 0;
  std::uint64_t answers = 0, refused = 0;
  while (answers < wanted) {
    const auto before = answers + refused;
    for (auto& table : tables) {
      if (table.over()) table.next_game();
      const auto next = table.next();
      if (!next) continue;
      double spent = 0;
      inside(io, [&] {
        const auto begin = cpu_seconds();
        play_answer(table, *next->person, next->answer);
        spent = cpu_seconds() - begin;
      });
      const bool accepted = next->person->read(true);
      for (auto& each : table.people) each.read();
      // A bot that plays at random may type what the rules refuse; it is asked again, and only what was accepted counts.
      answers += accepted ? 1 : 0;
      refused += accepted ? 0 : 1;
      seconds += accepted ? spent : 0;
    }
    if (refused > 10 * wanted) {
      std::cerr << "nearly every answer is refused\n";
      return 1;
    }
    if (answers + refused > before) continue;
    seams.advance(clock_step_ms);
    for (auto& table : tables) inside(io, [&] { table.catch_up(); });
  }

  const auto& counters = (*service)->counters();
  std::size_t bytes = 0;
  for (const auto& table : tables)
    for (const auto& person : table.people) bytes += person.bytes();
  std::cout << fmt::format("{}: {} answers, {:.2f} us of CPU each; {} updates, {} bytes each\n", game, answers,
                           seconds * 1e6 / static_cast<double>(answers), counters.updates_sent.load(),
                           bytes / std::max<std::uint64_t>(1, counters.updates_sent));
  for (auto& table : tables)
    for (auto& person : table.people) person.closed();
  service->reset();
  return counters.answers_accepted == answers ? 0 : 1;
}
