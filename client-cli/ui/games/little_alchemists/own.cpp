#include "blocks.h"

#include <athanor/common/text.h>
#include <athanor/little_alchemists/deduction.h>

#include <algorithm>

namespace athanor::ui::little_alchemists {
namespace {

namespace puzzle = games::little_alchemists;

// The deduction trusts its input; a view from the wire is checked first.
bool sound(const View& view) {
  if (view.level() < puzzle::min_level || view.level() > puzzle::max_level) return false;
  const auto& board = puzzle::board_of_level(view.level());
  if (view.ingredients() != board.size) return false;
  const auto tokens_sound = [&](const auto& tokens) {
    return known_of(tokens, board.size).size() == static_cast<std::size_t>(tokens.size());
  };
  if (!tokens_sound(view.own().tracker())) return false;
  for (const auto& player : view.players())
    if (!tokens_sound(player.tracker())) return false;
  for (const auto& player : view.own().opened())
    if (!tokens_sound(player.tracker())) return false;
  if (view.has_board() && view.board().slots_size() != board.size) return false;
  for (const auto& slot : view.board().slots())
    if (slot.theory() > board.size || !puzzle::set_of(slot.potions())) return false;
  for (const auto& theory : view.own().wrong_theories())
    if (theory.ingredient() >= board.size || !puzzle::set_of(theory.potions())) return false;
  if (view.own().open_theory_ingredient() > board.size) return false;
  return !view.has_open_theory() || puzzle::set_of(view.open_theory().potions()).has_value();
}

// From what this player is shown of the board (rules §12): at level 1 nothing, so nothing follows.
std::optional<puzzle::Deduction> deduction_of(const View& view) {
  const auto shown = puzzle::shown_of(view);
  if (!sound(view) || shown == puzzle::Shown::nothing) return std::nullopt;
  auto deduction = puzzle::deduce(puzzle::board_of_level(view.level()), puzzle::knowledge_of(view), shown);
  if (!deduction.consistent) return std::nullopt;
  return deduction;
}

// Own tokens, and those of trackers that lie open (test, end).
std::vector<Known> all_known(const View& view) {
  auto known = known_of(view.own().tracker(), view.ingredients());
  const auto add = [&](const auto& tracker) {
    for (const auto& token : known_of(tracker, view.ingredients())) {
      const bool there = std::any_of(known.begin(), known.end(), [&](const Known& k) { return k.a == token.a && k.b == token.b; });
      if (!there) known.push_back(token);
    }
  };
  for (const auto& player : view.own().opened()) add(player.tracker());
  for (const auto& player : view.players()) add(player.tracker());
  return known;
}

std::vector<Known> implied_by(const puzzle::Deduction& deduction, const std::vector<Known>& known) {
  std::vector<Known> implied;
  for (std::uint32_t b = 1; b < deduction.ingredients; ++b)
    for (std::uint32_t a = 0; a < b; ++a) {
      if (std::any_of(known.begin(), known.end(), [&](const Known& k) { return k.a == a && k.b == b; })) continue;
      const auto results = deduction.result(static_cast<puzzle::Ingredient>(a), static_cast<puzzle::Ingredient>(b));
      if (puzzle::size_of(results) == 1) implied.push_back({a, b, puzzle::letters(results)[0]});
    }
  return implied;
}

// "surely fire and love; perhaps ..." for the sets that an ingredient may still have.
std::string implied_in_words(const Scene& scene, const std::vector<std::string>& sets, const std::string& sure) {
  const Words words(scene);
  if (sets.size() == 1) return scene.texts("la.implied_sure", {words.set_in_words(sets.front())});
  std::vector<std::string> possible;
  for (const auto& set : sets) possible.push_back(words.set_in_words(set));
  const auto open = scene.texts("la.implied_possible", {sets.size() <= 2 ? joined(possible, scene.texts("la.or"))
                                                                          : scene.texts("la.implied_count", {std::to_string(sets.size())})});
  return sure.empty() ? open : scene.texts("la.implied_sure", {words.set_in_words(sure)}) + "; " + open;
}

std::string counted(const Words& words, const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  std::vector<std::string> parts;
  for (int i = 0; i < numbers.size(); ++i)
    if (numbers.Get(i) > 0)
      parts.push_back((numbers.Get(i) > 1 ? std::to_string(numbers.Get(i)) + "× " : "") + words.ingredient(static_cast<std::uint32_t>(i)));
  return parts.empty() ? "–" : joined(parts);
}

}  // namespace

Block hand_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& own = view.own();
  Block block{texts("la.hand"), {}};
  block.lines.push_back(line(counted(words, own.hand()), bold));
  if (own.mixed_size() == 2 && own.mixed(0) > 0 && own.mixed(1) > 0)
    block.lines.push_back(line(texts("la.mixed", {words.ingredient(own.mixed(0) - 1), words.ingredient(own.mixed(1) - 1)})));
  if (own.open_theory_ingredient() > 0)
    block.lines.push_back(line(texts("la.own_theory", {words.ingredient(own.open_theory_ingredient() - 1)})));
  const bool discarded = std::any_of(own.discarded().begin(), own.discarded().end(), [](auto n) { return n > 0; });
  if (discarded) block.lines.push_back({{texts("la.discarded") + " ", dim}, {counted(words, own.discarded()), normal}});
  for (const auto& theory : own.wrong_theories()) {
    auto text = texts("la.wrong_theory", {words.ingredient(theory.ingredient()), words.set_in_words(theory.potions())});
    if (theory.right() >= 0) text += texts("la.wrong_theory_glass", {std::to_string(theory.right())});
    block.lines.push_back(line(text));
  }
  return block;
}

