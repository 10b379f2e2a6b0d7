// The companion-only session (rules §14).

#include "companion_state.h"

#include <athanor/games/wire.h>
#include <athanor/little_alchemists/game.h>
#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

using namespace athanor::games;
using namespace athanor::games::little_alchemists;
namespace app = athanor::games::little_alchemists::companion;

struct Session {
  app::State state;
  Events<app::Event> events;
  std::optional<std::string> change;

  explicit Session(unsigned level, Seat devices = 2, const std::string& campaign = "", bool all_levels = false) {
    app::SessionStep step{0, events, change};
    Seed seed{};
    seed[0] = static_cast<std::uint8_t>(level);
    state = app::open_session({level, all_levels, (1U << devices) - 1, seed, campaign}, step);
    static_cast<void>(events.take());
  }
  void play(Seat seat, const app::Move& move) {
    app::SessionStep step{0, events, change};
    app::apply(state, seat, move, step);
  }
  [[nodiscard]] const Offer* offer(Seat seat, const std::string& verb, Decision& keep) const {
    if (!app::question(state, seat)) return nullptr;
    keep = app::decision(state, seat, Language::english);
    for (const auto& o : keep.offers)
      if (o.verb == verb) return &o;
    return nullptr;
  }
  [[nodiscard]] bool offered(const std::string& verb, Seat seat = 0) const {
    Decision keep;
    return offer(seat, verb, keep) != nullptr;
  }
  tl::expected<app::Move, Rejection> move(const std::string& verb, const std::vector<Value>& values) const {
    Decision keep;
    const auto* found = offer(0, verb, keep);
    REQUIRE(found != nullptr);
    Answer answer;
    answer.offer_id = found->id;
    answer.values = values;
    return app::move_of(state, check(keep, answer, Language::english).value(), Language::english);
  }
  tl::expected<app::Move, Rejection> board(const std::string& text) const { return move("board", {text}); }
  tl::expected<app::Move, Rejection> progress(std::int32_t level, std::int32_t locks, std::int32_t trophies) const {
    return move("progress", {level, locks, trophies});
  }
  template <typename E>
  [[nodiscard]] std::vector<E> seen(Viewer viewer) const {
    std::vector<E> list;
    for (const auto& entry : events.entries())
      if (const auto* event = std::get_if<E>(&entry.event); event != nullptr && entry.audience.includes(viewer)) list.push_back(*event);
    return list;
  }
  [[nodiscard]] v1::CompanionView view(Viewer viewer) const {
    v1::CompanionView message;
    REQUIRE(message.ParseFromString(app::view(state, viewer)));
    return message;
  }
  [[nodiscard]] PotionSet set(Ingredient i) const { return true_set(state.board, state.table, i); }
  [[nodiscard]] PotionSet wrong_set(Ingredient i) const {
    for (std::size_t slot = 0; slot < state.board.size; ++slot)
      if (state.board.sets[slot] != set(i)) return state.board.sets[slot];
    throw std::logic_error("one set");
  }
};

TEST_CASE("[§14] a mix is told to the asking device alone") {
  Session s(3, 3);
  s.play(1, app::AskMix{0, 1});
  REQUIRE(s.seen<app::MixTold>(Viewer::seat(1)).size() == 1);
  CHECK(s.seen<app::MixTold>(Viewer::seat(1))[0].result == mix(s.state.board, s.state.table, 0, 1));
  CHECK(s.seen<app::MixTold>(Viewer::seat(0)).empty());
  CHECK(s.seen<app::MixTold>(Viewer::spectator()).empty());
  CHECK(s.view(Viewer::seat(1)).has_last());
  CHECK_FALSE(s.view(Viewer::seat(0)).has_last());
  s.play(1, app::AskMix{2, 2});
  CHECK(s.view(Viewer::seat(1)).last().result() == "T");
}

