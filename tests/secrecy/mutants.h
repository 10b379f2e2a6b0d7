#pragma once
// Planted leaks: each game with one fault, so that what a row of its table of hidden information keeps secret gets out. The
// proof of secrecy must find every one of them.

#include <athanor/games/adapter.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::test {

struct Mutant {
  std::string game;        ///< name in the catalogue
  std::string row;         ///< of the table in the game's rules file
  bool in_events = false;  ///< gets out in what is told of an input; otherwise in the view
  std::function<std::unique_ptr<games::Game>(const games::Game& real, const std::vector<std::string>& names)> spoil;
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

template <typename R, typename Spoilt>
Mutant mutant(std::string_view game, std::string_view row, bool in_events) {
  return {std::string(game), std::string(row), in_events, [](const games::Game& real, const std::vector<std::string>& names) {
            const auto& state = dynamic_cast<const games::GameAdapter<R>&>(real).state();
            return std::unique_ptr<games::Game>(std::make_unique<games::GameAdapter<Spoilt>>(state, names));
          }};
}
template <typename R, auto secret>
Mutant in_view(std::string_view game, std::string_view row) {
  return mutant<R, SpoiltView<R, secret>>(game, row, false);
}
template <typename R, auto secret>
Mutant in_events(std::string_view game, std::string_view row) {
  return mutant<R, SpoiltEvents<R, secret>>(game, row, true);
}

}  // namespace athanor::test
