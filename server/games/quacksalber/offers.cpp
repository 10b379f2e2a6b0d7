#include "offers.h"

#include "offer_ids.h"
#include "prompts.h"
#include "texts/texts.h"

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

constexpr std::uint64_t come_back_question = ~std::uint64_t{0}, waiting_question = ~std::uint64_t{1};

// The others may ask to go on without him (rules §14.4).
bool is_waited_for(const State& state, Seat absent) { return state.players[absent].overdue && is_asked(state, absent); }

bool waits_for_somebody(const State& state, Seat seat) {
  for (Seat other = 0; other < state.seats; ++other)
    if (other != seat && is_waited_for(state, other)) return true;
  return false;
}

/// Builds one seat's decision in its language.
class Offers {
 public:
  Offers(const State& state, Seat seat, Language language)
      : state_(state), player_(state.players[seat]), seat_(seat), say_(Texts::in(language)) {}

  [[nodiscard]] Decision come_back() const {
    Decision out;
    out.prompt = say_("ask.come-back");
    out.help = "autopilot";
    out.hidden = true;  // nobody waits for this answer
    out.offers.push_back(button(OfferId::come_back, "come-back"));
    return out;
  }
  [[nodiscard]] Decision waiting() const {
    Decision out;
    out.prompt = say_("ask.waiting");
    out.help = "autopilot";
    out.hidden = true;
    add_play_on(out);
    return out;
  }
  [[nodiscard]] Decision build() const {
    const auto ask = player_.pending.value().ask;
    Decision out;
    out.prompt = prompt_of(state_, seat_, say_);
    out.help = help_of(ask);
    add_offers(ask, out);
    add_play_on(out);
    const TimerId clock{static_cast<std::uint8_t>(TimerName::question), static_cast<std::int8_t>(seat_)};
    out.deadline = state_.timers.deadline(clock);
    out.clock_stopped = state_.timers.known(clock) && !out.deadline;
    return out;
  }

 private:
  // --- small parts ---
  [[nodiscard]] Offer button(OfferId id, std::string verb, const std::vector<std::string>& arguments = {}) const {
    Offer offer;
    offer.id = id_of(id);
    offer.label = say_("offer." + verb, arguments);
    offer.verb = std::move(verb);
    return offer;
  }
  [[nodiscard]] Offer with(Offer offer, std::string field, std::variant<Pick, TextInput, NumberInput> kind) const {
    Field f;
    f.label = say_("field." + field);
    f.name = std::move(field);
    f.kind = std::move(kind);
    offer.fields.push_back(std::move(f));
    return offer;
  }
  [[nodiscard]] Option chip_option(ChipKind kind, unsigned copies = 1) const {
    Option option;
    option.id = option_of(kind);
    option.label = say_.chip(kind);
    option.term = "chip." + std::to_string(kind);
    option.copies = copies;
    return option;
  }
  [[nodiscard]] Option chip_for(ChipKind kind, unsigned cost, std::string_view label) const {
    auto option = chip_option(kind);
    option.weight = static_cast<std::int32_t>(cost);
    if (cost > 0) option.label = say_.count(label, cost, {say_.chip(kind)});
    return option;
  }
  [[nodiscard]] Option pot_option(std::uint8_t position) const {
    const auto& in_pot = player_.pot.at(position);
    auto option = chip_option(in_pot.kind);
    option.id = option_of(position);
    option.label = say_("option.pot-chip", {say_.chip(in_pot.kind), std::to_string(in_pot.space)});
    return option;
  }
  [[nodiscard]] Option change_option(std::uint8_t position, ChipKind to) const {
    auto option = pot_option(position);
    option.id = option_of_change(position, to);
    option.label = say_("option.change", {option.label, say_.chip(to)});
    option.term = "chip." + std::to_string(to);
    return option;
  }
  static Pick one_of(std::vector<Option> options) {
    Pick pick;
    pick.options = std::move(options);
    return pick;
  }
  [[nodiscard]] Pick shown_chip(const Chips& from) const {
    Pick pick;
    for (ChipKind kind = 0; kind < chip_kinds; ++kind)
      if (from[kind] > 0) pick.options.push_back(chip_option(kind));
    return pick;
  }
  void add_play_on(Decision& out) const {
    for (Seat other = 0; other < state_.seats; ++other) {
      if (other == seat_ || !is_waited_for(state_, other)) continue;
      auto offer = button(OfferId::play_on, "play-on", {state_.names->at(other)});
      offer.id += other;
      offer.repeatable = true;  // the own question stays open
      out.offers.push_back(std::move(offer));
    }
  }