TEST_CASE("[§14] sixty mixes a minute per session") {
  Session s(3, 2);
  for (unsigned n = 0; n < 60; ++n) {
    REQUIRE(s.offered("mix", 1));
    s.play(static_cast<Seat>(n % 2), app::AskMix{0, 1});
  }
  CHECK_FALSE(s.offered("mix"));
  CHECK(s.offered("share-theory"));
  REQUIRE(s.state.timers.take_due(60'000) == app::minute_timer);
  app::minute_passed(s.state);
  CHECK(s.offered("mix"));
}

TEST_CASE("[§14] a wrong theory is told to the caller, nothing to the others") {
  Session s(3);
  s.play(0, app::AskTheory{0, s.wrong_set(0)});
  CHECK(s.seen<app::TheoryTold>(Viewer::seat(0)).size() == 1);
  CHECK(s.seen<app::TheoryTold>(Viewer::seat(1)).empty());
  CHECK(s.view(Viewer::seat(0)).last().result() == "wrong");
}

TEST_CASE("[§14] level 2: a right theory is proven at once") {
  Session s(2);
  s.play(0, app::AskTheory{0, s.set(0)});
  CHECK(app::proven(s.state, 0));
  CHECK(s.seen<app::Proven>(Viewer::seat(1)).size() == 1);
  CHECK_FALSE(s.offered("reveal"));
}

TEST_CASE("[§14] level 3: a right theory waits for its reveal by any device; meanwhile nothing is asked") {
  Session s(3);
  s.play(0, app::AskTheory{1, s.set(1)});
  CHECK_FALSE(s.seen<app::TheoryTold>(Viewer::seat(1))[0].ingredient.has_value());
  CHECK(s.view(Viewer::seat(1)).pending_set() == letters(s.set(1)));
  CHECK(s.view(Viewer::seat(1)).pending_ingredient() == 0);
  CHECK(s.view(Viewer::seat(0)).pending_ingredient() == 2);
  CHECK_FALSE(s.offered("mix"));
  CHECK_FALSE(s.offered("share-theory"));
  CHECK_FALSE(s.offered("end-market"));
  REQUIRE(s.offered("reveal", 1));
  s.play(1, app::Reveal{});
  CHECK(app::proven(s.state, 1));
  CHECK(s.offered("mix"));
}

TEST_CASE("[§14] the end by theory: only when the puzzle is solved, with 1 to customers + 1 big tiles; its keys count") {
  Session s(2);
  for (Ingredient i = 0; i < 5; ++i) {
    CHECK_FALSE(s.offered("end-theory"));
    s.play(0, app::AskTheory{i, s.set(i)});
  }
  CHECK(s.view(Viewer::spectator()).puzzle_solved());
  Decision keep;
  const auto* offer = s.offer(0, "end-theory", keep);
  REQUIRE(offer != nullptr);
  CHECK(std::get<NumberInput>(offer->fields[0].kind).min == 1);
  CHECK(std::get<NumberInput>(offer->fields[0].kind).max == 4);
  s.play(0, app::EndByTheory{3});
  CHECK(campaign_from(s.state.campaign).earned[3]);
  CHECK_FALSE(campaign_from(s.state.campaign).level_open(3));
  CHECK(s.view(Viewer::spectator()).results().size() == 15);
  REQUIRE(s.offered("open-box"));
  s.play(1, app::OpenBox{3});
  CHECK(campaign_from(s.state.campaign).level_open(3));
  CHECK_FALSE(s.offered("open-box"));
}

TEST_CASE("[§11] a session with all-levels earns no keys") {
  Session s(2, 2, "", true);
  for (Ingredient i = 0; i < 5; ++i) s.play(0, app::AskTheory{i, s.set(i)});
  s.play(0, app::EndByTheory{3});
  CHECK(s.state.keys == 0);
  CHECK(s.view(Viewer::seat(0)).keys() == 0);
  CHECK(s.seen<app::Ended>(Viewer::seat(1))[0].keys == 0);
  CHECK_FALSE(s.change.has_value());
}

TEST_CASE("[§14] when all but one are proven, the last ingredient may still be shared as a theory, at every level with theories") {
  for (unsigned level = 2; level <= max_level; ++level) {
    INFO("level " << level);
    Session s(level);
    for (Ingredient i = 0; i < s.state.board.size; ++i) {
      REQUIRE(s.offered("share-theory"));
      Decision keep;
      for (const auto& field : s.offer(0, "share-theory", keep)->fields) CHECK_FALSE(std::get<Pick>(field.kind).options.empty());
      CHECK(s.offered("end-theory") == (i + 1U >= s.state.board.size));
      s.play(0, app::AskTheory{i, s.set(i)});
      if (level >= 3) s.play(1, app::Reveal{});
    }
    CHECK_FALSE(s.offered("share-theory"));
    CHECK(s.offered("end-theory"));
  }
}

TEST_CASE("[§14] progress is entered by who owns the campaign: the device that opened the session, or the next when it has left") {
  Session s(3, 3);
  CHECK(s.offered("progress", 0));
  Answer asked;
  {
    Decision keep;
    asked.offer_id = s.offer(0, "progress", keep)->id;
  }
  for (const Seat other : {Seat{1}, Seat{2}}) {
    CHECK_FALSE(s.offered("progress", other));
    const auto refusal = app::explain(s.state, other, asked, Language::english);
    REQUIRE(refusal.has_value());
    CHECK(refusal->reason == "not-owner");
    CHECK_THAT(refusal->text, Catch::Contains("only that device"));
  }
  CHECK_FALSE(app::explain(s.state, 0, asked, Language::english).has_value());
  app::leave(s.state, 0);
  CHECK(s.offered("progress", 1));
  CHECK_FALSE(s.offered("progress", 2));
  app::SessionStep step{0, s.events, s.change};
  app::join(s.state, 0, step);  // somebody else at the first seat
  CHECK_FALSE(s.offered("progress", 0));
  for (Seat seat = 0; seat < 3; ++seat) app::leave(s.state, seat);
  app::join(s.state, 7, step);
  CHECK(s.offered("progress", 7));
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

TEST_CASE("[§14] level 1: the end by the market starts the test; the table is shown after it") {
  Session s(1);
  s.play(0, app::EndByMarket{});
  REQUIRE(s.offered("test-submit"));
  CHECK(s.view(Viewer::seat(0)).results().empty());
  std::vector<Result> answers;
  for (const auto& q : s.state.questions) answers.push_back(mix(s.state.board, s.state.table, q.a, q.b));
  s.play(1, app::SubmitTest{answers});
  CHECK(s.state.test_passed);
  CHECK(s.view(Viewer::seat(0)).results().size() == 15);
  CHECK(campaign_from(s.state.campaign).earned[2]);
  s.play(0, app::OpenBox{2});
  s.play(0, app::NewGame{2});
  CHECK(s.state.level == 2);
  CHECK(s.offered("mix"));
}

TEST_CASE("[§14] nobody's answer makes another device's question stale") {
  Session s(3, 3);
  const auto before = app::question(s.state, 2);
  s.play(0, app::AskMix{0, 1});
  s.play(1, app::AskTheory{1, s.set(1)});
  s.play(0, app::Reveal{});
  CHECK(app::question(s.state, 2) == before);
  for (const auto& offer : app::decision(s.state, 2, Language::german).offers) CHECK(offer.repeatable);
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

TEST_CASE("[§14] redeal of a session keeps what a device knows") {
  Session s(5, 3);
  s.play(0, app::AskMix{0, 1});
  s.play(1, app::AskMix{2, 3});
  s.play(0, app::AskTheory{0, s.wrong_set(0)});
  s.play(2, app::AskTheory{4, s.set(4)});
  Seed seed{};
  RandomStream random(seed, "test");
  for (unsigned n = 0; n < 60; ++n) {
    for (const auto& viewer : {Viewer::seat(0), Viewer::seat(1), Viewer::seat(2), Viewer::spectator()}) {
      const auto other = app::redeal(s.state, viewer, random);
      CHECK(app::view(other, viewer) == app::view(s.state, viewer));
      CanonicalWriter before, after;
      app::hidden(s.state, viewer, before);
      app::hidden(other, viewer, after);
      CHECK(before.bytes() != after.bytes());
    }
  }
}

TEST_CASE("[§14] through the game interface: devices may join while it runs, and it ends when it is closed") {
  const auto type = make_companion();
  CHECK(type->traits().join_while_playing);
  StartInfo info;
  info.options = complete_options(*type, {}, Language::english).value();
  info.seats = 1;
  info.names = {"Phone"};
  auto game = std::move(type->start(info).game);
  static_cast<void>(game->join(3, 0));
  REQUIRE(game->decision_id(3).has_value());
  const auto answer = [&](Seat seat, const std::string& verb) {
    const auto asked = *game->decision(seat, Language::english);
    Answer given;
    given.decision_id = *game->decision_id(seat);
    for (const auto& offer : asked.offers) {
      if (offer.verb != verb) continue;
      given.offer_id = offer.id;
      for (const auto& field : offer.fields) given.values.emplace_back(Picked{{std::get<Pick>(field.kind).options[0].id}});
    }
    return game->answer(seat, given, 0, Language::english);
  };
  REQUIRE(answer(3, "end-market").has_value());
  CHECK_FALSE(answer(0, "end-market").has_value());  // no longer offered, and nothing happens
  REQUIRE(answer(0, "test-submit").has_value());
  REQUIRE(answer(3, "close").has_value());
  CHECK(game->finished());
}

}  // namespace
}  // namespace athanor::tests
