// Stored bytes of messages: field numbers and types are frozen. If one of these fails, old clients and old journals
// break.

#include <athanor/common/secret.h>
#include <athanor/v1/journal.pb.h>
#include <athanor/v1/session.pb.h>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace athanor;

namespace {

std::string bytes(std::string_view hex) { return common::from_hex(hex).value(); }

// What the bytes say, after it was checked that this build writes the same bytes.
template <typename Message>
Message golden(std::string_view hex) {
  Message message;
  REQUIRE(message.ParseFromString(bytes(hex)));
  CHECK(common::hex(message.SerializeAsString()) == hex);
  return message;
}

}  // namespace

TEST_CASE("golden: what clients send") {
  const auto hello = golden<v1::ClientMessage>("080112150801120d617468616e6f7220302e312e301a026465");
  CHECK(hello.request() == 1);
  CHECK(hello.hello().protocol() == 1);
  CHECK(hello.hello().client() == "athanor 0.1.0");
  CHECK(hello.hello().language() == "de");

  const auto create = golden<v1::ClientMessage>(
      "08ac0222360a116c6974746c652d616c6368656d69737473120a0a056c6576656c120137180422034164612a027077320a4243444647484a"
      "4b4c4d");
  CHECK(create.request() == 300);
  CHECK(create.create_room().game() == "little-alchemists");
  CHECK(create.create_room().options(0).name() == "level");
  CHECK(create.create_room().options(0).value() == "7");
  CHECK(create.create_room().seats() == 4);
  CHECK(create.create_room().name() == "Ada");
  CHECK(create.create_room().password() == "pw");
  CHECK(create.create_room().campaign() == "BCDFGHJKLM");

  const auto join = golden<v1::ClientMessage>("08022a120a06424344464748120270771a02426f2001");
  CHECK(join.join_room().code() == "BCDFGH");
  CHECK(join.join_room().password() == "pw");
  CHECK(join.join_room().name() == "Bo");
  CHECK(join.join_room().spectate());

  const auto resume = golden<v1::ClientMessage>("0803321c0a06424344464748121030313233343536373839616263646566184d");
  CHECK(resume.resume_seat().code() == "BCDFGH");
  CHECK(resume.resume_seat().token() == "0123456789abcdef");
  CHECK(resume.resume_seat().last_sequence() == 77);

  const auto answer =
      golden<v1::ClientMessage>("08ffffffffffffffffff01aa0119080910021a070a050a030404011a061204776f72641a021805");
  CHECK(answer.request() == ~std::uint64_t{0});
  CHECK(answer.answer().decision_id() == 9);
  CHECK(answer.answer().offer_id() == 2);
  REQUIRE(answer.answer().values_size() == 3);
  CHECK(answer.answer().values(0).picked().options(1) == 4);
  CHECK(answer.answer().values(1).text() == "word");
  CHECK(answer.answer().values(2).number() == -3);

  CHECK(golden<v1::ClientMessage>("08046a0408021001").set_bot().seat() == 2);
  CHECK(golden<v1::ClientMessage>("0805b20102080c").heartbeat().last_sequence() == 12);
}

TEST_CASE("golden: what the server sends") {
  const auto welcome = golden<v1::ServerMessage>("080112170801120d617468616e6f7220302e312e3018808004205a");
  CHECK(welcome.welcome().max_message_bytes() == 65536);
  CHECK(welcome.welcome().idle_timeout_s() == 90);

  const auto refusal = golden<v1::ServerMessage>("08071a15080712046c617465180522094449455f54414b454e");
  CHECK(refusal.refusal().code() == v1::REFUSAL_CODE_STALE);
  CHECK(refusal.refusal().text() == "late");
  CHECK(refusal.refusal().retry_after_ms() == 5);
  CHECK(refusal.refusal().reason() == "DIE_TAKEN");

  const auto entered =
      golden<v1::ServerMessage>("08022a1f0a0642434446474810011a103031323334353637383961626364656622016e");
  CHECK(entered.room_entered().seat() == -1);
  CHECK(entered.room_entered().token().size() == 16);
  CHECK(entered.room_entered().notes() == "n");

  const auto farewell = golden<v1::ServerMessage>("520808a01f1201741801");
  CHECK(farewell.farewell().close_code() == 4000);
  CHECK(farewell.farewell().final());
}

TEST_CASE("golden: an update with everything in it") {
  const auto message = golden<v1::ServerMessage>(
      "32e201080c12400a064243444647481201671802220a0a056c6576656c1201312a090a03416461100118012a062001280130013801400148"
      "015201635a01"
      "7060026a017372016e1a01762277080912013f1a66080212036d69781a034d6978223e0a01661201461a360801100218012217080412014c"
      "180220ffff"
      "ffffffffffffff0128033201742a090a040801100a2201722a0210012a061a040801180222090a017422040801100922090a016e2a040803"
      "1004280130"
      "0120e807280130013a01682a0c080c12056d697865641a0165320a080b10011a014e2201543a02ac0242020001");
  const auto& update = message.update();
  CHECK(message.request() == 0);
  CHECK(update.sequence() == 12);
  CHECK(update.view() == "v");
  const auto& room = update.room();
  CHECK(room.phase() == v1::ROOM_PHASE_PLAYING);
  CHECK(room.seats(0).connected());
  CHECK(room.seats(1).substituted());
  CHECK(room.seats(1).left());
  CHECK(room.game_number() == 2);
  CHECK(room.seed_commitment() == "s");
  const auto& decision = update.decision();
  CHECK(decision.id() == 9);
  CHECK(decision.remaining_ms() == 1000);
  CHECK(decision.has_deadline());
  CHECK(decision.clock_stopped());
  const auto& offer = decision.offers(0);
  CHECK(offer.verb() == "mix");
  CHECK(offer.repeatable());
  CHECK(offer.confirm());
  const auto& pick = offer.fields(0).pick();
  CHECK(pick.ordered());
  CHECK(pick.options(0).weight() == -1);
  CHECK(pick.options(0).copies() == 2);
  CHECK(pick.rules(0).sum().min() == -1);
  CHECK(pick.rules(1).distinct_groups());
  CHECK(pick.rules(2).group().max() == 2);
  CHECK(offer.fields(1).text().max_length() == 9);
  CHECK(offer.fields(2).number().min() == -2);
  CHECK(update.events(0).kind() == "mixed");
  CHECK(update.chat(0).seat() == -1);
  CHECK(update.acknowledged(0) == 300);
  CHECK(update.deciding(1) == 1);
}

TEST_CASE("golden: a journal entry") {
  const auto entry = golden<v1::JournalEntry>("080510e8071880d095ffbc3121efcdab896745230128ac028201080801120408091002");
  CHECK(entry.sequence() == 5);
  CHECK(entry.at_ms() == 1000);
  CHECK(entry.wall_unix_ms() == 1'700'000'000'000);
  CHECK(entry.digest() == 0x0123456789abcdefU);
  CHECK(entry.request() == 300);
  CHECK(entry.answer().seat() == 1);
  CHECK(entry.answer().answer().decision_id() == 9);
}
