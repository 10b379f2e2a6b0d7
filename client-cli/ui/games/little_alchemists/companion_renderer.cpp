#include "companion_renderer.h"

#include "blocks.h"

namespace athanor::ui {

using namespace little_alchemists;

namespace {

// The answer to what this device asked last (rules §14: for its eyes only).
Block answer_block(const Scene& scene, const v1::CompanionView& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("comp.last"), {}};
  const auto& last = view.last();
  if (last.kind() == "mix") {
    block.lines.push_back(line(words.ingredient(last.a()) + " + " + words.ingredient(last.b()), normal));
    block.lines.push_back({{"→ ", dim}, words.potion_span(last.result())});
  } else if (last.kind() == "theory") {
    block.lines.push_back(line(words.ingredient(last.a()) + ": " + words.set_in_words(last.potions())));
    const auto key = "comp.theory_" + last.result();
    block.lines.push_back(line(texts.has(key) ? texts(key) : last.result(), bold));
  } else {
    block.lines.push_back(line(texts("comp.nothing_asked"), dim));
  }
  return block;
}

Block proven_block(const Scene& scene, const v1::CompanionView& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("comp.proven"), {}};
  for (const auto& proven : view.proven()) {
    Line row{{words.ingredient(proven.ingredient()) + ": ", bold}};
    append_set(row, proven.potions(), 4);
    row.push_back({words.set_in_words(proven.potions()), dim});
    block.lines.push_back(std::move(row));
  }
  if (view.proven_size() == 0) block.lines.push_back(line(texts("comp.nothing_proven"), dim));
  if (!view.pending_set().empty()) {
    block.lines.push_back(line(texts("comp.pending", {words.set_in_words(view.pending_set())}), bold));
    if (view.pending_ingredient() > 0)
      block.lines.push_back(line(texts("comp.pending_own", {words.ingredient(view.pending_ingredient() - 1)})));
  }
  if (view.puzzle_solved()) block.lines.push_back(line(texts("comp.solved"), bold));
  return block;
}

Block board_sets_block(const Scene& scene, const v1::CompanionView& view) {
  const Words words(scene);
  Block block{scene.texts(view.own_board() ? "comp.own_board" : "la.board"), {}};
  for (const auto& set : view.sets()) {
    Line row;
    append_set(row, set, 4);
    row.push_back({words.set_in_words(set), dim});
    block.lines.push_back(std::move(row));
  }
  return block;
}

}  // namespace

Picture CompanionRenderer::draw(const Scene& scene) const {
  const auto& texts = scene.texts;
  v1::CompanionView view;
  if (!view.ParseFromString(scene.model.view)) return unreadable_picture(scene);
  Picture picture;
  picture.headline = texts("la.level", {std::to_string(view.level())});
  if (view.ended()) picture.headline += " · " + texts("phase.finished");
  picture.own.push_back(answer_block(scene, view));
  picture.own.push_back(notes_block(scene));
  if (view.level() >= 2) picture.table.push_back(proven_block(scene, view));
  if (view.has_test()) picture.table.push_back(test_block(scene, view.test()));
  if (view.ended()) {
    Block end{texts("la.end"), {}};
    if (view.keys() > 0) end.lines.push_back(line(texts("la.keys", {std::to_string(view.keys())}), bold));
    if (end.lines.empty()) end.lines.push_back(line(texts("comp.ended")));
    picture.table.push_back(std::move(end));
    if (!view.results().empty()) picture.table.push_back(revealed_block(scene, view.ingredients(), view.results()));
    if (view.slots_size() > 0 && view.sets_size() > 0)
      picture.table.push_back(slots_block(scene, view.slots(), {view.sets().begin(), view.sets().end()}));
  } else if (view.sets_size() > 0) {
    picture.table.push_back(board_sets_block(scene, view));
  }
  if (scene.model.room.campaign_progress_size() > 0) picture.table.push_back(campaign_block(scene));
  picture.table.push_back(seats_block(scene));
  picture.brief = answer_block(scene, view).lines;
  return picture;
}

}  // namespace athanor::ui
