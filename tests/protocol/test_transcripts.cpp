// Clients of released versions talk to this server: what they sent is played again, must be answered as it was then, and they must
// be told everything that they were told, under the same numbers. A change of the protocol that breaks them fails here.
#include "released.h"
#include "transcript.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

using namespace athanor;
using namespace athanor::tests;

namespace {

// The room's code of today in the place of the recorded one; both have the same length.
std::string with_code(std::string bytes, const std::string& recorded, const std::string& now) {
  if (now.empty()) return bytes;
  for (auto at = bytes.find(recorded); at != std::string::npos; at = bytes.find(recorded, at + now.size())) bytes.replace(at, recorded.size(), now);
  return bytes;
}

struct Replay {
  std::size_t requests = 0, other_rules = 0, fields = 0, values = 0;
  Contents contents;  // of this transcript
};

// All that was told then is told now, with the same values.
void compare(const std::map<std::string, std::uint32_t>& then, const std::map<std::string, std::uint32_t>& now, Replay& replay) {
  for (const auto& [field, sum] : then) {
    const auto found = now.find(field);
    if (found == now.end())
      FAIL_CHECK("field " << field << " is not told any more");
    else if (found->second != sum)
      FAIL_CHECK("field " << field << " has other values");
    ++replay.fields;
    replay.values += sum != 0;
  }
}

// Other rules may offer other things; whoever answers by the old ones must still be answered somehow.
void play(const Transcript& transcript, const Contents& then, std::uint16_t port, bool same_rules, Replay& replay) {
  replay.contents.assign(transcript.lines.size(), {});
  std::map<char, std::unique_ptr<ReleasedClient>> clients;
  std::map<char, std::set<std::string>> told;
  std::string code;
  for (std::size_t number = 0; number < transcript.lines.size(); ++number) {
    const auto& line = transcript.lines[number];
    INFO("line " << number + 2);
    auto& client = clients[line.who];
    if (client != nullptr && line.kind == Line::Kind::cut) {
      told[line.who].merge(client->told);
      client.reset();
    }
    if (client == nullptr) client = std::make_unique<ReleasedClient>(port);
    auto& content = replay.contents.at(number);
    if (line.kind == Line::Kind::follow && same_rules) {
      client->follow(line.sequence);
      content = summed(content_of(client->update));
      if (!then.empty()) compare(then.at(number), content, replay);
    }
    if (line.kind != Line::Kind::ask) continue;
    client->answer.clear();
    std::string reply;
    REQUIRE_NOTHROW(reply = client->ask(with_code(line.bytes, transcript.code, code)));
    if (same_rules) REQUIRE(reply == line.reply);
    content = summed(content_of(client->answer));
    if (same_rules && !then.empty()) compare(then.at(number), content, replay);
    if (code.empty()) code = client->code;
    ++replay.requests;
  }
  for (const auto& [who, fields] : transcript.told) {
    told[who].merge(clients.at(who)->told);
    for (const auto& field : fields)
      if (told[who].count(field) == 0 && same_rules) FAIL_CHECK(who << " is not told field " << field << " any more");
  }
}

std::string contents_of(const std::filesystem::path& transcript) {
  return std::string(ATHANOR_TRANSCRIPTS) + "-contents/" + transcript.filename().string();
}

}  // namespace

TEST_CASE("writes what is told in transcripts that have no such file yet", "[.record]") {
  for (const auto& file : std::filesystem::directory_iterator(ATHANOR_TRANSCRIPTS)) {
    if (std::filesystem::exists(contents_of(file.path()))) continue;
    const auto transcript = read_transcript(file.path().string());
    const RecordedSeams seams;
    WholeServer server({}, WholeServer::generous(), seams);
    Replay replay;
    play(transcript, {}, server.port(), true, replay);
    write_contents(contents_of(file.path()), replay.contents);
  }
}

TEST_CASE("released clients play on this server as they did on theirs") {
  const auto catalogue = games::standard_catalogue();
  Replay replay;
  std::set<std::string> games;
  for (const auto& file : std::filesystem::directory_iterator(ATHANOR_TRANSCRIPTS)) {
    const auto transcript = read_transcript(file.path().string());
    INFO(file.path().filename().string());
    const auto* type = catalogue.find(transcript.game);
    REQUIRE(type != nullptr);
    const bool same_rules = type->traits().rules_version == transcript.rules;
    const RecordedSeams seams;
    WholeServer server({}, WholeServer::generous(), seams);
    const auto contents = read_contents(contents_of(file.path()));
    CHECK(contents.size() == transcript.lines.size());
    play(transcript, contents, server.port(), same_rules, replay);
    CHECK(server.service->counters().rooms_frozen == 0);
    if (same_rules) games.insert(transcript.game);
    replay.other_rules += !same_rules;
  }
  for (const auto& type : catalogue.types()) {
    INFO(type->traits().name << ": after a change of its rules, record a transcript beside the old one (see README.md)");
    CHECK(games.count(type->traits().name) == 1);
  }
  WARN("transcripts: " << replay.requests << " requests of released clients, " << replay.fields << " fields of answers and updates compared message by message, " << replay.values << " of them with their values; " << replay.other_rules << " transcripts of older rules");
}

TEST_CASE("clients of older and newer protocols get a typed answer and a final close") {
  WholeServer server;
  // ClientMessage{request 1, hello{protocol, client "x", language "en"}}, and one with fields of the future.
  const std::string older("\x08\x01\x12\x07\x12\x01x\x1a\x02"
                          "en", 11);
  const std::string newer("\x08\x01\x12\x09\x08\x02\x12\x01x\x1a\x02"
                          "en", 13);
  const std::string future("\x08\x01\x12\x0f\x08\x63\x12\x01x\x1a\x02"
                           "en\xa2\x06\x03new\xa8\x06\x05", 22);
  for (const auto& hello : {older, newer, future}) {
    ReleasedClient client(server.port());
    CHECK(client.ask(hello) == "refusal 3");
    CHECK(client.close_code() == 4005);
    for (const auto* field : {"3.2:2", "10.1:0", "10.2:2", "10.3:0"}) CHECK(client.told.count(field) == 1);
  }
}
