#include "offers.h"

#include "offer_ids.h"
#include "texts/texts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

constexpr std::uint64_t idle_question = ~std::uint64_t{0};

/// Builds one seat's decision in its language.
class Offers {
 public:
  Offers(const State& state, Seat seat, Language language)
      : state_(state), data_(*state.data), seat_(seat), language_(language), t_(texts(language)) {}

  [[nodiscard]] Decision idle() const {
    Decision out;
    out.prompt = t_.prompt_idle;
    out.help = "autopilot";
    out.hidden = true;  // nobody waits for this answer
    out.offers.push_back(button(main_offer, "come-back", t_.offer_come_back));
    return out;
  }

  [[nodiscard]] Decision build() const {
    auto out = question();
    const bool own_turn = seat_ == state_.active;
    const TimerId clock{static_cast<std::uint8_t>(own_turn ? TimerName::turn : TimerName::answer),
                        static_cast<std::int8_t>(own_turn ? -1 : seat_)};
    out.deadline = state_.timers.deadline(clock);
    out.clock_stopped = state_.timers.known(clock) && !out.deadline;
    return out;
  }

 private:
  // --- small parts ---
  [[nodiscard]] std::string name(Seat seat) const { return state_.names->at(seat); }
  [[nodiscard]] std::string potion_name(PotionId id) const { return in(card(state_, id).name, language_); }
  [[nodiscard]] std::string potion_text(PotionId id) const { return in(card(state_, id).text, language_); }
  [[nodiscard]] std::string count(unsigned number) const { return number_of_cards(number, language_); }
  [[nodiscard]] std::string cards(const Cards& c) const { return cards_text(data_, c, language_); }

  static Offer button(std::uint32_t id, std::string verb, std::string_view label) {
    Offer offer;
    offer.id = id;
    offer.verb = std::move(verb);
    offer.label = label;
    return offer;
  }
  static Offer with(Offer offer, std::string field, std::string_view label, Pick pick) {
    Field f;
    f.name = std::move(field);
    f.label = label;
    f.kind = std::move(pick);
    offer.fields.push_back(std::move(f));
    return offer;
  }
  static Decision asking(std::string prompt, std::string help) {
    Decision out;
    out.prompt = std::move(prompt);
    out.help = std::move(help);
    return out;
  }
  [[nodiscard]] Option kind_option(Kind kind, unsigned copies) const {
    Option option;
    option.id = option_of(kind);
    option.label = ingredient_text(data_, kind, language_);
    option.term = "ingredient." + std::to_string(kind);
    option.copies = copies;
    return option;
  }
  [[nodiscard]] Pick pick_cards(const Cards& from, unsigned min, unsigned max) const {
    Pick pick;
    pick.min = min;
    pick.max = max;
    for (Kind k = 0; k < kinds; ++k)
      if (from[k] > 0) pick.options.push_back(kind_option(k, from[k]));
    return pick;
  }
  [[nodiscard]] Pick pick_potion(const std::vector<PotionId>& from) const {
    Pick pick;
    for (const auto id : from) {
      Option option;
      option.id = option_of(id);
      option.label = fill(t_.option_potion, {potion_name(id), std::to_string(card(state_, id).base_sp), cost_letters(card(state_, id))});
      option.term = "potion." + card(state_, id).id;
      pick.options.push_back(std::move(option));
    }
    return pick;
  }
  // What each would do for the asked seat, and in whose discard it lies (D17).
  [[nodiscard]] Pick pick_copy() const {
    Pick pick;
    for (const auto id : copy_options(state_, seat_, current_step(state_))) {
      Option option;
      option.id = option_of(id);
      option.label = fill(t_.option_copy, {potion_name(id), name(used_by(id)), potion_text(id)});
      option.term = "potion." + card(state_, id).id;
      pick.options.push_back(std::move(option));
    }
    return pick;
  }
  [[nodiscard]] Seat used_by(PotionId id) const {  // each potion exists once
    for (Seat seat = 0; seat < state_.seats; ++seat)
      for (const auto used : state_.players[seat].used)
        if (used == id) return seat;
    throw std::logic_error("The Alchemists: a potion that nobody has used is to be copied");
  }
  [[nodiscard]] Pick pick_seat(Seats from) const {
    Pick pick;
    for (Seat i = 1; i < state_.seats; ++i) {  // clockwise
      const auto seat = static_cast<Seat>((seat_ + i) % state_.seats);
      if (!from.has(seat)) continue;
      Option option;
      option.id = option_of(seat);
      option.label = name(seat);
      pick.options.push_back(std::move(option));
    }
    return pick;
  }

