// The essence phase and the patients (rules §9, §10; rulings 27 to 73).
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

namespace {

// Seat 0 has reached this field of its patient; the other seat has an empty pot far away from everything.
Table at_field(Patient patient, unsigned field, Options options = with_alchemists()) {
  Table t(2, std::move(options));
  t.round(3).patient(0, patient).patient(1, Patient::forgetfulness);
  t.pot(1, "W1@40");
  t.state.stage = Stage::essence;
  t.player(0).reach = field;
  return t;
}
void take(Table& t, unsigned field) {
  t.player(0).pending = Pending{Ask::field, {}, std::nullopt};
  t.move(0, ChooseField{static_cast<std::uint8_t>(field)});
}

}  // namespace

TEST_CASE("patients are chosen in secret and turned over together; start chips follow (rules §3, §10)") {
  Events<Event> events;
  std::optional<std::string> campaign;
  GameStep step{0, events, campaign};
  const auto names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b"});
  auto state = set_up(tables(), with_alchemists(), names, 2, Seed{}, step);
  state.dealt = {Patient::forgetfulness, Patient::carrot_nose, Patient::witchs_hump};
  CHECK(state.round == 0);
  apply(state, 0, ChoosePatient{0}, step);
  CHECK_FALSE(state.players[0].patient);
  apply(state, 1, ChoosePatient{1}, step);
  CHECK(state.players[0].patient == Patient::forgetfulness);
  CHECK(state.players[1].patient == Patient::carrot_nose);
  CHECK(state.round == 1);
}

TEST_CASE("start chips of Vergesslichkeit and Rübennase (11 and 10 chips)") {
  Table t(2, with_alchemists());
  t.state.dealt = {Patient::forgetfulness, Patient::carrot_nose, Patient::witchs_hump};
  t.state.round = 0;
  t.state.deck.push_back(Card::B07);  // nothing else happens
  t.enter(Stage::patients);
  t.move(0, ChoosePatient{0});
  t.move(1, ChoosePatient{1});
  CHECK(total(t.player(0).bag) == 11);
  CHECK(t.in_bag(0, "B1") == 1);
  CHECK(t.in_bag(0, "R1") == 1);
  CHECK(total(t.player(1).bag) == 10);
  CHECK(t.in_bag(1, "O1") == 2);
}

TEST_CASE("the reach: colours, exactly 7, exploded neighbours, never the own explosion (rulings 31, 55, 58)") {
  Table t(3, with_alchemists());
  t.pot(0, "O1@1 O1@2 G4@6 W3@9 W3@12 W2@14");
  t.player(0).exploded = true;
  t.player(0).aside = chips("R1");
  t.player(0).display = chips("B1");
  CHECK(essence_reach(t.state, 0) == 2);
  CHECK(essence_reach(t.state, 1) == 1);
  CHECK(essence_reach(t.state, 2) == 1);
}

TEST_CASE("reaches come from one snapshot, a lower field is a free choice (rulings 49, 53)") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::witchs_hump, 7).patient(1, Patient::witchs_hump).pot(0, "O1@1 G1@2 B1@3 R1@4");
  t.enter(Stage::essence);
  REQUIRE(t.asked(0) == Ask::field);
  CHECK(t.player(0).essence == 0);  // what was left is lost
  CHECK_FALSE(t.asked(1));          // reach 0 is not asked
  t.move(0, ChooseField{3});
  CHECK(t.player(0).essence == 3);
  CHECK(t.player(0).rat_bonus == 1);
}

TEST_CASE("rulings 50, 51: too little essence is no offer") {
  Table t(2, with_book(Colour::blue, 3, with_alchemists()));
  t.patient(0, Patient::witchs_hump, 1).bag(0, "B4 O1 K1");
  t.brew_alone(0);
  t.draws(0, "B4 O1");
  CHECK(t.asked(0) == Ask::brew);
  Table u(2, with_alchemists());
  u.patient(0, Patient::wing_ears, 2).bag(0, "W1 K1");
  u.brew_alone(0);
  u.draw(0, "W1");
  REQUIRE(u.asked(0) == Ask::ears);
}

TEST_CASE("ruling 54: a rat bonus of round 8 moves the stone in round 9, the leader's too") {
  Table t(2, with_alchemists());
  t.round(9);
  t.player(0).vp = 30;
  t.player(0).rat_bonus = 1;
  t.enter(Stage::rats);
  CHECK(t.player(0).rat_stone == 1);
  CHECK(t.player(0).rat_bonus == 0);
}

