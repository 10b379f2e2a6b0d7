#include "phases.h"

#include "clocks.h"
#include "journals.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <set>

namespace recovery {
namespace {

using namespace athanor;

constexpr int most_games = 60;  // that may be needed for all phases: chance deals the rare ones

// People on one server and their game.
class Table {
 public:
  Table(boost::asio::io_context& context, const std::string& url, const PhasedGame& game, std::uint64_t seed)
      : context_(context), game_(game), random_(seed) {
    static const auto catalogue = games::standard_catalogue();
    const auto* const type = catalogue.find(game.game);
    REQUIRE(type != nullptr);
    const auto enter = [&](link::Purpose purpose) {
      const auto bot_seed = seed * 100 + people_.size();
      people_.push_back(std::make_unique<Person>(context, url, std::move(purpose), game.bot(*type, bot_seed)));
      REQUIRE(run_until(context, [&] { return people_.back()->online(); }));
      people_.back()->link().set_ready(true);
    };
    enter(new_room(game.seats, game.options, "Person 1", game.game));
    while (people_.size() < game.seats) {
      enter(joining(*people_.front(), "Person " + std::to_string(people_.size() + 1)));
    }
    REQUIRE(run_until(context, [&] {
      const auto& seats = people_.front()->room().seats();
      return std::all_of(seats.begin(), seats.end(), [](const auto& seat) { return seat.ready(); });
    }));
    people_.front()->link().start_game();
    REQUIRE(run_until(context, [&] { return all([](const Person& p) { return !p.update().view().empty(); }); }));
    settle();
  }

  [[nodiscard]] bool over() const { return people_.front()->room().phase() == v1::ROOM_PHASE_FINISHED; }
  [[nodiscard]] std::string phase() const { return game_.phase_of(people_.front()->update()); }

  // One answer of somebody who is asked; if nobody is, waits for the clock.
  void step() {
    const auto begun = Steady::now();
    std::vector<Person*> asked;
    for (const auto& person : people_)
      if (person->asked()) asked.push_back(person.get());
    const auto seen = newest();
    const auto something_came = [&] { return over() || newest() > seen; };
    if (asked.empty())
      REQUIRE(run_until(context_, something_came));
    else if (asked[random_() % asked.size()]->answer_once() == 0)  // the bot waits
      (void)run_until(context_, something_came, std::chrono::milliseconds(20));
    settle();
    if (newest() > seen) stepped_at_ = begun;
  }

  void survives_a_kill(Server& server) {
    struct Before {
      v1::Update update;
      Steady::time_point at;
      std::uint64_t updates;
    };
    std::vector<Before> before;
    for (const auto& person : people_) before.push_back({person->update(), person->updated_at, person->updates});
    server.kill();
    const auto alive = last_alive(server.data());
    const auto journals = fold_all(server.data());
    INFO(journals.wrong);
    CHECK(journals.wrong.empty());
    server.start();
    const auto started = Steady::now();
    REQUIRE(run_until(context_, [&] {
      for (std::size_t i = 0; i < people_.size(); ++i)
        if (!people_[i]->online() || people_[i]->updates == before[i].updates) return false;
      return true;
    }));
    settle();
    for (std::size_t i = 0; i < people_.size(); ++i) {
      INFO("person " << i + 1);
      const auto& then = before[i].update;
      const auto& now = people_[i]->update();
      CHECK(now.sequence() >= then.sequence());
      CHECK((now.view() == then.view()));
      REQUIRE(now.has_decision() == then.has_decision());
      compare(then.decision(), now.decision());
      check_clock({then.decision(), stepped_at_, before[i].at}, alive, started, now.decision());
    }
  }

  void survives_a_cut() {
    auto& person = *people_[random_() % people_.size()];
    const auto before = person.update();
    const auto known = newest();
    const auto updates = person.updates;
    person.link().cut();
    REQUIRE(run_until(context_, [&] { return person.online() && person.updates > updates; }));
    settle();
    const auto& now = person.update();
    for (const auto& other : people_) CHECK(game_.phase_of(other->update()) == game_.phase_of(now));
    // Gone and back: whatever else was entered is what the rules did without him.
    if (now.sequence() > known + 2) return;
    CHECK(game_.phase_of(now) == game_.phase_of(before));
    CHECK(now.decision().id() == before.decision().id());
    CHECK(now.decision().offers_size() == before.decision().offers_size());
  }
  [[nodiscard]] const std::set<std::string>& events() const { return people_.front()->events; }

 private:
  template <typename Condition>
  [[nodiscard]] bool all(Condition condition) const {
    return std::all_of(people_.begin(), people_.end(), [&](const auto& person) { return condition(*person); });
  }
  [[nodiscard]] std::uint64_t newest() const {
    std::uint64_t newest = 0;
    for (const auto& person : people_) newest = std::max(newest, person->update().sequence());
    return newest;
  }
  // Until everything is answered and everybody has seen it.
  void settle() {
    REQUIRE(run_until(context_, [&] {
      const auto last = newest();
      return all([&](const Person& p) {
        return const_cast<Person&>(p).link().unanswered() == 0 && p.update().sequence() == last;
      });
    }));
  }

  static void compare(const v1::Decision& then, const v1::Decision& now) {
    CHECK(now.id() == then.id());
    CHECK(now.prompt() == then.prompt());
    REQUIRE(now.offers_size() == then.offers_size());
    for (int i = 0; i < now.offers_size(); ++i)
      CHECK(now.offers(i).SerializeAsString() == then.offers(i).SerializeAsString());
  }

  boost::asio::io_context& context_;
  const PhasedGame& game_;
  std::mt19937_64 random_;
  std::vector<std::unique_ptr<Person>> people_;
  Steady::time_point stepped_at_ = Steady::now();  // before what all that is seen now followed from
};

}  // namespace

namespace {

// Games until all phases and events were met; `happens(table, server)` once in each phase.
template <typename Happens>
void in_each_phase(const PhasedGame& game, std::uint64_t seed, Happens happens) {
  const athanor_test::TempFolder folder;
  Server server(folder.path() + "/data", folder.path(), {"--messages-per-second", "10000", "--connects-per-second", "0"});
  server.start();
  boost::asio::io_context context;
  std::set<std::string> phases(game.phases.begin(), game.phases.end());
  auto events = game.events;
  for (int number = 0; number < most_games && !(phases.empty() && events.empty()); ++number) {
    INFO("game " << number + 1 << " of seed " << seed);
    Table table(context, server.url(), game, seed + static_cast<std::uint64_t>(number));
    while (true) {
      if (const auto phase = table.phase(); phases.erase(phase) != 0) {
        INFO("phase " << phase);
        happens(table, server);
      }
      for (const auto& event : table.events()) events.erase(event);
      if (table.over() || (number > 0 && phases.empty() && events.empty())) break;
      table.step();
    }
  }
  CHECK(phases == std::set<std::string>());
  CHECK(events == std::set<std::string>());
  CHECK(server.metric("athanor_rooms_frozen") == 0);
  CHECK(fold_all(server.data()).wrong.empty());
}

}  // namespace

void kill_in_each_phase(const PhasedGame& game, std::uint64_t seed) {
  in_each_phase(game, seed, [](Table& table, Server& server) { table.survives_a_kill(server); });
}

void cut_in_each_phase(const PhasedGame& game, std::uint64_t seed) {
  in_each_phase(game, seed, [](Table& table, Server&) { table.survives_a_cut(); });
}

}  // namespace recovery
