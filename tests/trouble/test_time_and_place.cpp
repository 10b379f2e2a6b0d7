// Clocks that are set, a process that is frozen, zones and locales: what people are told and what is stored does not depend on them.

#include "trouble/clocked_server.h"
#include "trouble/live_server.h"

#include <athanor/games/random.h>

#include <catch2/catch.hpp>

#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <locale>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;

const std::vector<Opening> every_game{{"little-alchemists", 2, {{"level", "7"}, {"all-levels", "true"}, {"turn-limit", "60"}}},
                                      {"der-alchimist", 3, {}},
                                      {"the-alchemists", 3, {{"turn-clock", "60"}}},
                                      {"quacksalber", 4, {}},
                                      {"little-alchemists-companion", 2, {{"level", "1"}}}};

/// Secret bytes that are the same each time after begin().
class RepeatingSeams final : public ManualSeams {
 public:
  void begin(std::int64_t wall_unix_ms) {
    const std::scoped_lock lock(mutex_);
    random_ = games::RandomStream(games::Seed{}, "secrets of a test");
    wall_ahead_ms = wall_unix_ms - static_cast<std::int64_t>(steady_ms());
  }
  void secret_bytes(std::span<std::uint8_t> out) const override {
    const std::scoped_lock lock(mutex_);
    for (auto& byte : out) byte = static_cast<std::uint8_t>(random_.uniform(256));
  }

 private:
  mutable std::mutex mutex_;
  mutable games::RandomStream random_{games::Seed{}, "secrets of a test"};
};

/// A variable of the environment, as long as this object lives.
class Variable {
 public:
  Variable(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str())) before_ = before;
    set(value);
  }
  ~Variable() { set(before_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const std::optional<std::string>& value) {
    if (value)
      ::setenv(name_.c_str(), value->c_str(), 1);
    else
      ::unsetenv(name_.c_str());
    ::tzset();
  }
  std::string name_;
  std::optional<std::string> before_;
};

/// As a German writes numbers.
class Comma final : public std::numpunct<char> {
 protected:
  [[nodiscard]] char do_decimal_point() const override { return ','; }
  [[nodiscard]] char do_thousands_sep() const override { return '.'; }
  [[nodiscard]] std::string do_grouping() const override { return "\3"; }
};

/// The locale of the whole process, as long as this object lives. C locales that are not installed stay "C".
class Locale {
 public:
  Locale(const std::string& c_name, bool comma) : before_(std::locale()), c_before_(std::setlocale(LC_ALL, nullptr)) {
    if (comma) std::locale::global(std::locale(std::locale::classic(), new Comma));
    (void)std::setlocale(LC_ALL, c_name.c_str());
  }
  ~Locale() {
    std::locale::global(before_);
    (void)std::setlocale(LC_ALL, c_before_.c_str());
  }
  Locale(const Locale&) = delete;
  Locale& operator=(const Locale&) = delete;

 private:
  std::locale before_;
  std::string c_before_;
};

struct Place {
  std::string zone, locale;
  bool comma;
};

/// What everybody was sent and what was stored, of one game each of every kind.
struct Record {
  std::vector<std::string> sent;
  std::vector<std::string> stored;
};

Record play_every_game(const Place& place, std::int64_t wall_unix_ms) {
  const Variable zone("TZ", place.zone);
  const Locale locale(place.locale, place.comma);
  RepeatingSeams seams;
  WholeServer server({}, WholeServer::generous(), seams);
  Record record;
  for (auto opening : every_game) {
    seams.begin(wall_unix_ms);
    std::vector<std::string> transcripts(opening.seats);
    opening.transcripts = &transcripts;
    Company company(server.port(), opening);
    while (!company.over()) {
      seams.advance(company.act() ? 500 : 2000);
      company.signs_of_life();
    }
    CHECK(company.verdict() == "");
    for (auto& transcript : transcripts) record.sent.push_back(std::move(transcript));
    server.journal->load_room(company.code(), [&](const store::Result<std::vector<std::string>>& entries) {
      std::string all;
      for (const auto& entry : entries.value()) all += entry;
      record.stored.push_back(std::move(all));
    });
  }
  return record;
}

std::vector<Place> places() {
  return {{"UTC", "C", false},
          {"Pacific/Chatham", "C", true},
          {"Europe/Berlin", "C.UTF-8", true},
          {"America/St_Johns", "POSIX", true},
          {"Europe/Berlin", "de_DE.UTF-8", false},
          {"Europe/Istanbul", "tr_TR.UTF-8", false},
          {"Nowhere/At_All", "xx_XX", true}};
}

// Both kinds of nights in which the clocks of Berlin are changed, ten seconds before.
constexpr std::int64_t spring_2026 = 1'774'745'990'000, autumn_2026 = 1'792'889'990'000;

std::optional<std::size_t> asked_with_a_clock(Company& company) {
  for (std::size_t seat = 0; seat < company.seats(); ++seat)
    if (company.at(seat).waited_for() && company.at(seat).update.decision().has_deadline()) return seat;
  return std::nullopt;
}

}  // namespace

