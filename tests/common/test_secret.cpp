#include <athanor/common/secret.h>

#include <catch2/catch.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace athanor::common;

TEST_CASE("a code is read however people write it") {
  CHECK(normalised_code("BCDFGH", room_code_length) == "BCDFGH");
  CHECK(normalised_code(" bcd-fgh ", room_code_length) == "BCDFGH");
  CHECK(normalised_code("b c d f g h", room_code_length) == "BCDFGH");
}

TEST_CASE("what is no code is refused") {
  CHECK_FALSE(normalised_code("", room_code_length));
  CHECK_FALSE(normalised_code("BCDFG", room_code_length));
  CHECK_FALSE(normalised_code("BCDFGHJ", room_code_length));
  CHECK_FALSE(normalised_code("ABCDFG", room_code_length));
  CHECK_FALSE(normalised_code("BCD1GH", room_code_length));
  CHECK_FALSE(normalised_code("BCD/GH", room_code_length));
  CHECK_FALSE(normalised_code("BCDFG\xC3\x9F", room_code_length));
  CHECK_FALSE(normalised_code(std::string("BCDFGH\0", 7), room_code_length));
}

TEST_CASE("codes use every letter about equally often") {
  std::mt19937 random(7);
  std::map<char, int> seen;
  constexpr int codes = 4'000;
  for (int i = 0; i < codes; ++i) {
    std::vector<std::uint8_t> bytes(4 * campaign_code_length);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
    const auto code = code_from(bytes, campaign_code_length);
    REQUIRE(normalised_code(code, campaign_code_length) == code);
    for (const char c : code) ++seen[c];
  }
  REQUIRE(seen.size() == code_letters.size());
  for (const auto& [letter, count] : seen) {
    INFO(letter);
    CHECK(count > 1'800);  // 2,000 expected, standard deviation 44
    CHECK(count < 2'200);
  }
}

TEST_CASE("the first and the last random word give the first and the last letter") {
  CHECK(code_from(std::vector<std::uint8_t>(4, 0x00), 1) == "B");
  CHECK(code_from(std::vector<std::uint8_t>(4, 0xff), 1) == "Z");
  CHECK_THROWS_AS(code_from(std::vector<std::uint8_t>(3, 0), 1), std::logic_error);
}

TEST_CASE("SHA-256 gives the published digests") {
  const auto digest = [](std::string_view text) {
    const auto hash = sha256(text);
    return hex({reinterpret_cast<const char*>(hash.data()), hash.size()});
  };
  CHECK(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("comparison of secrets") {
  CHECK(equal("", ""));
  CHECK(equal("token", "token"));
  CHECK_FALSE(equal("token", "tokem"));
  CHECK_FALSE(equal("token", "token "));
}

TEST_CASE("a password matches its own hash only") {
  const auto hash = password_hash("Drachenblut");
  CHECK(hash.starts_with("$argon2id$"));
  CHECK(hash.find('\0') == std::string::npos);
  CHECK(password_hash("Drachenblut") != hash);  // salted
  CHECK(password_matches(hash, "Drachenblut"));
  CHECK_FALSE(password_matches(hash, "drachenblut"));
  CHECK_FALSE(password_matches(hash, ""));
  CHECK_FALSE(password_matches("", ""));
  CHECK_FALSE(password_matches("no hash at all", "Drachenblut"));
  CHECK_FALSE(password_matches(std::string(5'000, '$'), "Drachenblut"));
}

TEST_CASE("hex digits and back") {
  const std::string all("\0\x7f\x80\xff", 4);
  CHECK(hex(all) == "007f80ff");
  CHECK(from_hex("007f80ff") == all);
  CHECK(from_hex("") == "");
  for (const char* wrong : {"0", "0g", "FF", "0 ", "-1"}) CHECK_FALSE(from_hex(wrong));
}
