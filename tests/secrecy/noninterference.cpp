#include <secrecy/noninterference.h>

#include <athanor/games/wire.h>

#include <optional>

namespace athanor::test {
namespace {

using games::Game;
using games::Language;
using games::Seat;
using games::Viewer;

std::vector<Viewer> viewers(Seat seats) {
  std::vector<Viewer> all{Viewer::spectator()};
  for (Seat seat = 0; seat < seats; ++seat) all.push_back(Viewer::seat(seat));
  return all;
}

std::string name(Viewer viewer) { return viewer.seat() ? "seat " + std::to_string(*viewer.seat()) : "a spectator"; }

// Answers that must be refused, and legal looking ones: the texts and kinds of refusals are outputs too.
std::string refusals(const Game& game, Seat seat, games::RoomTime now) {
  std::string all;
  const auto id = game.decision_id(seat).value_or(0);
  const std::vector<games::Answer> probes{{id, 0, {}}, {id, 1, {}}, {id, 2, {}}, {id, 3, {games::Picked{{1, 1}}}},
                                          {id, 1, {games::Picked{{1, 2}}, games::Picked{{3}}}}, {id + 1, 1, {}}};
  for (const auto& probe : probes) {
    const auto clone = game.clone();
    const auto outcome = clone->answer(seat, probe, now, Language::english);
    all += outcome ? "accepted" : std::to_string(static_cast<int>(outcome.error().kind)) + outcome.error().text + outcome.error().reason;
    all += '\n';
  }
  return all;
}

std::string own_decision(const Game& game, Seat seat, games::RoomTime now, Language language) {
  const auto decision = game.decision(seat, language);
  if (!decision) return "nothing is asked";
  v1::Decision message;
  games::encode(*decision, *game.decision_id(seat), now, message);
  return message.SerializeAsString();
}

std::string told(const games::Outcome& outcome, Viewer viewer) {
  std::string all;
  for (const auto& event : outcome.events)
    if (event.audience.includes(viewer))
      all += event.body->kind() + ":" + event.body->text(Language::english) + "|" + event.body->text(Language::german) + "\n";
  return all;
}

// Chips that are drawn openly and put back: all have seen them, and no view keeps them (Quacksalber rules §8 P12, P13; §7 B09; §14.1). Where
// others are shown, the input took another public way, and what else is told of it proves nothing.
std::string shown_to_all(const games::Outcome& outcome) {
  std::string all;
  for (const auto& event : outcome.events)
    if (event.body->kind() == "chips-shown") all += event.body->text(Language::english) + "\n";
  return all;
}

bool same_but_events(const Game& a, const Game& b, Viewer viewer, Seat seats, games::RoomTime now) {
  return outputs(a, viewer, seats, now) == outputs(b, viewer, seats, now);
}

// The mover's possible inputs in the other world: the same one, then random ones.
std::vector<TimedInput> candidates(const Game& other, const TimedInput& next) {
  std::vector<TimedInput> list{next};
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  if (answer == nullptr || !other.decision_id(answer->seat)) return list;
  v1::Decision message;
  games::encode(*other.decision(answer->seat, Language::english), *other.decision_id(answer->seat), next.at, message);
  std::uint64_t state = 99;
  for (const auto& offer : message.offers()) {
    if (offer.id() != answer->answer.offer_id) continue;
    for (int i = 0; i < 60; ++i)
      if (const auto random = games::random_answer(message, offer, state); random.offer_id() != 0)
        list.push_back({next.at, AnswerInput{answer->seat, *games::decode(random, Language::english)}});
  }
  return list;
}

std::optional<games::Outcome> try_input(Game& game, const TimedInput& input) {
  if (const auto* answer = std::get_if<AnswerInput>(&input.input)) {
    auto outcome = game.answer(answer->seat, answer->answer, input.at, Language::english);
    if (!outcome) return std::nullopt;
    return std::move(*outcome);
  }
  return apply(game, input);
}

}  // namespace

void SecrecyReport::leak(const std::string& kind, const std::string& where) {
  if (leaks.empty()) first_leak = kind + " differs for " + where;
  ++leaks[kind];
}

std::map<std::string, std::string> outputs(const Game& game, Viewer viewer, Seat seats, games::RoomTime now) {
  std::map<std::string, std::string> out;
  for (const auto language : {Language::english, Language::german}) {
    out["view"] += game.view(viewer, language);
    for (const auto& standing : game.standings(language))
      out["standings"] += std::to_string(standing.seat) + standing.score + (standing.winner ? "!" : "") + "\n";
    if (viewer.seat()) out["decision"] += own_decision(game, *viewer.seat(), now, language);
  }
  for (Seat seat = 0; seat < seats; ++seat) {
    const auto decision = game.decision(seat, Language::english);
    out["deciding"] += decision && (!decision->hidden || viewer.is(seat)) ? '1' : '0';
  }
  if (viewer.seat()) {
    out["refusal"] = refusals(game, *viewer.seat(), now);
    if (const auto answer = game.default_answer(*viewer.seat())) {
      v1::Answer message;
      games::encode(*answer, message);
      out["default"] = message.SerializeAsString();
    }
  }
  out["finished"] = game.finished() ? "1" : "0";
  return out;
}

void compare_states(const Game& game, Seat seats, games::RoomTime now, games::RandomStream& random, int draws, SecrecyReport& report) {
  for (const auto viewer : viewers(seats)) {
    const auto truth = outputs(game, viewer, seats, now);
    for (int i = 0; i < draws; ++i) {
      const auto other = game.redeal(viewer, random);
      ++report.redeals;
      report.hidden_changed += other->hidden_from(viewer) != game.hidden_from(viewer);
      const auto elsewhere = outputs(*other, viewer, seats, now);
      for (const auto& [kind, bytes] : truth)
        if (elsewhere.at(kind) != bytes) report.leak(kind, name(viewer));
    }
  }
}

namespace {

// What the viewer is told differently in another world where an input of the mover has the same effect on his outputs; empty:
// nothing. No value: no such input was found. Of several such inputs one suffices of which he is told the same: those of
// another number of cards, say, are told of in other words.
std::optional<std::string> told_differently(const Game& real, const games::Outcome& here, const Game& world, Viewer viewer, Seat seats,
                                            const TimedInput& next) {
  const auto told_here = told(here, viewer), shown_here = shown_to_all(here);
  std::optional<std::string> difference;
  for (const auto& candidate : candidates(world, next)) {
    const auto other = world.clone();
    const auto outcome = try_input(*other, candidate);
    if (!outcome || shown_to_all(*outcome) != shown_here || !same_but_events(real, *other, viewer, seats, next.at)) continue;
    const auto told_there = told(*outcome, viewer);
    if (told_here == told_there) return std::string();
    if (!difference) difference = told_here + "and in the other world\n" + told_there;
  }
  return difference;
}

}  // namespace

void compare_move(const Game& game, Seat seats, const TimedInput& next, games::RandomStream& random, SecrecyReport& report) {
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  const auto real = game.clone();
  const auto outcome = apply(*real, next);
  for (const auto viewer : viewers(seats)) {
    if (answer == nullptr || viewer.is(answer->seat)) continue;
    ++report.moves;
    // Seldom two different public paths lead to the same outputs (a card is drawn and discarded within one input). A leak
    // shows in every world, so a difference counts when a second world confirms it and none denies it.
    std::string first;
    unsigned differing = 0;
    constexpr unsigned worlds = 8;
    for (unsigned i = 0; i < worlds; ++i) {
      const auto difference = told_differently(*real, outcome, *game.redeal(viewer, random), viewer, seats, next);
      if (difference && differing == 0) ++report.moves_matched;
      if (difference && difference->empty()) differing = 0;
      if (difference && !difference->empty() && ++differing == 1) first = *difference;
      if (differing != 1) break;
    }
    if (differing > 1) report.leak("events", name(viewer) + ", who is told\n" + first);
  }
}

}  // namespace athanor::test
