#include "blocks.h"

#include <cstdint>

namespace athanor::ui::the_alchemists {

// The score explains itself: each part of the total that is not zero, by name (rules §8).
Block scores_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("ta.end"), {}};
  if (view.end().others_left()) block.lines.push_back(line(texts("ta.others_left")));
  int rank = 0;
  for (const auto& score : view.end().scores()) {
    const auto name = words.seat(score.seat());
    if (!score.ranked()) {
      block.lines.push_back(line(texts("ta.not_ranked", {name}), dim));
      continue;
    }
    Line head{{std::to_string(++rank) + ". ", dim}, {name + ": " + texts("ta.points", {std::to_string(score.total())}), bold}};
    if (score.winner()) head.push_back({" " + texts("ta.winner"), coloured(Colour::yellow, true)});
    block.lines.push_back(std::move(head));
    const std::pair<const char*, std::int32_t> parts[] = {
        {"ta.part.potions", score.potions()}, {"ta.part.white", score.white()},     {"ta.part.black", score.black()},
        {"ta.part.collection", score.collection()}, {"ta.part.mastery", score.mastery()}, {"ta.part.ladder", score.ladder()},
        {"ta.part.leftovers", score.leftovers()},   {"ta.part.chips", score.chips()}};
    std::vector<std::string> said;
    for (const auto& [key, points] : parts)
      if (points != 0) said.push_back(texts(key, {std::to_string(points)}));
    block.lines.push_back(line("  " + (said.empty() ? texts("ta.nothing") : joined(said))));
  }
  return block;
}

Block decks_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("ta.decks"), {}};
  for (int seat = 0; seat < view.end().hands_size(); ++seat) {
    Line hand{{texts("ta.hand_of", {words.seat(static_cast<std::uint32_t>(seat))}) + " ", dim}};
    words.append_cards(hand, counts_of(view.end().hands(seat).cards()));
    block.lines.push_back(std::move(hand));
  }
  std::vector<std::string> potions;
  for (const auto& id : view.end().potion_deck()) potions.push_back(words.potion(id));
  if (!potions.empty()) block.lines.push_back({{texts("ta.potions_left") + " ", dim}, {joined(potions), normal}});
  Counts left{};
  for (const auto kind : view.end().ingredient_deck())
    if (kind >= 1 && kind <= kinds) ++left[kind - 1];
  block.lines.push_back({{texts("ta.ingredients_left") + " ", dim}});
  words.append_cards(block.lines.back(), left);
  return block;
}

}  // namespace athanor::ui::the_alchemists
