#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "secrecy.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::quacksalber {

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = quacksalber::State;
  using Move = quacksalber::Move;
  using Event = quacksalber::Event;

  static Seat seats(const State& state) { return state.seats; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return quacksalber::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) { return quacksalber::decision(state, seat, language); }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language) { return move_of(state, seat, answer); }
  static std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
    return quacksalber::explain(state, seat, answer, language);
  }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return quacksalber::default_answer(state, seat); }
  static void apply(State& state, Seat seat, const Move& move, GameStep& step) { quacksalber::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId timer, GameStep& step) { quacksalber::timer_fired(state, timer, step); }
  static void presence(State& state, Seat seat, Presence presence, GameStep& step) { quacksalber::presence(state, seat, presence, step); }
  static void leave(State& state, Seat seat, GameStep& step) { quacksalber::leave(state, seat, step); }
  static void join(State&, Seat, GameStep&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!over(state)) return list;
    for (const auto& line : ranking(state))
      list.push_back({line.seat, line.ranked ? std::to_string(state.players[line.seat].vp) : std::string(), line.winner});
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.seat < b.seat; });
    return list;
  }
  static std::string view(const State& state, Viewer viewer, Language language) { return quacksalber::view(state, viewer, language); }
  static std::string event_kind(const Event& event) { return quacksalber::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return quacksalber::event_text(event, names, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { quacksalber::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return quacksalber::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { quacksalber::hidden(state, viewer, out); }
};

}  // namespace athanor::games::quacksalber
