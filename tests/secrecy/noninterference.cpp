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
std::string discarded_by_several(const games::Outcome& outcome) {
  std::vector<std::string> discards;
  for (const auto& event : outcome.events)
    if (event.body->kind() == "cards-discarded" && event.audience == games::Audience::everyone()) discards.push_back(event.body->text(Language::english));
  return discards.size() < 2 ? std::string() : std::accumulate(discards.begin(), discards.end(), std::string());
}

// What is public of an answer besides, in numbers that no view keeps: how many tiles are discarded (Little Alchemists rules §12).
std::string public_way(const games::Outcome& outcome) {
  auto all = shown_to_all(outcome) + discarded_by_several(outcome);
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

bool is_told(const OpenEvent& open, const games::EventRecord& event, Viewer viewer) {
  if (event.body->kind() != open.kind) return false;
  const bool to_all = event.audience == games::Audience::everyone();
  const auto text = event.body->text(Language::english);
  const auto has = [&](const std::string& words) { return text.find(words) != std::string::npos; };
  if (!has(open.words)) return false;
  if (open.to == OpenEvent::To::all) return to_all;
  return !to_all && viewer.seat() && event.audience.includes(viewer) && has("Player " + std::to_string(*viewer.seat()));  // as players are named here
}

// The way an input took as far as the viewer may know it: what of it is told openly, by kind.
using Way = std::map<std::string, std::string>;
Way way_seen(const games::Outcome& outcome, Viewer viewer, const OpenByRules& open, bool same_input) {
  Way way;
  for (const auto& event : outcome.events)
    for (const auto& kind : open.events)
      if ((same_input || kind.when == OpenEvent::When::always) && is_told(kind, event, viewer)) way[kind.kind] += event.body->text(Language::english) + "\n";
  if (!same_input) way["discarded by several"] = discarded_by_several(outcome);
  return way;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  return lines;
}

// What the viewer is told, and what it means for a campaign; kinds in any order last.
std::string heard(const games::Outcome& outcome, Viewer viewer, const std::vector<std::string>& in_any_order) {
  auto lines = lines_of(told(outcome.events, viewer));
  if (outcome.campaign_change) lines.push_back("campaign:" + *outcome.campaign_change + "\n");
  const auto in_order = [&](const std::string& line) {
    return std::none_of(in_any_order.begin(), in_any_order.end(), [&](const std::string& kind) { return line.starts_with(kind + ":"); });
  };
  std::sort(std::stable_partition(lines.begin(), lines.end(), in_order), lines.end());
  return std::accumulate(lines.begin(), lines.end(), std::string());
}

std::string sorted(const std::string& text) {
  auto lines = lines_of(text);
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
  const OpenByRules& open;
  bool same_input;  ///< his own answer, or no answer: in another world it must be the same
  std::string events = heard(outcome, viewer, open.in_any_order);
  Way way = way_seen(outcome, viewer, open, same_input);
  std::map<std::string, std::string> outputs = test::outputs(game, viewer, seats, at);
};

struct Difference {
  std::string kind, text;  ///< both empty: none
};

Difference difference(const Effect& here, const Game& world, const games::Outcome& outcome) {
  const auto events = heard(outcome, here.viewer, here.open.in_any_order);
  if (events != here.events) return {"events", here.events + "and in the other world\n" + events};
  if (own_id(world, here.viewer) != own_id(here.game, here.viewer)) return {"id", here.events};
  return {};
}

bool looks_same(const Effect& here, const Game& world) { return has_outputs(here.outputs, world, here.viewer, here.seats, here.at); }

void leak(const Difference& found, Viewer viewer, SecrecyReport& report) { report.leak(found.kind, name(viewer) + ", who is told\n" + found.text); }

using Deeds = std::function<std::vector<Deed>(const Game& world)>;

// What the viewer gets differently in another world where one of the inputs has the same effect on his outputs. No value: there
// is no such input. Of several such inputs one suffices of which he is told the same: those of another number of cards, say, are
// told of in other words.
std::optional<Difference> told_differently(const Effect& here, const Game& world, const std::vector<Deed>& deeds) {
  std::optional<Difference> first;
  for (const auto& deed : deeds) {
    const auto other = world.clone();
    const auto outcome = deed(*other);
    if (!outcome || way_seen(*outcome, here.viewer, here.open, false) != here.way || !looks_same(here, *other)) continue;
    auto found = difference(here, *other, *outcome);
    if (found.kind.empty()) return found;
    if (!first) first = std::move(found);
  }
  return first;
}

// Another's answer. Not all that he could have answered in the other world is tried, so a difference counts when a second world confirms
// it and none denies it. True: something was compared.
bool compare_others(const Game& before, const Effect& here, const Deeds& deeds, games::RandomStream& random, SecrecyReport& report) {
  Difference first;
  unsigned differing = 0;
  bool matched = false;
  constexpr unsigned worlds = 8;
  for (unsigned i = 0; i < worlds; ++i) {
    const auto world = before.redeal(here.viewer, random);
    const auto found = told_differently(here, *world, deeds(*world));
    matched = matched || found.has_value();
    if (found && found->kind.empty()) differing = 0;
    if (found && !found->kind.empty() && ++differing == 1) first = *found;
    if (differing != 1) break;
  }
  if (differing > 1) leak(first, here.viewer, report);
  return matched;
}

void count_open_events(const Way& here, const Way& there, SecrecyReport& report) {
  auto kinds = here;
  kinds.insert(there.begin(), there.end());
  for (const auto& [kind, text] : kinds) {
    const auto a = here.find(kind), b = there.find(kind);
    auto& count = report.open_events[kind];
    ++count.told;
    count.differently += a == here.end() || b == there.end() || a->second != b->second;
  }
}

// His own answer, or what happens by itself: the rules say which events may tell him of what is hidden. Where those are the same in a
// world that looks the same before and after, one difference is a leak: a bit that is told seldom would agree in one of two worlds. True:
// something was compared.
bool compare_same_input(const Game& before, const Effect& here, const Deed& deed, games::RandomStream& random, SecrecyReport& report) {
  constexpr unsigned worlds = 3;
  for (unsigned i = 0; i < worlds; ++i) {
    const auto world = before.redeal(here.viewer, random);
    const auto outcome = deed(*world);
    if (!outcome) {
      report.leak("refusal", name(here.viewer) + ", whose answer is refused in another world");
      return true;
    }
    if (!looks_same(here, *world)) continue;
    const auto way = way_seen(*outcome, here.viewer, here.open, true);
    count_open_events(here.way, way, report);
    if (way != here.way) {
      ++report.other_ways;
      continue;
    }
    if (const auto found = difference(here, *world, *outcome); !found.kind.empty()) leak(found, here.viewer, report);
    return true;
  }
  return false;
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
  other_ways += other.other_ways;
  for (const auto& [kind, count] : other.open_events) {
    open_events[kind].told += count.told;
    open_events[kind].differently += count.differently;
  }
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

void compare_move(const Game& game, Seat seats, const TimedInput& next, const OpenByRules& open, games::RandomStream& random, SecrecyReport& report) {
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  const auto real = game.clone();
  const auto outcome = apply(*real, next);
  for (const auto viewer : viewers(seats)) {
    ++report.moves;
    const bool own = answer != nullptr && viewer.is(answer->seat);
    const Effect here{*real, outcome, viewer, seats, next.at, open, own || answer == nullptr};
    const auto deeds = [&](const Game& world) { return candidates(world, next); };
    const bool matched = here.same_input ? compare_same_input(game, here, deed_of(next), random, report) : compare_others(game, here, deeds, random, report);
    report.moves_matched += matched;
    report.own_moves += own && matched;
  }
}

void compare_happening(const Game& game, Seat seats, games::RoomTime at, const std::string& kind, const Deed& deed, const OpenByRules& open,
                       games::RandomStream& random, SecrecyReport& report) {
  const auto real = game.clone();
  const auto outcome = deed(*real);
  if (!outcome) return;
  for (const auto viewer : viewers(seats))
    report.happenings[kind] += compare_same_input(game, {*real, *outcome, viewer, seats, at, open, true}, deed, random, report);
}

void compare_choices(const Game& game, Seat seats, const TimedInput& next, const OpenByRules& open, games::RandomStream& random, SecrecyReport& report) {
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  if (answer == nullptr) return;
  const auto decision = asked(game, answer->seat, next.at);
  const auto is_open = [&](const v1::Offer& offer) { return std::find(open.verbs.begin(), open.verbs.end(), offer.verb()) != open.verbs.end(); };
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
    if (!viewer.is(answer->seat)) onlookers.push_back({viewer, real->view(viewer, Language::english), sorted(heard(outcome, viewer, {})), own_id(*real, viewer)});
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
        const auto told_there = sorted(heard(*elsewhere, viewer, {}));  // several gains of one answer are told in the order in which they were asked for
        const bool same_id = own_id(*other, viewer) == id;
        if ((told_there == events && same_id) || !has_outputs(outputs(*real, viewer, seats, next.at), *other, viewer, seats, next.at)) continue;
        report.leak(told_there == events ? "id" : "events", name(viewer) + ", who is told\n" + events + "and of " + offer.verb() + "\n" + told_there);
      }
    }
  }
}

}  // namespace athanor::test