  // --- D1 to D21 ---
  [[nodiscard]] Decision question() const {
    switch (state_.question->ask) {
      case Ask::take: return take(true);
      case Ask::act: return act();
      case Ask::hand_limit: return hand_limit();
      case Ask::opponent: return opponent();
      case Ask::react: return react();
      case Ask::may: return may();
      case Ask::give: return give();
      case Ask::keep:
        return choose_cards(fill(t_.prompt_keep, {count(number()), cards(choices())}), "keep", t_.offer_keep);
      case Ask::recover: return choose_cards(fill(t_.prompt_recover, {count(number())}), "recover", t_.offer_recover);
      case Ask::open_card: return take(false);
      case Ask::name_kind: return name_kind();
      case Ask::discard_for_sp: return discard_for_sp();
      case Ask::arrange: return arrange();
      case Ask::cycle: return choose_potion(std::string(t_.prompt_cycle), "cycle", t_.offer_cycle, within_display(), t_.offer_no_cycle);
      case Ask::patent_free:
        return choose_potion(std::string(t_.prompt_patent_free), "patent-free", t_.offer_patent_free, sources(), t_.offer_no_patent);
      case Ask::brew_free: return choose_potion(std::string(t_.prompt_brew_free), "brew-free", t_.offer_brew_free, sources(), {});
      case Ask::copy: return copy();
      case Ask::slot_potion: return slot_potion();
      case Ask::steal:
        return choose_cards(fill(t_.prompt_steal, {count(number()), name(*state_.question->subject), cards(choices())}), "take",
                            t_.offer_steal);
      case Ask::swap: return swap();
      case Ask::toll: return toll();
    }
    throw std::logic_error("The Alchemists: unknown question");
  }
  [[nodiscard]] unsigned number() const { return cards_to_choose(state_, seat_); }
  [[nodiscard]] Cards choices() const { return cards_to_choose_from(state_, seat_); }
  [[nodiscard]] std::vector<PotionId> sources() const { return free_sources(state_, current_step(state_)); }
  [[nodiscard]] std::vector<PotionId> within_display() const {
    std::vector<PotionId> potions;
    for (const auto& potion : state_.potion_display)
      if (potion) potions.push_back(*potion);
    return potions;
  }

  [[nodiscard]] Decision take(bool from_deck) const {
    const auto left = state_.resolving.empty() ? state_.turn.takes : state_.resolving.back().left.value_or(1);
    auto out = asking(fill(from_deck ? t_.prompt_take : t_.prompt_open, {std::to_string(left)}), "draw");
    for (std::size_t position = 0; position < state_.display.size(); ++position)
      if (const auto kind = state_.display[position])
        out.offers.push_back(button(option_of(static_cast<std::uint8_t>(position)), "take-open",
                                    fill(t_.offer_take_open, {ingredient_text(data_, *kind, language_)})));
    if (from_deck && can_draw(state_)) out.offers.push_back(button(deck_offer, "take-deck", t_.offer_take_deck));
    return out;
  }

