// Somebody who was silent comes back with his answer in the moment in which his time is up.

#include "trouble/clocked_server.h"
#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;

v1::ClientMessage answer_to(const Player& player, games::Bot& bot) {
  v1::ClientMessage message;
  *message.mutable_answer() = bot.choose(player.update.decision(), player.update.view());
  message.mutable_answer()->set_decision_id(player.update.decision().id());
  return message;
}

struct Return {
  std::unique_ptr<Player> player;
  Reply reply;
};

Return come_back_with(Company& company, std::size_t seat, v1::ClientMessage answer) {
  Return back{company.connection(seat), {}};
  if (!back.player->resume(company.code(), company.token(seat)).accepted) throw std::runtime_error("the seat was not given back");
  back.reply = back.player->ask(std::move(answer));
  return back;
}

// One answer settles what is asked.
std::optional<std::size_t> asked_with_a_clock(Company& company) {
  for (std::size_t seat = 0; seat < company.seats(); ++seat) {
    const auto& player = company.at(seat);
    const auto& question = player.update.decision();
    if (player.waited_for() && question.has_deadline() && !question.clock_stopped() && !stays_open(question)) return seat;
  }
  return std::nullopt;
}

// Each of them answers something, unless the game ends before.
void all_can_act(ClockedServer& s, Company& company) {
  std::vector<bool> acted(company.seats());
  for (int step = 0; !company.over() && !std::all_of(acted.begin(), acted.end(), [](bool b) { return b; }); ++step) {
    REQUIRE(step < 200);
    const auto from = company.sequence() + 1;
    if (!company.act()) REQUIRE(s.time.until_something_happens(company));
    for (const auto& entry : s.entries(company.code(), from))
      if (entry.has_answer()) acted[entry.answer().seat()] = true;
  }
}

struct Wins {
  std::size_t answer = 0, clock = 0;
};

// One race: `late_by` is how long after the return has begun the clock is moved.
void race(ClockedServer& s, Company& company, std::size_t seat, games::Bot& bot, std::chrono::microseconds late_by, Wins& wins) {
  company.refresh();
  const auto question = company.at(seat).update.decision();
  auto answer = answer_to(company.at(seat), bot);
  const auto asked = company.sequence();
  const auto deadline = s.entries(company.code(), asked).front().at_ms() + question.remaining_ms();
  const auto silent = company.fall_silent(seat);
  s.time.pass(question.remaining_ms() - 1, company);
  auto coming = std::async(std::launch::async, [&] { return come_back_with(company, seat, std::move(answer)); });
  std::this_thread::sleep_for(late_by);
  s.seams.advance(1);
  auto back = coming.get();

  const auto fired = [&](const v1::JournalEntry& e) { return e.has_timers_fired() && e.at_ms() == deadline; };
  const auto answered = [&](const v1::JournalEntry& e) {
    return e.has_answer() && e.answer().seat() == seat && e.answer().answer().decision_id() == question.id();
  };
  const auto entries = s.entries(company.code(), asked);
  const auto answers = std::count_if(entries.begin(), entries.end(), answered);
  if (back.reply.accepted) {
    ++wins.answer;
    CHECK(answers == 1);
    const auto mine = std::find_if(entries.begin(), entries.end(), answered);
    CHECK(std::none_of(entries.begin(), mine, fired));  // not before it
    CHECK(mine->at_ms() < deadline);
  } else {
    ++wins.clock;
    CHECK(back.reply.code() == v1::REFUSAL_CODE_STALE);
    CHECK(answers == 0);
    CHECK(std::count_if(entries.begin(), entries.end(), fired) == 1);
  }
  company.come_back(seat, std::move(back.player), back.reply.accepted ? 1 : 0);
  all_can_act(s, company);
}

}  // namespace

