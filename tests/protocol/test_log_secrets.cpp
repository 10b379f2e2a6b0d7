// The log at every level, and the metrics, hold nothing that is secret: no game content, no words of people, no keys.

#include "support/player.h"
#include "secrets.h"
#include "server_program.h"

#include "store/disk.h"
#include "support/skip.h"

#include <athanor/store/journal.h>
#include <athanor/v1/journal.pb.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <future>
#include <iterator>
#include <sstream>

using namespace athanor;
using namespace athanor::tests;

namespace {

// Sixty columns of what a client calls itself are for the log, at debug; what comes behind them is not.
const std::string client_of_the_log = "athanor-test 1.0 " + std::string(42, '-');

v1::ClientMessage message_with(void (*fill)(v1::ClientMessage&)) {
  v1::ClientMessage message;
  fill(message);
  return message;
}
Reply greet(Player& player, const std::string& client, const std::string& language = "en") {
  v1::ClientMessage message;
  message.mutable_hello()->set_protocol(1);
  message.mutable_hello()->set_client(client);
  message.mutable_hello()->set_language(language);
  return player.ask(std::move(message));
}

// A running server, and what its host can do. It stops when this goes.
class House {
 public:
  House(std::string data, const std::string& level) : data_(std::move(data)), level_(level) { start(); }

  void start() {
    logs_.push_back("log" + std::to_string(logs_.size()));
    program_ = server(folder_, {"--listen", "127.0.0.1:0", "--data", data(), "--log-level", level_, "--messages-per-second", "100000",
                                "--chat-per-10-seconds", "1000", "--guesses-per-address", "1000", "--bot-delay-ms", "0"},
                      logs_.back());
    port = port_of(*program_);
  }
  void stop() {
    program_->send(SIGTERM);
    REQUIRE(program_->wait() == 0);
  }
  std::string admin(std::vector<std::string> command) {
    command.insert(command.begin(), "admin");
    command.insert(command.end(), {"--data", data()});
    auto program = server(folder_, std::move(command), "admin");
    const auto code = program->wait();
    INFO(program->written());
    REQUIRE(code == 0);
    return program->written();
  }
  // Everything there is of the room, seed and salt included.
  v1::PublishedJournal revealed(const std::string& code) {
    const auto file = folder_.path + "/" + code + "." + std::to_string(++exports_);
    admin({"export", code, "--reveal", "--out", file});
    std::ifstream in(file, std::ios::binary);
    v1::PublishedJournal journal;
    REQUIRE(journal.ParseFromString({std::istreambuf_iterator<char>(in), {}}));
    return journal;
  }
  [[nodiscard]] std::string data() const { return data_.empty() ? folder_.path + "/data" : data_; }
  [[nodiscard]] bool says(const std::string& text) const { return program_->says(text); }
  [[nodiscard]] std::string metrics() const { return http_get(port, "/metrics").body; }
  // All that it and the servers before it on this folder have logged.
  [[nodiscard]] std::string log() const {
    std::string out;
    for (const auto& name : logs_) {
      std::ifstream in(folder_.path + "/" + name, std::ios::binary);
      out.append(std::istreambuf_iterator<char>(in), {});
    }
    return out;
  }

  std::uint16_t port = 0;

 private:
  Folder folder_;
  std::string data_, level_;
  std::vector<std::string> logs_;
  int exports_ = 0;
  std::unique_ptr<recovery::Program> program_;
};

// Another value of an option for each variant; 0: the default.
std::string value_of(const v1::OptionInfo& option, std::size_t variant) {
  const auto values = static_cast<std::size_t>(option.values_size());
  if (variant == 0) return option.default_value();
  if (values > 0) return option.values(static_cast<int>((values - variant % values) % values));
  return variant % 2 == 1 ? std::to_string(option.max()) : option.default_value();
}

// Two people, a bot where the game knows bots, and one who watches.
class Table {
 public:
  Table(House& house, Secrets& secrets, const v1::GameInfo& game, std::size_t variant) : house_(house), secrets_(secrets), game_(game) {
    for (auto* person : {&host, &guest, &watcher}) *person = arrive();
    open(variant);
    come_in();
    talk();
    if (!game.no_bots()) {
      v1::ClientMessage bot;
      bot.mutable_set_bot()->set_seat(2);
      bot.mutable_set_bot()->set_bot(true);
      REQUIRE(host->ask(std::move(bot)).accepted);
    }
    for (auto* person : {&host, &guest}) REQUIRE((*person)->ready().accepted);
    REQUIRE(host->ask(message_with([](auto& m) { m.mutable_start_game(); })).accepted);
    REQUIRE(host->until([&] { return host->playing(); }));
  }

