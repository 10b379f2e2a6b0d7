#pragma once
// How the rules of this game meet the adapter. Apart from the game type so that tests can spoil single functions.

#include "offers.h"
#include "redeal.h"
#include "texts/events.h"
#include "view.h"

#include <athanor/games/adapter.h>

#include <algorithm>

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

  // the rules' own functions
  static constexpr auto& question = little_alchemists::question;
  static constexpr auto& decision = little_alchemists::decision;
  static constexpr auto& offers = little_alchemists::offers;
  static constexpr auto& apply = little_alchemists::apply;
  static constexpr auto& timer_fired = little_alchemists::timer_fired;
  static constexpr auto& presence = little_alchemists::presence;
  static constexpr auto& leave = little_alchemists::leave;
  static constexpr auto& event_kind = little_alchemists::event_kind;
  static constexpr auto& event_text = little_alchemists::event_text;
  static constexpr auto& canonical = little_alchemists::canonical;
  static constexpr auto& redeal = little_alchemists::redeal;
  static constexpr auto& hidden = little_alchemists::hidden;
  static constexpr auto& default_answer = little_alchemists::default_answer;

  static Seat seats(const State& state) { return state.seats; }
  static tl::expected<Move, Rejection> move(const State& state, Seat, const CheckedAnswer& answer, Language) { return move_of(state, answer); }
  static bool finished(const State& state) { return state.phase == Phase::finished; }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!finished(state)) return list;
    for (const auto& line : scores(state)) list.push_back({line.seat, line.ranked ? score_text(line.half_points) : std::string(), line.winner});
    return list;
  }
  static std::string table_view(const State& state, Language) { return little_alchemists::table_view(state); }
  static std::string own_view(const State& state, Viewer viewer, Language) { return little_alchemists::own_view(state, viewer); }
};

}  // namespace athanor::games::little_alchemists
