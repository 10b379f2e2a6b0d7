// The companion-only session: its devices, who owns the campaign, progress and printed boards (rules §14).

#include "session.h"

#include <athanor/games/wire.h>
#include <athanor/little_alchemists/game.h>

namespace athanor::tests {
namespace {

TEST_CASE("[§14] progress and a printed board are entered by who owns the campaign: the device that opened the session, or the next when it has left") {
  const std::string verb = GENERATE("progress", "board");
  Session s(3, 3);
  CHECK(s.offered(verb, 0));
  Answer asked;
  {
    Decision keep;
    asked.offer_id = s.offer(0, verb, keep)->id;
  }
  for (const Seat other : {Seat{1}, Seat{2}}) {
    CHECK_FALSE(s.offered(verb, other));
    const auto refusal = app::explain(s.state, other, asked, Language::english);
    REQUIRE(refusal.has_value());
    CHECK(refusal->reason == "not-owner");
    CHECK_THAT(refusal->text, Catch::Contains("only that device"));
  }
  CHECK_FALSE(app::explain(s.state, 0, asked, Language::english).has_value());
  app::leave(s.state, 0);
  CHECK(s.offered(verb, 1));
  CHECK_FALSE(s.offered(verb, 2));
  app::SessionStep step{0, s.events, s.change};
  app::join(s.state, 0, step);  // somebody else at the first seat
  CHECK_FALSE(s.offered(verb, 0));
  for (Seat seat = 0; seat < 3; ++seat) app::leave(s.state, seat);
  app::join(s.state, 7, step);
  CHECK(s.offered(verb, 7));
}

TEST_CASE("[§14] progress that the boxes cannot show is refused with a reason and changes nothing") {
  Session s(1);
  const auto reason = [&](std::int32_t level, std::int32_t locks, std::int32_t trophies) {
    const auto move = s.progress(level, locks, trophies);
    return move ? std::string("accepted") : move.error().reason;
  };
  for (std::int32_t level = 1; level <= 7; ++level) {
    const std::int32_t most = level == 1 || level == 7 ? 0 : data().locks[static_cast<std::size_t>(level) + 1];
    for (std::int32_t locks = 0; locks <= 5; ++locks) {
      INFO("level " << level << ", locks " << locks);
      CHECK(reason(level, locks, 0) == (locks <= most ? "accepted" : "progress-locks"));
    }
    CHECK(reason(level, 0, 9) == (level == 7 ? "accepted" : "progress-trophies"));
  }
  CHECK(s.progress(2, 4, 0).error().text == "Box 3 has only 3 locks, and 4 cannot be filled. Look at the stickers and enter it again.");
  // What is accepted is what is kept.
  s.play(0, s.progress(4, 2, 0).value());
  CHECK(campaign_from(s.state.campaign).filled[5] == 2);
}

TEST_CASE("[§14] free seats are no devices: they are not counted and not asked") {
  const auto type = make_companion();
  StartInfo info;
  info.options = complete_options(*type, {}, Language::english).value();
  info.seats = 4;
  info.names = {"", "Phone", "", ""};
  auto game = std::move(type->start(info).game);
  for (Seat seat = 0; seat < 4; ++seat) CHECK(game->decision_id(seat).has_value() == (seat == 1));
  const auto joined = game->join(3, 0);
  REQUIRE(joined.events.size() == 1);
  CHECK_THAT(joined.events[0].body->text(Language::english), Catch::Contains("Devices: 2."));
  const auto offers_progress = [&](Seat seat) {
    const auto asked = *game->decision(seat, Language::english);
    return std::any_of(asked.offers.begin(), asked.offers.end(), [](const Offer& offer) { return offer.verb == "progress"; });
  };
  CHECK(offers_progress(1));
  CHECK_FALSE(offers_progress(3));
}

TEST_CASE("[§14] devices join and leave; a new one knows nothing of what the old one asked") {
  Session s(3, 2);
  CHECK_FALSE(app::question(s.state, 5).has_value());
  app::SessionStep step{0, s.events, s.change};
  app::join(s.state, 5, step);
  CHECK(app::question(s.state, 5).has_value());
  CHECK(s.seen<app::Joined>(Viewer::seat(0))[0].devices == 3);
  s.play(1, app::AskMix{0, 1});
  app::leave(s.state, 1);
  app::join(s.state, 1, step);
  CHECK_FALSE(s.view(Viewer::seat(1)).has_last());
}

TEST_CASE("[§13 row 36] the code alone restores a companion session: a device that joins sees level, proven, pending set and end") {
  Session s(3, 1);
  s.play(0, app::AskTheory{0, s.set(0)});
  s.play(0, app::Reveal{});
  s.play(0, app::AskTheory{1, s.set(1)});
  app::SessionStep step{0, s.events, s.change};
  app::join(s.state, 4, step);
  auto seen = s.view(Viewer::seat(4));
  CHECK(seen.level() == 3);
  REQUIRE(seen.proven_size() == 1);
  CHECK(seen.proven(0).potions() == letters(s.set(0)));
  CHECK(seen.pending_set() == letters(s.set(1)));
  CHECK(seen.pending_ingredient() == 0);
  CHECK(s.offered("reveal", 4));
  s.play(4, app::Reveal{});
  s.play(4, app::EndByMarket{});
  app::join(s.state, 5, step);
  CHECK(s.view(Viewer::seat(5)).ended());
  CHECK(s.view(Viewer::seat(5)).results().size() == 15);
}

TEST_CASE("[§14] a printed board from level 3 on") {
  Session s(3);
  const auto campaign = [&](const std::string& text) {
    const auto move = s.board(text);
    REQUIRE(move.has_value());
    s.play(0, *move);
    return campaign_from(s.state.campaign);
  };
  SECTION("sets alone: the server draws crosses that fit") {
    CHECK(campaign("FLV FYV LYG FLG FYG LYV").own_boards[1].has_value());
    CHECK_FALSE(s.view(Viewer::seat(0)).own_board());  // it is used from the next game on
    s.play(0, app::NewGame{1});
    CHECK(s.state.level == 1);
    Session again(3, 1, s.state.campaign);
    CHECK(board_fault(again.state.board) == std::nullopt);
    CHECK(again.state.board.senses == 1);
    CHECK(again.view(Viewer::seat(0)).own_board());
  }
  SECTION("refused with a reason") {
    CHECK(s.board("FLV FYV").error().reason == "board-size");
    CHECK(s.board("FLV FYV LYV FLG FYG LY").error().reason == "board-size");
    CHECK(s.board("FLV FYV LYV FLG FYG ABC").error().reason == "board-syntax");
    CHECK(s.board("FLV FYV LYV FLG FYG LYG / .").error().reason == "board-syntax");
    CHECK(s.board("FLV FLV FLV FYG FYG FYG").error().reason == "board-rules");
    CHECK(s.board("\xF0\x9F\x90\xB8").error().reason == "board-syntax");
  }
  SECTION("wishes and powerless are known at level 7 alone") {
    CHECK(s.board("FLW FYV LYV FLG FYG LYG").error().reason == "board-letters");
    CHECK_THAT(s.board("FLW FYV LYV FLG FYG LYG").error().text, Catch::Contains("FLYVG"));
    Session five(5), seven(7);
    CHECK(five.board("FLW FYV LYV FLG FYG LYG FLY / .VVFFLL V.VFYYF VV.LYLY FFL.GGL FYYG.GF LYLGG.Y LFYLFY.").error().reason == "board-letters");
    CHECK(five.board("FLV FYV LYV FLG FYG LYG FLY / .0VFFLL 0.VFYYF VV.LYLY FFL.GGL FYYG.GF LYLGG.Y LFYLFY.").error().reason == "board-letters");
    const std::string cube = "FYV FYG FVW FGW LYV LYG LVW LGW / .YFFVYV0 Y.FFYG0G FF.WV0VW FFW.0GWG VYV0.YLL YG0GY.LL V0VWLL.W 0GWGLLW.";
    CHECK(seven.board(cube).has_value());
  }
  SECTION("a board of an older campaign that does not fit its level is not played on") {
    Board odd = board_of_level(3);
    odd.senses = 0;
    odd.sets[0] = set_of("FLW").value();
    Session again(3, 1, campaign_fold("", board_change(3, odd)));
    CHECK(again.state.board == board_of_level(3));
    CHECK_FALSE(again.view(Viewer::seat(0)).own_board());
  }
  SECTION("crosses from level 5 on") {
    Session five(5);
    const std::string sets = "FLV FYV LYV FLG FYG LYG FLY / ";
    CHECK(five.board(sets + ".VVFFLL V.VFYYF VV.LYLY FFL.GGL FYYG.GF LYLGG.Y LFYLFY.").has_value());
    CHECK(five.board(sets + ".VVFFLL V.VFYYF VV.LYLY FFL.GGL FYYG.GF LYLGG.Y LFYLFF.").error().reason == "board-rules");
    CHECK(five.board(sets + ".VVFFLL").error().reason == "board-syntax");
    CHECK(five.board("FLV FYV LYV FLG FYG LYG FLY").error().reason == "board-syntax");
  }
}

}  // namespace
}  // namespace athanor::tests
