// Timers as part of a state: start, stop, resume, fire in order.
#include <athanor/games/timers.h>

#include <catch2/catch.hpp>

using namespace athanor::games;

TEST_CASE("a timer fires at its deadline, not before, and once") {
  Timers timers;
  const TimerId search{1};
  timers.start(search, 1000, 30'000);
  CHECK(timers.next_deadline() == 31'000U);
  CHECK_FALSE(timers.take_due(30'999));
  CHECK(timers.take_due(31'000) == search);
  CHECK_FALSE(timers.take_due(31'000));
  CHECK_FALSE(timers.next_deadline());
}

TEST_CASE("a stopped clock keeps what remains to the millisecond") {  // the 30 seconds of a word contest across a vote
  Timers timers;
  const TimerId search{1};
  timers.start(search, 100'000, 30'000);
  timers.stop(search, 112'500);
  CHECK(timers.remaining(search, 500'000) == 17'500U);
  CHECK_FALSE(timers.deadline(search));
  CHECK_FALSE(timers.take_due(500'000));
  timers.stop(search, 120'000);  // already stopped: no effect
  timers.resume(search, 127'500);
  CHECK(timers.deadline(search) == 145'000U);
  timers.resume(search, 130'000);  // already running: no effect
  CHECK(timers.deadline(search) == 145'000U);
}

TEST_CASE("due timers come by deadline, then by id") {
  Timers timers;
  timers.start({2, 1}, 0, 50);
  timers.start({2, 0}, 0, 50);
  timers.start({1}, 0, 60);
  timers.start({3}, 0, 40);
  CHECK(timers.take_due(100) == TimerId{3});
  CHECK(timers.take_due(100) == TimerId{2, 0});
  CHECK(timers.take_due(100) == TimerId{2, 1});
  CHECK(timers.take_due(100) == TimerId{1});
}

TEST_CASE("starting again replaces, cancelling removes, and the canonical bytes tell states apart") {
  Timers a, b;
  a.start({1}, 0, 50);
  a.start({1}, 10, 50);
  CHECK(a.next_deadline() == 60U);
  b.start({1}, 0, 60);
  CanonicalWriter of_a, of_b;
  a.canonical(of_a);
  b.canonical(of_b);
  CHECK(of_a.bytes() == of_b.bytes());
  a.stop({1}, 20);
  CanonicalWriter stopped;
  a.canonical(stopped);
  CHECK(stopped.bytes() != of_a.bytes());
  a.cancel({1});
  CHECK_FALSE(a.known({1}));
  CHECK_FALSE(a.remaining({1}, 0));
}
