// The final scoring as a ceremony: one question and one answer after the other, votes by name, and at last the score.

#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::der_alchimist {
namespace {

constexpr int most_seats = 6;
constexpr std::uint32_t alchemist_points = 60, points_per_cell = 4;
constexpr int longest_bar = 20, title_cell = 15;  // 80 points, and the mark at 60

Span outcome_span(const Scene& scene, v1::AnswerOutcome outcome) {
  const auto& texts = scene.texts;
  switch (outcome) {
    case v1::ANSWER_OUTCOME_RIGHT: return {texts("da.outcome.right"), coloured(Colour::green, true)};
    case v1::ANSWER_OUTCOME_NOT_RIGHT: return {texts("da.outcome.not_right"), dim};
    case v1::ANSWER_OUTCOME_VETO_RIGHT: return {texts("da.outcome.veto_right"), coloured(Colour::green, true)};
    case v1::ANSWER_OUTCOME_VETO_WRONG: return {texts("da.outcome.veto_wrong"), coloured(Colour::red, true)};
    case v1::ANSWER_OUTCOME_BROKEN_OFF: return {texts("da.outcome.broken_off"), dim};
    default: return {texts("da.outcome.open"), coloured(Colour::yellow, true)};
  }
}

void add_reading(const Scene& scene, const v1::ReadQuestion& read, Block& block) {
  const Words words(scene);
  const auto& texts = scene.texts;
  block.lines.push_back({{words.seat(read.reader()) + ": ", bold}, {read.question(), coloured(Colour::magenta, true)}});
  if (read.answers_size() == 0) block.lines.push_back(line("  " + texts("da.no_answers"), dim));
  for (const auto& answer : read.answers()) {
    block.lines.push_back({{"  " + scene.texts("da.quoted", {answer.text()}) + " ", normal}, outcome_span(scene, answer.outcome())});
    if (answer.votes_size() > 0)
      block.lines.push_back(line("    " + texts("da.answer_votes", {words.vote_names(answer.votes(), v1::ALCHEMIST_VOTE_FOR),
                                                                   words.vote_names(answer.votes(), v1::ALCHEMIST_VOTE_AGAINST)}),
                                 dim));
  }
}

// "Reader 2 of 4: Cara, answer 1 of 3."
Line progress_line(const Scene& scene, const View& view) {
  const auto& reading = view.reading();
  const auto place = std::find(reading.order().begin(), reading.order().end(), reading.reader()) - reading.order().begin();
  const auto seat = static_cast<int>(std::min<std::uint32_t>(reading.reader(), most_seats));
  const int card = reading.questions_size() > 0 ? reading.questions(reading.questions_size() - 1).answers_size() : 0;
  const int cards = std::max(seat < view.players_size() ? view.players(seat).answer_piles_size() : 0, card);
  return line(scene.texts("da.reading_progress", {std::to_string(place + 1), std::to_string(reading.order_size()), Words(scene).seat(reading.reader()),
                                                  std::to_string(card), std::to_string(cards)}),
              dim);
}

}  // namespace

Block race_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("da.race"), {}};
  std::vector<std::vector<Span>> rows;
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    if (player.left()) continue;
    const auto name = words.seat(static_cast<std::uint32_t>(i));
    if (scene.spoken) {
      block.lines.push_back(line(scene.texts("da.race_spoken", {name, words.counted("da.points_count", player.points())})));
      continue;
    }
    const auto cells = static_cast<int>(std::min(player.points() / points_per_cell, std::uint32_t{longest_bar}));
    std::string bar;
    for (int cell = 0; cell < longest_bar; ++cell) {
      if (cell == title_cell) bar += "│";
      bar += cell < cells ? "█" : cell < title_cell ? "·" : " ";
    }
    const bool alchemist = player.points() > alchemist_points;
    rows.push_back({{common::fit(common::printable(name), 9), i == scene.model.seat ? bold : normal},
                    {std::to_string(player.points()), bold},
                    {bar, alchemist ? coloured(Colour::yellow, true) : coloured(Colour::cyan)},
                    {alchemist ? "☼" : " ", coloured(Colour::yellow, true)}});
  }
  if (!scene.spoken) block.lines = table(rows, 1);
  return block;
}

Block reading_block(const Scene& scene, const View& view) {
  Block block{scene.texts("da.reading"), {}};
  const auto& questions = view.reading().questions();
  if (!view.has_end()) block.lines.push_back(progress_line(scene, view));
  for (int i = questions.size(); i > 0; --i) add_reading(scene, questions.Get(i - 1), block);  // the present one first
  return block;
}

Block scores_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("da.scores"), {}};
  std::vector<std::string> reasons;
  for (const auto& reason : view.end().reasons()) {
    const auto key = "da.reason." + reason;
    reasons.push_back(texts.has(key) ? texts(key) : reason);
  }
  if (!reasons.empty()) block.lines.push_back(line(joined(reasons), dim));
  std::vector<v1::AlchemistScore> scores(view.end().scores().begin(), view.end().scores().end());
  std::stable_sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) { return a.points() > b.points(); });
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto& score = scores[i];
    const auto rank = static_cast<std::size_t>(std::find_if(scores.begin(), scores.end(), [&](const auto& s) { return s.points() == score.points(); }) - scores.begin());
    Line row{{std::to_string(rank + 1) + ". ", dim},
             {words.seat(score.seat()) + ": " + texts("da.points", {words.counted("da.points_count", score.points()), std::to_string(score.path_points())}), bold}};
    if (score.winner()) row.push_back({" " + texts("da.winner"), coloured(Colour::yellow, true)});
    if (score.alchemist()) row.push_back({" ☼ " + texts("da.alchemist"), coloured(Colour::cyan, true)});
    block.lines.push_back(std::move(row));
  }
  return block;
}

Block solutions_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("da.solutions"), {}};
  for (const auto& solution : view.end().solutions()) {
    const bool right = solution.officially_right();
    Line row{{scene.spoken ? scene.texts(right ? "da.officially_right" : "da.officially_wrong") + " " : right ? "✓ " : "✗ ",
              right ? coloured(Colour::green, true) : coloured(Colour::red)},
             {words.seat(solution.seat()) + " (" + solution.question_name() + "): ", normal},
             {scene.texts("da.quoted", {solution.answer()}), normal}};
    if (!right) row.push_back({" → " + solution.solution(), dim});
    block.lines.push_back(std::move(row));
  }
  return block;
}

}  // namespace athanor::ui::der_alchimist