Block tracker_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto known = all_known(view);
  const auto deduction = deduction_of(view);
  const auto implied = deduction ? implied_by(*deduction, known) : std::vector<Known>();
  const bool together = view.phase() == v1::LITTLE_ALCHEMISTS_PHASE_TEST;
  Block block{texts(together ? "la.tracker_together" : "la.tracker"), {}, true};
  if (scene.spoken) {
    block.grid = false;
    block.lines = pairs_in_words(words, known);
    if (known.empty()) block.lines.push_back(line(texts("la.tracker_empty")));
    if (!implied.empty()) block.lines.push_back(line(texts("la.follows")));
    for (auto& sentence : pairs_in_words(words, implied)) block.lines.push_back(std::move(sentence));
    return block;
  }
  block.lines = triangle(words, std::min(view.ingredients(), max_ingredients), known, implied);
  block.lines.push_back(line(texts("la.tracker_legend"), dim));
  return block;
}

Block implied_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("la.implied"), {}, true};
  const auto deduction = deduction_of(view);
  if (!deduction) {
    block.grid = false;
    block.lines.push_back(line(texts("la.implied_none")));
    return block;
  }
  const auto& board = puzzle::board_of_level(view.level());
  puzzle::PotionSet all = 0;
  for (std::size_t s = 0; s < board.size; ++s) all = static_cast<puzzle::PotionSet>(all | board.sets[s]);
  const auto potions = puzzle::letters(all);

  Line head{{std::string(13, ' '), dim}};
  for (const char c : potions) head.push_back({std::string(1, c) + " ", potion_style(c, true)});
  head.push_back({" " + texts("la.implied_sets"), dim});
  if (!scene.spoken) block.lines.push_back(std::move(head));
  for (puzzle::Ingredient i = 0; i < deduction->ingredients; ++i) {
    const auto sets = puzzle::possible_sets(board, *deduction, i);
    puzzle::PotionSet every = all, any = 0;
    std::vector<std::string> names;
    for (const auto set : sets) {
      every = static_cast<puzzle::PotionSet>(every & set);
      any = static_cast<puzzle::PotionSet>(any | set);
      names.push_back(puzzle::letters(set));
    }
    const auto summary = names.size() <= 2 ? joined(names, " ") : texts("la.implied_count", {std::to_string(names.size())});
    if (scene.spoken) {
      block.lines.push_back(line(words.ingredient(i) + ": " + implied_in_words(scene, names, puzzle::letters(every))));
      continue;
    }
    Line row{{common::padded(words.ingredient(i), 12) + " ", names.size() == 1 ? bold : normal}};
    for (const char c : potions) {
      const auto potion = puzzle::bit(*puzzle::result_of(c));
      const bool sure = (every & potion) != 0, open = (any & potion) != 0;
      row.push_back({sure ? "+ " : open ? "? " : "· ", sure ? bold : dim});
    }
    row.push_back({" " + summary, names.size() == 1 ? bold : normal});
    block.lines.push_back(std::move(row));
  }
  return block;
}

}  // namespace athanor::ui::little_alchemists