TEST_CASE("time and place: a system clock that is set by two hours in the middle of a turn moves no deadline") {
  ClockedServer s;
  for (const std::int64_t hours : {2, -2, 48, -48}) {
    Company company(s.port(), {"little-alchemists", 2, {{"turn-limit", "30"}}});
    const auto seat = asked_with_a_clock(company).value();
    company.refresh();
    const auto question = company.at(seat).update.decision();
    const auto asked = company.sequence();
    const auto at = s.entries(company.code(), asked).front().at_ms();
    const auto fired = [&] {
      std::vector<std::uint64_t> times;
      for (const auto& entry : s.entries(company.code(), asked))
        if (entry.has_timers_fired()) times.push_back(entry.at_ms());
      return times;
    };
    s.time.pass(question.remaining_ms() / 2, company);
    s.seams.wall_ahead_ms += hours * 3'600'000;
    company.refresh();
    CHECK(company.at(seat).update.decision().id() == question.id());
    CHECK(company.at(seat).update.decision().remaining_ms() == question.remaining_ms() - question.remaining_ms() / 2);
    s.time.pass(question.remaining_ms() - question.remaining_ms() / 2 - 1, company);
    company.signs_of_life();
    CHECK(fired().empty());
    s.time.pass(1, company);
    REQUIRE(eventually([&] { return !fired().empty(); }));
    CHECK(fired() == std::vector<std::uint64_t>{at + question.remaining_ms()});
    while (!company.over())
      if (!company.act()) REQUIRE(s.time.until_something_happens(company));
    CHECK(company.verdict() == "");
  }
  CHECK(s.control.verdict() == "");
}

TEST_CASE("time and place: a process that is frozen in the middle of a turn goes on with it, and took the time from nobody") {
  LiveServer server;
  {
    ControlRoom before(server.port());
    CHECK(before.verdict() == "");
  }
  Company company(server.port(), {"little-alchemists", 2, {{"turn-limit", "10"}}, 1, 0});
  const auto seat = asked_with_a_clock(company).value();
  company.refresh();
  const auto question = company.at(seat).update.decision();
  const auto told_at = Clock::now();
  constexpr int unnoticed_ms = 3000;  // two seconds may pass as if nothing were
  const auto frozen_for = std::chrono::seconds(long_run() ? 100 : 6);  // in the long run also longer than any connection may be silent
  server.program().send(SIGSTOP);
  std::this_thread::sleep_for(frozen_for);  // time itself is what is tried here
  server.program().send(SIGCONT);
  company.refresh();
  const auto& after = company.at(seat).update.decision();
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - told_at).count();
  CHECK(after.id() == question.id());
  CHECK(after.remaining_ms() > 0);
  CHECK(after.remaining_ms() <= question.remaining_ms());
  CHECK(after.remaining_ms() + passed - std::chrono::milliseconds(frozen_for).count() + unnoticed_ms >= question.remaining_ms());
  REQUIRE(company.act());
  while (!company.over())
    if (!company.act()) company.signs_of_life();
  CHECK(company.verdict() == "");
  ControlRoom control(server.port());
  CHECK(control.verdict() == "");
}

// Without a control room on the same server, whose games would draw from the same secrets.
TEST_CASE("time and place: the same bytes on the wire and in the journal in every zone and locale") {
  for (const auto wall : {spring_2026, autumn_2026}) {
    const auto home = play_every_game(places().front(), wall);
    REQUIRE(home.stored.size() == every_game.size());
    for (const auto& sent : home.sent) REQUIRE(sent.size() > 5000);
    for (const auto& place : places()) {
      INFO(place.zone << " " << place.locale);
      const auto away = play_every_game(place, wall);
      REQUIRE(away.sent.size() == home.sent.size());
      for (std::size_t i = 0; i < home.sent.size(); ++i) CHECK((away.sent[i] == home.sent[i]));
      CHECK((away.stored == home.stored));
    }
  }
}

TEST_CASE("time and place: the real program plays whole games in any zone and locale of its environment") {
  for (const auto& [zone, locale] : std::vector<std::pair<std::string, std::optional<std::string>>>{
           {"Pacific/Chatham", "tr_TR.UTF-8"}, {"Europe/Berlin", "de_DE.UTF-8"}, {"Nowhere/At_All", "C"}, {"", std::nullopt}}) {
    INFO(zone << " " << locale.value_or("no locale"));
    const Variable tz("TZ", zone), all("LC_ALL", locale), lang("LANG", locale);
    LiveServer server;
    ControlRoom control(server.port());
    std::uint32_t from = 0;
    for (auto opening : every_game) {
      opening.from = from += 10;
      if (opening.game == "der-alchimist") continue;  // its clocks would take minutes
      Company company(server.port(), opening);
      while (!company.over())
        if (!company.act()) company.signs_of_life();
      CHECK(company.verdict() == "");
    }
    CHECK(control.verdict() == "");
  }
}
