// Two worlds that differ only in what is hidden: whoever may not know it receives the same bytes.
#include <rooms/house.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;

namespace {

struct Received {
  std::vector<std::string> player, spectator, german_spectator, late_spectator, resumed;
};

// The same script in both worlds, but for what seat 1 keeps to itself.
Received play(std::size_t secret_place, int pings, const std::string& notes, bool stale_try) {
  House house;
  auto people = house.game(3, {{"rounds", "3"}, {"clock", "60"}});
  auto& spectator = house.client();
  spectator.join(people[0]->code(), "Wim", true);
  auto& german = house.client("de");
  german.join(people[0]->code(), "Willi", true);
  house.advance(1000);

  people[1]->notes(notes);
  if (stale_try) {
    auto wrong = people[1]->choice();
    wrong.mutable_answer()->set_decision_id(55);
    people[1]->send(wrong);
  }
  for (int i = 0; i < pings; ++i) people[1]->ping();
  people[1]->choose(secret_place);
  people[0]->say("your turn");
  people[0]->choose(0);

  auto& late = house.client();
  late.join(people[0]->code(), "Lena", true);
  auto& resumed = house.client();
  resumed.resume(people[0]->code(), people[0]->token());
  return {people[0]->raw(), spectator.raw(), german.raw(), late.raw(), resumed.raw()};
}

void require_equal(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(a[i] == b[i]);
}

}  // namespace

TEST_CASE("nobody else can tell what a seat has sealed, noted or been refused") {
  const auto a = play(0, 2, "first", false);
  const auto b = play(2, 2, "something longer than the first", true);
  require_equal(a.player, b.player);
  require_equal(a.spectator, b.spectator);
  require_equal(a.german_spectator, b.german_spectator);
  require_equal(a.late_spectator, b.late_spectator);
  require_equal(a.resumed, b.resumed);
}

TEST_CASE("the comparison notices a difference that is public") {
  const auto a = play(0, 2, "", false);
  const auto b = play(0, 3, "", false);  // the number of inputs is public: it is the sequence number
  REQUIRE(a.spectator != b.spectator);
}

TEST_CASE("spectators of one language with the same picture get the same bytes") {
  House house;
  auto people = house.game(2);
  auto& one = house.client();
  one.join(people[0]->code(), "W1", true);
  auto& two = house.client();
  two.join(people[0]->code(), "W2", true);
  people[0]->choose();
  people[1]->choose();
  REQUIRE(one.raw().back() == two.raw().back());
  REQUIRE(one.raw().back().find("hand") == std::string::npos);
}

TEST_CASE("what the journal hides before the end is in no message") {
  House house;
  auto people = house.game(2);
  auto& spectator = house.client();
  spectator.join(people[0]->code(), "Wim", true);
  people[0]->choose();
  const auto entries = house.journal.entries(people[0]->code());
  const auto& created = entries.front().created();
  for (const auto* client : {people[0], people[1], &spectator})
    for (const auto& bytes : client->raw()) {
      REQUIRE(bytes.find(created.seed()) == std::string::npos);
      REQUIRE(bytes.find(created.salt()) == std::string::npos);
      for (const auto& entry : entries)
        if (entry.has_seat_taken()) REQUIRE(bytes.find(entry.seat_taken().token_hash()) == std::string::npos);
      if (client != people[1]) REQUIRE(bytes.find(people[1]->token()) == std::string::npos);
    }
}
