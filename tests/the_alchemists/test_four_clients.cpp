// Four people at one table over real sockets: every effect primitive occurs, every kind of question is asked, and while one
// is open, connections break.
//
// A game of eight rounds brings about 24 of the 44 potions into use, fewer than the 27 that it takes to show every primitive.
// So the same four play a rematch; destroy_potion is on a card for two players only, so two of them play it at a table of
// their own.
#include <the_alchemists/explorer.h>

#include <support/player.h>
#include <protocol/whole_server.h>
#include <support/playthrough.h>

#include <athanor/v1/the_alchemists.pb.h>

#include <catch2/catch.hpp>

#include <deque>
#include <memory>

using namespace athanor;
using namespace athanor::tests;
using namespace athanor::test::alchemists;

namespace {

/// The system's seams, but the rooms' seeds are known. They were searched for.
class KnownSeeds final : public rooms::Seams {
 public:
  explicit KnownSeeds(std::deque<std::uint64_t> seeds) : seeds_(std::move(seeds)) {}
  [[nodiscard]] std::uint64_t steady_ms() const override { return system_.steady_ms(); }
  [[nodiscard]] std::int64_t wall_unix_ms() const override { return system_.wall_unix_ms(); }
  [[nodiscard]] std::unique_ptr<rooms::Wait> wait_until(const boost::asio::any_io_executor& executor, std::uint64_t at_ms,
                                                        std::function<void()> then) const override {
    return system_.wait_until(executor, at_ms, std::move(then));
  }
  void secret_bytes(std::span<std::uint8_t> out) const override {
    if (out.size() != games::Seed{}.size()) return system_.secret_bytes(out);
    const std::scoped_lock lock(mutex_);
    const auto seed = test::seed_from(seeds_.at(0));
    seeds_.pop_front();
    std::copy(seed.begin(), seed.end(), out.begin());
  }

 private:
  const rooms::Seams& system_ = rooms::system_seams();
  mutable std::mutex mutex_;
  mutable std::deque<std::uint64_t> seeds_;
};

/// A person at the table, with a connection that may break.
class Client {
 public:
  Client(std::uint16_t port, Witness before) : port_(port), witness_(std::move(before)), bot_(explorer(witness_)) { connect(); }

  Reply ask(v1::ClientMessage message) {
    const auto request = line_->send(std::move(message));
    while (auto answer = next()) {
      const auto& acknowledged = answer->update().acknowledged();
      const bool by_update = std::find(acknowledged.begin(), acknowledged.end(), request) != acknowledged.end();
      if (answer->request() != request && !by_update) continue;
      Reply reply;
      reply.accepted = !answer->has_refusal();
      reply.message = std::move(*answer);
      return reply;
    }
    throw std::runtime_error("a request was not answered");
  }
  template <typename Condition>
  bool until(Condition condition) {
    while (!condition())
      if (!next()) return false;
    return true;
  }
  void answer() {
    v1::ClientMessage message;
    *message.mutable_answer() = bot_->choose(line_->update.decision(), line_->update.view());
    const auto reply = ask(std::move(message));
    if (!reply.accepted) throw std::runtime_error("refused: " + reply.message.refusal().text());
  }
  /// The connection breaks without a word, and the seat is resumed on a new one: the same question, the same view.
  void reconnect() {
    const auto code = line_->code, token = line_->token;
    const auto before = line_->update;
    const auto requests = line_->last_request;
    line_->ws.socket().reset();
    connect();
    line_->last_request = requests;  // a repeated id is answered again and not applied
    v1::ClientMessage resume;
    resume.mutable_resume_seat()->set_code(code);
    resume.mutable_resume_seat()->set_token(token);
    resume.mutable_resume_seat()->set_last_sequence(before.sequence());
    REQUIRE(ask(resume).accepted);
    line_->token = token;
    // Others may still be told of the connection that went; the game itself does not move.
    REQUIRE(until([&] { return line_->update.sequence() >= before.sequence() && line_->playing() && !line_->update.view().empty(); }));
    const auto& after = line_->update;
    CHECK(after.view() == before.view());
    CHECK(after.has_decision() == before.has_decision());
    CHECK(after.decision().SerializeAsString() == before.decision().SerializeAsString());
    CHECK(std::equal(after.deciding().begin(), after.deciding().end(), before.deciding().begin(), before.deciding().end()));
    ++reconnects;
  }

