// Writes transcripts of this version: every request, in every game.
#include "released.h"
#include "transcript.h"

#include "support/waited_for.h"

#include <athanor/games/bot.h>
#include <athanor/v1/session.pb.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

using namespace athanor;
using namespace athanor::tests;

namespace {

class Recorder {
 public:
  Recorder(const games::GameType& type, std::uint16_t port) : port_(port) {
    transcript.game = type.traits().name;
    transcript.rules = type.traits().rules_version;
  }

  std::string ask(char who, v1::ClientMessage message) {
    if (message.request() == 0) message.set_request(++last_request_);
    last_[who] = message;
    Line line;
    line.who = who;
    line.bytes = message.SerializeAsString();
    line.reply = client(who).ask(line.bytes);
    transcript.lines.push_back(line);
    if (transcript.code.empty()) transcript.code = client(who).code;
    follow();
    return line.reply;
  }
  void repeat(char who) { ask(who, last_[who]); }
  void cut(char who) {
    note(who);
    clients_.erase(who);
    Line line;
    line.who = who;
    line.kind = Line::Kind::cut;
    transcript.lines.push_back(line);
  }
  void leave(char who) {
    v1::ClientMessage message;
    message.mutable_leave_room();
    gone_.insert(who);
    ask(who, message);
  }
  /// Somebody answers what is asked of him; false: nobody is asked.
  bool answer() {
    for (const char who : {'A', 'B'}) {
      const auto update = newest(who);
      if (update.decision().offers().empty() || !waited_for(update, who - 'A')) continue;
      v1::ClientMessage message;
      *message.mutable_answer() = bot_->choose(update.decision(), update.view());
      message.mutable_answer()->set_decision_id(update.decision().id());
      ask(who, message);
      return true;
    }
    return false;
  }
  Transcript finish() {
    for (const auto& [who, c] : clients_) note(who);
    return transcript;
  }
  Transcript transcript;

 private:
  ReleasedClient& client(char who) {
    auto& c = clients_[who];
    if (c == nullptr) c = std::make_unique<ReleasedClient>(port_);
    return *c;
  }
  // Everybody in the room reads the newest update, so that the next one who is asked knows it.
  void follow() {
    std::uint64_t newest = 1;
    for (const auto& [who, c] : clients_) newest = std::max(newest, c->sequence);
    for (auto& [who, c] : clients_) {
      if (c->code.empty() || gone_.count(who) != 0 || c->sequence >= newest) continue;
      c->follow(newest);
      Line line;
      line.who = who;
      line.kind = Line::Kind::follow;
      line.sequence = newest;
      transcript.lines.push_back(line);
    }
  }
  void note(char who) { transcript.told[who].merge(clients_.at(who)->told); }
  v1::Update newest(char who) {
    v1::ServerMessage message;
    REQUIRE(message.ParseFromString(client(who).update));
    return message.update();
  }