  // --- the offers of each question ---
  void add_offers(Ask ask, Decision& out) const {
    auto& offers = out.offers;
    switch (ask) {
      case Ask::patient: return add_patients(offers);
      case Ask::fortune: return add_card_choices(offers);
      case Ask::brew: return add_brewing(offers);
      case Ask::ears: return add_ears(offers);
      case Ask::carrot:
        offers.push_back(button(OfferId::place, "place"));
        offers.push_back(button(OfferId::jump, "jump", {std::to_string(next_ruby_space(state_, frontier(player_)).value())}));
        return;
      case Ask::hump:
        offers.push_back(button(OfferId::use, "use"));
        offers.push_back(button(OfferId::decline, "decline"));
        return;
      case Ask::blue1: case Ask::b09:
        offers.push_back(with(button(OfferId::place_shown, "place-shown"), "chip", shown_chip(player_.pending->shown)));
        offers.push_back(button(OfferId::decline, "decline"));
        return;
      case Ask::yellow1: case Ask::b08:
        offers.push_back(button(OfferId::return_chip, "return-chip"));
        offers.push_back(button(OfferId::keep, "keep"));
        return;
      case Ask::loco_return: return add_loco_return(offers);
      case Ask::b11:
        offers.push_back(button(OfferId::go_on, "go-on"));
        offers.push_back(button(OfferId::restart, "restart"));
        return;
      case Ask::aside: return add_aside(offers);
      case Ask::field: return add_fields(offers);
      case Ask::swap: return add_swap(offers);
      case Ask::vamp_buy: return add_purchase(offers, glass(state_, player_, player_.essence).coins, 1);
      case Ask::green2: return add_green2(offers);
      case Ask::green4:
        offers.push_back(with(button(OfferId::take_droplet, "take-droplet"), "times",
                              NumberInput{0, static_cast<std::int32_t>(green4_times(state_, player_))}));
        return;
      case Ask::purple2:
        offers.push_back(with(button(OfferId::hand_in, "hand-in"), "chips",
                              NumberInput{1, static_cast<std::int32_t>(std::min(chips_in_pot(player_, Colour::purple), 3U))}));
        offers.push_back(button(OfferId::decline, "decline"));
        return;
      case Ask::purple4: return add_purple4(offers);
      case Ask::exploded:
        offers.push_back(button(OfferId::take_vp, "take-vp"));
        offers.push_back(button(OfferId::take_coins, "take-coins"));
        return;
      case Ask::buy: return add_purchase(offers, player_.coins, 2);
      case Ask::rubies: return add_rubies(offers);
      case Ask::tube:
        offers.push_back(button(OfferId::pot, "pot", {std::to_string(std::min(player_.droplet + 1, last_droplet))}));
        offers.push_back(button(OfferId::tube, "tube", {std::to_string(player_.glass + 1), say_.bonus(state_.tables->tubes.at(player_.glass))}));
        return;
    }
    throw std::logic_error("Quacksalber: unknown question");
  }

  void add_patients(std::vector<Offer>& offers) const {
    Pick pick;
    for (std::size_t i = 0; i < state_.dealt.size(); ++i) {
      Option option;
      option.id = option_of(i);
      option.label = say_.patient(state_.dealt[i]);
      option.term = "patient." + state_.tables->patient.at(static_cast<std::size_t>(state_.dealt[i])).id;
      pick.options.push_back(std::move(option));
    }
    offers.push_back(with(button(OfferId::choose_patient, "choose-patient"), "patient", std::move(pick)));
  }

