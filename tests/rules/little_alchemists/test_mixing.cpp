// Mixing, wishes, pets, sales, trades (rules §6.3, §6.4, §13 rows 10 to 19).

#include "scene.h"

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

// Game 6 of level 1: frog + fern fire, frog + feather luck, fern + scorpion flying.
Scene level_one() { return std::move(Scene(1).secret(6).hand(0, {frog, frog, fern, feather}).market({foot, frog, scorpion})); }
// Game 489 of level 4: frog + fern fire, frog + scorpion ghostly, fern + foot love, fern + feather luck.
Scene level_four() { return std::move(Scene(4, 3).secret(489).hand(0, {frog, fern, foot, scorpion, feather}).hand(1, {frog, fern, foot})); }
// Game 19551 of level 7: frog + scorpion wishes, frog + feather powerless, fern + mandrake wishes.
Scene level_seven() { return std::move(Scene(7).secret(19551).hand(0, {frog, frog, fern, fern, scorpion, feather, mandrake})); }

TEST_CASE("[§6.3] the result is announced to all, the ingredients to the mixer alone") {
  auto t = level_one();
  t.play(0, Mix{frog, fern});
  const auto own = t.seen<Mixed>(Viewer::seat(0));
  const auto others = t.seen<Mixed>(Viewer::seat(1));
  REQUIRE(own.size() == 1);
  REQUIRE(others.size() == 1);
  CHECK(own[0].own.has_value());
  CHECK(own[0].own->is_new);
  CHECK(others[0].result == Result::fire);
  CHECK_FALSE(others[0].own.has_value());
  CHECK_FALSE(t.seen<Mixed>(Viewer::spectator())[0].own.has_value());
}

TEST_CASE("[§6.3] a mix puts a token into the tracker and the tiles into the holder") {
  auto t = level_one();
  t.play(0, Mix{feather, frog});
  CHECK(t.player(0).tracker[pair_index(frog, feather)] == Result::luck);
  CHECK(t.player(0).hand == tiles({frog, fern}));
  REQUIRE(t.state.turn.mixed.has_value());
  CHECK(t.state.phase == Phase::after_action);
  CHECK_FALSE(t.offered(0, "mix"));
}

TEST_CASE("[§13 row 13] a known pair may be mixed again, but brings no second token") {
  auto t = level_one();
  t.customer('F');
  t.player(0).tracker[pair_index(frog, fern)] = Result::fire;
  t.play(0, Mix{frog, fern});
  CHECK_FALSE(t.seen<Mixed>(Viewer::seat(0))[0].own->is_new);
  CHECK(t.player(0).coins == 2 + 3);  // it sells all the same
}

TEST_CASE("[§7.3] a sale pays and leaves the bottle on the customer") {
  auto t = level_one();
  t.customer('F');
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).coins == 5);
  CHECK(t.player(0).bottle_out);
  CHECK(t.seen<Sold>().size() == 1);
}

TEST_CASE("[§13 row 15] nobody sells twice to the same customer") {
  auto t = level_one();
  t.customer('F');
  t.player(0).bottle_out = true;
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).coins == 2);
  CHECK(t.seen<Sold>().empty());
}

TEST_CASE("[§13 row 17] without customer a potion is made and not sold") {
  auto t = level_one();
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).coins == 2);
}

TEST_CASE("[§6.3] the wrong potion is not sold") {
  auto t = level_one();
  t.customer('Y');
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).coins == 2);
}

TEST_CASE("[§6.3 step 8] coins gained may be spent at once") {
  auto t = level_one();
  t.customer('F');
  t.player(0).coins = 0;
  CHECK_FALSE(t.offered(0, "buy-ingredient"));
  t.play(0, Mix{frog, fern});
  CHECK(t.offered(0, "buy-ingredient"));
}

TEST_CASE("[§6.3 step 1] two of a kind: no potion, no token, a tile from the market instead") {
  auto t = level_one();
  t.customer('F');
  t.play(0, Mix{frog, frog});
  CHECK(t.state.phase == Phase::trade);
  CHECK(t.seen<Mixed>()[0].result == Result::trade);
  CHECK(t.player(0).coins == 2);
  t.play(0, ChooseTrade{0});
  CHECK(t.player(0).hand == tiles({fern, feather, foot}));
  CHECK_FALSE(t.state.market[0].has_value());
  t.play(0, EndTurn{});
  CHECK(total(t.player(0).hand) == 5);  // one tile more than before
  for (const auto& token : t.player(0).tracker) CHECK_FALSE(token.has_value());
}

TEST_CASE("[§6.2] the traded tile must be another ingredient") {
  auto t = level_one();
  t.play(0, Mix{frog, frog});
  CHECK(may_trade_for(t.state, 0));
  CHECK_FALSE(may_trade_for(t.state, 1));  // a frog
  CHECK(may_trade_for(t.state, 2));
  CHECK_FALSE(may_trade_for(t.state, 3));  // empty
}

