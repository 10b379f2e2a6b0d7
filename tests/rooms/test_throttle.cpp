#include <throttle.h>

#include <fmt/format.h>
#include <catch2/catch.hpp>

using namespace athanor::rooms;

TEST_CASE("a token bucket allows a burst and then its rate") {
  TokenBucket bucket(10, 1000, 30);
  std::uint64_t now = 5'000'000;
  for (int i = 0; i < 30; ++i) REQUIRE(bucket.take(now));
  REQUIRE_FALSE(bucket.take(now));
  REQUIRE(bucket.retry_after_ms() == 100);
  now += 99;
  REQUIRE_FALSE(bucket.take(now));
  now += 1;
  REQUIRE(bucket.take(now));
  REQUIRE_FALSE(bucket.take(now - 50));  // a clock that falls gives nothing
  now += 3'600'000;
  int taken = 0;
  while (bucket.take(now)) ++taken;
  REQUIRE(taken == 30);
}

TEST_CASE("a window counts per key, gives back and forgets") {
  WindowCounter counter(3, 1000);
  for (int i = 0; i < 3; ++i) REQUIRE(counter.take("a", 100));
  REQUIRE_FALSE(counter.take("a", 100));
  REQUIRE(counter.retry_after_ms("a", 600) == 500);
  REQUIRE(counter.take("b", 100));
  counter.refund("a");
  REQUIRE(counter.take("a", 600));
  REQUIRE_FALSE(counter.take("a", 600));
  REQUIRE(counter.take("a", 1100));
  for (int i = 0; i < 5000; ++i)
    REQUIRE(counter.take(fmt::format("k{}", i), 2000 + static_cast<std::uint64_t>(i) * 10));
  REQUIRE(counter.keys() < 3000);
}

TEST_CASE("an IPv6 network counts as one address") {
  REQUIRE(address_key("2001:db8:1:2:3:4:5:6") == address_key("2001:db8:1:2:ffff::1"));
  REQUIRE(address_key("2001:db8:1:2::1") != address_key("2001:db8:1:3::1"));
  REQUIRE(address_key("::ffff:192.0.2.1") == "192.0.2.1");
  REQUIRE(address_key("192.0.2.1") != address_key("192.0.2.2"));
  REQUIRE(address_key("nonsense") == "nonsense");
}