  void add_card_choices(std::vector<Offer>& offers) const {
    const auto choices = card_choices(state_, seat_);
    if (choices.empty()) return;  // the seat has answered, and meanwhile everything it could have chosen has gone
    std::vector<Option> chips, trades, exchanges;
    for (const auto& choice : choices) {
      switch (choice.option) {
        case CardOption::vp: offers.push_back(button(OfferId::take_vp, "take-vp")); break;
        case CardOption::rubies: offers.push_back(button(OfferId::take_rubies, "take-rubies")); break;
        case CardOption::droplet: offers.push_back(button(OfferId::take_droplet, "take-droplet")); break;
        case CardOption::remove_white: offers.push_back(button(OfferId::remove_white, "remove-white")); break;
        case CardOption::die: offers.push_back(button(OfferId::roll_die, "roll-die")); break;
        case CardOption::refill_flask: offers.push_back(button(OfferId::refill_flask, "refill-flask")); break;
        case CardOption::rat_on: offers.push_back(button(OfferId::rat_on, "rat-on")); break;
        case CardOption::chip: chips.push_back(chip_for(choice.chip, choice.cost, "option.chip-cost")); break;
        case CardOption::trade: trades.push_back(chip_option(choice.chip)); break;
        case CardOption::exchange: exchanges.push_back(change_option(choice.position, choice.chip)); break;
        case CardOption::rat_back: case CardOption::pay_rubies: case CardOption::nothing: break;  // below
      }
    }
    const auto highest = static_cast<std::int32_t>(choices.back().number);  // numbers count up from 0
    if (choices.front().option == CardOption::rat_back)
      offers.push_back(with(button(OfferId::rat_back, "rat-back"), "spaces", NumberInput{0, highest}));
    if (choices.front().option == CardOption::pay_rubies)
      offers.push_back(with(button(OfferId::pay_rubies, "pay-rubies"), "rubies", NumberInput{0, highest}));
    if (!chips.empty()) offers.push_back(with(button(OfferId::take_chip, "take-chip"), "chip", one_of(std::move(chips))));
    if (!trades.empty()) offers.push_back(with(button(OfferId::trade, "trade"), "chip", one_of(std::move(trades))));
    if (!exchanges.empty()) offers.push_back(with(button(OfferId::exchange, "exchange"), "change", one_of(std::move(exchanges))));
    if (choices.back().option == CardOption::nothing) offers.push_back(button(OfferId::decline, "decline"));
  }

  void add_brewing(std::vector<Offer>& offers) const {
    if (can_draw(player_)) offers.push_back(button(OfferId::draw, "draw"));
    if (can_place_display(player_)) offers.push_back(with(button(OfferId::place_display, "place-display"), "chip", shown_chip(player_.display)));
    if (can_use_flask(player_)) offers.push_back(button(OfferId::flask, "flask", {say_.chip(player_.pot.back().kind)}));
    Pick forget;
    for (std::uint8_t i = 0; i < player_.pot.size(); ++i)
      if (can_forget(player_, i)) {
        auto option = pot_option(i);
        option.weight = static_cast<std::int32_t>(value(player_.pot[i].kind));
        forget.options.push_back(std::move(option));
      }
    if (!forget.options.empty()) offers.push_back(with(button(OfferId::forget, "forget"), "chip", std::move(forget)));
    if (can_return_aside(state_, player_)) {
      auto beside = player_.aside;
      add(beside, player_.kept);
      offers.push_back(with(button(OfferId::return_aside, "return-aside"), "chip", shown_chip(beside)));
    }
    if (returnable_white(state_, player_)) offers.push_back(button(OfferId::return_white, "return-white"));
    if (can_stop(player_)) offers.push_back(button(OfferId::stop, "stop"));
  }

  void add_ears(std::vector<Offer>& offers) const {
    offers.push_back(button(OfferId::place, "place"));
    if (player_.essence >= 2) offers.push_back(button(OfferId::place_double, "place-double"));
    if (player_.essence >= 3) offers.push_back(button(OfferId::send_back, "send-back"));
  }

  void add_loco_return(std::vector<Offer>& offers) const {
    Pick pick;
    for (std::uint8_t i = 0; i < player_.pot.size(); ++i)
      if (colour(player_.pot[i].kind) != Colour::white) pick.options.push_back(pot_option(i));
    offers.push_back(with(button(OfferId::return_chip, "return-chip"), "chip", std::move(pick)));
    offers.push_back(button(OfferId::decline, "decline"));
  }

  void add_aside(std::vector<Offer>& offers) const {
    Pick pick;
    pick.min = 0;
    pick.max = total(player_.aside);
    pick.ordered = true;
    for (const bool back : {false, true})
      for (ChipKind kind = R1; kind <= R4; ++kind) {
        if (player_.aside[kind] == 0) continue;
        auto option = chip_option(kind, player_.aside[kind]);
        option.group = option_of(kind);
        option.label = say_(back ? "option.aside-back" : "option.aside-place", {option.label});
        if (back) option.id += return_options;
        pick.options.push_back(std::move(option));
        if (!back)
          pick.rules.push_back({GroupRule{option_of(kind), 0, player_.aside[kind]}, say_("rule.aside", {say_.chip(kind), std::to_string(player_.aside[kind])})});
      }
    offers.push_back(with(button(OfferId::aside, "aside"), "chips", std::move(pick)));
  }

