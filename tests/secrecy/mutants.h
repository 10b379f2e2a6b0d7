#pragma once
// Planted leaks: each game with one fault, so that what a row of its table of hidden information keeps secret gets out. The
// proof of secrecy must find every one of them. What a leak in the view lets out is also what tells how much of a row is hidden.

#include <athanor/games/adapter.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::test {

/// Where a leak gets out, and so which comparison must find it.
enum class Out {
  view,
  asked,      ///< who is asked, seen at once
  offers,     ///< what is offered
  standard,   ///< the default answer
  id,         ///< the number of a question, of two ways that look the same
  events,     ///< what is told of an answer
  choice,     ///< what is told of an answer that looks like others
  happening,  ///< what is told of a clock, a presence, a leaving, an arrival
  finished    ///< the view of a game that is over
};

struct Mutant {
  std::string game;  ///< name in the catalogue
  std::string row;   ///< of the table in the game's rules file
  Out out = Out::view;
  std::function<std::unique_ptr<games::Game>(const games::Game& real, const std::vector<std::string>& names)> spoil;
  /// The row's bytes, if it gets out in the view; empty: nothing of it is hidden now.
  std::function<std::string(const games::Game& real, games::Viewer viewer)> hidden{};
  bool stream = false;  ///< drawn anew by every redeal, so that its change says nothing of the others
  bool bit = false;     ///< one bit, seldom told: found by as much as the normal run looks at
};

[[nodiscard]] std::vector<Mutant> the_alchemists_mutants();
[[nodiscard]] std::vector<Mutant> little_alchemists_mutants();
[[nodiscard]] std::vector<Mutant> companion_mutants();
[[nodiscard]] std::vector<Mutant> der_alchimist_mutants();
[[nodiscard]] std::vector<Mutant> quacksalber_mutants();

/// R is what a game gives to the adapter. `secret(state, viewer, out)` is added to what every viewer sees.
template <typename R, auto secret>
struct SpoiltView : R {
  static std::string own_view(const typename R::State& state, games::Viewer viewer, games::Language language) {
    games::CanonicalWriter out;
    secret(state, viewer, out);
    return R::own_view(state, viewer, language) + out.bytes();
  }
};

/// Events for which `secret(event)` holds are told to everybody as well.
template <typename R, auto secret>
struct SpoiltEvents : R {
  using Step = games::Step<typename R::Event>;
  static void apply(typename R::State& state, games::Seat seat, const typename R::Move& move, Step& step) {
    R::apply(state, seat, move, step);
    for (const auto& entry : std::vector(step.events.entries()))
      if (secret(entry.event)) step.events.to_all(entry.event);
  }
};

/// After a move `tell(before, seat, move, state, step)` tells more of it than it may, or counts what it may not.
template <typename R, auto tell>
struct SpoiltMove : R {
  using Step = games::Step<typename R::Event>;
  static void apply(typename R::State& state, games::Seat seat, const typename R::Move& move, Step& step) {
    const auto before = state;
    R::apply(state, seat, move, step);
    tell(before, seat, move, state, step);
  }
};

/// `tell(state, step)` is told as well when a clock runs out, somebody goes away or comes back, leaves, or arrives.
template <typename R, auto tell, char when>
struct SpoiltHappening : R {
  using State = typename R::State;
  using Step = games::Step<typename R::Event>;
  static void timer_fired(State& state, games::TimerId timer, Step& step) {
    R::timer_fired(state, timer, step);
    if (when == 't') tell(state, step);
  }
  static void presence(State& state, games::Seat seat, games::Presence presence, Step& step) {
    R::presence(state, seat, presence, step);
    if (when == 'p') tell(state, step);
  }
  static void leave(State& state, games::Seat seat, Step& step) {
    R::leave(state, seat, step);
    if (when == 'l') tell(state, step);
  }
  static void join(State& state, games::Seat seat, Step& step) {
    if constexpr (requires { R::join(state, seat, step); }) R::join(state, seat, step);
    if (when == 'j') tell(state, step);
  }
};

/// `change(state, seat, decision)` lets the offers tell it.
template <typename R, auto change>
struct SpoiltOffers : R {
  static auto decision(const typename R::State& state, games::Seat seat, games::Language language) {
    std::optional<games::Decision> decision = R::decision(state, seat, language);
    if (decision) change(state, seat, *decision);
    return decision;
  }
  static games::Decision offers(const typename R::State& state, games::Seat seat) { return decision(state, seat, games::Language::english).value(); }
};
/// `change(state, seat, answer)` lets the default answer tell it.
template <typename R, auto change>
struct SpoiltDefault : R {
  static games::Answer default_answer(const typename R::State& state, games::Seat seat, const games::Decision& decision) {
    auto answer = R::default_answer(state, seat, decision);
    change(state, seat, answer);
    return answer;
  }
};

