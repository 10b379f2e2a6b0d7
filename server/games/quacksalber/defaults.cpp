// What is answered for an absent seat (rules §8, §14.3): a free gain is taken, nothing is spent and nothing risked.
#include "rules_parts.h"

#include <algorithm>
#include <string_view>

namespace athanor::games::quacksalber {
namespace {

// The first of the kinds that is among the choices.
template <typename Kinds>
std::optional<CardChoice> first_of(const std::vector<CardChoice>& choices, CardOption option, const Kinds& order) {
  for (const ChipKind kind : order)
    for (const auto& choice : choices)
      if (choice.option == option && choice.chip == kind) return choice;
  return std::nullopt;
}
std::optional<CardChoice> with(const std::vector<CardChoice>& choices, CardOption option) {
  for (const auto& choice : choices)
    if (choice.option == option) return choice;
  return std::nullopt;
}

CardChoice default_choice(const State& state, Seat seat) {
  const auto choices = card_choices(state, seat);
  const auto first = [&](std::initializer_list<CardOption> options) {
    for (const auto option : options)
      if (const auto choice = with(choices, option)) return *choice;
    return choices.front();
  };
  switch (state.card.value()) {
    case Card::P06: return first({CardOption::vp});
    case Card::P07: case Card::X03: return first({CardOption::rubies});
    case Card::P08:
      if (state.players[seat].tails < 3)
        if (const auto chip = first_of(choices, CardOption::chip, std::array{R4, B4, G4, Y4})) return *chip;
      return first({CardOption::vp});
    case Card::P10: case Card::X04: return first({CardOption::droplet});
    case Card::P12: return first_of(choices, CardOption::trade, std::array{Y2, Y1, R2, R1, B2, B1, G2, G1}).value_or(first({CardOption::nothing}));
    case Card::B10: return first_of(choices, CardOption::chip, std::array{R2, B2, G2, Y2}).value();
    case Card::X01: case Card::X16: return first({CardOption::die});
    case Card::X07: return first({CardOption::remove_white});
    default: return first({CardOption::nothing, CardOption::rat_back, CardOption::pay_rubies});  // the numbers begin with 0
  }
}

std::size_t place_in(std::string_view order, ChipKind kind) { return order.find(code(kind)[0]); }

// "Dearest affordable, ties in order R B Y G P K O L".
std::optional<ChipKind> dearest(const State& state, unsigned coins, std::optional<Colour> except) {
  std::optional<ChipKind> best;
  for (const auto kind : for_sale(state, coins)) {
    if (except == colour(kind)) continue;
    const auto rank = [&](ChipKind k) { return std::pair(-static_cast<int>(price(state, k)), place_in("RBYGPKOL", k)); };
    if (!best || rank(kind) < rank(*best)) best = kind;
  }
  return best;
}

TakeChips default_purchase(const State& state, unsigned coins) {
  TakeChips move;
  if (const auto first = dearest(state, coins, std::nullopt)) {
    move.kinds.push_back(*first);
    if (const auto second = dearest(state, coins - price(state, *first), colour(*first))) move.kinds.push_back(*second);
  }
  return move;
}

TakeChips default_greens(const State& state, const Player& player) {
  TakeChips move;
  const auto gains = green2_gains(state, player);
  Chips taken{};
  for (const auto green : last_greens(player))
    for (const auto& gain : gains)
      if (gain.green == value(green) && taken[gain.kind] < gain.copies) {
        ++taken[gain.kind];
        move.kinds.push_back(gain.kind);
        break;
      }
  return move;
}

SortAside place_all(const Player& player) {
  SortAside move;
  for (const auto kind : {R4, R2, R1}) move.place.insert(move.place.end(), player.aside[kind], kind);
  return move;
}

ChoosePotChip default_swap(const State& state, const Player& player) {
  const auto positions = swappable(state, player, glass(state, player, player.essence).swap_to);
  return {*std::min_element(positions.begin(), positions.end(), [&](auto a, auto b) {
    return std::pair(place_in("RBYG", player.pot[a].kind), a) < std::pair(place_in("RBYG", player.pot[b].kind), b);
  })};
}

Upgrade default_upgrade(const State& state, const Player& player) {
  const auto changes = purple4_changes(state, player);
  const auto rank = [&](const Change& change) {  // highest step first
    const auto from = player.pot[change.position].kind;
    return std::tuple(static_cast<int>(value(from)) - static_cast<int>(value(change.to)), place_in("RBYG", from), change.position);
  };
  const auto best = std::min_element(changes.begin(), changes.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return {true, best->position, best->to};
}

}  // namespace

Move default_move(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  if (!player.pending) return ComeBack{};
  switch (player.pending->ask) {
    case Ask::patient: return ChoosePatient{0};
    case Ask::fortune: return TakeFromCard{default_choice(state, seat)};
    case Ask::brew:
      if (player.draws == 0 && can_draw(player)) return Draw{};
      if (can_stop(player)) return Stop{};
      return Draw{};
    case Ask::ears: return ChooseEars{};
    case Ask::carrot: return Agree{false};
    case Ask::hump: case Ask::yellow1: case Ask::b08: return Agree{true};
    case Ask::blue1: case Ask::b09: return ChooseShown{};
    case Ask::loco_return: return ChoosePotChip{};
    case Ask::b11: return Agree{player.resolving && player.resolving->boom};
    case Ask::aside: return place_all(player);
    case Ask::field: return ChooseField{static_cast<std::uint8_t>(player.reach)};
    case Ask::swap: return default_swap(state, player);
    case Ask::vamp_buy: {
      TakeChips move;
      if (const auto kind = dearest(state, glass(state, player, player.essence).coins, std::nullopt)) move.kinds.push_back(*kind);
      return move;
    }
    case Ask::green2: return default_greens(state, player);
    case Ask::green4: case Ask::purple2: return ChooseNumber{0};
    case Ask::purple4: return default_upgrade(state, player);
    case Ask::exploded:
      return Agree{last_round(state) && vp_for_coins(coins_paid(state, player)) > state.tables->vp[scoring_space(player)]};
    case Ask::buy: return default_purchase(state, player.coins);
    case Ask::rubies: return SpendRubies{};
    case Ask::tube: return Agree{false};
  }
  throw std::logic_error("Quacksalber: unknown question");
}

}  // namespace athanor::games::quacksalber
