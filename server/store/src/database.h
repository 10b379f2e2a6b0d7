#pragma once
// SQLite with errors as values. A connection and its statements are used by one thread at a time.

#include <athanor/store/journal.h>

#include <sqlite3.h>

#include <concepts>
#include <memory>
#include <string>
#include <string_view>

namespace athanor::store {

class Database {
 public:
  enum class Mode { create, read_only };
  [[nodiscard]] static Result<std::unique_ptr<Database>> open(const std::string& file, Mode mode);

  Result<void> execute(const char* sql);
  /// The one integer that `sql` yields.
  Result<std::int64_t> number(const char* sql);

  /// What the last failed call on this connection means.
  [[nodiscard]] Error error(int code) const;
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }

 private:
  struct Closer {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  Database(std::string file, sqlite3* handle) : file_(std::move(file)), handle_(handle) {}
  std::string file_;
  std::unique_ptr<sqlite3, Closer> handle_;
};

/// Bytes, as opposed to text.
struct Blob {
  std::string_view bytes;
};

/// The row that a statement stands on; valid only while it is handed out.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::string bytes(int column) const;

 private:
  sqlite3_stmt* statement_;
};

/// Compiled at its first use. Never left standing on a row, so that no read keeps the log from being reset.
class Statement {
 public:
  Statement(Database& database, const char* sql) : database_(database), sql_(sql) {}

  /// Binds the values, calls row(Row) for every row and returns their number.
  template <std::invocable<const Row&> F, typename... Values>
  Result<std::size_t> each(F row, const Values&... values) {
    if (auto ready = prepare(); !ready) return tl::unexpected(std::move(ready).error());
    int index = 0;
    (bind(++index, values), ...);
    std::size_t rows = 0;
    int code = sqlite3_step(statement_.get());
    for (; code == SQLITE_ROW; code = sqlite3_step(statement_.get()), ++rows) row(Row(statement_.get()));
    return finish(code, rows);
  }
  template <typename... Values>
  Result<void> run(const Values&... values) {
    auto done = each([](const Row&) {}, values...);
    if (!done) return tl::unexpected(std::move(done).error());
    return {};
  }

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  Result<void> prepare();
  Result<std::size_t> finish(int code, std::size_t rows);
  void bind(int index, std::string_view text);
  void bind(int index, Blob blob);
  void bind(int index, std::integral auto value) {
    check_bound(sqlite3_bind_int64(statement_.get(), index, static_cast<std::int64_t>(value)));
  }
  void check_bound(int code) const;

  Database& database_;
  const char* sql_;
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

}  // namespace athanor::store
