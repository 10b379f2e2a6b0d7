// Room codes are drawn so that nobody finds one by knowing others.

#include "trouble/live_server.h"

#include <athanor/common/secret.h>

#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <set>

using namespace athanor;
using namespace athanor::tests;

namespace {

// How far counts are from being equal, in standard deviations of chi-square.
double unevenness(const std::vector<std::size_t>& counts) {
  double all = 0, sum = 0;
  for (const auto count : counts) all += static_cast<double>(count);
  const auto expected = all / static_cast<double>(counts.size());
  for (const auto count : counts) sum += (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) / expected;
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (sum - freedom) / std::sqrt(2 * freedom);
}

std::vector<std::string> codes_of(std::uint16_t port, std::size_t wanted) {
  std::vector<std::string> codes;
  std::vector<Player> hosts;
  for (std::uint32_t i = 0; i < 4; ++i) {
    hosts.emplace_back(port, "/ws", 0, stranger(500 + i));
    hosts.back().hello();
  }
  v1::ClientMessage leave;
  leave.mutable_leave_room();
  while (codes.size() < wanted)
    for (auto& host : hosts) {
      const auto reply = host.create("little-alchemists", 2, "Ada");
      if (!reply.accepted) throw std::runtime_error(reply.message.refusal().text());
      codes.push_back(host.code);
      if (!host.ask(leave).accepted) throw std::runtime_error("not left");
    }
  return codes;
}

}  // namespace

TEST_CASE("room codes: they are all different, all as likely, and say nothing of their neighbours") {
  const LiveServer server({"--rooms-per-address", "100000", "--messages-per-second", "1000000", "--store", "memory"});
  ControlRoom control(server.port());
  const auto codes = codes_of(server.port(), long_run() ? 10'000 : 2000);
  CHECK(std::set<std::string>(codes.begin(), codes.end()).size() == codes.size());
  constexpr auto letters = common::code_letters.size();
  constexpr double far = 8;  // less than once in a million runs
  const auto place = [](char letter) { return common::code_letters.find(letter); };
  for (const auto& code : codes) {
    REQUIRE(code.size() == common::room_code_length);
    REQUIRE(code.find_first_not_of(common::code_letters) == std::string::npos);
  }
  std::vector<std::size_t> together(letters);
  for (std::size_t at = 0; at < common::room_code_length; ++at) {
    INFO("letter " << at);
    std::vector<std::size_t> here(letters), to_next_code(letters), to_the_one_after(letters), to_next_letter(letters);
    for (std::size_t i = 0; i + 4 < codes.size(); ++i) {
      const auto letter = place(codes[i][at]);
      const auto from_here = [&](char other) { return (place(other) + letters - letter) % letters; };
      ++here[letter];
      ++together[letter];
      ++to_next_code[from_here(codes[i + 1][at])];
      ++to_the_one_after[from_here(codes[i + 4][at])];  // of the same connection
      ++to_next_letter[from_here(codes[i][(at + 1) % common::room_code_length])];
    }
    for (const auto* counts : {&here, &to_next_code, &to_the_one_after, &to_next_letter}) CHECK(unevenness(*counts) < far);
  }
  CHECK(unevenness(together) < far);
  CHECK(control.verdict() == "");
}

TEST_CASE("room codes: the figure for unevenness finds a die that is a little loaded") {
  std::mt19937_64 random(47);
  std::vector<std::size_t> fair(20), loaded(20);
  for (int i = 0; i < 20'000; ++i) {
    ++fair[random() % 20];
    ++loaded[random() % 21 % 20];
  }
  CHECK(unevenness(fair) < 8);
  CHECK(unevenness(loaded) > 8);
}
