// Whoever is asked is gone while his connection looks alive: nothing is read or sent on it any more. Or people leave for good.

#include "trouble/clocked_server.h"
#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

// Every game with clocks as short as they may be, and without.
std::vector<Opening> openings(std::uint32_t seats) {
  const games::OptionMap little{{"level", "7"}, {"all-levels", "true"}};
  auto timed = little;
  timed.insert({{"turn-limit", "30"}, {"prompt-limit", "10"}, {"guess-limit", "10"}});
  const games::OptionMap short_turns{{"turn-clock", "30"},       {"book-scan", "30"},         {"challenge-commit", "20"}, {"creativity-vote", "5"},
                                     {"creativity-review", "5"}, {"final-vote", "10"}, {"final-veto", "10"}};
  return {{"little-alchemists", seats, timed},
          {"little-alchemists", seats, little},
          {"der-alchimist", seats, short_turns},
          {"der-alchimist", seats, {{"turn-clock", "off"}}},
          {"the-alchemists", seats, {{"turn-clock", "30"}}},
          {"the-alchemists", seats, {}},
          {"quacksalber", seats, {}},
          {"quacksalber", seats, {{"clock", "off"}, {"book-set", "2"}, {"extra-cards", "on"}}},
          {"little-alchemists-companion", std::min(seats, 3U), {{"level", "1"}}}};
}

std::string described(const Opening& opening) {
  std::string text = opening.game + " " + std::to_string(opening.seats) + " seed " + std::to_string(opening.seed);
  for (const auto& [name, value] : opening.options) text += " " + name + "=" + value;
  return text;
}

// What is asked, as far as it can be told apart from outside: what may be done, and in the long run what else, and whether others are
// asked at the same moment.
std::string kind_of(const Opening& opening, const Player& player) {
  std::set<std::string> verbs;
  for (const auto& offer : player.update.decision().offers()) verbs.insert(offer.verb());
  if (!long_run()) verbs.erase(std::next(verbs.begin()), verbs.end());
  auto kind = opening.game + " " + player.update.decision().help() + ":";
  for (const auto& verb : verbs) kind += " " + verb;
  if (player.update.decision().has_deadline()) kind += ", with a clock";
  if (long_run() && player.update.deciding_size() > 1) kind += ", others too";
  if (!player.waited_for()) kind += ", not waited for";
  return kind;
}

bool is_waited_for(Company& company, std::size_t seat) {
  const auto& deciding = company.somebody().update.deciding();
  return std::count(deciding.begin(), deciding.end(), static_cast<std::uint32_t>(seat)) > 0;
}

void play_on(ClockedServer& s, Company& company) {
  if (!company.act()) REQUIRE(s.time.until_something_happens(company));
}

void play_to_the_end(ClockedServer& s, Company& company) {
  while (!company.over()) play_on(s, company);
}

// The clock of the question decides, by itself, and not a millisecond earlier.
void until_its_deadline(ClockedServer& s, Company& company, std::size_t seat, const v1::Decision& question) {
  const auto asked = company.sequence();
  const auto deadline = s.entries(company.code(), asked).front().at_ms() + question.remaining_ms();
  const auto fired = [&] {
    const auto entries = s.entries(company.code(), asked);
    return std::count_if(entries.begin(), entries.end(), [&](const auto& e) { return e.has_timers_fired() && e.at_ms() == deadline; });
  };
  const bool waited_for = is_waited_for(company, seat);
  s.time.pass(question.remaining_ms() - 1, company);
  company.signs_of_life();
  CHECK(fired() == 0);
  if (waited_for) CHECK(is_waited_for(company, seat));
  s.time.pass(1, company);
  REQUIRE(eventually([&] { return fired() == 1; }));
}

// No clock runs for it: the connection is found dead after the documented silence, which the others are told, and after the grace
// its owner counts as away. Where the rules then leave it to the others to go on without him, they do.
void until_nobody_waits(ClockedServer& s, Company& company, std::size_t seat, const v1::Decision& question) {
  constexpr std::uint64_t idle_ms = 90'000, look_ms = 1000;
  const auto begun = company.sequence();
  s.time.pass(idle_ms + look_ms, company);
  auto& other = company.somebody();
  REQUIRE(other.until([&] { return !other.room.seats(static_cast<int>(seat)).connected(); }));
  const auto away = [&] {
    const auto entries = s.entries(company.code(), begun);
    return std::any_of(entries.begin(), entries.end(), [&](const auto& e) {
      return e.has_presence_changed() && e.presence_changed().seat() == seat && e.presence_changed().presence() == v1::PRESENCE_AWAY;
    });
  };
  const auto grace_s = s.server.catalogue.find(other.room.game())->traits().away_after_s;
  s.time.pass(std::uint64_t{grace_s} * 1000, company);
  company.signs_of_life();
  REQUIRE((company.over() || eventually(away)));
  for (int step = 0; !company.over() && is_waited_for(company, seat) && !stays_open(question); ++step) {
    REQUIRE(step < 200);
    play_on(s, company);
  }
}

void vanish_and_come_back(ClockedServer& s, Company& company, std::size_t seat) {
  company.refresh();
  const auto question = company.at(seat).update.decision();
  const auto asked = company.sequence();
  const auto looks_alive = company.fall_silent(seat);
  if (question.has_deadline() && !question.clock_stopped())
    until_its_deadline(s, company, seat, question);
  else
    until_nobody_waits(s, company, seat, question);
  company.signs_of_life();
  const auto entries = s.entries(company.code(), asked);
  CHECK(std::none_of(entries.begin(), entries.end(), [&](const auto& e) { return e.has_answer() && e.answer().seat() == seat; }));
  company.come_back(seat);
  if (!stays_open(question)) CHECK(company.at(seat).update.decision().id() != question.id());
}

