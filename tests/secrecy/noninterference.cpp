#include <secrecy/noninterference.h>

#include <athanor/games/wire.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

namespace athanor::test {
namespace {

using games::Game;
using games::Language;
using games::Seat;
using games::Viewer;

// Chips that are drawn openly and put back: all have seen them, and no view keeps them (Quacksalber rules §8 P12, P13; §7 B09; §14.1). Where
// others are shown, the input took another public way, and what else is told of it proves nothing.
std::string shown_to_all(const games::Outcome& outcome) {
  std::string all;
  for (const auto& event : outcome.events)
    if (event.body->kind() == "chips-shown") all += event.body->text(Language::english) + "\n";
  return all;
}

// Several players who discard openly, one after the other within one input (the absent ones by themselves): a view keeps only what lies
// there, not who discarded what.
std::string seen_by_all(const games::Outcome& outcome) {
  std::vector<std::string> discards;
  for (const auto& event : outcome.events)
    if (event.body->kind() == "cards-discarded" && event.audience == games::Audience::everyone()) discards.push_back(event.body->text(Language::english));
  if (discards.size() < 2) return shown_to_all(outcome);
  return std::accumulate(discards.begin(), discards.end(), shown_to_all(outcome));
}

// What is public of an answer besides, in numbers that no view keeps: how many tiles are discarded (Little Alchemists rules §12).
std::string public_way(const games::Outcome& outcome) {
  auto all = shown_to_all(outcome);
  for (const auto& event : outcome.events)
    if (event.body->kind() == "discarded" && event.audience.includes(Viewer::spectator()))
      for (const char c : event.body->text(Language::english))
        if (c >= '0' && c <= '9') all += c;
  return all;
}

Deed deed_of(const TimedInput& input) {
  return [input](Game& game) -> std::optional<games::Outcome> {
    const auto* answer = std::get_if<AnswerInput>(&input.input);
    if (answer == nullptr) return apply(game, input);
    auto outcome = game.answer(answer->seat, answer->answer, input.at, Language::english);
    if (!outcome) return std::nullopt;
    return std::move(*outcome);
  };
}

v1::Decision asked(const Game& game, Seat seat, games::RoomTime at) {
  v1::Decision message;
  games::encode(*game.decision(seat, Language::english), *game.decision_id(seat), at, message);
  return message;
}

// Different legal values for the offer, found by so many tries.
std::vector<v1::Answer> answers(const v1::Decision& decision, const v1::Offer& offer, int tries, std::uint64_t& state) {
  std::vector<v1::Answer> list;
  std::set<std::string> seen;
  for (int i = 0; i < tries; ++i)
    if (auto random = games::random_answer(decision, offer, state); random.offer_id() != 0 && seen.insert(random.SerializeAsString()).second)
      list.push_back(std::move(random));
  return list;
}

// The mover's possible inputs in the other world: the same one, then random ones.
std::vector<Deed> candidates(const Game& world, const TimedInput& next) {
  std::vector<Deed> list{deed_of(next)};
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  if (answer == nullptr || !world.decision_id(answer->seat)) return list;
  const auto decision = asked(world, answer->seat, next.at);
  std::uint64_t state = 99;
  for (const auto& offer : decision.offers())
    if (offer.id() == answer->answer.offer_id)
      for (const auto& other : answers(decision, offer, 60, state))
        list.push_back(deed_of({next.at, AnswerInput{answer->seat, *games::decode(other, Language::english)}}));
  return list;
}

// The way an input took as far as the viewer may know it: dice that all saw rolled, chips that somebody wanted in vain, cards that he himself
// drew, got or was shown (The Alchemists rules §9); of what happens by itself, also what was drawn or discarded openly for the absent. No view
// keeps it, and on another way the same outputs prove nothing.
std::string way_seen(const games::Outcome& outcome, Viewer viewer, bool by_itself) {
  auto all = by_itself ? std::string() : seen_by_all(outcome);
  for (const auto& event : outcome.events) {
    const auto kind = event.body->kind();
    const bool everyone = event.audience == games::Audience::everyone();
    const bool rolled = kind == "die-rolled" || kind == "chip-out-of-stock";
    const auto text = event.body->text(Language::english);
    const bool discarded = kind == "cards-discarded" && text.find(" to draw new cards") == std::string::npos;  // nobody does that for the absent
    const bool for_the_absent = by_itself && (kind.starts_with("chip") || discarded);
    const bool of_the_deck = kind == "cards-seen" && text.find(" looks at the potion deck") != std::string::npos;
    const bool his_cards = of_the_deck || kind == "cards-moved" || kind == "ingredient-taken";
    if (everyone ? rolled || for_the_absent : his_cards && event.audience.includes(viewer)) all += text + "\n";
  }
  return all;
}

std::string heard(const games::Outcome& outcome, Viewer viewer, bool in_any_order) {
  const auto events = told(outcome.events, viewer);
  if (!in_any_order) return events;
  std::vector<std::string> lines;
  std::istringstream in(events);
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  std::sort(lines.begin(), lines.end());
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

// What one input brought about, as one viewer gets it.
struct Effect {
  const Game& game;
  const games::Outcome& outcome;
  Viewer viewer;
  Seat seats;
  games::RoomTime at;
  bool own;        ///< what happens to him by himself: two cards that he draws in another order are the same hand
  bool by_itself;  ///< no answer
  std::string events = heard(outcome, viewer, own);
  std::string shown = way_seen(outcome, viewer, own || by_itself);
  std::map<std::string, std::string> outputs = test::outputs(game, viewer, seats, at);
};

struct Difference {
  std::string kind, text;  ///< both empty: none
};

// What the viewer gets differently in another world where one of the inputs has the same effect on his outputs. No value: there
// is no such input. Of several such inputs one suffices of which he is told the same: those of another number of cards, say, are
// told of in other words.
std::optional<Difference> told_differently(const Effect& here, const Game& world, const std::vector<Deed>& deeds) {
  std::optional<Difference> difference;
  for (const auto& deed : deeds) {
    const auto other = world.clone();
    const auto outcome = deed(*other);
    if (!outcome || way_seen(*outcome, here.viewer, here.own || here.by_itself) != here.shown || !has_outputs(here.outputs, *other, here.viewer, here.seats, here.at)) continue;
    const auto events = heard(*outcome, here.viewer, here.own);
    const bool same_id = own_id(*other, here.viewer) == own_id(here.game, here.viewer);
    if (events == here.events && same_id) return Difference();
    if (!difference)
      difference = Difference{events == here.events ? "id" : "events", here.events + "and in the other world\n" + events};
  }
  return difference;
}

using Deeds = std::function<std::vector<Deed>(const Game& world)>;

// Seldom two different public paths lead to the same outputs (a card is drawn and discarded within one input). A leak
// shows in every world, so a difference counts when a second world confirms it and none denies it; of all worlds none, where the
// game itself made choices for somebody. True: something was compared.
bool compare_effect(const Game& before, const Effect& here, const Deeds& deeds, games::RandomStream& random, SecrecyReport& report) {
  Difference first;
  unsigned differing = 0;
  bool matched = false;
  constexpr unsigned worlds = 8;
  for (unsigned i = 0; i < worlds; ++i) {
    const auto world = before.redeal(here.viewer, random);
    const auto difference = told_differently(here, *world, deeds(*world));
    matched = matched || difference.has_value();
    if (difference && difference->kind.empty()) differing = 0;
    if (difference && !difference->kind.empty() && ++differing == 1) first = *difference;
    if (differing == 0 || (differing > 1 && !here.own)) break;
  }
  if (differing > 1) report.leak(first.kind, name(here.viewer) + ", who is told\n" + first.text);
  return matched;
}

}  // namespace

void SecrecyReport::leak(const std::string& kind, const std::string& where) {
  if (leaks.empty()) first_leak = kind + " differs for " + where;
  ++leaks[kind];
}

void SecrecyReport::add(const SecrecyReport& other) {
  redeals += other.redeals;
  hidden_changed += other.hidden_changed;
  finished += other.finished;
  moves += other.moves;
  moves_matched += other.moves_matched;
  own_moves += other.own_moves;
  choices += other.choices;
  for (const auto& [kind, n] : other.happenings) happenings[kind] += n;
  for (const auto& [row, count] : other.row_counts) {
    row_counts[row].there += count.there;
    row_counts[row].changed += count.changed;
  }
  for (const auto& [kind, n] : other.leaks) leaks[kind] += n;
  if (first_leak.empty()) first_leak = other.first_leak;
}

void compare_states(const Game& game, Seat seats, games::RoomTime now, games::RandomStream& random, int draws, SecrecyReport& report) {
  for (const auto viewer : viewers(seats)) {
    const auto truth = outputs(game, viewer, seats, now);
    for (int i = 0; i < draws; ++i) {
      const auto other = game.redeal(viewer, random);
      ++report.redeals;
      report.finished += game.finished();
      bool changed = false;
      for (const auto& row : report.rows) {
        const auto hidden = row.hidden(game, viewer);
        if (hidden.empty()) continue;
        const bool differs = row.hidden(*other, viewer) != hidden;
        auto& count = report.row_counts[row.name];
        ++count.there;
        count.changed += differs;
        changed = changed || differs;
      }
      report.hidden_changed += changed;
      const auto elsewhere = outputs(*other, viewer, seats, now);
      for (const auto& [kind, bytes] : truth)
        if (elsewhere.at(kind) != bytes) report.leak(kind, name(viewer));
    }
  }
}

void compare_move(const Game& game, Seat seats, const TimedInput& next, games::RandomStream& random, SecrecyReport& report) {
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  const auto real = game.clone();
  const auto outcome = apply(*real, next);
  for (const auto viewer : viewers(seats)) {
    ++report.moves;
    const bool own = answer != nullptr && viewer.is(answer->seat);
    const auto deeds = [&](const Game& world) { return own ? std::vector{deed_of(next)} : candidates(world, next); };
    const bool matched = compare_effect(game, {*real, outcome, viewer, seats, next.at, own, answer == nullptr}, deeds, random, report);
    report.moves_matched += matched;
    report.own_moves += own && matched;
  }
}

void compare_happening(const Game& game, Seat seats, games::RoomTime at, const std::string& kind, const Deed& deed, games::RandomStream& random,
                       SecrecyReport& report) {
  const auto real = game.clone();
  const auto outcome = deed(*real);
  if (!outcome) return;
  for (const auto viewer : viewers(seats)) {
    const auto deeds = [&](const Game&) { return std::vector{deed}; };
    report.happenings[kind] += compare_effect(game, {*real, *outcome, viewer, seats, at, true, true}, deeds, random, report);
  }
}

void compare_choices(const Game& game, Seat seats, const TimedInput& next, const std::vector<std::string>& open_verbs, games::RandomStream& random,
                     SecrecyReport& report) {
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  if (answer == nullptr) return;
  const auto decision = asked(game, answer->seat, next.at);
  const auto is_open = [&](const v1::Offer& offer) { return std::find(open_verbs.begin(), open_verbs.end(), offer.verb()) != open_verbs.end(); };
  for (const auto& offer : decision.offers())
    if (offer.id() == answer->answer.offer_id && is_open(offer)) return;
  const auto real = game.clone();
  const auto outcome = apply(*real, next);
  struct Onlooker {
    Viewer viewer;
    std::string view, events;
    std::uint64_t id;
  };
  std::vector<Onlooker> onlookers;
  for (const auto viewer : viewers(seats))
    if (!viewer.is(answer->seat)) onlookers.push_back({viewer, real->view(viewer, Language::english), heard(outcome, viewer, true), own_id(*real, viewer)});
  const auto way = public_way(outcome);
  std::uint64_t state = random.bits();
  for (const auto& offer : decision.offers()) {
    if (is_open(offer)) continue;
    for (const auto& choice : answers(decision, offer, 6, state)) {
      const auto other = game.clone();
      const auto elsewhere = deed_of({next.at, AnswerInput{answer->seat, *games::decode(choice, Language::english)}})(*other);
      if (!elsewhere || public_way(*elsewhere) != way) continue;
      for (const auto& [viewer, view, events, id] : onlookers) {
        if (other->view(viewer, Language::english) != view) continue;
        ++report.choices;
        const auto told_there = heard(*elsewhere, viewer, true);  // several gains of one answer are told in the order in which they were asked for
        const bool same_id = own_id(*other, viewer) == id;
        if ((told_there == events && same_id) || !has_outputs(outputs(*real, viewer, seats, next.at), *other, viewer, seats, next.at)) continue;
        report.leak(told_there == events ? "id" : "events", name(viewer) + ", who is told\n" + events + "and of " + offer.verb() + "\n" + told_there);
      }
    }
  }
}

}  // namespace athanor::test
