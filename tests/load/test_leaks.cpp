// The leak checkers of the load tool: honest games hold none, planted ones are found.

#include "src/leaks.h"

#include <athanor/v1/der_alchimist.pb.h>
#include <athanor/v1/quacksalber.pb.h>
#include <athanor/v1/the_alchemists.pb.h>
#include <support/plans.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using tools::find_leak;
using games::Viewer;

TEST_CASE("no view of an honest game holds a leak, whoever looks at it") {
  const auto catalogue = games::standard_catalogue();
  for (const auto& plan : all_plans()) {
    INFO(describe(plan));
    std::string found;
    (void)play(catalogue, plan, [&](const Playthrough& p, const TimedInput*) {
      if (p.inputs.size() % 4 != 0 && !p.game->finished()) return;  // a part of the states will do
      for (games::Seat seat = 0; seat < p.start.seats && found.empty(); ++seat)
        found = find_leak(plan.game, p.game->view(Viewer::seat(seat), games::Language::english), seat).value_or("");
      if (found.empty()) found = find_leak(plan.game, p.game->view(Viewer::spectator(), games::Language::english), -1).value_or("");
    });
    CHECK(found == "");
  }
}

TEST_CASE("a neighbour's view is found to be a leak in every game") {
  const auto catalogue = games::standard_catalogue();
  for (const std::string game : {"little-alchemists", "der-alchimist", "the-alchemists", "quacksalber"}) {
    Plan plan;
    plan.game = game;
    plan.seats = 3;
    int seen = 0, shown_to_spectator = 0;
    (void)play(catalogue, plan, [&](const Playthrough& p, const TimedInput*) {
      const auto view = p.game->view(Viewer::seat(1), games::Language::english);
      seen += find_leak(game, view, 0) ? 1 : 0;
      shown_to_spectator += find_leak(game, view, -1) ? 1 : 0;
    });
    INFO(game);
    CHECK(seen > 0);
    CHECK(shown_to_spectator > 0);
  }
}

TEST_CASE("planted leaks of Der Alchimist are found") {
  v1::DerAlchimistView view;
  view.set_phase(v1::DER_ALCHIMIST_PHASE_TURN);
  view.add_players()->set_hand_size(2);
  view.add_players();
  view.mutable_own()->add_hand(2);
  const auto found = [&](std::int32_t seat) { return find_leak("der-alchimist", view.SerializeAsString(), seat); };
  CHECK_FALSE(found(0));
  CHECK(found(1) == "another player's own screen");
  view.add_scan();
  view.set_active_seat(1);
  CHECK(found(0) == "an answer pile that another seat scans");
  view.clear_scan();
  view.mutable_end();
  CHECK(found(0) == "the end of a game that still runs");
}

TEST_CASE("planted leaks of The Alchemists are found") {
  v1::TheAlchemistsView view;
  view.set_step(v1::THE_ALCHEMISTS_STEP_ACTIONS);
  view.add_players()->set_hand_size(1);
  view.mutable_own()->add_hand(1);
  const auto found = [&](std::int32_t seat) { return find_leak("the-alchemists", view.SerializeAsString(), seat); };
  CHECK_FALSE(found(0));
  CHECK(found(1) == "another player's own screen");
  view.mutable_own()->add_seen_cards(1);
  CHECK(found(0) == "cards shown to a seat that is not asked about them");
  view.mutable_question()->add_seats(0);
  CHECK_FALSE(found(0));
  view.mutable_own()->add_hand(1);
  CHECK(found(0) == "another player's hand");
  view.mutable_end();
  CHECK(found(0) == "decks and hands of a game that still runs");
}

TEST_CASE("planted leaks of Quacksalber are found") {
  v1::QuacksalberView view;
  view.set_phase(v1::QUACKSALBER_PHASE_BREW);
  view.mutable_own()->set_seat(0);
  const auto found = [&](std::int32_t seat) { return find_leak("quacksalber", view.SerializeAsString(), seat); };
  CHECK_FALSE(found(0));
  CHECK(found(1) == "another player's own screen");
  CHECK(found(-1) == "a player's own screen, shown to a spectator");
  view.mutable_end();
  CHECK(found(0) == "the end of a game that still runs");
}
