// What is told at the start of a game. There is no state before it that could be redealt; so many games are started, and of those
// that look the same to a viewer he must be told the same.
#include <secrecy/happenings.h>

#include <athanor/v1/little_alchemists.pb.h>
#include <athanor/v1/the_alchemists.pb.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <map>

using namespace athanor;
using namespace athanor::test;

namespace {

template <typename View, typename Clear>
std::string without(const std::string& bytes, Clear clear) {
  View view;
  REQUIRE(view.ParseFromString(bytes));
  clear(view);
  return view.SerializeAsString();
}

// The view without what lies open in so many ways that no two games would look the same. What is told of it would tell games that
// look the same apart, so nothing at all may be told of it.
std::string coarse(const std::string& game, const std::string& view) {
  if (game == "the-alchemists")
    return without<v1::TheAlchemistsView>(view, [](auto& v) {
      v.clear_ingredient_display();
      v.clear_potion_display();
    });
  if (game == "little-alchemists")
    return without<v1::LittleAlchemistsView>(view, [](auto& v) {
      v.clear_market();
      v.clear_customer();
      v.clear_next_customer();
      v.clear_artifacts();
    });
  return view;
}

// What of the events cannot be found in `coarse`: the first cards of The Alchemists' displays, told to all and seen by all.
bool of_displays(const games::EventRecord& event) { return event.body->kind() == "display-refilled" && event.audience == games::Audience::everyone(); }

// Little Alchemists: a market that was not varied enough was filled anew in the open.
bool told_of_market(const games::Outcome& outcome) {
  return std::any_of(outcome.events.begin(), outcome.events.end(), [](const auto& event) { return event.body->kind() == "boring-market"; });
}

struct Starts {
  std::uint64_t same = 0;       ///< look like another one to a viewer
  std::uint64_t told = 0;       ///< of these, at how many he is told something
  std::uint64_t differing = 0;  ///< of these, how many tell him something else
};

// `leaky`: each start also tells a bit of what is hidden.
Starts compare_starts(const games::GameType& type, const Plan& plan, bool leaky) {
  Starts starts;
  std::map<std::string, std::string> heard;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    games::StartInfo info;
    info.options = *games::complete_options(type, plan.options, games::Language::english);
    info.seats = plan.seats;
    info.seed = seed_from(seed + 9'000'000);
    info.campaign = plan.campaign;
    for (games::Seat seat = 0; seat < plan.seats; ++seat) info.names.push_back("Player " + std::to_string(seat));
    auto started = type.start(info);
    std::erase_if(started.outcome.events, of_displays);
    for (const auto viewer : viewers(plan.seats)) {
      auto events = told(started.outcome.events, viewer);
      if (leaky) events += std::to_string(std::hash<std::string>()(started.game->hidden_from(viewer)) % 2);
      const auto view = started.game->view(viewer, games::Language::english);
      const auto looks = name(viewer) + (told_of_market(started.outcome) ? view : coarse(plan.game, view));
      const auto [before, first] = heard.emplace(looks, events);
      if (first) continue;
      ++starts.same;
      starts.told += !events.empty();
      starts.differing += before->second != events;
    }
  }
  return starts;
}

std::map<std::string, Starts> all_starts(bool leaky) {
  const auto catalogue = games::standard_catalogue();
  std::map<std::string, Starts> of_game;
  for (const auto& plan : secrecy_plans()) {
    INFO(describe(plan));
    const auto starts = compare_starts(*catalogue.find(plan.game), plan, leaky);
    CHECK((leaky || starts.differing == 0));
    auto& sum = of_game[plan.game];
    sum.same += starts.same;
    sum.told += starts.told;
    sum.differing += starts.differing;
  }
  return of_game;
}

}  // namespace

TEST_CASE("to whom two games look the same at their start, he is told the same") {
  std::string text;
  for (const auto& [game, starts] : all_starts(false)) {
    INFO(game);
    CHECK(starts.same > 0);
    text += " " + game + " " + std::to_string(starts.same) + " (told something: " + std::to_string(starts.told) + ");";
  }
  WARN("starts that look the same:" << text);
}

TEST_CASE("a planted leak at the start is found in every game") {
  for (const auto& [game, starts] : all_starts(true)) {
    INFO(game);
    CHECK(starts.differing > 0);
  }
}
