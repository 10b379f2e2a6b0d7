#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "refusals.h"
#include "secrecy.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>

namespace athanor::games::der_alchimist {

/// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = der_alchimist::State;
  using Move = der_alchimist::Move;
  using Event = der_alchimist::Event;

  // the rules' own functions
  static constexpr auto& question = der_alchimist::question;
  static constexpr auto& decision = der_alchimist::decision;
  static constexpr auto& offers = der_alchimist::offers;
  static constexpr auto& explain = der_alchimist::explain;
  static constexpr auto& explain_stale = der_alchimist::explain_stale;
  static constexpr auto& apply = der_alchimist::apply;
  static constexpr auto& timer_fired = der_alchimist::timer_fired;
  static constexpr auto& presence = der_alchimist::presence;
  static constexpr auto& leave = der_alchimist::leave;
  static constexpr auto& event_kind = der_alchimist::event_kind;
  static constexpr auto& event_text = der_alchimist::event_text;
  static constexpr auto& canonical = der_alchimist::canonical;
  static constexpr auto& redeal = der_alchimist::redeal;
  static constexpr auto& hidden = der_alchimist::hidden;

  static Seat seats(const State& state) { return static_cast<Seat>(state.players.size()); }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language language) {
    return to_move(state, seat, answer, language);
  }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return der_alchimist::default_answer(state, seat); }
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
  static std::string table_view(const State& state, Language) { return der_alchimist::table_view(state); }
  static std::string own_view(const State& state, Viewer viewer, Language) { return der_alchimist::own_view(state, viewer); }
};

}  // namespace athanor::games::der_alchimist
