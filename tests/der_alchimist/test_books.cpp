// Book spaces (rules §12).
#include "table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Phase;
using da::Scan;

namespace {

// Seat 0 stands before a book and lands on it.
Table on_book(std::uint8_t space = 26) {
  Table t(2);
  t.turn_of(0);
  t.place(0, static_cast<std::uint8_t>(space - 1));
  t.hand(0, "W1 W2 F1");
  t.hand(1, "F2 F3");
  t.play(0, da::PlayAbility{card("W1")});
  return t;
}
void back_to(Table& t, Seat seat) {
  t.state.phase = Phase::turn;
  t.turn_of(seat);
}

}  // namespace

TEST_CASE("E7: cards or five points, never both") {
  auto t = on_book();
  REQUIRE(t.state.phase == Phase::book_scan);
  t.play(0, da::TakeAnswer{t.state.answer_piles[1].front()});
  CHECK(t.player(0).scan[1] == Scan::taken);
  CHECK(t.state.answer_piles[1].size() == 7);
  CHECK(t.state.active == 1);

  back_to(t, 0);
  REQUIRE(t.offers(0, "rescan"));
  t.play(0, da::Rescan{});
  CHECK(t.picks(0, "take-answer").options.size() == 7);
  t.play(0, da::TakeAnswer{t.state.answer_piles[1].back()});
  CHECK(t.player(0).answers.size() == 2);
  CHECK(t.state.active == 1);

  back_to(t, 0);
  t.play(0, da::Rescan{});
  t.play(0, da::NoneFits{});
  CHECK(t.player(0).points == 0);
  CHECK(t.player(0).scan[1] == Scan::taken);

  back_to(t, 1);
  t.place(1, 25);
  t.hand(1, "W1 F2");
  t.play(1, da::PlayAbility{card("W1")});
  t.play(1, da::NoneFits{});
  CHECK(t.player(1).points == 5);
  CHECK(t.player(1).scan[1] == Scan::closed);
  CHECK(t.state.active == 0);

  back_to(t, 1);
  t.place(1, 25);
  t.hand(1, "W1 F2");
  t.play(1, da::PlayAbility{card("W1")});
  CHECK(t.state.phase == Phase::turn);
  CHECK(t.state.active == 0);
}

TEST_CASE("a rescan excludes every other action of the turn (§7)") {
  auto t = on_book();
  t.play(0, da::TakeAnswer{t.state.answer_piles[1].front()});
  back_to(t, 0);
  t.hand(0, "S W2");
  CHECK(t.offers(0, "rescan"));
  t.play(0, da::PlayStone{da::Ability::wisdom});
  CHECK_FALSE(t.offers(0, "rescan"));
}

TEST_CASE("no rescan without a card taken before, and none off a book (§12)") {
  auto t = on_book();
  t.play(0, da::PutBack{});
  CHECK(t.player(0).scan[1] == Scan::fresh);
  back_to(t, 0);
  CHECK_FALSE(t.offers(0, "rescan"));
  t.state.players[0].scan[1] = Scan::taken;
  CHECK(t.offers(0, "rescan"));
  t.place(0, 27);
  CHECK_FALSE(t.offers(0, "rescan"));
}

TEST_CASE("landing again scans again, new or taken (§19 row 27)") {
  auto t = on_book();
  t.play(0, da::TakeAnswer{t.state.answer_piles[1].front()});
  back_to(t, 0);
  t.place(0, 24);
  t.stone(da::Ability::wisdom);
  t.hand(0, "W2 F1");
  t.play(0, da::PlayAbility{card("W2")});
  CHECK(t.state.phase == Phase::book_scan);
  CHECK(t.picks(0, "take-answer").options.size() == 7);
}

TEST_CASE("an empty pile counts as none fits for who comes first, and ends the turn for who took (§12, §19 row 28)") {
  Table t(2);
  t.turn_of(0);
  t.place(0, 25);
  t.hand(0, "W1 F1");
  t.state.out_of_game.clear();
  for (const auto id : t.state.answer_piles[1]) t.state.players[1].answers.push_back({id, 1});
  t.state.answer_piles[1].clear();
  SECTION("new") {
    t.play(0, da::PlayAbility{card("W1")});
    CHECK(t.player(0).points == 5);
    CHECK(t.player(0).scan[1] == Scan::closed);
    CHECK(t.state.active == 1);
  }
  SECTION("taken") {
    t.state.players[0].scan[1] = Scan::taken;
    t.play(0, da::PlayAbility{card("W1")});
    CHECK(t.player(0).points == 0);
    CHECK(t.state.active == 1);
    back_to(t, 0);
    CHECK_FALSE(t.offers(0, "rescan"));
  }
}

TEST_CASE("the scan's own clock puts the pile back, also without a turn clock (§12, §18.1)") {
  auto settings = default_settings();
  settings.turn_ms = 0;
  Table t(2, settings);
  t.turn_of(0);
  t.place(0, 25);
  t.hand(0, "W1 F1");
  t.play(0, da::PlayAbility{card("W1")});
  t.time(89'999);
  CHECK(t.state.phase == Phase::book_scan);
  t.time(90'000);
  CHECK(t.state.active == 1);
  CHECK(t.player(0).scan[1] == Scan::fresh);
  CHECK(t.player(0).points == 0);
  CHECK(t.happened<da::ScanClosed>().at(0).result == da::ScanResult::expired);
}

TEST_CASE("only the scanner is told which card was taken (§16)") {
  auto t = on_book();
  const auto id = t.state.answer_piles[1][3];
  const auto& text = da::data().answers[id].text.english;
  t.forget_events();
  t.play(0, da::TakeAnswer{id});
  unsigned own = 0;
  for (const auto& entry : t.events.entries()) {
    const auto* closed = std::get_if<da::ScanClosed>(&entry.event);
    if (closed == nullptr) continue;
    if (entry.audience.includes(games::Viewer::seat(1)) || entry.audience.includes(games::Viewer::spectator())) {
      CHECK(closed->text.empty());
    } else {
      CHECK(closed->text == text);
      ++own;
    }
  }
  CHECK(own == 1);
}

TEST_CASE("cards that are not in the pile cannot be taken (§17 UNKNOWN_CARD)") {
  auto t = on_book();
  const auto elsewhere = t.state.answer_piles[2].front();
  CHECK(t.answer(0, {0, da::offer_id::take, {games::Picked{{elsewhere + 1U}}}}).has_value());
  CHECK(t.answer(0, {0, da::offer_id::take, {games::Picked{{161}}}}).has_value());
  CHECK(t.state.answer_piles[2].size() == 8);
}