  [[nodiscard]] Player& line() { return *line_; }
  [[nodiscard]] const Witness& witness() const { return witness_; }
  [[nodiscard]] bool asked() const { return line_->playing() && line_->update.has_decision(); }
  std::size_t reconnects = 0;

 private:
  void connect() {
    line_ = std::make_unique<Player>(port_);
    REQUIRE(line_->hello().message.has_welcome());
  }
  std::optional<v1::ServerMessage> next() {
    auto message = line_->next();
    if (message)
      for (const auto& event : message->update().events()) witness_.told(event.kind(), event.text());
    return message;
  }

  std::uint16_t port_;
  Witness witness_;
  std::unique_ptr<games::Bot> bot_;
  std::unique_ptr<Player> line_;
};

struct People {
  People(const WholeServer& server, unsigned number, const Witness& before = {}) {
    for (unsigned i = 0; i < number; ++i) all.push_back(std::make_unique<Client>(server.port(), before));
    const std::vector<std::string> names{"Ann", "Ben", "Cleo", "Dan"};
    v1::ClientMessage create;
    create.mutable_create_room()->set_game("the-alchemists");
    create.mutable_create_room()->set_seats(number);
    create.mutable_create_room()->set_name(names[0]);
    REQUIRE(all[0]->ask(create).accepted);
    for (unsigned i = 1; i < number; ++i) REQUIRE(all[i]->line().join(all[0]->line().code, names[i]).accepted);
  }
  void begin() {
    for (auto& person : all) REQUIRE(person->line().ready().accepted);
    v1::ClientMessage start;
    start.mutable_start_game();
    REQUIRE(all[0]->ask(start).accepted);
    for (auto& person : all) REQUIRE(person->until([&] { return person->line().playing() && !person->line().update.view().empty(); }));
  }
  void rematch() {
    v1::ClientMessage again;
    again.mutable_rematch();
    REQUIRE(all[0]->ask(again).accepted);
    for (auto& person : all) REQUIRE(person->until([&] { return person->line().room.phase() == v1::ROOM_PHASE_LOBBY; }));
    begin();
  }
  /// At the first question of each kind, those who are asked and one who looks on lose their connections.
  void play() {
    for (;;) {
      const auto asked = std::find_if(all.begin(), all.end(), [](const auto& person) { return person->asked(); });
      if (asked == all.end()) return;
      v1::TheAlchemistsView view;
      REQUIRE(view.ParseFromString((*asked)->line().update.view()));
      if (questions.insert(view.question().type()).second) {
        for (const auto seat : view.question().seats()) all[seat]->reconnect();
        all[(view.question().seats(0) + 1) % all.size()]->reconnect();
      }
      const auto before = (*asked)->line().update.sequence();
      (*asked)->answer();
      ++answers;
      const auto sequence = (*asked)->line().update.sequence();
      REQUIRE(sequence > before);
      for (auto& person : all) REQUIRE(person->until([&] { return person->line().update.sequence() >= sequence; }));
    }
  }
  [[nodiscard]] std::size_t reconnects() const {
    std::size_t sum = 0;
    for (const auto& person : all) sum += person->reconnects;
    return sum;
  }

  std::vector<std::unique_ptr<Client>> all;
  std::set<std::string> questions;
  std::size_t answers = 0;
};

}  // namespace

TEST_CASE("four clients bring about every primitive, whatever question is open when connections break") {
  const KnownSeeds seeds({1239, 1240, 1});  // four, their rematch, two
  WholeServer server({}, WholeServer::generous(), seeds);
  People four(server, 4);
  four.begin();
  four.play();
  REQUIRE(four.all[0]->line().room.phase() == v1::ROOM_PHASE_FINISHED);
  four.rematch();
  four.play();
  REQUIRE(four.all[0]->line().room.phase() == v1::ROOM_PHASE_FINISHED);
  for (const auto& person : four.all) CHECK(person->witness().missing(4).empty());  // each of them could see it
  CHECK(four.questions.size() == 21);

  People two(server, 2, four.all[0]->witness());
  two.begin();
  two.play();
  for (const auto& person : two.all) CHECK(person->witness().missing(2).empty());
  CHECK(two.all[0]->witness().seen().size() == op_count);
  WARN(four.answers + two.answers << " answers, " << four.reconnects() + two.reconnects() << " reconnects, "
                                  << two.all[0]->witness().seen().size() << " primitives");
}
