// The end of the game, scoring, the level 1 test (rules §8, §9, §10).

#include "rules_parts.h"

namespace athanor::games::little_alchemists {
namespace {

constexpr std::array<Result, 6> wish_types{Result::fire,    Result::luck,      Result::flying, Result::love,
                                           Result::ghostly, Result::powerless};
using TokenCount = std::array<unsigned, result_kinds>;

TokenCount tokens_of(const Player& player) {
  TokenCount count{};
  for (const auto& token : player.tracker)
    if (token) ++count[static_cast<std::size_t>(*token)];
  return count;
}

unsigned artifact_points(const ArtifactTile& tile, const TokenCount& tokens) {
  unsigned counted = 0;
  bool complete = true;
  for (std::size_t r = 0; r < result_kinds; ++r) {
    if (!contains(tile.counted, static_cast<Result>(r))) continue;
    counted += tokens[r];
    complete = complete && tokens[r] > 0;
  }
  if (!tile.gold) return tile.points;
  if (tile.whole_set) return tile.points + (complete ? tile.gold_points : 0U);
  return tile.points + counted * tile.gold_points;
}

unsigned artifact_points(const Player& player, const TokenCount& tokens) {
  unsigned sum = 0;
  for (const auto artifact : player.artifacts) sum += artifact_points(data().artifacts.at(static_cast<std::size_t>(artifact)), tokens);
  return sum;
}

// Each wishes token becomes one type for the whole scoring; the best assignment, the first of equals (rules §6.4).
struct Assignment {
  TokenCount tokens{};
  std::string types;
};
void assign_wishes(const Player& player, unsigned left, std::size_t first_type, Assignment current, Assignment& best, int& most) {
  if (left == 0) {
    const int points = static_cast<int>(artifact_points(player, current.tokens));
    if (points > most) {
      most = points;
      best = std::move(current);
    }
    return;
  }
  for (std::size_t t = first_type; t < wish_types.size(); ++t) {
    Assignment next = current;
    ++next.tokens[static_cast<std::size_t>(wish_types[t])];
    next.types.push_back(letter(wish_types[t]));
    assign_wishes(player, left - 1, t, std::move(next), best, most);
  }
}
Assignment best_assignment(const Player& player) {
  Assignment start{tokens_of(player), {}};
  const unsigned wishes = std::exchange(start.tokens[static_cast<std::size_t>(Result::wishes)], 0U);
  const bool gold = std::any_of(player.artifacts.begin(), player.artifacts.end(),
                                [](Artifact a) { return data().artifacts[static_cast<std::size_t>(a)].gold; });
  if (!gold) return start;
  Assignment best;
  int most = -1;
  assign_wishes(player, wishes, 0, std::move(start), best, most);
  return best;
}

ScoreLine score(const State& state, Seat seat) {
  const Player& player = state.players[seat];
  ScoreLine line;
  line.seat = seat;
  line.ranked = state.end ? state.end->ranked[seat] : !player.left;
  line.coins = player.coins;
  for (const auto gem : player.gems) line.gems += gem;
  line.broken_gems = player.broken_gems;
  const Assignment tokens = best_assignment(player);
  line.wishes_as = tokens.types;
  int points = static_cast<int>(line.gems) - static_cast<int>(line.broken_gems * data().broken_gem_penalty);
  for (const auto artifact : player.artifacts) {
    const unsigned worth = artifact_points(data().artifacts.at(static_cast<std::size_t>(artifact)), tokens.tokens);
    line.artifacts.emplace_back(artifact, worth);
    points += static_cast<int>(worth);
  }
  const int half_points_per_coin = state.options.level >= 6 ? 1 : 2;
  line.half_points = 2 * points + half_points_per_coin * static_cast<int>(line.coins);
  return line;
}

bool test_due(const State& state) {
  return state.options.level == 1 && state.options.level_two_locked && !state.options.all_levels && state.end->reason == EndReason::market;
}

void begin_test(State& state, GameStep& step) {
  state.test = Test{};
  state.test->questions = draw_questions(board(state), data().test_questions, state.random);
  enter(state, Phase::test, step.now);
  step.events.to_all(TestBegan{});
}

// A game that is broken off may leave tiles in the holder and a theory unrevealed.
void clear_table(State& state) {
  if (state.turn.mixed) {
    ++state.players[state.active].discarded[state.turn.mixed->a];
    ++state.players[state.active].discarded[state.turn.mixed->b];
    state.turn.mixed.reset();
  }
  state.open_theory.reset();
}

}  // namespace

std::vector<ScoreLine> scores(const State& state) {
  std::vector<ScoreLine> lines;
  for (Seat seat = 0; seat < state.seats; ++seat) lines.push_back(score(state, seat));
  if (state.end && state.end->reason == EndReason::aborted) return lines;
  std::optional<int> best;
  for (const auto& line : lines)
    if (line.ranked && (!best || line.half_points > *best)) best = line.half_points;
  for (auto& line : lines) line.winner = line.ranked && line.half_points == best;
  return lines;
}

// rules §8: at once; nothing after this moment is carried out.
void end_game(State& state, EndReason reason, GameStep& step) {
  const bool earns_keys = reason == EndReason::theory && !state.options.all_levels;  // rules §11
  state.end = End{reason, earns_keys ? big_tiles_left(state) : 0, {}};
  for (Seat seat = 0; seat < state.seats; ++seat) state.end->ranked[seat] = !state.players[seat].left;
  state.timers.cancel_all();
  clear_table(state);
  GameOver event{reason, state.end->keys, {}};
  for (const auto& line : scores(state))
    if (line.winner) event.winners.push_back(line.seat);
  step.events.to_all(std::move(event));
  if (state.end->keys > 0) step.campaign_change = keys_change(state.end->keys, true);
  if (test_due(state)) begin_test(state, step);
  else enter(state, Phase::finished, step.now);
}

bool sheet_full(const Test& test) {
  return std::all_of(test.questions.begin(), test.questions.end(), [](const Question& q) { return q.answer.has_value(); });
}

void answer_test(State& state, Seat seat, const TestAnswer& move, GameStep& step) {
  Test& test = state.test.value();
  Question& question = test.questions.at(move.question);
  if (question.answer == move.result) return;
  const bool was_full = sheet_full(test);
  question.answer = move.result;
  ++test.version;
  test.confirmed.fill(false);  // a change clears confirmations
  step.events.to_all(TestAnswered{seat, question});
  if (!was_full && sheet_full(test)) state.timers.start({static_cast<std::uint8_t>(TimerName::sheet), -1}, step.now, submit_after_ms);
}

void confirm_test(State& state, Seat seat, GameStep& step) {
  state.test.value().confirmed.at(seat) = true;
  step.events.to_all(TestConfirmed{seat});
  submit_test_if_agreed(state, step);
}

void submit_test_if_agreed(State& state, GameStep& step) {
  const Test& test = state.test.value();
  if (test.closed) return;
  if (players_left(state) == 0) {
    submit_test(state, step);
    return;
  }
  if (!sheet_full(test) || !anybody_present(state)) return;
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const auto& player = state.players[seat];
    if (!player.left && !player.away && !test.confirmed[seat]) return;
  }
  submit_test(state, step);
}

void submit_test(State& state, GameStep& step) {
  Test& test = state.test.value();
  test.closed = true;
  test.right = right_answers(board(state), state.table, test.questions);
  test.passed = test.right >= data().test_pass;
  if (test.passed) step.campaign_change = test_passed_change(true);
  step.events.to_all(TestClosed{test.right, static_cast<unsigned>(test.questions.size()), test.passed});
  enter(state, Phase::finished, step.now);
}

}  // namespace athanor::games::little_alchemists