  // Answers a question, if there is one, and then one that is refused. False: the game stands or is over.
  bool move() {
    auto* const asked = whom_it_waits_for();
    if (asked == nullptr) return host->playing() && host->next().has_value();
    v1::ClientMessage message;
    *message.mutable_answer() = bot_->choose(asked->update.decision(), asked->update.view());
    message.mutable_answer()->set_decision_id(asked->update.decision().id());
    const auto reply = asked->ask(std::move(message));
    if (reply.accepted) ++accepted;
    last_code = reply.code();
    message.Clear();
    message.mutable_answer()->set_decision_id(1'000'000'000);
    if (asked->ask(std::move(message)).accepted) FAIL("an answer to a question that nobody was asked was accepted");
    return true;
  }

  // As both have heard.
  bool goes_on() {
    const auto newest = std::max(host->update.sequence(), guest->update.sequence());
    for (auto* player : {host.get(), guest.get()}) REQUIRE(player->until([&] { return player->update.sequence() >= newest; }));
    return host->playing() && guest->playing();
  }

  // The guest loses his connection, somebody else tries a token of his own, and the guest comes back.
  void lose_and_resume() {
    const auto token = guest->token;
    guest = arrive();
    const std::string wrong = "CANARY-no-token!";
    secrets_.key(wrong);
    CHECK_FALSE(guest->resume(host->code, wrong).accepted);
    REQUIRE(guest->resume(host->code, token).accepted);
    guest->token = token;
  }

  // What the server's host does, and what he gets to see.
  void administer() {
    const auto& code = host->code;
    house_.admin({"announce", secrets_.text("CANARY announcement to everybody")});
    house_.admin({"announce", "--room", code, secrets_.text("CANARY announcement to a room")});
    const auto inspected = nlohmann::json::parse(house_.admin({"inspect", code, "--reveal", "--json"})).at("room");
    for (const auto* part : {"own", "secrets", "known_to_none"})
      if (inspected.contains(part)) secrets_.json(inspected.at(part));
    const auto journal = house_.revealed(code);
    REQUIRE(journal.seed().size() >= 16);
    REQUIRE(journal.salt().size() >= 16);
    secrets_.key(journal.seed());
    secrets_.key(journal.salt());
    for (const auto& entry : journal.entries())
      if (entry.has_answer()) secrets_.key(entry.answer().answer().SerializeAsString());
  }

  std::unique_ptr<Player> host, guest, watcher;
  std::size_t accepted = 0;
  v1::RefusalCode last_code = v1::REFUSAL_CODE_UNSPECIFIED;

 private:
  // After all have read what one of them has.
  Player* whom_it_waits_for() {
    Player* asked = nullptr;
    const auto newest = std::max({host->update.sequence(), guest->update.sequence(), watcher->update.sequence()});
    for (auto* person : {&host, &guest, &watcher}) {
      secrets_.update((*person)->update);
      while ((*person)->update.sequence() < newest) {
        if (!(*person)->next()) FAIL("an update did not come");
        secrets_.update((*person)->update);
      }
      if ((*person)->waited_for()) asked = person->get();
    }
    return asked;
  }
  std::unique_ptr<Player> arrive() {
    auto player = std::make_unique<Player>(house_.port);
    player->last_request = 10'000 * ++arrivals_;  // no request of a seat has the id of an older one
    REQUIRE(greet(*player, client_of_the_log + secrets_.text("CANARY of a client"), "de").accepted);
    return player;
  }
  void open(std::size_t variant) {
    v1::ClientMessage message;
    auto& create = *message.mutable_create_room();
    create.set_game(game_.name());
    create.set_seats(game_.no_bots() ? 2 : 3);
    create.set_name(secrets_.text("CANARY-Adelheid"));
    create.set_password(secrets_.text("CANARY-password-of-the-room"));
    REQUIRE(host->ask(std::move(message)).accepted);
    // Not every option goes with every other: one after the other, and those that do not are refused.
    for (const auto& info : game_.options()) {
      message.Clear();
      auto& option = *message.mutable_set_options()->add_options();
      option.set_name(info.name());
      option.set_value(value_of(info, variant));
      (void)host->ask(std::move(message));
    }
  }
  void come_in() {
    v1::ClientMessage message;
    auto& join = *message.mutable_join_room();
    join.set_code(host->code);
    join.set_name(secrets_.text("CANARY-Bonifaz"));
    join.set_password(secrets_.text("CANARY-a-wrong-password"));
    CHECK_FALSE(guest->ask(message).accepted);
    join.set_password("CANARY-password-of-the-room");
    REQUIRE(guest->ask(message).accepted);
    join.set_name(secrets_.text("CANARY-Cunigunde"));
    join.set_spectate(true);
    REQUIRE(watcher->ask(message).accepted);
  }
  void talk() {
    for (auto* person : {&host, &guest, &watcher}) {
      v1::ClientMessage message;
      message.mutable_say()->set_text(secrets_.text("CANARY words that somebody said"));
      REQUIRE((*person)->ask(std::move(message)).accepted);
      if (person == &watcher) continue;
      secrets_.key((*person)->token);
      message.Clear();
      message.mutable_save_notes()->set_text(secrets_.text("CANARY notes of a player"));
      REQUIRE((*person)->ask(std::move(message)).accepted);
    }
  }

  House& house_;
  Secrets& secrets_;
  const v1::GameInfo& game_;
  std::uint64_t arrivals_ = 0;
  std::unique_ptr<games::Bot> bot_ = games::random_bot(5);
};

v1::CatalogueReply catalogue(const House& house) {
  Player visitor(house.port);
  REQUIRE(visitor.hello().accepted);
  return visitor.ask(message_with([](auto& m) { m.mutable_get_catalogue(); })).message.catalogue();
}

// Each room leaves in another way; the first stays.
void leave(House& house, Table& table, std::size_t way) {
  if (way == 1) house.admin({"kick", table.host->code, "2"});
  if (way == 2) house.admin({"close", table.host->code});
  if (way == 3) (void)table.guest->ask(message_with([](auto& m) { m.mutable_leave_room(); }));
}

// An entry that does not fold, and has something to tell, at the end of a stopped server's room.
void damage(const House& house, const std::string& code, Secrets& secrets) {
  auto journal = store::open_sqlite({house.data()});
  REQUIRE(journal);
  const auto rooms = (*journal)->rooms();
  REQUIRE(rooms);
  const auto room = std::find_if(rooms->begin(), rooms->end(), [&](const auto& r) { return r.code == code; });
  REQUIRE(room != rooms->end());
  v1::JournalEntry entry;
  entry.set_sequence(room->last_sequence + 1);
  entry.set_digest(1);
  entry.set_at_ms(1'000'000'000'000);
  entry.mutable_chatted()->set_text(secrets.text("CANARY of an entry that does not fold"));
  store::Append append;
  append.room = code;
  append.sequence = entry.sequence();
  append.entry = entry.SerializeAsString();
  append.wall_unix_ms = room->last_wall_unix_ms;
  std::promise<bool> stored;
  (*journal)->append(append, [&](const auto& result) { stored.set_value(result.has_value()); });
  REQUIRE(stored.get_future().get());
  (*journal)->close();
}

void nothing_of(const Secrets& secrets, const House& house, const std::string& metrics) {
  CHECK(secrets.found_in(house.log()).empty());
  REQUIRE(metrics.find("athanor_") != std::string::npos);
  CHECK(secrets.found_in(metrics).empty());
}

}  // namespace

TEST_CASE("no level of the log, and no metric, holds game content, people's words or keys") {
  std::size_t variant = 0;
  for (const std::string level : {"trace", "debug", "info", "warn", "error"}) {
    House house({}, level);
    Secrets secrets;
    std::string code, token;
    std::size_t way = 0;
    const auto games = catalogue(house);
    REQUIRE(games.games_size() >= 4);
    for (const auto& game : games.games()) {
      INFO(game.name() << " with " << level);
      Table table(house, secrets, game, variant);
      for (int move = 0; move < 150 && table.move(); ++move)
        if (move == 20 && table.goes_on()) {  // that very move may have ended a session of the companion
          table.lose_and_resume();
          house.admin({"pause", table.host->code});
          house.admin({"resume", table.host->code});
        }
      CHECK((table.accepted > 5 || !table.host->playing()));  // a session of the companion may be ended by any device
      table.administer();
      if (way == 0) {
        code = table.host->code;
        token = table.guest->token;
      }
      leave(house, table, way++);
    }
    auto metrics = house.metrics();
    house.stop();
    damage(house, code, secrets);
    house.start();
    Player guest(house.port);
    REQUIRE(greet(guest, client_of_the_log).accepted);
    REQUIRE(guest.resume(code, token).accepted);
    REQUIRE(guest.until([&] { return guest.room.phase() == v1::ROOM_PHASE_FROZEN; }));
    CHECK(house.says("frozen after entry "));
    secrets.key(house.revealed(code).seed());
    metrics += house.metrics();
    house.stop();
    INFO("level " << level);
    CHECK(secrets.size() > 1000);
    nothing_of(secrets, house, metrics);
    const bool for_those_who_look_closely = level == "trace" || level == "debug";
    CHECK((house.log().find(client_of_the_log) != std::string::npos) == for_those_who_look_closely);
    ++variant;
  }
}

TEST_CASE("a disk that fills up makes the log no more talkative") {
  athanor_test::SmallDisk disk("16m");
  if (!disk.mounted()) {
    cannot_be_tested(disk.why_not());
    return;
  }
  House house(disk.path(), "trace");
  Secrets secrets;
  const auto games = catalogue(house);
  Table table(house, secrets, games.games(0), 0);
  for (int move = 0; move < 20; ++move) REQUIRE(table.move());
  disk.fill();
  // Some moves may still fit into what the journal's files occupy already.
  for (int move = 0; move < 2000 && table.last_code != v1::REFUSAL_CODE_STORAGE; ++move)
    if (!table.move()) break;
  REQUIRE(table.last_code == v1::REFUSAL_CODE_STORAGE);
  CHECK(house.says("could not be stored"));
  disk.free_again();
  CHECK(house.says("can be stored again"));
  table.administer();
  const auto metrics = house.metrics();
  house.stop();
  CHECK(secrets.size() > 50);
  nothing_of(secrets, house, metrics);
}

TEST_CASE("what strangers write of themselves is short and printable in the log, one line each") {
  std::string marks;
  for (int i = 0; i < 3000; ++i) marks += "\xcc\x81";
  const std::vector<std::string> names = {"athanor 1.0\n[error] room BCDFGH: frozen", "\x1b[2J\x1b]0;gone\x07", "a" + marks, std::string(60'000, 'x'),
                                          "\xe2\x80\xae" "desrever\xe2\x80\x8b", ""};
  House house({}, "trace");
  for (const auto& name : names) {
    Player player(house.port);
    REQUIRE(greet(player, name).accepted);
    CHECK_THROWS(RawWebSocket(house.port, "/ws", "Origin: https://" + name.substr(0, name.find_first_of("\n\x1b\x07")).substr(0, 7000) + "x\r\n"));
  }
  REQUIRE(house.says("refused a page of origin https://x "));
  house.stop();
  std::istringstream lines(house.log());
  std::size_t greeted = 0, refused = 0;
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(line.size() < 400);
    CHECK_THAT(line, !Catch::StartsWith("[error]"));
    CHECK(line.find_first_of("\x1b\x07\r") == std::string::npos);
    for (const auto* hidden : {"\xe2\x80\xae", "\xe2\x80\x8b"}) CHECK_THAT(line, !Catch::Contains(hidden));
    if (line.find("hello from ") != std::string::npos) ++greeted;
    if (line.find("refused a page of origin") != std::string::npos) ++refused;
  }
  CHECK(greeted == names.size());
  CHECK(refused == names.size());
}

TEST_CASE("the search for secrets finds what is there") {
  Secrets secrets;
  secrets.key("0123456789abcdef");
  CHECK_FALSE(secrets.found_in("key 0123456789abcdef!").empty());
  CHECK_FALSE(secrets.found_in("30313233343536373839616263646566").empty());
  CHECK_FALSE(secrets.found_in("MDEyMzQ1Njc4OWFiY2RlZg==").empty());
  CHECK(secrets.found_in("nothing of the kind").empty());
  CHECK(secrets.found_in("..." + base64(std::string(30, 'x')) + "...").empty());
}
