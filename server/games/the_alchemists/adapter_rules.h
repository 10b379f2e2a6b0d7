#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "redeal.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::the_alchemists {

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = the_alchemists::State;
  using Move = the_alchemists::Move;
  using Event = the_alchemists::Event;

  static Seat seats(const State& state) { return state.seats; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return the_alchemists::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) {
    return the_alchemists::decision(state, seat, language);
  }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language) {
    return move_of(state, seat, answer);
  }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return answer_of(default_move(state, seat)); }
  static void apply(State& state, Seat seat, const Move& move, GameStep& step) { the_alchemists::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId timer, GameStep& step) { the_alchemists::timer_fired(state, timer, step); }
  static void presence(State& state, Seat seat, Presence presence, GameStep& step) { the_alchemists::presence(state, seat, presence, step); }
  static void leave(State& state, Seat seat, GameStep& step) { the_alchemists::leave(state, seat, step); }
  static void join(State&, Seat, GameStep&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!over(state)) return list;
    for (const auto& line : scores(state)) list.push_back({line.seat, line.ranked ? std::to_string(line.total()) : std::string(), line.winner});
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.seat < b.seat; });
    return list;
  }
  static std::string view(const State& state, Viewer viewer, Language) { return the_alchemists::view(state, viewer); }
  static std::string event_kind(const Event& event) { return the_alchemists::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return the_alchemists::event_text(data(), event, names, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { the_alchemists::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return the_alchemists::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { the_alchemists::hidden(state, viewer, out); }
};

}  // namespace athanor::games::the_alchemists