TEST_CASE("[§13 row 11] trade while the market is empty: the mix counts, nothing is taken") {
  auto t = level_one();
  t.market({});
  t.play(0, Mix{frog, frog});
  CHECK(t.state.phase == Phase::after_action);
  CHECK(total(t.player(0).hand) == 2);
}

TEST_CASE("[§13 row 12] trade while all face-up tiles are the mixed ingredient: any of them") {
  auto t = level_one();
  t.market({frog, frog});
  t.play(0, Mix{frog, frog});
  REQUIRE(t.state.phase == Phase::trade);
  CHECK(may_trade_for(t.state, 0));
  t.play(0, ChooseTrade{1});
  CHECK(t.player(0).hand == tiles({fern, feather, frog}));
}

TEST_CASE("[§6.3 step 5] the first potion brings the pet that likes it, without a coin") {
  auto t = level_four();
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).pet == Pet::salamander);
  CHECK(t.player(0).coins == 2);
  CHECK(t.state.phase == Phase::after_action);
  CHECK_FALSE(t.state.pets[static_cast<std::size_t>(Pet::salamander)]);
}

TEST_CASE("[§4.3] the cat likes love and ghostly") {
  auto t = level_four();
  t.player(0).pet = Pet::cat;
  t.play(0, Mix{frog, scorpion});
  CHECK(t.player(0).coins == 3);
  auto u = level_four();
  u.player(0).pet = Pet::cat;
  u.play(0, Mix{fern, foot});
  CHECK(u.player(0).coins == 3);
  auto v = level_four();
  v.player(0).pet = Pet::cat;
  v.play(0, Mix{frog, fern});
  CHECK(v.player(0).coins == 2);
}

TEST_CASE("[§13 row 19] a first potion whose pet is taken gives a free choice") {
  auto t = level_four();
  t.player(1).pet = Pet::salamander;
  t.state.pets[static_cast<std::size_t>(Pet::salamander)] = false;
  t.customer('F');
  t.play(0, Mix{frog, fern});
  CHECK(t.state.phase == Phase::pet);
  CHECK(t.player(0).coins == 2);  // the sale comes after the choice
  t.play(0, ChoosePet{Pet::owl});
  CHECK(t.player(0).pet == Pet::owl);
  CHECK(t.player(0).coins == 5);
  CHECK(t.state.phase == Phase::after_action);
}

TEST_CASE("[§13 row 18] a theory or a trade brings no pet; the first real potion does, whenever that is") {
  auto t = level_four();
  t.hand(0, {frog, frog, fern});
  t.play(0, Mix{frog, frog});
  if (t.state.phase == Phase::trade) t.play(0, ChooseTrade{static_cast<std::uint8_t>(default_trade(t.state))});
  CHECK_FALSE(t.player(0).pet.has_value());
  CHECK(t.state.phase == Phase::after_action);
}

TEST_CASE("[§13 row 18] a theory as first action brings no pet; a later first potion brings it and pays no pet coin") {
  for (const bool right : {false, true}) {
    auto t = level_four();
    t.play(0, ShareTheory{feather, right ? t.set(feather) : t.wrong_set(feather)});
    while (t.state.phase == Phase::guess) t.play(t.state.open_theory->guesser, MakeGuess{});
    CHECK_FALSE(t.player(0).pet.has_value());
    t.play(0, EndTurn{});
    for (unsigned turn = 0; turn < 2; ++turn) {  // the others trade, which brings them none either
      const Seat seat = t.state.active;
      t.hand(seat, {foot, foot}).market({mandrake});
      t.play(seat, Mix{foot, foot});
      t.play(seat, ChooseTrade{0});
      CHECK_FALSE(t.player(seat).pet.has_value());
      t.play(seat, EndTurn{});
    }
    REQUIRE(t.state.active == 0);
    t.hand(0, {frog, fern, foot});
    const auto coins = t.player(0).coins;
    t.play(0, Mix{frog, fern});
    CHECK(t.player(0).pet == Pet::salamander);
    CHECK(t.player(0).coins == coins);
    CHECK(t.seen<PetTaken>().size() == 1);
    CHECK(t.seen<PetCoin>().empty());
  }
}

TEST_CASE("[§4.2] who sells love or a ghostly potion is paid 4, the others pay 3") {
  for (const auto& [potion, pays] : {std::pair('V', 4U), std::pair('G', 4U), std::pair('F', 3U), std::pair('L', 3U), std::pair('Y', 3U)}) {
    auto t = Scene(3).secret(489);
    const Mix pair = t.pair(potion);
    t.hand(0, {pair.a, pair.b}).customer(potion);
    t.play(0, pair);
    CHECK(t.player(0).coins == 2 + pays);
  }
}

TEST_CASE("[§6.3 step 5] when everybody has a pet, the leftover ones leave the game") {
  auto t = level_four();
  t.player(1).pet = Pet::owl;
  t.player(2).pet = Pet::rabbit;
  t.state.pets = {true, true, false, false};
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).pet == Pet::salamander);
  CHECK(t.state.pets == std::array<bool, pet_kinds>{});
}

