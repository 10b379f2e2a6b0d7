#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "redeal.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::little_alchemists {

/// "7½", "-3": scores are kept in half points.
inline std::string score_text(int half_points) {
  const int whole = half_points / 2;
  if (half_points % 2 == 0) return std::to_string(whole);
  const std::string sign = half_points < 0 && whole == 0 ? "-" : "";
  return sign + (whole == 0 ? std::string() : std::to_string(whole)) + "½";
}

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = little_alchemists::State;
  using Move = little_alchemists::Move;
  using Event = little_alchemists::Event;

  static Seat seats(const State& state) { return state.seats; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return little_alchemists::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) {
    return little_alchemists::decision(state, seat, language);
  }
  static tl::expected<Move, Rejection> move(const State& state, Seat, const CheckedAnswer& answer, Language) { return move_of(state, answer); }
  static Answer default_answer(const State& state, Seat seat, const Decision& decision) {
    return little_alchemists::default_answer(state, seat, decision);
  }
  static void apply(State& state, Seat seat, const Move& move, GameStep& step) { little_alchemists::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId timer, GameStep& step) { little_alchemists::timer_fired(state, timer, step); }
  static void presence(State& state, Seat seat, Presence presence, GameStep& step) { little_alchemists::presence(state, seat, presence, step); }
  static void leave(State& state, Seat seat, GameStep& step) { little_alchemists::leave(state, seat, step); }
  static void join(State&, Seat, GameStep&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return state.phase == Phase::finished; }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!finished(state)) return list;
    for (const auto& line : scores(state)) list.push_back({line.seat, line.ranked ? score_text(line.half_points) : std::string(), line.winner});
    return list;
  }
  static std::string view(const State& state, Viewer viewer, Language) { return little_alchemists::view(state, viewer); }
  static std::string event_kind(const Event& event) { return little_alchemists::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return little_alchemists::event_text(event, names, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { little_alchemists::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return little_alchemists::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { little_alchemists::hidden(state, viewer, out); }
};

}  // namespace athanor::games::little_alchemists
