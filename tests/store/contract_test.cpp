// What journal.h promises, against every store.

#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>

using namespace athanor::store;
using namespace store_test;

namespace {

struct Fixture {
  TempFolder folder;
  std::unique_ptr<Journal> journal;
};

std::unique_ptr<Fixture> with(const std::string& store) {
  auto fixture = std::make_unique<Fixture>();
  fixture->journal = store == "sqlite" ? opened(fixture->folder.path()) : open_memory();
  return fixture;
}

std::map<std::string, RoomSummary> listed(Journal& journal) {
  auto rooms = journal.rooms();
  REQUIRE(rooms);
  std::map<std::string, RoomSummary> by_code;
  for (auto& room : *rooms) by_code[room.code] = room;
  REQUIRE(by_code.size() == rooms->size());
  return by_code;
}

}  // namespace

TEST_CASE("entries come back in order, byte for byte") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  std::string every_byte(256, '\0');
  for (std::size_t i = 0; i < every_byte.size(); ++i) every_byte[i] = static_cast<char>(i);
  const std::vector<std::string> bytes{"", every_byte, std::string(100'000, 'z'), "last"};
  for (std::size_t i = 0; i < bytes.size(); ++i) REQUIRE(append(journal, entry("BCDFGH", i + 1, bytes[i])));
  const auto loaded = load_room(journal, "BCDFGH");
  REQUIRE(loaded);
  CHECK(*loaded == bytes);
}

TEST_CASE("appends of one room keep the order of the calls without waiting for answers") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  std::mutex mutex;
  std::vector<std::uint64_t> answered;
  constexpr std::uint64_t count = 2000;
  for (std::uint64_t i = 1; i <= count; ++i)
    journal.append(entry("ROOM", i), [&, i](const Result<void>& done) {
      const std::lock_guard lock(mutex);
      if (done) answered.push_back(i);
    });
  // A load sees everything called before it, so all answers have come.
  const auto loaded = load_room(journal, "ROOM");
  REQUIRE(loaded);
  CHECK(loaded->size() == count);
  CHECK(loaded->back() == "ROOM:2000");
  const std::lock_guard lock(mutex);
  CHECK(answered.size() == count);
  CHECK(std::is_sorted(answered.begin(), answered.end()));
}

TEST_CASE("a sequence number that is not the next is a conflict and changes nothing") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  REQUIRE(append(journal, entry("ROOM", 1)));
  REQUIRE(append(journal, entry("ROOM", 2)));
  const auto before = listed(journal);
  for (const std::uint64_t wrong : {0, 1, 2, 4}) {
    Append conflicting = entry("ROOM", wrong, "intruder");
    conflicting.status = RoomStatus::closed;
    conflicting.campaign_change = CampaignChange{"CAMPAIGN", "stolen key"};
    const auto refused = append(journal, conflicting);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::conflict);
    CHECK(refused.error().text.find("ROOM") != std::string::npos);
  }
  CHECK(load_room(journal, "ROOM")->size() == 2);
  CHECK(load_campaign(journal, "CAMPAIGN")->empty());
  CHECK(listed(journal).at("ROOM").status == RoomStatus::open);
  CHECK(journal.health().writable);
  REQUIRE_FALSE(append(journal, entry("UNKNOWN", 2)));
  CHECK(listed(journal).size() == before.size());
  CHECK(append(journal, entry("ROOM", 3)));
}

TEST_CASE("a conflict does not take others of its batch along") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  std::mutex mutex;
  std::map<std::string, bool> stored;
  const auto note = [&](const std::string& name) {
    return [&stored, &mutex, name](const Result<void>& done) {
      const std::lock_guard lock(mutex);
      stored[name] = done.has_value();
    };
  };
  for (int i = 0; i < 100; ++i) {
    const auto room = "R" + std::to_string(i);
    journal.append(entry(room, 1), note(room));
    journal.append(entry(room, 7), note(room + " wrong"));
  }
  REQUIRE(load_room(journal, "R99"));
  const std::lock_guard lock(mutex);
  CHECK(stored.size() == 200);
  for (const auto& [name, done] : stored) CHECK(done == (name.find("wrong") == std::string::npos));
}

