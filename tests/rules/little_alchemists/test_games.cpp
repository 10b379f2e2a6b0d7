// Whole games by bots: they end, the invariants of rules §13.1 hold after every input, views are what they should be.

#include "scene.h"

#include "texts/events.h"
#include "view.h"

#include <support/wordless.h>

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>
#include <athanor/games/wire.h>
#include <athanor/little_alchemists/game.h>

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

#include <set>

namespace athanor::tests {
namespace {

StartInfo start_info(const GameType& type, unsigned level, Seat seats, std::uint64_t seed, const std::string& campaign = "") {
  StartInfo info;
  info.options = complete_options(type, {{"level", std::to_string(level)}, {"all-levels", campaign.empty() && level > 1 ? "true" : "false"}}, Language::english).value();
  info.seats = seats;
  for (Seat seat = 0; seat < seats; ++seat) info.names.push_back("Player " + std::to_string(seat));
  for (std::size_t i = 0; i < 8; ++i) info.seed[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  info.campaign = campaign;
  return info;
}

struct Played {
  std::unique_ptr<Game> game;
  unsigned answers = 0, refused = 0;
  v1::LittleAlchemistsView end;
};

v1::LittleAlchemistsView view_of(const Game& game, Viewer viewer) {
  v1::LittleAlchemistsView view;
  REQUIRE(view.ParseFromString(game.view(viewer, Language::english)));
  return view;
}

// `after`: called with the game after every input.
template <typename After>
Played play(const GameType& type, const std::string& style, unsigned level, Seat seats, std::uint64_t seed, After after) {
  REQUIRE_FALSE(type.problem(start_info(type, level, seats, seed).options, seats, "", Language::english).has_value());
  Played played;
  played.game = std::move(type.start(start_info(type, level, seats, seed)).game);
  std::vector<std::unique_ptr<Bot>> bots;
  for (Seat seat = 0; seat < seats; ++seat) bots.push_back(type.bot(style, seed * 8 + seat));
  while (!played.game->finished()) {
    REQUIRE(played.answers < 20'000);
    bool somebody = false;
    for (Seat seat = 0; seat < seats && !played.game->finished(); ++seat) {
      const auto id = played.game->decision_id(seat);
      if (!id) continue;
      somebody = true;
      v1::Decision decision;
      encode(*played.game->decision(seat, Language::english), *id, 0, decision);
      const auto answer = bots[seat]->choose(decision, played.game->view(Viewer::seat(seat), Language::english));
      ++played.answers;
      if (answer.offer_id() == 0 && bots[seat]->asks_again_after_ms() > 0) continue;  // it waits
      const auto accepted = played.game->answer(seat, decode(answer, Language::english).value(), 0, Language::english);
      if (!accepted) ++played.refused;
      after(*played.game);
    }
    REQUIRE(somebody);
  }
  played.end = view_of(*played.game, Viewer::spectator());
  return played;
}

TEST_CASE("[§15] sensible bots play whole games at every level and player count", "[bot]") {
  const auto type = make_game();
  for (unsigned level = min_level; level <= max_level; ++level) {
    for (Seat seats = 2; seats <= max_players; ++seats) {
      unsigned turns = 0, theory = 0, passed = 0;
      constexpr unsigned games = 20;
      for (std::uint64_t seed = 1; seed <= games; ++seed) {
        const auto played = play(*type, "sensible", level, seats, seed, [](const Game&) {});
        REQUIRE(played.refused == 0);
        REQUIRE(played.end.end().scores_size() == seats);
        turns += played.end.turn();
        theory += played.end.end().reason() == "theory" ? 1U : 0U;
        passed += played.end.test().passed() ? 1U : 0U;
      }
      INFO("level " << level << ", " << unsigned{seats} << " players: " << turns << " turns, " << theory << " theory endings, " << passed << " tests passed");
      // rules §15: 4 to 14 turns per player; bots that deduce solve most puzzles
      CHECK(turns / games / seats >= 4);
      CHECK(turns / games / seats <= 14);
      if (level >= 2) CHECK(theory >= games / 2);
      if (level == 1) CHECK(passed >= games / 2);
    }
  }
}

TEST_CASE("[§10] bots fill the sheet and confirm it, and never hand it in while a person has not confirmed", "[bot]") {
  Options options;
  Scene t(options, 3);
  t.secret(6).hand(0, {frog, fern, foot}).stack({mandrake}).coming("");
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  REQUIRE(t.state.phase == Phase::test);
  const auto type = make_game();
  const std::array<std::unique_ptr<Bot>, 2> bots{type->bot("sensible", 1), type->bot("sensible", 2)};  // of the seats 0 and 1; a person sits at 2
  const auto ask_bots = [&](unsigned rounds) {
    for (unsigned n = 0; n < rounds; ++n)
      for (Seat seat = 0; seat < 2 && t.state.phase == Phase::test; ++seat) {
        if (!question(t.state, seat)) continue;
        const auto asked = decision(t.state, seat, Language::english);
        v1::Decision message;
        encode(asked, 1, 0, message);
        const auto answer = bots[seat]->choose(message, table_view(t.state) + own_view(t.state, Viewer::seat(seat)));
        if (answer.offer_id() == 0) {
          CHECK(bots[seat]->asks_again_after_ms() > 0);
          continue;
        }
        for (const auto& offer : asked.offers)
          if (offer.id == answer.offer_id()) CHECK(offer.verb != "test-submit");
        REQUIRE(t.answer(seat, asked, decode(answer, Language::english).value()));
      }
  };
  ask_bots(10);
  CHECK(sheet_full(*t.state.test));
  t.time_out(TimerName::sheet);
  ask_bots(10);  // asked again and again, they wait
  REQUIRE(t.state.phase == Phase::test);
  for (Seat seat = 0; seat < 2; ++seat) {
    CHECK(t.state.test->confirmed[seat]);
    const auto asked = decision(t.state, seat, Language::english);
    const auto by_default = default_answer(t.state, seat, asked);  // what is taken for a bot that finds nothing
    for (const auto& offer : asked.offers)
      if (offer.id == by_default.offer_id) CHECK(offer.verb != "test-submit");
    const auto version = t.state.test->version;
    REQUIRE(t.answer(seat, asked, by_default));
    CHECK(t.state.test->version == version);
    CHECK(t.state.test->confirmed[seat]);
  }
  t.play(2, TestConfirm{});
  CHECK(t.state.phase == Phase::finished);
}

std::string in_words(const Event& event) {
  static const std::vector<std::string> names{"Anna", "Ben", "Cara", "Dan"};
  return event_kind(event) + ": " + event_text(event, names, Language::english);
}

// Rules §12.1: the public fields of an event. A right theory's ingredient is public with the gem alone (level 2).
Event without_private_fields(Event event) {
  if (auto* mixed = std::get_if<Mixed>(&event)) mixed->own.reset();
  if (auto* wrong = std::get_if<TheoryWrong>(&event)) wrong->own.reset();
  if (auto* right = std::get_if<TheoryRight>(&event); right != nullptr && !right->gem) right->ingredient.reset();
  if (auto* discarded = std::get_if<Discarded>(&event)) discarded->own.reset();
  if (auto* drew = std::get_if<Drew>(&event)) drew->own.reset();
  return event;
}

std::vector<std::string> public_part(const Events<Event>& events, Viewer viewer) {
  std::vector<std::string> list;
  for (const auto& entry : events.entries())
    if (entry.audience.includes(viewer)) list.push_back(in_words(without_private_fields(entry.event)));
  return list;
}

// Invariant 7: at most one sale per player and customer, one artifact per turn.
std::string sales_and_purchases(const Events<Event>& events) {
  std::set<Seat> served;
  unsigned artifacts = 0;
  for (const auto& entry : events.entries()) {
    if (std::holds_alternative<CustomerCame>(entry.event)) served.clear();
    if (std::holds_alternative<TurnBegan>(entry.event)) artifacts = 0;
    if (std::holds_alternative<ArtifactBought>(entry.event) && ++artifacts > 1) return "7: two artifacts in a turn";
    if (const auto* sold = std::get_if<Sold>(&entry.event); sold != nullptr && !served.insert(sold->seat).second) return "7: sold twice to a customer";
  }
  return {};
}

// One random game on the bare rules; people go away, come back and leave.
void play_and_look(unsigned level, Seat seats, std::uint64_t seed) {
  INFO("level " << level << ", players " << unsigned{seats} << ", seed " << seed);
  Options options;
  options.level = level;
  Scene t(options, seats);
  t.state.random = RandomStream(start_info(*make_game(), level, seats, seed).seed, "test");
  std::uint64_t dice = seed;
  auto bot = random_bot(seed);
  unsigned inputs = 0;
  while (t.state.phase != Phase::finished) {
    REQUIRE(++inputs < 20'000);
    const auto seat = static_cast<Seat>(++dice * 2654435761U / 64 % seats);
    const auto luck = dice * 40503U / 8 % 200;
    if (luck == 0) t.presence(seat, Presence::away);
    if (luck == 1) t.presence(seat, Presence::here);
    if (luck == 2 && seats > 2) t.leave(seat);
    if (t.state.phase != Phase::finished && question(t.state, seat)) {
      const auto asked = decision(t.state, seat, Language::english);
      REQUIRE(test::wordless_offers(asked) == test::wordless_offers(offers(t.state, seat)));
      v1::Decision message;
      encode(asked, 1, 0, message);
      const auto chosen = decode(bot->choose(message, ""), Language::english);
      REQUIRE(chosen.has_value());
      REQUIRE(t.answer(seat, asked, *chosen));
    }
    const auto broken = broken_invariant(t.state);
    if (!broken.empty()) FAIL(broken);
  }
  CHECK(sales_and_purchases(t.events).empty());
  // 8: public events are equal for two players apart from what is their own, in kind and in every field
  const auto watched = public_part(t.events, Viewer::spectator());
  for (Seat seat = 0; seat < seats; ++seat) CHECK(public_part(t.events, Viewer::seat(seat)) == watched);
  for (const auto& entry : t.events.entries())
    if (entry.audience.includes(Viewer::spectator()) && in_words(entry.event) != in_words(without_private_fields(entry.event))) FAIL(in_words(entry.event) << " is private");
}

TEST_CASE("[§13.1] the invariants hold after every input of random games", "[invariants]") {
  for (unsigned level = min_level; level <= max_level; ++level)
    for (Seat seats = 2; seats <= max_players; ++seats)
      for (std::uint64_t seed = 1; seed <= 10; ++seed) play_and_look(level, seats, seed);
}

TEST_CASE("[§13 row 36] resume: a game folded from its inputs shows every seat and spectator the same table and questions") {
  const auto type = make_game();
  for (const unsigned level : {1U, 4U, 7U}) {
    const auto info = start_info(*type, level, 3, level);
    auto game = std::move(type->start(info).game);
    auto again = std::move(type->start(info).game);
    std::array<std::unique_ptr<Bot>, 3> bots;
    for (Seat seat = 0; seat < 3; ++seat) bots[seat] = type->bot("random", seat + 1U);
    for (unsigned n = 0; n < 400 && !game->finished(); ++n) {
      const auto seat = static_cast<Seat>(n % 3);
      if (!game->decision_id(seat)) continue;
      v1::Decision decision;
      encode(*game->decision(seat, Language::english), *game->decision_id(seat), 0, decision);
      const auto answer = decode(bots[seat]->choose(decision, ""), Language::english).value();
      REQUIRE(game->answer(seat, answer, n, Language::english).has_value());
      REQUIRE(again->answer(seat, answer, n, Language::german).has_value());
      for (const auto& viewer : {Viewer::seat(0), Viewer::seat(1), Viewer::seat(2), Viewer::spectator()})
        REQUIRE(game->view(viewer, Language::english) == again->view(viewer, Language::english));
      for (Seat other = 0; other < 3; ++other) REQUIRE(game->decision_id(other) == again->decision_id(other));
    }
    CHECK(game->digest() == again->digest());
  }
}

TEST_CASE("random games through the game interface end without a refused answer") {
  const auto type = make_game();
  for (unsigned level = min_level; level <= max_level; ++level)
    for (Seat seats = 2; seats <= max_players; ++seats) CHECK(play(*type, "random", level, seats, level, [](const Game&) {}).refused == 0);
}

TEST_CASE("[§11] a level that is not open is refused with a sentence") {
  const auto type = make_game();
  const auto options = complete_options(*type, {{"level", "5"}}, Language::english).value();
  CHECK_THAT(type->problem(options, 2, "", Language::english).value(), Catch::Contains("Level 5 is not open"));
  CHECK_FALSE(type->problem(options, 2, campaign_fold("", keys_change(10, true)), Language::english).has_value());
}

}  // namespace
}  // namespace athanor::tests
