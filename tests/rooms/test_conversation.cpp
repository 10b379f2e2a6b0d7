// Every message in every state gets a typed reply; hostile bytes and floods end in a close.
#include <rooms/house.h>

#include <catch2/catch.hpp>

#include <functional>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {

// One of every kind of request, with contents that fit nothing in particular.
std::vector<v1::ClientMessage> one_of_each() {
  std::vector<v1::ClientMessage> all(22);
  auto* next = all.data();
  (next++)->mutable_hello()->set_protocol(1);
  (next++)->mutable_get_catalogue();
  (next++)->mutable_create_room()->set_name("Zoe");
  (next++)->mutable_join_room()->set_name("Zoe");
  (next++)->mutable_resume_seat();
  (next++)->mutable_leave_room();
  (next++)->mutable_set_ready();
  (next++)->mutable_set_options();
  (next++)->mutable_start_game();
  (next++)->mutable_kick_seat()->set_seat(31);
  (next++)->mutable_hand_over()->set_seat(31);
  (next++)->mutable_set_bot()->set_seat(31);
  (next++)->mutable_vote_substitute()->set_seat(31);
  (next++)->mutable_set_paused();
  (next++)->mutable_set_locked();
  (next++)->mutable_close_room();
  (next++)->mutable_rematch();
  (next++)->mutable_say()->set_text("hm");
  (next++)->mutable_save_notes();
  (next++)->mutable_get_journal();
  (next++)->mutable_answer();
  (next++)->mutable_heartbeat();
  return all;
}

}  // namespace

TEST_CASE("the first message must be a hello of the right version") {
  House house;
  SECTION("anything else is refused and closed") {
    for (const auto& message : one_of_each()) {
      if (message.has_hello()) continue;
      auto& c = house.silent();
      c.send(message);
      REQUIRE(c.closed_with() == rooms::CloseCode::protocol_error);
      REQUIRE(c.received().front().has_refusal());
      REQUIRE(c.received().back().has_farewell());
    }
  }
  SECTION("another version gets a text with both") {
    auto& c = house.silent();
    const auto request = c.hello("en", 99);
    REQUIRE(c.refused(request) == v1::REFUSAL_CODE_VERSION);
    REQUIRE_THAT(c.reply(request)->refusal().text(), Contains("99") && Contains("1"));
    REQUIRE(c.closed_with() == rooms::CloseCode::version);
    REQUIRE(c.received().back().farewell().final());
  }
  SECTION("garbage is refused and closed") {
    auto& c = house.silent();
    c.send_raw("\xff\xff\xff");
    REQUIRE(c.closed_with() == rooms::CloseCode::protocol_error);
  }
  SECTION("the right one is welcome") {
    auto& c = house.silent();
    const auto request = c.hello();
    REQUIRE(c.reply(request)->welcome().protocol() == 1);
    REQUIRE(c.reply(request)->welcome().max_message_bytes() > 0);
    REQUIRE(c.refused(c.hello()) == v1::REFUSAL_CODE_OUT_OF_STATE);
    REQUIRE(c.open());
  }
}

