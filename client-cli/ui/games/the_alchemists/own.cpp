#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <map>

namespace athanor::ui::the_alchemists {

Block hand_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& own = view.own();
  const auto hand = counts_of(own.hand());
  std::uint32_t size = 0;
  for (const auto count : hand) size += count;
  Block block{texts("ta.hand", {std::to_string(size), std::to_string(view.hand_limit())}), {}};
  block.lines.emplace_back();
  words.append_cards(block.lines.back(), hand);
  if (own.seen_hand_size() > 0) {
    block.lines.push_back({{texts("ta.seen_hand", {words.seat(own.seen_seat())}) + " ", dim}});
    words.append_cards(block.lines.back(), counts_of(own.seen_hand()));
  }
  if (own.seen_cards_size() > 0) {
    block.lines.push_back({{texts("ta.seen_cards") + " ", dim}});
    words.append_cards(block.lines.back(), counts_of(own.seen_cards()));
  }
  std::vector<std::string> seen;
  for (const auto& id : own.seen_potions()) seen.push_back(words.potion(id));
  if (!seen.empty()) block.lines.push_back({{texts("ta.seen_potions") + " ", dim}, {joined(seen), normal}});
  return block;
}

Block own_potions_block(const Scene& scene, const View& view, int seat) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& player = view.players(seat);
  const auto places = static_cast<std::uint32_t>(std::min(view.slots(), 20U)) +
                      (view.active_seat() == static_cast<std::uint32_t>(seat) ? std::min(view.turn().slot_bonus(), 20U) : 0U);
  Block block{texts("ta.own_potions", {std::to_string(player.slots_size()), std::to_string(places)}), {}};
  for (const auto& slot : player.slots()) {
    block.lines.push_back({{words.potion(slot.potion()), bold},
                           {" (" + texts(slot.ready() ? "ta.is_ready" : "ta.is_brewing") + ", " + words.fact("sp", slot.potion()) + " SP): ",
                            slot.ready() ? coloured(Colour::green) : dim},
                           {words.fact("text", slot.potion()), normal}});
  }
  if (!player.patent().empty()) {
    Line patent{{texts("ta.patent", {words.potion(player.patent())}) + " ", bold}};
    if (scene.spoken)
      patent.push_back({words.cost_in_words(player.patent()), normal});
    else
      words.append_cost(patent, player.patent());
    patent.push_back({" " + words.fact("sp", player.patent()) + " SP: ", dim});
    patent.push_back({words.fact("text", player.patent()), normal});
    block.lines.push_back(std::move(patent));
  }
  if (block.lines.empty()) block.lines.push_back(line(texts("ta.no_slots"), dim));
  return block;
}

Block used_block(const Scene& scene, const View& view, int seat) {
  const auto& player = view.players(seat);
  return {scene.texts("ta.used", {std::to_string(player.used_size())}), used_lines(scene, player)};
}

std::vector<Line> used_lines(const Scene& scene, const v1::TheAlchemistsPlayer& player) {
  const Words words(scene);
  const auto& texts = scene.texts;
  std::vector<Line> lines;
  std::map<std::string, int> categories, strengths;
  std::vector<std::string> names;
  for (const auto& id : player.used()) {
    ++categories[words.fact("category", id)];
    ++strengths[words.fact("strength", id)];
    names.push_back(words.potion(id));
  }
  std::reverse(names.begin(), names.end());  // the top first
  const bool chips = player.white() + player.black() > 0;
  lines.push_back(names.empty() ? line(texts("ta.nothing"), dim) : line(joined(names)));
  if (names.empty() && !chips) return lines;
  for (const auto* counts : {&categories, &strengths}) {
    std::vector<std::string> parts;
    for (const auto& [name, n] : *counts) parts.push_back(name + " " + std::to_string(n));
    if (!parts.empty()) lines.push_back(line(joined(parts), dim));
  }
  lines.push_back(line(texts(chips ? "ta.points_now" : "ta.points_now_no_chips",
                             {std::to_string(player.points()), std::to_string(player.white()), std::to_string(player.black())})));
  return lines;
}

Block turn_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  const auto& turn = view.turn();
  Block block{texts("ta.turn"), {}};
  if (view.step() == v1::THE_ALCHEMISTS_STEP_DRAW) block.lines.push_back(line(texts("ta.takes", {std::to_string(view.takes_left())})));
  if (turn.slot_bonus() > 0) block.lines.push_back(line(texts("ta.bonus", {std::to_string(turn.slot_bonus())})));
  if (turn.discount() > 0) block.lines.push_back(line(texts("ta.discount", {std::to_string(turn.discount())})));
  if (turn.ready_next()) block.lines.push_back(line(texts("ta.ready_next")));
  if (turn.patented()) block.lines.push_back(line(texts("ta.patented"), dim));
  if (turn.named() > 0) block.lines.push_back(line(texts("ta.named", {Words(scene).ingredient(turn.named() - 1)})));
  if (view.round() == view.rounds()) block.lines.push_back(line(texts("ta.final_round"), bold));
  return block;
}

Block overview_block(const Scene& scene) {
  Block block{scene.texts("ta.overview"), {}};
  for (const auto* key : {"ta.overview_turn", "ta.overview_end"}) block.lines.push_back(line(scene.texts(key), dim));
  return block;
}

}  // namespace athanor::ui::the_alchemists
