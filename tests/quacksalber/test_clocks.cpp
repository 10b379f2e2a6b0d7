// Clocks, absence, leaving (rules §14.3, §14.4).
#include <quacksalber/table.h>

#include <athanor/quacksalber/game.h>
#include <offers.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

namespace {

Options clocked(Options options = plain()) {
  options.clock = true;
  return options;
}
Options alchemists_clocked() { return clocked(with_alchemists()); }

RoomTime deadline(const Table& t, Seat seat) {
  return t.state.timers.deadline({static_cast<std::uint8_t>(TimerName::question), static_cast<std::int8_t>(seat)}).value_or(0);
}

}  // namespace

TEST_CASE("each seat has its own clock, anew for each action") {
  Table t(2, clocked());
  t.enter(Stage::brew);
  CHECK(deadline(t, 0) == 30'000);
  t.now = 10'000;
  t.draw(0, "O1");
  CHECK(deadline(t, 0) == 40'000);
  CHECK(deadline(t, 1) == 30'000);
}

TEST_CASE("a brewing seat's time is up: it draws once, then it stops; two in a row are the autopilot") {
  Table t(2, clocked());
  t.enter(Stage::brew);
  t.stop_others(0);
  t.timers(30'000);
  CHECK(t.player(0).pot.size() == 1);
  CHECK_FALSE(t.player(0).idle);
  t.state.players[1].stopped = true;
  t.timers(60'000);
  CHECK(t.player(0).idle);
  CHECK(t.told("Ann plays by default"));
  CHECK(question(t.state, 0).has_value());
  CHECK(decision(t.state, 0, Language::english).hidden);
  t.move(0, ComeBack{});
  CHECK_FALSE(t.player(0).idle);
}

TEST_CASE("an answer between two missed deadlines counts as a sign of life") {
  Table t(2, clocked());
  t.enter(Stage::brew);
  t.stop_others(0);
  t.timers(30'000);
  t.draw(0, "W1");
  t.timers(60'000);
  CHECK(t.player(0).stopped);
  CHECK_FALSE(t.player(0).idle);
}

TEST_CASE("a stop and the clock in the same moment: what comes first counts, the other finds nothing") {
  Table stop_first(2, clocked()), clock_first(2, clocked());
  for (auto* t : {&stop_first, &clock_first}) {
    t->enter(Stage::brew);
    t->draw(0, "O1");
    t->now = 5'000;
    t->draw(1, "O1");
  }
  stop_first.now = 30'000;
  stop_first.stop(0);
  stop_first.timers(30'000);
  CHECK(stop_first.player(0).run_outs == 0);
  CHECK_FALSE(stop_first.told("time is up"));
  clock_first.timers(30'000);
  CHECK(clock_first.player(0).stopped);
  CHECK(clock_first.told("Ann's time is up"));
  CHECK_THROWS_AS(clock_first.move(0, Stop{}), std::logic_error);  // the adapter refuses it as stale before
}

TEST_CASE("every question has its seconds") {
  Table t(2, alchemists_clocked());
  const auto after = [&](Ask ask, unsigned seconds) {
    CHECK(tables().seconds.at(static_cast<std::size_t>(ask)) == seconds);
  };
  after(Ask::patient, 90);
  after(Ask::fortune, 45);
  after(Ask::brew, 30);
  after(Ask::ears, 20);
  after(Ask::buy, 60);
  after(Ask::vamp_buy, 30);
  after(Ask::tube, 20);
}

TEST_CASE("the defaults of rules §14.3") {
  Table t(2, alchemists_clocked());
  t.round(3);
  const auto by_default = [&](Ask ask) {
    t.player(0).pending = Pending{ask, chips("G2"), std::nullopt};
    return default_move(t.state, 0);
  };
  CHECK(std::get<ChoosePatient>(by_default(Ask::patient)).place == 0);
  CHECK(std::holds_alternative<Draw>(by_default(Ask::brew)));
  CHECK(std::get<ChooseEars>(by_default(Ask::ears)).way == ChooseEars::Way::place);
  CHECK_FALSE(std::get<Agree>(by_default(Ask::carrot)).yes);
  CHECK(std::get<Agree>(by_default(Ask::hump)).yes);
  CHECK_FALSE(std::get<ChooseShown>(by_default(Ask::blue1)).kind);
  CHECK_FALSE(std::get<ChooseShown>(by_default(Ask::b09)).kind);
  CHECK(std::get<Agree>(by_default(Ask::yellow1)).yes);
  CHECK(std::get<Agree>(by_default(Ask::b08)).yes);
  CHECK_FALSE(std::get<ChoosePotChip>(by_default(Ask::loco_return)).position);
  CHECK_FALSE(std::get<Agree>(by_default(Ask::b11)).yes);
  CHECK_FALSE(std::get<Agree>(by_default(Ask::tube)).yes);
  CHECK(std::get<ChooseNumber>(by_default(Ask::green4)).number == 0);
  CHECK(std::get<ChooseNumber>(by_default(Ask::purple2)).number == 0);
  CHECK(std::get<SpendRubies>(by_default(Ask::rubies)).droplet == 0);
  t.player(0).reach = 6;
  CHECK(std::get<ChooseField>(by_default(Ask::field)).field == 6);
  t.player(0).aside = chips("R1 R4 R2");
  CHECK(std::get<SortAside>(by_default(Ask::aside)).place == list("R4 R2 R1"));
  t.patient(0, Patient::vampirism, 10);  // 16 coins
  CHECK(std::get<TakeChips>(by_default(Ask::vamp_buy)).kinds == list("R4"));
  t.player(0).coins = 15;
  CHECK(std::get<TakeChips>(by_default(Ask::buy)).kinds == list("G4"));
  t.player(0).coins = 17;
  CHECK(std::get<TakeChips>(by_default(Ask::buy)).kinds == list("R4"));
  t.player(0).coins = 20;
  CHECK(std::get<TakeChips>(by_default(Ask::buy)).kinds == list("B4"));
  t.player(0).coins = 24;
  CHECK(std::get<TakeChips>(by_default(Ask::buy)).kinds == list("B4 G1"));
  t.patient(0, Patient::chicken_eyes, 3).pot(0, "Y1@1 G1@2 B1@3");
  CHECK(std::get<ChoosePotChip>(by_default(Ask::swap)).position == 2);  // R B Y G
  t.pot(0, "G4@1 G2@2");
  CHECK(std::get<TakeChips>(by_default(Ask::green2)).kinds == list("Y1 B1"));
  t.pot(0, "G1@1 R2@2 P1@3 P1@4 P1@5");
  const auto upgraded = std::get<Upgrade>(by_default(Ask::purple4));
  CHECK(upgraded.to == G4);  // 1 -> 4 is the highest step
  t.pot(0, "O1@12");
  CHECK_FALSE(std::get<Agree>(by_default(Ask::exploded)).yes);
  t.round(9).pot(0, "O1@4");  // 0 points, 5 coins
  CHECK(std::get<Agree>(by_default(Ask::exploded)).yes);
}

TEST_CASE("away: defaults at once, and back at the next decision") {
  Table t(2, clocked());
  t.enter(Stage::brew);
  t.presence(0, Presence::away);
  CHECK(t.player(0).stopped);
  CHECK(t.player(0).pot.size() == 1);
  CHECK_FALSE(question(t.state, 0));
  t.presence(0, Presence::here);
  CHECK(t.told("The seat of Ann no longer plays by itself"));
  t.draw(1, "O1");
  t.stop(1);
  CHECK(t.state.stage >= Stage::buy);
}

TEST_CASE("all on autopilot: the game stands still, and goes on where it was") {
  Table t(2, clocked());
  t.enter(Stage::brew);
  t.now = 10'000;
  t.presence(0, Presence::away);
  t.presence(1, Presence::away);
  CHECK(t.told("stands still"));
  CHECK(t.state.standing_still);
  CHECK_FALSE(t.state.timers.next_deadline());
  const auto pot = t.player(1).pot.size();
  t.now = 500'000;
  t.presence(1, Presence::here);
  CHECK(t.told("goes on"));
  CHECK(t.asked(1) == Ask::brew);
  CHECK(t.player(1).pot.size() == pot);
  CHECK(deadline(t, 1) == 520'000);  // 10 of its 30 seconds are over
}

TEST_CASE("clock off: nobody is hurried; after two minutes the others may go on without the absent one") {
  Table t(3);
  t.enter(Stage::brew);
  t.now = 60'000;
  t.presence(0, Presence::away);  // told after 60 seconds
  CHECK(t.asked(0) == Ask::brew);
  t.stop_others(0);
  CHECK_FALSE(question(t.state, 1));
  t.timers(120'000);
  REQUIRE(question(t.state, 1));
  const auto waiting = decision(t.state, 1, Language::english);
  CHECK(waiting.hidden);
  CHECK(waiting.offers.front().verb == "play-on");
  SECTION("they ask for it") {
    t.move(1, PlayOn{0});
    CHECK(t.player(0).stopped);
    CHECK(t.told("play on without Ann"));
    t.presence(0, Presence::here);
    CHECK_FALSE(on_autopilot(t.player(0)));
  }
  SECTION("he is back before") {
    t.presence(0, Presence::here);
    CHECK_FALSE(question(t.state, 1));
    CHECK(t.asked(0) == Ask::brew);
  }
}

TEST_CASE("leaving: defaults to the end, unranked; the last one wins at once") {
  Table t(3, clocked());
  t.enter(Stage::brew);
  t.player(0).vp = 99;
  t.leave(0);
  CHECK(t.player(0).stopped);
  CHECK_FALSE(question(t.state, 0));
  CHECK_FALSE(over(t.state));
  CHECK_FALSE(ranking(t.state).back().ranked);
  CHECK(ranking(t.state).back().seat == 0);
  t.leave(2);
  REQUIRE(over(t.state));
  CHECK(t.state.end->others_left);
  CHECK(t.told("All others left: Ben wins"));
  CHECK(ranking(t.state).front().winner);
}

TEST_CASE("a game that ends in mid-choice keeps every chip") {
  Table t(2, clocked(with_book(Colour::blue, 1)));
  t.bag(0, "B2 O1 G1");
  t.enter(Stage::brew);
  t.draw(0, "B2");
  REQUIRE(t.asked(0) == Ask::blue1);
  t.leave(1);
  CHECK(t.player(0).bag == chips("O1 G1"));
}

TEST_CASE("through the interface: an answer after the clock is stale, one after another seat's move is not") {
  const auto type = make_game();
  StartInfo info;
  info.options = *complete_options(*type, {{"alchemists", "off"}, {"locoweed", "none"}}, Language::english);
  info.names = {"Ann", "Ben"};
  info.seed[0] = 3;
  const auto game = type->start(info).game;
  RoomTime at = 0;
  const auto is_brewing = [&](Seat seat) {
    const auto asked = game->decision(seat, Language::english);
    return asked && asked->offers.front().verb == "draw";
  };
  while (!is_brewing(0) || !is_brewing(1))  // past the fortune card
    for (Seat seat = 0; seat < 2; ++seat)
      if (game->decision_id(seat) && !is_brewing(seat)) REQUIRE(game->answer(seat, *game->default_answer(seat), at, Language::english));
  const Answer draw{*game->decision_id(0), 1, {}}, other{*game->decision_id(1), 1, {}};
  REQUIRE(game->answer(1, other, at, Language::english));
  REQUIRE(game->answer(0, draw, at, Language::english));
  const auto again = game->answer(0, draw, at, Language::english);  // the same key twice
  REQUIRE_FALSE(again);
  CHECK(again.error().kind == Rejection::Kind::stale);
  const auto id = game->decision_id(0);
  REQUIRE(is_brewing(0));  // no card's choice came between with this seed
  REQUIRE(is_brewing(1));
  const Answer stop{*id, 2, {}};
  at = *game->next_deadline();
  (void)game->fire_timers(at);
  const auto late = game->answer(0, stop, at, Language::english);
  REQUIRE_FALSE(late);
  CHECK(late.error().kind == Rejection::Kind::stale);
}
