// Effects as data (rules §6.1): each operation has a fixed set of parameters and steps of a fixed kind.
#include "reading.h"

namespace athanor::games::the_alchemists {
namespace {

constexpr std::array<std::string_view, 33> op_ids{
    "draw",          "take_open",   "dig",          "recover_ingredients", "discard_own", "all_draw",       "refresh_ingredients",
    "reveal_score",  "gain_chip",   "sp",           "sp_if",               "sp_discard",  "next_brew",      "slot_bonus",
    "patent_free",   "brew_free",   "copy",         "protect",             "cancel",      "reorder_potions", "cycle_display",
    "pass_left",     "steal",       "swap_card",    "exchange_random",     "force_discard", "collect_kind", "toll",
    "destroy_patent", "return_patent", "destroy_potion", "unready",        "draw_penalty"};
constexpr std::array<std::string_view, 3> mode_ids{"must", "auto", "may"};
constexpr std::array<std::string_view, 3> who_ids{"self", "target", "all"};
constexpr std::array<std::string_view, 4> target_ids{"none", "opponent", "each_opponent", "all_players"};
constexpr std::array<std::string_view, 10> count_ids{
    "own_hand", "own_slots", "own_used", "own_categories", "max_opponent_hand", "opponents_hand_at_least",
    "opponents_with_patent", "opp_more_used", "opponents_fewer_or_equal_used", "opp_more_slots"};
constexpr std::array<std::string_view, 3> compare_ids{">=", "<=", "=="};

Count read_counted(const Json& json, int& threshold, const std::string& entry) {
  const auto count = read_name<Count>(json, "count", count_ids, entry);
  const bool needs_threshold = count == Count::opponents_hand_at_least;
  require(json.contains("threshold") == needs_threshold, entry,
          needs_threshold ? "\"threshold\" is missing" : "only opponents_hand_at_least has a \"threshold\"");
  if (needs_threshold) threshold = read_int(json, "threshold", entry, 0, 100);
  return count;
}

Number read_number(const Json& step, const char* key, const std::string& entry, int min) {
  Number number;
  const auto& json = member(step, key, entry);
  if (!json.is_object()) {
    number.base = read_int(step, key, entry, min, 50);
    return number;
  }
  const auto here = entry + ", " + key;
  allow_only(json, {"count", "base", "mult", "div", "max", "threshold"}, here);
  number.count = read_counted(json, number.threshold, here);
  number.base = read_int(json, "base", here, 0, 50);
  number.mult = read_int(json, "mult", here, 1, 50);
  number.div = read_int(json, "div", here, 1, 50);
  if (json.contains("max")) number.max = read_int(json, "max", here, 0, 50);
  return number;
}

Condition read_condition(const Json& step, const std::string& entry) {
  const auto& json = member(step, "cond", entry);
  const auto here = entry + ", cond";
  Condition condition;
  allow_only(json, {"count", "cmp", "value", "threshold"}, here);
  condition.count = read_counted(json, condition.threshold, here);
  condition.compare = read_name<Compare>(json, "cmp", compare_ids, here);
  condition.value = read_int(json, "value", here, 0, 100);
  return condition;
}

void read_sources(const Json& json, EffectStep& step, const std::string& entry) {
  const auto& sources = member(json, "sources", entry);
  require(sources.is_array() && !sources.empty(), entry, "\"sources\" must be a list");
  for (const auto& source : sources) {
    if (source == "display") step.from_display = true;
    else if (source == "open_discard") step.from_open_discard = true;
    else fail(entry, "\"sources\" may be display and open_discard");
  }
}

// Either of two texts: true for the second.
bool read_either(const Json& json, const char* key, std::string_view first, std::string_view second, const std::string& entry) {
  const auto text = read_text(json, key, entry);
  require(text == first || text == second, entry,
          std::string("\"") + key + "\" must be " + std::string(first) + " or " + std::string(second));
  return text == second;
}

// The parameters of one operation (rules §6.5). `allow` refuses any other member of the step.
void read_parameters(const Json& json, EffectStep& step, const std::string& entry) {
  const auto allow = [&](std::initializer_list<std::string_view> keys) {
    for (const auto& [key, value] : json.items())
      require(key == "op" || key == "mode" || key == "who" || std::find(keys.begin(), keys.end(), key) != keys.end(), entry,
              "has the unknown \"" + key + "\"");
  };
  switch (step.op) {
    case Op::draw:
      allow({"n", "source"});
      step.n = read_number(json, "n", entry, 1);
      step.choice = read_either(json, "source", "deck", "choice", entry);
      return;
    case Op::dig:
      allow({"n", "keep"});
      step.n = read_number(json, "n", entry, 1);
      step.keep = read_count(json, "keep", entry, 1);
      return;
    case Op::take_open: case Op::recover_ingredients: case Op::discard_own: case Op::gain_chip: case Op::slot_bonus:
    case Op::reorder_potions: case Op::exchange_random: case Op::draw_penalty:
      allow({"n"});
      step.n = read_number(json, "n", entry, 1);
      return;
    case Op::sp:
      allow({"n"});
      step.n = read_number(json, "n", entry, -50);
      return;
    case Op::all_draw:
      allow({"self", "others"});
      step.self_draws = read_count(json, "self", entry);
      step.others_draw = read_count(json, "others", entry);
      return;
    case Op::reveal_score:
      allow({"n", "each"});
      step.n = read_number(json, "n", entry, 1);
      step.each = read_count(json, "each", entry);
      return;
    case Op::sp_if:
      allow({"cond", "then", "otherwise"});
      step.condition = read_condition(json, entry);
      step.then = read_int(json, "then", entry, -50, 50);
      if (json.contains("otherwise")) step.otherwise = read_int(json, "otherwise", entry, -50, 50);
      return;
    case Op::sp_discard:
      allow({"max", "each"});
      step.max = read_count(json, "max", entry, 1);
      step.each = read_count(json, "each", entry);
      return;
    case Op::next_brew:
      allow({"ready", "discount"});
      step.ready = read_bool(json, "ready", entry);
      step.discount = read_count(json, "discount", entry);
      return;
    case Op::patent_free:
      allow({"sources"});
      return read_sources(json, step, entry);
    case Op::brew_free:
      allow({"sources", "max_strength"});
      step.max_strength = read_name<Strength>(json, "max_strength", strength_ids, entry);
      return read_sources(json, step, entry);
    case Op::copy:
      allow({"source", "max_strength"});
      step.top_only = !read_either(json, "source", "top", "any", entry);
      step.max_strength = read_name<Strength>(json, "max_strength", strength_ids, entry);
      return;
    case Op::cycle_display:
      allow({"max"});
      step.max = read_count(json, "max", entry, 1);
      return;
    case Op::steal:
      allow({"n", "pick"});
      step.n = read_number(json, "n", entry, 1);
      step.choice = read_either(json, "pick", "random", "choose", entry);
      return;
    case Op::force_discard:
      allow({"n", "pick"});
      step.n = read_number(json, "n", entry, 1);
      step.choice = read_either(json, "pick", "random", "victim", entry);
      return;
    case Op::collect_kind:
      allow({"max_total"});
      step.max = read_count(json, "max_total", entry, 1);
      return;
    case Op::refresh_ingredients: case Op::protect: case Op::cancel: case Op::pass_left: case Op::swap_card: case Op::toll:
    case Op::destroy_patent: case Op::return_patent: case Op::destroy_potion: case Op::unready:
      allow({});
      return;
  }
}

Who who_of(Op op) {
  if (op == Op::pass_left) return Who::all;
  return op >= Op::steal ? Who::target : Who::self;  // the order of Op and of the table in §6.5
}

EffectStep read_step(const Json& json, Target target, bool reaction, const std::string& potion, std::size_t number) {
  auto entry = potion + ", " + (reaction ? "reaction " : "") + "step " + std::to_string(number + 1);
  EffectStep step;
  step.op = read_name<Op>(json, "op", op_ids, entry);
  entry += " (" + std::string(op_ids[static_cast<std::size_t>(step.op)]) + ")";
  step.mode = read_name<StepMode>(json, "mode", mode_ids, entry);
  step.who = read_name<Who>(json, "who", who_ids, entry);
  read_parameters(json, step, entry);
  require(step.who == who_of(step.op), entry, "\"who\" must be " + std::string(who_ids[static_cast<std::size_t>(who_of(step.op))]));
  require(step.mode != StepMode::may || step.who == Who::self, entry, "only a step on oneself can be \"may\"");
  require((step.op == Op::cancel) <= reaction, entry, "only a reaction can cancel");
  require(step.who == Who::self || !reaction, entry, "a reaction has steps on oneself only");
  const bool on_opponents = target == Target::opponent || target == Target::each_opponent;
  require(step.who != Who::target || on_opponents, entry, "needs the target opponent or each_opponent");
  require((step.who != Who::all && step.op != Op::all_draw) || (target == Target::all_players && !reaction), entry,
          "needs the target all_players");
  const bool own_turn_only = step.op == Op::copy || step.op == Op::next_brew || step.op == Op::slot_bonus || step.op == Op::brew_free;
  require(!own_turn_only || !reaction, entry, "is for the own turn and cannot be a reaction");
  return step;
}

}  // namespace

Effect read_effect(const Json& json, const std::string& potion) {
  const auto entry = potion + ", effect";
  allow_only(json, {"timing", "target", "steps", "reaction_steps"}, entry);
  Effect effect;
  const auto& timing = member(json, "timing", entry);
  effect.reaction = timing == Json::array({"action", "reaction"});
  require(effect.reaction || timing == Json::array({"action"}), entry, R"("timing" must be ["action"] or ["action","reaction"])");
  effect.target = read_name<Target>(json, "target", target_ids, entry);
  const auto& steps = member(json, "steps", entry);
  require(steps.is_array() && !steps.empty(), entry, "\"steps\" must be a list of steps");
  for (std::size_t i = 0; i < steps.size(); ++i) effect.steps.push_back(read_step(steps[i], effect.target, false, potion, i));
  require(json.contains("reaction_steps") == effect.reaction, entry, "\"reaction_steps\" and the timing \"reaction\" belong together");
  if (effect.reaction) {
    const auto& reaction = json.at("reaction_steps");
    require(reaction.is_array() && !reaction.empty(), entry, "\"reaction_steps\" must be a list of steps");
    for (std::size_t i = 0; i < reaction.size(); ++i)
      effect.reaction_steps.push_back(read_step(reaction[i], Target::none, true, potion, i));
  }
  return effect;
}

}  // namespace athanor::games::the_alchemists
