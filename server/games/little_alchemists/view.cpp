#include "view.h"

#include <athanor/games/scratch.h>
#include <athanor/v1/little_alchemists.pb.h>

namespace athanor::games::little_alchemists {
namespace {

std::string text(Result result) { return std::string(1, letter(result)); }
std::uint32_t one_based(const std::optional<Ingredient>& ingredient) { return ingredient ? *ingredient + 1U : 0U; }

v1::LittleAlchemistsPhase wire_phase(Phase phase) {
  switch (phase) {
    case Phase::before_action: return v1::LITTLE_ALCHEMISTS_PHASE_BEFORE_ACTION;
    case Phase::wish: return v1::LITTLE_ALCHEMISTS_PHASE_WISH;
    case Phase::pet: return v1::LITTLE_ALCHEMISTS_PHASE_PET;
    case Phase::trade: return v1::LITTLE_ALCHEMISTS_PHASE_TRADE;
    case Phase::guess: return v1::LITTLE_ALCHEMISTS_PHASE_GUESS;
    case Phase::after_action: return v1::LITTLE_ALCHEMISTS_PHASE_AFTER_ACTION;
    case Phase::test: return v1::LITTLE_ALCHEMISTS_PHASE_TEST;
    case Phase::finished: return v1::LITTLE_ALCHEMISTS_PHASE_FINISHED;
  }
  throw std::logic_error("no such phase");
}

void add_customer(CustomerId id, v1::Customer& out) {
  const auto& tile = data().customers.at(id);
  out.set_potion(text(tile.potion));
  out.set_pays(tile.pays);
}

template <typename Out>
void add_tracker(const Player& player, std::size_t ingredients, Out& out) {
  for (std::size_t b = 1; b < ingredients; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const auto& token = player.tracker[pair_index(static_cast<Ingredient>(a), static_cast<Ingredient>(b))];
      if (!token) continue;
      auto& message = *out.Add();
      message.set_a(static_cast<std::uint32_t>(a));
      message.set_b(static_cast<std::uint32_t>(b));
      message.set_result(text(*token));
    }
  }
}

void add_player(const State& state, const Player& player, v1::PlayerBoard& out) {
  out.set_hand_size(total(player.hand));
  out.set_coins(player.coins);
  for (const auto gem : player.gems) out.add_gems(gem);
  out.set_broken_gems(player.broken_gems);
  if (player.pet) out.set_pet(std::string(name_of(*player.pet)));
  for (const auto artifact : player.artifacts) out.add_artifacts(std::string(name_of(artifact)));
  out.set_bottle_out(player.bottle_out);
  out.set_away(player.away);
  out.set_left(player.left);
  if (table_open(state)) add_tracker(player, board(state).size, *out.mutable_tracker());
}

void add_board(const State& state, v1::TheoryBoard& out) {
  const Board& b = board(state);
  for (std::size_t s = 0; s < b.size; ++s) {
    auto& slot = *out.add_slots();
    slot.set_potions(letters(b.sets[s]));
    slot.set_theory(one_based(state.theories[s]));
  }
  if (!shows_crosses(state.options.level) && !table_open(state)) return;
  for (std::size_t s = 0; s < b.size; ++s) {
    std::string row;
    for (std::size_t t = 0; t < b.size; ++t) row.push_back(s == t ? '.' : letter(b.cross[state.table.sense][s][t]));
    out.add_cross(row);
  }
}

void add_open_theory(const OpenTheory& theory, Seat seat, v1::OpenTheory& out) {
  out.set_seat(seat);
  out.set_potions(letters(theory.set));
  for (const auto& guess : theory.guesses) {
    auto& message = *out.add_guesses();
    message.set_seat(guess.seat);
    message.set_guess(one_based(guess.ingredient));
  }
  out.set_guesser(theory.guesser);
}

// Rules §10: for the test all trackers lie open to all players; to spectators only after it, as everything else.
void add_opened(const State& state, Seat seat, v1::OwnScreen& out) {
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    auto& message = *out.add_opened();
    message.set_seat(other);
    add_tracker(state.players[other], board(state).size, *message.mutable_tracker());
  }
}

void add_own(const State& state, Seat seat, v1::OwnScreen& out) {
  const Player& player = state.players[seat];
  for (std::size_t i = 0; i < board(state).size; ++i) {
    out.add_hand(player.hand[i]);
    out.add_discarded(player.discarded[i]);
  }
  add_tracker(player, board(state).size, *out.mutable_tracker());
  for (const auto& wrong : player.wrong_theories) {
    auto& message = *out.add_wrong_theories();
    message.set_ingredient(wrong.ingredient);
    message.set_potions(letters(wrong.set));
    message.set_right(wrong.right);
  }
  if (trackers_open(state, Viewer::seat(seat)) && !table_open(state)) add_opened(state, seat, out);
  if (seat != state.active) return;
  if (state.turn.mixed) {
    out.add_mixed(state.turn.mixed->a + 1U);
    out.add_mixed(state.turn.mixed->b + 1U);
  }
  if (state.open_theory) out.set_open_theory_ingredient(state.open_theory->ingredient + 1U);
}

