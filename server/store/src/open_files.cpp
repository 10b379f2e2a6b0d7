#include "open_files.h"

#include "errors.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace athanor::store {
namespace {

using std::string_view_literals::operator""sv;

// The beginning of the file itself, past the log; nothing: it cannot be read. https://sqlite.org/fileformat2.html
using Header = std::array<char, 100>;
std::optional<Header> header_of(const Database& database) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (file == nullptr || file->pMethods == nullptr) return std::nullopt;
  Header header{};  // what is missing at the end of a short file is zero
  const int code = file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return std::nullopt;
  return header;
}

bool is_database(const Header& header) {
  constexpr auto magic = "SQLite format 3\0"sv;
  return std::equal(magic.begin(), magic.end(), header.begin());
}
// Said by the file from the moment before its first log on. A copy that SQLite makes, such as a backup, never says it.
bool has_log(const Header& header) { return header[18] == 2 && header[19] == 2; }

std::uint64_t number_at(const Header& header, std::size_t place, std::size_t bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < bytes; ++i) number = number << 8U | static_cast<unsigned char>(header.at(place + i));
  return number;
}
// What the file says of itself; 0: it does not know.
std::uint64_t size_by(const Header& header) {
  const auto page = number_at(header, 16, 2), pages = number_at(header, 28, 4);
  const bool known = number_at(header, 24, 4) == number_at(header, 92, 4);
  return known ? pages * (page == 1 ? 65'536 : page) : 0;
}

// Certain, also while a log is being copied: whatever SQLite does, a file with a log stays one while it is open.
bool written_over(const Header& header) { return !is_database(header) || !has_log(header); }

// It grows with what is copied, and is cut when another program has compacted it, to the size that it says then. While that
// program goes on to copy it may say more than it has.
bool looks_cut(const Header& header, const FileFacts& before, const FileFacts& now) {
  return now.size < before.size && now.size < size_by(header);
}
constexpr std::chrono::seconds copying_shows_within{1};

// Beside the file itself, if a link leads to it.
std::string log_of(const Database& database) {
  return sqlite3_filename_wal(sqlite3_db_filename(database.handle(), "main"));
}
std::string index_of(const Database& database) {
  constexpr auto ending = "-wal"sv;
  const auto log = log_of(database);
  return log.substr(0, log.size() - ending.size()) + "-shm";
}

bool holds_something(const std::string& path) {
  const auto file = facts_of(path);
  return file && file->size > 0;
}

bool is_another(const std::optional<FileIdentity>& opened, const std::string& path) {
  return opened && identity_of(path) != opened;
}

}  // namespace

OpenFiles::OpenFiles(const std::string& directory, const Database& database)
    : file_(database_file(directory)),
      log_(log_of(database)),
      index_(index_of(database)),
      opened_log_(identity_of(log_)),
      opened_index_(identity_of(index_)),
      seen_(facts_of(file_)) {}

Result<void> OpenFiles::database_in_place(Database& database) {
  const std::lock_guard lock(mutex_);
  const auto now = facts_of(file_);  // no other look may come between: it would have seen more
  if (overwritten_) return tl::unexpected(overwritten_error(file_));
  if (!now || !seen_ || now->identity != seen_->identity) return tl::unexpected(replaced_error(file_));
  if (*now == *seen_) {
    suspected_.reset();
    return {};
  }
  // Our own copying from the log changes it as well, and may be under way.
  const auto header = header_of(database);
  if (!header) return {};  // a disk that cannot be read tells so itself
  overwritten_ = written_over(*header) || stays_cut(looks_cut(*header, *seen_, *now), *now);
  if (overwritten_) return tl::unexpected(overwritten_error(file_));
  if (!suspected_) seen_ = now;
  return {};
}

// Certain when nobody has touched it for a while.
bool OpenFiles::stays_cut(bool looks_so, const FileFacts& now) {
  const auto time = std::chrono::steady_clock::now();
  if (!looks_so)
    suspected_.reset();
  else if (suspected_ != now) {
    suspected_ = now;
    suspected_since_ = time;
  }
  return suspected_ && time - suspected_since_ >= copying_shows_within;
}

Result<void> OpenFiles::in_place(Database& database) {
  if (auto placed = database_in_place(database); !placed) return placed;
  if (is_another(opened_log_, log_)) return tl::unexpected(log_gone_error(log_));
  return {};
}

Result<void> OpenFiles::index_in_place() const {
  if (is_another(opened_index_, index_)) return tl::unexpected(log_gone_error(index_));
  return {};
}

bool OpenFiles::may_be_written() const {
  const std::lock_guard lock(mutex_);
  return !overwritten_ && !suspected_;
}

bool OpenFiles::only_log_is_gone() const {
  const auto now = facts_of(file_);
  const std::lock_guard lock(mutex_);
  return !overwritten_ && !suspected_ && now && seen_ && now->identity == seen_->identity && opened_log_ && !identity_of(log_);
}

bool log_is_of_another_file(const Database& database) {
  if (!holds_something(log_of(database))) return false;
  const auto header = header_of(database);
  return header && is_database(*header) && !has_log(*header);
}

bool log_is_left_alone(const Database& database) {
  return holds_something(log_of(database)) && !holds_something(sqlite3_db_filename(database.handle(), "main"));
}

}  // namespace athanor::store
