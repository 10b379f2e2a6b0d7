// What the client of Little Alchemists works out for a player follows from what he is shown, and from nothing else.

#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

void add_token(google::protobuf::RepeatedPtrField<v1::TrackerToken>* tracker, std::uint32_t a, std::uint32_t b, const std::string& result) {
  auto& token = *tracker->Add();
  token.set_a(a);
  token.set_b(b);
  token.set_result(result);
}

v1::LittleAlchemistsView level_two() {
  auto view = level_one();
  view.set_level(2);
  for (const auto* set : {"FL", "FL", "FY", "FY", "LY", "LY"}) view.mutable_board()->add_slots()->set_potions(set);
  return view;
}

std::string said(const v1::LittleAlchemistsView& view) {
  Model model;
  model.room = room_of("little-alchemists", v1::ROOM_PHASE_PLAYING);
  model.terms = Terms(catalogue("en").games(0));
  model.seat = 0;
  model.view = view.SerializeAsString();
  return spoken("little-alchemists", model, Texts("en"));
}

}  // namespace

TEST_CASE("The tracker draws no conclusion from crosses that the board does not show (rules §12)") {
  using Catch::Contains;
  auto view = level_two();
  view.mutable_own()->clear_tracker();
  add_token(view.mutable_own()->mutable_tracker(), 0, 1, "F");
  view.mutable_board()->mutable_slots(0)->set_theory(1);  // frog and fern make fire and luck,
  view.mutable_board()->mutable_slots(1)->set_theory(2);
  view.mutable_board()->mutable_slots(4)->set_theory(5);  // feather and mandrake luck and flying
  view.mutable_board()->mutable_slots(5)->set_theory(6);

  SECTION("what the public sets say follows") {
    CHECK_THAT(said(view), Contains("frog + feather: luck"));
    CHECK_THAT(said(view), Contains("fern + mandrake: luck"));
    CHECK_THAT(said(view), Contains("frog + chicken foot: fire"));  // only one pair of sets is left
  }
  SECTION("two that make the same may make either of it, whatever two others made") {
    CHECK_THAT(said(view), !Contains("feather + mandrake:"));
    CHECK_THAT(said(view), !Contains("chicken foot + scorpion:"));
  }
  SECTION("after the game the crosses lie open") {
    for (const auto* row : {".FFFLL", "F.FFLL", "FF.YYY", "FFY.YY", "LLYY.L", "LLYYL."}) view.mutable_board()->add_cross(row);
    CHECK_THAT(said(view), Contains("feather + mandrake: luck"));
  }
}

TEST_CASE("At level 1, where no board is shown, nothing follows from a token (rules §12)") {
  using Catch::Contains;
  auto view = level_one();
  view.mutable_own()->clear_tracker();
  // Enough to know every ingredient's set from the level's board.
  for (const auto& [a, b, result] : {std::tuple(0U, 1U, "F"), std::tuple(0U, 2U, "F"), std::tuple(0U, 4U, "L"), std::tuple(2U, 4U, "Y"), std::tuple(1U, 4U, "L"),
                                     std::tuple(2U, 3U, "Y"), std::tuple(3U, 4U, "Y"), std::tuple(0U, 3U, "F"), std::tuple(0U, 5U, "L"), std::tuple(2U, 5U, "Y")})
    add_token(view.mutable_own()->mutable_tracker(), a, b, result);
  CHECK_THAT(said(view), Contains("frog + fern: fire"));
  CHECK_THAT(said(view), !Contains("From this follows"));
  CHECK_THAT(said(view), !Contains("What each ingredient makes"));
}