  [[nodiscard]] Decision act() const {
    auto out = asking(std::string(t_.prompt_act), "turn");
    bool can_use_something = false;
    for (const auto& slot : state_.players[seat_].slots)
      if (can_use(state_, slot.potion)) {
        out.offers.push_back(use_offer(slot.potion));
        can_use_something = true;
      }
    for (const auto id : within_reach(state_))
      if (can_brew(state_, id)) out.offers.push_back(brew_offer(id));
    if (can_patent(state_))
      out.offers.push_back(with(button(patent_offer, "patent", t_.offer_patent), "potion", t_.field_potion, pick_potion(within_display())));
    out.offers.push_back(button(end_turn_offer, "end-turn", t_.offer_end_turn));
    out.offers.back().confirm = can_use_something && final_round(state_);  // what is not used now scores nothing
    return out;
  }
  [[nodiscard]] Offer use_offer(PotionId id) const {
    auto offer = button(use_offers + id, "use", fill(t_.offer_use, {potion_name(id), potion_text(id)}));
    if (card(state_, id).effect.target != Target::opponent) return offer;
    auto targets = pick_seat(legal_targets(state_, seat_, id));
    if (targets.options.size() > 1) return with(std::move(offer), "target", t_.field_opponent, std::move(targets));
    // Nothing to choose, but whom it hits is to be known before it does.
    offer.label = fill(t_.offer_use_against, {potion_name(id), targets.options.at(0).label, potion_text(id)});
    return offer;
  }
  // Where only one payment is possible there is nothing to choose.
  [[nodiscard]] Offer brew_offer(PotionId id) const {
    const auto price = brew_price(state_, card(state_, id));
    const auto most = payable(state_.players[seat_].hand, card(state_, id), price);
    const auto& patent = state_.players[seat_].patent;
    const auto what = patent && patent->potion == id ? fill(t_.patent_to_brew, {potion_name(id)}) : potion_name(id);
    if (total(most) == price) return button(brew_offers + id, "brew", fill(t_.offer_brew_paying, {what, cards(most)}));
    return with(button(brew_offers + id, "brew", fill(t_.offer_brew, {what, count(price)})), "pay", t_.field_pay,
                pick_cards(most, price, price));
  }

  [[nodiscard]] Decision choose_cards(std::string prompt, std::string verb, std::string_view label, std::string help = "effects") const {
    auto out = asking(std::move(prompt), std::move(help));
    out.offers.push_back(with(button(main_offer, std::move(verb), label), "cards", t_.field_cards, pick_cards(choices(), number(), number())));
    return out;
  }
  [[nodiscard]] Decision choose_potion(std::string prompt, std::string verb, std::string_view label, const std::vector<PotionId>& from,
                                       std::string_view decline) const {
    auto out = asking(std::move(prompt), "effects");
    out.offers.push_back(with(button(main_offer, std::move(verb), label), "potion", t_.field_potion, pick_potion(from)));
    if (!decline.empty()) out.offers.push_back(button(decline_offer, "decline", decline));
    return out;
  }

  [[nodiscard]] Decision copy() const {
    auto out = asking(std::string(t_.prompt_copy), "effects");
    out.offers.push_back(with(button(main_offer, "copy", t_.offer_copy), "potion", t_.field_potion, pick_copy()));
    return out;
  }

