// Sealed answers take effect in turn order (rules §8, §9, §12, §14.2).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

void reveal_patient(State& state, Seat seat, Patient patient, GameStep& step) {
  state.players[seat].patient = patient;
  step.events.to_all(PatientRevealed{seat, patient});
  for (const auto kind : state.tables->patient.at(static_cast<std::size_t>(patient)).start) gain_chip(state, seat, kind, step);
}

// All of them are still there.
bool in_stock(State& state, Seat seat, const std::vector<ChipKind>& kinds, GameStep& step) {
  for (const auto kind : kinds) {
    const auto wanted = std::count(kinds.begin(), kinds.end(), kind);
    if (!closed(state, kind) && state.supply[kind] >= wanted) continue;
    step.events.to_all(OutOfStock{seat, kind, true});
    return false;
  }
  return true;
}

// Hühneraugen: the new chip lies on the old space and does nothing (rules §10.2).
bool swap_in_pot(State& state, Seat seat, std::optional<std::uint8_t> position, GameStep& step) {
  if (!position) return true;
  auto& player = state.players[seat];
  auto& in_pot = player.pot.at(*position);
  const auto bigger = chip(colour(in_pot.kind), glass(state, player, player.essence).swap_to).value();
  if (!in_stock(state, seat, {bigger}, step)) return false;
  const auto old = in_pot.kind;
  ++state.supply[old];
  --state.supply[bigger];
  in_pot.kind = bigger;
  step.events.to_all(ChipChanged{seat, old, bigger});
  return true;
}

bool buy_extra(State& state, Seat seat, const std::vector<ChipKind>& kinds, GameStep& step) {
  if (!in_stock(state, seat, kinds, step)) return false;
  auto& player = state.players[seat];
  for (const auto kind : kinds) {
    --state.supply[kind];
    ++player.bag[kind];
  }
  step.events.to_all(ChipsBought{seat, kinds, glass(state, player, player.essence).coins});
  return true;
}

bool buy(State& state, Seat seat, std::vector<ChipKind> kinds, GameStep& step) {
  if (!in_stock(state, seat, kinds, step)) return false;
  auto& player = state.players[seat];
  const auto take = [&](ChipKind kind) {
    --state.supply[kind];
    ++player.bought[kind];
  };
  std::for_each(kinds.begin(), kinds.end(), take);
  if (in_play(state, Card::X11) && kinds.size() == 2) {  // the cheaper one again
    const auto cheaper = price(state, kinds[0]) <= price(state, kinds[1]) ? kinds[0] : kinds[1];
    if (can_gain(state, cheaper)) {
      take(cheaper);
      kinds.push_back(cheaper);
    }
  }
  step.events.to_all(ChipsBought{seat, kinds, player.coins});
  player.coins = 0;
  return true;
}

bool take_greens(State& state, Seat seat, const std::vector<ChipKind>& kinds, GameStep& step) {
  if (!in_stock(state, seat, kinds, step)) return false;
  for (const auto kind : kinds) gain_chip(state, seat, kind, step);
  return true;
}

void remove_from_pot(State& state, Seat seat, std::size_t position, GameStep& step) {
  auto& pot = state.players[seat].pot;
  const auto kind = pot.at(position).kind;
  pot.erase(pot.begin() + static_cast<std::ptrdiff_t>(position));
  drop_chip(state, seat, kind, step);
}

// Purple 2. The purple chips placed first are handed in, so that the frontier stays as far as it can.
void hand_in(State& state, Seat seat, unsigned number, GameStep& step) {
  if (number == 0) return;
  auto& pot = state.players[seat].pot;
  for (unsigned i = 0; i < number; ++i) {
    const auto purple = std::find_if(pot.begin(), pot.end(), [](const auto& in_pot) { return colour(in_pot.kind) == Colour::purple; });
    remove_from_pot(state, seat, static_cast<std::size_t>(purple - pot.begin()), step);
  }
  gain(state, seat, state.tables->purple2.at(number - 1), step);
}

