#include "blocks.h"

#include <algorithm>

namespace athanor::ui::der_alchimist {

Block hand_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  std::uint32_t size = 0;
  for (const auto n : view.own().hand()) size += std::min(n, 99U);
  Block block{texts("da.hand", {std::to_string(size)}), {}};
  block.lines.push_back(words.cards(view.own().hand(), view.stone()));
  if (view.own().has_committed()) {
    Line committed{{texts("da.committed") + " ", dim}};
    for (auto& span : words.cards(view.own().committed(), view.stone())) committed.push_back(std::move(span));
    block.lines.push_back(std::move(committed));
  }
  if (scene.model.seat >= 0)
    if (auto ahead = ahead_line(scene, view, static_cast<std::uint32_t>(scene.model.seat)); !ahead.empty()) block.lines.push_back(std::move(ahead));
  return block;
}

Block question_block(const Scene& scene, const View& view) {
  return {scene.texts("da.question"), {line(view.own().question(), bold)}};
}

Block answers_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  const auto& own = view.own();
  Block block{texts("da.answers"), {}};
  for (const auto& answer : own.answers())
    block.lines.push_back({{scene.spoken ? texts("da.answer_from", {std::to_string(answer.pile())}) + " " : "≡" + std::to_string(answer.pile()) + " ", dim},
                           {answer.text(), normal}});
  if (own.answers_size() == 0) block.lines.push_back(line(texts("da.no_answers"), dim));
  return block;
}

}  // namespace athanor::ui::der_alchimist