TEST_CASE("[§13 row 14] one potion earns the pet coin and the sale") {
  auto t = level_four();
  t.player(0).pet = Pet::salamander;
  t.customer('F');
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).coins == 2 + 1 + 3);
}

TEST_CASE("[§4.4] Brass Scales and Pet Bed pay more") {
  auto t = Scene(6).secret(431).hand(0, {frog, fern});  // frog + fern fire at level 6, game 431
  t.artifact(0, Artifact::brass_scales).artifact(0, Artifact::pet_bed);
  t.player(0).pet = Pet::salamander;
  t.customer('F');
  t.play(0, Mix{frog, fern});
  CHECK(t.player(0).coins == 2 + 2 + 4);
}

TEST_CASE("[§6.4] a wish counts for pet and customer as the named type") {
  auto t = level_seven();
  t.player(0).pet = Pet::salamander;
  t.customer('L');
  t.play(0, Mix{frog, scorpion});
  REQUIRE(t.state.phase == Phase::wish);
  SECTION("for the customer: the pet is not pleased") {
    t.play(0, ChooseWish{Result::luck});
    CHECK(t.player(0).coins == 5);
  }
  SECTION("for the pet: the customer does not buy") {
    t.play(0, ChooseWish{Result::fire});
    CHECK(t.player(0).coins == 3);
  }
  SECTION("powerless may be wished for and earns nothing") {
    t.play(0, ChooseWish{Result::powerless});
    CHECK(t.player(0).coins == 2);
  }
  CHECK(t.player(0).tracker[pair_index(frog, scorpion)] == Result::wishes);
  CHECK(t.seen<Wished>().size() == 1);
  CHECK(t.state.phase == Phase::after_action);
}

TEST_CASE("[§6.4] both pay if both like the one named type") {
  auto t = level_seven();
  t.player(0).pet = Pet::rabbit;
  t.customer('L');
  t.play(0, Mix{frog, scorpion});
  t.play(0, ChooseWish{Result::luck});
  CHECK(t.player(0).coins == 2 + 1 + 3);
}

TEST_CASE("[§6.4] wishes cannot be wished for") {
  auto t = level_seven();
  t.play(0, Mix{frog, scorpion});
  const auto asked = decision(t.state, 0, Language::english);
  const auto& options = std::get<Pick>(asked.offers.at(0).fields.at(0).kind).options;
  CHECK(options.size() == 6);
  for (const auto& option : options) CHECK(option.term != "potion.W");
}

TEST_CASE("[§6.4] a wish as first potion: the customer is served, the pet is a free choice, no pet coin") {
  auto t = level_seven();
  t.customer('L');
  t.play(0, Mix{frog, scorpion});
  t.play(0, ChooseWish{Result::luck});
  REQUIRE(t.state.phase == Phase::pet);
  t.play(0, ChoosePet{Pet::rabbit});
  CHECK(t.player(0).coins == 5);
}

TEST_CASE("[§6.4] a powerless result is recorded, earns nothing, and as first result gives a free choice of pet") {
  auto t = level_seven();
  t.customer('F');
  t.play(0, Mix{frog, feather});
  CHECK(t.player(0).tracker[pair_index(frog, feather)] == Result::powerless);
  REQUIRE(t.state.phase == Phase::pet);
  t.play(0, ChoosePet{Pet::cat});
  CHECK(t.player(0).coins == 2);
}

TEST_CASE("[§6.4] a player can own two wishes tokens") {
  auto t = level_seven();
  t.player(0).pet = Pet::cat;
  t.play(0, Mix{frog, scorpion});
  t.play(0, ChooseWish{Result::powerless});
  t.play(0, EndTurn{});
  t.state.active = 0;
  t.hand(0, {fern, mandrake, frog});
  t.play(0, Mix{fern, mandrake});
  CHECK(t.state.phase == Phase::wish);
  CHECK(std::count(t.player(0).tracker.begin(), t.player(0).tracker.end(), Result::wishes) == 2);
}

TEST_CASE("[§13 row 27] default wish: most coins, else the customer's, else the pet's, else powerless") {
  auto t = level_seven();
  t.play(0, Mix{frog, scorpion});
  CHECK(default_wish(t.state) == Result::powerless);
  t.player(0).pet = Pet::owl;
  CHECK(default_wish(t.state) == Result::flying);
  t.customer('V');
  CHECK(default_wish(t.state) == Result::love);
  t.player(0).bottle_out = true;
  CHECK(default_wish(t.state) == Result::flying);  // the pet's coin is all there is to earn
  t.player(0).pet.reset();
  CHECK(default_wish(t.state) == Result::love);  // nothing to earn: the customer's
}

TEST_CASE("[§13 row 27] default pet and default trade") {
  auto t = level_four();
  CHECK(default_pet(t.state) == Pet::cat);
  t.state.pets = {false, false, true, true};
  CHECK(default_pet(t.state) == Pet::rabbit);
  auto u = level_one();
  u.market({frog, scorpion, foot});
  u.play(0, Mix{frog, frog});
  CHECK(default_trade(u.state) == 1);
}

}  // namespace
}  // namespace athanor::tests