/// Whether a seat is asked depends on one bit of `secret(state, viewer, out)`: a seat is not asked where it is 1.
template <typename R, auto secret>
struct SpoiltAsking : R {
  static std::optional<std::uint64_t> question(const typename R::State& state, games::Seat seat) {
    games::CanonicalWriter out;
    secret(state, games::Viewer::seat(seat), out);
    return out.digest() % 2 == 1 && !out.bytes().empty() ? std::nullopt : R::question(state, seat);
  }
};
/// The question's name depends on it.
template <typename R, auto secret>
struct SpoiltNaming : R {
  static std::optional<std::uint64_t> question(const typename R::State& state, games::Seat seat) {
    games::CanonicalWriter out;
    secret(state, games::Viewer::seat(seat), out);
    const auto key = R::question(state, seat);
    return key ? std::optional(*key + (out.digest() << 32U)) : key;
  }
};

template <typename R, typename Spoilt>
Mutant mutant(std::string_view game, std::string_view row, Out out) {
  return {std::string(game), std::string(row), out, [](const games::Game& real, const std::vector<std::string>& names) {
            const auto& state = dynamic_cast<const games::GameAdapter<R>&>(real).state();
            return std::unique_ptr<games::Game>(std::make_unique<games::GameAdapter<Spoilt>>(state, names));
          }};
}
template <typename R, auto secret>
Mutant in_view(std::string_view game, std::string_view row, Out out = Out::view) {
  auto made = mutant<R, SpoiltView<R, secret>>(game, row, out);
  made.hidden = [](const games::Game& real, games::Viewer viewer) {
    games::CanonicalWriter bytes;
    secret(dynamic_cast<const games::GameAdapter<R>&>(real).state(), viewer, bytes);
    return bytes.bytes();
  };
  return made;
}
template <typename R, auto secret>
Mutant in_stream(std::string_view game, std::string_view row) {
  auto made = in_view<R, secret>(game, row);
  made.stream = true;
  return made;
}
template <typename R, auto secret>
Mutant in_events(std::string_view game, std::string_view row) {
  return mutant<R, SpoiltEvents<R, secret>>(game, row, Out::events);
}
template <typename R, auto tell>
Mutant in_move(std::string_view game, std::string_view row, Out out) {
  return mutant<R, SpoiltMove<R, tell>>(game, row, out);
}
/// Of what happens by itself: one leak for each kind. Without arrivals where nobody may join.
template <typename R, auto tell>
void add_happenings(std::vector<Mutant>& list, std::string_view game, bool clocks, bool arrivals) {
  if (clocks) list.push_back(mutant<R, SpoiltHappening<R, tell, 't'>>(game, "a clock that runs out tells", Out::happening));
  list.push_back(mutant<R, SpoiltHappening<R, tell, 'p'>>(game, "somebody who goes away or comes back tells", Out::happening));
  list.push_back(mutant<R, SpoiltHappening<R, tell, 'l'>>(game, "somebody who leaves tells", Out::happening));
  if (arrivals) list.push_back(mutant<R, SpoiltHappening<R, tell, 'j'>>(game, "somebody who joins tells", Out::happening));
}
/// One bit, so that two worlds are as likely to agree as to differ, told to the mover alone, and one when somebody leaves.
template <typename R, auto to_mover, auto leaving>
void add_bits(std::vector<Mutant>& list, std::string_view game, std::string_view to_mover_row, std::string_view leaving_row) {
  list.push_back(in_move<R, to_mover>(game, to_mover_row, Out::events));
  list.back().bit = true;
  list.push_back(mutant<R, SpoiltHappening<R, leaving, 'l'>>(game, leaving_row, Out::happening));
  list.back().bit = true;
}
template <typename R, auto secret>
void add_questions(std::vector<Mutant>& list, std::string_view game, std::string_view of) {
  list.push_back(mutant<R, SpoiltAsking<R, secret>>(game, "whether a seat is asked, by " + std::string(of), Out::asked));
  list.push_back(mutant<R, SpoiltNaming<R, secret>>(game, "the number of a question, by " + std::string(of), Out::asked));
}

}  // namespace athanor::test