// Somebody vanishes at each kind of question that was not tried yet.
void play_with_vanishing(ClockedServer& s, const Opening& opening, std::set<std::string>& tried) {
  Company company(s.port(), opening);
  while (!company.over()) {
    std::optional<std::size_t> next;
    for (std::size_t seat = 0; seat < company.seats() && !next; ++seat) {
      const auto& player = company.at(seat);
      if (player.update.has_decision() && tried.insert(kind_of(opening, player)).second) next = seat;
    }
    if (next)
      vanish_and_come_back(s, company, *next);
    else
      play_on(s, company);
  }
  CHECK(company.verdict() == "");
}

void play_some(ClockedServer& s, Company& company, int moves) {
  for (int move = 0; move < moves && !company.over(); ++move) play_on(s, company);
}

}  // namespace

TEST_CASE("vanished: at every kind of question of every game, the default is taken at the documented time") {
  const std::uint64_t seeds = long_run() ? 8 : 1;
  std::size_t kinds = 0;
  ClockedServer s;
  for (auto opening : openings(3)) {
    std::set<std::string> tried;
    for (opening.seed = 1; opening.seed <= seeds; ++opening.seed) {
      INFO(described(opening));
      play_with_vanishing(s, opening, tried);
    }
    CHECK(tried.size() >= 4);
    kinds += tried.size();
  }
  CHECK(s.control.verdict() == "");
  WARN("vanished at " << kinds << " kinds of question");
  CHECK(kinds >= 60);
}

TEST_CASE("vanished: without the silent one the others play the game to its end") {
  ClockedServer s;
  for (const std::uint32_t seats : long_run() ? std::vector<std::uint32_t>{2, 3, 4} : std::vector<std::uint32_t>{2, 3})
    for (auto opening : openings(seats))
      for (std::size_t silent = 0; silent < (long_run() ? opening.seats : 1); ++silent) {
        opening.seed = 7 + silent;
        INFO(described(opening));
        Company company(s.port(), opening);
        play_some(s, company, 3);
        const auto looks_alive = company.over() ? nullptr : company.fall_silent(silent);
        play_to_the_end(s, company);
        CHECK(company.verdict() == "");
      }
  CHECK(s.control.verdict() == "");
}

TEST_CASE("vanished: all but one leave, and he finds an end; all leave, and the room is gone") {
  ClockedServer s;
  for (const auto& opening : openings(4)) {
    INFO(described(opening));
    for (std::size_t last = 0; last < opening.seats; last += opening.seats - 1) {
      Company company(s.port(), opening);
      play_some(s, company, 5);
      company.leave_all_but(last);
      play_to_the_end(s, company);
      CHECK(company.verdict() == "");
    }
    Company company(s.port(), opening);
    play_some(s, company, 5);
    for (std::size_t seat = 0; seat < company.seats(); ++seat) company.leave(seat);
    REQUIRE(eventually([&] { return s.entries(company.code()).back().has_closed(); }));
    Player late(s.port());
    late.hello();
    v1::ClientMessage join;
    join.mutable_join_room()->set_code(company.code());
    join.mutable_join_room()->set_name("Late");
    const auto request = late.send(join);
    v1::ClientMessage sign;
    sign.mutable_heartbeat();
    late.ask(sign);
    s.seams.advance(1000);  // wrong codes wait
    CHECK(late.reply(request).code() == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  }
  CHECK(s.control.verdict() == "");
}

TEST_CASE("vanished: when all are gone the game waits for them, and goes on where it was") {
  const std::vector<Opening> slow{{"little-alchemists", 2, {{"turn-limit", "600"}, {"prompt-limit", "300"}, {"guess-limit", "300"}}},
                                  {"der-alchimist", 2, {{"turn-clock", "300"}}},
                                  {"the-alchemists", 2, {{"turn-clock", "600"}}},
                                  {"the-alchemists", 2, {}},
                                  {"quacksalber", 2, {{"clock", "off"}}},
                                  {"little-alchemists-companion", 2, {{"level", "1"}}}};
  ClockedServer s;
  for (const auto& opening : slow) {
    INFO(described(opening));
    Company company(s.port(), opening);
    company.refresh();
    std::vector<v1::Decision> before;
    std::vector<std::unique_ptr<Player>> silent;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      before.push_back(company.at(seat).update.decision());
      silent.push_back(company.fall_silent(seat));
    }
    constexpr std::uint64_t found_after_ms = 91'000;
    s.time.pass(found_after_ms, company);
    REQUIRE(eventually([&] { return s.server.service->counters().members <= 2; }));  // the control room's
    s.time.pass(long_run() ? 7'200'000 : 600'000, company);                          // the room has left the memory
    for (std::size_t seat = 0; seat < 2; ++seat) company.come_back(seat);
    company.refresh();
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const auto& now = company.at(seat).update.decision();
      CHECK(now.id() == before[seat].id());
      CHECK(now.has_deadline() == before[seat].has_deadline());
      if (!now.has_deadline()) continue;
      CHECK(now.remaining_ms() <= before[seat].remaining_ms());
      CHECK(now.remaining_ms() + found_after_ms >= before[seat].remaining_ms());
    }
    play_to_the_end(s, company);
    CHECK(company.verdict() == "");
  }
  CHECK(s.control.verdict() == "");
}
