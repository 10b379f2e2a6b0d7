// Names, words and whatever else people write: what comes out anywhere is printable, whoever gets it.

#include "protocol/server_program.h"
#include "trouble/live_server.h"
#include "trouble/nasty_texts.h"

#include <athanor/games/bot.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <random>

#include <sys/stat.h>

using namespace athanor;
using namespace athanor::tests;

namespace {

const std::string last_words = "these are the last words";

// Everything between the marks in these bytes, or to where it was cut.
std::size_t check_marked(const std::string& bytes, bool newlines = false) {
  std::size_t found = 0;
  for (auto at = bytes.find(begin_mark); at != std::string::npos; at = bytes.find(begin_mark, at + 1)) {
    const auto end = std::min(bytes.find(end_mark, at + begin_mark.size()), bytes.find("\xe2\x80\xa6", at));
    if (end == std::string::npos) break;
    ++found;
    const auto text = bytes.substr(at, end - at);
    UNSCOPED_INFO("came out as: " << Catch::StringMaker<std::string>::convert(text));
    CHECK(unprintable(text, newlines) == "");
  }
  return found;
}

v1::ClientMessage made(void (*fill)(v1::ClientMessage&, const std::string&), const std::string& text) {
  v1::ClientMessage message;
  fill(message, text);
  return message;
}

// A table where everybody is called by such texts and says them; all bytes that anybody gets are kept.
class TalkingTable {
 public:
  TalkingTable(std::uint16_t port, std::vector<std::string> texts) : port_(port), texts_(std::move(texts)) {
    host_ = arrive(0);
    named(*host_, 0, [&](const std::string& name) {
      return made(
          [](auto& m, auto& n) {
            m.mutable_create_room()->set_game("little-alchemists");
            m.mutable_create_room()->set_seats(2);
            m.mutable_create_room()->set_name(n);
          },
          name);
    });
    guest_ = arrive(1);
    named(*guest_, 1, [&](const std::string& name) { return joining(name, false); });
    watcher_ = arrive(2);
    named(*watcher_, 2, [&](const std::string& name) { return joining(name, true); });
  }
  [[nodiscard]] const std::string& code() const { return host_->code; }
  [[nodiscard]] const std::string& heard() const { return heard_->rest; }
  [[nodiscard]] const std::string& notes() const { return heard_->notes; }  ///< only they may have lines
  [[nodiscard]] std::size_t names() const { return names_; }                ///< taken as they were meant