TEST_CASE("Ohrwurm: after the own explosion, with blue 1, with the die (rulings 32, 34, 35)") {
  auto t = at_field(Patient::ear_worm, 1, with_book(Colour::blue, 1, with_alchemists()));
  t.pot(0, "O1@39").bag(0, "B1 W3");
  t.luck(0, "B1");
  take(t, 1);
  REQUIRE(t.asked(0) == Ask::blue1);
  t.player(0).exploded = true;
  t.move(0, ChooseShown{W3});
  CHECK(t.spaces(0) == "39 40 43");
  CHECK_FALSE(t.asked(0) == Ask::brew);
}

TEST_CASE("Ohrwurm: white above 7 does not explode, and the flask is no help (rulings 31, 33)") {
  auto t = at_field(Patient::ear_worm, 3);
  t.pot(0, "W3@3 W3@6").bag(0, "W3 W2");
  take(t, 3);
  CHECK(white_sum(t.player(0)) == 11);
  CHECK_FALSE(t.player(0).exploded);
  CHECK(t.player(0).flask);
}

TEST_CASE("Ohrwurm with red 2: a red chip uses up a draw and is offered again, kept ones are not (rulings 28, 30)") {
  auto t = at_field(Patient::ear_worm, 3, with_book(Colour::red, 2, with_alchemists()));
  t.pot(0, "O1@1").bag(0, "R2 O1 G1");
  t.player(0).kept = chips("R4");
  t.luck(0, "R2");
  take(t, 3);
  REQUIRE(t.asked(0) == Ask::aside);
  CHECK(t.player(0).aside == chips("R2"));
  CHECK(t.player(0).pot.size() == 2);  // two draws: the red one and another
  t.move(0, SortAside{{R2}, {}});
  CHECK(t.player(0).kept == chips("R4"));
  CHECK(t.player(0).pot.size() == 3);
}

TEST_CASE("Schreckhaftigkeit: whites go back, the display is placed as if drawn, and no more after an explosion (rulings 47, 48)") {
  Table t(2, with_book(Colour::yellow, 2, with_alchemists()));
  t.round(2).patient(0, Patient::nervousness, 5).bag(0, "W1 W1 Y1 R4");
  t.brew_alone(0);
  CHECK(t.player(0).display == chips("Y1 R4"));
  CHECK(t.player(0).bag == chips("W1 W1"));
  CHECK_FALSE(can_stop(t.player(0)));
  t.move(0, PlaceDisplay{Y1});
  CHECK(can_stop(t.player(0)));
  t.move(0, PlaceDisplay{R4});
  CHECK(t.spaces(0) == "1 9");  // doubled
  Table u(2, with_alchemists());
  u.patient(0, Patient::nervousness, 2).pot(0, "W3@3 W3@6").bag(0, "O1 W2 W2");
  u.luck(0, "O1");
  u.brew_alone(0);
  REQUIRE(u.player(0).display == chips("O1"));
  u.move(0, Draw{});
  CHECK(u.player(0).exploded);
  CHECK(u.asked(0) != Ask::brew);
}

TEST_CASE("Schreckhaftigkeit with red 2: reds wait for the stop; leftovers go back at the end (rulings 27, 48)") {
  Table t(2, with_book(Colour::red, 2, with_alchemists()));
  t.patient(0, Patient::nervousness, 3).patient(1, Patient::witchs_hump).bag(0, "R1 O1");
  t.pot(1, "W1@40");
  t.enter(Stage::brew);
  t.stop_others(0);
  CHECK(t.player(0).aside == chips("R1"));
  CHECK(t.player(0).display == chips("O1"));
  t.stop(0);
  t.move(0, SortAside{});
  t.until(Stage::fortune);
  CHECK(t.state.round == 2);
  CHECK(t.player(0).kept == chips("R1"));
  CHECK(total(t.player(0).display) == 0);
  CHECK(t.in_bag(0, "O1") >= 1);
}

