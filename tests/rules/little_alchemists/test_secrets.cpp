// Who sees what (rules §12): views, offers, redeal.

#include "scene.h"

#include "redeal.h"
#include "view.h"

#include <athanor/little_alchemists/deduction.h>
#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

v1::LittleAlchemistsView seen(const Scene& t, Viewer viewer) {
  v1::LittleAlchemistsView message;
  REQUIRE(message.ParseFromString(view(t.state, viewer)));
  return message;
}

RandomStream stream(std::uint8_t n) {
  Seed seed{};
  seed[0] = n;
  return {seed, "test"};
}

TEST_CASE("[§12] the public column is what a spectator gets") {
  auto t = Scene(7, 3).secret(19551).hand(0, {frog, scorpion, fern});
  t.play(0, Mix{frog, scorpion});
  const auto spectator = seen(t, Viewer::spectator());
  CHECK_FALSE(spectator.has_own());
  for (const auto& player : spectator.players()) CHECK(player.tracker_size() == 0);
  CHECK(spectator.last_result() == "W");
  CHECK(spectator.players(0).hand_size() == 1);
  auto own = seen(t, Viewer::seat(1));
  CHECK(own.own().tracker_size() == 0);
  own.clear_own();
  CHECK(own.SerializeAsString() == spectator.SerializeAsString());
}

TEST_CASE("[§12] own screen: hand, tracker, mixed tiles, discarded tiles") {
  auto t = Scene(3).secret(489).hand(0, {frog, fern, foot});
  t.play(0, Mix{frog, fern});
  const auto own = seen(t, Viewer::seat(0)).own();
  CHECK(own.mixed_size() == 2);
  REQUIRE(own.tracker_size() == 1);
  CHECK(own.tracker(0).result() == "F");
  t.play(0, EndTurn{});
  CHECK(seen(t, Viewer::seat(0)).own().discarded(frog) == 1);
  CHECK(seen(t, Viewer::seat(0)).own().mixed_size() == 0);
}

TEST_CASE("[§12] sets are public from level 2, crosses from level 5, all after the game") {
  CHECK_FALSE(seen(Scene(1), Viewer::seat(0)).has_board());
  for (unsigned level = 2; level <= max_level; ++level) {
    Scene t(level);
    const auto board_seen = seen(t, Viewer::seat(0)).board();
    CHECK(board_seen.slots_size() == board(t.state).size);
    CHECK((board_seen.cross_size() > 0) == (level >= 5));
    t.leave(1);
    CHECK(seen(t, Viewer::seat(0)).board().cross_size() == board(t.state).size);
    CHECK(seen(t, Viewer::spectator()).end().slots_size() == board(t.state).size);
  }
}

TEST_CASE("[§12] an open theory: the set for all, the ingredient for the theorist") {
  auto t = Scene(3, 3).secret(489);
  t.play(0, ShareTheory{fern, t.set(fern)});
  CHECK(seen(t, Viewer::seat(1)).open_theory().potions() == letters(t.set(fern)));
  CHECK(seen(t, Viewer::seat(1)).own().open_theory_ingredient() == 0);
  CHECK(seen(t, Viewer::seat(0)).own().open_theory_ingredient() == fern + 1U);
}

TEST_CASE("[§12] a wrong theory is told to the theorist alone") {
  auto t = Scene(3).secret(489);
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  CHECK(seen(t, Viewer::seat(0)).own().wrong_theories_size() == 1);
  CHECK(seen(t, Viewer::seat(1)).own().wrong_theories_size() == 0);
  CHECK(seen(t, Viewer::seat(1)).players(0).broken_gems() == 1);
}

TEST_CASE("[§12] legality never depends on the secret table: right and wrong theories are offered alike") {
  auto t = Scene(3).secret(489);
  const auto offers = [&] {
    std::string all;
    for (const auto& offer : decision(t.state, 0, Language::english).offers) {
      all += offer.verb;
      for (const auto& field : offer.fields)
        if (const auto* pick = std::get_if<Pick>(&field.kind))
          for (const auto& option : pick->options) all += "," + option.label + option.term;
    }
    return all;
  };
  const auto before = offers();
  t.secret(1200);
  CHECK(offers() == before);
}

// Everything hidden at this moment, drawn anew for each viewer: what he gets stays, what he does not see changes.
void check_redeal(const Scene& t, std::uint8_t seed) {
  auto random = stream(seed);
  for (int v = -1; v < static_cast<int>(t.state.seats); ++v) {
    const Viewer viewer = v < 0 ? Viewer::spectator() : Viewer::seat(static_cast<Seat>(v));
    INFO("viewer " << v);
    const State other = redeal(t.state, viewer, random);
    CHECK(view(other, viewer) == view(t.state, viewer));
    CHECK(broken_invariant(other).empty());
    CanonicalWriter before, after;
    hidden(t.state, viewer, before);
    hidden(other, viewer, after);
    CHECK(before.bytes() != after.bytes());
  }
}