TEST_CASE("rooms are listed with their last entry's status, number and time") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  CHECK(listed(journal).empty());
  Append last = entry("A", 2);
  last.status = RoomStatus::finished;
  last.wall_unix_ms = 42;
  REQUIRE(append(journal, entry("A", 1)));
  REQUIRE(append(journal, last));
  REQUIRE(append(journal, entry("B", 1)));
  const auto rooms = listed(journal);
  REQUIRE(rooms.size() == 2);
  CHECK(rooms.at("A").status == RoomStatus::finished);
  CHECK(rooms.at("A").last_sequence == 2);
  CHECK(rooms.at("A").last_wall_unix_ms == 42);
  CHECK(rooms.at("B").status == RoomStatus::open);
  CHECK(rooms.at("B").last_sequence == 1);
}

TEST_CASE("campaigns collect the changes of all their rooms and outlive them") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  CHECK(load_campaign(journal, "NONE")->empty());
  Append first = entry("A", 1), second = entry("B", 1), other = entry("C", 1);
  first.campaign_change = CampaignChange{"CAMP", "key 1"};
  second.campaign_change = CampaignChange{"CAMP", std::string("key\0two", 7)};
  other.campaign_change = CampaignChange{"OTHER", "key 9"};
  REQUIRE(append(journal, first));
  REQUIRE(append(journal, second));
  REQUIRE(append(journal, other));
  REQUIRE(remove_room(journal, "A"));
  CHECK(*load_campaign(journal, "CAMP") == std::vector<std::string>{"key 1", std::string("key\0two", 7)});
  CHECK(*load_campaign(journal, "CAMP", 1) == std::vector<std::string>{std::string("key\0two", 7)});
  CHECK(load_campaign(journal, "CAMP", 2)->empty());
  CHECK(load_campaign(journal, "CAMP", 3)->empty());
  CHECK(*load_campaign(journal, "OTHER") == std::vector<std::string>{"key 9"});
}

TEST_CASE("notes belong to a seat of a room, are replaced as a whole and go with the room") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  CHECK(save_notes(journal, "ROOM", 0, "too early").error().kind == ErrorKind::not_found);
  CHECK(load_notes(journal, "ROOM", 0).error().kind == ErrorKind::not_found);
  REQUIRE(append(journal, entry("ROOM", 1)));
  REQUIRE(append(journal, entry("OTHER", 1)));
  CHECK(load_notes(journal, "ROOM", 0)->empty());
  REQUIRE(save_notes(journal, "ROOM", 0, "frog + fern = fire"));
  REQUIRE(save_notes(journal, "ROOM", 1, "Frosch"));
  REQUIRE(save_notes(journal, "ROOM", 0, "frog + fern = love"));
  CHECK(*load_notes(journal, "ROOM", 0) == "frog + fern = love");
  CHECK(*load_notes(journal, "ROOM", 1) == "Frosch");
  CHECK(load_notes(journal, "OTHER", 0)->empty());
  REQUIRE(remove_room(journal, "ROOM"));
  REQUIRE(append(journal, entry("ROOM", 1)));
  CHECK(load_notes(journal, "ROOM", 0)->empty());
}

TEST_CASE("an entry may end the notes of one seat: those of before, with the entry or not at all") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  const auto ending = [](std::uint64_t sequence, std::uint32_t seat) {
    Append append = entry("ROOM", sequence);
    append.ends_notes_of = seat;
    return append;
  };
  REQUIRE(append(journal, ending(1, 0)));  // there are none yet
  REQUIRE(append(journal, entry("OTHER", 1)));
  REQUIRE(save_notes(journal, "OTHER", 1, "of another room"));
  REQUIRE(save_notes(journal, "ROOM", 0, "of another seat"));
  REQUIRE(save_notes(journal, "ROOM", 1, "former owner"));
  CHECK(append(journal, ending(7, 1)).error().kind == ErrorKind::conflict);
  CHECK(*load_notes(journal, "ROOM", 1) == "former owner");
  REQUIRE(append(journal, entry("ROOM", 2)));
  CHECK(*load_notes(journal, "ROOM", 1) == "former owner");
  REQUIRE(append(journal, ending(3, 1)));
  CHECK(load_notes(journal, "ROOM", 1)->empty());
  CHECK(*load_notes(journal, "ROOM", 0) == "of another seat");
  CHECK(*load_notes(journal, "OTHER", 1) == "of another room");

  // In the order of the calls, also within one commit.
  const auto forgotten = [](const Result<void>&) {};
  journal.save_notes("ROOM", 1, "before", forgotten);
  journal.append(ending(4, 1), forgotten);
  CHECK(load_notes(journal, "ROOM", 1)->empty());
  journal.append(ending(5, 1), forgotten);
  journal.save_notes("ROOM", 1, "next owner", forgotten);
  CHECK(*load_notes(journal, "ROOM", 1) == "next owner");
}

