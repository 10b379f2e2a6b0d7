// Opening a room and taking a seat again because the reply was lost: with a token of the client's own nothing doubles.
#include <rooms/house.h>

#include "openings.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;

namespace {

const std::string own_token(16, 'k'), other_token(16, 'o');

v1::ClientMessage creation(const std::string& token, const std::string& password = {}) {
  v1::ClientMessage message;
  auto& create = *message.mutable_create_room();
  create.set_game("sealed");
  create.set_seats(3);
  create.set_name("Anna");
  create.set_password(password);
  create.set_token(token);
  return message;
}

v1::ClientMessage joining(const std::string& code, const std::string& name, const std::string& token,
                          bool spectate = false) {
  v1::ClientMessage message;
  auto& join = *message.mutable_join_room();
  join.set_code(code);
  join.set_name(name);
  join.set_token(token);
  join.set_spectate(spectate);
  return message;
}

}  // namespace

TEST_CASE("a room opened again with the same token is the same room, and the seat the same") {
  House house;
  auto& first = house.client();
  first.send(creation(own_token, "secret"));
  REQUIRE(first.token() == own_token);
  auto& again = house.client();
  again.send(creation(own_token, "secret"));
  REQUIRE(again.code() == first.code());
  REQUIRE(again.seat() == 0);
  REQUIRE(again.token() == own_token);
  REQUIRE(first.closed_with() == rooms::CloseCode::displaced);
  REQUIRE(house.counters().rooms_created == 1);
  auto& other = house.client();
  other.send(creation(other_token));
  REQUIRE(other.code() != first.code());
  // The token is worth as much as one that the server draws.
  auto& back = house.client();
  back.resume(first.code(), own_token);
  REQUIRE(back.seat() == 0);
}

TEST_CASE("a seat taken again with the same token is the same seat") {
  House house;
  auto& anna = house.client();
  anna.create(3, "Anna", {}, "secret");
  auto message = joining(anna.code(), "Ben", own_token);
  message.mutable_join_room()->set_password("secret");
  auto& first = house.client();
  first.send(message);
  REQUIRE(first.seat() == 1);
  auto& again = house.client();
  again.send(message);
  REQUIRE(again.seat() == 1);
  REQUIRE(again.token() == own_token);
  REQUIRE(anna.room().seats(2).name().empty());
  REQUIRE(anna.room().seats(1).name() == "Ben");
}

TEST_CASE("the repeat may come before the first request is stored, and after a crash") {
  House house;
  house.journal.hold = true;
  auto& first = house.client();
  first.send(creation(own_token));
  first.disconnect();
  auto& second = house.client();
  second.send(creation(own_token));
  REQUIRE(second.seat() == -2);
  house.journal.hold = false;
  house.journal.release();
  house.run();
  house.journal.release();
  house.run();
  REQUIRE(second.seat() == 0);
  REQUIRE(house.counters().rooms_created == 1);
  const auto code = second.code();
  house.crash();
  auto& third = house.client();
  third.send(creation(own_token));
  REQUIRE(third.code() == code);
  REQUIRE(third.seat() == 0);
  auto& ben = house.client();
  ben.send(joining(code, "Ben", other_token));
  REQUIRE(ben.seat() == 1);
  house.crash();
  auto& ben_again = house.client();
  ben_again.send(joining(code, "Ben", other_token));
  REQUIRE(ben_again.seat() == 1);
}

TEST_CASE("a token opens its own seat and nothing else") {
  House house;
  auto& anna = house.client();
  anna.send(creation(own_token, "secret"));
  const auto code = anna.code();
  for (const std::size_t size : {1U, 15U, 17U, 64U}) {
    auto& c = house.client();
    REQUIRE(c.refused(c.send(creation(std::string(size, 'x')))) == v1::REFUSAL_CODE_BAD_INPUT);
    REQUIRE(c.refused(c.send(joining(code, "Ben", std::string(size, 'x')))) == v1::REFUSAL_CODE_BAD_INPUT);
  }
  auto& guest = house.client();
  const auto wrong = guest.send(joining(code, "Ben", other_token));  // without the password
  house.advance(250);
  REQUIRE(guest.refused(wrong) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  // Who has given his seat up does not come back by opening the room again.
  auto& ben = house.client();
  auto with_password = joining(code, "Ben", other_token);
  with_password.mutable_join_room()->set_password("secret");
  ben.send(with_password);
  REQUIRE(ben.seat() == 1);
  anna.leave();
  auto& again = house.client();
  const auto request = again.send(creation(own_token));
  house.advance(250);
  REQUIRE(again.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
}

TEST_CASE("a spectator's token is not looked at") {
  House house;
  auto& anna = house.client();
  anna.send(creation(own_token));
  auto& watcher = house.client();
  watcher.send(joining(anna.code(), "Will", own_token, true));
  REQUIRE(watcher.seat() == -1);
  REQUIRE(watcher.token().empty());
  REQUIRE(anna.open());
}

TEST_CASE("openings are remembered for a while and not for ever") {
  rooms::Openings openings;
  const auto key = [](int i) { return common::sha256(std::to_string(i)); };
  openings.add(key(0), "BCDFGH", 1'000);
  REQUIRE(openings.find(key(0), 1'000) == "BCDFGH");
  REQUIRE(openings.find(key(0), 999 + rooms::Openings::kept_ms) == "BCDFGH");
  REQUIRE_FALSE(openings.find(key(0), 1'000 + rooms::Openings::kept_ms));
  REQUIRE_FALSE(openings.find(key(1), 1'000));
  REQUIRE_FALSE(openings.claim(key(0), "GHJKLM", 1'000));  // of two at once the first one opens the room
  REQUIRE(openings.find(key(0), 1'000) == "BCDFGH");
  REQUIRE(openings.claim(key(0), "GHJKLM", 1'000 + rooms::Openings::kept_ms));
  REQUIRE(openings.find(key(0), 1'000 + rooms::Openings::kept_ms) == "GHJKLM");
  openings.forget(key(0));
  REQUIRE_FALSE(openings.find(key(0), 1'000));
  for (int i = 0; i < 5'000; ++i) openings.add(key(i), "BCDFGH", static_cast<std::uint64_t>(i) * 1'000);
  REQUIRE(openings.size() < 2'048);
}