TEST_CASE("Rübennase: no ruby space ahead is no offer; a pumpkin of blue 1 is one (rulings 36, 37)") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::carrot_nose, 5).pot(0, "K1@52").bag(0, "K1 O1");
  t.player(0).pot[0].space = 51;
  t.brew_alone(0);
  t.draw(0, "O1");
  CHECK(t.asked(0) == Ask::carrot);  // 52 has a ruby
  Table u(2, with_book(Colour::blue, 1, with_alchemists()));
  u.patient(0, Patient::carrot_nose, 5).bag(0, "B1 O1");
  u.brew_alone(0);
  u.draw(0, "B1");
  u.move(0, ChooseShown{O1});
  CHECK(u.asked(0) == Ask::carrot);
  CHECK_FALSE(next_ruby_space(u.state, 52));
}

TEST_CASE("Segelohren: a white chip of blue 1 is one; one that would explode is not (rulings 39, 40)") {
  Table t(2, with_book(Colour::blue, 1, with_alchemists()));
  t.patient(0, Patient::wing_ears, 5).bag(0, "B1 W1");
  t.brew_alone(0);
  t.draw(0, "B1");
  t.move(0, ChooseShown{W1});
  CHECK(t.asked(0) == Ask::ears);
  Table u(2, with_alchemists());
  u.patient(0, Patient::wing_ears, 5).pot(0, "W3@3 W3@6").bag(0, "W2 K1");
  u.brew_alone(0);
  u.draw(0, "W2");
  CHECK(u.player(0).exploded);
}

TEST_CASE("Hexenbuckel: every bonus by printed value and colour, whites and the exploding chip too") {
  const auto bonus = [](std::string_view code, std::vector<unsigned> faces = {}) {
    Table t(2, with_alchemists());
    auto kind = find_chip(code).value();
    t.round(3).patient(0, Patient::witchs_hump, 2);
    t.player(0).bag = chips(code);
    t.player(0).bag[K1] = static_cast<std::uint8_t>(t.player(0).bag[K1] + 1);
    t.player(0).rubies = 0;
    t.pot(0, "W3@3 W3@4");
    t.player(0).pot.back().space = static_cast<std::uint8_t>(5 - std::min(value(kind), 4U));
    if (colour(kind) == Colour::locoweed) t.player(0).pot.back().space = 4;
    t.player(0).pot.front().space = 1;
    t.brew_alone(0);
    t.luck(0, code, std::move(faces));
    t.move(0, Draw{});
    REQUIRE(t.asked(0) == Ask::hump);
    t.yes(0);
    return std::tuple(t.player(0).vp, t.player(0).rubies, t.in_bag(0, "Y1"));
  };
  CHECK(bonus("G1") == std::tuple(0, 1U, 0U));
  CHECK(bonus("G2", {2}) == std::tuple(2, 0U, 0U));
  CHECK(bonus("K1", {3}) == std::tuple(0, 1U, 0U));
  CHECK(bonus("W3") == std::tuple(0, 0U, 1U));  // and it explodes the pot
  CHECK(bonus("P1") == std::tuple(0, 0U, 1U));
  CHECK(bonus("G4") == std::tuple(3, 0U, 0U));
  CHECK(bonus("L1") == std::tuple(3, 0U, 0U));
}

TEST_CASE("Hexenbuckel: a rolled droplet moves at once, the chips stay; only the final space counts (rulings 41, 43)") {
  Table t(2, with_alchemists());
  t.card(Card::B02).patient(0, Patient::witchs_hump, 4).pot(0, "O1@3").bag(0, "O1 R2 K1");
  t.brew_alone(0);
  t.draw(0, "O1");  // 5 through B02
  REQUIRE(t.asked(0) == Ask::hump);
  t.no(0);
  t.luck(0, "R2", {4});
  t.player(0).pot[1].space = 6;
  t.move(0, Draw{});  // 2 and 1 for the pumpkins, two of them: 9
  REQUIRE(t.asked(0) == Ask::hump);
  t.yes(0);
  CHECK(t.player(0).droplet == 1);
  CHECK(t.player(0).start == 0);
  CHECK(t.spaces(0) == "3 6 9");
}

TEST_CASE("no patient's action for reds placed after the stop (ruling 29)") {
  Table t(2, with_book(Colour::red, 2, with_alchemists()));
  t.patient(0, Patient::witchs_hump, 5).pot(0, "O1@4").bag(0, "R1 K1");
  t.brew_alone(0);
  t.draw(0, "R1");
  t.stop(0);
  t.move(0, SortAside{{R1}, {}});
  CHECK(t.spaces(0) == "4 5");
  CHECK(t.asked(0) != Ask::hump);
}

