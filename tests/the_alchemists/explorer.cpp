#include <the_alchemists/explorer.h>

#include <imagine.h>
#include <offer_ids.h>
#include <rules_parts.h>

#include <algorithm>
#include <functional>

namespace athanor::test::alchemists {
namespace {

using namespace games;
using namespace games::the_alchemists;

/// One decision of one player.
class Plan {
 public:
  Plan(const v1::Decision& decision, const v1::TheAlchemistsView& view, const std::set<Op>& seen)
      : decision_(decision), view_(view), seen_(seen), state_(imagine(data(), view)), me_(static_cast<Seat>(view.own().seat())) {
    for (const auto potion : within_my_reach()) note_need(potion);
  }

  v1::Answer answer() const {
    const auto type = view_.question().type();
    if (type == "D1" || type == "D10") return take();
    if (type == "D2") return act();
    if (type == "D4") return with_option(main(), victim(main()));
    if (type == "D5") return react();
    if (type == "D6") return button("yes");
    if (type == "D3" || type == "D7") return cards([&](Kind k) { return -need_[k]; }, main().fields(0).pick().min());
    if (type == "D8" || type == "D9" || type == "D19") return cards([&](Kind k) { return need_[k]; }, main().fields(0).pick().min());
    if (type == "D11") return with_option(main(), best(main(), [&](const auto& o) { return need_[index_of(o.id())]; }));
    if (type == "D12") return cards([&](Kind k) { return -need_[k]; }, 1);
    if (type == "D13") return arrange();
    if (type == "D14") return with_option(main(), best(main(), [&](const auto& o) { return -wanted(index_of(o.id())); }));
    if (type == "D20") return swap();
    if (type == "D21") return cards([&](Kind k) { return -need_[k]; }, 1);
    // D15 to D18; a copied attack asks whom it is to hit.
    return with_option(main(), best(main(), [&](const auto& o) {
      return wanted(index_of(o.id())) + (card(state_, index_of(o.id())).effect.target == Target::opponent ? 0.5 : 0);
    }));
  }

 private:
  // --- what the table lacks ---
  static std::set<Op> ops_of(const Effect& effect) {
    std::set<Op> ops;
    for (const auto& step : effect.steps) ops.insert(step.op);
    return ops;
  }
  [[nodiscard]] bool lacks(Op op) const { return seen_.count(op) == 0; }
  [[nodiscard]] std::set<Op> lacking(PotionId id) const {
    auto ops = ops_of(card(state_, id).effect);
    std::erase_if(ops, [&](Op op) { return !lacks(op); });
    if (card(state_, id).effect.reaction && lacks(Op::cancel)) ops = {Op::cancel};
    return ops;
  }
  /// Somebody has brewed or patented a potion with it already.
  [[nodiscard]] bool under_way(Op op, PotionId except) const {
    const auto gives = [&](PotionId id) { return id != except && lacking(id).count(op) != 0; };
    return std::any_of(state_.players.begin(), state_.players.end(), [&](const Player& player) {
      const bool in_slot = std::any_of(player.slots.begin(), player.slots.end(), [&](const auto& slot) { return gives(slot.potion); });
      return in_slot || (player.patent && gives(player.patent->potion));
    });
  }
  [[nodiscard]] double wanted(PotionId id) const {
    const auto ops = lacking(id);
    return static_cast<double>(std::count_if(ops.begin(), ops.end(), [&](Op op) { return !under_way(op, id); }));
  }

