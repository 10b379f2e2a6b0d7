#pragma once
// The blocks of a game of The Alchemists, and its words. Everything takes whatever numbers and ids arrive: what is unknown
// is "?" or the id itself.

#include "block.h"
#include "renderer.h"

#include <athanor/v1/the_alchemists.pb.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui::the_alchemists {

using View = v1::TheAlchemistsView;
inline constexpr std::uint32_t kinds = 6;  ///< the last one is the wild one
using Counts = std::array<std::uint32_t, kinds>;

// --- words.cpp ---
class Words {
 public:
  explicit Words(const Scene& scene) : scene_(scene) {}

  [[nodiscard]] std::string ingredient(std::uint32_t kind) const;
  /// "Bloodberry", coloured; the word is the cue.
  [[nodiscard]] Span ingredient_span(std::uint32_t kind) const;
  [[nodiscard]] std::string potion(const std::string& id) const { return scene_.model.terms("potion." + id); }
  [[nodiscard]] std::string fact(std::string_view what, const std::string& id) const;  ///< "text", "cost", "sp", "strength", "category"
  /// Letters of the cost, coloured, padded to six columns; as words in the line mode.
  void append_cost(Line& line, const std::string& id) const;
  [[nodiscard]] std::string cost_in_words(const std::string& id) const;
  /// "2× Bloodberry, Glowcap".
  [[nodiscard]] std::string cards(const Counts& counts) const;
  void append_cards(Line& line, const Counts& counts) const;
  /// A pile in short, "2B 1G"; as words in the line mode.
  void append_pile(Line& line, const Counts& counts) const;
  [[nodiscard]] std::string seat(std::uint32_t index) const { return seat_name(scene_.model.room, index, scene_.texts); }

 private:
  const Scene& scene_;
};
[[nodiscard]] Counts counts_of(const google::protobuf::RepeatedField<std::uint32_t>& numbers);
/// Cards of a cost that the hand does not hold, Rainbow Dust and the discount counted in.
[[nodiscard]] unsigned lacking(std::string_view cost, const Counts& hand, std::uint32_t discount);

// --- table.cpp: what lies on the table ---
[[nodiscard]] Block potions_block(const Scene& scene, const View& view);
[[nodiscard]] Block ingredients_block(const Scene& scene, const View& view);
[[nodiscard]] Block players_block(const Scene& scene, const View& view);
/// What is going on: the potion whose effect runs, who is asked.
[[nodiscard]] Block progress_block(const Scene& scene, const View& view);
[[nodiscard]] Block open_discard_block(const Scene& scene, const View& view);
/// What everybody else has used, in order, and their SP chips; for a spectator everybody's.
[[nodiscard]] Block used_blocks(const Scene& scene, const View& view);
/// The texts of the potions on display and in the open discard.
[[nodiscard]] Block effects_block(const Scene& scene, const View& view);

// --- own.cpp: what only this member sees, and what is his ---
[[nodiscard]] Block hand_block(const Scene& scene, const View& view);
[[nodiscard]] Block own_potions_block(const Scene& scene, const View& view, int seat);
[[nodiscard]] Block used_block(const Scene& scene, const View& view, int seat);
/// One player's own discard from the top, by category and strength, and the SP on the table.
[[nodiscard]] std::vector<Line> used_lines(const Scene& scene, const v1::TheAlchemistsPlayer& player);
[[nodiscard]] Block turn_block(const Scene& scene, const View& view);
[[nodiscard]] Block overview_block(const Scene& scene);  ///< the overview card

// --- ending.cpp ---
[[nodiscard]] Block scores_block(const Scene& scene, const View& view);
[[nodiscard]] Block decks_block(const Scene& scene, const View& view);

}  // namespace athanor::ui::the_alchemists
