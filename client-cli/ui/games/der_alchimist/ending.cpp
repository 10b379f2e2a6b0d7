// The final scoring as a ceremony: one question and one answer after the other, votes by name, and at last the score.

#include "blocks.h"

#include <algorithm>

namespace athanor::ui::der_alchimist {
namespace {

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
    block.lines.push_back({{"  “" + answer.text() + "” ", normal}, outcome_span(scene, answer.outcome())});
    if (answer.votes_size() > 0)
      block.lines.push_back(line("    " + texts("da.answer_votes", {words.vote_names(answer.votes(), v1::ALCHEMIST_VOTE_FOR),
                                                                   words.vote_names(answer.votes(), v1::ALCHEMIST_VOTE_AGAINST)}),
                                 dim));
  }
}

}  // namespace

Block reading_block(const Scene& scene, const View& view) {
  Block block{scene.texts("da.reading"), {}};
  const auto& questions = view.reading().questions();
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
             {words.seat(score.seat()) + ": " + texts("da.points", {std::to_string(score.points()), std::to_string(score.path_points())}), bold}};
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
             {"“" + solution.answer() + "”", normal}};
    if (!right) row.push_back({" → " + solution.solution(), dim});
    block.lines.push_back(std::move(row));
  }
  return block;
}

}  // namespace athanor::ui::der_alchimist
