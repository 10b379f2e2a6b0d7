#pragma once
// Turns a game's view message into blocks of text. One renderer per game; a game without one is still playable, as its
// events and decisions say everything in words. Pure: the same scene gives the same picture.

#include "block.h"
#include "model.h"
#include "shortcuts.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

struct Scene {
  const Model& model;
  const Texts& texts;
  /// For the line mode and screen readers: sentences and "name: value" instead of grids and marks.
  bool spoken = false;
};

struct Picture {
  std::string headline;       ///< a few words for the title line, e.g. "level 7, turn 12"
  std::vector<Block> table;   ///< what lies on the table
  std::vector<Block> own;     ///< what only this member sees; empty for spectators
  std::vector<Line> brief;    ///< the few lines worth repeating before each question in line mode
};

class Renderer {
 public:
  Renderer() = default;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  virtual ~Renderer() = default;
  [[nodiscard]] virtual Picture draw(const Scene& scene) const = 0;
  /// Keys of their own for moves of this game that come again and again; in the client's language.
  [[nodiscard]] virtual std::vector<Shortcut> shortcuts(const Texts&) const { return {}; }
};

/// The game's renderer, or the generic one. Lives for ever.
[[nodiscard]] const Renderer& renderer_for(std::string_view game);

/// The lobby, and everything around a game that is the same for every game.
[[nodiscard]] Picture draw_lobby(const Scene& scene);
/// The renderer's picture, or the lobby's while no game is shown.
[[nodiscard]] Picture draw(const Scene& scene);

/// What the title line says of the turn: `turn`, or that the game is paused and nobody has one.
[[nodiscard]] std::string turn_or_pause(const Scene& scene, std::string turn);
/// Who sits where and how, one line per seat.
[[nodiscard]] Block seats_block(const Scene& scene);
/// The options of the room in the game's order, one line each.
[[nodiscard]] Block options_block(const Scene& scene);
/// What this member has noted.
[[nodiscard]] Block notes_block(const Scene& scene);
/// Instead of a view that this client cannot read.
[[nodiscard]] Picture unreadable_picture(const Scene& scene);

}  // namespace athanor::ui
