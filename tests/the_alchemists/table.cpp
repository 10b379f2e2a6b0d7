#include <the_alchemists/table.h>

#include <texts/events.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::test::alchemists {
namespace {

const std::vector<std::string>& names() {
  static const std::vector<std::string> all{"Ann", "Ben", "Cleo", "Dan"};
  return all;
}

std::vector<Kind> kinds_of(std::string_view letters) {
  std::vector<Kind> list;
  for (const char c : letters) list.push_back(static_cast<Kind>(std::string_view("BGKDMR").find(c)));
  return list;
}

}  // namespace

Cards hand(std::string_view letters) {
  Cards cards{};
  for (const auto kind : kinds_of(letters)) ++cards.at(kind);
  return cards;
}

PotionId id(std::string_view potion, const Data& cards) {
  const auto found = find_potion(cards, potion);
  if (!found) throw std::runtime_error("no potion " + std::string(potion));
  return *found;
}

Table::Table(Seat seats, const Data& cards, Options options) {
  auto first = step();
  state = set_up(cards, options, std::make_shared<const std::vector<std::string>>(names()), seats, Seed{}, first);
  forget();
  state.timers.cancel_all();
  state.start = state.active = 0;
  state.question.reset();
  state.turn = {};
  state.stage = Stage::actions;
  for (auto& player : state.players) player.hand = {};
  state.display.assign(cards.numbers.open_ingredients, std::nullopt);
  state.potion_display.assign(cards.numbers.open_potions, std::nullopt);
  deck("BGKDMBGKDMBGKDM");
  state.potion_deck.clear();
}

Table& Table::holds(Seat seat, std::string_view letters) {
  state.players[seat].hand = hand(letters);
  return *this;
}
Table& Table::ready(Seat seat, std::vector<std::string_view> list) {
  for (const auto potion : list) state.players[seat].slots.push_back({id(potion, *state.data), true});
  return *this;
}
Table& Table::brewing(Seat seat, std::vector<std::string_view> list) {
  for (const auto potion : list) state.players[seat].slots.push_back({id(potion, *state.data), false});
  return *this;
}
Table& Table::used(Seat seat, std::vector<std::string_view> list) {
  for (const auto potion : list) state.players[seat].used.push_back(id(potion, *state.data));
  return *this;
}
Table& Table::patent(Seat seat, std::string_view potion, bool chip) {
  state.players[seat].patent = Patented{id(potion), chip};
  if (chip) --state.players[seat].chips;
  return *this;
}
Table& Table::deck(std::string_view letters) {
  state.deck = kinds_of(letters);
  std::reverse(state.deck.begin(), state.deck.end());
  return *this;
}
Table& Table::discard(std::string_view letters) {
  state.discard = hand(letters);
  return *this;
}
Table& Table::display(std::string_view letters) {
  const auto list = kinds_of(letters);
  for (std::size_t i = 0; i < list.size(); ++i) state.display.at(i) = list[i];
  return *this;
}
Table& Table::potions(std::vector<std::string_view> list) {
  for (std::size_t i = 0; i < list.size(); ++i) state.potion_display.at(i) = id(list[i]);
  return *this;
}
Table& Table::potion_deck(std::vector<std::string_view> list) {
  state.potion_deck.clear();
  for (auto potion = list.rbegin(); potion != list.rend(); ++potion) state.potion_deck.push_back(id(*potion));
  return *this;
}
Table& Table::open_discard(std::vector<std::string_view> list) {
  for (const auto potion : list) state.open_discard.push_back(id(potion));
  return *this;
}
Table& Table::round(unsigned number) {
  state.round = number;
  return *this;
}

void Table::open() {
  auto s = step();
  proceed(state, s);
}

void Table::move(Seat seat, const Move& move) {
  if (!state.question) open();
  auto s = step();
  apply(state, seat, move, s);
}

void Table::draw_phase() {
  while (state.stage == Stage::draw && asked(state.active) == Ask::take) move(state.active, TakeCard{});
}

void Table::timers(RoomTime at) {
  now = at;
  auto s = step();
  while (const auto due = state.timers.take_due(now)) timer_fired(state, *due, s);
}

void Table::presence(Seat seat, Presence p) {
  auto s = step();
  the_alchemists::presence(state, seat, p, s);
}

void Table::leave(Seat seat) {
  auto s = step();
  the_alchemists::leave(state, seat, s);
}

std::optional<Ask> Table::asked(Seat seat) const {
  return is_asked(state, seat) ? std::optional(state.question->ask) : std::nullopt;
}

std::string Table::hand_of(Seat seat) const {
  std::string letters;
  for (Kind k = 0; k < kinds; ++k) letters.append(player(seat).hand[k], letter(k));
  return letters;
}

bool Table::has_used(Seat seat, std::string_view potion) const {
  const auto& list = player(seat).used;
  return std::find(list.begin(), list.end(), id(potion, *state.data)) != list.end();
}

bool Table::in_slot(Seat seat, std::string_view potion, bool is_ready) const {
  const auto& slots = player(seat).slots;
  return std::any_of(slots.begin(), slots.end(), [&](const auto& s) { return s.potion == id(potion, *state.data) && s.ready == is_ready; });
}

ScoreLine Table::score(Seat seat) const {
  for (const auto& line : scores(state))
    if (line.seat == seat) return line;
  throw std::runtime_error("no such seat");
}

bool Table::told(Viewer viewer, std::string_view part) const {
  return std::any_of(events.entries().begin(), events.entries().end(), [&](const auto& entry) {
    return entry.audience.includes(viewer) &&
           event_text(*state.data, entry.event, names(), Language::english).find(part) != std::string::npos;
  });
}

}  // namespace athanor::test::alchemists