bool upgrade(State& state, Seat seat, const Upgrade& move, GameStep& step) {
  if (!move.yes) return true;
  if (!in_stock(state, seat, {move.to}, step)) return false;
  remove_from_pot(state, seat, move.position, step);
  gain_chip(state, seat, move.to, step);
  return true;
}

void spend(State& state, Seat seat, const SpendRubies& move, GameStep& step) {
  const unsigned times = move.droplet + (move.flask ? 1U : 0U);
  pay_rubies(state, seat, 2 * times, step);
  move_droplet(state, seat, move.droplet, step);
  if (move.flask) refill_flask(state, seat, step);
}

bool take_effect(State& state, Seat seat, Ask ask, const Move& move, GameStep& step) {
  switch (ask) {
    case Ask::patient: reveal_patient(state, seat, state.dealt.at(as<ChoosePatient>(move).place), step); return true;
    case Ask::fortune: return take_from_card(state, seat, as<TakeFromCard>(move).choice, step);
    case Ask::field: take_field(state, seat, as<ChooseField>(move).field, step); return true;
    case Ask::swap: return swap_in_pot(state, seat, as<ChoosePotChip>(move).position, step);
    case Ask::vamp_buy: return buy_extra(state, seat, as<TakeChips>(move).kinds, step);
    case Ask::green2: return take_greens(state, seat, as<TakeChips>(move).kinds, step);
    case Ask::green4:
      pay_rubies(state, seat, as<ChooseNumber>(move).number, step);
      move_droplet(state, seat, as<ChooseNumber>(move).number, step);
      return true;
    case Ask::purple2: hand_in(state, seat, as<ChooseNumber>(move).number, step); return true;
    case Ask::purple4: return upgrade(state, seat, as<Upgrade>(move), step);
    case Ask::exploded:
      state.players[seat].takes_coins = as<Agree>(move).yes;
      step.events.to_all(ExplodedChoice{seat, as<Agree>(move).yes});
      return true;
    case Ask::buy: return buy(state, seat, as<TakeChips>(move).kinds, step);
    case Ask::rubies: spend(state, seat, as<SpendRubies>(move), step); return true;
    default: throw std::logic_error("Quacksalber: an answer that is not sealed");
  }
}

// What the seat wanted has gone: is there anything else to choose?
bool still_a_choice(const State& state, Seat seat, Ask ask) {
  const auto& player = state.players[seat];
  const auto& pays = glass(state, player, player.essence);
  switch (ask) {
    case Ask::fortune: return card_choices(state, seat).size() > 1;
    case Ask::swap: return !swappable(state, player, pays.swap_to).empty();
    case Ask::vamp_buy: return !for_sale(state, pays.coins).empty();
    case Ask::green2: return !green2_gains(state, player).empty();
    case Ask::purple4: return !purple4_changes(state, player).empty();
    case Ask::buy: return !for_sale(state, player.coins).empty();
    default: throw std::logic_error("Quacksalber: this answer cannot come too late");
  }
}

// A card's only choice that is left; of P12, no trade is possible any more.
void take_what_is_left(State& state, Seat seat, GameStep& step) {
  for (const auto& choice : card_choices(state, seat))
    if (!take_from_card(state, seat, choice, step)) throw std::logic_error("Quacksalber: a card's only choice cannot be taken");
  if (in_play(state, Card::P12)) gain_chip(state, seat, G1, step);
}

}  // namespace

bool settle(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (!player.pending) {
    if (state.stage == Stage::essence && !last_round(state)) take_field(state, seat, 0, step);
    if (state.stage == Stage::essence_bonus) chicken_eyes(state, seat, step);
    return true;
  }
  const auto asked = player.pending->ask;
  const auto move = player.pending->sealed.value();
  if (!take_effect(state, seat, asked, move, step)) {
    if (still_a_choice(state, seat, asked)) {
      ask(state, seat, asked, step, Chips(player.pending->shown));
      return false;
    }
    if (asked == Ask::fortune) take_what_is_left(state, seat, step);
  }
  player.pending.reset();
  return true;
}

}  // namespace athanor::games::quacksalber
