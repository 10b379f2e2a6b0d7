// Adds to the corpus: rooms of every game over fake connections, with people who go, come back, pause and talk.
#include <stored_journals/eventful.h>
#include <stored_journals/stored.h>

#include <rooms/house.h>

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <random>

using namespace athanor;
using namespace athanor::test;

namespace {

struct Recording {
  std::string file, game;
  std::uint32_t seats;
  std::map<std::string, std::string> options;
  std::string bot = "sensible";
};

const std::vector<Recording>& recordings() {
  static const std::vector<Recording> all{
      {"little-alchemists-1", "little-alchemists", 2, {{"level", "1"}}, "sensible"},
      {"little-alchemists-7", "little-alchemists", 4, {{"level", "7"}, {"all-levels", "true"}, {"turn-limit", "60"}}, "sensible"},
      {"little-alchemists-4-random", "little-alchemists", 3, {{"level", "4"}, {"all-levels", "true"}}, "random"},
      {"companion", "little-alchemists-companion", 2, {{"level", "1"}}, "random"},
      {"der-alchimist", "der-alchimist", 3, {}, "sensible"},
      {"der-alchimist-random", "der-alchimist", 5, {{"turn-clock", "off"}, {"colour", "green"}, {"language", "de"}}, "random"},
      {"the-alchemists-2", "the-alchemists", 2, {{"turn-clock", "120"}}, "random"},
      {"the-alchemists-4", "the-alchemists", 4, {}, "sensible"},
      {"quacksalber-2", "quacksalber", 2, {{"book-set", "3"}, {"locoweed", "a"}, {"pot-side", "tubes"}, {"clock", "off"}}, "random"},
      {"quacksalber-4", "quacksalber", 4, {{"book-set", "2"}, {"locoweed", "v2"}, {"extra-cards", "on"}}, "sensible"},
  };
  return all;
}

struct EventfulRecording {
  std::string file, game;
  std::map<std::string, std::string> options;
};

const std::vector<EventfulRecording>& eventful_recordings() {
  static const std::vector<EventfulRecording> all{
      {"little-alchemists-eventful", "little-alchemists", {{"level", "1"}, {"turn-limit", "60"}}},
      {"companion-eventful", "little-alchemists-companion", {{"level", "3"}, {"all-levels", "true"}}},
      {"der-alchimist-eventful", "der-alchimist", {{"turn-clock", "60"}}},
      {"the-alchemists-eventful", "the-alchemists", {{"turn-clock", "60"}}},
      {"quacksalber-eventful", "quacksalber", {{"book-set", "4"}, {"locoweed", "d"}, {"lockstep", "all"}}},
  };
  return all;
}

/// How many entries there are up to the one that starts the game.
std::size_t start_of_game(const Entries& entries) {
  const auto started = std::find_if(entries.begin(), entries.end(), [](const std::string& bytes) {
    v1::JournalEntry entry;
    return entry.ParseFromString(bytes) && entry.has_started();
  });
  return static_cast<std::size_t>(started - entries.begin()) + 1;
}

/// A room in which things happen.
class Evening {
 public:
  explicit Evening(const Recording& recording) : house_(games::standard_catalogue), random_(7) {
    const auto catalogue = games::standard_catalogue();
    for (std::uint32_t seat = 0; seat < recording.seats; ++seat) {
      auto& person = house_.client();
      const auto name = std::string(1, static_cast<char>('A' + seat)) + "nn";
      if (seat == 0)
        person.create(recording.seats, name, recording.options, {}, {}, recording.game);
      else
        person.join(people_[0]->code(), name);
      person.ready();
      people_.push_back(&person);
      bots_.push_back(catalogue.find(recording.game)->bot(recording.bot, seat + 1));
    }
    const auto request = people_[0]->start();
    if (!people_[0]->acknowledged(request)) throw std::runtime_error(recording.game + " does not start");
  }

  [[nodiscard]] bool finished() const { return people_[0]->room().phase() == v1::ROOM_PHASE_FINISHED; }
  void step() {
    const auto chance = random_() % 60;
    const auto who = random_() % people_.size();
    if (chance == 0 && who != 0) reconnect(who);
    if (chance == 1) pause();
    if (chance == 2) people_[who]->say("well");
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < people_.size(); ++i)
      if (people_[i]->update().has_decision()) asked.push_back(i);
    if (asked.empty() || random_() % 8 == 0) return house_.advance(1 + random_() % 5000);
    const auto i = asked[random_() % asked.size()];
    v1::ClientMessage message;
    const auto& decision = people_[i]->update().decision();
    *message.mutable_answer() = bots_[i]->choose(decision, people_[i]->update().view());
    for (const auto& offer : decision.offers())
      if (offer.id() == message.answer().offer_id() && offer.verb() == "wait") return house_.advance(5000);
    people_[i]->send(message);
  }
  [[nodiscard]] Entries entries() {
    Entries all;
    for (const auto& entry : house_.journal.entries(people_[0]->code())) all.push_back(entry.SerializeAsString());
    return all;
  }

 private:
  void reconnect(std::size_t who) {
    const auto code = people_[who]->code(), token = people_[who]->token();
    const auto request = people_[who]->next_request;
    people_[who]->disconnect();
    house_.advance(random_() % 2 == 0 ? 1000 : 70'000);
    people_[who] = &house_.client();
    people_[who]->next_request = request + 100;
    people_[who]->resume(code, token);
  }
  void pause() {
    people_[0]->pause();
    house_.advance(3000);
    people_[0]->pause(false);
  }

  House house_;
  std::mt19937_64 random_;
  std::vector<Client*> people_;
  std::vector<std::unique_ptr<games::Bot>> bots_;
};

// Journals of each version of the rules stay beside those of the others.
std::string name_now(const std::string& file, const std::string& game) {
  static const auto catalogue = games::standard_catalogue();
  const auto rules = catalogue.find(game)->traits().rules_version;
  return rules == 1 ? file : file + "-rules" + std::to_string(rules);
}

// Writes a journal that is not there yet, and pins it.
void add(const std::string& name, const Entries& entries) {
  const auto file = std::string(ATHANOR_JOURNALS) + "/" + name;
  REQUIRE(pinned().count(name) == 0);
  REQUIRE_FALSE(std::filesystem::exists(file));
  write_journal(file, entries);
  pin(name);
}

}  // namespace

TEST_CASE("adds journals to the corpus that it does not have", "[.record]") {
  for (const auto& recording : recordings()) {
    const auto name = name_now(recording.file, recording.game);
    if (pinned().count(name + ".finished") != 0) continue;
    INFO(name);
    Evening evening(recording);
    for (int step = 0; step < 20'000 && !evening.finished(); ++step) evening.step();
    REQUIRE(evening.finished());
    const auto all = evening.entries();
    add(name + ".finished", all);
    // What a room has written at any moment is the beginning of this.
    const auto begun = start_of_game(all);
    add(name + ".half", Entries(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begun + (all.size() - begun) / 2)));
  }
  for (const auto& [file, game, options] : eventful_recordings()) {
    const auto name = name_now(file, game);
    if (pinned().count(name + ".closed") != 0) continue;
    INFO(name);
    add(name + ".closed", eventful_evening(game, options));
  }
}
