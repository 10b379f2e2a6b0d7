// Brewing: commands, explosions, the flask, the end of the pot (rules §5, §6, rulings 1 to 15).
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

TEST_CASE("each player begins with the start bag, out of the shared supply (rules §2.1)") {
  Events<Event> events;
  std::optional<std::string> campaign;
  GameStep step{0, events, campaign};
  const auto names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b", "c", "d"});
  const auto state = set_up(tables(), plain(), names, 4, Seed{}, step);
  for (const auto& player : state.players) {
    CHECK(total(player.bag) >= 9);  // a fortune card may already have given one
    CHECK(player.bag[W1] >= 3);
    CHECK(player.flask);
  }
  CHECK(state.deck.size() == 23);
}

TEST_CASE("ruling 1: with an empty bag the flask may still be used, then the server stops the seat") {
  Table t(2);
  t.bag(0, "W1");
  t.brew_alone(0);
  t.luck(0, "W1");
  t.move(0, Draw{});
  REQUIRE(t.asked(0) == Ask::brew);
  CHECK_FALSE(can_draw(t.player(0)));
  CHECK(can_use_flask(t.player(0)));
  t.move(0, UseFlask{});
  CHECK(can_draw(t.player(0)));
  Table u(2);
  u.bag(0, "O1");
  u.brew_alone(0);
  u.draw(0, "O1");
  CHECK(u.told("Ann stops"));
}

TEST_CASE("ruling 2: an effect draws what is there") {
  Table t(2, with_book(Colour::blue, 1));
  t.bag(0, "B4 O1 W1");
  t.brew_alone(0);
  t.draw(0, "B4");
  REQUIRE(t.asked(0) == Ask::blue1);
  CHECK(t.player(0).pending->shown == chips("O1 W1"));
  CHECK(total(t.player(0).bag) == 0);
}

TEST_CASE("rulings 3 and 4: a full pot takes no draw, what else is placed stacks on 52") {
  Table t(2, with_book(Colour::red, 2));
  t.pot(0, "O1@50").bag(0, "G4 W1 W1");
  t.player(0).aside = chips("R1");
  t.brew_alone(0);
  t.draw(0, "G4");
  CHECK(t.spaces(0) == "50 52");
  REQUIRE(t.asked(0) == Ask::brew);  // the red chip beside the pot may still go back
  CHECK_FALSE(can_draw(t.player(0)));
  t.stop(0);
  REQUIRE(t.asked(0) == Ask::aside);
  t.move(0, SortAside{{R1}, {}});
  CHECK(t.spaces(0) == "50 52 52");
  CHECK(scoring_space(t.player(0)) == 53);
}

TEST_CASE("a start on 52 leaves nothing to draw, and stopping is possible without") {
  Table t(2);
  t.player(0).droplet = 51;
  t.player(0).rat_stone = 9;
  t.enter(Stage::brew);
  CHECK(t.player(0).start == 52);
  CHECK(t.player(0).stopped);
}

TEST_CASE("ruling 5: an explosion on 52") {
  Table t(2);
  t.pot(0, "W3@49 W3@51").bag(0, "W3 O1");
  t.brew_alone(0);
  t.draw(0, "W3");
  CHECK(t.player(0).exploded);
  CHECK(scoring_space(t.player(0)) == 53);
  CHECK_FALSE(t.told("Ann rolls"));
}

TEST_CASE("ruling 6: no stop before the first draw") {
  Table t(2);
  t.enter(Stage::brew);
  CHECK_FALSE(can_stop(t.player(0)));
  t.draw(0, "O1");
  CHECK(can_stop(t.player(0)));
}

TEST_CASE("ruling 8: the flask takes only the white chip that is last in the pot") {
  Table t(2);
  t.bag(0, "W2 O1 W1 K1");
  t.brew_alone(0);
  t.draw(0, "W2");
  CHECK(can_use_flask(t.player(0)));
  t.draw(0, "O1");
  CHECK_FALSE(can_use_flask(t.player(0)));
  t.draw(0, "W1");
  t.move(0, UseFlask{});
  CHECK_FALSE(t.player(0).flask);
  CHECK(t.spaces(0) == "2 3");
  CHECK_FALSE(can_use_flask(t.player(0)));
}

TEST_CASE("ruling 8: nor after the last white chip left the pot otherwise") {
  Table yellow(2, with_book(Colour::yellow, 1));
  yellow.round(2).bag(0, "W2 W1 Y1 K1").patient(0, Patient::forgetfulness, 5);
  yellow.brew_alone(0);
  yellow.draws(0, "W2 W1 Y1");
  yellow.yes(0);            // W1 goes back
  yellow.move(0, Forget{1});  // and the yellow chip: W2 is last again
  CHECK(colour(yellow.player(0).pot.back().kind) == Colour::white);
  CHECK_FALSE(can_use_flask(yellow.player(0)));

  Table card(2);
  card.card(Card::B08).bag(0, "W2 K1 W1");
  card.brew_alone(0);
  card.draw(0, "W2");
  REQUIRE(card.asked(0) == Ask::b08);
  card.yes(0);
  CHECK_FALSE(can_use_flask(card.player(0)));

  Table ears(2, with_alchemists());
  ears.patient(0, Patient::wing_ears, 3).pot(0, "W2@2").bag(0, "W1 K1");
  ears.brew_alone(0);
  ears.draw(0, "W1");
  ears.move(0, ChooseEars{ChooseEars::Way::back});
  CHECK_FALSE(can_use_flask(ears.player(0)));
}

