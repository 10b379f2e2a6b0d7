#include "journals.h"

#include "fold.h"

#include <athanor/games/catalogue.h>
#include <athanor/rooms/limits.h>
#include <athanor/store/reader.h>

#include <catch2/catch.hpp>

#include <stdexcept>

namespace recovery {

using namespace athanor;

namespace {

std::vector<v1::JournalEntry> parsed(const std::vector<std::string>& all) {
  std::vector<v1::JournalEntry> entries(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!entries[i].ParseFromString(all[i])) throw std::runtime_error("an entry cannot be read");
  return entries;
}

}  // namespace

std::vector<v1::JournalEntry> entries_of(const std::string& data, const std::string& room) {
  const auto entries = store::read_room(data, room);
  if (!entries) FAIL(entries.error().text);
  return parsed(*entries);
}

Journals fold_all(const std::string& data) {
  Journals result;
  static const auto catalogue = games::standard_catalogue();
  const auto rooms = store::read_rooms(data);
  if (!rooms) {
    result.wrong = rooms.error().text;
    return result;
  }
  for (const auto& room : *rooms) {
    const auto entries = store::read_room(data, room.code);
    if (!entries) {
      result.wrong += entries.error().text + "\n";
      continue;
    }
    result.entries += entries->size();
    result.sequences[room.code] = entries->size();
    for (const auto& entry : parsed(*entries)) {
      if (entry.has_created()) result.games[room.code] = entry.created().game();
      result.answers[room.code] += entry.has_answer() ? 1 : 0;
    }
    const auto recovered = athanor::rooms::recover(*entries, catalogue, athanor::rooms::Limits{});
    if (!recovered)
      result.wrong += "room " + room.code + " has no beginning\n";
    else if (recovered->freeze)
      result.wrong += "room " + room.code + ": " + recovered->freeze->detail + "\n";
    else if (recovered->state.sequence != entries->size())
      result.wrong += "room " + room.code + " ends early\n";
  }
  return result;
}

}  // namespace recovery
