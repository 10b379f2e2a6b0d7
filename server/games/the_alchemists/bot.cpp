#include "bot.h"

#include "imagine.h"
#include "offer_ids.h"
#include "rules_parts.h"
#include "worth.h"

#include <athanor/v1/decisions.pb.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace athanor::games::the_alchemists {
namespace {

// What a potion is worth to whoever uses it, in SP, by strength (rules §12, gift test).
constexpr std::array<double, strengths> potion_worth{4.8, 7.7, 11.6};
constexpr double worthwhile_copy = 2.5;

/// One decision: the table as the seat sees it, and what it wants.
class Thought {
 public:
  Thought(const v1::Decision& decision, const v1::TheAlchemistsView& view)
      : decision_(decision), view_(view), state_(imagine(data(), view)), me_(static_cast<Seat>(view.own().seat())) {
    for (const auto potion : wanted()) note_need(potion);
  }

  v1::Answer answer() const {
    const auto type = view_.question().type();
    if (type == "D1" || type == "D10") return take();
    if (type == "D2") return act();
    if (type == "D4") return with_option(main(), victim(main(), running_potion()));
    if (type == "D5") return react();
    if (type == "D6") return button(display_is_useful() ? "decline" : "yes");
    if (type == "D3" || type == "D7") return cards(main(), [&](Kind k) { return -worth(k); }, main().fields(0).pick().min());
    if (type == "D8" || type == "D9" || type == "D19") return cards(main(), [&](Kind k) { return worth(k); }, main().fields(0).pick().min());
    if (type == "D11") return with_option(main(), best_option(main(), [&](const auto& o) { return need_[kind_of(o)]; }));
    if (type == "D12") return discard_for_sp();
    if (type == "D13") return arrange();
    if (type == "D14") return button("decline");
    if (type == "D17")
      return with_option(main(), best_option(main(), [&](const auto& o) { return worth_now(running(state_, me_), card(state_, potion_of(o)).effect); }));
    if (type == "D15" || type == "D16" || type == "D18")
      return with_option(main(), best_option(main(), [&](const auto& o) { return type == "D15" ? promise(potion_of(o)) : gain(potion_of(o)); }));
    if (type == "D20") return swap();
    if (type == "D21") return toll();
    return button(decision_.offers(0).verb());  // back from the autopilot
  }

 private:
  // --- the table ---
  [[nodiscard]] const Player& own() const { return state_.players[me_]; }
  [[nodiscard]] unsigned rounds_left() const { return view_.rounds() - view_.round(); }
  [[nodiscard]] double gain(PotionId id) const { return potion_worth[static_cast<std::size_t>(card(state_, id).strength)] + 0.1 * card(state_, id).base_sp; }
  [[nodiscard]] unsigned missing(PotionId id) const {
    const auto& potion = card(state_, id);
    const auto have = total(payable(own().hand, potion, potion.cost_total));
    return potion.cost_total - std::min(have, potion.cost_total);
  }
  /// Worth of getting hold of a potion that is still to be paid.
  [[nodiscard]] double promise(PotionId id) const { return gain(id) - ingredient_worth * (card(state_, id).cost_total + missing(id)); }
  [[nodiscard]] std::vector<PotionId> wanted() const {
    std::vector<PotionId> potions;
    for (const auto& space : state_.potion_display)
      if (space) potions.push_back(*space);
    if (own().patent) potions.push_back(own().patent->potion);
    return potions;
  }
  void note_need(PotionId id) {
    const auto& potion = card(state_, id);
    const double weight = gain(id) / (1.0 + missing(id) * missing(id)) * (own().patent && own().patent->potion == id ? 1.5 : 1.0);
    for (Kind k = 0; k < basic_kinds; ++k) {
      if (own().hand[k] < potion.cost[k]) need_[k] += weight;
      if (potion.cost[k] > 0) use_[k] += weight * potion.cost[k];
    }
  }
  /// Of one more card of the kind.
  [[nodiscard]] double wish(Kind kind) const {
    return kind == wild ? 1.0 + *std::max_element(need_.begin(), need_.begin() + basic_kinds) : need_[kind];
  }
  /// Of a card in hand, to decide which goes first.
  [[nodiscard]] double worth(Kind kind) const {
    if (kind == wild) return 1000.0;
    return wish(kind) + use_[kind] / (1.0 + own().hand[kind]);
  }
  [[nodiscard]] bool display_is_useful() const {
    return std::any_of(state_.display.begin(), state_.display.end(), [&](const auto& k) { return k && wish(*k) > 0; });
  }
  [[nodiscard]] PotionId running_potion() const {
    return find_potion(data(), view_.resolving(view_.resolving_size() - 1).potion()).value();
  }
  /// The one who leads, but of a potion that takes cards rather one who holds them.
  [[nodiscard]] std::uint32_t victim(const v1::Offer& offer, PotionId potion) const {
    int cards_taken = 0;
    for (const auto& step : card(state_, potion).effect.steps)
      if (step.op == Op::steal) cards_taken = step.n.base;
    return best_option(offer, [&](const auto& o) {
      const auto& seen = view_.players(seat_of(o));
      const int hand = static_cast<int>(seen.hand_size());
      return seen.points() + 0.01 * hand + 3.0 * std::min(cards_taken, hand);
    });
  }

