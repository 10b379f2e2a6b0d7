#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace athanor::ui::the_alchemists {
namespace {

std::string number(std::size_t n) { return std::to_string(n); }

// "you have it all" or "lacks 2": only for those with a hand.
std::string affordable(const Scene& scene, const View& view, const std::string& id) {
  const bool own_turn = static_cast<std::int64_t>(view.active_seat()) == scene.model.seat;  // whose discount it is
  const auto missing = lacking(Words(scene).fact("cost", id), counts_of(view.own().hand()), own_turn ? view.turn().discount() : 0);
  if (missing == 0) return scene.spoken ? scene.texts("ta.payable") : "✓";
  return scene.spoken ? scene.texts(missing == 1 ? "ta.lacks_one_spoken" : "ta.lacks_spoken", {number(missing)}) : number(missing);
}

// One potion in a line: name, cost, SP, and, if it is for sale, how many of its ingredients the hand lacks.
Line potion_line(const Scene& scene, const View& view, const std::string& id, bool for_sale) {
  const Words words(scene);
  if (scene.spoken) {
    auto sentence = scene.texts("ta.potion_spoken", {words.potion(id), words.cost_in_words(id), words.fact("sp", id), words.fact("strength", id),
                                                     words.fact("category", id), words.fact("text", id)});
    if (for_sale) sentence += " " + affordable(scene, view, id);
    return line(sentence);
  }
  Line out{{common::padded(common::printable(words.potion(id)), 21) + " ", bold}};
  words.append_cost(out, id);
  out.push_back({" " + common::padded(common::printable(words.fact("sp", id)), 3), normal});
  if (for_sale) out.push_back({affordable(scene, view, id), normal});
  return out;
}

// Above potion_line(), on the screen.
Line potion_head(const Scene& scene, bool for_sale) {
  const auto& texts = scene.texts;
  return line(common::padded(texts("ta.head_potion"), 21) + " " + common::padded(texts("ta.head_cost"), 6) + " SP " +
                  (for_sale ? texts("ta.head_lacks") : std::string()), dim);
}

std::string slots_text(const Scene& scene, const v1::TheAlchemistsPlayer& player) {
  const Words words(scene);
  std::vector<std::string> parts;
  for (const auto& slot : player.slots())
    parts.push_back(words.potion(slot.potion()) + " " + (scene.spoken ? scene.texts(slot.ready() ? "ta.is_ready" : "ta.is_brewing") : slot.ready() ? "✓" : "…"));
  return parts.empty() ? scene.texts("ta.no_slots") : joined(parts);
}

std::string patent_text(const Scene& scene, const v1::TheAlchemistsPlayer& player) {
  return Words(scene).potion(player.patent()) + (player.patent_has_chip() ? "" : " " + scene.texts("ta.no_chip"));
}

std::vector<std::string> marks(const Scene& scene, const v1::TheAlchemistsPlayer& player, int seat) {
  const auto& texts = scene.texts;
  std::vector<std::string> list;
  if (player.left())
    list.push_back(texts("seat.left"));
  else if (auto mark = seat_mark(scene.model, seat, texts); !mark.empty())
    list.push_back(std::move(mark));
  else if (player.autopilot())
    list.push_back(texts("mark.away"));
  if (player.is_protected()) list.push_back(texts("ta.protected"));
  if (player.draw_penalty() > 0) list.push_back(texts("ta.penalty", {number(player.draw_penalty())}));
  return list;
}

bool waited_for(const Scene& scene, int seat) {
  const auto& deciding = scene.model.deciding;
  return std::find(deciding.begin(), deciding.end(), static_cast<std::uint32_t>(seat)) != deciding.end();
}

}  // namespace

Block potions_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  Block block{texts("ta.potions", {number(view.potion_deck())}), {}, !scene.spoken};
  if (!scene.spoken) block.lines.push_back(potion_head(scene, view.has_own()));
  for (const auto& id : view.potion_display()) {
    if (!id.empty()) block.lines.push_back(potion_line(scene, view, id, view.has_own()));
    else if (!scene.spoken) block.lines.push_back(line("–", dim));
  }
  if (block.lines.empty()) block.lines.push_back(line(texts("ta.nothing")));
  return block;
}

Block ingredients_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  const Words words(scene);
  Block block{texts("ta.ingredients"), {}};
  Line open;
  if (scene.spoken) open.push_back({texts("ta.open") + " ", dim});
  bool any = false;
  for (const auto space : view.ingredient_display()) {
    if (any) open.push_back({scene.spoken ? ", " : " · ", normal});
    open.push_back(space == 0 ? Span{scene.spoken ? texts("ta.empty") : "–", dim} : words.ingredient_span(space - 1));
    any = true;
  }
  block.lines.push_back(std::move(open));
  block.lines.push_back({{texts("ta.deck", {number(view.ingredient_deck())}) + " ", dim}, {texts("ta.discard") + " ", dim}});
  words.append_pile(block.lines.back(), counts_of(view.ingredient_discard()));
  if (scene.spoken || !view.has_own() || view.has_end()) return block;
  // The own hand beside the costs, in the same letters; in words on the page of its own.
  const auto hand = counts_of(view.own().hand());
  const auto size = std::accumulate(hand.begin(), hand.end(), std::size_t{0});
  block.lines.push_back({{texts("ta.hand_short", {number(size), number(view.hand_limit())}) + " ", bold}});
  words.append_pile(block.lines.back(), hand);
  return block;
}

