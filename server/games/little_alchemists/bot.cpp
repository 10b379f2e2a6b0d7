#include "bot.h"

#include "data.h"

#include <athanor/little_alchemists/deduction.h>

#include <algorithm>
#include <cmath>

namespace athanor::games::little_alchemists {
namespace {

constexpr double teaching_value = 0.8;    // in coins, per bit that a result may tell
constexpr double new_token_value = 0.15;  // a token for a result that is known already
constexpr double trade_value = 0.1;
constexpr double margin = 0.25;           // by which a purchase must pay
constexpr std::uint32_t until_something_changes_ms = 60'000;

// Rules §10: whether a sheet that somebody has not confirmed is handed in is for people to say.
bool for_people(const v1::Offer& offer) { return offer.verb() == "test-submit"; }

// Terms back to values; what is unknown is left out by the callers.
std::optional<Ingredient> ingredient_of(const v1::Option& option) {
  for (Ingredient i = 0; i < max_ingredients; ++i)
    if (option.term() == "ingredient." + std::string(ingredient_name(i))) return i;
  return std::nullopt;
}
std::optional<PotionSet> set_in(const v1::Option& option) {
  return option.term().starts_with("set.") ? set_of(std::string_view(option.term()).substr(4)) : std::nullopt;
}
std::optional<Result> result_in(const v1::Option& option) {
  return option.term().starts_with("potion.") ? result_of(std::string_view(option.term()).substr(7)) : std::nullopt;
}
template <typename Kind, std::size_t N>
std::optional<Kind> named(const std::string& text, std::string_view prefix) {
  for (std::size_t k = 0; k < N; ++k)
    if (text == std::string(prefix) + std::string(name_of(static_cast<Kind>(k)))) return static_cast<Kind>(k);
  return std::nullopt;
}

v1::Answer answer_to(const v1::Decision& decision, const v1::Offer& offer, const std::vector<std::vector<std::uint32_t>>& fields) {
  v1::Answer answer;
  answer.set_decision_id(decision.id());
  answer.set_offer_id(offer.id());
  for (const auto& options : fields) {
    auto& picked = *answer.add_values()->mutable_picked();
    for (const auto option : options) picked.add_options(option);
  }
  return answer;
}
bool all_picks(const v1::Offer& offer) {
  for (const auto& field : offer.fields())
    if (!field.has_pick() || field.pick().options().empty()) return false;
  return true;
}
// The offer with this verb and as many fields, all of them picks.
const v1::Offer* offer_of(const v1::Decision& decision, std::string_view verb, int fields) {
  for (const auto& offer : decision.offers())
    if (offer.verb() == verb && offer.fields_size() == fields && all_picks(offer)) return &offer;
  return nullptr;
}
const v1::Pick& pick_of(const v1::Offer& offer, int field) { return offer.fields(field).pick(); }

// The option with the greatest value; the first of equals.
template <typename Value>
std::uint32_t best_option(const v1::Pick& pick, Value value) {
  std::uint32_t best = pick.options(0).id();
  double most = -1e9;
  for (const auto& option : pick.options()) {
    const double worth = value(option);
    if (worth > most) {
      most = worth;
      best = option.id();
    }
  }
  return best;
}

class Thought {
 public:
  Thought(const v1::Decision& decision, const v1::LittleAlchemistsView& view, std::uint64_t& random)
      : decision_(decision), view_(view), random_(random), board_(board_of_level(view.level())), deduction_(deduce(board_, knowledge_of(view), shown_of(view))) {
    for (const auto& token : view.own().tracker()) tokens_[pair_index(static_cast<Ingredient>(token.a()), static_cast<Ingredient>(token.b()))] = true;
  }