TEST_CASE("every kind of request in every state is answered, and the rest of the room notices nothing amiss") {
  // How a connection gets into each state; gives the one that is tried.
  const std::vector<std::pair<std::string, std::function<Client*(House&)>>> states{
      {"outside", [](House& h) { return &h.client(); }},
      {"lobby host",
       [](House& h) {
         auto& c = h.client();
         c.create(2, "Anna");
         return &c;
       }},
      {"lobby guest",
       [](House& h) {
         auto& host = h.client();
         host.create(3, "Anna");
         auto& c = h.client();
         c.join(host.code(), "Ben");
         return &c;
       }},
      {"spectator",
       [](House& h) {
         auto people = h.game(2);
         auto& c = h.client();
         c.join(people[0]->code(), "Wim", true);
         return &c;
       }},
      {"decider", [](House& h) { return h.game(2)[1]; }},
      {"waiting",
       [](House& h) {
         auto people = h.game(2);
         people[1]->choose();
         return people[1];
       }},
      {"paused",
       [](House& h) {
         auto people = h.game(2);
         people[0]->pause();
         return people[1];
       }},
      {"after the end",
       [](House& h) {
         auto people = h.game(2, {{"rounds", "1"}});
         for (auto* p : people) p->choose();
         return people[1];
       }},
      {"after leaving",
       [](House& h) {
         auto people = h.game(2);
         people[1]->leave();
         return people[1];
       }},
      {"frozen", [](House& h) {
         auto people = h.game(2);
         h.journal.fail = store::ErrorKind::conflict;
         people[0]->ping();
         h.journal.fail.reset();
         return people[1];
       }}};
  for (const auto& [name, prepare] : states) {
    for (const auto& message : one_of_each()) {
      House house;
      auto* client = prepare(house);
      INFO(name << ", body " << message.body_case());
      auto request = message;
      request.set_request(123'456);
      client->send(request);
      house.advance(250);  // wrong guesses are answered late
      REQUIRE(client->replies(123'456) == 1);
      // Still in a state to talk.
      const auto beat = client->heartbeat();
      if (client->open()) REQUIRE(client->reply(beat)->has_heartbeat());
      // And another room is not touched.
      auto control = house.game(2, {{"rounds", "1"}});
      for (auto* person : control) REQUIRE(person->acknowledged(person->choose()));
    }
  }
}

TEST_CASE("malformed messages are refused; the third closes") {
  House house;
  auto& c = house.client();
  c.create(2, "Anna");
  const auto sequence = c.update().sequence();
  c.send_raw(std::string("\x08\x05\x92", 3));
  REQUIRE(c.received().back().refusal().code() == v1::REFUSAL_CODE_MALFORMED);
  c.send_raw("");
  REQUIRE(c.received().back().refusal().code() == v1::REFUSAL_CODE_MALFORMED);
  REQUIRE(c.open());
  c.heartbeat();
  REQUIRE(c.received().back().heartbeat().sequence() == sequence);
  c.send_raw(std::string("\x08\x07\xfa\x3f\x00", 5));  // a kind of request from the future
  REQUIRE(c.received()[c.received().size() - 2].request() == 7);
  REQUIRE(c.closed_with() == rooms::CloseCode::protocol_error);
}

TEST_CASE("a request needs a number") {
  House house;
  auto& c = house.client();
  v1::ClientMessage m;
  m.mutable_get_catalogue();
  c.send_raw(m.SerializeAsString());
  REQUIRE(c.received().back().refusal().code() == v1::REFUSAL_CODE_MALFORMED);
}

TEST_CASE("every message cut at every byte leaves the room as it was") {
  House house;
  auto people = house.game(2);
  const auto view = people[1]->view();
  for (auto message : one_of_each()) {
    message.set_request(99);
    const auto bytes = message.SerializeAsString();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      auto& c = house.client();
      c.send_raw(bytes.substr(0, length));
    }
  }
  REQUIRE(people[1]->view() == view);
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
}

TEST_CASE("random bytes with a fixed seed break nothing") {
  House house;
  auto people = house.game(2, {{"rounds", "100"}});
  games::RandomStream random(games::Seed{}, "garbage");
  for (int i = 0; i < 3000; ++i) {
    auto& c = i % 100 == 0 ? house.client() : *people[0];
    std::string bytes;
    for (auto n = random.uniform(40); n > 0; --n) bytes.push_back(static_cast<char>(random.uniform(256)));
    if (c.open()) c.send_raw(bytes);
  }
  REQUIRE(people[1]->acknowledged(people[1]->choose()));
}

TEST_CASE("too many messages are refused, and closed when it goes on") {
  auto limits = House::quick();
  limits.messages_per_second = 10;
  House house(limits);
  auto& c = house.client();
  std::uint64_t last = 0;
  for (int i = 0; i < 30; ++i) last = c.heartbeat();
  REQUIRE(c.refused(last) == v1::REFUSAL_CODE_TOO_MANY);
  REQUIRE(c.reply(last)->refusal().retry_after_ms() > 0);
  house.advance(1000);
  REQUIRE(c.reply(c.heartbeat())->has_heartbeat());
  for (int i = 0; i < 60 && c.open(); ++i) c.heartbeat();
  REQUIRE(c.closed_with() == rooms::CloseCode::too_many);
}

TEST_CASE("the catalogue lists games, and one game with its help") {
  House house;
  auto& c = house.client("de");
  v1::ClientMessage m;
  m.mutable_get_catalogue();
  const auto* all = c.reply(c.send(m));
  REQUIRE(all->catalogue().games_size() == 1);
  REQUIRE(all->catalogue().games(0).title() == "Versiegelt");
  REQUIRE(all->catalogue().games(0).help_size() == 0);
  m.mutable_get_catalogue()->set_game("sealed");
  REQUIRE(c.reply(c.send(m))->catalogue().games(0).help_size() == 1);
  m.mutable_get_catalogue()->set_game("nothing");
  REQUIRE(c.refused(c.send(m)) == v1::REFUSAL_CODE_BAD_INPUT);
}

TEST_CASE("the request that led into the room is answered again when repeated") {
  House house;
  auto& c = house.client();
  const auto request = c.create(2, "Anna");
  v1::ClientMessage again;
  again.set_request(request);
  again.mutable_create_room()->set_game("sealed");
  c.send(again);
  REQUIRE(c.replies(request) == 2);
  REQUIRE(house.counters().rooms_created == 1);
}

TEST_CASE("what was sent right behind a leave is answered as well") {
  House house;
  auto people = house.game(3);
  house.journal.hold = true;
  const auto left = people[1]->leave();
  const auto said = people[1]->say("bye");
  const auto beat = people[1]->heartbeat();
  house.journal.release();
  house.run();
  REQUIRE(people[1]->done(left));
  REQUIRE(people[1]->refused(said) == v1::REFUSAL_CODE_OUT_OF_STATE);
  REQUIRE(people[1]->replies(beat) == 1);
  REQUIRE(people[0]->chat().empty());
}

TEST_CASE("a connection that is lost while entering leaves no ghost") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  auto& ben = house.client();
  house.journal.hold = true;
  ben.join(anna.code(), "Ben");
  ben.disconnect();
  house.journal.release();
  house.run();
  REQUIRE(anna.room().seats(1).name() == "Ben");
  REQUIRE_FALSE(anna.room().seats(1).connected());
  REQUIRE(house.counters().members == 1);
}

TEST_CASE("draining refuses newcomers, says goodbye and waits for the store") {
  House house;
  auto people = house.game(2);
  house.journal.hold = true;
  const auto request = people[0]->choose();
  bool done = false;
  house.service().drain([&] { done = true; });
  house.run();
  REQUIRE_FALSE(done);
  for (const auto* person : people) {
    REQUIRE(person->closed_with() == rooms::CloseCode::going_away);
    REQUIRE_FALSE(person->received().back().farewell().final());
  }
  auto& late = house.silent();
  REQUIRE(late.refused(late.hello()) == v1::REFUSAL_CODE_DRAINING);
  house.journal.release();
  house.run();
  REQUIRE(done);
  const auto entries = house.journal.entries(people[0]->code());
  REQUIRE(std::any_of(entries.begin(), entries.end(), [&](const auto& e) { return e.request() == request; }));
  REQUIRE(entries.back().attendance_changed().attended() == false);
}