TEST_CASE("ruling 9: the flask takes back a doubled white chip; arming and essence stay spent") {
  Table t(2, with_book(Colour::yellow, 2, with_alchemists()));
  t.round(2).patient(0, Patient::wing_ears, 4).bag(0, "Y1 W2 O1 K1");
  t.brew_alone(0);
  t.draws(0, "Y1 W2");
  t.move(0, ChooseEars{ChooseEars::Way::twice});
  CHECK(t.spaces(0) == "1 9");  // ruling 24: (2 x 2) x 2
  CHECK(t.player(0).essence == 2);
  t.move(0, UseFlask{});
  CHECK(t.player(0).essence == 2);
  CHECK_FALSE(t.player(0).armed);
  t.draw(0, "O1");
  CHECK(t.spaces(0) == "1 2");
}

TEST_CASE("ruling 10: the flask after another chip was forgotten") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::forgetfulness, 4).bag(0, "O1 W2 K1");
  t.brew_alone(0);
  t.draws(0, "O1 W2");
  t.move(0, Forget{0});
  CHECK(can_use_flask(t.player(0)));
  CHECK(t.spaces(0) == "3");  // nothing slides
}

TEST_CASE("ruling 11: the sum falls with the white chip that goes back") {
  Table t(2);
  t.pot(0, "W3@3 W2@5").bag(0, "W2 W1 W3 K1");
  t.brew_alone(0);
  t.draw(0, "W2");
  CHECK(white_sum(t.player(0)) == 7);
  t.move(0, UseFlask{});
  t.draw(0, "W2");
  CHECK_FALSE(t.player(0).exploded);
  CHECK(white_sum(t.player(0)) == 7);
}

TEST_CASE("rulings 15, 16 and 44: chips go back one after another, nothing slides, each may be drawn again") {
  Table t(2, with_book(Colour::blue, 3, with_alchemists()));
  t.patient(0, Patient::forgetfulness, 10).pot(0, "R1@1 O1@2 B2@4").bag(0, "K1 K1");
  t.player(0).rubies = 0;
  t.brew_alone(0);
  t.move(0, Forget{2});
  CHECK(frontier(t.player(0)) == 2);
  t.move(0, Forget{0});
  CHECK(t.spaces(0) == "2");
  t.player(0).pot[0].space = 3;
  t.draw(0, "B2");  // lands on 5, a ruby space: its action happens again
  CHECK(t.spaces(0) == "3 5");
  CHECK(t.player(0).rubies == 1);
}

TEST_CASE("ruling 45: a pending choice blocks its own seat, and nothing is forgotten after the stop") {
  Table t(2, with_book(Colour::yellow, 1, with_alchemists()));
  t.round(2).patient(0, Patient::forgetfulness, 5).bag(0, "W1 O1 Y1 K1");
  t.enter(Stage::brew);
  t.draws(0, "O1 W1 Y1");
  REQUIRE(t.asked(0) == Ask::yellow1);
  CHECK(t.asked(1) == Ask::brew);  // the other goes on
  t.draw(1, "O1");
  CHECK(t.asked(0) == Ask::yellow1);
  CHECK_THROWS_AS(t.move(0, Draw{}), std::logic_error);
}

TEST_CASE("an exploded seat keeps chip actions and the ruby, and has no die (rules §6)") {
  Table t(2);
  t.pot(0, "W3@20 G1@21 W3@22").bag(0, "W2 K1");
  t.pot(1, "O1@1");
  t.player(0).rubies = 0;
  t.brew_alone(0);
  t.draw(0, "W2");
  REQUIRE(t.player(0).exploded);
  CHECK(t.player(0).pot.back().space == 24);
  t.until(Stage::points);
  CHECK(t.asked(0) == Ask::exploded);
  CHECK(t.told("Ben rolls the bonus die"));
  CHECK_FALSE(t.told("Ann rolls"));
}

TEST_CASE("all seats brew at the same time, each from its own stream (rules §14.1)") {
  const auto play = [](std::vector<Seat> order) {
    Table t(3);
    t.enter(Stage::brew);
    for (const auto seat : order)
      if (t.asked(seat) == Ask::brew && can_draw(t.player(seat))) t.move(seat, Draw{});
    CanonicalWriter out;
    for (const auto& player : t.state.players)
      for (const auto& in_pot : player.pot) out << in_pot.kind << in_pot.space;
    return out.bytes();
  };
  CHECK(play({0, 0, 0, 1, 1, 2, 2, 2}) == play({2, 1, 0, 2, 0, 1, 0, 2}));
}