TEST_CASE("[§10] [§12] for the test trackers are opened to players, to spectators only after it") {
  auto t = Scene(1).secret(6).hand(0, {frog, fern, foot}).stack({mandrake}).coming("");
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  REQUIRE(t.state.phase == Phase::test);
  const auto tokens = [&](Viewer viewer) {
    const auto message = seen(t, viewer);
    int number = 0;
    for (const auto& player : message.players()) number += player.tracker_size();
    for (const auto& player : message.own().opened()) number += player.tracker_size();
    return number;
  };
  CHECK(tokens(Viewer::seat(1)) == 1);
  CHECK(tokens(Viewer::seat(0)) == 0);  // no more than his own, which is on his own screen
  CHECK(tokens(Viewer::spectator()) == 0);
  for (std::uint8_t q = 0; q < 5; ++q) t.play(0, TestAnswer{q, Result::fire});
  for (Seat seat = 0; seat < t.state.seats; ++seat) t.play(seat, TestConfirm{});
  REQUIRE(t.state.phase == Phase::finished);
  CHECK(tokens(Viewer::spectator()) == 1);
  CHECK(seen(t, Viewer::seat(1)).own().opened_size() == 0);
}

TEST_CASE("[§12] redeal keeps what each viewer knows and changes the rest") {
  SECTION("a mix of another player in the holder") {
    auto t = Scene(7, 3).secret(19551).hand(0, {frog, scorpion, fern});
    t.play(0, Mix{frog, scorpion});
    auto random = stream(1);
    for (unsigned n = 0; n < 50; ++n) {
      const State other = redeal(t.state, Viewer::seat(1), random);
      const auto mixed = *other.turn.mixed;
      CHECK(mix(board(other), other.table, mixed.a, mixed.b) == Result::wishes);
      CHECK(other.players[0].tracker[pair_index(mixed.a, mixed.b)] == Result::wishes);
    }
    const State own = redeal(t.state, Viewer::seat(0), random);
    CHECK(mix(board(own), own.table, frog, scorpion) == Result::wishes);
  }
  SECTION("a trade of another player: he did not mix what he took while he had a choice") {
    auto t = Scene(1, 2).secret(6).hand(0, {frog, frog, fern}).market({frog, fern, foot, foot, scorpion});
    t.play(0, Mix{frog, frog});
    t.play(0, ChooseTrade{2});
    auto random = stream(2);
    for (unsigned n = 0; n < 50; ++n) {
      const State other = redeal(t.state, Viewer::seat(1), random);
      CHECK(other.turn.mixed->a == other.turn.mixed->b);
      CHECK(other.turn.mixed->a != foot);
      CHECK(other.players[0].hand[foot] >= 1);  // everybody saw him take it
    }
  }
  SECTION("proven theories stay proven, refuted ones stay refuted") {
    auto t = Scene(3, 2).secret(489);
    const auto wrong = t.wrong_set(foot);
    t.play(0, ShareTheory{foot, wrong});
    t.play(0, EndTurn{});
    t.play(1, ShareTheory{fern, t.set(fern)});
    t.play(0, MakeGuess{});
    auto random = stream(3);
    for (unsigned n = 0; n < 50; ++n) {
      const State other = redeal(t.state, Viewer::seat(0), random);
      CHECK(true_set(board(other), other.table, fern) == t.set(fern));
      CHECK(true_set(board(other), other.table, foot) != wrong);
      const State others = redeal(t.state, Viewer::seat(1), random);
      const auto& theirs = others.players[0].wrong_theories[0];
      CHECK(true_set(board(others), others.table, theirs.ingredient) != theirs.set);
    }
  }
  SECTION("at every moment of a game") {
    for (unsigned level = min_level; level <= max_level; ++level) {
      Scene t(level, 3);
      t.state.random = stream(static_cast<std::uint8_t>(level));
      for (std::uint8_t n = 0; n < 40 && t.state.phase != Phase::finished; ++n) {
        const auto seat = to_act(t.state);
        if (!seat) break;
        const auto asked = decision(t.state, *seat, Language::english);
        REQUIRE(t.answer(*seat, asked, default_answer(t.state, *seat, asked)));
        check_redeal(t, n);
      }
    }
  }
}

TEST_CASE("[§12] the tables of a redeal are all those that the viewer's knowledge allows") {
  auto t = Scene(1, 2).secret(6).hand(0, {frog, fern, foot});
  t.play(0, Mix{frog, fern});
  auto random = stream(4);
  Knowledge knowledge;
  knowledge.tokens.push_back({frog, fern, Result::fire});
  std::size_t possible = 0;
  for_each_table(board(t.state), knowledge, [&](const little_alchemists::Table&) { return ++possible > 0; });
  std::vector<std::string> drawn;
  for (unsigned n = 0; n < 20 * possible; ++n) {
    const State other = redeal(t.state, Viewer::seat(0), random);
    CanonicalWriter out;
    out << other.table.slot << other.table.sense;
    if (std::find(drawn.begin(), drawn.end(), out.bytes()) == drawn.end()) drawn.push_back(out.bytes());
  }
  CHECK(drawn.size() == possible);
}

}  // namespace
}  // namespace athanor::tests
