// The disk fills up in mid-game.

#include "journals.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"
#include "support/skip.h"

#include <catch2/catch.hpp>


using namespace recovery;
using namespace athanor;

TEST_CASE("a disk that fills up in mid-game refuses answers, loses nothing, and the game goes on once there is space") {
  athanor_test::SmallDisk disk("16m");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  const athanor_test::TempFolder logs;
  Server server(disk.path(), logs.path());
  server.start();
  boost::asio::io_context context;
  Person ada(context, server.url(), new_room(2, {}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  Person bo(context, server.url(), joining(ada, "Bo"), 2);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  REQUIRE(both_ready(context, ada, bo));
  ada.link().start_game();
  REQUIRE(run_until(context, [&] { return ada.asked() || bo.asked(); }));

  // Some moves may still fit into what the journal's files occupy already: play until one is refused.
  disk.fill();
  Person* refused = nullptr;
  link::RequestId request = 0;
  for (int move = 0; move < 2000 && refused == nullptr; ++move) {
    REQUIRE(run_until(context, [&] { return ada.asked() || bo.asked(); }));
    Person& mover = ada.asked() ? ada : bo;
    request = mover.answer_once();
    REQUIRE(run_until(context, [&] { return mover.link().unanswered() == 0; }));
    if (mover.refusals.count(request) != 0) refused = &mover;
    REQUIRE(ada.room().phase() == v1::ROOM_PHASE_PLAYING);
  }
  REQUIRE(refused != nullptr);
  const auto refusal = refused->refusals.at(request);
  CHECK(refusal.code() == v1::REFUSAL_CODE_STORAGE);
  CHECK_FALSE(refusal.text().empty());
  CHECK(server.page("/readyz") == 503);
  CHECK(server.page("/healthz") == 200);
  CHECK(server.metric("athanor_store_writable") == 0);
  CHECK(run_until(context, [&] { return !ada.room().notice().empty() && !bo.room().notice().empty(); }));

  // Nothing changed: the question is still open under its id, for a fresh connection too.
  const auto question = refused->update().decision().id();
  const auto sequence = refused->update().sequence();
  refused->link().cut();
  const auto seen = refused->updates;
  REQUIRE(run_until(context, [&] { return refused->online() && refused->updates > seen; }));
  CHECK(refused->update().decision().id() == question);
  CHECK(refused->update().sequence() == sequence);

  disk.free_again();
  REQUIRE(run_until(context, [&] { return server.page("/readyz") == 200; }));
  const auto again = refused->answer_once();
  REQUIRE(run_until(context, [&] { return refused->link().unanswered() == 0; }));
  CHECK(refused->refusals.count(again) == 0);
  CHECK(run_until(context, [&] { return ada.room().notice().empty() && bo.room().notice().empty(); }));
  ada.play(true);
  bo.play(true);
  REQUIRE(run_until(context, [&] {
    return ada.update().sequence() > sequence + 10 || ada.room().phase() == v1::ROOM_PHASE_FINISHED;
  }));

  // And a kill right afterwards finds everything in order.
  server.kill();
  const auto journals = fold_all(server.data());
  CHECK(journals.wrong.empty());
  CHECK(journals.sequences.at(ada.code) >= ada.update().sequence());
}
