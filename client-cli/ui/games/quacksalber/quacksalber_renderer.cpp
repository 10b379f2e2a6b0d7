#include "quacksalber_renderer.h"

#include "blocks.h"

namespace athanor::ui {

using namespace quacksalber;

namespace {

constexpr std::uint32_t rounds = 9;

std::string headline(const Scene& scene, const View& view) {
  if (view.has_end()) return scene.texts("phase.finished");
  const auto phase = turn_or_pause(scene, phase_name(scene, view));
  if (view.round() == 0) return phase;
  return scene.texts("qu.round", {number(view.round()), number(rounds)}) + (phase.empty() ? "" : " · " + phase);
}

// What this moment is about comes first.
void add_topic(const Scene& scene, const View& view, int seat, std::vector<Block>& to) {
  switch (view.phase()) {
    case v1::QUACKSALBER_PHASE_PATIENTS:
      for (auto& block : patient_blocks(scene, view)) to.push_back(std::move(block));
      return;
    case v1::QUACKSALBER_PHASE_FORTUNE:
    case v1::QUACKSALBER_PHASE_RATS: return add(to, card_block(scene, view));
    case v1::QUACKSALBER_PHASE_ESSENCE:
    case v1::QUACKSALBER_PHASE_ESSENCE_BONUS:
      if (seat >= 0) add(to, essence_block(scene, view, seat, false));
      return;
    case v1::QUACKSALBER_PHASE_BUY: return add(to, shop_block(scene, view, seat));
    case v1::QUACKSALBER_PHASE_FINISHED: return add(to, ending_block(scene, view));
    default: return;
  }
}

bool card_is_topic(const View& view) {
  return view.phase() == v1::QUACKSALBER_PHASE_FORTUNE || view.phase() == v1::QUACKSALBER_PHASE_RATS;
}

bool shopping(const View& view) { return view.phase() == v1::QUACKSALBER_PHASE_BUY; }

void draw_table(const Scene& scene, const View& view, int seat, std::vector<Block>& to) {
  add_topic(scene, view, seat, to);
  const bool over = view.has_end();
  const bool own_pot = seat >= 0 && view.round() > 0 && !over;
  if (own_pot && !shopping(view)) add(to, pot_block(scene, view, seat));
  if (!card_is_topic(view) && !over) add(to, card_block(scene, view));
  add(to, players_block(scene, view));
  if (own_pot && shopping(view)) add(to, pot_block(scene, view, seat));
  if (seat < 0 && !scene.spoken && view.round() > 0 && !over)
    for (int i = 0; i < view.players_size(); ++i)
      if (!view.players(i).left()) add(to, pot_block(scene, view, i));
  if (view.round() > 0) add(to, scores_track_block(scene, view));
}

// What is looked up now and then.
void draw_background(const Scene& scene, const View& view, int seat, std::vector<Block>& to) {
  if (view.has_end()) return;
  if (seat >= 0) add(to, essence_block(scene, view, seat, true));
  if (!shopping(view)) add(to, shop_block(scene, view, seat));
  add(to, books_block(scene, view));
  add(to, everybodys_patients_block(scene, view));
  add(to, bags_block(scene, view));
  add(to, legend_block(scene, view));
}

// The few lines worth repeating before a question in the line mode.
void draw_brief(const Scene& scene, const View& view, int seat, std::vector<Line>& to) {
  const auto append = [&](const std::vector<Line>& lines) { to.insert(to.end(), lines.begin(), lines.end()); };
  if (view.phase() == v1::QUACKSALBER_PHASE_PATIENTS)
    for (const auto& block : patient_blocks(scene, view)) {
      to.push_back(line(block.title + ":", bold));
      append(block.lines);
    }
  if (view.has_end() || view.round() == 0) return;
  if (card_is_topic(view)) append(card_block(scene, view).lines);
  if (view.phase() == v1::QUACKSALBER_PHASE_ESSENCE) append(essence_block(scene, view, seat, true).lines);
  append(pot_in_words(scene, view, seat));
}

}  // namespace

Picture QuacksalberRenderer::draw(const Scene& scene) const {
  View view;
  if (!view.ParseFromString(scene.model.view)) return unreadable_picture(scene);
  Picture picture;
  const int seat = scene.model.seat >= 0 && scene.model.seat < view.players_size() ? scene.model.seat : -1;
  picture.headline = headline(scene, view);
  draw_table(scene, view, seat, picture.table);
  if (!view.has_own()) {
    draw_background(scene, view, seat, picture.table);
    return picture;
  }
  draw_background(scene, view, seat, picture.own);
  picture.own.push_back(notes_block(scene));
  if (seat >= 0) draw_brief(scene, view, seat, picture.brief);
  return picture;
}

std::vector<Shortcut> QuacksalberRenderer::shortcuts(const Texts& texts) const {
  return {{texts("qu.key.draw"), "draw", true}, {texts("qu.key.stop"), "stop"}, {texts("qu.key.flask"), "flask"}};
}

}  // namespace athanor::ui
