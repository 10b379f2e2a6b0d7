// The companion-only session (rules §14).

#include "session.h"

#include <athanor/games/wire.h>
#include <athanor/little_alchemists/game.h>

namespace athanor::tests {
namespace {

TEST_CASE("[§14] a mix is told to the asking device alone") {
  Session s(3, 3);
  s.play(1, app::AskMix{0, 1});
  REQUIRE(s.seen<app::MixTold>(Viewer::seat(1)).size() == 1);
  CHECK(s.seen<app::MixTold>(Viewer::seat(1))[0].result == mix(s.state.board, s.state.table, 0, 1));
  CHECK(s.seen<app::MixTold>(Viewer::seat(0)).empty());
  CHECK(s.seen<app::MixTold>(Viewer::spectator()).empty());
  CHECK(s.view(Viewer::seat(1)).has_last());
  CHECK_FALSE(s.view(Viewer::seat(0)).has_last());
  s.play(1, app::AskMix{2, 2});
  CHECK(s.view(Viewer::seat(1)).last().result() == "T");
}

TEST_CASE("[§14] sixty mixes a minute per session") {
  Session s(3, 2);
  for (unsigned n = 0; n < 60; ++n) {
    REQUIRE(s.offered("mix", 1));
    s.play(static_cast<Seat>(n % 2), app::AskMix{0, 1});
  }
  CHECK_FALSE(s.offered("mix"));
  CHECK(s.offered("share-theory"));
  REQUIRE(s.state.timers.take_due(60'000) == app::minute_timer);
  app::minute_passed(s.state);
  CHECK(s.offered("mix"));
}

TEST_CASE("[§14] a wrong theory is told to the caller, nothing to the others") {
  Session s(3);
  s.play(0, app::AskTheory{0, s.wrong_set(0)});
  CHECK(s.seen<app::TheoryTold>(Viewer::seat(0)).size() == 1);
  CHECK(s.seen<app::TheoryTold>(Viewer::seat(1)).empty());
  CHECK(s.view(Viewer::seat(0)).last().result() == "wrong");
}

TEST_CASE("[§14] a theory that was wrong is not shared again by the same device, but a journal that holds it folds") {
  const auto type = make_companion();
  StartInfo info;
  info.options = complete_options(*type, {{"level", "3"}, {"all-levels", "true"}}, Language::english).value();
  info.seats = 2;
  info.names = {"Phone", "Tablet"};
  auto game = std::move(type->start(info).game);
  // The first theory that is wrong.
  const auto theory = [&](Seat seat, std::uint32_t ingredient, std::uint32_t set) {
    Answer answer;
    answer.decision_id = game->decision_id(seat).value();
    const auto asked = *game->decision(seat, Language::english);
    for (const auto& offer : asked.offers)
      if (offer.verb == "share-theory") answer.offer_id = offer.id;
    answer.values = {Picked{{ingredient}}, Picked{{set}}};
    return answer;
  };
  std::optional<Answer> wrong;
  for (std::uint32_t set = 1; !wrong; ++set) {
    auto after = game->clone();
    const auto outcome = after->answer(0, theory(0, 1, set), 0, Language::english);
    if (outcome && outcome->events.size() == 1 && after->decision(0, Language::english)->offers.size() > 2) {
      wrong = theory(0, 1, set);
      CHECK_FALSE(game->told_already(0, *wrong, Language::english));
      CHECK(outcome->repeatable);
      game = std::move(after);
    }
  }
  const auto why = game->told_already(0, *wrong, Language::english);
  REQUIRE(why.has_value());
  CHECK(why->reason == "theory-again");
  CHECK_THAT(why->text, Catch::Contains("wrong"));
  CHECK_THAT(game->told_already(0, *wrong, Language::german)->text, Catch::Contains("falsch"));
  auto elsewhere = *wrong;
  elsewhere.decision_id = game->decision_id(1).value();
  CHECK_FALSE(game->told_already(1, elsewhere, Language::english));  // another device was not told
  const auto before = game->digest();
  CHECK(game->answer(0, *wrong, 0, Language::english));
  CHECK(game->digest() != before);  // as in every journal with this version of the rules
}

TEST_CASE("[§14] level 2: a right theory is proven at once") {
  Session s(2);
  s.play(0, app::AskTheory{0, s.set(0)});
  CHECK(app::proven(s.state, 0));
  CHECK(s.seen<app::Proven>(Viewer::seat(1)).size() == 1);
  CHECK_FALSE(s.offered("reveal"));
}

TEST_CASE("[§14] level 3: a right theory waits for its reveal by any device; meanwhile nothing is asked") {
  Session s(3);
  s.play(0, app::AskTheory{1, s.set(1)});
  CHECK_FALSE(s.seen<app::TheoryTold>(Viewer::seat(1))[0].ingredient.has_value());
  CHECK(s.view(Viewer::seat(1)).pending_set() == letters(s.set(1)));
  CHECK(s.view(Viewer::seat(1)).pending_ingredient() == 0);
  CHECK(s.view(Viewer::seat(0)).pending_ingredient() == 2);
  CHECK_FALSE(s.offered("mix"));
  CHECK_FALSE(s.offered("share-theory"));
  CHECK_FALSE(s.offered("end-market"));
  REQUIRE(s.offered("reveal", 1));
  s.play(1, app::Reveal{});
  CHECK(app::proven(s.state, 1));
  CHECK(s.offered("mix"));
}

TEST_CASE("[§14] the end by theory: only when the puzzle is solved, with 1 to customers + 1 big tiles; its keys count") {
  Session s(2);
  for (Ingredient i = 0; i < 5; ++i) {
    CHECK_FALSE(s.offered("end-theory"));
    s.play(0, app::AskTheory{i, s.set(i)});
  }
  CHECK(s.view(Viewer::spectator()).puzzle_solved());
  Decision keep;
  const auto* offer = s.offer(0, "end-theory", keep);
  REQUIRE(offer != nullptr);
  CHECK(std::get<NumberInput>(offer->fields[0].kind).min == 1);
  CHECK(std::get<NumberInput>(offer->fields[0].kind).max == 4);
  s.play(0, app::EndByTheory{3});
  CHECK(campaign_from(s.state.campaign).earned[3]);
  CHECK_FALSE(campaign_from(s.state.campaign).level_open(3));
  CHECK(s.view(Viewer::spectator()).results().size() == 15);
  REQUIRE(s.offered("open-box"));
  s.play(1, app::OpenBox{3});
  CHECK(campaign_from(s.state.campaign).level_open(3));
  CHECK_FALSE(s.offered("open-box"));
}

TEST_CASE("[§11] a session with all-levels earns no keys") {
  Session s(2, 2, "", true);
  for (Ingredient i = 0; i < 5; ++i) s.play(0, app::AskTheory{i, s.set(i)});
  s.play(0, app::EndByTheory{3});
  CHECK(s.state.keys == 0);
  CHECK(s.view(Viewer::seat(0)).keys() == 0);
  CHECK(s.seen<app::Ended>(Viewer::seat(1))[0].keys == 0);
  CHECK_FALSE(s.change.has_value());
}

TEST_CASE("[§14] when all but one are proven, the last ingredient may still be shared as a theory, at every level with theories") {
  for (unsigned level = 2; level <= max_level; ++level) {
    INFO("level " << level);
    Session s(level);
    for (Ingredient i = 0; i < s.state.board.size; ++i) {
      REQUIRE(s.offered("share-theory"));
      Decision keep;
      for (const auto& field : s.offer(0, "share-theory", keep)->fields) CHECK_FALSE(std::get<Pick>(field.kind).options.empty());
      CHECK(s.offered("end-theory") == (i + 1U >= s.state.board.size));
      s.play(0, app::AskTheory{i, s.set(i)});
      if (level >= 3) s.play(1, app::Reveal{});
    }
    CHECK_FALSE(s.offered("share-theory"));
    CHECK(s.offered("end-theory"));
  }
}

TEST_CASE("[§14] level 1: the end by the market starts the test; the table is shown after it") {
  Session s(1);
  s.play(0, app::EndByMarket{});
  REQUIRE(s.offered("test-submit"));
  CHECK(s.view(Viewer::seat(0)).results().empty());
  std::vector<Result> answers;
  for (const auto& q : s.state.questions) answers.push_back(mix(s.state.board, s.state.table, q.a, q.b));
  s.play(1, app::SubmitTest{answers});
  CHECK(s.state.test_passed);
  CHECK(s.view(Viewer::seat(0)).results().size() == 15);
  CHECK(campaign_from(s.state.campaign).earned[2]);
  s.play(0, app::OpenBox{2});
  s.play(0, app::NewGame{2});
  CHECK(s.state.level == 2);
  CHECK(s.offered("mix"));
}

TEST_CASE("[§14] nobody's answer makes another device's question stale") {
  Session s(3, 3);
  const auto before = app::question(s.state, 2);
  s.play(0, app::AskMix{0, 1});
  s.play(1, app::AskTheory{1, s.set(1)});
  s.play(0, app::Reveal{});
  CHECK(app::question(s.state, 2) == before);
  for (const auto& offer : app::decision(s.state, 2, Language::german).offers) CHECK(offer.repeatable);
}

TEST_CASE("[§14] redeal of a session keeps what a device knows") {
  Session s(5, 3);
  s.play(0, app::AskMix{0, 1});
  s.play(1, app::AskMix{2, 3});
  s.play(0, app::AskTheory{0, s.wrong_set(0)});
  s.play(2, app::AskTheory{4, s.set(4)});
  Seed seed{};
  RandomStream random(seed, "test");
  for (unsigned n = 0; n < 60; ++n) {
    for (const auto& viewer : {Viewer::seat(0), Viewer::seat(1), Viewer::seat(2), Viewer::spectator()}) {
      const auto other = app::redeal(s.state, viewer, random);
      CHECK(app::view(other, viewer) == app::view(s.state, viewer));
      CanonicalWriter before, after;
      app::hidden(s.state, viewer, before);
      app::hidden(other, viewer, after);
      CHECK(before.bytes() != after.bytes());
    }
  }
}

TEST_CASE("[§14] through the game interface: devices may join while it runs, and it ends when it is closed") {
  const auto type = make_companion();
  CHECK(type->traits().join_while_playing);
  StartInfo info;
  info.options = complete_options(*type, {}, Language::english).value();
  info.seats = 1;
  info.names = {"Phone"};
  auto game = std::move(type->start(info).game);
  static_cast<void>(game->join(3, 0));
  REQUIRE(game->decision_id(3).has_value());
  const auto answer = [&](Seat seat, const std::string& verb) {
    const auto asked = *game->decision(seat, Language::english);
    Answer given;
    given.decision_id = *game->decision_id(seat);
    for (const auto& offer : asked.offers) {
      if (offer.verb != verb) continue;
      given.offer_id = offer.id;
      for (const auto& field : offer.fields) given.values.emplace_back(Picked{{std::get<Pick>(field.kind).options[0].id}});
    }
    return game->answer(seat, given, 0, Language::english);
  };
  REQUIRE(answer(3, "end-market").has_value());
  CHECK_FALSE(answer(0, "end-market").has_value());  // no longer offered, and nothing happens
  REQUIRE(answer(0, "test-submit").has_value());
  REQUIRE(answer(3, "close").has_value());
  CHECK(game->finished());
}

}  // namespace
}  // namespace athanor::tests