  [[nodiscard]] Decision hand_limit() const {
    const auto limit = std::to_string(data_.numbers.hand_limit);
    return choose_cards(fill(t_.prompt_hand_limit, {count(number()), limit}), "discard", t_.offer_discard, "hand-limit");
  }
  [[nodiscard]] Decision opponent() const {
    auto out = asking(std::string(t_.prompt_opponent), "targets");
    const auto& frame = state_.resolving.back();
    out.offers.push_back(with(button(main_offer, "choose-opponent", t_.offer_choose), "opponent", t_.field_opponent,
                              pick_seat(legal_targets(state_, frame.user, frame.potion))));
    return out;
  }
  [[nodiscard]] Decision react() const {
    const auto& attack = state_.resolving.back();
    auto out = asking(fill(t_.prompt_react, {name(attack.user), potion_name(attack.potion), potion_text(attack.potion)}), "reaction");
    out.offers.push_back(button(decline_offer, "decline", t_.offer_no_reaction));
    for (const auto id : ready_reactions(state_, seat_))
      out.offers.push_back(button(use_offers + id, "react", fill(t_.offer_react, {potion_name(id), potion_text(id)})));
    return out;
  }
  [[nodiscard]] Decision may() const {
    auto out = asking(fill(t_.prompt_may, {potion_text(state_.resolving.back().potion)}), "effects");
    out.offers.push_back(button(main_offer, "yes", t_.offer_yes));
    out.offers.push_back(button(decline_offer, "decline", t_.offer_no));
    return out;
  }
  [[nodiscard]] Decision give() const {
    const auto& question = *state_.question;
    if (question.subject) return choose_cards(fill(t_.prompt_give_to, {name(*question.subject), count(number())}), "give", t_.offer_give);
    if (current_step(state_).op == Op::pass_left) return choose_cards(std::string(t_.prompt_pass), "pass", t_.offer_pass);
    return choose_cards(fill(t_.prompt_discard, {count(number())}), "discard", t_.offer_discard);
  }
  [[nodiscard]] Decision name_kind() const {
    auto out = asking(fill(t_.prompt_name_kind, {std::to_string(current_step(state_).max)}), "effects");
    Pick pick;
    for (Kind k = 0; k < basic_kinds; ++k) pick.options.push_back(kind_option(k, 1));
    out.offers.push_back(with(button(main_offer, "name-kind", t_.offer_name_kind), "kind", t_.field_kind, std::move(pick)));
    return out;
  }
  [[nodiscard]] Decision discard_for_sp() const {
    auto out = asking(fill(t_.prompt_discard_for_sp, {std::to_string(state_.question->number)}), "effects");
    if (number() > 0)
      out.offers.push_back(with(button(main_offer, "discard", t_.offer_discard_for_sp), "cards", t_.field_cards, pick_cards(choices(), 1, number())));
    out.offers.push_back(button(decline_offer, "decline", t_.offer_discard_nothing));
    return out;
  }
  [[nodiscard]] Decision arrange() const {
    auto out = asking(std::string(t_.prompt_arrange), "effects");
    auto pick = pick_potion(potions_on_top(state_, state_.question->number));
    pick.min = pick.max = static_cast<std::uint32_t>(pick.options.size());
    pick.ordered = true;
    out.offers.push_back(with(button(main_offer, "arrange", t_.offer_arrange), "order", t_.field_order, std::move(pick)));
    return out;
  }
  [[nodiscard]] Decision slot_potion() const {
    const auto prompt = current_step(state_).op == Op::unready ? t_.prompt_unready : t_.prompt_destroy;
    return choose_potion(fill(prompt, {name(*state_.question->subject)}), "choose-potion", t_.offer_slot_potion, slot_options(state_), {});
  }
  [[nodiscard]] Decision swap() const {
    const auto target = *state_.question->subject;
    const auto& theirs = state_.players[target].hand;
    const auto& own = state_.players[seat_].hand;
    auto out = asking(fill(t_.prompt_swap, {name(target), cards(theirs)}), "effects");
    if (total(own) > 0) {
      auto offer = with(button(main_offer, "swap", t_.offer_swap), "own", t_.field_own, pick_cards(own, 1, 1));
      out.offers.push_back(with(std::move(offer), "theirs", t_.field_theirs, pick_cards(theirs, 1, 1)));
    }
    out.offers.push_back(button(decline_offer, "decline", t_.offer_no_swap));
    return out;
  }
  [[nodiscard]] Decision toll() const {
    auto out = asking(fill(t_.prompt_toll, {name(state_.resolving.back().user)}), "effects");
    out.offers.push_back(with(button(main_offer, "give", t_.offer_pay_toll), "card", t_.field_kind, pick_cards(state_.players[seat_].hand, 1, 1)));
    out.offers.push_back(button(decline_offer, "decline", t_.offer_toll_chip));
    return out;
  }

  const State& state_;
  const Data& data_;
  Seat seat_;
  Language language_;
  const Texts& t_;
};

}  // namespace

std::optional<std::uint64_t> question(const State& state, Seat seat) {
  if (over(state)) return std::nullopt;
  if (is_asked(state, seat)) return state.question->serial;
  const auto& player = state.players[seat];
  if (player.idle && !player.away && !player.leaving && !player.left) return idle_question;
  return std::nullopt;
}

Decision decision(const State& state, Seat seat, Language language) {
  const Offers offers(state, seat, language);
  return is_asked(state, seat) ? offers.build() : offers.idle();
}

}  // namespace athanor::games::the_alchemists
