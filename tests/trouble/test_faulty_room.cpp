// Rules that break, or lead nowhere, take their own room out of play and nothing else; and the real ones never do, whoever passes or goes.

#include "support/creation.h"
#include "support/plans.h"
#include "trouble/clocked_server.h"
#include "trouble/faulty_game.h"
#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;

games::Catalogue with_faulty_game() {
  auto catalogue = games::standard_catalogue();
  catalogue.add(faulty_game());
  return catalogue;
}

v1::ClientMessage answer_of(const Player& player) {
  v1::ClientMessage message;
  auto& answer = *message.mutable_answer();
  const auto& question = player.update.decision();
  answer.set_decision_id(question.id());
  answer.set_offer_id(1);
  answer.add_values()->mutable_picked()->add_options(question.offers(0).fields(0).pick().options(0).id());
  return message;
}

// Everything is right until the first answer; what this does after it leads into the fault.
void provoke(ClockedServer& s, Company& company, const std::string& fault, Player& watcher) {
  const auto first = answer_of(company.at(0));
  company.at(0).send(first);
  if (fault == "stale") {
    auto again = first;
    again.set_request(0);
    CHECK(company.at(0).ask(again).code() == v1::REFUSAL_CODE_FROZEN);
  } else if (fault == "answer" || fault == "campaign") {
    REQUIRE(company.at(1).until([&] { return company.at(1).update.sequence() > company.sequence(); }));
    CHECK(company.at(1).ask(answer_of(company.at(1))).code() == v1::REFUSAL_CODE_FROZEN);
  } else if (fault == "timer") {
    REQUIRE(watcher.until([&] { return watcher.update.sequence() > company.sequence(); }));
    s.seams.advance(10'000);
  } else if (fault == "leave") {
    v1::ClientMessage leave;
    leave.mutable_leave_room();
    CHECK(company.at(1).ask(leave).code() == v1::REFUSAL_CODE_FROZEN);
  } else if (fault == "away") {
    REQUIRE(watcher.until([&] { return watcher.update.sequence() > company.sequence(); }));
    const auto gone = company.fall_silent(1);
    gone->ws.socket().reset();
    REQUIRE(watcher.until([&] { return !watcher.room.seats(1).connected(); }));
    s.time.pass(60'000, company);
  }
}

bool frozen(Player& player) {
  return player.until([&] { return player.room.phase() == v1::ROOM_PHASE_FROZEN; });
}

Reply close_room(Player& player) {
  v1::ClientMessage message;
  message.mutable_close_room();
  return player.ask(std::move(message));
}

Reply get_journal(Player& player) {
  v1::ClientMessage message;
  message.mutable_get_journal();
  return player.ask(std::move(message));
}

Reply say(Player& player) {
  v1::ClientMessage message;
  message.mutable_say()->set_text("Is anybody there?");
  return player.ask(std::move(message));
}

// Who is in the room can read what happened; the host can close it and take the journal with him.
void check_frozen(Company& company, Player& watcher) {
  std::vector<Player*> members{&watcher};
  for (std::size_t seat = 0; seat < company.seats(); ++seat)
    if (company.present(seat)) members.push_back(&company.at(seat));
  for (auto* member : members) {
    REQUIRE(frozen(*member));
    CHECK_THAT(member->room.notice(), Catch::StartsWith("This room is frozen: the rules met a state that must not be") && Catch::EndsWith("report."));
    CHECK_FALSE(member->update.has_decision());
    const auto refused = say(*member);
    CHECK(refused.code() == v1::REFUSAL_CODE_FROZEN);
    CHECK_FALSE(refused.message.refusal().text().empty());
  }
  auto& host = company.at(0);
  CHECK(get_journal(host).code() == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(close_room(host).accepted);
  v1::PublishedJournal journal;
  REQUIRE(journal.ParseFromString(get_journal(host).message.journal().journal()));
  CHECK(journal.game() == "faulty");
  CHECK(std::count_if(journal.entries().begin(), journal.entries().end(), [](const auto& e) { return e.has_answer(); }) == 1);
  for (auto* member : members) {
    if (member == &host) continue;
    CHECK(member->ws.close_code() == 4001);
  }
}

// Throws when nothing has happened in the room for so long, though somebody is asked or a clock was moved on.
class StallDetector {
 public:
  void look(const Company& company) {
    if (company.sequence() != sequence_) since_ = Clock::now();
    sequence_ = company.sequence();
    if (Clock::now() > since_ + std::chrono::seconds(5) * slowness) throw std::runtime_error("the game stands still");
  }

 private:
  std::uint64_t sequence_ = 0;
  Clock::time_point since_ = Clock::now();
};

// One of them breaks the connection, another comes back, a third leaves for good; seldom the last one, too.
void come_and_go(Company& company, std::vector<bool>& cut, std::mt19937_64& random) {
  const auto seat = random() % company.seats();
  if (company.present(seat) && random() % 30 == 0 && (company.present() > 1 || random() % 10 == 0)) {
    company.leave(seat);
  } else if (company.present(seat) && company.present() > 1 && random() % 20 == 0) {
    company.fall_silent(seat)->ws.socket().reset();
    cut[seat] = true;
  } else if (cut[seat] && random() % 5 == 0) {
    company.come_back(seat);
    cut[seat] = false;
  }
}

// After each state the game is over, or somebody is asked, or a clock leads on. How many answers there were.
std::size_t play_with_comings_and_goings(ClockedServer& s, const Opening& opening) {
  std::mt19937_64 random(opening.seed);
  Company company(s.port(), opening);
  std::vector<bool> cut(company.seats());
  StallDetector detector;
  while (!company.over()) {
    detector.look(company);
    if (!company.act()) REQUIRE(s.time.until_something_happens(company));
    if (!company.over()) come_and_go(company, cut, random);
    if (company.present() > 0) continue;
    const auto back = std::find(cut.begin(), cut.end(), true);
    if (back == cut.end()) {  // nobody is left: the room is closed
      REQUIRE(eventually([&] { return s.entries(company.code()).back().has_closed(); }));
      return company.answers();
    }
    company.come_back(static_cast<std::size_t>(back - cut.begin()));
    *back = false;
  }
  CHECK(company.verdict() == "");
  return company.answers();
}

}  // namespace

TEST_CASE("faulty room: wherever the rules break, only their own room freezes, says so, and can be exported") {
  ClockedServer s(with_faulty_game());
  Company healthy(s.port(), {"faulty", 2, {{"rounds", "20"}, {"clock", "off"}}});
  std::uint64_t broken = 0;
  for (const auto& fault : all_faults) {
    if (fault == "dead-end") continue;
    INFO(fault);
    Company company(s.port(), {"faulty", 2, {{"fault", fault}}});
    Player watcher(s.port());
    watcher.hello();
    REQUIRE(watcher.join(company.code(), "Watcher", true).accepted);
    REQUIRE(watcher.until([&] { return watcher.update.sequence() == company.sequence(); }));
    provoke(s, company, fault, watcher);
    check_frozen(company, watcher);
    CHECK(s.server.service->counters().rooms_frozen == ++broken);
    REQUIRE(healthy.act());
    REQUIRE(healthy.act());
  }
  while (!healthy.over()) REQUIRE(healthy.act());
  CHECK(s.control.verdict() == "");
}

TEST_CASE("faulty room: rules that fail at whether a game may start open no room, freeze the one that asks, and keep nobody waiting") {
  ClockedServer s(with_faulty_game());
  Player host(s.port());
  host.hello();
  const auto refused = host.ask(creation("faulty", 2, "Ada", {{"fault", "problem"}}));
  CHECK(refused.code() == v1::REFUSAL_CODE_BAD_INPUT);
  CHECK_THAT(refused.message.refusal().text(), Catch::Contains("The rules of this game failed"));
  const auto rooms = s.server.journal->rooms();
  for (const auto& room : *rooms) CHECK(s.entries(room.code).front().created().game() != "faulty");
  REQUIRE(host.ask(creation("faulty", 2, "Ada")).accepted);
  Player guest(s.port());
  guest.hello();
  REQUIRE(guest.join(host.code, "Ben").accepted);
  v1::ClientMessage options;
  auto& fault = *options.mutable_set_options()->add_options();
  fault.set_name("fault");
  fault.set_value("problem");
  CHECK(host.ask(options).code() == v1::REFUSAL_CODE_FROZEN);
  CHECK(frozen(guest));
  CHECK(guest.ready().code() == v1::REFUSAL_CODE_FROZEN);
  CHECK(s.server.service->counters().rooms_frozen == 1);
  REQUIRE(close_room(host).accepted);
  CHECK(s.control.verdict() == "");
}

TEST_CASE("faulty room: a campaign that the rules cannot take is refused wherever it is asked for, and keeps nobody waiting") {
  ClockedServer s(with_faulty_game());
  Player host(s.port());
  host.hello();
  REQUIRE(host.ask(creation("faulty", 1, "Ada")).accepted);
  REQUIRE(host.until([&] { return !host.room.campaign().empty(); }));
  const auto campaign = host.room.campaign();
  s.server.journal->append({"BBBBBB", 1, "", 0, store::RoomStatus::closed, store::CampaignChange{campaign, spoilt_change}},
                           [](const store::Result<void>& done) { REQUIRE(done); });
  v1::ClientMessage start;
  start.mutable_start_game();
  CHECK(host.ask(start).code() == v1::REFUSAL_CODE_STORAGE);
  CHECK(say(host).accepted);
  Player other(s.port());
  other.hello();
  auto in_campaign = creation("faulty", 1, "Ben");
  in_campaign.mutable_create_room()->set_campaign(campaign);
  CHECK(other.ask(in_campaign).code() == v1::REFUSAL_CODE_STORAGE);
  CHECK(other.ask(creation("faulty", 1, "Ben")).accepted);
  CHECK(s.server.service->counters().rooms_frozen == 0);
  CHECK(s.control.verdict() == "");
}

TEST_CASE("faulty room: a game that leads nowhere is a dead end for its own room alone, which can still be left and closed") {
  ClockedServer s(with_faulty_game());
  Company healthy(s.port(), {"faulty", 2, {}});
  Company company(s.port(), {"faulty", 2, {{"fault", "dead-end"}}});
  REQUIRE(company.act());
  CHECK_FALSE(company.act());
  CHECK(say(company.at(1)).accepted);
  while (!healthy.over()) REQUIRE(healthy.act());
  v1::ClientMessage leave;
  leave.mutable_leave_room();
  CHECK(company.at(1).ask(leave).accepted);
  REQUIRE(close_room(company.at(0)).accepted);
  CHECK(company.at(0).ws.close_code() == 4001);
  CHECK(s.control.verdict() == "");
}

TEST_CASE("faulty room: no game stands still, at any player count, whoever passes early, is gone for a while or leaves in the middle") {
  const auto begun = Clock::now();
  const auto enough = [&, end = begun + std::chrono::seconds(long_run() ? 110 : 0)] { return Clock::now() > end; };
  ClockedServer s;
  std::size_t games = 0, answers = 0;
  for (std::uint64_t round = 0; round == 0 || !enough(); ++round)
    for (const auto& plan : test::all_plans()) {
      if (!long_run() && plan.seed % 2 == 0) continue;
      Opening opening{plan.game, plan.seats, plan.options, plan.seed + 1000 * round};
      if (!plan.campaign.empty()) opening.options["all-levels"] = "true";
      INFO(test::describe(plan) << " round " << round);
      answers += play_with_comings_and_goings(s, opening);
      ++games;
      if (round > 0 && enough()) break;
    }
  WARN(games << " games with " << answers << " answers did not stand still");
  CHECK(games >= 50);
  CHECK(s.control.verdict() == "");
}
