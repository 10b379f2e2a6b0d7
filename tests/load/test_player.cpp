// A bot at a table, and what it notices: lost moves, falling numbers, leaks. The game is one the catalogue does not have, so
// that the random bot plays.

#include "load/recorder.h"
#include "src/player.h"

#include <support/biding_bot.h>
#include <support/sealed_game.h>

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using tools::Trouble;

namespace {

struct Watcher final : tools::PlayerWatcher {
  std::vector<std::pair<Trouble, std::string>> troubles;
  std::vector<std::chrono::nanoseconds> actions;
  void on_action(tools::Player&, const tools::Action& action) override { actions.push_back(action.decoded - action.written); }
  void on_trouble(tools::Player&, Trouble kind, std::string_view text) override { troubles.emplace_back(kind, text); }
  [[nodiscard]] auto count(Trouble kind) const {
    return std::count_if(troubles.begin(), troubles.end(), [&](const auto& t) { return t.first == kind; });
  }
};

void ask(v1::ServerMessage& message, std::uint64_t decision, bool repeatable = false) {
  auto& d = *message.mutable_update()->mutable_decision();
  d.set_id(decision);
  d.set_prompt("what now?");
  auto& offer = *d.add_offers();
  offer.set_id(1);
  offer.set_verb("pass");
  offer.set_repeatable(repeatable);
}

void tell_room(v1::ServerMessage& message, v1::RoomPhase phase, const std::string& game = "a-game-of-tomorrow") {
  auto& room = *message.mutable_update()->mutable_room();
  room.set_code(room_code);
  room.set_game(game);
  room.set_phase(phase);
  room.set_game_number(1);
  room.add_seats()->set_name("Alba");
}

// A table of one seat whose server the test directs.
struct Scene {
  Scene() : server(io) {
    server.on_message = [this](FakeConnection& c, const v1::ClientMessage& m) {
      if (let_in(c, m)) {
        if (!m.has_hello()) on_entry(c);
        return;
      }
      if (m.has_answer()) {
        answers.push_back(m);
        on_answer(c, m);
      } else if (m.has_set_ready()) {
        ++ready;
        v1::ServerMessage done;
        done.set_request(m.request());
        done.mutable_done();
        c.send(done);
      }
    };
    auto options = quick(server, join());
    player = std::make_unique<tools::Player>(io.get_executor(), options, tools::PlayerOptions{false, 1, think}, catalogue, watcher);
  }
  boost::asio::io_context io;
  FakeServer server;
  games::Catalogue catalogue;
  Watcher watcher;
  std::chrono::milliseconds think{0};
  std::vector<v1::ClientMessage> answers;
  int ready = 0;
  std::function<void(FakeConnection&)> on_entry = [](FakeConnection&) {};
  std::function<void(FakeConnection&, const v1::ClientMessage&)> on_answer = [](FakeConnection&, const v1::ClientMessage&) {};
  std::unique_ptr<tools::Player> player;
};

}  // namespace

TEST_CASE("a player gets ready, answers each decision once, and measures") {
  Scene scene;
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(5);
    tell_room(message, v1::ROOM_PHASE_LOBBY);
    c.send(message);
    message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    ask(message, 1);
    c.send(message);
    message.mutable_update()->set_sequence(7);
    c.send(message);  // somebody else moved: the same question again
  };
  scene.on_answer = [&](FakeConnection& c, const v1::ClientMessage& m) {
    auto message = update(7 + scene.answers.size(), {m.request()});
    if (scene.answers.size() < 5) ask(message, m.answer().decision_id() + 1);
    c.send(message);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.actions.size() == 5; }));
  CHECK(scene.ready == 1);
  REQUIRE(scene.answers.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(scene.answers[i].answer().decision_id() == i + 1);
  for (const auto latency : scene.watcher.actions) CHECK(latency.count() > 0);
  CHECK(scene.watcher.troubles.empty());
}

