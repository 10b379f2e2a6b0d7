#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "secrecy.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::der_alchimist {

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = der_alchimist::State;
  using Move = der_alchimist::Move;
  using Event = der_alchimist::Event;

  static Seat seats(const State& state) { return static_cast<Seat>(state.players.size()); }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return der_alchimist::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) { return der_alchimist::decision(state, seat, language); }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language language) {
    return to_move(state, seat, answer, language);
  }
  static std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
    return der_alchimist::explain(state, seat, answer, language);
  }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return der_alchimist::default_answer(state, seat); }
  static void apply(State& state, Seat seat, const Move& move, GameStep& step) { der_alchimist::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId timer, GameStep& step) { der_alchimist::timer_fired(state, timer, step); }
  static void presence(State& state, Seat seat, Presence presence, GameStep& step) { der_alchimist::presence(state, seat, presence, step); }
  static void leave(State& state, Seat seat, GameStep& step) { der_alchimist::leave(state, seat, step); }
  static void join(State&, Seat, GameStep&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!over(state)) return list;
    const auto best = winners(state);
    for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
      const auto& player = state.players[seat];
      const bool wins = std::find(best.begin(), best.end(), seat) != best.end();
      list.push_back({static_cast<Seat>(seat), player.left ? std::string() : std::to_string(player.points), wins});
    }
    return list;
  }
  static std::string view(const State& state, Viewer viewer, Language language) { return der_alchimist::view(state, viewer, language); }
  static std::string event_kind(const Event& event) { return der_alchimist::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return der_alchimist::event_text(event, names, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { der_alchimist::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return der_alchimist::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { der_alchimist::hidden(state, viewer, out); }
};

}  // namespace athanor::games::der_alchimist
