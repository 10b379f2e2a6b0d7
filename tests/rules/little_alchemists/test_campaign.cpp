// Boxes, locks, keys, trophies (rules §4.5 and §11).

#include "companion.h"
#include "texts/texts.h"

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

using namespace athanor::games;
using namespace athanor::games::little_alchemists;

std::string after(std::initializer_list<std::string> changes, std::string state = "") {
  for (const auto& change : changes) state = campaign_fold(state, change);
  return state;
}

TEST_CASE("[§11] a new campaign has level 1 open; the test opens level 2") {
  const Campaign fresh = campaign_from("");
  CHECK(fresh.level_open(1));
  for (unsigned level = 2; level <= max_level; ++level) CHECK_FALSE(fresh.level_open(level));
  const Campaign passed = campaign_from(after({test_passed_change(true)}));
  CHECK(passed.level_open(2));
  CHECK_FALSE(passed.level_open(3));
}

TEST_CASE("[§4.5] keys fill the locks 3 3 4 4 5 and open the boxes") {
  unsigned keys = 0;
  for (unsigned box = 3; box <= max_level; ++box) {
    keys += data().locks[box];
    INFO("box " << box);
    CHECK_FALSE(campaign_from(after({keys_change(keys - 1, true)})).level_open(box));
    CHECK(campaign_from(after({keys_change(keys, true)})).level_open(box));
  }
  CHECK(keys == 19);
}

TEST_CASE("[§11] left-over keys go on with the next box, in one game or in several") {
  const Campaign one = campaign_from(after({keys_change(5, true)}));
  CHECK(one.level_open(3));
  CHECK_FALSE(one.level_open(4));
  CHECK(unsigned{one.filled[4]} == 2);
  CHECK(campaign_from(after({keys_change(2, true), keys_change(2, true), keys_change(1, true)})) == one);
}

TEST_CASE("[§13 row 37] when boxes 3 to 7 are open, keys go to the trophies: 4, 6, 8") {
  const auto all = after({keys_change(19, true)});
  CHECK(campaign_from(all).trophies() == 0);
  CHECK(campaign_from(after({keys_change(3, true)}, all)).trophies() == 0);
  CHECK(campaign_from(after({keys_change(4, true)}, all)).trophies() == 1);
  CHECK(campaign_from(after({keys_change(6, true), keys_change(4, true)}, all)).trophies() == 2);
  const Campaign gold = campaign_from(after({keys_change(6, true), keys_change(6, true), keys_change(6, true), keys_change(6, true)}, all));
  CHECK(gold.trophies() == 3);
  CHECK(gold.trophy_keys == 24);  // further keys are counted only
}

TEST_CASE("[§14] in the companion people open boxes themselves") {
  const auto earned = after({test_passed_change(false), keys_change(3, false)});
  CHECK_FALSE(campaign_from(earned).level_open(2));
  CHECK(campaign_from(earned).earned[3]);
  const Campaign opened = campaign_from(after({open_box_change(3)}, earned));
  CHECK(opened.level_open(3));
  CHECK_FALSE(opened.level_open(2));
  CHECK_FALSE(campaign_from(after({open_box_change(4)}, earned)).level_open(4));  // not earned
}

TEST_CASE("[§14] the progress of real boxes can be entered") {
  const Campaign campaign = campaign_from(after({progress_change(4, 2, 9)}));
  CHECK(campaign.level_open(4));
  CHECK_FALSE(campaign.level_open(5));
  CHECK(unsigned{campaign.filled[5]} == 2);
  CHECK(campaign.trophy_keys == 0);
  CHECK(campaign_from(after({keys_change(2, true)}, campaign_text(campaign))).level_open(5));
  CHECK(campaign_from(after({progress_change(7, 0, 9)})).trophy_keys == 9);
}

TEST_CASE("a campaign survives being written and read, and nonsense does not") {
  Board board = board_of_level(5);
  const auto text = after({keys_change(22, true), test_passed_change(true), board_change(5, board)});
  CHECK(campaign_text(campaign_from(text)) == text);
  CHECK(campaign_from(text).own_boards[2]->cross[0] == board.cross[0]);
  CHECK_THROWS_AS(campaign_from("nonsense"), std::logic_error);
  CHECK_THROWS_AS(campaign_fold("", "{\"open_box\": 99}"), std::logic_error);
}

TEST_CASE("the campaign in words") {
  const auto lines = campaign_text_lines(campaign_from(after({test_passed_change(true), keys_change(4, true)})), Language::english);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "Open levels: 1, 2 and 3.");
  CHECK(lines[1] == "Box 4: 1 of 3 locks filled.");
  CHECK(campaign_text_lines(campaign_from(after({keys_change(23, true)})), Language::german).back() == "Pokale: Bronze. Schlüssel für Pokale: 4.");
}

}  // namespace
}  // namespace athanor::tests