  /// Without an offer: the bot waits.
  [[nodiscard]] v1::Answer answer() const {
    if (const auto* offer = offer_of(decision_, "test-answer", 2)) return test(*offer);
    if (const auto* offer = offer_of(decision_, "mix", 1)) return act(*offer);
    if (const auto* offer = offer_of(decision_, "guess", 1)) return guess(*offer);
    if (const auto* offer = offer_of(decision_, "choose-wish", 1)) return wish(*offer);
    if (const auto* offer = offer_of(decision_, "choose-pet", 1)) return pet(*offer);
    if (const auto* offer = offer_of(decision_, "choose-trade", 1)) return trade(*offer);
    if (const auto* offer = offer_of(decision_, "end-turn", 0)) return after_action(*offer);
    if (const auto* offer = offer_of(decision_, "end-turn", 1)) return after_action(*offer);
    return random_answer(decision_, decision_.offers(0), random_);
  }

 private:
  [[nodiscard]] const v1::PlayerBoard& me() const { return view_.players(static_cast<int>(view_.active_seat())); }

  // --- mixing ---

  [[nodiscard]] double income(Result result) const {
    double coins = 0;
    if (view_.has_customer() && !me().bottle_out() && result_of(std::string_view(view_.customer().potion())) == result) coins += view_.customer().pays();
    const auto pet = named<Pet, pet_kinds>(me().pet(), "");
    if (pet && contains(data().pet_likes[static_cast<std::size_t>(*pet)], result)) coins += 1;
    return coins;
  }
  [[nodiscard]] double worth(Ingredient a, Ingredient b) const {
    if (a == b) return trade_value;
    const ResultSet possible = deduction_.result(a, b);
    const unsigned count = size_of(possible);
    if (count == 0) return 0;
    double expected = 0;
    for (std::size_t r = 0; r < result_kinds; ++r)
      if (contains(possible, static_cast<Result>(r))) expected += income(static_cast<Result>(r)) / count;
    if (count > 1) return expected + teaching_value * std::log2(static_cast<double>(count));
    return expected + (tokens_[pair_index(a, b)] ? 0.0 : new_token_value);
  }
  struct Plan {
    double worth = -1;
    Ingredient a = 0, b = 0;
  };
  [[nodiscard]] Plan best_mix(const std::array<unsigned, max_ingredients>& hand) const {
    Plan best;
    for (Ingredient a = 0; a < deduction_.ingredients; ++a) {
      for (Ingredient b = 0; b <= a; ++b) {
        if (a == b ? hand[a] < 2 : hand[a] == 0 || hand[b] == 0) continue;
        const double value = worth(a, b);
        if (value > best.worth) best = {value, a, b};
      }
    }
    return best;
  }
  [[nodiscard]] v1::Answer act(const v1::Offer& mix) const {
    if (const auto theory = certain_theory()) return *theory;
    std::array<unsigned, max_ingredients> hand{};
    for (int i = 0; i < view_.own().hand_size() && i < static_cast<int>(max_ingredients); ++i) hand[static_cast<std::size_t>(i)] = view_.own().hand(i);
    const Plan plan = best_mix(hand);
    if (const auto* buy = offer_of(decision_, "buy-ingredient", 1)) {
      const double price = me().coins() == 0 ? 0 : 1;
      const auto with = [&](const v1::Option& option) {
        const auto ingredient = ingredient_of(option);
        if (!ingredient) return -1.0;
        auto larger = hand;
        ++larger[*ingredient];
        return best_mix(larger).worth;
      };
      const auto space = best_option(pick_of(*buy, 0), with);
      double gain = 0;
      for (const auto& option : pick_of(*buy, 0).options())
        if (option.id() == space) gain = with(option) - plan.worth;
      if (gain > price + margin) return answer_to(decision_, *buy, {{space}});
    }
    std::vector<std::uint32_t> tiles;
    for (const auto wanted : {plan.a, plan.b})
      for (const auto& option : pick_of(mix, 0).options())
        if (ingredient_of(option) == wanted) tiles.push_back(option.id());
    if (tiles.size() != 2) return random_answer(decision_, mix, random_);
    return answer_to(decision_, mix, {tiles});
  }

  // --- theories ---

