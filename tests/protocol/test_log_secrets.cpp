// The log at every level, and the metrics, hold nothing that is secret: no game content, no words of people, no keys.

#include "player.h"
#include "server_program.h"

#include <athanor/v1/journal.pb.h>

#include <catch2/catch.hpp>

#include <csignal>
#include <set>

using namespace athanor;
using namespace athanor::tests;

namespace {

std::string hex(const std::string& bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text;
}
std::string base64(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const auto three = static_cast<unsigned>(static_cast<unsigned char>(bytes[i])) << 16U | static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1])) << 8U |
                       static_cast<unsigned char>(bytes[i + 2]);
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text += digits[three >> shift & 63U];
  }
  return text;
}

/// What must not be found.
class Secrets {
 public:
  void text(const std::string& text) {
    constexpr std::size_t telling = 10;  // shorter ones are no proof
    if (text.size() >= telling) all_.insert(text);
  }
  void key(const std::string& bytes) {
    for (const auto& written : {bytes, hex(bytes), base64(bytes)}) text(written);
  }
  void update(const v1::Update& update) {
    for (const auto& event : update.events()) text(event.text());
    if (!update.has_decision()) return;
    text(update.decision().prompt());
    for (const auto& offer : update.decision().offers()) {
      text(offer.label());
      for (const auto& field : offer.fields())
        for (const auto& option : field.pick().options()) text(option.label());
    }
  }
  [[nodiscard]] std::string found_in(const std::string& where) const {
    for (const auto& secret : all_)
      if (where.find(secret) != std::string::npos) return secret;
    return {};
  }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  std::set<std::string> all_;
};

v1::ClientMessage say(const std::string& text) {
  v1::ClientMessage message;
  message.mutable_say()->set_text(text);
  return message;
}
v1::ClientMessage note(const std::string& text) {
  v1::ClientMessage message;
  message.mutable_save_notes()->set_text(text);
  return message;
}
v1::ClientMessage bare(void (*fill)(v1::ClientMessage&)) {
  v1::ClientMessage message;
  fill(message);
  return message;
}

void play(std::uint16_t port, const std::string& game, Secrets& secrets) {
  const std::string password = "CANARY-password-of-the-room", words = "CANARY words that somebody said", notes = "CANARY notes of a player";
  for (const auto& text : {password, words, notes}) secrets.text(text);
  Player host(port), guest(port);
  REQUIRE(host.hello().message.has_welcome());
  REQUIRE(guest.hello("de").message.has_welcome());
  v1::ClientMessage create;
  create.mutable_create_room()->set_game(game);
  create.mutable_create_room()->set_seats(2);
  create.mutable_create_room()->set_name("Ada");
  create.mutable_create_room()->set_password(password);
  REQUIRE(host.ask(create).accepted);
  v1::ClientMessage join;
  join.mutable_join_room()->set_code(host.code);
  join.mutable_join_room()->set_name("Bo");
  join.mutable_join_room()->set_password("CANARY-a-wrong-password");
  secrets.text("CANARY-a-wrong-password");
  CHECK_FALSE(guest.ask(join).accepted);
  join.set_request(0);
  join.mutable_join_room()->set_password(password);
  REQUIRE(guest.ask(join).accepted);
  for (auto* person : {&host, &guest}) {
    secrets.key(person->token);
    REQUIRE(person->ask(say(words)).accepted);
    REQUIRE(person->ask(note(notes)).accepted);
    REQUIRE(person->ready().accepted);
  }
  REQUIRE(host.ask(bare([](auto& m) { m.mutable_start_game(); })).accepted);
  const auto bot = games::random_bot(5);
  for (int answer = 0; answer < 150; ++answer) {
    Player* asked = nullptr;
    for (auto* person : {&host, &guest}) {
      secrets.update(person->update);
      if (person->playing() && person->update.has_decision()) asked = person;
    }
    if (asked == nullptr) {
      if (host.room.phase() == v1::ROOM_PHASE_FINISHED || !host.next(300 * slowness)) break;
      continue;
    }
    v1::ClientMessage message;
    *message.mutable_answer() = bot->choose(asked->update.decision(), asked->update.view());
    (void)asked->ask(std::move(message));
    message.Clear();
    message.mutable_answer()->set_decision_id(1);  // and one that is refused
    (void)asked->ask(std::move(message));
    for (auto* person : {&host, &guest}) (void)person->next(5);
  }
  v1::ClientMessage journal;
  journal.mutable_get_journal();
  v1::PublishedJournal published;
  if (const auto reply = host.ask(journal); reply.message.has_journal() && published.ParseFromString(reply.message.journal().journal())) {
    secrets.key(published.seed());
    secrets.key(published.salt());
  }
}

}  // namespace

TEST_CASE("no level of the log, and no metric, holds game content, people's words or keys") {
  for (const std::string level : {"trace", "debug", "info", "warn", "error"}) {
    const Folder folder;
    const auto program = running(folder, {"--log-level", level, "--messages-per-second", "100000"});
    const auto port = port_of(*program);
    Secrets secrets;
    for (const auto* game : {"little-alchemists", "der-alchimist", "the-alchemists", "quacksalber"}) {
      INFO(game << " with " << level);
      play(port, game, secrets);
    }
    const auto metrics = http_get(port, "/metrics").body;
    REQUIRE(metrics.find("athanor_") != std::string::npos);
    program->send(SIGTERM);
    REQUIRE(program->wait() == 0);
    const auto log = program->written();
    INFO("level " << level);
    CHECK(secrets.size() > 300);
    CHECK(secrets.found_in(log).empty());
    CHECK(secrets.found_in(metrics).empty());
    CHECK(secrets.found_in("..." + base64(std::string(30, 'x')) + "...").empty());
  }
}

TEST_CASE("the search for secrets finds what is there") {
  Secrets secrets;
  secrets.key("0123456789abcdef");
  CHECK_FALSE(secrets.found_in("key 0123456789abcdef!").empty());
  CHECK_FALSE(secrets.found_in("30313233343536373839616263646566").empty());
  CHECK_FALSE(secrets.found_in("MDEyMzQ1Njc4OWFiY2RlZg==").empty());
  CHECK(secrets.found_in("nothing of the kind").empty());
}
