#include "view.h"

#include <athanor/games/scratch.h>
#include <athanor/v1/the_alchemists.pb.h>

namespace athanor::games::the_alchemists {
namespace {

v1::TheAlchemistsStep wire_step(Stage stage) {
  switch (stage) {
    case Stage::draw: return v1::THE_ALCHEMISTS_STEP_DRAW;
    case Stage::actions: return v1::THE_ALCHEMISTS_STEP_ACTIONS;
    case Stage::hand_limit: return v1::THE_ALCHEMISTS_STEP_HAND_LIMIT;
    case Stage::finished: return v1::THE_ALCHEMISTS_STEP_FINISHED;
  }
  throw std::logic_error("The Alchemists: unknown stage");
}

void add_cards(const Cards& cards, google::protobuf::RepeatedField<std::uint32_t>& out) {
  out.Reserve(static_cast<int>(kinds));
  for (const auto number : cards) out.Add(number);
}

void add_table(const State& state, v1::TheAlchemistsView& out) {
  for (const auto& space : state.display) out.add_ingredient_display(space ? *space + 1U : 0U);
  out.set_ingredient_deck(static_cast<std::uint32_t>(state.deck.size()));
  add_cards(state.discard, *out.mutable_ingredient_discard());
  for (const auto& space : state.potion_display) out.add_potion_display(space ? card(state, *space).id : std::string());
  out.set_potion_deck(static_cast<std::uint32_t>(state.potion_deck.size()));
  for (const auto id : state.open_discard) out.add_open_discard(card(state, id).id);
}

void add_player(const State& state, Seat seat, v1::TheAlchemistsPlayer& out) {
  const auto& player = state.players[seat];
  out.set_hand_size(hand_size(player));
  for (const auto& slot : player.slots) {
    auto& message = *out.add_slots();
    message.set_potion(card(state, slot.potion).id);
    message.set_ready(slot.ready);
  }
  if (player.patent) {
    out.set_patent(card(state, player.patent->potion).id);
    out.set_patent_has_chip(player.patent->chip);
  }
  int points = static_cast<int>(player.white) - static_cast<int>(player.black);
  for (const auto id : player.used) {
    out.add_used(card(state, id).id);
    points += static_cast<int>(card(state, id).base_sp);
  }
  out.set_patent_chips(player.chips);
  out.set_white(player.white);
  out.set_black(player.black);
  out.set_is_protected(player.is_protected);
  out.set_draw_penalty(player.draw_penalty);
  out.set_autopilot(player.away || player.idle || player.leaving);
  out.set_left(player.left || player.leaving);
  out.set_points(points);
}

void add_turn(const State& state, v1::TheAlchemistsTurn& out) {
  out.set_slot_bonus(state.turn.slot_bonus);
  out.set_discount(state.turn.discount);
  out.set_ready_next(state.turn.ready_next);
  out.set_patented(state.turn.patented);
  if (state.turn.named) out.set_named(*state.turn.named + 1U);
}

// What an open question shows to the one who is asked (rules §9: D8, D13, D19, D20).
void add_seen(const State& state, Seat seat, v1::TheAlchemistsOwn& out) {
  if (!is_asked(state, seat) || over(state)) return;
  const auto& question = *state.question;
  if (question.ask == Ask::steal || question.ask == Ask::swap) {
    add_cards(state.players[question.subject.value()].hand, *out.mutable_seen_hand());
    out.set_seen_seat(*question.subject);
  } else if (question.ask == Ask::keep) {
    add_cards(cards_to_choose_from(state, seat), *out.mutable_seen_cards());
  } else if (question.ask == Ask::arrange) {
    for (const auto id : potions_on_top(state, question.number)) out.add_seen_potions(card(state, id).id);
  }
}

void add_question(const State& state, v1::TheAlchemistsQuestion& out) {
  out.set_type("D" + std::to_string(static_cast<int>(state.question->ask)));
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (state.question->waiting.has(seat)) out.add_seats(seat);
}

void add_end(const State& state, v1::TheAlchemistsEnd& out) {
  out.set_others_left(state.end->others_left);
  for (const auto& line : scores(state)) {
    auto& score = *out.add_scores();
    score.set_seat(line.seat);
    score.set_ranked(line.ranked);
    score.set_winner(line.winner);
    score.set_total(line.total());
    score.set_potions(line.potions);
    score.set_white(line.white);
    score.set_black(line.black);
    score.set_collection(line.collection);
    score.set_mastery(line.mastery);
    score.set_ladder(line.ladder);
    score.set_leftovers(line.leftovers);
    score.set_chips(line.chips);
  }
  for (auto kind = state.deck.rbegin(); kind != state.deck.rend(); ++kind) out.add_ingredient_deck(*kind + 1U);
  for (auto id = state.potion_deck.rbegin(); id != state.potion_deck.rend(); ++id) out.add_potion_deck(card(state, *id).id);
  for (Seat seat = 0; seat < state.seats; ++seat) add_cards(state.players[seat].hand, *out.add_hands()->mutable_cards());
}

}  // namespace

std::string table_view(const State& state) {
  auto& out = scratch<v1::TheAlchemistsView>();
  out.set_round(state.round);
  out.set_rounds(state.data->numbers.rounds.at(state.seats));
  out.set_start_seat(state.start);
  out.set_active_seat(state.active);
  out.set_step(wire_step(state.stage));
  out.set_takes_left(state.turn.takes);
  out.set_slots(state.data->numbers.potion_slots);
  out.set_hand_limit(state.data->numbers.hand_limit);
  add_table(state, out);
  for (Seat seat = 0; seat < state.seats; ++seat) add_player(state, seat, *out.add_players());
  for (const auto& frame : state.resolving) {
    auto& effect = *out.add_resolving();
    effect.set_potion(card(state, frame.potion).id);
    effect.set_seat(frame.user);
    effect.set_reaction(frame.reaction);
    effect.set_copied(frame.copied);
  }
  add_turn(state, *out.mutable_turn());
  if (state.question && !over(state)) add_question(state, *out.mutable_question());
  if (over(state)) add_end(state, *out.mutable_end());
  return out.SerializeAsString();
}

std::string own_view(const State& state, Viewer viewer) {
  const auto seat = viewer.seat();
  if (!seat || *seat >= state.seats) return {};
  auto& out = scratch<v1::TheAlchemistsView>();
  out.mutable_own()->set_seat(*seat);
  add_cards(state.players[*seat].hand, *out.mutable_own()->mutable_hand());
  add_seen(state, *seat, *out.mutable_own());
  return out.SerializeAsString();
}

std::string view(const State& state, Viewer viewer) { return table_view(state) + own_view(state, viewer); }

}  // namespace athanor::games::the_alchemists
