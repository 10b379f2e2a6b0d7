#include "worth.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

constexpr double chosen_extra = 0.3;  // of a card that one may choose
constexpr double chip_worth = 0.7;    // of a patent chip
constexpr double potion_in_slot = 5;  // of a weak or normal potion without payment
constexpr double patent_worth = 2;

double number(const Situation& now, const EffectStep& step) { return static_cast<double>(std::max(0, value(now, step.n))); }

double step_worth(const Situation& now, const EffectStep& step) {
  switch (step.op) {
    case Op::draw: case Op::take_open: case Op::recover_ingredients:
      return number(now, step) * (ingredient_worth + (step.op == Op::draw && !step.choice ? 0 : chosen_extra));
    case Op::dig: return step.keep * (ingredient_worth + chosen_extra);
    case Op::discard_own: return -number(now, step) * (ingredient_worth - chosen_extra);
    case Op::all_draw: return ingredient_worth * (step.self_draws - 0.5 * step.others_draw);
    case Op::reveal_score: return 0.75 * step.each * number(now, step);
    case Op::gain_chip: return chip_worth * number(now, step);
    case Op::sp: return value(now, step.n);
    case Op::sp_if: return holds(now, step.condition) ? step.then : step.otherwise;
    case Op::next_brew: return ingredient_worth * step.discount + (step.ready ? 1 : 0);
    case Op::patent_free: return chip_worth;
    case Op::brew_free: return potion_in_slot;
    case Op::copy: return 3;
    case Op::steal: return number(now, step) * (ingredient_worth + (step.choice ? chosen_extra : 0));
    case Op::exchange_random: case Op::swap_card: return 0.5 * ingredient_worth;
    case Op::force_discard: return 0.6 * ingredient_worth * number(now, step);
    case Op::collect_kind: return 0.7 * ingredient_worth * step.max;
    case Op::toll: return 1;
    case Op::destroy_patent: case Op::return_patent: case Op::unready: return patent_worth;
    case Op::destroy_potion: return potion_in_slot;
    case Op::draw_penalty: return 0.6 * ingredient_worth * number(now, step);
    case Op::slot_bonus: case Op::protect: case Op::pass_left: return 0.3;
    case Op::sp_discard: case Op::cancel: case Op::reorder_potions: case Op::cycle_display: case Op::refresh_ingredients: return 0.1;
  }
  throw std::logic_error("The Alchemists: unknown operation");
}

}  // namespace

double worth_now(const Situation& now, const Effect& effect) {
  double sum = 0;
  for (const auto& step : effect.steps) sum += step_worth(now, step);
  return sum;
}

}  // namespace athanor::games::the_alchemists
