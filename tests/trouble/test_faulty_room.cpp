// Rules that break, or lead nowhere, take their own room out of play and nothing else; and the real ones never do, whoever passes or goes.

#include "support/plans.h"
#include "trouble/clocked_server.h"
#include "trouble/faulty_game.h"
#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <random>
#include <string>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

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
  company.at(0).send(answer_of(company.at(0)));
  if (fault == "answer") {
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