  // --- answers ---
  [[nodiscard]] const v1::Offer& main() const { return decision_.offers(0); }
  [[nodiscard]] v1::Answer start(const v1::Offer& offer) const {
    v1::Answer answer;
    answer.set_decision_id(decision_.id());
    answer.set_offer_id(offer.id());
    return answer;
  }
  [[nodiscard]] v1::Answer button(std::string_view verb) const {
    for (const auto& offer : decision_.offers())
      if (offer.verb() == verb) return start(offer);
    return start(decision_.offers(decision_.offers_size() - 1));
  }
  [[nodiscard]] v1::Answer with_option(const v1::Offer& offer, std::uint32_t option) const {
    auto answer = start(offer);
    answer.add_values()->mutable_picked()->add_options(option);
    return answer;
  }
  static Kind kind_of(const v1::Option& option) { return static_cast<Kind>(option.id() - 1); }
  static PotionId potion_of(const v1::Option& option) { return static_cast<PotionId>(option.id() - 1); }
  static Seat seat_of(const v1::Option& option) { return static_cast<Seat>(option.id() - 1); }
  template <typename Value>
  [[nodiscard]] std::uint32_t best_option(const v1::Offer& offer, Value value, int field = 0) const {
    const auto& options = offer.fields(field).pick().options();
    return std::max_element(options.begin(), options.end(), [&](const auto& a, const auto& b) { return value(a) < value(b); })->id();
  }
  /// The `number` best cards; equal cards are worth less and less.
  [[nodiscard]] v1::Answer cards(const v1::Offer& offer, const std::function<double(Kind)>& value, unsigned number) const {
    std::vector<std::pair<double, std::uint32_t>> each;
    for (const auto& option : offer.fields(0).pick().options())
      for (unsigned copy = 0; copy < option.copies(); ++copy) each.emplace_back(value(kind_of(option)) - 0.3 * copy, option.id());
    std::stable_sort(each.begin(), each.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    auto answer = start(offer);
    auto& picked = *answer.add_values()->mutable_picked();
    for (unsigned i = 0; i < number; ++i) picked.add_options(each[i].second);
    return answer;
  }

  // --- D1, D10 ---
  [[nodiscard]] v1::Answer take() const {
    const v1::Offer* best = nullptr;
    double most = -1;
    const double unseen = (need_[0] + need_[1] + need_[2] + need_[3] + need_[4] + wish(wild)) / 6;
    for (const auto& offer : decision_.offers()) {
      const bool deck = offer.verb() == "take-deck";
      const double value = deck ? unseen : wish(*state_.display[offer.id() - 1]);
      if (value <= most) continue;
      most = value;
      best = &offer;
    }
    return start(*best);
  }

  // --- D2 ---
  [[nodiscard]] v1::Answer act() const {
    const v1::Offer* best = nullptr;
    double most = 0;
    for (const auto& offer : decision_.offers()) {
      double value = 0;
      if (offer.verb() == "use") value = use_value(static_cast<PotionId>(offer.id() - use_offers));
      if (offer.verb() == "brew") value = brew_value(static_cast<PotionId>(offer.id() - brew_offers));
      if (offer.verb() == "patent") value = patent_value(offer);
      if (value <= most) continue;
      most = value;
      best = &offer;
    }
    if (best == nullptr) return button("end-turn");
    if (best->fields_size() == 0) return start(*best);
    if (best->verb() == "brew") return cards(*best, [&](Kind k) { return -worth(k); }, best->fields(0).pick().min());
    if (best->verb() == "use") return with_option(*best, victim(*best, static_cast<PotionId>(best->id() - use_offers)));
    return with_option(*best, best_option(*best, [&](const auto& o) { return promise(potion_of(o)); }));
  }
  [[nodiscard]] bool brew_in_sight() const {
    return std::any_of(decision_.offers().begin(), decision_.offers().end(), [](const auto& o) { return o.verb() == "brew"; });
  }
  /// Above 0: use it now. Draws come before brewing, prizes after it.
  [[nodiscard]] double use_value(PotionId id) const {
    const auto& potion = card(state_, id);
    const bool hurry = rounds_left() == 0 || own().slots.size() >= view_.slots() + view_.turn().slot_bonus();
    const auto now = before_use(state_, me_, id);
    for (const auto& step : potion.effect.steps) {
      if (step.op == Op::next_brew && !brew_in_sight() && !hurry) return 0;
      if (step.op == Op::next_brew) return brew_in_sight() ? 50 : 1;
      if (step.op == Op::sp_if && !hurry && !holds(now, step.condition)) return 0;
      if (step.op == Op::copy && !hurry && best_copy(step) < worthwhile_copy) return 0;
      if (step.op == Op::sp && step.n.max && !hurry && value(now, step.n) < *step.n.max && rounds_left() > 1) return 0;
    }
    if (potion.effect.reaction && !hurry) return 0;  // keep it for somebody else's turn
    return potion.category == Category::growth ? 40 : potion.category == Category::glory ? 1 : 20;
  }
  /// What the best potion that could be copied now does.
  [[nodiscard]] double best_copy(const EffectStep& step) const {
    double most = 0;
    for (const auto id : copy_options(state_, me_, step)) most = std::max(most, worth_now(running(state_, me_), card(state_, id).effect));
    return most;
  }
  [[nodiscard]] double brew_value(PotionId id) const {
    const auto price = brew_price(state_, card(state_, id));
    if (rounds_left() == 0) return 10 + card(state_, id).base_sp - 0.3 * price;
    return std::max(0.5, 15 + gain(id) - ingredient_worth * price);
  }
  [[nodiscard]] double patent_value(const v1::Offer& offer) const {
    if (rounds_left() < 2) return 0;
    // What a full hand cannot hold is lost: anything that the next turn's cards may pay for is better than passing.
    const bool full = total(own().hand) >= view_.hand_limit();
    double best = 0;
    bool in_reach = false;
    for (const auto& option : offer.fields(0).pick().options()) {
      if (missing(potion_of(option)) > 3) continue;
      in_reach = true;
      best = std::max(best, promise(potion_of(option)));
    }
    return best > 1 || (full && in_reach) ? 0.6 : 0;  // after everything else
  }

  // --- out of turn, and within effects ---
  [[nodiscard]] v1::Answer react() const {
    const bool worth_it = rounds_left() <= 1 || card(state_, running_potion()).strength != Strength::weak;
    return button(worth_it ? "react" : "decline");
  }
  [[nodiscard]] v1::Answer discard_for_sp() const {
    const bool spend = rounds_left() == 0 && decision_.offers_size() > 1;
    if (!spend) return button("decline");
    return cards(main(), [&](Kind k) { return -worth(k); }, std::min<unsigned>(main().fields(0).pick().max(), total(own().hand)));
  }
  [[nodiscard]] v1::Answer arrange() const {
    auto answer = start(main());
    auto& picked = *answer.add_values()->mutable_picked();
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const auto& option : main().fields(0).pick().options()) order.emplace_back(-promise(potion_of(option)), option.id());
    std::sort(order.begin(), order.end());
    for (const auto& [value, id] : order) picked.add_options(id);
    return answer;
  }
  [[nodiscard]] v1::Answer swap() const {
    if (decision_.offers_size() < 2) return button("decline");
    const auto give = best_option(main(), [&](const auto& o) { return -worth(kind_of(o)); }, 0);
    const auto get = best_option(main(), [&](const auto& o) { return worth(kind_of(o)); }, 1);
    if (worth(static_cast<Kind>(get - 1)) <= worth(static_cast<Kind>(give - 1))) return button("decline");
    auto answer = with_option(main(), give);
    answer.add_values()->mutable_picked()->add_options(get);
    return answer;
  }
  /// A card that the potion in view does not need is worth less than a black chip; so is any that can no longer be spent.
  [[nodiscard]] v1::Answer toll() const {
    const auto spare = static_cast<Kind>(best_option(main(), [&](const auto& o) { return -worth(kind_of(o)); }) - 1);
    if (rounds_left() > 0 && is_needed(spare)) return button("decline");
    return with_option(main(), option_of(spare));
  }
  [[nodiscard]] bool is_needed(Kind kind) const {
    const auto potions = wanted();
    if (kind == wild || potions.empty()) return kind == wild;
    const auto next = *std::max_element(potions.begin(), potions.end(), [&](PotionId a, PotionId b) { return promise(a) < promise(b); });
    return own().hand[kind] <= card(state_, next).cost[kind];
  }

  const v1::Decision& decision_;
  const v1::TheAlchemistsView& view_;
  State state_;
  Seat me_;
  std::array<double, kinds> need_{}, use_{};
};

class SensibleBot final : public Bot {
 public:
  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    v1::TheAlchemistsView seen;
    if (!seen.ParseFromArray(view.data(), static_cast<int>(view.size())) || !seen.has_own() || decision.offers().empty()) return {};
    return Thought(decision, seen).answer();
  }
};

}  // namespace

std::unique_ptr<Bot> sensible_bot() { return std::make_unique<SensibleBot>(); }

}  // namespace athanor::games::the_alchemists