TEST_CASE("a removed room is gone, and its code may begin anew") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  CHECK(load_room(journal, "ROOM").error().kind == ErrorKind::not_found);
  CHECK(remove_room(journal, "ROOM").error().kind == ErrorKind::not_found);
  REQUIRE(append(journal, entry("ROOM", 1)));
  REQUIRE(append(journal, entry("ROOM", 2)));
  REQUIRE(append(journal, entry("STAYS", 1)));
  REQUIRE(remove_room(journal, "ROOM"));
  CHECK(load_room(journal, "ROOM").error().kind == ErrorKind::not_found);
  CHECK(listed(journal).size() == 1);
  CHECK(append(journal, entry("ROOM", 3)).error().kind == ErrorKind::conflict);
  REQUIRE(append(journal, entry("ROOM", 1, "anew")));
  CHECK(*load_room(journal, "ROOM") == std::vector<std::string>{"anew"});
  CHECK(load_room(journal, "STAYS")->size() == 1);
}

TEST_CASE("closing stores what was called before and refuses what comes after") {
  const auto store = GENERATE(std::string("sqlite"), std::string("memory"));
  const auto fixture = with(store);
  Journal& journal = *fixture->journal;
  std::atomic<int> stored{0};
  for (std::uint64_t i = 1; i <= 1000; ++i)
    journal.append(entry("ROOM", i), [&](const Result<void>& done) { stored += done ? 1 : 0; });
  journal.close();
  CHECK(stored == 1000);
  CHECK(append(journal, entry("ROOM", 1001)).error().kind == ErrorKind::closed);
  CHECK(load_room(journal, "ROOM").error().kind == ErrorKind::closed);
  CHECK(save_notes(journal, "ROOM", 0, "x").error().kind == ErrorKind::closed);
  CHECK(journal.rooms().error().kind == ErrorKind::closed);
  journal.close();
  if (store == "sqlite") CHECK(load_room(*opened(fixture->folder.path()), "ROOM")->size() == 1000);
}

TEST_CASE("everything is there after reopening") {
  const TempFolder folder;
  const auto directory = folder.path() + "/made/by/the/store";
  for (std::uint64_t opening = 1; opening <= 3; ++opening) {
    const auto journal = opened(directory);
    Append change = entry("ROOM", opening);
    change.campaign_change = CampaignChange{"CAMP", std::to_string(opening)};
    REQUIRE(append(*journal, change));
    if (opening == 1) REQUIRE(save_notes(*journal, "ROOM", 3, "kept"));
    CHECK(*load_notes(*journal, "ROOM", 3) == "kept");
    CHECK(load_room(*journal, "ROOM")->size() == opening);
    CHECK(load_campaign(*journal, "CAMP")->size() == opening);
    CHECK(listed(*journal).at("ROOM").last_sequence == opening);
  }
}

TEST_CASE("the past may be settled more than once, at any time") {
  const auto fixture = with(GENERATE("sqlite", "memory"));
  Journal& journal = *fixture->journal;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    journal.settle_past();
    REQUIRE(append(journal, entry("ROOM", i)));
  }
  journal.close();
  journal.settle_past();
}

TEST_CASE("a start that never settles the past leaves the sign of life that it found") {
  const TempFolder folder;
  const auto alive = [&] { return contents(folder.path() + "/athanor.alive"); };
  CHECK(open_sqlite({folder.path(), 512}));
  CHECK(open_sqlite({folder.path(), 512}).value()->last_alive_unix_ms() == 0);
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  const auto found = alive();
  {
    const auto journal = open_sqlite({folder.path(), 512});
    REQUIRE(journal);
    CHECK(found.find(std::to_string((*journal)->last_alive_unix_ms())) == 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));  // one would be due
    CHECK(alive() == found);
  }
  CHECK(alive() == found);
  const auto journal = opened(folder.path());
  CHECK(found.find(std::to_string(journal->last_alive_unix_ms())) == 0);
  CHECK(alive() != found);
}

TEST_CASE("signs of life tell how long nobody was there") {
  const TempFolder folder;
  const auto now = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  CHECK(opened(folder.path())->last_alive_unix_ms() == 0);
  const auto after_first = now();
  const auto second = opened(folder.path());
  CHECK(second->last_alive_unix_ms() <= after_first);
  CHECK(second->last_alive_unix_ms() > after_first - 60'000);
  CHECK(second->last_alive_unix_ms() == second->last_alive_unix_ms());
}