  // --- cards ---
  [[nodiscard]] const Player& own() const { return state_.players[me_]; }
  [[nodiscard]] std::vector<PotionId> within_my_reach() const {
    std::vector<PotionId> potions;
    for (const auto& space : state_.potion_display)
      if (space) potions.push_back(*space);
    if (own().patent) potions.push_back(own().patent->potion);
    return potions;
  }
  [[nodiscard]] unsigned missing(PotionId id) const {
    const auto price = card(state_, id).cost_total;
    return price - std::min(price, total(payable(own().hand, card(state_, id), price)));
  }
  void note_need(PotionId id) {
    const double weight = (0.05 + wanted(id)) / (1.0 + missing(id) * missing(id));
    for (Kind k = 0; k < basic_kinds; ++k)
      need_[k] += own().hand[k] < card(state_, id).cost[k] ? weight : 0.2 * weight * card(state_, id).cost[k];
    need_[wild] = 10 + *std::max_element(need_.begin(), need_.begin() + basic_kinds);
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
    const auto& offers = decision_.offers();
    const auto found = std::find_if(offers.begin(), offers.end(), [&](const auto& o) { return o.verb() == verb; });
    return start(found == offers.end() ? *offers.rbegin() : *found);
  }
  [[nodiscard]] v1::Answer with_option(const v1::Offer& offer, std::uint32_t option) const {
    if (offer.fields_size() == 0) return start(offer);
    auto answer = start(offer);
    answer.add_values()->mutable_picked()->add_options(option);
    return answer;
  }
  template <typename Value>
  [[nodiscard]] static std::uint32_t best(const v1::Offer& offer, Value value, int field = 0) {
    if (offer.fields_size() <= field) return 0;
    const auto& options = offer.fields(field).pick().options();
    return std::max_element(options.begin(), options.end(), [&](const auto& a, const auto& b) { return value(a) < value(b); })->id();
  }
  [[nodiscard]] v1::Answer cards(const std::function<double(Kind)>& value, unsigned number) const { return pay(main(), value, number); }
  [[nodiscard]] v1::Answer pay(const v1::Offer& offer, const std::function<double(Kind)>& value, unsigned number) const {
    if (offer.fields_size() == 0) return start(offer);
    std::vector<std::pair<double, std::uint32_t>> each;
    for (const auto& option : offer.fields(0).pick().options())
      for (unsigned copy = 0; copy < option.copies(); ++copy) each.emplace_back(value(index_of(option.id())) - 0.01 * copy, option.id());
    std::stable_sort(each.begin(), each.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    auto answer = start(offer);
    auto& picked = *answer.add_values()->mutable_picked();
    for (unsigned i = 0; i < number; ++i) picked.add_options(each[i].second);
    return answer;
  }

  [[nodiscard]] v1::Answer take() const {
    const v1::Offer* chosen = nullptr;
    double most = -1;
    const double unseen = (need_[0] + need_[1] + need_[2] + need_[3] + need_[4] + need_[wild]) / 6;
    for (const auto& offer : decision_.offers()) {
      const double value = offer.verb() == "take-deck" ? unseen : need_[*state_.display[index_of(offer.id())]];
      if (value <= most) continue;
      most = value;
      chosen = &offer;
    }
    return start(*chosen);
  }

  // --- D2 ---
  [[nodiscard]] v1::Answer act() const {
    const v1::Offer* chosen = nullptr;
    double most = 0;
    for (const auto& offer : decision_.offers()) {
      const double value = offer.verb() == "use"      ? use_value(static_cast<PotionId>(offer.id() - use_offers))
                           : offer.verb() == "brew"   ? brew_value(static_cast<PotionId>(offer.id() - brew_offers))
                           : offer.verb() == "patent" ? patent_value(offer)
                                                      : 0;
      if (value <= most) continue;
      most = value;
      chosen = &offer;
    }
    if (chosen == nullptr) return button("end-turn");
    if (chosen->verb() == "brew") return pay(*chosen, [&](Kind k) { return -need_[k]; }, chosen->fields_size() == 0 ? 0 : chosen->fields(0).pick().min());
    if (chosen->verb() == "use") return with_option(*chosen, victim(*chosen));
    return with_option(*chosen, best(*chosen, [&](const auto& o) { return patent_wish(index_of(o.id())); }));
  }
  [[nodiscard]] bool last_round() const { return view_.round() == view_.rounds(); }
  [[nodiscard]] double use_value(PotionId id) const {
    const auto& effect = card(state_, id).effect;
    // One reaction potion waits for somebody's attack.
    if (effect.reaction && lacks(Op::cancel)) return 0;
    const auto news = lacking(id);
    if (news.empty()) return has_op(effect, Op::draw) ? 60 : 1;  // frees the slot
    for (const auto& step : effect.steps) {
      const bool fruitless = (step.op == Op::sp_if && !holds(before_use(state_, me_, id), step.condition)) ||
                             (step.op == Op::sp && value(before_use(state_, me_, id), step.n) == 0) ||
                             ((step.op == Op::sp_discard || step.op == Op::swap_card) && total(own().hand) == 0) ||
                             (step.op == Op::patent_free && own().patent);
      if (fruitless && lacks(step.op) && !last_round()) return 0;
    }
    return 100 + static_cast<double>(news.size());
  }
  [[nodiscard]] double brew_value(PotionId id) const {
    const double price = brew_price(state_, card(state_, id));
    if (last_round() && !state_.turn.ready_next) return 0;
    if (wanted(id) > 0) return 50 + 8 * wanted(id) - price + (own().patent && own().patent->potion == id ? 3 : 0);
    // Another potion may come into its place.
    return useful_ones() <= 1 || (useful_ones() == 2 && price <= 4 && own().slots.size() < 2) ? 10 - price : 0;
  }
  [[nodiscard]] std::ptrdiff_t useful_ones() const {
    const auto open = within_my_reach();
    return std::count_if(open.begin(), open.end(), [&](PotionId p) { return wanted(p) > 0; });
  }
  [[nodiscard]] double patent_wish(PotionId id) const { return wanted(id) > 0 ? 10 - missing(id) : useful_ones() == 0 ? 1 : 0; }
  [[nodiscard]] double patent_value(const v1::Offer& offer) const {
    const auto& options = offer.fields(0).pick().options();
    const bool useful = std::any_of(options.begin(), options.end(), [&](const auto& o) { return patent_wish(index_of(o.id())) > 0; });
    return useful && !last_round() ? 5 : 0;
  }
  /// Rather one who cannot react, and who holds much.
  [[nodiscard]] std::uint32_t victim(const v1::Offer& offer) const {
    return best(offer, [&](const auto& o) {
      const auto seat = index_of(o.id());
      return static_cast<double>(total(state_.players[seat].hand)) - (ready_reactions(state_, seat).empty() ? 0 : 100);
    });
  }

  // --- within effects ---
  [[nodiscard]] v1::Answer react() const {
    const auto attack = find_potion(data(), view_.resolving(view_.resolving_size() - 1).potion());
    const bool hits_others_too = attack && card(state_, *attack).effect.target == Target::each_opponent;
    return button(lacks(Op::cancel) && hits_others_too ? "react" : "decline");
  }
  [[nodiscard]] v1::Answer arrange() const {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const auto& option : main().fields(0).pick().options()) order.emplace_back(-wanted(index_of(option.id())), option.id());
    std::sort(order.begin(), order.end());
    auto answer = start(main());
    auto& picked = *answer.add_values()->mutable_picked();
    for (const auto& [value, id] : order) picked.add_options(id);
    return answer;
  }
  [[nodiscard]] v1::Answer swap() const {
    if (decision_.offers_size() < 2) return button("decline");
    auto answer = with_option(main(), best(main(), [&](const auto& o) { return -need_[index_of(o.id())]; }, 0));
    answer.add_values()->mutable_picked()->add_options(best(main(), [&](const auto& o) { return need_[index_of(o.id())]; }, 1));
    return answer;
  }

  const v1::Decision& decision_;
  const v1::TheAlchemistsView& view_;
  const std::set<Op>& seen_;
  State state_;
  Seat me_;
  std::array<double, kinds> need_{};
};

class Explorer final : public Bot {
 public:
  explicit Explorer(const Witness& witness) : witness_(witness) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    v1::TheAlchemistsView seen;
    if (!seen.ParseFromArray(view.data(), static_cast<int>(view.size()))) throw std::runtime_error("no view of The Alchemists");
    return Plan(decision, seen, witness_.seen()).answer();
  }

 private:
  const Witness& witness_;
};

}  // namespace

std::unique_ptr<Bot> explorer(const Witness& witness) { return std::make_unique<Explorer>(witness); }

}  // namespace athanor::test::alchemists