  void add_fields(std::vector<Offer>& offers) const {
    Pick pick;
    for (unsigned field = player_.reach + 1; field-- > 0;) {
      Option option;
      option.id = option_of(field);
      option.label = say_("option.field", {std::to_string(field), say_.bonus(glass(state_, player_, field))});
      pick.options.push_back(std::move(option));
    }
    offers.push_back(with(button(OfferId::field, "field"), "field", std::move(pick)));
  }

  void add_swap(std::vector<Offer>& offers) const {
    Pick pick;
    for (const auto position : swappable(state_, player_, glass(state_, player_, player_.essence).swap_to)) pick.options.push_back(pot_option(position));
    if (!pick.options.empty()) offers.push_back(with(button(OfferId::swap, "swap"), "chip", std::move(pick)));
    offers.push_back(button(OfferId::decline, "decline"));
  }

  void add_purchase(std::vector<Offer>& offers, unsigned coins, unsigned most) const {
    Pick pick;
    pick.min = most == 1 ? 1 : 0;
    pick.max = most;
    for (const auto kind : for_sale(state_, coins)) {
      auto option = chip_for(kind, price(state_, kind), "option.price");
      option.group = static_cast<std::uint32_t>(colour(kind));
      pick.options.push_back(std::move(option));
    }
    if (most > 1) {
      pick.rules.push_back({SumRule{0, static_cast<std::int32_t>(coins)}, say_("rule.coins", {std::to_string(coins)})});
      pick.rules.push_back({DistinctGroupsRule{}, say_("rule.colours")});
    }
    if (pick.min == 0 || !pick.options.empty()) offers.push_back(with(button(OfferId::buy, "buy"), "chips", std::move(pick)));
    if (most == 1) offers.push_back(button(OfferId::decline, "decline"));
  }

  void add_green2(std::vector<Offer>& offers) const {
    const auto greens = last_greens(player_);
    Pick pick;
    pick.min = 0;
    pick.max = static_cast<std::uint32_t>(greens.size());
    for (const auto& gain : green2_gains(state_, player_)) {
      auto option = chip_option(gain.kind, gain.copies);
      option.group = gain.green;
      pick.options.push_back(std::move(option));
    }
    for (const unsigned green : {1U, 2U, 4U}) {
      const auto number = std::count_if(greens.begin(), greens.end(), [&](ChipKind kind) { return value(kind) == green; });
      if (number > 0)
        pick.rules.push_back({GroupRule{green, 0, static_cast<std::uint32_t>(number)}, say_("rule.greens", {std::to_string(number), std::to_string(green)})});
    }
    offers.push_back(with(button(OfferId::take_greens, "take-greens"), "chips", std::move(pick)));
  }

  void add_purple4(std::vector<Offer>& offers) const {
    Pick pick;
    for (const auto& change : purple4_changes(state_, player_)) pick.options.push_back(change_option(change.position, change.to));
    if (!pick.options.empty()) offers.push_back(with(button(OfferId::upgrade, "upgrade"), "change", std::move(pick)));
    offers.push_back(button(OfferId::decline, "decline"));
  }

  void add_rubies(std::vector<Offer>& offers) const {
    Pick pick;
    pick.min = 0;
    const auto times = std::min(player_.rubies / 2, droplet_room(state_, player_));  // no ruby is paid for nothing
    pick.max = std::min(player_.rubies / 2, times + (player_.flask ? 0U : 1U));
    if (times > 0) {
      Option droplet;
      droplet.id = droplet_option;
      droplet.label = say_("option.droplet");
      droplet.copies = times;
      pick.options.push_back(std::move(droplet));
    }
    if (!player_.flask) {
      Option flask;
      flask.id = flask_option;
      flask.label = say_("option.flask");
      pick.options.push_back(std::move(flask));
    }
    offers.push_back(with(button(OfferId::spend, "spend"), "for", std::move(pick)));
  }

  const State& state_;
  const Player& player_;
  Seat seat_;
  const Texts& say_;
};

}  // namespace

std::optional<std::uint64_t> question(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  if (over(state) || player.left || player.away) return std::nullopt;
  if (player.idle) return come_back_question;
  if (is_asked(state, seat)) return player.serial;
  if (waits_for_somebody(state, seat)) return waiting_question;
  return std::nullopt;
}

Decision decision(const State& state, Seat seat, Language language) {
  const Offers offers(state, seat, language);
  if (question(state, seat) == come_back_question) return offers.come_back();
  return is_asked(state, seat) ? offers.build() : offers.waiting();
}

Decision pending_decision(const State& state, Seat seat, Language language) { return Offers(state, seat, language).build(); }

}  // namespace athanor::games::quacksalber
