#pragma once
// The full-screen client in front of rooms made by hand, and the checks that every game's screens share.

#include "player.h"
#include "scenes.h"

#include <athanor/games/game.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace athanor::ui::test {

/// A connected client that has entered with a seat (-1: as spectator). Updates arrive at 0 ms.
class Stage {
 public:
  /// Without a catalogue games, options and terms show as their ids.
  explicit Stage(const std::string& language = "en", int seat = 0, v1::CatalogueReply catalogue = {});

  /// An update with the next sequence number: the view (nothing is sent of it in the lobby) and what just happened.
  [[nodiscard]] v1::Update next(const v1::RoomState& state, const google::protobuf::MessageLite& view, const v1::Decision* decision = nullptr,
                                const std::vector<std::string>& events = {});
  void show(const v1::Update& update);
  Canvas canvas(Size size, int time = 500) { return player.draw(size, at(time)); }
  std::string screen(Size size = {80, 24}, int time = 500) { return canvas(size, time).str(); }

  Texts texts;
  RecordingOutbox outbox;
  Player player;

 private:
  v1::CatalogueReply catalogue_;
  std::uint64_t sequence_ = 10;
};

/// Title, options and terms of one game, as the server would send them.
[[nodiscard]] v1::CatalogueReply catalogue_of(const games::GameType& type, const std::string& language);
/// room() with another game in it, without options and campaign.
[[nodiscard]] v1::RoomState room_of(const std::string& game, v1::RoomPhase phase, const Names& names = {});
/// Decision 4: one button a label.
[[nodiscard]] v1::Decision buttons(const std::string& prompt, std::initializer_list<const char*> labels);
/// Decision 5: so many chips to buy, none or any of them, each once and for 4 coins.
[[nodiscard]] v1::Decision shop(std::uint32_t chips);

/// A whole picture as the line mode says it.
[[nodiscard]] std::string spoken(const std::string& game, const Model& model, const Texts& texts);

/// Checks against golden/NAME.txt.
void check_golden(const std::string& name, const std::string& found);
/// Every row is exactly as wide as the screen, every cell holds something printable.
void check_cells(const Canvas& canvas);
/// Shows a view that may hold anything, in sizes from 1x1 up, and checks the cells of each.
void check_harmless(Stage& stage, const v1::RoomState& state, const google::protobuf::MessageLite& view);

}  // namespace athanor::ui::test
