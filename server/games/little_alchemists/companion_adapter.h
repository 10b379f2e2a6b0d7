#pragma once
// How the companion session meets the adapter. Apart from the game type so that tests can spoil single functions.

#include "companion_state.h"

namespace athanor::games::little_alchemists::companion {

/// What the adapter asks for (athanor/games/adapter.h).
struct SessionRules {
  using State = companion::State;
  using Move = companion::Move;
  using Event = companion::Event;
  using SessionStep = companion::SessionStep;

  // the rules' own functions
  static constexpr auto& question = companion::question;
  static constexpr auto& explain = companion::explain;
  static constexpr auto& told_already = companion::told_already;
  static constexpr auto& apply = companion::apply;
  static constexpr auto& join = companion::join;
  static constexpr auto& event_kind = companion::event_kind;
  static constexpr auto& canonical = companion::canonical;
  static constexpr auto& redeal = companion::redeal;
  static constexpr auto& hidden = companion::hidden;

  static Seat seats(const State&) { return companion::max_devices; }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) { return companion::decision(state, seat, language); }
  static tl::expected<Move, Rejection> move(const State& state, Seat, const CheckedAnswer& answer, Language language) {
    return companion::move_of(state, answer, language);
  }
  static Answer default_answer(const State& state, Seat, const Decision&) { return companion::default_answer(state); }
  static void timer_fired(State& state, TimerId, SessionStep&) { companion::minute_passed(state); }
  static void presence(State&, Seat, Presence, SessionStep&) {}  // a device that is switched off loses nothing
  static void leave(State& state, Seat seat, SessionStep&) { companion::leave(state, seat); }
  static bool finished(const State& state) { return state.closed; }
  static std::vector<Standing> standings(const State&, Language) { return {}; }
  static std::string table_view(const State&, Language) { return {}; }  // devices see little alike
  static std::string own_view(const State& state, Viewer viewer, Language) { return companion::view(state, viewer); }
  static std::string event_text(const Event& event, const std::vector<std::string>&, Language language) {
    return companion::event_text(event, language);
  }
};

}  // namespace athanor::games::little_alchemists::companion
