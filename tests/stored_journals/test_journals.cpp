// Journals that rooms of every game have written, whole and up to the middle, fold as they did then. A change of rules that
// folds one differently fails here until the game's rules_version is raised; journals of older versions must freeze with an
// explanation. New ones are written by `test_stored_journals "[.record]"` (see README.md).
#include <stored_journals/stored.h>

#include <athanor/games/catalogue.h>
#include <athanor/rooms/limits.h>
#include <athanor/v1/journal.pb.h>
#include <fold.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {

const games::Catalogue& catalogue() {
  static const auto all = games::standard_catalogue();
  return all;
}

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(ATHANOR_JOURNALS)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct Story {
  std::string game;
  std::vector<std::uint32_t> versions;  ///< of the rules, one for each game that was begun
};
Story story_of(const Entries& entries) {
  Story story;
  for (const auto& bytes : entries) {
    v1::JournalEntry entry;
    REQUIRE(entry.ParseFromString(bytes));
    if (entry.has_created()) story.game = entry.created().game();
    if (entry.has_started()) story.versions.push_back(entry.started().rules_version());
  }
  return story;
}

// What a whole journal of the corpus begins with, up to the middle of the game.
bool is_beginning(const std::filesystem::path& file, const Entries& entries) {
  auto whole = file;
  if (file.extension() != ".half" || !std::filesystem::exists(whole.replace_extension(".finished"))) return false;
  const auto all = read_journal(whole.string());
  return entries.size() < all.size() && std::equal(entries.begin(), entries.end(), all.begin());
}

Entries with_other_digest(Entries entries, std::size_t at) {
  v1::JournalEntry entry;
  REQUIRE(entry.ParseFromString(entries[at]));
  entry.set_digest(entry.digest() + 1);
  entries[at] = entry.SerializeAsString();
  return entries;
}

}  // namespace

TEST_CASE("stored journals of every game fold as they did when they were written") {
  // Whole ones to the end of a game or to the closing of the room, beginnings of these, of older rules.
  std::map<std::string, std::array<std::size_t, 3>> counts;
  std::size_t folded = 0, in_beginnings = 0;
  for (const auto& file : corpus()) {
    const auto entries = read_journal(file.string());
    const auto story = story_of(entries);
    INFO(file.filename().string() << ", game " << story.game);
    const auto* type = catalogue().find(story.game);
    REQUIRE(type != nullptr);
    REQUIRE_FALSE(story.versions.empty());
    const auto now = type->traits().rules_version;
    const auto recovered = rooms::recover(entries, catalogue(), rooms::Limits{});
    REQUIRE(recovered);
    if (std::any_of(story.versions.begin(), story.versions.end(), [&](auto version) { return version != now; })) {
      REQUIRE(recovered->freeze);  // explained and exported, never bent
      CHECK_FALSE(recovered->freeze->detail.empty());
      ++counts[story.game][2];
      continue;
    }
    if (recovered->freeze)
      FAIL_CHECK("It folds differently: " << recovered->freeze->detail << ". If the rules were meant to change, raise rules_version of "
                                          << story.game << " and record new journals beside this one.");
    CHECK(recovered->state.sequence == entries.size());
    const bool beginning = is_beginning(file, entries);
    CHECK((beginning || recovered->state.phase == rooms::Phase::closed || recovered->state.game->finished()));
    (beginning ? in_beginnings : folded) += entries.size();
    ++counts[story.game][beginning ? 1 : 0];
  }
  std::string words;
  for (const auto& type : catalogue().types()) {
    const auto& name = type->traits().name;
    INFO(name);
    CHECK(counts[name][0] > 0);
    CHECK(counts[name][1] > 0);
    words += name + ": " + std::to_string(counts[name][0]) + " whole, " + std::to_string(counts[name][1]) + " beginnings of these, " +
             std::to_string(counts[name][2]) + " of older rules\n";
  }
  WARN(words << folded << " entries in whole ones, " << in_beginnings << " of them again in beginnings");
}

TEST_CASE("the corpus is what was recorded, byte for byte") {
  std::map<std::string, std::string> found;
  for (const auto& file : corpus()) found[file.filename().string()] = sha256_of(file.filename().string());
  CHECK(found == pinned());
  CHECK(found.size() >= 25);
}

TEST_CASE("every kind of entry occurs in the corpus, and bots and campaigns") {
  std::set<int> kinds;
  bool bot = false, campaign = false, restart = false;
  for (const auto& file : corpus())
    for (const auto& bytes : read_journal(file.string())) {
      v1::JournalEntry entry;
      REQUIRE(entry.ParseFromString(bytes));
      kinds.insert(entry.body_case());
      bot = bot || entry.seat_taken().bot();
      campaign = campaign || !entry.started().campaign_state().empty();
      restart = restart || entry.attendance_changed().restarted();
    }
  // The numbers of the schema; a new kind has to be added to both.
  for (int kind = v1::JournalEntry::kCreated; kind <= v1::JournalEntry::kLockChanged; ++kind) {
    INFO("kind " << kind);
    CHECK(kinds.count(kind) == 1);
  }
  CHECK(bot);
  CHECK(campaign);
  CHECK(restart);
}

TEST_CASE("a fold that differs, or other rules, freeze the room where they are met") {
  for (const auto& file : corpus()) {
    const auto entries = read_journal(file.string());
    const auto story = story_of(entries);
    if (story.versions.front() != catalogue().find(story.game)->traits().rules_version) continue;
    INFO(file.filename().string());
    std::size_t start = 0;
    v1::JournalEntry started;
    do REQUIRE(started.ParseFromString(entries.at(start++)));
    while (!started.has_started());
    // The number of the first entry that counts is sequence - 1.
    for (const std::size_t at : {start - 1, start + (entries.size() - start) / 2}) {
      v1::JournalEntry entry;
      REQUIRE(entry.ParseFromString(entries.at(at)));
      if (entry.digest() == 0) continue;
      const auto spoilt = rooms::recover(with_other_digest(entries, at), catalogue(), rooms::Limits{});
      REQUIRE(spoilt);
      REQUIRE(spoilt->freeze);
      CHECK(spoilt->state.sequence == at);
    }
    auto other_rules = entries;
    started.mutable_started()->set_rules_version(started.started().rules_version() + 1);
    other_rules[start - 1] = started.SerializeAsString();
    const auto frozen = rooms::recover(other_rules, catalogue(), rooms::Limits{});
    REQUIRE(frozen);
    REQUIRE(frozen->freeze);
    CHECK_THAT(frozen->freeze->detail, Contains("version"));
  }
}
