#include "redeal.h"

#include "rules_parts.h"
#include "texts/texts.h"

#include <athanor/games/secrets.h>

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

bool asked(const State& state, Viewer viewer, Ask what) {
  return viewer.seat() && is_asked(state, *viewer.seat()) && state.question->ask == what;
}

bool sees_hand(const State& state, Viewer viewer, Seat seat) {
  if (viewer.is(seat)) return true;
  const bool looks = asked(state, viewer, Ask::steal) || asked(state, viewer, Ask::swap);
  return looks && state.question->subject == seat;
}

bool digging(const State& state) { return state.question && state.question->ask == Ask::keep; }

bool sees_dug(const State& state, Viewer viewer) { return asked(state, viewer, Ask::keep); }

// Takes `number` cards off the back.
Cards deal(std::vector<Kind>& pool, unsigned number) {
  Cards cards{};
  for (unsigned i = 0; i < number; ++i) {
    ++cards[pool.back()];
    pool.pop_back();
  }
  return cards;
}

void redeal_ingredients(State& state, Viewer viewer, RandomStream& random) {
  std::vector<Kind> pool = state.deck;
  const auto collect = [&](const Cards& cards) {
    for (Kind k = 0; k < kinds; ++k) pool.insert(pool.end(), cards[k], k);
  };
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!sees_hand(state, viewer, seat)) collect(state.players[seat].hand);
  const bool dug = digging(state) && !sees_dug(state, viewer);
  if (dug) pool.insert(pool.end(), state.question->seen.begin(), state.question->seen.end());
  random.shuffle(pool);
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!sees_hand(state, viewer, seat)) state.players[seat].hand = deal(pool, hand_size(state.players[seat]));
  if (dug)
    for (auto& kind : state.question->seen) {
      kind = pool.back();
      pool.pop_back();
    }
  state.deck = std::move(pool);
}

void redeal_potions(State& state, Viewer viewer, RandomStream& random) {
  auto& deck = state.potion_deck;
  const auto seen = asked(state, viewer, Ask::arrange) ? potions_on_top(state, state.question->number) : std::vector<PotionId>{};
  deck.resize(deck.size() - seen.size());
  random.shuffle(deck);
  deck.insert(deck.end(), seen.rbegin(), seen.rend());
}

// Another legal answer out of the new hand.
void redeal_sealed(State& state, Viewer viewer, RandomStream& random) {
  if (!state.question) return;
  for (Seat seat = 0; seat < state.seats; ++seat) {
    auto& sealed = state.question->sealed[seat];
    if (!sealed || viewer.is(seat)) continue;
    std::vector<Kind> hand;
    for (Kind k = 0; k < kinds; ++k) hand.insert(hand.end(), state.players[seat].hand[k], k);
    random.shuffle(hand);
    const bool chip = state.question->ask == Ask::toll && random.uniform(2) == 0;
    sealed = deal(hand, chip ? 0 : std::min(state.question->number, static_cast<unsigned>(hand.size())));
  }
}

RandomStream new_stream(RandomStream& random) {
  Seed seed{};
  for (auto& byte : seed) byte = static_cast<std::uint8_t>(random.uniform(256));
  return {seed, "redeal"};
}

void write(CanonicalWriter& out, const Player& player) {
  out << player.hand << player.slots.size();
  for (const auto& slot : player.slots) out << slot.potion << slot.ready;
  out << player.patent.has_value();
  if (player.patent) out << player.patent->potion << player.patent->chip;
  out << player.used << player.chips << player.white << player.black << player.is_protected << player.draw_penalty << player.away
      << player.idle << player.leaving << player.left << player.run_outs;
}

void write(CanonicalWriter& out, const Frame& frame) {
  out << frame.potion << frame.user << frame.reaction << frame.copied << frame.phase << frame.target << frame.affected << frame.step
      << frame.clockwise << frame.agreed << frame.left << frame.named << frame.received;
}

void write(CanonicalWriter& out, const Question& question) {
  out << question.ask << question.serial << question.waiting << question.group << question.number << question.subject << question.seen;
  for (const auto& sealed : question.sealed) out << sealed;
}

}  // namespace

State redeal(const State& state, Viewer viewer, RandomStream& random) {
  State other = state;
  other.random = new_stream(random);
  if (over(state)) return other;  // all is open then (rules §9)
  redeal_ingredients(other, viewer, random);
  redeal_potions(other, viewer, random);
  redeal_sealed(other, viewer, random);
  return other;
}

void hidden(const State& state, Viewer viewer, CanonicalWriter& out) {
  if (over(state)) return;
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!sees_hand(state, viewer, seat)) out << state.players[seat].hand;
  out << state.deck << state.potion_deck;
  if (state.question) {
    if (!sees_dug(state, viewer)) out << state.question->seen;
    for (Seat seat = 0; seat < state.seats; ++seat)
      if (!viewer.is(seat)) out << state.question->sealed[seat];
  }
}

std::vector<std::string> secrets(const State& state) {
  constexpr auto language = Language::english;
  return {pile_line("ingredient deck, top first", state.deck, [&](Kind kind) { return ingredient_text(*state.data, kind, language); }),
          pile_line("potion deck, top first", state.potion_deck, [&](PotionId id) { return in(state.data->potions[id].name, language); })};
}

void canonical(const State& state, CanonicalWriter& out) {
  out << state.options.turn_clock_s << state.seats << state.start << state.deck << state.display << state.discard << state.potion_deck
      << state.potion_display << state.open_discard;
  state.random.canonical(out);
  state.timers.canonical(out);
  for (Seat seat = 0; seat < state.seats; ++seat) write(out, state.players[seat]);
  out << state.round << state.active << state.stage << state.turn.takes << state.turn.slot_bonus << state.turn.discount
      << state.turn.ready_next << state.turn.patented << state.turn.clock_ran_out << state.turn.named << state.resolving.size();
  for (const auto& frame : state.resolving) write(out, frame);
  out << state.question.has_value();
  if (state.question) write(out, *state.question);
  out << state.questions_asked << state.leavers << state.end.has_value();
  if (state.end) out << state.end->others_left;
}

}  // namespace athanor::games::the_alchemists