TEST_CASE("Hühneraugen: the bonus of each field") {
  const auto after = [](unsigned field, std::vector<unsigned> faces = {}) {
    auto t = at_field(Patient::chicken_eyes, field);
    t.player(0).rubies = 0;
    t.player(0).flask = false;
    t.dice(0, std::move(faces));
    take(t, field);
    return t;
  };
  CHECK(after(1).player(0).rubies == 1);
  CHECK(after(2).in_bag(0, "O1") == 2);
  CHECK(after(4).player(0).flask);
  CHECK(after(5).in_bag(0, "R1") == 1);
  CHECK(after(6).player(0).rubies == 3);
  CHECK(after(7, {0, 2}).player(0).vp == 3);
  CHECK(after(8).player(0).droplet == 2);
  CHECK(after(10, {0, 1, 2, 3}).player(0).vp == 4);
}

TEST_CASE("Hühneraugen d with a full flask brings nothing (ruling 62); j under B01 rolls eight times (ruling 73)") {
  auto t = at_field(Patient::chicken_eyes, 4);
  take(t, 4);
  CHECK_FALSE(t.told("flask is full again"));
  auto u = at_field(Patient::chicken_eyes, 10);
  u.card(Card::B01);
  take(u, 10);
  unsigned rolls = 0;
  for (const auto& entry : u.events.entries()) {
    if (const auto* rolled = std::get_if<DieRolled>(&entry.event)) rolls += rolled->seat == 0;
  }
  CHECK(rolls == 8);  // somebody else is the furthest
}

TEST_CASE("Hühneraugen c: the swap of a green chip counts for the green book (ruling 63); never locoweed (ruling 66)") {
  auto t = at_field(Patient::chicken_eyes, 3, with_book(Colour::green, 3, with_alchemists()));
  t.pot(0, "W3@3 W3@6 W1@7 O1@8 L1@9 G1@10 W1@11");
  t.player(0).pot.pop_back();
  take(t, 3);
  REQUIRE(t.asked(0) == Ask::swap);
  CHECK(swappable(t.state, t.player(0), 2) == std::vector<std::uint8_t>{5});
  t.defaults(0);
  CHECK(t.player(0).pot.back().kind == G2);
  CHECK(t.player(0).pot.back().space == 12);  // green 3: moved by its new value
}

TEST_CASE("Vampirismus: one extra chip at once, apart from the purchase (rulings 59, 60)") {
  auto t = at_field(Patient::vampirism, 10);
  t.pot(0, "O1@14");
  take(t, 10);
  REQUIRE(t.asked(0) == Ask::vamp_buy);
  t.move(0, TakeChips{list("L1")});
  CHECK(t.in_bag(0, "L1") == 1);
  CHECK(total(t.player(0).bought) == 0);
  t.until(Stage::buy);
  REQUIRE(t.asked(0) == Ask::buy);
  CHECK(t.player(0).coins == 15);
}

TEST_CASE("Vampirismus: the last chip goes in turn order, the loser chooses again (ruling 61)") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::vampirism, 4).patient(1, Patient::vampirism, 4).supply("G1", 1);
  t.state.start = 1;
  t.enter(Stage::essence_bonus);
  t.move(0, TakeChips{list("G1")});
  CHECK(t.in_bag(0, "G1") == 1);  // sealed
  t.move(1, TakeChips{list("G1")});
  CHECK(t.in_bag(1, "G1") == 2);
  CHECK(t.in_bag(0, "G1") == 1);
  REQUIRE(t.asked(0) == Ask::vamp_buy);
  t.move(0, TakeChips{});
  CHECK(t.state.stage != Stage::essence_bonus);
}

TEST_CASE("round 9: the field is points, nothing else (rules §13)") {
  Table t(2, with_alchemists());
  t.round(9).patient(0, Patient::vampirism).patient(1, Patient::ear_worm).pot(0, "O1@1 G1@2").pot(1, "O1@30");
  t.enter(Stage::essence);
  CHECK(t.player(0).essence_vp == 2);
  CHECK(t.player(0).rat_bonus == 0);
  CHECK(t.player(1).pot.size() == 1);
}

TEST_CASE("without Alchemisten there is no essence phase") {
  Table t(2);
  t.pot(0, "O1@1 G1@2");
  t.enter(Stage::pots);
  CHECK(t.state.stage > Stage::essence_card);
}
