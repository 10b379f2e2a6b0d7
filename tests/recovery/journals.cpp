#include "journals.h"

#include "fold.h"

#include <athanor/games/catalogue.h>
#include <athanor/rooms/limits.h>
#include <athanor/store/reader.h>

namespace recovery {

using namespace athanor;

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
