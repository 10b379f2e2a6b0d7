// Theories and guessing (rules §6.5, §13 rows 16, 20 to 25).

#include "scene.h"

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

// Proves so many ingredients, lowest first, without playing.
void prove(Scene& t, unsigned number) {
  for (Ingredient i = 0; i < number; ++i) {
    t.state.theories[free_slot(t.state, t.set(i)).value()] = i;
    t.state.gem_stack.pop_back();
  }
}

TEST_CASE("[§6.5] level 2: a correct theory shows ingredient and set to all and gives the top gem") {
  auto t = Scene(2).secret(119);
  t.play(0, ShareTheory{frog, t.set(frog)});
  const auto told = t.seen<TheoryRight>(Viewer::seat(1));
  REQUIRE(told.size() == 1);
  CHECK(told[0].ingredient == frog);
  CHECK(told[0].gem == 4);
  CHECK(std::vector<std::uint8_t>(t.player(0).gems.begin(), t.player(0).gems.end()) == std::vector<std::uint8_t>{4});
  CHECK(proven(t.state, frog));
  CHECK(t.state.phase == Phase::after_action);
  CHECK(t.state.gem_stack.size() == 4);
}

TEST_CASE("[§13 row 22] level 2: the first free space of the two is used") {
  auto t = Scene(2).secret(119);  // frog and mandrake are twins of FL
  REQUIRE(t.set(frog) == t.set(mandrake));
  t.play(0, ShareTheory{mandrake, t.set(mandrake)});
  CHECK(t.state.theories[0] == mandrake);
  t.play(0, EndTurn{});
  t.play(1, ShareTheory{frog, t.set(frog)});
  CHECK(t.state.theories[1] == frog);
}

TEST_CASE("[§6.5] an incorrect theory: a broken gem, two tiles unseen to the discard pile, nothing told but that it was wrong") {
  auto t = Scene(3, 3).secret(489);
  const auto stack = t.state.stack.size();
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  CHECK(t.player(0).broken_gems == 1);
  CHECK(t.state.stack.size() == stack - 2);
  CHECK(total(t.state.unseen_discard) == 2);
  CHECK_FALSE(t.seen<TheoryWrong>(Viewer::seat(1))[0].own.has_value());
  CHECK(t.seen<TheoryWrong>(Viewer::seat(0))[0].own->ingredient == frog);
  const auto discarded = t.seen<Discarded>(Viewer::seat(0));
  REQUIRE(discarded.size() == 1);
  CHECK(discarded[0].number == 2);
  CHECK_FALSE(discarded[0].own.has_value());  // not even the theorist sees them
  CHECK(t.state.phase == Phase::after_action);
}

TEST_CASE("[§6.6] after a theory nothing is drawn") {
  auto t = Scene(3).secret(489);
  const auto hand = total(t.player(0).hand);
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  t.play(0, EndTurn{});
  CHECK(total(t.player(0).hand) == hand);
}

TEST_CASE("[§6.5] level 3: first the set alone, guesses in turn order and open, then the reveal") {
  auto t = Scene(3, 4).secret(489);
  t.state.active = 2;
  t.play(2, ShareTheory{fern, t.set(fern)});
  CHECK(t.state.phase == Phase::guess);
  CHECK_FALSE(t.seen<TheoryRight>(Viewer::seat(3))[0].ingredient.has_value());
  CHECK(t.seen<TheoryRight>(Viewer::seat(2))[0].ingredient == fern);
  CHECK(t.player(2).gems.empty());
  CHECK_FALSE(proven(t.state, fern));
  CHECK_FALSE(question(t.state, 0).has_value());
  t.play(3, MakeGuess{fern});
  CHECK(t.seen<Guessed>(Viewer::seat(0))[0].ingredient == fern);
  t.play(0, MakeGuess{fern});  // equal guesses are allowed
  t.play(1, MakeGuess{});
  CHECK(t.player(3).coins == 3);
  CHECK(t.player(0).coins == 3);
  CHECK(t.player(1).coins == 2);
  CHECK(t.player(2).gems.size() == 1);
  CHECK(proven(t.state, fern));
  CHECK(t.seen<Revealed>()[0].right == std::vector<Seat>{3, 0});
  CHECK(t.state.phase == Phase::after_action);
  CHECK(to_act(t.state) == Seat{2});
}

