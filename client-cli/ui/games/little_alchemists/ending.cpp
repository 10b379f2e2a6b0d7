#include "blocks.h"

#include <algorithm>

namespace athanor::ui::little_alchemists {

std::string half_points(std::int32_t value) {
  const bool minus = value < 0;
  const auto size = static_cast<std::uint32_t>(minus ? -static_cast<std::int64_t>(value) : value);
  std::string text = size == 1 ? "" : std::to_string(size / 2);
  if (size % 2 == 1) text += "½";
  return (minus ? "-" : "") + text;
}

Block test_block(const Scene& scene, const v1::LevelTest& test) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("la.test"), {}};
  for (int i = 0; i < test.questions_size(); ++i) {
    const auto& question = test.questions(i);
    Line row{{std::to_string(i + 1) + " ", dim}, {words.ingredient(question.a()) + " + " + words.ingredient(question.b()) + ": ", normal}};
    if (question.answer().empty())
      row.push_back({texts("la.test_open"), dim});
    else
      row.push_back(words.potion_span(question.answer()));
    if (!question.truth().empty()) {
      const bool right = question.truth() == question.answer();
      row.push_back({right ? " " + texts("la.test_right") : " " + texts("la.test_wrong", {words.potion(question.truth())}), bold});
    }
    block.lines.push_back(std::move(row));
  }
  std::vector<std::string> names;
  for (const auto seat : test.confirmed()) names.push_back(words.seat(seat));
  if (!names.empty() && !test.closed()) block.lines.push_back(line(texts("la.test_confirmed", {joined(names)})));
  if (test.closed())
    block.lines.push_back(line(texts(test.passed() ? "la.test_passed" : "la.test_failed",
                                     {std::to_string(test.right()), std::to_string(test.questions_size())}), bold));
  return block;
}

Block scores_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& end = view.end();
  const bool test_runs = view.phase() == v1::LITTLE_ALCHEMISTS_PHASE_TEST;  // the game is over only after it
  Block block{texts(test_runs ? "la.end_before_test" : "la.end"), {}};
  const auto reason = "la.end_" + end.reason();
  block.lines.push_back(line(texts.has(reason) ? texts(reason) : end.reason()));
  if (end.keys() > 0) block.lines.push_back(line(texts("la.keys", {std::to_string(end.keys())}), bold));

  std::vector<const v1::Score*> scores;
  for (const auto& score : end.scores()) scores.push_back(&score);
  std::stable_sort(scores.begin(), scores.end(), [](const auto* a, const auto* b) {
    if (a->ranked() != b->ranked()) return a->ranked();
    return a->half_points() > b->half_points();
  });
  for (const auto* score : scores) {
    const auto name = words.seat(score->seat());
    if (!score->ranked()) {
      block.lines.push_back(line(texts("la.not_ranked", {name}), dim));
      continue;
    }
    Line head{{name + ": ", bold}, {texts("la.points", {half_points(score->half_points())}), bold}};
    if (score->winner()) head.push_back({" " + texts("la.winner"), coloured(Colour::yellow, true)});
    block.lines.push_back(std::move(head));
    std::vector<std::string> parts{texts("la.coins", {std::to_string(score->coins())})};
    if (view.level() >= 6) parts.back() += " (" + half_points(static_cast<std::int32_t>(std::min(score->coins(), 1'000'000U))) + ")";
    if (view.level() >= 2) parts.push_back(texts("la.gems_of", {std::to_string(score->gems())}));
    if (score->broken_gems() > 0) parts.push_back(texts("la.broken", {std::to_string(score->broken_gems())}));
    for (const auto& artifact : score->artifacts())
      parts.push_back(words.artifact(artifact.artifact()) + " " + std::to_string(artifact.points()));
    if (!score->wishes_as().empty()) parts.push_back(texts("la.wishes_as", {words.tokens_in_words(score->wishes_as())}));
    block.lines.push_back(line("  " + joined(parts)));
  }
  if (!end.customers().empty()) block.lines.push_back(line(texts("la.customers", {words.set_in_words(end.customers())}), dim));
  return block;
}

Block revealed_block(const Scene& scene, std::uint32_t ingredients, std::string_view results) {
  const Words words(scene);
  ingredients = std::min(ingredients, max_ingredients);
  std::vector<Known> known;
  std::size_t place = 0;
  for (std::uint32_t a = 0; a < ingredients; ++a)
    for (std::uint32_t b = a + 1; b < ingredients && place < results.size(); ++b) known.push_back({a, b, results[place++]});
  Block block{scene.texts("la.revealed"), {}, !scene.spoken};
  block.lines = scene.spoken ? pairs_in_words(words, known) : triangle(words, ingredients, known, {});
  return block;
}

Block slots_block(const Scene& scene, const google::protobuf::RepeatedField<std::uint32_t>& slots, const std::vector<std::string>& sets) {
  const Words words(scene);
  Block block{scene.texts("la.slots"), {}, !scene.spoken};
  std::vector<std::vector<Span>> rows;
  for (int i = 0; i < slots.size(); ++i) {
    const auto slot = static_cast<std::size_t>(slots.Get(i));
    if (slot >= sets.size()) continue;
    const auto name = words.ingredient(static_cast<std::uint32_t>(i));
    if (scene.spoken)
      block.lines.push_back(line(name + ": " + words.set_in_words(sets[slot])));
    else
      rows.push_back({{name, normal}, {words.set_in_words(sets[slot]), bold}});
  }
  if (!scene.spoken) block.lines = table(rows);
  return block;
}

Block campaign_block(const Scene& scene) {
  Block block{scene.texts("block.campaign"), {}};
  for (const auto& text : scene.model.room.campaign_progress()) block.lines.push_back(line(text));
  return block;
}

}  // namespace athanor::ui::little_alchemists
