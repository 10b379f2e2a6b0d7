#pragma once
// The blocks of a game of Quacksalber, and its words. Everything takes whatever numbers and ids arrive: what is unknown is
// "?" or the id itself.

#include "block.h"
#include "numbers.h"
#include "renderer.h"

#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui::quacksalber {

using View = v1::QuacksalberView;
using Player = v1::QuacksalberPlayer;

inline constexpr std::string_view ruby_sign = "♦";
inline constexpr int column_width = 38;  ///< of the screen's narrowest column: tables that are cut, not broken, keep to it

// --- words.cpp ---
class Words {
 public:
  explicit Words(const Scene& scene) : scene_(scene) {}

  [[nodiscard]] std::string seat(std::uint32_t index) const { return seat_name(scene_.model.room, index, scene_.texts); }
  /// "W1", always two columns; "?" where there is no such kind.
  [[nodiscard]] std::string code(std::size_t kind) const;
  /// "white 1"
  [[nodiscard]] std::string chip(std::size_t kind) const;
  [[nodiscard]] std::string patient(const std::string& id) const { return scene_.model.terms("patient." + id); }
  /// "4W1 2W2 O1"; in words in the line mode.
  void append_chips(Line& line, const Counts& counts) const;
  /// Chips in the order of the pot, the last `most` of them.
  void append_pot(Line& line, const google::protobuf::RepeatedPtrField<v1::PotChip>& pot, int most) const;
  /// "1 coin", "5 coins"
  [[nodiscard]] std::string coins(std::uint32_t amount) const;
  /// What a space pays: "12 coins, 2 VP, ♦"; `either`: coins or points, not both.
  [[nodiscard]] std::string pays(const Track& track, std::uint32_t space, bool either = false) const;

 private:
  const Scene& scene_;
};
/// Letters are the cue; the colour only helps.
[[nodiscard]] Style chip_style(std::size_t kind);
[[nodiscard]] std::string number(std::int64_t n);
/// Whether somebody waits for this seat.
[[nodiscard]] bool waited_for(const Scene& scene, int seat);

// --- pot.cpp ---
/// A pot as its track, and what it pays and risks; `whose` is the viewer's own or another's.
[[nodiscard]] Block pot_block(const Scene& scene, const View& view, int seat);
/// The few things of a pot that one wants to hear before each chip.
[[nodiscard]] std::vector<Line> pot_in_words(const Scene& scene, const View& view, int seat);

// --- table.cpp: what lies on the table ---
[[nodiscard]] Block card_block(const Scene& scene, const View& view);
[[nodiscard]] Block players_block(const Scene& scene, const View& view);
/// Everybody on the score track, with the rat tails between.
[[nodiscard]] Block scores_track_block(const Scene& scene, const View& view);
[[nodiscard]] std::string phase_name(const Scene& scene, const View& view);

// --- essence.cpp ---
/// The patients to choose from, a block each.
[[nodiscard]] std::vector<Block> patient_blocks(const Scene& scene, const View& view);
/// A seat's patient: what it does and the essence left; `fields`: also what each field pays.
[[nodiscard]] Block essence_block(const Scene& scene, const View& view, int seat, bool fields);
/// The patients of all seats.
[[nodiscard]] Block everybodys_patients_block(const Scene& scene, const View& view);

// --- shop.cpp ---
/// Prices in the chosen books, what is left, and what `seat` can pay: its coins, or what its pot would pay once a chip lies in it.
[[nodiscard]] Block shop_block(const Scene& scene, const View& view, int seat);
/// What the chosen books do.
[[nodiscard]] Block books_block(const Scene& scene, const View& view);
[[nodiscard]] Block bags_block(const Scene& scene, const View& view);
[[nodiscard]] Block legend_block(const Scene& scene, const View& view);

// --- ending.cpp ---
[[nodiscard]] Block ending_block(const Scene& scene, const View& view);

}  // namespace athanor::ui::quacksalber
