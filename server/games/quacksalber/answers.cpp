// Between answers and typed moves, both ways; and why an answer is not offered.
#include "offer_ids.h"
#include "offers.h"
#include "texts/texts.h"

#include <algorithm>
#include <stdexcept>

namespace athanor::games::quacksalber {
namespace {

OfferId offer_of(std::uint32_t id) { return id >= id_of(OfferId::play_on) ? OfferId::play_on : static_cast<OfferId>(id); }

// --- from answers to moves ---

std::vector<ChipKind> kinds_of(const std::vector<std::uint32_t>& options) {
  std::vector<ChipKind> kinds;
  for (const auto option : options) kinds.push_back(index_of(option));
  return kinds;
}

CardChoice choice_of(const State& state, Seat seat, const CheckedAnswer& answer) {
  const auto offer = offer_of(answer.offer->id);
  CardChoice choice;
  choice.option = offer == OfferId::decline
                      ? CardOption::nothing
                      : static_cast<CardOption>(answer.offer->id - id_of(OfferId::take_vp));
  if (offer == OfferId::take_chip || offer == OfferId::trade) choice.chip = index_of(answer.pick());
  if (offer == OfferId::exchange) {
    choice.chip = kind_of_change(answer.pick());
    choice.position = position_of_change(answer.pick());
  }
  if (offer == OfferId::rat_back || offer == OfferId::pay_rubies) choice.number = static_cast<std::uint8_t>(answer.number());
  for (const auto& offered : card_choices(state, seat))  // what it costs is the card's business
    if (offered.option == choice.option && offered.chip == choice.chip && offered.position == choice.position && offered.number == choice.number)
      return offered;
  throw std::logic_error("Quacksalber: an answer that no card offers");
}

SortAside sorted(const std::vector<std::uint32_t>& options) {
  SortAside move;
  for (const auto option : options) {
    if (option > return_options)
      ++move.back.at(index_of(option - return_options));
    else
      move.place.push_back(index_of(option));
  }
  return move;
}

SpendRubies spending(const std::vector<std::uint32_t>& options) {
  SpendRubies move;
  for (const auto option : options) {
    if (option == flask_option)
      move.flask = true;
    else
      ++move.droplet;
  }
  return move;
}

// --- from moves to answers ---

Value chip_value(std::uint8_t index) { return Picked{{option_of(index)}}; }
Value chips_value(const std::vector<ChipKind>& kinds) {
  Picked picked;
  for (const auto kind : kinds) picked.options.push_back(option_of(kind));
  return picked;
}
Answer button(OfferId offer) { return {0, id_of(offer), {}}; }

struct AnswerTo {
  Ask ask;
  Answer operator()(const ChoosePatient& m) const { return {0, id_of(OfferId::choose_patient), {chip_value(m.place)}}; }
  Answer operator()(const TakeFromCard& m) const {
    const auto& choice = m.choice;
    Answer answer{0, id_of(OfferId::take_vp) + static_cast<std::uint32_t>(choice.option), {}};
    switch (choice.option) {
      case CardOption::nothing: answer.offer_id = id_of(OfferId::decline); break;
      case CardOption::chip: case CardOption::trade: answer.values = {chip_value(choice.chip)}; break;
      case CardOption::exchange: answer.values = {Picked{{option_of_change(choice.position, choice.chip)}}}; break;
      case CardOption::rat_back: case CardOption::pay_rubies: answer.values = {std::int32_t{choice.number}}; break;
      default: break;
    }
    return answer;
  }
  Answer operator()(const Draw&) const { return button(OfferId::draw); }
  Answer operator()(const Stop&) const { return button(OfferId::stop); }
  Answer operator()(const UseFlask&) const { return button(OfferId::flask); }
  Answer operator()(const PlaceDisplay& m) const { return {0, id_of(OfferId::place_display), {chip_value(m.kind)}}; }
  Answer operator()(const Forget& m) const { return {0, id_of(OfferId::forget), {chip_value(m.position)}}; }
  Answer operator()(const ReturnAside& m) const { return {0, id_of(OfferId::return_aside), {chip_value(m.kind)}}; }
  Answer operator()(const ReturnWhite&) const { return button(OfferId::return_white); }
  Answer operator()(const ChooseEars& m) const {
    constexpr std::array offers{OfferId::place, OfferId::place_double, OfferId::send_back};
    return button(offers.at(static_cast<std::size_t>(m.way)));
  }
  Answer operator()(const Agree& m) const {
    switch (ask) {
      case Ask::carrot: return button(m.yes ? OfferId::jump : OfferId::place);
      case Ask::hump: return button(m.yes ? OfferId::use : OfferId::decline);
      case Ask::yellow1: case Ask::b08: return button(m.yes ? OfferId::return_chip : OfferId::keep);
      case Ask::b11: return button(m.yes ? OfferId::restart : OfferId::go_on);
      case Ask::exploded: return button(m.yes ? OfferId::take_coins : OfferId::take_vp);
      case Ask::tube: return button(m.yes ? OfferId::tube : OfferId::pot);
      default: throw std::logic_error("Quacksalber: no question of yes or no");
    }
  }
  Answer operator()(const ChooseShown& m) const {
    return m.kind ? Answer{0, id_of(OfferId::place_shown), {chip_value(*m.kind)}} : button(OfferId::decline);
  }
  Answer operator()(const ChoosePotChip& m) const {
    const auto offer = ask == Ask::swap ? OfferId::swap : OfferId::return_chip;
    return m.position ? Answer{0, id_of(offer), {chip_value(*m.position)}} : button(OfferId::decline);
  }
  Answer operator()(const SortAside& m) const {
    Picked picked;
    for (const auto kind : m.place) picked.options.push_back(option_of(kind));
    for (ChipKind kind = 0; kind < chip_kinds; ++kind) picked.options.insert(picked.options.end(), m.back[kind], return_options + option_of(kind));
    return {0, id_of(OfferId::aside), {picked}};
  }
  Answer operator()(const ChooseField& m) const { return {0, id_of(OfferId::field), {chip_value(m.field)}}; }
  Answer operator()(const TakeChips& m) const {
    if (ask == Ask::vamp_buy && m.kinds.empty()) return button(OfferId::decline);
    return {0, id_of(ask == Ask::green2 ? OfferId::take_greens : OfferId::buy), {chips_value(m.kinds)}};
  }
  Answer operator()(const ChooseNumber& m) const {
    if (ask == Ask::purple2 && m.number == 0) return button(OfferId::decline);
    return {0, id_of(ask == Ask::purple2 ? OfferId::hand_in : OfferId::take_droplet), {std::int32_t{m.number}}};
  }
  Answer operator()(const Upgrade& m) const {
    return m.yes ? Answer{0, id_of(OfferId::upgrade), {Picked{{option_of_change(m.position, m.to)}}}} : button(OfferId::decline);
  }
  Answer operator()(const SpendRubies& m) const {
    Picked picked{std::vector<std::uint32_t>(m.droplet, droplet_option)};
    if (m.flask) picked.options.push_back(flask_option);
    return {0, id_of(OfferId::spend), {picked}};
  }
  Answer operator()(const ComeBack&) const { return button(OfferId::come_back); }
  Answer operator()(const PlayOn& m) const { return {0, id_of(OfferId::play_on) + m.seat, {}}; }
};

// --- reasons ---

struct Reason {
  std::string_view name, text;  ///< text: key of the catalogue
};

std::optional<Reason> why_not_brewing(const State& state, const Player& player, OfferId offer) {
  const bool full = frontier(player) >= last_chip_space;
  switch (offer) {
    case OfferId::draw:
      if (total(player.bag) == 0) return Reason{"BAG_EMPTY", "why.bag-empty"};
      if (full) return Reason{"POT_FULL", "why.pot-full"};
      return std::nullopt;
    case OfferId::stop:
      if (!can_stop(player)) return Reason{"DRAW_FIRST", "why.draw-first"};
      return std::nullopt;
    case OfferId::flask:
      if (!player.flask) return Reason{"FLASK_EMPTY", "why.flask-empty"};
      if (!can_use_flask(player)) return Reason{"LAST_CHIP_NOT_WHITE", "why.last-not-white"};
      return std::nullopt;
    case OfferId::place_display:
      if (total(player.display) == 0) return Reason{"DISPLAY_EMPTY", "why.display-empty"};
      if (full) return Reason{"POT_FULL", "why.pot-full"};
      return std::nullopt;
    case OfferId::forget:
      if (player.patient != Patient::forgetfulness) return Reason{"OTHER_PATIENT", "why.other-patient"};
      return Reason{"ESSENCE_TOO_LOW", "why.essence"};
    case OfferId::return_aside:
      if (!can_return_aside(state, player)) return Reason{"NOTHING_ASIDE", "why.nothing-aside"};
      return std::nullopt;
    default: return std::nullopt;
  }
}

bool is_command(OfferId offer) { return offer <= OfferId::return_white; }

// A chip that was named and cannot be bought now.
std::optional<Reason> why_not_for_sale(const State& state, const Answer& answer) {
  if (answer.values.empty() || !std::holds_alternative<Picked>(answer.values.front())) return std::nullopt;
  for (const auto option : std::get<Picked>(answer.values.front()).options) {
    if (option < 1 || option > chip_kinds) continue;
    const auto kind = index_of(option);
    if (price(state, kind) == 0) return Reason{"NOT_FOR_SALE", "why.not-for-sale"};
    if (closed(state, kind)) return Reason{"BOOK_CLOSED", "why.book-closed"};
    if (state.supply[kind] == 0) return Reason{"SOLD_OUT", "why.sold-out"};
  }
  return std::nullopt;
}

}  // namespace

Move move_of(const State& state, Seat seat, const CheckedAnswer& answer) {
  const auto offer = offer_of(answer.offer->id);
  if (offer == OfferId::play_on) return PlayOn{static_cast<Seat>(answer.offer->id - id_of(OfferId::play_on))};
  if (offer == OfferId::come_back) return ComeBack{};
  const bool declined = offer == OfferId::decline;
  switch (state.players[seat].pending.value().ask) {
    case Ask::patient: return ChoosePatient{index_of(answer.pick())};
    case Ask::fortune: return TakeFromCard{choice_of(state, seat, answer)};
    case Ask::brew: break;  // below
    case Ask::ears:
      return ChooseEars{offer == OfferId::place ? ChooseEars::Way::place : offer == OfferId::place_double ? ChooseEars::Way::twice : ChooseEars::Way::back};
    case Ask::carrot: return Agree{offer == OfferId::jump};
    case Ask::hump: return Agree{offer == OfferId::use};
    case Ask::yellow1: case Ask::b08: return Agree{offer == OfferId::return_chip};
    case Ask::b11: return Agree{offer == OfferId::restart};
    case Ask::exploded: return Agree{offer == OfferId::take_coins};
    case Ask::tube: return Agree{offer == OfferId::tube};
    case Ask::blue1: case Ask::b09: return ChooseShown{declined ? std::nullopt : std::optional(index_of(answer.pick()))};
    case Ask::loco_return: case Ask::swap: return ChoosePotChip{declined ? std::nullopt : std::optional(index_of(answer.pick()))};
    case Ask::aside: return sorted(answer.picks());
    case Ask::field: return ChooseField{index_of(answer.pick())};
    case Ask::vamp_buy:
      if (declined) return TakeChips{};
      [[fallthrough]];
    case Ask::green2: case Ask::buy: return TakeChips{kinds_of(answer.picks())};
    case Ask::purple2:
      if (declined) return ChooseNumber{0};
      [[fallthrough]];
    case Ask::green4: return ChooseNumber{static_cast<std::uint8_t>(answer.number())};
    case Ask::purple4:
      if (declined) return Upgrade{};
      return Upgrade{true, position_of_change(answer.pick()), kind_of_change(answer.pick())};
    case Ask::rubies: return spending(answer.picks());
  }
  switch (offer) {
    case OfferId::draw: return Draw{};
    case OfferId::stop: return Stop{};
    case OfferId::flask: return UseFlask{};
    case OfferId::place_display: return PlaceDisplay{index_of(answer.pick())};
    case OfferId::forget: return Forget{index_of(answer.pick())};
    case OfferId::return_aside: return ReturnAside{index_of(answer.pick())};
    case OfferId::return_white: return ReturnWhite{};
    default: throw std::logic_error("Quacksalber: not a command of brewing");
  }
}

Answer answer_of(const State& state, Seat seat, const Move& move) {
  const auto& pending = state.players[seat].pending;
  return std::visit(AnswerTo{pending ? pending->ask : Ask::brew}, move);
}

Answer default_answer(const State& state, Seat seat) {
  if (state.players[seat].idle) return answer_of(state, seat, ComeBack{});
  if (is_asked(state, seat)) return answer_of(state, seat, default_move(state, seat));
  return {0, decision(state, seat, Language::english).offers.front().id, {}};  // somebody is away: go on
}

std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
  const auto& player = state.players[seat];
  if (player.idle || !is_asked(state, seat)) return std::nullopt;
  const auto offer = offer_of(answer.offer_id);
  const auto ask = player.pending->ask;
  std::optional<Reason> reason;
  if (answer.offer_id != 0 && is_command(offer))
    reason = ask == Ask::brew ? why_not_brewing(state, player, offer) : state.stage == Stage::brew ? Reason{"CHOICE_FIRST", "why.choice-first"} : std::optional<Reason>();
  if (offer == OfferId::buy && (ask == Ask::buy || ask == Ask::vamp_buy)) reason = why_not_for_sale(state, answer);
  if (!reason) return std::nullopt;
  return Rejection{Rejection::Kind::not_offered, Texts::in(language)(reason->text), std::string(reason->name)};
}

std::string in_words(const State& state, Seat seat, const Move& move, Language language) {
  const auto answer = answer_of(state, seat, move);
  const auto decision = pending_decision(state, seat, language);
  const auto offer = std::find_if(decision.offers.begin(), decision.offers.end(), [&](const auto& o) { return o.id == answer.offer_id; });
  if (offer == decision.offers.end()) return {};  // what was wanted has gone meanwhile
  std::vector<std::string> items;
  for (std::size_t i = 0; i < answer.values.size(); ++i) {
    if (const auto* number = std::get_if<std::int32_t>(&answer.values[i])) items.push_back(std::to_string(*number));
    const auto* picked = std::get_if<Picked>(&answer.values[i]);
    const auto* pick = std::get_if<Pick>(&offer->fields.at(i).kind);
    if (picked == nullptr || pick == nullptr) continue;
    for (const auto id : picked->options)
      for (const auto& option : pick->options)
        if (option.id == id) items.push_back(option.label);
  }
  if (offer->fields.empty()) return offer->label;
  return offer->label + ": " + (items.empty() ? Texts::in(language)("nothing") : Texts::in(language).enumeration(items));
}

}  // namespace athanor::games::quacksalber