TEST_CASE("a refusal because something changed meanwhile is no error; the new question is answered") {
  // The question itself, or under the same id its options.
  const auto [code, second] = GENERATE(table<v1::RefusalCode, std::uint64_t>(
      {{v1::REFUSAL_CODE_STALE, std::uint64_t{2}}, {v1::REFUSAL_CODE_NOT_OFFERED, std::uint64_t{1}}}));
  Scene scene;
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    ask(message, 1);
    c.send(message);
  };
  const bool news_first = GENERATE(true, false);
  scene.on_answer = [&, no = code, next = second](FakeConnection& c, const v1::ClientMessage& m) {
    if (scene.answers.size() > 1) return c.send(update(9, {m.request()}));
    auto news = update(8);
    ask(news, next);
    if (news_first) c.send(news);
    c.send(refusal(m.request(), no));
    if (!news_first) c.send(news);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.actions.size() == 1; }));
  CHECK(scene.answers.at(1).answer().decision_id() == second);
  CHECK(scene.player->counts().stale == 1);
  CHECK(scene.watcher.troubles.empty());
}

TEST_CASE("a request put off by the server is sent again later") {
  Scene scene;
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    ask(message, 1);
    c.send(message);
  };
  scene.on_answer = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (scene.answers.size() == 1) return c.send(refusal(m.request(), v1::REFUSAL_CODE_TOO_MANY));
    c.send(update(7, {m.request()}));
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.actions.size() == 1; }));
  CHECK(scene.answers.at(0).request() != scene.answers.at(1).request());
  CHECK(scene.player->counts().throttled == 1);
  CHECK(scene.watcher.troubles.empty());
}

TEST_CASE("an offered answer that is refused is an error") {
  Scene scene;
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    ask(message, 1);
    c.send(message);
  };
  scene.on_answer = [&](FakeConnection& c, const v1::ClientMessage& m) {
    c.send(refusal(m.request(), v1::REFUSAL_CODE_NOT_OFFERED));
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.count(Trouble::error) >= 1; }));
}

TEST_CASE("acknowledged moves that are gone after coming back are noticed") {
  Scene scene;
  int entries = 0;
  // 3 moves are acknowledged up to number 9; then the server comes back as it was at number 7.
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(++entries == 1 ? 6 : 7);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    ask(message, entries == 1 ? 1 : 2);
    c.send(message);
  };
  scene.on_answer = [&](FakeConnection& c, const v1::ClientMessage& m) {
    auto message = update(6 + scene.answers.size(), {m.request()});
    if (scene.answers.size() < 3) ask(message, m.answer().decision_id() + 1);
    c.send(message);
    if (scene.answers.size() == 3) c.close(1001);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.actions.size() == 4; }));  // it plays on from there
  CHECK(scene.watcher.count(Trouble::error) == 1);
  CHECK(scene.watcher.count(Trouble::lost) == 2);  // numbers 8 and 9; that decision 2 is asked again is no third fault
}

TEST_CASE("a decision that is asked again after its answer was acknowledged is a lost move") {
  const bool repeatable = GENERATE(true, false);
  Scene scene;
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    ask(message, 1, repeatable);
    c.send(message);
  };
  scene.on_answer = [&](FakeConnection& c, const v1::ClientMessage& m) {
    auto message = update(6 + scene.answers.size(), {m.request()});
    if (scene.answers.size() == 1) ask(message, 1, repeatable);
    c.send(message);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.actions.size() == 2; }));
  CHECK(scene.watcher.count(Trouble::lost) == (repeatable ? 0 : 1));
}

TEST_CASE("an acknowledgement that comes in the next game says nothing about its decisions") {
  Scene scene;
  int entries = 0;
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(++entries == 1 ? 6 : 12);
    tell_room(message, v1::ROOM_PHASE_PLAYING);
    message.mutable_update()->mutable_room()->set_game_number(static_cast<std::uint32_t>(entries));
    if (entries == 1) ask(message, 9);
    c.send(message);
  };
  scene.on_answer = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (scene.answers.size() == 1) return c.cut();
    auto message = update(13, {m.request()});
    if (scene.answers.size() == 2) ask(message, 1);
    c.send(message);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.actions.size() == 2; }));
  CHECK(scene.watcher.troubles.empty());
}

