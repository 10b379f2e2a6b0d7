#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "secrecy.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>

namespace athanor::games::quacksalber {

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = quacksalber::State;
  using Move = quacksalber::Move;
  using Event = quacksalber::Event;

  // the rules' own functions
  static constexpr auto& question = quacksalber::question;
  static constexpr auto& decision = quacksalber::decision;
  static constexpr auto& explain = quacksalber::explain;
  static constexpr auto& apply = quacksalber::apply;
  static constexpr auto& timer_fired = quacksalber::timer_fired;
  static constexpr auto& presence = quacksalber::presence;
  static constexpr auto& leave = quacksalber::leave;
  static constexpr auto& event_kind = quacksalber::event_kind;
  static constexpr auto& event_text = quacksalber::event_text;
  static constexpr auto& canonical = quacksalber::canonical;
  static constexpr auto& redeal = quacksalber::redeal;
  static constexpr auto& hidden = quacksalber::hidden;

  static Seat seats(const State& state) { return state.seats; }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language) { return move_of(state, seat, answer); }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return quacksalber::default_answer(state, seat); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!over(state)) return list;
    for (const auto& line : ranking(state))
      list.push_back({line.seat, line.ranked ? std::to_string(state.players[line.seat].vp) : std::string(), line.winner});
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.seat < b.seat; });
    return list;
  }
  static std::string table_view(const State& state, Language) { return quacksalber::table_view(state); }
  static std::string own_view(const State& state, Viewer viewer, Language language) { return quacksalber::own_view(state, viewer, language); }
};

}  // namespace athanor::games::quacksalber
