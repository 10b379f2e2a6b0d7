#include <the_alchemists/explorer.h>

#include <algorithm>
#include <array>
#include <map>

namespace athanor::test::alchemists {
namespace {

using namespace games::the_alchemists;

// The name in card files, and the kinds of the events that show it.
struct Primitive {
  std::string_view name;
  std::vector<std::string_view> events;
};
const std::array<Primitive, op_count>& primitives() {
  static const std::array<Primitive, op_count> all{{{"draw", {"ingredient-taken"}},
                                                   {"take_open", {"ingredient-taken"}},
                                                   {"dig", {"cards-kept"}},
                                                   {"recover_ingredients", {"cards-recovered"}},
                                                   {"discard_own", {"cards-discarded"}},
                                                   {"all_draw", {"ingredient-taken"}},
                                                   {"refresh_ingredients", {"display-discarded"}},
                                                   {"reveal_score", {"cards-revealed"}},
                                                   {"gain_chip", {"chips-changed"}},
                                                   {"sp", {"sp-changed"}},
                                                   {"sp_if", {"sp-changed"}},
                                                   {"sp_discard", {"sp-changed"}},
                                                   {"next_brew", {"flag-changed"}},
                                                   {"slot_bonus", {"flag-changed"}},
                                                   {"patent_free", {"potion-patented"}},
                                                   {"brew_free", {"potion-brewed"}},
                                                   {"copy", {"effect-copied"}},
                                                   {"protect", {"flag-changed"}},
                                                   {"cancel", {"effect-cancelled"}},
                                                   {"reorder_potions", {"potions-arranged"}},
                                                   {"cycle_display", {"potion-moved"}},
                                                   {"pass_left", {"cards-moved"}},
                                                   {"steal", {"cards-moved"}},
                                                   {"swap_card", {"cards-moved"}},
                                                   {"exchange_random", {"cards-moved"}},
                                                   {"force_discard", {"cards-discarded"}},
                                                   {"collect_kind", {"cards-moved"}},
                                                   {"toll", {"cards-moved", "sp-changed"}},
                                                   {"destroy_patent", {"potion-moved"}},
                                                   {"return_patent", {"potion-moved"}},
                                                   {"destroy_potion", {"potion-moved"}},
                                                   {"unready", {"potion-unready"}},
                                                   {"draw_penalty", {"flag-changed"}}}};
  return all;
}

bool has(const Effect& effect, Op op) {
  return has_op(effect, op) || std::any_of(effect.reaction_steps.begin(), effect.reaction_steps.end(), [&](const auto& s) { return s.op == op; });
}

PotionId named_in(std::string_view text) {
  const auto& potions = data().potions;
  const auto named = std::find_if(potions.begin(), potions.end(), [&](const auto& p) { return text.find(p.name[0]) != std::string_view::npos; });
  if (named == potions.end()) throw std::runtime_error("no potion is named in: " + std::string(text));
  return static_cast<PotionId>(named - potions.begin());
}

}  // namespace

std::string_view name_of(Op op) { return primitives().at(static_cast<std::size_t>(op)).name; }

void Witness::told(std::string_view kind, std::string_view text) {
  if (kind == "potion-used" || kind == "reaction-used") running_.push_back(named_in(text));
  if (kind == "potion-scored") {  // also what was still brewing, when nothing runs
    if (!running_.empty()) running_.pop_back();
    return;
  }
  if (running_.empty()) return;
  for (std::size_t op = 0; op < op_count; ++op) {
    const auto& shown = primitives()[op].events;
    const bool fits = std::find(shown.begin(), shown.end(), kind) != shown.end();
    if (fits && has(data().potions[running_.back()].effect, static_cast<Op>(op))) seen_.insert(static_cast<Op>(op));
  }
  // The copied potion runs in the place of the copying one, which ends with it.
  if (kind == "effect-copied") running_.back() = named_in(text);
}

std::string Witness::missing(unsigned players) const {
  std::set<Op> expected;
  for (const auto& potion : data().potions)
    if (in_play(potion, players))
      for (std::size_t op = 0; op < op_count; ++op)
        if (has(potion.effect, static_cast<Op>(op))) expected.insert(static_cast<Op>(op));
  std::string words;
  for (const auto op : expected)
    if (seen_.count(op) == 0) words += (words.empty() ? "" : ", ") + std::string(name_of(op));
  return words;
}

}  // namespace athanor::test::alchemists