TEST_CASE("[§13 row 20] what is on the board, or has no room, cannot be named") {
  auto t = Scene(3).secret(489);
  prove(t, 1);
  const auto asked = decision(t.state, 0, Language::english);
  const auto offer = std::find_if(asked.offers.begin(), asked.offers.end(), [](const Offer& o) { return o.verb == "share-theory"; });
  REQUIRE(offer != asked.offers.end());
  for (const auto& option : std::get<Pick>(offer->fields[0].kind).options) CHECK(option.term != "ingredient.frog");
  for (const auto& option : std::get<Pick>(offer->fields[1].kind).options) CHECK(option.term != "set." + letters(t.set(frog)));
  CHECK(std::get<Pick>(offer->fields[0].kind).options.size() == 5);
  CHECK(std::get<Pick>(offer->fields[1].kind).options.size() == 5);
}

TEST_CASE("[§13 row 20] level 2: a set is named once and stays as long as one of its spaces is free") {
  auto t = Scene(2).secret(119);
  const auto sets = [&] {
    const auto asked = decision(t.state, 0, Language::english);
    for (const auto& offer : asked.offers)
      if (offer.verb == "share-theory") return std::get<Pick>(offer.fields[1].kind).options.size();
    return std::size_t{0};
  };
  CHECK(sets() == 3);
  t.state.theories[0] = frog;
  CHECK(sets() == 3);
  t.state.theories[1] = mandrake;
  CHECK(sets() == 2);
}

TEST_CASE("[§13 row 21] a theory may contradict the own tracker and repeat an own wrong theory") {
  auto t = Scene(3).secret(489);
  const auto wrong = t.wrong_set(frog);
  t.play(0, ShareTheory{frog, wrong});
  t.play(0, EndTurn{});
  t.state.active = 0;
  t.play(0, ShareTheory{frog, wrong});
  CHECK(t.player(0).broken_gems == 2);
}

TEST_CASE("[§13 row 23] there may be more than eight broken gems") {
  auto t = Scene(3).secret(489);
  t.player(0).broken_gems = 8;
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  CHECK(t.player(0).broken_gems == 9);
}

TEST_CASE("[§13 row 24] guesses after the last theory count, then the game ends") {
  auto t = Scene(3, 3).secret(489);
  prove(t, 4);
  t.play(0, ShareTheory{feather, t.set(feather)});
  t.play(1, MakeGuess{feather});
  CHECK_FALSE(over(t.state));
  t.play(2, MakeGuess{mandrake});
  CHECK(t.player(1).coins == 3);
  REQUIRE(over(t.state));
  CHECK(t.state.end->reason == EndReason::theory);
  CHECK(t.state.phase == Phase::finished);
}

TEST_CASE("[§13 row 25] a silent guesser makes no guess after the limit; who has left is skipped") {
  auto t = Scene(3, 4).secret(489);
  t.leave(2);
  t.play(0, ShareTheory{fern, t.set(fern)});
  t.time_out(TimerName::guess);
  CHECK_FALSE(t.seen<Guessed>()[0].ingredient.has_value());
  CHECK(t.seen<Guessed>()[0].seat == 1);
  t.play(3, MakeGuess{fern});
  CHECK(t.seen<Guessed>().size() == 2);
  CHECK(t.state.phase == Phase::after_action);
}

TEST_CASE("[§13 row 16] the customer may change in the middle of a turn: the action is over, nothing is sold") {
  auto t = Scene(3).secret(489);
  t.customer('F').coming("L").stack({frog}).discard({fern, foot, foot});
  t.player(0).bottle_out = true;
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  CHECK(data().customers[*present_customer(t.state)].potion == Result::luck);
  CHECK_FALSE(t.player(0).bottle_out);
  CHECK(t.player(0).coins == 2);
  CHECK(t.state.phase == Phase::after_action);
}

TEST_CASE("[§4.4] Thick Eraser: no broken gem, but the two tiles go") {
  auto t = Scene(6).secret(431);
  t.artifact(0, Artifact::thick_eraser);
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  CHECK(t.player(0).broken_gems == 0);
  CHECK(total(t.state.unseen_discard) == 2);
}

TEST_CASE("[§4.4] Looking Glass: the theorist alone learns how many potions are right") {
  auto t = Scene(6).secret(431);
  t.artifact(0, Artifact::looking_glass);
  const auto wrong = t.wrong_set(frog);
  t.play(0, ShareTheory{frog, wrong});
  const auto own = t.seen<TheoryWrong>(Viewer::seat(0))[0].own;
  REQUIRE(own.has_value());
  CHECK(own->right == static_cast<int>(size_of(static_cast<PotionSet>(wrong & t.set(frog)))));
  CHECK(own->right <= 2);
  CHECK_FALSE(t.seen<TheoryWrong>(Viewer::seat(1))[0].own.has_value());
}

TEST_CASE("[§6.1] level 1 has no theories") {
  CHECK_FALSE(Scene(1).offered(0, "share-theory"));
  CHECK(Scene(2).offered(0, "share-theory"));
}

}  // namespace
}  // namespace athanor::tests