  void talk() {
    for (auto* person : {host_.get(), guest_.get(), watcher_.get()})
      for (const auto& text : texts_) {
        (void)person->ask(made([](auto& m, auto& t) { m.mutable_say()->set_text(t); }, marked(text)));
        (void)person->ask(made([](auto& m, auto& t) { m.mutable_save_notes()->set_text(t); }, marked(text)));
        (void)person->ask(made([](auto& m, auto& t) { m.mutable_get_catalogue()->set_game(t); }, marked(text)));
        (void)person->ask(made(
            [](auto& m, auto& t) {
              auto& option = *m.mutable_set_options()->add_options();
              option.set_name(t);
              option.set_value(t);
            },
            marked(text)));
        (void)person->ask(made(
            [](auto& m, auto& t) {
              auto& option = *m.mutable_set_options()->add_options();
              option.set_name("level");
              option.set_value(t);
            },
            marked(text)));
      }
  }
  // Bytes that are no UTF-8, among them the one-byte introducer, in place of the text.
  void say_no_utf8() {
    for (const auto* bytes : {"\x9b\x9b", "\xc0\x9b", "\xff\xfe", "\xed\xa0"}) {
      auto message = made([](auto& m, auto& t) { m.mutable_say()->set_text(t); }, marked("@@"));
      message.set_request(900'000);
      auto whole = message.SerializeAsString();
      whole.replace(whole.find("@@"), 2, bytes);
      auto somebody = arrive(3);
      REQUIRE(somebody->ws.send(whole));
      CHECK(somebody->next()->refusal().code() == v1::REFUSAL_CODE_MALFORMED);
    }
  }
  void finish() {
    for (auto* person : {host_.get(), guest_.get()}) person->ready();
    REQUIRE(host_->ask(made([](auto& m, auto&) { m.mutable_start_game(); }, {})).accepted);
    host_ = back(*host_);  // history and notes once more
    REQUIRE(host_->until([&] { return host_->playing(); }));
    REQUIRE(guest_->ask(made([](auto& m, auto&) { m.mutable_leave_room(); }, {})).accepted);
    REQUIRE(host_->until([&] { return host_->room.phase() == v1::ROOM_PHASE_FINISHED; }));
    REQUIRE(host_->ask(made([](auto& m, auto&) { m.mutable_get_journal(); }, {})).accepted);
    (void)host_->ask(made([](auto& m, auto& t) { m.mutable_say()->set_text(t); }, last_words));
  }

 private:
  using Person = std::unique_ptr<Player>;
  Person arrive(std::size_t text) {
    auto person = std::make_unique<Player>(port_, "/ws", 0, stranger(static_cast<std::uint32_t>(2000 + arrivals_)));
    person->last_request = 1000 * ++arrivals_;
    person->heard = [all = heard_](const std::string& bytes) {
      v1::ServerMessage message;
      REQUIRE(message.ParseFromString(bytes));
      (message.has_room_entered() ? all->notes : all->rest) += bytes;
    };
    v1::ClientMessage hello;
    hello.mutable_hello()->set_protocol(1);
    hello.mutable_hello()->set_client(marked(texts_[text % texts_.size()]));
    hello.mutable_hello()->set_language(marked(texts_[text % texts_.size()]));
    REQUIRE(person->ask(std::move(hello)).accepted);
    return person;
  }
  [[nodiscard]] v1::ClientMessage joining(const std::string& name, bool watching) const {
    v1::ClientMessage message;
    message.mutable_join_room()->set_code(host_->code);
    message.mutable_join_room()->set_name(name);
    message.mutable_join_room()->set_spectate(watching);
    return message;
  }
  // Under the text's name, or a plain one if that cannot be had.
  template <typename Enter>
  void named(Player& person, std::size_t text, Enter enter) {
    const auto reply = person.ask(enter(marked(texts_[text % texts_.size()] + std::string(text, 'i'))));
    if (reply.accepted) {
      ++names_;
      return;
    }
    CHECK(reply.code() == v1::REFUSAL_CODE_BAD_INPUT);
    REQUIRE(person.ask(enter("Plain" + std::to_string(text))).accepted);
  }
  Person back(Player& person) {
    const auto code = person.code, token = person.token;
    person.ws.socket().reset();
    auto again = arrive(0);
    REQUIRE(again->resume(code, token).accepted);
    return again;
  }

  std::uint16_t port_;
  std::vector<std::string> texts_;
  struct Bytes {
    std::string rest, notes;
  };
  std::shared_ptr<Bytes> heard_ = std::make_shared<Bytes>();
  std::uint64_t arrivals_ = 0;
  std::size_t names_ = 0;
  Person host_, guest_, watcher_;
};

const std::vector<std::string> talkative = {"--log-level",         "debug",  "--chat-per-10-seconds", "100000", "--messages-per-second",     "100000",
                                            "--rooms-per-address", "100000", "--connects-per-second", "0",      "--connections-per-address", "0"};

}  // namespace

TEST_CASE("texts: what people write comes out printable for everybody, in histories, the journal, the log, and the program in line mode") {
  LiveServer server(talkative);
  ControlRoom control(server.port());
  const Folder folder;
  ::setenv("XDG_STATE_HOME", folder.path.c_str(), 1);
  const auto texts = nasty_texts();
  std::size_t in_messages = 0, in_notes = 0, on_screens = 0, names = 0;
  for (std::size_t first = 0; first < texts.size(); first += 4) {
    INFO("texts from number " << first);
    const std::vector<std::string> some(texts.begin() + static_cast<std::ptrdiff_t>(first),
                                        texts.begin() + static_cast<std::ptrdiff_t>(std::min(first + 4, texts.size())));
    TalkingTable table(server.port(), some);
    const auto file = folder.path + "/" + std::to_string(first);
    REQUIRE(::mkfifo((file + ".in").c_str(), 0600) == 0);
    // A pipe that is open at both ends never comes to its end.
    recovery::Program program({"/bin/sh", "-c",
                               "exec '" ATHANOR_PROGRAM "' watch --plain --lang en --room " + table.code() +
                                   " --server ws://127.0.0.1:" + std::to_string(server.port()) + " <>" + file + ".in"},
                              file);
    REQUIRE(program.says("Watching: 2"));
    table.talk();
    table.say_no_utf8();
    table.finish();
    REQUIRE(program.says(last_words));
    in_messages += check_marked(table.heard());
    in_notes += check_marked(table.notes(), true);
    const auto screen = program.written();
    on_screens += check_marked(screen);
    CHECK(unprintable(screen, true) == "");
    names += table.names();
  }
  ::unsetenv("XDG_STATE_HOME");
  CHECK(names > texts.size() / 4);  // of three quarters that were names; the rest are too long
  INFO("in messages " << in_messages << ", in notes " << in_notes << ", on screens " << on_screens << ", names " << names << ", texts "
                      << texts.size());
  CHECK(in_notes > texts.size() / 8);
  CHECK(in_messages > 40 * texts.size());
  CHECK(on_screens > 5 * texts.size());
  const auto log = server.log();
  CHECK(log.find("hello from " + begin_mark) != std::string::npos);
  CHECK(unprintable(log, true) == "");
  CHECK(control.verdict() == "");
}

TEST_CASE("texts: random bytes, as in tokens, seeds and hashes, pass for no text") {
  std::mt19937_64 random(1);
  std::string bytes(1'000'000, 0);
  for (auto& byte : bytes) byte = static_cast<char>(random());
  CHECK(check_marked(bytes) == 0);
}

namespace {

const v1::Offer* offer_for_a_text(const v1::Decision& decision) {
  for (const auto& offer : decision.offers())
    for (const auto& field : offer.fields())
      if (field.has_text()) return &offer;
  return nullptr;
}

// Both answer at random, until one of them is asked for a text.
Player* asked_for_a_text(Player& host, Player& guest) {
  const auto bot = games::random_bot(24);
  for (int moves = 0; moves < 3000 && host.playing(); ++moves) {
    bool moved = false;
    for (auto* player : {&host, &guest}) {
      if (offer_for_a_text(player->update.decision()) != nullptr) return player;
      if (!player->update.has_decision()) continue;
      v1::ClientMessage message;
      *message.mutable_answer() = bot->choose(player->update.decision(), player->update.view());
      message.mutable_answer()->set_decision_id(player->update.decision().id());
      const auto reply = player->ask(std::move(message));
      moved = reply.accepted || moved;
      const auto newest = player->update.sequence();
      for (auto* other : {&host, &guest}) REQUIRE(other->until([&] { return other->update.sequence() >= newest; }));
    }
    if (!moved) {
      (void)host.next(100);
      REQUIRE(guest.until([&] { return guest.update.sequence() >= host.update.sequence(); }));
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("texts: words that a game asks for are refused or come out printable") {
  LiveServer server(talkative);
  ControlRoom control(server.port());
  const std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> games = {
      {"little-alchemists-companion", {{"level", "5"}, {"all-levels", "true"}}},
      {"der-alchimist", {{"turn-clock", "off"}, {"creativity-read", "2"}}}};
  for (const auto& [game, options] : games) {
    INFO(game);
    Player host(server.port(), "/ws", 0, stranger(10)), guest(server.port(), "/ws", 0, stranger(11));
    std::string heard;
    for (auto* player : {&host, &guest}) {
      player->heard = [&heard](const std::string& bytes) { heard += bytes; };
      player->hello();
    }
    v1::ClientMessage message;
    auto& create = *message.mutable_create_room();
    create.set_game(game);
    create.set_seats(2);
    create.set_name("Ada");
    for (const auto& [name, value] : options) {
      auto& option = *create.add_options();
      option.set_name(name);
      option.set_value(value);
    }
    REQUIRE(host.ask(message).accepted);
    REQUIRE(guest.join(host.code, "Bo").accepted);
    host.ready();
    guest.ready();
    message.mutable_start_game();
    REQUIRE(host.ask(message).accepted);
    REQUIRE(guest.until([&] { return guest.playing(); }));
    auto* const asked = asked_for_a_text(host, guest);
    REQUIRE(asked != nullptr);
    std::size_t tried = 0;
    std::uint64_t random = 24;
    for (const auto& text : nasty_texts()) {
      const auto* offer = offer_for_a_text(asked->update.decision());
      if (offer == nullptr) break;
      auto& answer = *message.mutable_answer();
      answer = games::random_answer(asked->update.decision(), *offer, random);
      answer.set_decision_id(asked->update.decision().id());
      for (int i = 0; i < answer.values_size(); ++i)
        if (answer.values(i).kind_case() == v1::Value::kText) answer.mutable_values(i)->set_text(marked(text));
      (void)asked->ask(message);
      ++tried;
    }
    CHECK(tried > 10);
    (void)check_marked(heard);
  }
  CHECK(unprintable(server.log(), true) == "");
  CHECK(control.verdict() == "");
}

TEST_CASE("texts: the search for what is not printable finds it") {
  CHECK(unprintable("Anna \xe4\xb8\xad\xe6\x96\x87 \xf0\x9f\x91\xa8") == "");
  for (const auto* bad : {"\x1b[2J", "a\nb", "\xc2\x9b", "\x9b", "\xe2\x80\xae", "\xe2\x80\x8b", "\x7f", "\xc0\x80", "\xed\xa0\x80",
                          "e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81"})
    CHECK(unprintable(bad) != "");
}
