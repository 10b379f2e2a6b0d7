// Golden screens of Quacksalber in each phase; the odds and rat tails; a hostile view.

#include "games/quacksalber/numbers.h"
#include "quacksalber_scenes.h"
#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;
using quacksalber::Odds;

namespace {

struct QuacksalberStage : Stage {
  QuacksalberStage(const std::string& language, int seat) : Stage(language, seat, quacksalber_catalogue(language)), language_name(language) {}
  void show(const v1::RoomState& state, const v1::QuacksalberView& view, const v1::Decision* decision = nullptr) {
    Stage::show(next(state, view, decision, {"Bob draws a white 2 and his pot explodes.", "Cara stops."}));
  }
  void check(const std::string& name, Size size) { check_golden("quacksalber_" + name + "_" + language_name, screen(size, 1000)); }
  void both_sizes(const std::string& name) {
    check(name + "_80x24", {80, 24});
    check(name + "_120x40", {120, 40});
  }

  std::string language_name;
};

v1::QuacksalberPlayer brewer(std::uint32_t white_sum, std::uint32_t limit, std::vector<std::uint32_t> bag) {
  v1::QuacksalberPlayer player;
  player.set_white_sum(white_sum);
  player.set_limit(limit);
  for (const auto count : bag) player.add_bag(count);
  return player;
}

}  // namespace

TEST_CASE("Golden screens of Quacksalber") {
  const auto playing = quacksalber_room(v1::ROOM_PHASE_PLAYING);
  for (const std::string language : {"en", "de"}) {
    const auto question = brew_question(language);
    QuacksalberStage brew(language, 0), late(language, 0), patients(language, 0), card(language, 0), flask(language, 0), shop(language, 0), bang(language, 0),
        end(language, 0), watch(language, -1);
    brew.show(playing, brewing(), &question);
    brew.both_sizes("brew");
    brew.check("narrow_50x12", {50, 12});
    (void)brew.canvas({80, 24});
    brew.player.key({Key::Kind::tab, {}}, at(0));
    brew.check("own_80x24", {80, 24});
    late.show(playing, brewing_late());
    late.both_sizes("late");
    patients.show(playing, choosing_patients());
    patients.check("patients_80x24", {80, 24});
    card.show(playing, fortune());
    card.check("fortune_80x24", {80, 24});
    flask.show(playing, essence());
    flask.check("essence_80x24", {80, 24});
    shop.show(playing, shopping());
    shop.both_sizes("shop");
    bang.show(playing, exploded());
    bang.check("exploded_80x24", {80, 24});
    end.show(quacksalber_room(v1::ROOM_PHASE_FINISHED), reckoning());
    end.both_sizes("end");
    auto public_view = brewing();
    public_view.clear_own();
    watch.show(playing, public_view);
    watch.both_sizes("watch");
  }
}

TEST_CASE("Quacksalber in words, for the line mode") {
  for (const std::string language : {"en", "de"}) {
    const Texts texts(language);
    Model model;
    model.seat = 0;
    model.room = quacksalber_room(v1::ROOM_PHASE_PLAYING);
    model.terms = Terms(quacksalber_catalogue(language).games(0));
    std::string said;
    for (const auto& view : {choosing_patients(), brewing(), brewing_late(), fortune(), essence(), shopping(), reckoning()}) {
      model.view = view.SerializeAsString();
      said += spoken("quacksalber", model, texts);
    }
    check_golden("quacksalber_spoken_" + language, said);
  }
}