  std::uint16_t port_;
  std::map<char, std::unique_ptr<ReleasedClient>> clients_;
  std::map<char, v1::ClientMessage> last_;
  std::set<char> gone_;
  std::uint64_t last_request_ = 700;
  std::unique_ptr<games::Bot> bot_ = games::random_bot(3);
};

template <typename Fill>
v1::ClientMessage made(Fill fill) {
  v1::ClientMessage message;
  fill(message);
  return message;
}
v1::ClientMessage hello(const char* language) {
  return made([&](auto& m) {
    m.mutable_hello()->set_protocol(1);
    m.mutable_hello()->set_client("athanor " ATHANOR_VERSION);
    m.mutable_hello()->set_language(language);
  });
}
std::string token(char who) { return std::string(16, who); }

void lobby(Recorder& r, const games::GameType& type) {
  const auto& name = type.traits().name;
  r.ask('A', hello("en"));
  r.ask('A', made([](auto& m) { m.mutable_get_catalogue(); }));
  r.ask('A', made([&](auto& m) { m.mutable_get_catalogue()->set_game(name); }));
  r.ask('A', made([&](auto& m) {
    auto& create = *m.mutable_create_room();
    create.set_game(name);
    create.set_seats(2);
    create.set_name("Ada");
    create.set_token(token('A'));
    auto& option = *create.add_options();
    option.set_name(type.options().front().name);
    option.set_value(type.options().front().default_value);
  }));
  r.ask('B', hello("de"));
  r.ask('B', made([&](auto& m) {
    m.mutable_join_room()->set_code(r.transcript.code);
    m.mutable_join_room()->set_name("Bo");
    m.mutable_join_room()->set_token(token('B'));
  }));
  r.ask('Z', hello("en"));
  r.ask('Z', made([&](auto& m) {
    m.mutable_join_room()->set_code(r.transcript.code);
    m.mutable_join_room()->set_name("Zoe");
    m.mutable_join_room()->set_spectate(true);
  }));
  r.ask('A', made([&](auto& m) {
    auto& option = *m.mutable_set_options()->add_options();
    option.set_name(type.options().front().name);
    option.set_value(type.options().front().default_value);
  }));
  r.ask('B', made([](auto& m) { m.mutable_set_ready()->set_ready(true); }));
  r.ask('B', made([](auto& m) { m.mutable_start_game(); }));
  r.ask('A', made([](auto& m) { m.mutable_hand_over()->set_seat(1); }));
  r.ask('B', made([](auto& m) { m.mutable_hand_over()->set_seat(0); }));
  r.ask('A', made([](auto& m) { m.mutable_kick_seat()->set_seat(9); }));
  r.ask('A', made([](auto& m) { m.mutable_start_game(); }));
}

void middle(Recorder& r) {
  for (int i = 0; i < 12; ++i) r.answer();
  r.repeat('B');
  r.ask('B', made([](auto& m) { m.mutable_answer()->set_decision_id(999'999); }));
  r.ask('B', made([](auto& m) { m.mutable_say()->set_text("well"); }));
  r.ask('B', made([](auto& m) { m.mutable_save_notes()->set_text("a note"); }));
  r.ask('A', made([](auto& m) { m.mutable_heartbeat()->set_last_sequence(1); }));
  r.ask('A', made([](auto& m) { m.mutable_get_journal(); }));
  r.ask('A', made([](auto& m) { m.mutable_rematch(); }));
  r.ask('A', made([](auto& m) { m.mutable_vote_substitute()->set_seat(1); }));
  r.ask('A', made([](auto& m) { m.mutable_set_paused()->set_paused(true); }));
  r.answer();
  r.ask('A', made([](auto& m) { m.mutable_set_paused()->set_paused(false); }));
  r.cut('B');
  r.ask('B', hello("de"));
  r.ask('B', made([&](auto& m) {
    m.mutable_resume_seat()->set_code(r.transcript.code);
    m.mutable_resume_seat()->set_token(token('B'));
    m.mutable_resume_seat()->set_last_sequence(9);
  }));
  for (int i = 0; i < 6; ++i) r.answer();
}

void record(const games::GameType& type, bool to_the_end) {
  const auto rules = type.traits().rules_version;
  const auto file = ATHANOR_TRANSCRIPTS "/" + type.traits().name + (to_the_end ? "-whole" : "") + "-" ATHANOR_VERSION + (rules == 1 ? "" : "-rules" + std::to_string(rules));
  if (std::filesystem::exists(file)) return;  // what was released stays
  const RecordedSeams seams;
  WholeServer server({}, WholeServer::generous(), seams);
  Recorder r(type, server.port());
  lobby(r, type);
  middle(r);
  if (to_the_end) {
    while (r.answer()) {
    }
    r.ask('A', made([](auto& m) { m.mutable_get_journal(); }));
    r.ask('A', made([](auto& m) { m.mutable_rematch(); }));
  }
  r.leave('Z');
  r.leave('B');
  r.ask('A', made([](auto& m) { m.mutable_set_bot()->set_seat(1); }));
  r.ask('A', made([](auto& m) { m.mutable_close_room(); }));
  write_transcript(file, r.finish());
}

}  // namespace

TEST_CASE("writes transcripts of this version", "[.record]") {
  const auto catalogue = games::standard_catalogue();
  for (const auto& type : catalogue.types()) record(*type, false);
  record(*catalogue.find("little-alchemists"), true);
}