TEST_CASE("a leak in a view is noticed") {
  Scene scene;
  scene.on_entry = [&](FakeConnection& c) {
    v1::LittleAlchemistsView view;
    view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_BEFORE_ACTION);
    view.add_players();
    view.add_players()->add_tracker()->set_result("F");
    auto message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING, "little-alchemists");
    message.mutable_update()->set_view(view.SerializeAsString());
    c.send(message);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.watcher.count(Trouble::leak) == 1; }));
  CHECK(scene.watcher.troubles[0].second == "the tracker of seat 2");
}

TEST_CASE("a server that sends hopeless decisions is survived") {
  Scene scene;
  const int kind = GENERATE(0, 1, 2);
  scene.on_entry = [&](FakeConnection& c) {
    auto message = update(6);
    if (kind != 0) tell_room(message, v1::ROOM_PHASE_PLAYING);
    message.mutable_update()->mutable_decision()->set_id(1);
    if (kind == 2) {  // more picks than there are options
      auto& offer = *message.mutable_update()->mutable_decision()->add_offers();
      offer.set_id(1);
      auto& pick = *offer.add_fields()->mutable_pick();
      pick.set_min(3);
      pick.set_max(2);
      pick.add_options()->set_id(1);
    }
    c.send(message);
    c.close(4001);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return scene.player->status().state == link::State::ended; }));
  CHECK(scene.watcher.count(Trouble::error) >= 1);
}

namespace {

// A bot that waits plays on the scene's seat.
void let_wait(Scene& scene, Biding& biding) {
  SealedTraits traits;
  traits.bot = [&biding] { return std::make_unique<BidingBot>(biding); };
  scene.catalogue.add(sealed_game(traits));
  scene.on_entry = [](FakeConnection& c) {
    auto message = update(6);
    tell_room(message, v1::ROOM_PHASE_PLAYING, "sealed");
    ask(message, 1);
    c.send(message);
  };
}

}  // namespace

TEST_CASE("a player waits as long as its bot wishes, and no shorter") {
  Scene scene;
  Biding biding;
  biding.pause_ms = 30;
  let_wait(scene, biding);
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return biding.asked.size() == 4; }));
  for (std::size_t i = 1; i < biding.asked.size(); ++i)
    CHECK(biding.asked[i] - biding.asked[i - 1] >= std::chrono::milliseconds(biding.pause_ms));
  CHECK(scene.answers.empty());
  biding.waits = false;
  REQUIRE(run_until(scene.io, [&] { return scene.answers.size() == 1; }));
  CHECK(scene.answers[0].answer().decision_id() == 1);
  CHECK(scene.watcher.troubles.empty());
}

TEST_CASE("a player whose bot waits asks it again when something has changed") {
  Scene scene;
  Biding biding;
  biding.pause_ms = 3'600'000;
  let_wait(scene, biding);
  FakeConnection* connection = nullptr;
  scene.on_entry = [&, enter = scene.on_entry](FakeConnection& c) {
    connection = &c;
    enter(c);
  };
  scene.player->start();
  REQUIRE(run_until(scene.io, [&] { return biding.asked.size() == 1; }));
  const auto somebody_moves = [&](std::uint64_t sequence) {
    auto news = update(sequence);
    ask(news, 1);
    connection->send(news);
  };
  somebody_moves(7);
  REQUIRE(run_until(scene.io, [&] { return biding.asked.size() == 2; }));
  CHECK(scene.answers.empty());
  biding.waits = false;
  somebody_moves(8);
  REQUIRE(run_until(scene.io, [&] { return scene.answers.size() == 1; }));
  CHECK(biding.asked.size() == 3);
  CHECK(scene.watcher.troubles.empty());
}