Block players_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("ta.players"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    const auto seat = static_cast<std::uint32_t>(i);
    const bool turn = seat == view.active_seat() && !view.has_end();
    auto said = marks(scene, player, i);
    const auto facts = texts("ta.player_facts", {number(player.hand_size()), number(player.patent_chips()), std::to_string(player.points())});
    if (scene.spoken) {
      if (turn) said.push_back(texts("ta.has_turn"));
      if (waited_for(scene, i)) said.push_back(texts("seat.decides"));
      said.insert(said.begin(), facts);
      said.push_back(texts("ta.slots_spoken", {slots_text(scene, player)}));
      if (!player.patent().empty()) said.push_back(texts("ta.patent", {patent_text(scene, player)}));
      block.lines.push_back(line(words.seat(seat) + ": " + joined(said, "; ")));
      continue;
    }
    const auto name = common::fit(common::printable(words.seat(seat)), 14);
    Line head{{turn ? "► " : waited_for(scene, i) ? "? " : "  ", bold}, {name + " ", i == scene.model.seat ? bold : normal}, {facts, normal}};
    if (!said.empty()) head.push_back({" " + joined(said), coloured(Colour::yellow)});
    block.lines.push_back(std::move(head));
    if (player.slots_size() > 0) block.lines.push_back(line("    " + slots_text(scene, player)));
    if (!player.patent().empty()) block.lines.push_back(line("    " + texts("ta.patent", {patent_text(scene, player)}), dim));
  }
  return block;
}

Block progress_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("ta.progress"), {}};
  for (const auto& effect : view.resolving()) {
    const auto key = effect.reaction() ? "ta.reacting" : effect.copied() ? "ta.copying" : "ta.using";
    block.lines.push_back(line(texts(key, {words.seat(effect.seat()), words.potion(effect.potion())}), bold));
  }
  if (view.resolving_size() > 0) block.lines.push_back(line(words.fact("text", view.resolving(view.resolving_size() - 1).potion()), dim));
  std::vector<std::string> asked;
  for (const auto seat : view.question().seats()) asked.push_back(words.seat(seat));
  if (!asked.empty() && view.resolving_size() > 0) {
    const auto key = "ta.ask." + view.question().type();
    block.lines.push_back(line(texts(asked.size() == 1 ? "ta.asked" : "ta.asked_several", {joined(asked), texts.has(key) ? texts(key) : view.question().type()})));
  }
  return block;
}

// Nothing here can be paid for: only effects take potions out of it.
Block open_discard_block(const Scene& scene, const View& view) {
  Block block{scene.texts("ta.open_discard"), {}, !scene.spoken};
  if (!scene.spoken && view.open_discard_size() > 0) block.lines.push_back(potion_head(scene, false));
  for (auto i = view.open_discard_size(); i > 0; --i) block.lines.push_back(potion_line(scene, view, view.open_discard(i - 1), false));
  return block;
}

Block used_blocks(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("ta.used_by_others"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    const bool own = view.has_own() && i == scene.model.seat;  // has a block of its own
    if (own || (player.used_size() == 0 && player.white() + player.black() == 0)) continue;
    auto lines = used_lines(scene, player);
    const auto name = words.seat(static_cast<std::uint32_t>(i)) + " (" + number(static_cast<std::size_t>(player.used_size())) + "): ";
    lines.front().insert(lines.front().begin(), Span{name, bold});
    block.lines.push_back(lines.front());
    std::vector<std::string> counts;
    for (std::size_t l = 1; l < lines.size(); ++l) counts.push_back(text_of(lines[l]));
    block.lines.push_back(line("  " + joined(counts, "; "), dim));
  }
  return block;
}

Block effects_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("ta.effects"), {}};
  std::vector<std::string> ids(view.potion_display().begin(), view.potion_display().end());
  for (const auto& player : view.players())
    for (const auto& slot : player.slots()) ids.push_back(slot.potion());
  for (const auto& player : view.players()) ids.push_back(player.patent());
  ids.insert(ids.end(), view.open_discard().begin(), view.open_discard().end());
  std::set<std::string> shown{""};
  for (const auto& id : ids) {
    if (!shown.insert(id).second) continue;
    block.lines.push_back({{words.potion(id) + ": ", bold},
                           {words.fact("text", id), normal},
                           {" (" + words.fact("strength", id) + ", " + words.fact("category", id) + ")", dim}});
  }
  return block;
}

}  // namespace athanor::ui::the_alchemists
