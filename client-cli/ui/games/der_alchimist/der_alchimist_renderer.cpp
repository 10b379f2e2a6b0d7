#include "der_alchimist_renderer.h"

#include "blocks.h"

namespace athanor::ui {

using namespace der_alchimist;

namespace {

std::string headline(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  if (view.has_end()) return texts("phase.finished");
  if (view.has_reading()) return texts("da.reading");
  if (contest_runs(view)) return texts("da.contest", {std::to_string(view.contest().number())});
  const bool own = static_cast<std::int64_t>(view.active_seat()) == scene.model.seat;
  return texts("da.turn", {std::to_string(view.turn())}) + " · " +
         turn_or_pause(scene, own ? texts("da.your_turn") : texts("da.turn_of", {Words(scene).seat(view.active_seat())}));
}

// What lies in the discard pile, and what the signs mean. A spectator's screen has only one page: there they go below the path,
// so that players and stone are at the top of the next column.
void draw_below_path(const Scene& scene, const View& view, std::vector<Block>& to) {
  if (view.has_end()) return;
  if (!view.has_reading()) add(to, discard_block(scene, view));
  if (!view.has_reading() || !scene.spoken) add(to, legend_block(scene, view));
}

bool one_page(const Scene& scene, const View& view) { return !view.has_own() && !scene.spoken; }

void draw_table(const Scene& scene, const View& view, Picture& picture) {
  if (view.has_end()) add(picture.table, scores_block(scene, view));
  if (view.has_reading() && !view.has_end()) add(picture.table, race_block(scene, view));
  if (view.has_reading()) add(picture.table, reading_block(scene, view));
  if (contest_runs(view)) add(picture.table, contest_block(scene, view));
  if (view.phase() == v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT) add(picture.table, challenge_block(scene, view));
  if (view.has_end()) add(picture.table, solutions_block(scene, view));
  add(picture.table, path_block(scene, view));
  if (one_page(scene, view)) draw_below_path(scene, view, picture.table);
  if (view.has_own() && !scene.spoken && !view.has_reading()) add(picture.table, question_block(scene, view));
  add(picture.table, players_block(scene, view));
  if (view.has_reading()) return;  // hands and piles are worthless now (rules §14)
  if (view.has_own() && !scene.spoken) add(picture.table, hand_block(scene, view));
  add(picture.table, stone_block(scene, view));
}

// What has been, and what the signs mean: on the own page, so that the path and what is asked have room.
void draw_background(const Scene& scene, const View& view, std::vector<Block>& to) {
  if (view.has_end()) return;
  if (view.has_last_challenge() && view.phase() != v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT) add(to, challenge_block(scene, view));
  if (view.has_contest() && !contest_runs(view) && !view.has_reading()) add(to, contest_block(scene, view));
  if (!one_page(scene, view)) draw_below_path(scene, view, to);
  add(to, chips_block(scene, view));
}

// The few lines worth repeating before a question in the line mode.
void draw_brief(const Scene& scene, const View& view, Picture& picture) {
  if (contest_runs(view)) {
    picture.brief = contest_block(scene, view).lines;
    return;
  }
  if (view.has_reading()) return;  // the question says it all
  picture.brief.push_back(stone_block(scene, view).lines.front());
  auto hand = hand_block(scene, view);
  hand.lines.front().insert(hand.lines.front().begin(), Span{hand.title + ": ", dim});
  picture.brief.insert(picture.brief.end(), hand.lines.begin(), hand.lines.end());
}

}  // namespace

Picture DerAlchimistRenderer::draw(const Scene& scene) const {
  View view;
  if (!view.ParseFromString(scene.model.view)) return unreadable_picture(scene);
  Picture picture;
  picture.headline = headline(scene, view);
  draw_table(scene, view, picture);
  if (!view.has_own()) {
    draw_background(scene, view, picture.table);
    return picture;
  }
  if (scene.spoken && !view.has_reading()) add(picture.own, hand_block(scene, view));
  if (scene.spoken || view.has_reading()) add(picture.own, question_block(scene, view));
  add(picture.own, answers_block(scene, view));
  picture.own.push_back(notes_block(scene));
  draw_background(scene, view, picture.own);
  if (!view.has_end() && scene.model.seat >= 0) draw_brief(scene, view, picture);
  return picture;
}

}  // namespace athanor::ui