TEST_CASE("vanished: an answer in the very moment of the deadline: one side wins, one entry tells of it, and all can act") {
  const std::vector<Opening> openings{
      {"little-alchemists", 2, {{"level", "7"}, {"all-levels", "true"}, {"turn-limit", "30"}, {"prompt-limit", "10"}, {"guess-limit", "10"}}},
      {"the-alchemists", 2, {{"turn-clock", "30"}}},
      {"der-alchimist", 2, {{"turn-clock", "30"}}},
      {"quacksalber", 3, {}}};
  const std::size_t races = long_run() ? 400 : 40;  // of each game
  std::mt19937 random(1);                           // the same delays each time
  std::uniform_int_distribution<int> delay_us(0, 3000 * slowness);
  ClockedServer s;
  Wins wins;
  for (auto opening : openings) {
    INFO(opening.game);
    const auto bot = games::random_bot(3);
    for (std::size_t begun = 0; begun < races; ++opening.seed) {
      Company company(s.port(), opening);
      for (; begun < races && !company.over(); ++begun) {
        std::optional<std::size_t> seat;
        while (!company.over() && !(seat = asked_with_a_clock(company)))
          if (!company.act()) REQUIRE(s.time.until_something_happens(company));
        if (seat) race(s, company, *seat, *bot, std::chrono::microseconds(delay_us(random)), wins);
      }
      if (company.over()) CHECK(company.verdict() == "");
    }
  }
  WARN(wins.answer << " answers were in time, " << wins.clock << " came too late");
  CHECK(wins.answer > 10);
  CHECK(wins.clock > (slowness > 1 ? 2 : 10));
  CHECK(s.control.verdict() == "");
}

TEST_CASE("vanished: the same on real clocks, within 50 ms around the deadline") {
  struct Table {
    std::unique_ptr<Company> company;
    std::size_t seat = 0;
    v1::ClientMessage answer;
    std::unique_ptr<Player> silent;
    Clock::time_point back_at;
  };
  const std::size_t tables = long_run() ? 200 : 20;
  std::mt19937 random(2);
  std::uniform_int_distribution<int> around_ms(-50, 50);
  LiveServer server({"--rooms-per-address", "1000"});
  ControlRoom control(server.port());
  std::vector<Table> all(tables);
  for (std::size_t i = 0; i < tables; ++i) {
    auto& table = all[i];
    const Opening opening{"little-alchemists", 2, {{"level", "7"}, {"all-levels", "true"}, {"turn-limit", "10"}, {"prompt-limit", "5"}, {"guess-limit", "5"}}, i + 1,
                          static_cast<std::uint32_t>(2 * i)};
    table.company = std::make_unique<Company>(server.port(), opening);
    const auto now = Clock::now();
    table.seat = asked_with_a_clock(*table.company).value();
    auto& player = table.company->at(table.seat);
    const auto bot = games::random_bot(i);
    table.answer = answer_to(player, *bot);
    table.back_at = now + std::chrono::milliseconds(player.update.decision().remaining_ms()) + std::chrono::milliseconds(around_ms(random));
    table.silent = table.company->fall_silent(table.seat);
  }
  std::sort(all.begin(), all.end(), [](const Table& a, const Table& b) { return a.back_at < b.back_at; });
  std::size_t in_time = 0;
  for (auto& table : all) {
    std::this_thread::sleep_until(table.back_at);
    auto back = come_back_with(*table.company, table.seat, table.answer);
    in_time += back.reply.accepted ? 1 : 0;
    if (!back.reply.accepted) CHECK(back.reply.code() == v1::REFUSAL_CODE_STALE);
    table.company->come_back(table.seat, std::move(back.player), back.reply.accepted ? 1 : 0);
  }
  WARN(in_time << " of " << tables << " answers were in time");
  for (auto& table : all) {  // the journal holds what was accepted, and nothing else
    while (!table.company->over())
      if (!table.company->act()) table.company->signs_of_life();
    CHECK(table.company->verdict() == "");
  }
  CHECK(control.verdict() == "");
}
