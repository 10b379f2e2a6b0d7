// Quacksalber with Die Alchemisten, killed in each phase, also with a choice about a drawn chip open.

#include "phases.h"

#include <athanor/v1/quacksalber.pb.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace recovery;
using namespace athanor;

namespace {

// Interrupts the brewing of its seat.
bool is_choice(const std::string& question) {
  constexpr std::array<std::string_view, 8> choices{"EARS", "CARROT", "HUMP", "BLUE1", "YELLOW1", "B08", "LOCO_RETURN", "B11"};
  return std::find(choices.begin(), choices.end(), question) != choices.end();
}

std::string phase_of(const v1::QuacksalberView& view) {
  switch (view.phase()) {
    case v1::QUACKSALBER_PHASE_PATIENTS: return "patients";
    case v1::QUACKSALBER_PHASE_FORTUNE: case v1::QUACKSALBER_PHASE_RATS: return "fortune card";
    case v1::QUACKSALBER_PHASE_BREW:
      for (const auto& player : view.players())
        if (is_choice(player.question())) return "pending choice";
      return view.lockstep() ? "lockstep" : "brewing";
    case v1::QUACKSALBER_PHASE_ESSENCE: return "essence";
    case v1::QUACKSALBER_PHASE_ESSENCE_BONUS: return "essence bonus";
    case v1::QUACKSALBER_PHASE_POINTS: return "points or coins";
    case v1::QUACKSALBER_PHASE_BUY: return "shop";
    case v1::QUACKSALBER_PHASE_RUBIES: return "rubies";
    case v1::QUACKSALBER_PHASE_FINISHED: return "finished";
    default: return "another";
  }
}

}  // namespace

TEST_CASE("Quacksalber goes on after kill -9 in each of its phases") {
  PhasedGame game;
  game.game = "quacksalber";
  game.seats = 4;
  game.bot = [](const auto& type, std::uint64_t seed) { return type.bot("sensible", seed); };
  game.phases = {"patients", "fortune card", "brewing", "pending choice", "lockstep", "essence", "essence bonus", "points or coins",
                 "shop",     "rubies",       "finished"};
  game.phase_of = phase_in<v1::QuacksalberView>(phase_of);
  kill_in_each_phase(game, 1);
}
