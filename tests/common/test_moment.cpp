#include <athanor/common/moment.h>

#include <catch2/catch.hpp>

using namespace athanor::common;

TEST_CASE("moments are written in UTC, whatever the time zone, before and after 1970") {
  CHECK(utc_minute(1'796'022'000'000) == "2026-11-30 07:00 UTC");
  CHECK(utc_minute(1'796'022'059'999) == "2026-11-30 07:00 UTC");
  CHECK(utc_second(1'796'022'021'999) == "2026-11-30 07:00:21");
  CHECK(utc_second(0) == "1970-01-01 00:00:00");
  CHECK(utc_second(-1) == "1969-12-31 23:59:59");
}
