#pragma once
// Ingredients, potions and their effects as read from data/the_alchemists.json (rules §1, §6 and §7).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::the_alchemists {

/// 0 bloodberry, 1 glowcap, 2 bonewort, 3 dragonroot, 4 moonblossom, 5 rainbow dust: the kind order (rules §1.1).
using Kind = std::uint8_t;
inline constexpr std::size_t kinds = 6;
inline constexpr std::size_t basic_kinds = 5;
inline constexpr Kind wild = 5;

/// Number of cards of each kind.
using Cards = std::array<std::uint8_t, kinds>;
[[nodiscard]] unsigned total(const Cards& cards);

/// Index into Data::potions.
using PotionId = std::uint8_t;

/// A text in the two languages, by games::Language.
using Bilingual = std::array<std::string, 2>;

enum class Strength : std::uint8_t { weak, normal, strong };
inline constexpr std::size_t strengths = 3;
enum class Category : std::uint8_t { growth, mischief, glory, craft };
inline constexpr std::size_t categories = 4;
enum class Mark : std::uint8_t { none, two_players, three_or_four_players };

// --- effects as data (rules §6.1, §6.2, §6.5) ---

enum class Op : std::uint8_t {
  draw, take_open, dig, recover_ingredients, discard_own, all_draw, refresh_ingredients, reveal_score, gain_chip, sp, sp_if,
  sp_discard, next_brew, slot_bonus, patent_free, brew_free, copy, protect, cancel, reorder_potions, cycle_display, pass_left,
  steal, swap_card, exchange_random, force_discard, collect_kind, toll, destroy_patent, return_patent, destroy_potion, unready,
  draw_penalty
};
enum class StepMode : std::uint8_t { must, automatic, may };
enum class Who : std::uint8_t { self, target, all };
enum class Target : std::uint8_t { none, opponent, each_opponent, all_players };
enum class Count : std::uint8_t {
  own_hand, own_slots, own_used, own_categories, max_opponent_hand, opponents_hand_at_least, opponents_with_patent,
  opp_more_used, opponents_fewer_or_equal_used, opp_more_slots
};
enum class Compare : std::uint8_t { at_least, at_most, equal };

/// min(max, base + floor(mult * count / div)); a plain integer has only `base`.
struct Number {
  int base = 0;
  std::optional<Count> count;
  int mult = 1, div = 1;
  std::optional<int> max;
  int threshold = 0;  ///< of opponents_hand_at_least
};
struct Condition {
  Count count = Count::own_hand;
  Compare compare = Compare::at_least;
  int value = 0;
  int threshold = 0;
};

/// One operation. Parameters that the operation does not have keep their defaults.
struct EffectStep {
  Op op = Op::sp;
  StepMode mode = StepMode::must;
  Who who = Who::self;
  Number n;
  bool choice = false;        ///< draw: source choice; steal: pick choose; force_discard: pick victim
  unsigned keep = 0;          ///< dig
  unsigned self_draws = 0, others_draw = 0;  ///< all_draw
  unsigned each = 0;          ///< reveal_score, sp_discard: white chips
  unsigned max = 0;           ///< sp_discard, cycle_display, collect_kind (max_total)
  bool ready = false;         ///< next_brew
  unsigned discount = 0;      ///< next_brew
  bool from_display = false, from_open_discard = false;  ///< patent_free, brew_free
  Strength max_strength = Strength::strong;              ///< brew_free, copy
  bool top_only = false;                                 ///< copy
  Condition condition;                                   ///< sp_if
  int then = 0, otherwise = 0;                           ///< sp_if
};

struct Effect {
  bool reaction = false;  ///< timing has "reaction"
  Target target = Target::none;
  std::vector<EffectStep> steps, reaction_steps;
};

struct Potion {
  std::string id;  ///< e.g. "W09"
  Bilingual name, text;
  Strength strength = Strength::weak;
  Category category = Category::growth;
  Mark mark = Mark::none;
  unsigned base_sp = 0;
  std::array<std::uint8_t, basic_kinds> cost{};
  unsigned cost_total = 0;
  Effect effect;
};

struct Ingredient {
  std::string id;
  Bilingual name;
  unsigned count = 0;
};

/// The numbers of rules §1.
struct Numbers {
  std::array<unsigned, 5> rounds{};  ///< by number of players
  unsigned start_hand = 0, start_patent_chips = 0, open_ingredients = 0, open_potions = 0, potion_slots = 0, draws_per_turn = 0,
           patents_per_turn = 0, hand_limit = 0, discount_floor = 0;
  unsigned collection = 0, mastery = 0, mastery_tied = 0, ladder = 0;              ///< SP
  unsigned leftovers = 0, cards_per_leftovers = 1, spare_chips = 0, chips_per_spare = 1;
};

struct Data {
  Numbers numbers;
  std::array<Ingredient, kinds> ingredients;
  std::array<Bilingual, categories> category_names;
  std::array<Bilingual, strengths> strength_names;
  std::vector<Potion> potions;
};

/// Read and checked once. A broken file throws std::runtime_error naming the entry and what is wrong with it.
[[nodiscard]] const Data& data();
[[nodiscard]] Data parse_data(std::string_view json);

[[nodiscard]] std::optional<PotionId> find_potion(const Data& data, std::string_view id);
/// The potion takes part with so many players (rules §3 S1).
[[nodiscard]] bool in_play(const Potion& potion, unsigned players);
/// B, G, K, D, M or R.
[[nodiscard]] char letter(Kind kind);
/// One letter per ingredient of the cost, in kind order.
[[nodiscard]] std::string cost_letters(const Potion& potion);
[[nodiscard]] bool has_op(const Effect& effect, Op op);

}  // namespace athanor::games::the_alchemists
