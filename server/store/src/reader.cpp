#include <athanor/store/reader.h>

#include "backup_mark.h"
#include "data_folder.h"
#include "schema.h"
#include "tables.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

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

Result<void> back_up(const std::string& directory, const std::string& file) {
  auto database = open_to_read(directory);
  if (!database) return tl::unexpected(database.error());
  // Made first, for its owner alone: it holds the secrets of running games. SQLite fills an empty file.
  const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (made < 0)
    return tl::unexpected(Error{ErrorKind::other, file + " cannot be made (" + std::strerror(errno) +
                                                      "); name a new file in a folder that you may write to"});
  using namespace std::chrono;
  const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  Statement copy(**database, "VACUUM INTO ?1");
  const auto copied = copy.run(std::string_view(file)).and_then([&] { return mark_as_backup(file, now); });
  const bool kept = copied && ::fsync(made) == 0;
  ::close(made);
  if (kept) return {};
  ::unlink(file.c_str());
  if (!copied && copied.error().kind == ErrorKind::full)
    return tl::unexpected(Error{ErrorKind::full, "There is no room for the backup " + file + ". Free some there, or name another place."});
  if (!copied) return tl::unexpected(copied.error());
  return tl::unexpected(Error{ErrorKind::other, file + " cannot be written: " + std::strerror(errno)});
}

}  // namespace athanor::store
