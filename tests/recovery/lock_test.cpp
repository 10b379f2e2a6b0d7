// Another program holds the database's lock: a tool of the host, a backup that hangs.

#include "journals.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include <memory>

using namespace recovery;
using namespace athanor;

namespace {

// A transaction of another program on the server's file.
class ForeignTransaction {
 public:
  explicit ForeignTransaction(const std::string& file, const char* begin) {
    REQUIRE(sqlite3_open(file.c_str(), &database_) == SQLITE_OK);
    sqlite3_busy_timeout(database_, 5000);
    REQUIRE(sqlite3_exec(database_, begin, nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  ForeignTransaction(const ForeignTransaction&) = delete;
  ForeignTransaction& operator=(const ForeignTransaction&) = delete;
  ~ForeignTransaction() { sqlite3_close(database_); }

 private:
  sqlite3* database_ = nullptr;
};

struct Running : Server {
  explicit Running(const std::string& folder) : Server(folder + "/data", folder) { start(); }
};

// A server, and two who have begun a game on it.
struct Two {
  Two() : ada(context, server.url(), new_room(2, {}, "Ada")) {
    REQUIRE(run_until(context, [&] { return ada.online(); }));
    bo = std::make_unique<Person>(context, server.url(), joining(ada, "Bo"), 2);
    REQUIRE(run_until(context, [&] { return bo->online(); }));
    REQUIRE(both_ready(context, ada, *bo));
    ada.link().start_game();
    REQUIRE(run_until(context, [&] { return ada.asked() || bo->asked(); }));
  }
  Person& mover() { return ada.asked() ? ada : *bo; }

  const athanor_test::TempFolder folder;
  Running server{folder.path()};
  boost::asio::io_context context;
  Person ada;
  std::unique_ptr<Person> bo;
};

}  // namespace

TEST_CASE("while another program locks the database answers are refused with the reason, and the game goes on afterwards by itself") {
  Two two;
  auto& server = two.server;
  Person& mover = two.mover();
  const auto question = mover.update().decision().id();
  const auto sequence = mover.update().sequence();
  auto lock = std::make_unique<ForeignTransaction>(server.data() + "/athanor.sqlite", "BEGIN IMMEDIATE");

  const auto request = mover.answer_once();
  REQUIRE(run_until(two.context, [&] { return mover.link().unanswered() == 0; }));
  REQUIRE(mover.refusals.count(request) == 1);
  CHECK(mover.refusals.at(request).code() == v1::REFUSAL_CODE_STORAGE);
  CHECK_FALSE(mover.refusals.at(request).text().empty());
  CHECK(server.page("/readyz") == 503);
  CHECK(server.text("/readyz").find("locked") != std::string::npos);
  CHECK(server.page("/healthz") == 200);
  CHECK(server.metric("athanor_store_writable") == 0);
  CHECK(run_until(two.context, [&] { return !two.ada.room().notice().empty() && !two.bo->room().notice().empty(); }));

  // The question is still open under its id, for a fresh connection too.
  mover.link().cut();
  const auto seen = mover.updates;
  REQUIRE(run_until(two.context, [&] { return mover.online() && mover.updates > seen; }));
  CHECK(mover.update().decision().id() == question);
  CHECK(mover.update().sequence() == sequence);

  lock.reset();
  REQUIRE(run_until(two.context, [&] { return server.page("/readyz") == 200; }));
  CHECK(run_until(two.context, [&] { return two.ada.room().notice().empty() && two.bo->room().notice().empty(); }));
  two.ada.play(true);
  two.bo->play(true);
  REQUIRE(run_until(two.context, [&] { return two.ada.update().sequence() > sequence + 10 || two.ada.room().phase() == v1::ROOM_PHASE_FINISHED; }));
  server.kill();
  const auto journals = fold_all(server.data());
  CHECK(journals.wrong.empty());
  CHECK(journals.sequences.at(two.ada.code) >= two.ada.update().sequence());
}

TEST_CASE("another program that only reads hinders nobody") {
  Two two;
  auto& server = two.server;
  const ForeignTransaction reader(server.data() + "/athanor.sqlite", "BEGIN; SELECT count(*) FROM sqlite_schema");
  const auto sequence = two.ada.update().sequence();
  two.ada.play(true);
  two.bo->play(true);
  REQUIRE(run_until(two.context, [&] { return two.ada.update().sequence() > sequence + 10 || two.ada.room().phase() == v1::ROOM_PHASE_FINISHED; }));
  CHECK(two.ada.refusals.empty());
  CHECK(two.bo->refusals.empty());
  CHECK(server.page("/readyz") == 200);
}

TEST_CASE("a start while another program locks the database is refused with a sentence, and the next one finds everything") {
  Two two;
  auto& server = two.server;
  Person& mover = two.mover();
  const auto question = mover.update().decision().id();
  const auto seen = mover.updates;
  const auto file = server.data() + "/athanor.sqlite";
  const auto refused_start = [&](const char* begin) {
    INFO(begin);
    const ForeignTransaction lock(file, begin);
    Program refused({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", server.data()}, two.folder.path() + "/refused.log");
    CHECK(refused.wait() == 1);
    INFO(refused.written());
    CHECK(refused.says(file + " is locked by another program"));
    CHECK(refused.says("Close the program that has it open."));
  };
  SECTION("after a crash") { server.kill(); }
  SECTION("after a clean stop") { REQUIRE(server.stop(std::chrono::seconds(10)) == 0); }
  for (const auto* begin : {"BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"}) refused_start(begin);
  CHECK(fold_all(server.data()).wrong.empty());

  server.start();
  REQUIRE(run_until(two.context, [&] { return two.ada.online() && two.bo->online() && mover.updates > seen; }));
  CHECK(mover.update().decision().id() == question);
  const auto request = mover.answer_once();
  REQUIRE(run_until(two.context, [&] { return mover.link().unanswered() == 0; }));
  CHECK(mover.refusals.count(request) == 0);
}
