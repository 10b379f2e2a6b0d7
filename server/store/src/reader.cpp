#include <athanor/store/reader.h>

#include "data_folder.h"
#include "schema.h"
#include "tables.h"

namespace athanor::store {
namespace {

Result<std::unique_ptr<Database>> open_to_read(const std::string& directory) {
  auto database = Database::open(database_file(directory), Database::Mode::read_only);
  if (!database) return database;
  if (auto checked = check_schema(**database); !checked) return tl::unexpected(checked.error());
  return database;
}

}  // namespace

Result<std::vector<std::string>> read_room(const std::string& directory, const std::string& room) {
  const auto database = open_to_read(directory);
  if (!database) return tl::unexpected(database.error());
  return Tables(**database).load_room(room);
}

Result<std::vector<RoomSummary>> read_rooms(const std::string& directory) {
  const auto database = open_to_read(directory);
  if (!database) return tl::unexpected(database.error());
  return Tables(**database).rooms();
}

}  // namespace athanor::store
