#pragma once
// kill -9 and cut connections in every phase of a game. A game says how its phases are read from a player's view and which
// there are; what happens to it is the same for all games.

#include <athanor/games/bot.h>
#include <athanor/games/game.h>
#include <athanor/v1/lobby.pb.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace recovery {

struct PhasedGame {
  std::string game;                            ///< name in the catalogue
  std::uint32_t seats = 3;
  std::map<std::string, std::string> options;  ///< clocks so long that none runs out while the server is away
  /// Who plays for the people; by default the game's own random player. It must come through all phases without waiting long.
  std::function<std::unique_ptr<athanor::games::Bot>(const athanor::games::GameType&, std::uint64_t seed)> bot =
      [](const auto& type, std::uint64_t seed) { return type.bot("random", seed); };
  /// Every phase in which it must happen.
  std::vector<std::string> phases;
  /// Kinds of events that the games must have told of.
  std::set<std::string> events;
  /// The phase that a player's update shows; a name that is not among `phases` is passed over.
  std::function<std::string(const athanor::v1::Update&)> phase_of;
};

/// Reads the phase from a view message: `phase_in<v1::QuacksalberView>([](const auto& view) { return ...; })`.
template <typename View, typename Name>
std::function<std::string(const athanor::v1::Update&)> phase_in(Name name) {
  return [name](const athanor::v1::Update& update) -> std::string {
    View view;
    return view.ParseFromString(update.view()) ? name(view) : std::string("unreadable view");
  };
}

/// Plays whole games on a real server until every phase and event was met. In each phase, with nothing under way: SIGKILL, the
/// journal folds with all its digests, the server starts again, everybody comes back by himself, and each sees the same view and
/// holds the same decision as before, its clock continued: what it showed, less the time that the server was there, as far as its
/// last sign of life tells.
void kill_in_each_phase(const PhasedGame& game, std::uint64_t seed);

/// The same games, but in each phase one person's connection is cut. He comes back by himself, sees what the others see, and
/// is asked what he was asked before unless the rules went on without him.
void cut_in_each_phase(const PhasedGame& game, std::uint64_t seed);

}  // namespace recovery
