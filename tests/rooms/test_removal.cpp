// Who took whom off a room, who paused or closed it, and who still comes in: each is told once, with its author.
#include <rooms/house.h>

#include <athanor/games/catalogue.h>
#include <athanor/rooms/administration.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {

void order(House& house, const std::string& code, rooms::Order what) {
  bool done = false;
  rooms::administration(house.service()).order(code, std::move(what), [&](const auto& outcome) { done = outcome.has_value(); });
  house.run();
  REQUIRE(done);
}

// What the client was told by entries after this one.
std::vector<std::string> told(const Client& client, std::uint64_t after) {
  std::vector<std::string> texts;
  for (const auto& message : client.received())
    for (const auto& event : message.update().events())
      if (event.sequence() > after) texts.push_back(event.text());
  return texts;
}

std::size_t naming(const std::vector<std::string>& texts, const std::string& name) {
  return static_cast<std::size_t>(std::count_if(texts.begin(), texts.end(), [&](const auto& t) { return t.find(name) != std::string::npos; }));
}

const v1::Farewell& farewell(const Client& client) { return client.received().back().farewell(); }

}  // namespace

TEST_CASE("whoever is taken off a room hears by whom, and so do the others, once") {
  const bool german = GENERATE(false, true);
  const bool playing = GENERATE(false, true);
  const bool server = GENERATE(false, true);
  House house;
  auto& anna = house.client(german ? "de" : "en");
  anna.create(3, "Anna");
  const auto code = anna.code();
  auto& ben = house.client(german ? "de" : "en");
  ben.join(code, "Ben");
  auto& cora = house.client();
  cora.join(code, "Cora");
  if (playing) {
    ben.ready();
    cora.ready();
    REQUIRE(anna.acknowledged(anna.start()));
  }
  const auto before = anna.update().sequence();
  if (server)
    order(house, code, rooms::Kick{1});
  else
    REQUIRE(anna.acknowledged(anna.kick(1)));

  const std::string who = german ? (server ? "Betreiber des Servers" : "Gastgeber des Raums") : (server ? "server's host" : "room's host");
  REQUIRE(ben.closed_with() == rooms::CloseCode::removed);
  REQUIRE(farewell(ben).final());
  REQUIRE_FALSE(farewell(ben).room_closed());
  REQUIRE_THAT(farewell(ben).text(), Contains(who));
  const auto texts = told(anna, before);
  REQUIRE(naming(texts, who) == 1);
  REQUIRE(naming(texts, "Ben") == (playing ? 2 : 1));  // the game says that he has left
  REQUIRE(anna.room().seats(1).left() == playing);
}

TEST_CASE("whoever leaves a game of his own will is told once, in every game") {
  const auto games = games::standard_catalogue();
  for (const auto& type : games.types()) {
    INFO(type->traits().name);
    House house([] { return games::standard_catalogue(); });
    auto& anna = house.client();
    anna.create(3, "Anna", {}, {}, {}, type->traits().name);
    std::vector<Client*> others;
    for (const auto* name : {"Ben", "Cora"}) {
      others.push_back(&house.client());
      others.back()->join(anna.code(), name);
      others.back()->ready();
    }
    REQUIRE(anna.acknowledged(anna.start()));
    const auto before = anna.update().sequence();
    REQUIRE(others[1]->done(others[1]->leave()));
    const auto texts = told(anna, before);
    REQUIRE(naming(texts, "Cora has left the game") + naming(texts, "Cora leaves the game") == 1);
  }
}

