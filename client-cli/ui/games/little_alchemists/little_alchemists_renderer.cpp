#include "little_alchemists_renderer.h"

#include "blocks.h"

#include <athanor/little_alchemists/board.h>

namespace athanor::ui {

using namespace little_alchemists;

namespace {

// The potion sets of the board by slot; at level 1 no board is shown, so they are the level's own.
std::vector<std::string> sets_of(const View& view) {
  std::vector<std::string> sets;
  for (const auto& slot : view.board().slots()) sets.push_back(slot.potions());
  if (!sets.empty() || view.level() < games::little_alchemists::min_level || view.level() > games::little_alchemists::max_level)
    return sets;
  const auto& board = games::little_alchemists::board_of_level(view.level());
  for (std::size_t s = 0; s < board.size; ++s) sets.push_back(games::little_alchemists::letters(board.sets[s]));
  return sets;
}

std::string headline(const Scene& scene, const View& view) {
  const auto level = scene.texts("la.level", {std::to_string(view.level())});
  if (view.phase() == v1::LITTLE_ALCHEMISTS_PHASE_TEST) return level + " · " + scene.texts("la.test");
  if (view.has_end()) return level + " · " + scene.texts("phase.finished");
  const bool mine = static_cast<std::int64_t>(view.active_seat()) == scene.model.seat;
  const auto turn = mine ? scene.texts("la.your_turn") : scene.texts("la.turn_of", {Words(scene).seat(view.active_seat())});
  return level + " · " + scene.texts("la.turn", {std::to_string(view.turn())}) + " · " + turn_or_pause(scene, turn);
}

}  // namespace

Picture LittleAlchemistsRenderer::draw(const Scene& scene) const {
  View view;
  if (!view.ParseFromString(scene.model.view)) return unreadable_picture(scene);
  Picture picture;
  picture.headline = headline(scene, view);
  const bool over = view.has_end() && view.phase() != v1::LITTLE_ALCHEMISTS_PHASE_TEST;  // nothing is asked any more
  const bool testing = view.phase() == v1::LITTLE_ALCHEMISTS_PHASE_TEST || view.test().closed();
  if (testing) picture.table.push_back(test_block(scene, view.test()));
  if (view.has_end()) {
    picture.table.push_back(scores_block(scene, view));
    if (!view.end().results().empty()) picture.table.push_back(revealed_block(scene, view.ingredients(), view.end().results()));
    if (view.end().slots_size() > 0) picture.table.push_back(slots_block(scene, view.end().slots(), sets_of(view)));
    if (over && scene.model.room.campaign_progress_size() > 0) picture.table.push_back(campaign_block(scene));
  }
  if (view.has_open_theory()) picture.table.push_back(open_theory_block(scene, view));
  if (!view.has_end() && !testing) picture.table.push_back(market_block(scene, view));
  picture.table.push_back(players_block(scene, view));
  if (view.has_board() && view.end().slots_size() == 0) picture.table.push_back(board_block(scene, view));
  if (view.level() >= 6 && !view.has_end()) picture.table.push_back(artifacts_block(scene, view));
  if (!scene.spoken) {
    Block letters{scene.texts("la.letters"), {legend(Words(scene), view.level())}};
    picture.table.push_back(std::move(letters));
  }
  if (view.has_own()) {
    if (!over) picture.own.push_back(hand_block(scene, view));
    picture.own.push_back(tracker_block(scene, view));
    if (!over && view.has_board()) picture.own.push_back(implied_block(scene, view));
    picture.own.push_back(notes_block(scene));
  }

  if (view.has_end()) return picture;
  picture.brief = market_block(scene, view).lines;
  if (view.has_own()) {
    Line hand{{scene.texts("la.hand") + ": ", dim}};
    const auto held = hand_block(scene, view);
    hand.insert(hand.end(), held.lines.front().begin(), held.lines.front().end());
    if (scene.model.seat >= 0 && scene.model.seat < view.players_size())
      picture.brief.push_back(line(scene.texts("la.your_coins", {std::to_string(view.players(scene.model.seat).coins())})));
    picture.brief.push_back(std::move(hand));
  }
  return picture;
}

}  // namespace athanor::ui
