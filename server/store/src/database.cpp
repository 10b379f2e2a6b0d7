#include "database.h"

#include "errors.h"

#include <stdexcept>

namespace athanor::store {
namespace {

int last_errno(sqlite3_file* file) {
  int number = 0;
  if (file != nullptr && file->pMethods != nullptr)
    file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
  return number;
}

// What the system said to the last failure. SQLite passes it on for some failures only; the files remember the others.
int system_errno(sqlite3* handle) {
  if (const int number = sqlite3_system_errno(handle); number != 0) return number;
  sqlite3_file* log = nullptr;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (const int number = last_errno(log); number != 0) return number;
  sqlite3_file* file = nullptr;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return last_errno(file);
}

// SQLite takes "file:x" for a URI with options in it, and ":memory:" and "" for no file at all.
std::string name_of_a_file(const std::string& file) { return file.starts_with('/') ? file : "./" + file; }

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& file, Mode mode) {
  const int access = mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(name_of_a_file(file).c_str(), &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  if (handle == nullptr) throw std::bad_alloc();
  std::unique_ptr<Database> database(new Database(file, handle));
  if (code != SQLITE_OK) return tl::unexpected(database->error(code));
  // Nobody but a host's own tools ever holds a lock: a short wait is enough.
  sqlite3_busy_timeout(handle, 1000);
  // Reading a damaged file must end in an error, never in wild pointers.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
  return database;
}

Error Database::error(int code) const {
  return sqlite_error(file_, code, system_errno(handle_.get()), sqlite3_errmsg(handle_.get()));
}

Result<void> Database::execute(const char* sql) {
  if (const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
    return tl::unexpected(error(code));
  return {};
}

Result<std::int64_t> Database::number(const char* sql) {
  std::int64_t value = 0;
  const auto rows = Statement(*this, sql).each([&](const Row& row) { value = row.integer(0); });
  if (!rows) return tl::unexpected(rows.error());
  return value;
}

std::string Row::bytes(int column) const {
  // Pointer first: asking for the size first could convert the value.
  const void* data = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
}

Result<void> Statement::prepare() {
  if (statement_) return {};
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_.handle(), sql_, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return tl::unexpected(database_.error(code));
  statement_.reset(statement);
  return {};
}

Result<std::size_t> Statement::finish(int code, std::size_t rows) {
  Result<std::size_t> result = rows;
  if (code != SQLITE_DONE) result = tl::unexpected(database_.error(code));
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  return result;
}

// Values are bound without a copy: they outlive the call to each().
void Statement::bind(int index, std::string_view text) {
  const char* data = text.data() == nullptr ? "" : text.data();
  check_bound(sqlite3_bind_text64(statement_.get(), index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind(int index, Blob blob) {
  const char* data = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
  check_bound(sqlite3_bind_blob64(statement_.get(), index, data, blob.bytes.size(), SQLITE_STATIC));
}

void Statement::check_bound(int code) const {
  if (code != SQLITE_OK) throw std::logic_error(std::string("a value does not fit the statement: ") + sql_);
}

}  // namespace athanor::store
