#include <quacksalber/table.h>

#include <texts/events.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace athanor::test::quacks {
namespace {

const std::vector<std::string>& names() {
  static const std::vector<std::string> all{"Ann", "Ben", "Cleo", "Dan"};
  return all;
}

ChipKind kind_of(std::string_view code) {
  const auto kind = find_chip(code);
  if (!kind) throw std::runtime_error("no chip " + std::string(code));
  return *kind;
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

bool rolls(RandomStream random, const std::vector<unsigned>& faces) {
  return std::all_of(faces.begin(), faces.end(), [&](unsigned face) { return random.uniform(6) == face; });
}

}  // namespace

std::vector<ChipKind> list(std::string_view codes) {
  std::vector<ChipKind> kinds;
  for (const auto& word : words(codes)) kinds.push_back(kind_of(word));
  return kinds;
}

Chips chips(std::string_view codes) {
  Chips all{};
  for (const auto kind : list(codes)) ++all.at(kind);
  return all;
}

Options plain() {
  Options options;
  options.alchemists = false;
  options.locoweed.reset();
  options.clock = false;
  return options;
}

Options with_alchemists() {
  auto options = plain();
  options.alchemists = true;
  options.locoweed = std::uint8_t{0};
  return options;
}

Options with_book(Colour colour, unsigned set, Options options) {
  const auto place = std::find(book_colours.begin(), book_colours.end(), colour) - book_colours.begin();
  options.books.at(static_cast<std::size_t>(place)) = static_cast<std::uint8_t>(set);
  return options;
}

Table::Table(Seat seats, Options options) {
  auto first = step();
  state = set_up(tables(), options, std::make_shared<const std::vector<std::string>>(names()), seats, Seed{}, first);
  forget();
  state.timers.cancel_all();
  state.start = 0;
  state.round = 1;
  state.card.reset();
  state.supply = tables().supply;
  for (auto& player : state.players) {
    const auto random = player.random;
    player = Player{};
    player.random = random;
    player.bag = tables().start_bag;
    player.rubies = tables().start_rubies;
  }
}

Table& Table::round(unsigned number) {
  state.round = number;
  return *this;
}
Table& Table::card(Card in_play) {
  state.card = in_play;
  return *this;
}
Table& Table::bag(Seat seat, std::string_view codes) {
  player(seat).bag = chips(codes);
  return *this;
}
Table& Table::pot(Seat seat, std::string_view codes) {
  auto& pot = player(seat).pot;
  pot.clear();
  for (const auto& word : words(codes)) {
    const auto at = word.find('@');
    pot.push_back({kind_of(word.substr(0, at)), static_cast<std::uint8_t>(std::stoul(word.substr(at + 1))), 0});
  }
  return *this;
}
Table& Table::patient(Seat seat, Patient patient, unsigned essence) {
  player(seat).patient = patient;
  player(seat).essence = essence;
  return *this;
}
Table& Table::supply(std::string_view code, unsigned number) {
  state.supply.at(kind_of(code)) = static_cast<std::uint8_t>(number);
  return *this;
}

void Table::enter(Stage stage) {
  auto s = step();
  quacksalber::enter(state, stage, s);
  proceed(state, s);
}

void Table::stop_others(Seat seat) {
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    player(other).stopped = true;
    player(other).task = Task::none;
    player(other).pending.reset();
  }
}

void Table::brew_alone(Seat seat) {
  enter(Stage::brew);
  stop_others(seat);
}

void Table::move(Seat seat, const Move& move) {
  auto s = step();
  apply(state, seat, move, s);
}

void Table::luck(Seat seat, std::string_view next_chip, std::vector<unsigned> faces) {
  const auto wanted = kind_of(next_chip);
  for (std::uint32_t i = 0; i < 2'000'000; ++i) {
    Seed seed{};
    for (std::size_t byte = 0; byte < 4; ++byte) seed[byte] = static_cast<std::uint8_t>(i >> (8 * byte));
    auto trial = player(seat);
    trial.random = RandomStream(seed, "luck");
    const auto stream = trial.random;
    if (quacksalber::draw(trial) != wanted || !rolls(trial.random, faces)) continue;
    player(seat).random = stream;
    return;
  }
  throw std::runtime_error("no stream draws " + std::string(next_chip));
}

void Table::dice(Seat seat, std::vector<unsigned> faces) {
  for (std::uint32_t i = 0; i < 2'000'000; ++i) {
    Seed seed{};
    for (std::size_t byte = 0; byte < 4; ++byte) seed[byte] = static_cast<std::uint8_t>(i >> (8 * byte));
    const RandomStream stream(seed, "luck");
    if (!rolls(stream, faces)) continue;
    player(seat).random = stream;
    return;
  }
  throw std::runtime_error("no stream rolls this");
}

void Table::draw(Seat seat, std::string_view code) {
  luck(seat, code);
  move(seat, Draw{});
}
void Table::draws(Seat seat, std::string_view codes) {
  for (const auto& word : words(codes)) draw(seat, word);
}

void Table::until(Stage stage) {
  for (int i = 0; i < 200 && state.stage != stage && !over(state); ++i)
    for (Seat seat = 0; seat < state.seats; ++seat)
      if (state.stage != stage && is_asked(state, seat)) defaults(seat);
}

void Table::timers(RoomTime at) {
  now = at;
  auto s = step();
  while (const auto due = state.timers.take_due(now)) timer_fired(state, *due, s);
}
void Table::presence(Seat seat, Presence p) {
  auto s = step();
  quacksalber::presence(state, seat, p, s);
}
void Table::leave(Seat seat) {
  auto s = step();
  quacksalber::leave(state, seat, s);
}

std::optional<Ask> Table::asked(Seat seat) const {
  return is_asked(state, seat) ? std::optional(player(seat).pending->ask) : std::nullopt;
}
std::string Table::spaces(Seat seat) const {
  std::string text;
  for (const auto& in_pot : player(seat).pot) text += (text.empty() ? "" : " ") + std::to_string(in_pot.space);
  return text;
}
unsigned Table::in_bag(Seat seat, std::string_view code) const { return player(seat).bag.at(kind_of(code)); }
unsigned Table::left(std::string_view code) const { return state.supply.at(kind_of(code)); }
std::vector<CardOption> Table::card_options(Seat seat) const {
  std::vector<CardOption> options;
  for (const auto& choice : card_choices(state, seat))
    if (options.empty() || options.back() != choice.option) options.push_back(choice.option);
  return options;
}
CardChoice Table::card_choice(Seat seat, CardOption option, std::string_view chip) const {
  for (const auto& choice : card_choices(state, seat))
    if (choice.option == option && (chip.empty() || choice.chip == kind_of(chip))) return choice;
  throw std::runtime_error("the card does not offer this");
}
bool Table::told(std::string_view part) const {
  return std::any_of(events.entries().begin(), events.entries().end(), [&](const auto& entry) {
    return event_text(entry.event, names(), Language::english).find(part) != std::string::npos;
  });
}

}  // namespace athanor::test::quacks