TEST_CASE("The chance to explode is counted from the bag, the white sum and the limit") {
  using quacksalber::explosion_odds;
  CHECK(explosion_odds(brewer(0, 7, {4, 2, 1, 1, 1})) == Odds{0, 9});   // the first chip never explodes
  CHECK(explosion_odds(brewer(4, 7, {4, 2, 1, 1, 1})) == Odds{0, 9});   // exactly 7 is allowed
  CHECK(explosion_odds(brewer(5, 7, {4, 2, 1, 1, 1})) == Odds{1, 9});
  CHECK(explosion_odds(brewer(6, 7, {4, 2, 1, 1, 1})) == Odds{3, 9});
  CHECK(explosion_odds(brewer(7, 7, {4, 2, 1, 1, 1})) == Odds{7, 9});
  CHECK(explosion_odds(brewer(7, 9, {4, 2, 1, 1, 1})) == Odds{1, 9});   // card B07
  CHECK(explosion_odds(brewer(7, 7, {})) == Odds{0, 0});
  CHECK(explosion_odds(brewer(4'000'000'000U, 7, {1, 1, 1})) == Odds{3, 3});
}

TEST_CASE("A chance is rounded, but neither to never nor to always") {
  CHECK(Odds{0, 9}.percent() == 0);
  CHECK(Odds{0, 0}.percent() == 0);
  CHECK(Odds{1, 3}.percent() == 33);
  CHECK(Odds{2, 3}.percent() == 67);
  CHECK(Odds{1, 8}.percent() == 13);
  CHECK(Odds{1, 999}.percent() == 1);
  CHECK(Odds{998, 999}.percent() == 99);
  CHECK(Odds{9, 9}.percent() == 100);
}

TEST_CASE("Rat tails are counted as on the printed score track, which is lapped (rules E8, E9)") {
  const auto track = quacksalber::track_of(Terms(quacksalber_catalogue("en").games(0)));
  const auto tails = [&](std::int64_t own, std::int64_t leader) { return quacksalber::tails_between(track, own, leader); };
  CHECK(tails(3, 12) == 3);
  CHECK(tails(39, 68) == 12);
  CHECK(tails(51, 68) == 7);
  CHECK(tails(49, 51) == 0);
  CHECK(tails(16, 20) == 2);
  CHECK(tails(17, 20) == 1);
  CHECK(tails(19, 20) == 0);
  CHECK(tails(20, 20) == 0);
  CHECK(tails(-2147483648LL, 2147483647LL) == 1840);  // counted within 2000 points of zero
}

TEST_CASE("A hostile view of Quacksalber is shown without harm") {
  constexpr auto huge = 4'000'000'000U;
  auto view = brewing_late();
  view.set_round(huge);
  view.set_start_seat(huge);
  view.set_card("\x1b[2J");
  view.set_locoweed("\x1b]0;x\x07");
  view.add_books(huge);
  view.add_patients(std::string(300, 'P'));
  view.mutable_own()->set_held("\x1b[2J\u202E\u200B\x07\x1b]8;;http://x\x1b\\link");
  for (int i = 0; i < 3; ++i) view.add_prices(huge);
  auto* anna = view.mutable_players(0);
  anna->set_vp(-2147483647 - 1);
  anna->set_droplet(huge);
  anna->set_start(huge);
  anna->set_scoring_space(huge);
  anna->set_limit(huge);
  anna->set_white_sum(huge);
  anna->set_drawn(huge);
  anna->set_patient("\x1b[31m");
  for (int i = 0; i < 500; ++i) {
    auto* chip = anna->add_pot();
    chip->set_kind(huge);
    chip->set_space(huge - static_cast<std::uint32_t>(i));
  }
  anna->add_bag(huge);
  view.mutable_players(1)->set_vp(2147483647);
  view.mutable_players(1)->set_scoring_space(53);
  view.mutable_players(1)->set_limit(0);
  view.add_closed(true);
  auto over = view;
  over.mutable_end()->add_scores()->set_seat(huge);
  auto* score = over.mutable_end()->add_scores();
  score->set_ranked(true);
  score->set_vp(-2147483647 - 1);
  score->set_essence_vp(huge);
  auto first = view;
  first.mutable_players(0)->set_droplet(0);
  first.mutable_players(0)->set_scoring_space(0);
  for (const auto& hostile : {view, over, first}) REQUIRE(v1::QuacksalberView().ParseFromString(hostile.SerializeAsString()));  // it is read
  for (const int seat : {0, 3, 31, -1})
    for (auto hostile : {view, over, first})
      for (std::uint32_t phase = 0; phase < 16; ++phase) {
        hostile.set_phase(static_cast<v1::QuacksalberPhase>(phase));
        QuacksalberStage stage("en", seat);
        stage.show(quacksalber_room(v1::ROOM_PHASE_PLAYING), hostile);
        const Size sizes[] = {{80, 24}, {120, 40}, {40, 10}, {1, 1}, {300, 100}};
        const auto size = sizes[phase % 5];
        check_cells(stage.canvas(size, 1000));
      }
}

TEST_CASE("Before the first chip nobody is told what stopping pays, and the shop claims to know no purse") {
  auto view = brewing_late();
  auto* anna = view.mutable_players(0);
  anna->clear_pot();
  anna->set_scoring_space(1);
  anna->set_stopped(false);
  anna->set_exploded(false);
  view.set_phase(v1::QUACKSALBER_PHASE_BREW);
  for (const std::string language : {"en", "de"}) {
    QuacksalberStage stage(language, 0);
    stage.show(quacksalber_room(v1::ROOM_PHASE_PLAYING), view);
    const auto screen = stage.canvas({300, 100}, 1000).str();
    CHECK(screen.find(stage.texts("qu.stop_pays")) == std::string::npos);
    CHECK(screen.find("─ " + stage.texts("qu.shop") + " ─") != std::string::npos);
  }
}

TEST_CASE("The shop says whose coins it counts with, and one coin is a coin") {
  auto view = brewing_late();
  auto* anna = view.mutable_players(0);
  REQUIRE(anna->pot_size() > 0);
  anna->set_scoring_space(1);  // pays 1
  anna->set_coins(1);
  const auto shown = [&](v1::QuacksalberPhase phase) {
    view.set_phase(phase);
    QuacksalberStage stage("en", 0);
    stage.show(quacksalber_room(v1::ROOM_PHASE_PLAYING), view);
    return stage.canvas({300, 100}, 1000).str();
  };
  const auto brewing = shown(v1::QUACKSALBER_PHASE_BREW), shopping = shown(v1::QUACKSALBER_PHASE_BUY);
  CHECK(brewing.find("Shop (✓ for 1 coin from your pot)") != std::string::npos);
  CHECK(shopping.find("Shop (✓ for 1 coin)") != std::string::npos);
  for (const auto& screen : {brewing, shopping}) CHECK(screen.find(" 1 coins") == std::string::npos);
}

TEST_CASE("Whoever is away or played by a bot is marked among the quacks and where he is waited for") {
  const auto view = brewing_late();
  auto state = quacksalber_room(v1::ROOM_PHASE_PLAYING);
  const auto two = state.seats(1).name(), three = state.seats(2).name();
  state.mutable_seats(1)->set_bot(false);
  state.mutable_seats(1)->set_connected(false);
  state.mutable_seats(2)->set_connected(true);
  state.mutable_seats(2)->set_substituted(true);
  Stage stage;
  auto message = stage.next(state, view);
  message.clear_deciding();
  message.add_deciding(1);
  message.add_deciding(2);
  stage.show(message);
  const auto canvas = stage.canvas({117, 40});  // columns that are wide enough for a whole row
  bool away = false, bot = false;
  for (int y = 0; y < canvas.size().height; ++y) {
    const auto row = canvas.row(y);
    if (row.find("VP ♦") == std::string::npos) continue;
    away |= row.find(two) != std::string::npos && row.find("away") != std::string::npos;
    bot |= row.find(three) != std::string::npos && row.find("bot") != std::string::npos;
  }
  CHECK(away);
  CHECK(bot);
  CHECK(canvas.str().find("Waiting for " + two + " (away), " + three + " (bot).") != std::string::npos);
}
