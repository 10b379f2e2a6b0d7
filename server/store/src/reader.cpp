#include <athanor/store/reader.h>

#include "data_folder.h"
#include "schema.h"
#include "tables.h"

namespace athanor::store {

Result<std::vector<std::string>> read_room(const std::string& directory, const std::string& room) {
  const auto database = open_to_read(database_file(directory));
  if (!database) return tl::unexpected(database.error());
  return Tables(**database).load_room(room);
}

Result<std::vector<RoomSummary>> read_rooms(const std::string& directory) {
  const auto database = open_to_read(database_file(directory));
  if (!database) return tl::unexpected(database.error());
  return Tables(**database).rooms();
}

}  // namespace athanor::store
