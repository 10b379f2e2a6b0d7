// Whole games of Quacksalber played by bots, seen by the client: every moment has a picture without gaps, and the chance to
// explode that it shows is the one with which pots explode.

#include "games/quacksalber/numbers.h"
#include "renderer.h"
#include "scenes.h"

#include <athanor/v1/quacksalber.pb.h>

#include <support/playthrough.h>

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

constexpr std::uint32_t draw_offer = 1;

// The catalogue's terms, as a client gets them.
Terms real_terms(games::Language language) {
  v1::GameInfo info;
  info.set_name("quacksalber");
  for (const auto& term : games::standard_catalogue().find("quacksalber")->terms(language)) {
    auto* message = info.add_terms();
    message->set_key(term.key);
    message->set_text(term.text);
  }
  return Terms(std::move(info));
}

v1::QuacksalberView view_of(const games::Game& game, games::Seat seat) {
  v1::QuacksalberView view;
  REQUIRE(view.ParseFromString(game.view(games::Viewer::seat(seat), games::Language::english)));
  return view;
}

athanor::test::Plan plan(games::OptionMap options, games::Seat seats, std::uint64_t seed) {
  athanor::test::Plan plan;
  plan.game = "quacksalber";
  plan.options = std::move(options);
  plan.seats = seats;
  plan.seed = seed;
  plan.bot = "sensible";
  return plan;
}

// Cut lines and names that the catalogue does not know ("?") are gaps.
std::string gaps(const Picture& picture, bool spoken) {
  std::string found;
  for (const auto* blocks : {&picture.table, &picture.own})
    for (const auto& block : *blocks)
      for (const auto& text : block.lines) {
        auto row = text_of(text);
        while (row.ends_with(' ')) row.pop_back();
        if (!spoken && block.grid && columns(line(row)) > 38) found += "cut: " + row + "\n";
        if (row.find(spoken ? "?" : "?  ") != std::string::npos) found += "unknown: " + row + "\n";
      }
  return found;
}

}  // namespace

TEST_CASE("Every moment of a real game of Quacksalber has a picture, on the screen and in words, in both languages") {
  const Texts english("en"), german("de");
  std::set<std::string> headlines, missing;
  std::size_t drawn = 0;
  std::uint64_t seed = 1;
  for (const auto& options : {games::OptionMap{}, games::OptionMap{{"book-set", "2"}, {"pot-side", "tubes"}}, games::OptionMap{{"book-set", "3"}, {"extra-cards", "on"}},
                              games::OptionMap{{"book-set", "4"}, {"lockstep", "all"}, {"locoweed", "v2"}}, games::OptionMap{{"alchemists", "off"}, {"locoweed", "none"}}}) {
    const auto seats = static_cast<games::Seat>(2 + seed % 3);
    Model model;
    model.room = room(v1::ROOM_PHASE_PLAYING);
    model.room.set_game("quacksalber");
    const auto look = [&](const athanor::test::Playthrough& playing, const athanor::test::TimedInput*) {
      const bool in_german = ++drawn % 2 == 0;
      const auto language = in_german ? games::Language::german : games::Language::english;
      model.terms = real_terms(language);
      model.seat = static_cast<std::int32_t>(drawn / 2 % (seats + 1U)) - 1;
      model.view = playing.game->view(model.seat < 0 ? games::Viewer::spectator() : games::Viewer::seat(static_cast<games::Seat>(model.seat)), language);
      for (const bool spoken : {false, true}) {
        const auto picture = renderer_for("quacksalber").draw({model, in_german ? german : english, spoken});
        headlines.insert(picture.headline);
        if (auto found = gaps(picture, spoken); !found.empty()) missing.insert(std::move(found));
        REQUIRE(picture.table.size() >= 2);
      }
    };
    (void)athanor::test::play(games::standard_catalogue(), plan(options, seats, seed++), look);
  }
  CHECK(drawn > 1000);
  CHECK(headlines.size() > 2 * 9 * 4);  // in two languages, rounds and their phases
  INFO((missing.empty() ? std::string() : *missing.begin()));
  CHECK(missing.size() == 0);
}

TEST_CASE("Pots explode as often as the odds on the screen say") {
  double expected = 0, variance = 0;
  int exploded = 0, certain = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::optional<std::pair<games::Seat, quacksalber::Odds>> drawing;  // whose pot is looked at after its draw
    const auto look = [&](const athanor::test::Playthrough& playing, const athanor::test::TimedInput* next) {
      if (drawing) {
        const bool bang = view_of(*playing.game, drawing->first).players(static_cast<int>(drawing->first)).exploded();
        const auto odds = drawing->second;
        if (odds.bad == 0) CHECK_FALSE(bang);
        if (odds.bad == odds.all) CHECK(bang);
        certain += odds.bad == 0 || odds.bad == odds.all ? 1 : 0;
        const auto chance = static_cast<double>(odds.bad) / odds.all;
        expected += chance;
        variance += chance * (1 - chance);
        exploded += bang ? 1 : 0;
        drawing.reset();
      }
      const auto* answer = next == nullptr ? nullptr : std::get_if<athanor::test::AnswerInput>(&next->input);
      if (answer == nullptr || answer->answer.offer_id != draw_offer) return;
      const auto view = view_of(*playing.game, answer->seat);
      // In lockstep the draw comes later; card B11 puts an exploded pot back at once.
      if (view.phase() != v1::QUACKSALBER_PHASE_BREW || view.lockstep() || view.card() == "B11") return;
      drawing.emplace(answer->seat, quacksalber::explosion_odds(view.players(static_cast<int>(answer->seat))));
    };
    (void)athanor::test::play(games::standard_catalogue(), plan({}, 4, seed), look);
  }
  CHECK(certain > 500);
  CHECK(exploded > 30);
  CHECK(std::abs(exploded - expected) < 4 * std::sqrt(variance));
}
