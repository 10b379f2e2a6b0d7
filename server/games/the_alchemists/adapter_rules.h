#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "redeal.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>

namespace athanor::games::the_alchemists {

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = the_alchemists::State;
  using Move = the_alchemists::Move;
  using Event = the_alchemists::Event;

  // the rules' own functions
  static constexpr auto& question = the_alchemists::question;
  static constexpr auto& decision = the_alchemists::decision;
  static constexpr auto& apply = the_alchemists::apply;
  static constexpr auto& timer_fired = the_alchemists::timer_fired;
  static constexpr auto& presence = the_alchemists::presence;
  static constexpr auto& leave = the_alchemists::leave;
  static constexpr auto& event_kind = the_alchemists::event_kind;
  static constexpr auto& canonical = the_alchemists::canonical;
  static constexpr auto& redeal = the_alchemists::redeal;
  static constexpr auto& hidden = the_alchemists::hidden;

  static Seat seats(const State& state) { return state.seats; }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language) {
    return move_of(state, seat, answer);
  }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return answer_of(default_move(state, seat)); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!over(state)) return list;
    for (const auto& line : scores(state)) list.push_back({line.seat, line.ranked ? std::to_string(line.total()) : std::string(), line.winner});
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.seat < b.seat; });
    return list;
  }
  static std::string table_view(const State& state, Language) { return the_alchemists::table_view(state); }
  static std::string own_view(const State& state, Viewer viewer, Language) { return the_alchemists::own_view(state, viewer); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return the_alchemists::event_text(data(), event, names, language);
  }
};

}  // namespace athanor::games::the_alchemists
