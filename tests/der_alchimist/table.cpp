#include "table.h"

#include "refusals.h"

#include <athanor/der_alchimist/solution_pages.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace athanor::test {

using games::der_alchimist::Phase;

da::Settings default_settings() {
  da::Settings s;
  s.turn_ms = 120'000;
  s.scan_ms = 90'000;
  s.commit_ms = 60'000;
  s.read_ms = 5'000;
  s.vote_ms = 15'000;
  s.review_ms = 10'000;
  s.final_vote_ms = 30'000;
  s.final_veto_ms = 30'000;
  return s;
}

std::shared_ptr<const da::Solutions> all_solutions() {
  static const auto all = std::make_shared<const da::Solutions>(da::parse_solutions(da::solution_pages(), da::data()));
  return all;
}

da::Card card(std::string_view name) {
  if (name == "G") return da::gold;
  if (name == "S") return da::stone_card;
  if (name == "X") return da::challenge_card;
  const auto ability = std::string_view("WFEH").find(name.at(0));
  if (name.size() != 2 || ability == std::string_view::npos) throw std::logic_error("no card " + std::string(name));
  return da::ability_card(static_cast<da::Ability>(ability), static_cast<unsigned>(name[1] - '0'));
}

da::Cards cards(std::string_view names) {
  da::Cards all{};
  std::istringstream in{std::string(names)};
  for (std::string name; in >> name;) ++all[card(name)];
  return all;
}

Table::Table(Seat seats, da::Settings settings, std::uint64_t seed) {
  games::Seed bytes{};
  bytes[0] = static_cast<std::uint8_t>(seed);
  bytes[1] = static_cast<std::uint8_t>(seed >> 8U);
  auto s = step();
  state = da::set_up(settings, std::uint8_t{0}, seats, bytes, all_solutions(), s);
  forget_events();
}

void Table::turn_of(Seat seat) {
  state.active = seat;
  state.first_action = true;
}

void Table::hand(Seat seat, std::string_view names) {
  auto& hand = state.players[seat].hand;
  const auto back = da::list(hand);
  state.draw_pile.insert(state.draw_pile.begin(), back.begin(), back.end());
  hand = {};
  for (const auto kind : da::list(cards(names))) {
    auto place = std::find(state.draw_pile.begin(), state.draw_pile.end(), kind);
    if (place == state.draw_pile.end()) {  // somebody else has it: he gets another one
      const auto other = std::find_if(state.players.begin(), state.players.end(), [&](const auto& p) { return &p.hand != &hand && p.hand[kind] > 0; });
      if (other == state.players.end()) throw std::logic_error("there is no such card left");
      --other->hand[kind];
      ++other->hand[state.draw_pile.front()];
      state.draw_pile.erase(state.draw_pile.begin());
    } else {
      state.draw_pile.erase(place);
    }
    ++hand[kind];
  }
}

void Table::place(Seat seat, std::uint8_t space) {
  state.players[seat].position = space;
  state.players[seat].reached = space >= da::temple_space;
}

void Table::points(Seat seat, int points) {
  auto& player = state.players[seat];
  for (std::size_t i = 0; i < player.chips.size(); ++i) state.bank[i] = static_cast<std::uint8_t>(state.bank[i] + player.chips[i]);
  player.points = points;
  player.chips = da::fewest_chips(state.bank, points).value();
  for (std::size_t i = 0; i < player.chips.size(); ++i) state.bank[i] = static_cast<std::uint8_t>(state.bank[i] - player.chips[i]);
}

void Table::draw_pile_is(std::string_view names) {
  std::vector<da::Card> top;
  std::istringstream in{std::string(names)};
  for (std::string name; in >> name;) {
    const auto place = std::find(state.draw_pile.begin(), state.draw_pile.end(), card(name));
    if (place == state.draw_pile.end()) throw std::logic_error("there is no such card in the draw pile");
    top.insert(top.begin(), *place);
    state.draw_pile.erase(place);
  }
  for (const auto kind : state.draw_pile) ++state.discard_pile[kind];
  state.draw_pile = std::move(top);
}

void Table::play(Seat seat, const da::Move& move) {
  auto s = step();
  da::apply(state, seat, move, s);
}

void Table::time(games::RoomTime at) {
  for (auto next = state.timers.next_deadline(); next && *next <= at; next = state.timers.next_deadline()) {
    now = *next;
    auto s = step();
    while (const auto due = state.timers.take_due(now)) da::timer_fired(state, *due, s);
  }
  now = at;
}

void Table::presence(Seat seat, games::Presence presence) {
  auto s = step();
  da::presence(state, seat, presence, s);
}
void Table::leave(Seat seat) {
  auto s = step();
  da::leave(state, seat, s);
}

std::optional<games::Rejection> Table::answer(Seat seat, const games::Answer& answer) {
  const auto english = games::Language::english;
  const auto decision = da::decision(state, seat, english);
  if (!decision) return games::stale_answer(false, english);
  const auto checked = games::check(*decision, answer, english);
  if (!checked) return da::explain(state, seat, answer, english).value_or(checked.error());
  const auto move = da::to_move(state, seat, *checked, english);
  if (!move) return move.error();
  play(seat, *move);
  return std::nullopt;
}

std::optional<games::Rejection> Table::claim(Seat seat, unsigned die, std::string word) {
  return answer(seat, {0, da::offer_id::claim + die, {std::move(word)}});
}

std::string Table::reason(Seat seat, const games::Answer& sent) {
  const auto refusal = answer(seat, sent);
  if (!refusal) return "";
  return refusal->reason.empty() ? "not offered" : refusal->reason;
}

std::vector<std::string> Table::verbs(Seat seat) const {
  std::vector<std::string> all;
  if (const auto decision = da::decision(state, seat, games::Language::english))
    for (const auto& offer : decision->offers)
      if (std::find(all.begin(), all.end(), offer.verb) == all.end()) all.push_back(offer.verb);
  return all;
}

bool Table::offers(Seat seat, std::string_view verb) const {
  const auto all = verbs(seat);
  return std::find(all.begin(), all.end(), verb) != all.end();
}

const games::Pick& Table::picks(Seat seat, std::string_view verb) {
  looked_at_ = da::decision(state, seat, games::Language::english);
  for (const auto& offer : looked_at_.value().offers)
    if (offer.verb == verb) return std::get<games::Pick>(offer.fields.at(0).kind);
  throw std::logic_error("not offered: " + std::string(verb));
}

Table contest(Seat seats, Seat active, std::string letters, games::RoomTime search_starts_at) {
  Table t(seats);
  t.now = search_starts_at - 5'000;
  t.turn_of(active);
  t.place(active, 4);
  t.hand(active, "W1 W2");
  t.play(active, da::PlayAbility{card("W1")});  // to 5, creativity
  t.time(search_starts_at);
  if (t.state.phase != Phase::creativity_search) throw std::logic_error("no contest");
  t.state.contest.letters = std::move(letters);
  t.forget_events();
  return t;
}

}  // namespace athanor::test
