#include "the_alchemists_renderer.h"

#include "blocks.h"

namespace athanor::ui {

using namespace the_alchemists;

namespace {

std::string headline(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  if (view.has_end()) return texts("phase.finished");
  const bool own = scene.model.seat >= 0 && view.active_seat() == static_cast<std::uint32_t>(scene.model.seat);
  return texts("ta.round", {std::to_string(view.round()), std::to_string(view.rounds())}) + " · " +
         turn_or_pause(scene, own ? texts("ta.your_turn") : texts("ta.turn_of", {Words(scene).seat(view.active_seat())}));
}

}  // namespace

Picture TheAlchemistsRenderer::draw(const Scene& scene) const {
  View view;
  if (!view.ParseFromString(scene.model.view)) return unreadable_picture(scene);
  Picture picture;
  const int seat = scene.model.seat;
  const bool sits = seat >= 0 && seat < view.players_size();
  picture.headline = headline(scene, view);
  if (view.has_end()) {
    picture.table.push_back(scores_block(scene, view));
    picture.table.push_back(players_block(scene, view));
    add(picture.table, used_blocks(scene, view));
    picture.table.push_back(decks_block(scene, view));
  } else {
    add(picture.table, progress_block(scene, view));
    add(picture.table, potions_block(scene, view));
    add(picture.table, ingredients_block(scene, view));
    add(picture.table, players_block(scene, view));
    add(picture.table, turn_block(scene, view));
    add(picture.table, open_discard_block(scene, view));
    if (!scene.spoken) add(picture.table, effects_block(scene, view));
    add(picture.table, used_blocks(scene, view));
  }
  if (!view.has_own()) return picture;
  if (!view.has_end()) add(picture.own, hand_block(scene, view));
  if (sits) {
    if (!view.has_end()) add(picture.own, own_potions_block(scene, view, seat));
    add(picture.own, used_block(scene, view, seat));
  }
  add(picture.own, overview_block(scene));
  picture.own.push_back(notes_block(scene));
  if (view.has_end()) return picture;
  picture.brief = ingredients_block(scene, view).lines;
  const auto hand = hand_block(scene, view);
  picture.brief.push_back({{hand.title + ": ", dim}});
  picture.brief.back().insert(picture.brief.back().end(), hand.lines.front().begin(), hand.lines.front().end());
  picture.brief.insert(picture.brief.end(), hand.lines.begin() + 1, hand.lines.end());
  return picture;
}

}  // namespace athanor::ui