  [[nodiscard]] std::optional<v1::Answer> certain_theory() const {
    const auto* offer = offer_of(decision_, "share-theory", 2);
    if (offer == nullptr) return std::nullopt;
    for (const auto& option : pick_of(*offer, 0).options()) {
      const auto ingredient = ingredient_of(option);
      if (!ingredient) continue;
      const auto sets = possible_sets(board_, deduction_, *ingredient);
      if (sets.size() != 1) continue;
      for (const auto& set : pick_of(*offer, 1).options())
        if (set_in(set) == sets.front()) return answer_to(decision_, *offer, {{option.id()}, {set.id()}});
    }
    return std::nullopt;
  }
  // Of the ingredients that may have the set, the one about which most is known.
  [[nodiscard]] v1::Answer guess(const v1::Offer& offer) const {
    const auto set = set_of(view_.open_theory().potions()).value_or(0);
    const auto value = [&](const v1::Option& option) {
      const auto ingredient = ingredient_of(option);
      if (!ingredient) return -100.0;  // no guess
      const auto sets = possible_sets(board_, deduction_, *ingredient);
      if (std::find(sets.begin(), sets.end(), set) == sets.end()) return -200.0;
      return -static_cast<double>(sets.size());
    };
    return answer_to(decision_, offer, {{best_option(pick_of(offer, 0), value)}});
  }

  // --- choices ---

  [[nodiscard]] v1::Answer wish(const v1::Offer& offer) const {
    const auto value = [&](const v1::Option& option) { return income(result_in(option).value_or(Result::powerless)); };
    return answer_to(decision_, offer, {{best_option(pick_of(offer, 0), value)}});
  }
  [[nodiscard]] v1::Answer pet(const v1::Offer& offer) const {
    const auto value = [&](const v1::Option& option) {
      const auto kind = named<Pet, pet_kinds>(option.term(), "pet.");
      return kind ? static_cast<double>(size_of(data().pet_likes[static_cast<std::size_t>(*kind)])) : 0.0;
    };
    return answer_to(decision_, offer, {{best_option(pick_of(offer, 0), value)}});
  }
  [[nodiscard]] v1::Answer trade(const v1::Offer& offer) const {
    const auto value = [&](const v1::Option& option) { return unknown_with_hand(ingredient_of(option).value_or(0)); };
    return answer_to(decision_, offer, {{best_option(pick_of(offer, 0), value)}});
  }
  [[nodiscard]] double unknown_with_hand(Ingredient ingredient) const {
    double unknown = 0;
    for (int i = 0; i < view_.own().hand_size(); ++i)
      if (view_.own().hand(i) > 0 && i != ingredient) unknown += size_of(deduction_.result(ingredient, static_cast<Ingredient>(i)));
    return unknown;
  }

  // --- after the action ---

  [[nodiscard]] double artifact_worth(Artifact artifact) const {
    const auto& tile = data().artifacts.at(static_cast<std::size_t>(artifact));
    const double rounds = view_.big_tiles_left();  // how much of the game is to come, roughly
    if (!tile.gold) return tile.points + 0.3 * rounds;
    double counted = 0;
    ResultSet kinds = 0;
    for (const auto& token : view_.own().tracker()) {
      const auto result = result_of(std::string_view(token.result()));
      if (!result || (!contains(tile.counted, *result) && *result != Result::wishes)) continue;
      counted += 1;
      kinds = static_cast<ResultSet>(kinds | (bit(*result) & tile.counted));
    }
    if (tile.whole_set) return size_of(kinds) + 1 >= size_of(tile.counted) ? tile.gold_points * 0.8 : 0;
    return tile.gold_points * (counted + 0.2 * rounds);
  }
  [[nodiscard]] v1::Answer after_action(const v1::Offer& end_turn) const {
    if (const auto* offer = offer_of(decision_, "buy-artifact", 1)) {
      const auto gain = [&](const v1::Option& option) {
        const auto artifact = named<Artifact, artifact_kinds>(option.term(), "artifact.");
        if (!artifact) return -1.0;
        return artifact_worth(*artifact) - data().artifacts.at(static_cast<std::size_t>(*artifact)).cost / 2.0;  // a coin is half a point
      };
      const auto space = best_option(pick_of(*offer, 0), gain);
      for (const auto& option : pick_of(*offer, 0).options())
        if (option.id() == space && gain(option) > margin) return answer_to(decision_, *offer, {{space}});
    }
    if (end_turn.fields_size() == 0) return answer_to(decision_, end_turn, {});
    const auto value = [&](const v1::Option& option) { return unknown_with_hand(ingredient_of(option).value_or(0)); };
    return answer_to(decision_, end_turn, {{best_option(pick_of(end_turn, 0), value)}});
  }