void add_test(const State& state, v1::LevelTest& out) {
  const Test& test = *state.test;
  for (const auto& question : test.questions) {
    auto& message = *out.add_questions();
    message.set_a(question.a);
    message.set_b(question.b);
    if (question.answer) message.set_answer(text(*question.answer));
    if (test.closed) message.set_truth(text(mix(board(state), state.table, question.a, question.b)));
  }
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (test.confirmed[seat]) out.add_confirmed(seat);
  out.set_closed(test.closed);
  out.set_right(test.right);
  out.set_passed(test.passed);
}

void add_score(const ScoreLine& line, v1::Score& out) {
  out.set_seat(line.seat);
  out.set_ranked(line.ranked);
  out.set_winner(line.winner);
  out.set_half_points(line.half_points);
  out.set_coins(line.coins);
  out.set_gems(line.gems);
  out.set_broken_gems(line.broken_gems);
  for (const auto& [artifact, points] : line.artifacts) {
    auto& message = *out.add_artifacts();
    message.set_artifact(std::string(name_of(artifact)));
    message.set_points(points);
  }
  out.set_wishes_as(line.wishes_as);
}

void add_end(const State& state, v1::GameEnd& out) {
  switch (state.end->reason) {
    case EndReason::market: out.set_reason("market"); break;
    case EndReason::theory: out.set_reason("theory"); break;
    case EndReason::aborted: out.set_reason("aborted"); break;
  }
  out.set_keys(state.end->keys);
  for (const auto& line : scores(state)) add_score(line, *out.add_scores());
  std::string customers;
  for (const auto id : state.came) customers.push_back(letter(data().customers.at(id).potion));
  for (std::size_t i = state.coming.size(); i > 0; --i) customers.push_back(letter(data().customers.at(state.coming[i - 1]).potion));
  out.set_customers(customers);
  if (!table_open(state)) return;
  for (std::size_t i = 0; i < board(state).size; ++i) out.add_slots(state.table.slot[i]);
  out.set_results(all_results(board(state), state.table));
  out.set_sense(state.table.sense);
}

void add_table(const State& state, v1::LittleAlchemistsView& out) {
  for (const auto& tile : state.market) out.add_market(one_based(tile));
  out.set_stack(static_cast<std::uint32_t>(state.stack.size()));
  out.set_discard(discard_size(state));
  if (const auto customer = present_customer(state)) add_customer(*customer, *out.mutable_customer());
  if (const auto next = next_customer(state)) add_customer(*next, *out.mutable_next_customer());
  out.set_big_tiles_left(big_tiles_left(state));
  for (std::size_t i = state.gem_stack.size(); i > 0; --i) out.add_gem_stack(state.gem_stack[i - 1]);
  if (state.options.level >= 2) add_board(state, *out.mutable_board());
  for (std::size_t p = 0; p < pet_kinds; ++p)
    if (state.pets[p]) out.add_pets(std::string(name_of(static_cast<Pet>(p))));
  if (state.options.level >= 6)
    for (const auto& artifact : state.offered) out.add_artifacts(artifact ? std::string(name_of(*artifact)) : std::string());
  out.set_artifact_stack(static_cast<std::uint32_t>(state.artifact_stack.size()));
}

}  // namespace

bool trackers_open(const State& state, Viewer viewer) { return table_open(state) || (over(state) && viewer.seat()); }
bool table_open(const State& state) { return state.phase == Phase::finished; }

std::string table_view(const State& state) {
  auto& out = scratch<v1::LittleAlchemistsView>();
  out.set_level(state.options.level);
  out.set_ingredients(board(state).size);
  out.set_phase(wire_phase(state.phase));
  out.set_active_seat(state.active);
  out.set_turn(state.turn_number);
  if (state.turn.result) out.set_last_result(text(*state.turn.result));
  add_table(state, out);
  for (Seat seat = 0; seat < state.seats; ++seat) add_player(state, state.players[seat], *out.add_players());
  if (state.open_theory) add_open_theory(*state.open_theory, state.active, *out.mutable_open_theory());
  if (state.test) add_test(state, *out.mutable_test());
  if (state.end) add_end(state, *out.mutable_end());
  return out.SerializeAsString();
}

std::string own_view(const State& state, Viewer viewer) {
  const auto seat = viewer.seat();
  if (!seat) return {};
  auto& out = scratch<v1::LittleAlchemistsView>();
  add_own(state, *seat, *out.mutable_own());
  return out.SerializeAsString();
}

std::string view(const State& state, Viewer viewer) { return table_view(state) + own_view(state, viewer); }

}  // namespace athanor::games::little_alchemists
