// The server dies at any moment and comes back on the same journal.
#include <fold.h>
#include <rooms/house.h>

#include <boost/asio/executor_work_guard.hpp>
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("after a crash the room is there, tokens work and every acknowledged input counts") {
  House house;
  auto people = house.game(3, {{"rounds", "5"}});
  const auto keys = keys_of(people);
  people[0]->choose(1);
  people[1]->choose(2);
  people[2]->say("before the crash");
  const auto view = people[0]->view();
  const auto sequence = people[0]->update().sequence();
  house.crash();
  people = come_back(house, keys);
  REQUIRE(people[0]->view() == view);
  REQUIRE(people[0]->update().sequence() >= sequence);
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_PLAYING);
  REQUIRE(people[1]->chat() == std::vector<std::string>{"Cora: before the crash"});
  REQUIRE(people[2]->acknowledged(people[2]->choose()));
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
}

TEST_CASE("a crash after every single step of a game loses nothing") {
  House house;
  auto people = house.game(2, {{"rounds", "3"}});
  auto keys = keys_of(people);
  std::uint64_t number = 10'000;
  for (int step = 0; step < 6; ++step) {
    auto* person = people[static_cast<std::size_t>(step) % 2];
    auto message = person->choice();
    message.set_request(++number);
    person->send(message);
    REQUIRE(person->acknowledged(number));
    const auto view = person->view();
    house.crash();
    people = come_back(house, keys);
    person = people[static_cast<std::size_t>(step) % 2];
    REQUIRE(person->view() == view);
    // The same request once more: acknowledged, not applied.
    person->send(message);
    REQUIRE(person->acknowledged(number));
    REQUIRE(person->view() == view);
  }
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
  REQUIRE(house.counters().rooms_frozen == 0);
}

TEST_CASE("an input that was not stored before the crash was not acknowledged and did not happen") {
  House house;
  auto people = house.game(2);
  const auto keys = keys_of(people);
  house.journal.hold = true;
  const auto message = people[0]->choice();
  const auto request = people[0]->send(message);
  REQUIRE(people[0]->replies(request) == 0);
  REQUIRE_THAT(people[1]->view(), !Contains("sealed"));  // nobody sees what is not durable
  REQUIRE(house.journal.held() == 1);
  house.journal.drop();  // it dies with the server
  house.crash();
  people = come_back(house, keys);
  REQUIRE_THAT(people[1]->view(), !Contains("sealed"));
  auto again = message;
  again.set_request(request);
  people[0]->send(again);
  REQUIRE(people[0]->acknowledged(request));
}