  // --- the test: what all open trackers imply ---

  [[nodiscard]] v1::Answer test(const v1::Offer& offer) const {
    const int questions = std::min(view_.test().questions_size(), pick_of(offer, 0).options_size());
    for (int q = 0; q < questions; ++q) {
      const auto& question = view_.test().questions(q);
      const ResultSet possible = deduction_.result(static_cast<Ingredient>(question.a()), static_cast<Ingredient>(question.b()));
      const auto written = result_of(std::string_view(question.answer()));
      if (written && contains(possible, *written)) continue;
      for (const auto& option : pick_of(offer, 1).options())
        if (contains(possible, result_in(option).value_or(Result::trade)))
          return answer_to(decision_, offer, {{pick_of(offer, 0).options(q).id()}, {option.id()}});
    }
    if (const auto* confirm = offer_of(decision_, "test-confirm", 0)) return answer_to(decision_, *confirm, {});
    return {};  // confirmed: the others have to
  }

  const v1::Decision& decision_;
  const v1::LittleAlchemistsView& view_;
  std::uint64_t& random_;
  const Board& board_;
  Deduction deduction_;
  std::array<bool, max_pairs> tokens_{};
};

// The view comes from a server: whatever is used as an index is checked once.
bool sound(const v1::LittleAlchemistsView& view) {
  if (view.level() < min_level || view.level() > max_level) return false;
  const auto size = board_of_level(view.level()).size;
  const auto pair = [&](const auto& message) { return message.a() < size && message.b() < size && message.a() != message.b(); };
  const auto& tokens = view.own().tracker();
  const auto& questions = view.test().questions();
  return view.active_seat() < static_cast<std::uint32_t>(view.players_size()) && view.own().hand_size() <= size &&
         std::all_of(tokens.begin(), tokens.end(), pair) && std::all_of(questions.begin(), questions.end(), pair);
}

class SensibleBot final : public Bot {
 public:
  explicit SensibleBot(std::uint64_t seed) : random_(seed) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view bytes) override {
    asks_again_after_ms_ = 0;
    if (decision.offers().empty()) return {};
    v1::LittleAlchemistsView view;
    const bool read = view.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) && sound(view);
    const bool refused = decision.id() == last_decision_ && bytes == last_view_;
    last_decision_ = decision.id();
    last_view_ = bytes;
    if (!read || refused) return anything(decision);
    auto answer = Thought(decision, view, random_).answer();
    if (answer.offer_id() == 0) {
      asks_again_after_ms_ = until_something_changes_ms;
      last_decision_ = 0;  // to be asked the same again will be no refusal
    }
    return answer;
  }
  [[nodiscard]] std::uint32_t asks_again_after_ms() const override { return asks_again_after_ms_; }

 private:
  v1::Answer anything(const v1::Decision& decision) {
    std::vector<const v1::Offer*> offers;
    for (const auto& offer : decision.offers())
      if (!for_people(offer)) offers.push_back(&offer);
    if (offers.empty()) return {};
    const auto place = static_cast<std::size_t>(random_++ % offers.size());
    return random_answer(decision, *offers[place], random_);
  }

  std::uint64_t random_;
  std::uint64_t last_decision_ = 0;
  std::string last_view_;
  std::uint32_t asks_again_after_ms_ = 0;
};

}  // namespace

std::unique_ptr<Bot> sensible_bot(std::uint64_t seed) { return std::make_unique<SensibleBot>(seed); }

}  // namespace athanor::games::little_alchemists