TEST_CASE("nothing is done any more that somebody asked for who has been taken off meanwhile") {
  enum class When { lobby, playing, finished };
  const auto when = GENERATE(When::lobby, When::playing, When::finished);
  const bool host = GENERATE(false, true);  // who may do more
  SealedTraits traits;
  traits.join_while_playing = GENERATE(false, true);
  House house(House::quick(), traits);
  auto& anna = house.client();
  anna.create(4, "Anna", {{"rounds", "1"}});
  const auto code = anna.code();
  std::vector<Client*> people{&anna};
  for (const auto* name : {"Ben", "Cora", "Dan"}) {
    people.push_back(&house.client());
    people.back()->join(code, name);
    if (when != When::lobby) people.back()->ready();
  }
  if (when != When::lobby) REQUIRE(anna.acknowledged(anna.start()));
  people[3]->disconnect();  // somebody to vote on
  if (when == When::finished) {
    for (std::size_t i = 0; i < 3; ++i) people[i]->choose();
    house.advance(120'000);
  }
  auto& gone = *people[host ? 0 : 1];
  auto& stays = *people[2];
  const std::vector<std::function<void()>> requests{
      [&] { gone.say("still here"); }, [&] { gone.notes("still mine"); }, [&] { gone.ready(); },
      [&] { gone.ping(); },            [&] { gone.vote(3); },             [&] { gone.leave(); },
      [&] { gone.options({{"rounds", "2"}}); }, [&] { gone.start(); },    [&] { gone.kick(2); },
      [&] { gone.hand_over(2); },      [&] { gone.bot(3); },              [&] { gone.pause(); },
      [&] { gone.lock(); },            [&] { gone.rematch(); },           [&] { gone.close_room(); },
      [&] { gone.journal(); }};
  const auto which = GENERATE_COPY(range(std::size_t{0}, requests.size()));
  INFO("request " << which << " in phase " << static_cast<int>(when) << ", host " << host << ", joinable " << traits.join_while_playing);
  const auto before = house.journal.entries(code).size();
  house.journal.hold = true;
  rooms::administration(house.service()).order(code, rooms::Kick{host ? 0U : 1U}, [](const auto& outcome) { REQUIRE(outcome); });
  house.run();
  REQUIRE(house.journal.held() == 1);
  requests[which]();
  house.journal.release();
  house.run();
  REQUIRE(gone.closed_with() == rooms::CloseCode::removed);
  const auto entries = house.journal.entries(code);
  REQUIRE(entries.size() == before + (host ? 2 : 1));  // somebody else is host then
  REQUIRE((entries[before].has_seat_freed() || entries[before].has_seat_left_game()));
  if (host) REQUIRE(entries.back().has_host_changed());
  REQUIRE(stays.acknowledged(stays.say("the room goes on")));
  house.journal.load_notes(code, host ? 0 : 1, [](const store::Result<std::string>& notes) { REQUIRE(notes.value().empty()); });
}

TEST_CASE("a pause is told once, with who ordered it") {
  House house;
  auto people = house.game(2);
  const auto code = people[0]->code();
  auto before = people[1]->update().sequence();
  REQUIRE(people[0]->acknowledged(people[0]->pause()));
  REQUIRE(told(*people[1], before) == std::vector<std::string>{"The game is paused."});
  REQUIRE_FALSE(people[1]->room().paused_by_server());
  REQUIRE(people[0]->acknowledged(people[0]->pause(false)));
  before = people[1]->update().sequence();
  order(house, code, rooms::SetPause{true});
  REQUIRE(told(*people[1], before) == std::vector<std::string>{"The server's host pauses the game."});
  REQUIRE(people[1]->room().paused_by_server());
  REQUIRE(people[1]->room().notice() == "The server's host has paused the game.");
  const auto token = people[1]->token();
  house.crash();
  auto& back = house.client("de");
  back.resume(code, token);
  REQUIRE(back.room().paused_by_server());
  REQUIRE(back.room().notice() == "Der Betreiber des Servers hat das Spiel angehalten.");
  order(house, code, rooms::SetPause{false});
  REQUIRE(told(back, 0).back() == "Der Betreiber des Servers lässt das Spiel weitergehen.");
  REQUIRE_FALSE(back.room().paused_by_server());
}

TEST_CASE("whose room is closed hears that it is over for everybody, and who closed it") {
  House house;
  auto people = house.game(2);
  SECTION("the server's host") {
    order(house, people[0]->code(), rooms::Close{});
    REQUIRE_THAT(farewell(*people[1]).text(), Contains("server's host"));
  }
  SECTION("the room's host") {
    REQUIRE(people[0]->done(people[0]->close_room()));
    REQUIRE(farewell(*people[1]).text() == "The room was closed.");
  }
  REQUIRE(farewell(*people[1]).room_closed());
}

TEST_CASE("a locked room takes nobody new, neither to play nor to watch; seats are still taken back") {
  House house;
  auto& anna = house.client();
  anna.create(3, "Anna");
  const auto code = anna.code();
  auto& ben = house.client();
  ben.join(code, "Ben");
  REQUIRE(ben.refused(ben.lock()) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(anna.acknowledged(anna.lock()));
  REQUIRE(ben.room().locked());
  REQUIRE(ben.event_kinds().back() == "locked");
  REQUIRE(anna.done(anna.lock()));  // it is already
  const auto refused = [&](const std::string& name, bool spectate) {
    auto& newcomer = house.client();
    const auto request = newcomer.join(code, name, spectate);
    house.advance(1000);
    REQUIRE(newcomer.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
    REQUIRE_THAT(newcomer.reply(request)->refusal().text(), Contains("locked"));
  };
  refused("Cora", false);
  refused("Cora", true);
  REQUIRE(anna.acknowledged(anna.kick(1)));
  refused("Ben", false);
  const auto token = anna.token();
  house.crash();
  refused("Cora", false);
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.room().locked());
  REQUIRE(back.acknowledged(back.bot(2)));  // the host still may
  REQUIRE(back.acknowledged(back.lock(false)));
  auto& cora = house.client();
  cora.join(code, "Cora");
  REQUIRE(cora.seat() == 1);
}

TEST_CASE("a game that takes no bots refuses them in words, before and during a game") {
  SealedTraits traits;
  traits.takes_bots = false;
  House house(House::quick(), traits);
  auto& anna = house.client();
  anna.create(3, "Anna");
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  auto& cora = house.client("de");
  cora.join(anna.code(), "Cora");
  REQUIRE(anna.acknowledged(anna.kick(2)));
  const auto request = anna.bot(2);
  REQUIRE(anna.refused(request) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE_THAT(anna.reply(request)->refusal().text(), Contains("No bot can play"));
  auto& dora = house.client("de");
  dora.join(anna.code(), "Dora");
  ben.ready();
  dora.ready();
  REQUIRE(anna.acknowledged(anna.start()));
  ben.disconnect();
  REQUIRE(anna.refused(anna.bot(1)) == v1::REFUSAL_CODE_BAD_INPUT);
  const auto vote = dora.vote(1);
  REQUIRE(dora.refused(vote) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE_THAT(dora.reply(vote)->refusal().text(), Contains("kein Bot"));
}

TEST_CASE("the catalogue says which games take no bots: those whose members need something on the table") {
  House house([] { return games::standard_catalogue(); });
  auto& anna = house.client();
  v1::ClientMessage message;
  message.mutable_get_catalogue();
  const auto request = anna.send(message);
  std::vector<std::string> without;
  for (const auto& game : anna.reply(request)->catalogue().games())
    if (game.no_bots()) without.push_back(game.name());
  REQUIRE(without == std::vector<std::string>{"little-alchemists-companion"});
}