TEST_CASE("a restart adds its downtime to running clocks and says so") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto keys = keys_of(people);
  for (const std::uint64_t away : {5'000U, 600'000U}) {
    house.advance(10'000);
    house.crash(away);
    people = come_back(house, keys);
    const auto kinds = people[0]->event_kinds();
    REQUIRE(std::count(kinds.begin(), kinds.end(), "server-restarted") >= 1);
  }
  // 20 s of play before the two crashes, nothing for the time between.
  REQUIRE(people[0]->update().decision().remaining_ms() == 40'000);
  house.advance(39'999);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
}

TEST_CASE("votes for a bot survive a restart") {
  House house;
  auto people = house.game(5);
  const auto keys = keys_of(people);
  people[4]->disconnect();
  const auto vote = people[1]->vote(4);
  house.crash();
  auto& ada = house.client();
  auto& ben = house.client();
  auto& cleo = house.client();
  ada.resume(keys.code, keys.tokens[0]);
  cleo.resume(keys.code, keys.tokens[2]);
  REQUIRE(ada.room().notice().empty());  // whoever voted has to be there
  ben.resume(keys.code, keys.tokens[1]);
  REQUIRE_THAT(ada.room().notice(), Contains("Eve") && Contains("1 of 2"));
  ben.next_request = vote;
  REQUIRE(ben.acknowledged(ben.vote(4)));  // the same request again: it counts once
  REQUIRE_FALSE(ada.room().seats(4).substituted());
  REQUIRE(cleo.acknowledged(cleo.vote(4)));
  REQUIRE(ada.room().seats(4).substituted());
}

TEST_CASE("whom a restart cut off is on his way: the first to come back decides nothing for the others") {
  SealedTraits traits;
  traits.tells_unreachable = true;
  House house(House::quick(), traits);
  auto people = house.game(3);
  const auto keys = keys_of(people);
  house.crash(5'000, traits);
  auto& first = house.client();
  first.resume(keys.code, keys.tokens[0]);
  REQUIRE_THAT(first.view(), !Contains("unreachable"));
  house.advance(6'000);
  house.client().resume(keys.code, keys.tokens[1]);
  house.advance(5'999);
  REQUIRE_THAT(first.view(), !Contains("unreachable"));
  house.advance(1);
  REQUIRE_THAT(first.view(), Contains("2: 0 points, unreachable"));
  REQUIRE_THAT(first.view(), !Contains("1: 0 points, unreachable"));
}

TEST_CASE(
    "a clock that stood still at the crash gets nothing added, even if the server crashes again before anybody comes") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto keys = keys_of(people);
  house.advance(10'000);
  for (auto* person : people) person->disconnect();
  house.advance(100'000);
  house.crash(1000);
  house.advance(100'000);
  house.crash(1000);
  people = come_back(house, keys);
  REQUIRE(people[0]->update().decision().remaining_ms() == 50'000);
}

TEST_CASE("a running clock counts once, even if the server crashes again before anybody comes") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto keys = keys_of(people);
  house.advance(10'000);
  house.crash(1000);
  house.advance(200'000);
  house.crash(1000);
  people = come_back(house, keys);
  REQUIRE(people[0]->update().decision().remaining_ms() == 50'000);
}

TEST_CASE("after a restart the grace of the absent starts anew") {
  House house;
  auto people = house.game(2);
  const auto keys = keys_of(people);
  people[1]->disconnect();
  house.advance(50'000);
  house.crash(1000);
  auto& anna = house.client();
  anna.resume(keys.code, keys.tokens[0]);
  house.advance(59'999);
  REQUIRE_THAT(anna.view(), !Contains("away"));
  house.advance(1);
  REQUIRE_THAT(anna.view(), Contains("away"));
}

TEST_CASE("lobby, pause, host, substitute and options survive") {
  House house;
  auto people = house.game(3, {{"rounds", "7"}});
  const auto keys = keys_of(people);
  people[2]->disconnect();
  people[0]->bot(2);
  people[0]->hand_over(1);
  people[1]->pause();
  house.crash();
  auto& anna = house.client();
  anna.resume(keys.code, keys.tokens[0]);
  REQUIRE(anna.room().host() == 1);
  REQUIRE(anna.room().paused());
  REQUIRE(anna.room().seats(2).substituted());
  const auto& options = anna.room().options();
  REQUIRE(std::any_of(options.begin(), options.end(),
                      [](const auto& o) { return o.name() == "rounds" && o.value() == "7"; }));
}

TEST_CASE("a fold that differs freezes the room, says so and leaves the journal as it is") {
  House house;
  auto people = house.game(2);
  const auto keys = keys_of(people);
  people[0]->choose();
  auto other = house.game(1);
  const auto other_keys = keys_of(other);
  const auto stored = house.journal.entries(keys.code).size();

  SealedTraits traits;
  if (GENERATE(true, false))
    traits.drifted = true;  // other state after the same input
  else
    traits.rules_version = 2;
  house.crash(1000, traits);
  people = come_back(house, keys);
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FROZEN);
  REQUIRE(people[0]->update().sequence() == stored);  // it never falls
  REQUIRE_THAT(people[0]->room().notice(), Contains("frozen"));
  REQUIRE(people[0]->refused(people[0]->ready()) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(house.journal.entries(keys.code).size() == stored);
  REQUIRE(house.counters().rooms_frozen >= 1);
  // A new room of the same game is not touched by it.
  auto fresh = house.game(1, {{"rounds", "1"}});
  REQUIRE(fresh[0]->acknowledged(fresh[0]->choose()));

  SECTION("and plays on under the old rules again") {
    house.crash();
    people = come_back(house, keys);
    REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_PLAYING);
    REQUIRE(people[1]->acknowledged(people[1]->choose()));
  }
  SECTION("its journal goes to the host once it is closed") {
    REQUIRE(people[0]->done(people[0]->close_room()));
    v1::PublishedJournal journal;
    REQUIRE(journal.ParseFromString(people[0]->reply(people[0]->journal())->journal().journal()));
    REQUIRE(
        std::any_of(journal.entries().begin(), journal.entries().end(), [](const auto& e) { return e.has_answer(); }));
    REQUIRE(house.journal.entries(keys.code).back().has_closed());
  }
}

TEST_CASE("a frozen running game's journal is for nobody") {
  House house;
  auto people = house.game(2);
  const auto keys = keys_of(people);
  people[0]->choose();
  SealedTraits traits;
  traits.drifted = true;
  house.crash(1000, traits);
  people = come_back(house, keys);
  for (auto* person : people) REQUIRE(person->refused(person->journal()) == v1::REFUSAL_CODE_FROZEN);
}

TEST_CASE("the past is settled once: when every room that was open is folded and what came of it for its clock is durable") {
  House house;
  REQUIRE(house.journal.settled == 1);  // no room, no past
  std::vector<Keys> rooms;
  for (int i = 0; i < 3; ++i) rooms.push_back(keys_of(house.game(2)));
  SECTION("each after the other") {}
  SECTION("although one cannot be read") { house.journal.unreadable[rooms[1].code] = {store::ErrorKind::corrupt, "damaged"}; }
  house.journal.hold = true;
  house.crash();
  come_back(house, rooms[0]);
  house.advance(1000);
  REQUIRE(house.journal.held() > 0);
  REQUIRE(house.journal.settled == 1);
  house.journal.release();
  house.run();
  REQUIRE(house.journal.settled == 2);
  house.advance(60'000);
  REQUIRE(house.journal.settled == 2);
}

TEST_CASE("a server that is stopped before its rooms are folded settles nothing, and the next one finds the clocks as they were") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto keys = keys_of(people);
  house.advance(10'000);
  const auto settled = house.journal.settled;
  const auto entries = house.journal.entries(keys.code).size();
  house.journal.hold = true;
  house.crash(3'600'000);
  REQUIRE(house.journal.held() == 1);
  house.service().drain([] {});
  house.run();
  REQUIRE(house.journal.settled == settled);
  REQUIRE(house.journal.entries(keys.code).size() == entries);
  house.journal.drop();
  house.stop();
  house.begin();
  people = come_back(house, keys);
  REQUIRE(people[0]->update().decision().remaining_ms() == 50'000);
  REQUIRE(house.journal.settled == settled + 1);
}

TEST_CASE("a room that has been over for long at the start keeps no past unsettled") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  const auto code = anna.code();
  const auto settled = house.journal.settled;
  house.stop();
  house.seams.advance(std::uint64_t{365} * 24 * 3'600'000);
  house.journal.last_alive = house.seams.wall_unix_ms();
  house.begin();
  house.advance(3'700'000);  // when the clock had time to be set
  for (int i = 0; i < 3; ++i) house.advance(20'000);
  REQUIRE(house.journal.entries(code).empty());
  REQUIRE(house.journal.settled == settled + 1);
}

TEST_CASE("the same from SQLite") {
  std::string folder = std::filesystem::temp_directory_path() / "athanor-rooms-XXXXXX";
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  const auto catalogue = [] {
    games::Catalogue all;
    all.add(sealed_game());
    return all;
  }();
  std::string code, token;
  {
    auto store = store::open_sqlite({folder, 512});
    REQUIRE(store);
    House house;  // only for its clock
    auto service = rooms::make_service(catalogue, **store, house.seams, House::quick(), {house.io.get_executor()});
    REQUIRE(service);
    const auto work = boost::asio::make_work_guard(house.io);
    struct Peer final : rooms::Peer {
      void send(rooms::SharedBytes bytes) override { all.emplace_back().ParseFromString(*bytes); }
      void close(rooms::CloseCode, std::string) override {}
      std::vector<v1::ServerMessage> all;
    };
    auto peer = std::make_shared<Peer>();
    auto conversation = (*service)->open(peer, house.io.get_executor(), "192.0.2.9");
    v1::ClientMessage hello;
    hello.set_request(1);
    hello.mutable_hello()->set_protocol(1);
    conversation->message(hello.SerializeAsString());
    v1::ClientMessage create;
    create.set_request(2);
    create.mutable_create_room()->set_game("sealed");
    create.mutable_create_room()->set_seats(1);
    create.mutable_create_room()->set_name("Anna");
    conversation->message(create.SerializeAsString());
    const auto entered = [&] { return peer->all.size() > 1 && peer->all[1].has_room_entered(); };
    for (int i = 0; i < 10'000 && !entered(); ++i) {
      house.io.restart();
      house.io.run_for(std::chrono::milliseconds(1));
    }
    REQUIRE(entered());
    code = peer->all[1].room_entered().code();
    token = peer->all[1].room_entered().token();
    service->reset();
    (*store)->close();
  }
  auto store = store::open_sqlite({folder, 512});
  REQUIRE(store);
  const auto rooms = (*store)->rooms();
  REQUIRE(rooms);
  REQUIRE(rooms->size() == 1);
  REQUIRE(rooms->front().code == code);
  REQUIRE(rooms->front().last_sequence == 2);
  (*store)->close();
  std::filesystem::remove_all(folder);
}

TEST_CASE("a journal that is folded bit by bit leads where it leads at once, and its room is found") {
  House house;
  auto people = house.game(2, {{"rounds", "100"}});
  const auto code = people[0]->code(), token = people[0]->token();
  for (int i = 0; i < 700; ++i) REQUIRE(people[0]->acknowledged(people[0]->ping()));  // more than one turn
  std::vector<std::string> entries;
  for (const auto& entry : house.journal.entries(code)) entries.push_back(entry.SerializeAsString());
  games::Catalogue games;
  games.add(sealed_game());
  const auto check = [&](const std::vector<std::string>& stored, std::uint64_t last) {
    const auto whole = rooms::recover(stored, games, house.limits);
    REQUIRE(whole.has_value());
    rooms::Folding folding(stored, games, house.limits);
    std::size_t turns = 1;
    while (!folding.step(100)) ++turns;
    const auto bits = std::move(folding).take();
    REQUIRE(bits.has_value());
    CHECK(turns == (stored.size() + 99) / 100);  // whoever has the seats now is read to the end
    CHECK(bits->state.sequence == last);
    CHECK(whole->state.sequence == last);
    CHECK(bits->state.game_digest == whole->state.game_digest);
    CHECK(bits->stored_sequence == stored.size());
    CHECK(bits->freeze.has_value() == (last < stored.size()));
    CHECK(whole->freeze.has_value() == bits->freeze.has_value());
  };
  check(entries, entries.size());
  auto spoilt = entries;
  spoilt[450] = "?";
  check(spoilt, 450);
  house.crash();
  auto& back = house.client();
  back.resume(code, token);
  CHECK(back.update().sequence() >= entries.size());
  CHECK(back.acknowledged(back.ping()));
}
