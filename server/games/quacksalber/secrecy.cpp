#include "secrecy.h"

#include "offers.h"
#include "texts/texts.h"

#include <athanor/games/bot.h>
#include <athanor/games/wire.h>

namespace athanor::games::quacksalber {
namespace {

RandomStream new_stream(RandomStream& random) {
  Seed seed{};
  for (auto& byte : seed) byte = static_cast<std::uint8_t>(random.uniform(256));
  return {seed, "redeal"};
}

// Any legal answer to the question that the seat has answered.
Move other_answer(const State& state, Seat seat, std::uint64_t& random) {
  const auto asked = pending_decision(state, seat, Language::english);
  v1::Decision message;
  encode(asked, 1, 0, message);
  const auto bot = random_bot(++random);
  const auto answer = decode(bot->choose(message, {}), Language::english);
  const auto checked = answer ? check(asked, *answer, Language::english) : tl::unexpected(Rejection{});
  // A command that would not be sealed says nothing about the seal; neither does an offer that is gone for everybody.
  return checked ? move_of(state, seat, *checked) : *state.players[seat].pending->sealed;
}

bool may_be_sealed(const Move& move) {
  return !std::holds_alternative<UseFlask>(move) && !std::holds_alternative<Forget>(move) && !std::holds_alternative<ReturnAside>(move) &&
         !std::holds_alternative<ReturnWhite>(move) && !std::holds_alternative<PlayOn>(move);
}

void write(CanonicalWriter& out, const Answer& answer) {
  out << answer.offer_id << answer.values.size();
  for (const auto& value : answer.values) {
    out << value.index();
    if (const auto* picked = std::get_if<Picked>(&value)) out << picked->options;
    if (const auto* number = std::get_if<std::int32_t>(&value)) out << *number;
  }
}

void write_sealed(const State& state, Seat seat, CanonicalWriter& out) {
  const auto& pending = state.players[seat].pending;
  if (pending && pending->sealed) write(out, answer_of(state, seat, *pending->sealed));
}

void write(CanonicalWriter& out, const Resolution& chip) {
  out << chip.kind << chip.step << chip.boom << chip.shielded << chip.after_stop << chip.doubled << chip.jump << chip.placed;
}

void write_player(const State& state, Seat seat, CanonicalWriter& out) {
  const auto& p = state.players[seat];
  out << p.vp << p.rubies << p.droplet << p.glass << p.flask << p.bag << p.kept << p.aside << p.patient << p.essence << p.reach << p.rat_bonus
      << p.tails << p.rat_stone << p.start << p.pot.size();
  for (const auto& chip : p.pot) out << chip.kind << chip.space << chip.moved;
  out << p.display << p.bought << p.exploded << p.shielded << p.stopped << p.yellows << p.window << p.draws << p.armed << p.white_seen
      << p.restart_asked << p.last_white_gone << p.takes_coins << p.coins << p.task << p.draws_left << p.tube_moves << p.resolving.has_value();
  if (p.resolving) write(out, *p.resolving);
  out << p.pending.has_value();
  if (p.pending) out << p.pending->ask << p.pending->shown << p.pending->open();
  write_sealed(state, seat, out);
  out << p.serial << p.away << p.idle << p.overdue << p.left << p.run_outs << p.essence_vp << p.coins_vp << p.rubies_vp;
  p.random.canonical(out);
}

}  // namespace

State redeal(const State& state, Viewer viewer, RandomStream& random) {
  State other = state;
  random.shuffle(other.deck);
  other.random = new_stream(random);
  std::uint64_t choice = random.bits();
  for (Seat seat = 0; seat < other.seats; ++seat) {
    auto& player = other.players[seat];
    player.random = new_stream(random);
    if (viewer.is(seat) || !player.pending || player.pending->open()) continue;
    if (auto move = other_answer(state, seat, choice); may_be_sealed(move)) player.pending->sealed = std::move(move);
  }
  return other;
}

void hidden(const State& state, Viewer viewer, CanonicalWriter& out) {
  out << state.deck;
  state.random.canonical(out);
  for (Seat seat = 0; seat < state.seats; ++seat) {
    state.players[seat].random.canonical(out);
    if (!viewer.is(seat)) write_sealed(state, seat, out);
  }
}

std::vector<std::string> secrets(const State& state) {
  std::vector<std::string> lines{"fortune cards, top first:"};  // sentences: one a line
  for (auto card = state.deck.rbegin(); card != state.deck.rend(); ++card) lines.push_back("  " + Texts::in(Language::english).card(*card));
  return lines;
}

void canonical(const State& state, CanonicalWriter& out) {
  const auto& o = state.options;
  out << o.books << o.alchemists << o.locoweed << o.lockstep_all << o.tubes << o.extra_cards << o.clock << state.seats << state.supply << state.deck
      << state.card << state.dealt << state.round << state.start << state.stage << state.settled << state.standing_still << state.end.has_value();
  if (state.end) out << state.end->others_left;
  state.random.canonical(out);
  state.timers.canonical(out);
  for (Seat seat = 0; seat < state.seats; ++seat) write_player(state, seat, out);
}

}  // namespace athanor::games::quacksalber
