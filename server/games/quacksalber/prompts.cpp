#include "prompts.h"

namespace athanor::games::quacksalber {

std::string prompt_of(const State& state, Seat seat, const Texts& say) {
  const auto& player = state.players[seat];
  const auto& pending = player.pending.value();
  const auto key = "ask." + std::string(name_of(pending.ask));
  const auto number = [](unsigned n) { return std::to_string(n); };
  switch (pending.ask) {
    case Ask::fortune: return say(key, {say.card(state.card.value())});
    case Ask::brew: return say(key, {number(white_sum(player)), number(limit(state, player)), number(total(player.bag))});
    case Ask::ears: case Ask::carrot: case Ask::hump: return say(key, {say.chip(player.resolving.value().kind), number(player.essence)});
    case Ask::blue1: case Ask::b09: return say(key, {say.chips(pending.shown)});
    case Ask::aside: return say(key, {say.chips(player.aside)});
    case Ask::field: return say(key, {number(player.reach)});
    case Ask::vamp_buy: return say(key, {number(glass(state, player, player.essence).coins)});
    case Ask::swap: return say(key, {number(glass(state, player, player.essence).swap_to)});
    case Ask::buy: return say(key, {number(player.coins)});
    case Ask::rubies: return say(key, {number(player.rubies)});
    case Ask::exploded: {
      const auto vp = number(state.tables->vp[scoring_space(player)]);
      const auto coins = coins_paid(state, player);
      // Nothing is bought in the last round: what the coins are worth is what counts (rules §13).
      return last_round(state) ? say(key + ".last", {vp, number(coins), number(vp_for_coins(coins))}) : say(key, {vp, number(coins)});
    }
    case Ask::b11: return say(white_sum(player) > limit(state, player) ? key + ".exploded" : key);
    default: return say(key);
  }
}

std::string help_of(Ask ask) {
  switch (ask) {
    case Ask::patient: case Ask::ears: case Ask::carrot: case Ask::hump: return "patients";
    case Ask::fortune: case Ask::b08: case Ask::b09: case Ask::b11: return "fortune";
    case Ask::brew: case Ask::blue1: case Ask::yellow1: case Ask::aside: return "brewing";
    case Ask::loco_return: return "locoweed";
    case Ask::field: case Ask::swap: case Ask::vamp_buy: return "essence";
    case Ask::tube: return "tubes";
    default: return "evaluation";
  }
}

}  // namespace athanor::games::quacksalber
