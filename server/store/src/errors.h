#pragma once
// The sentences a host reads when the data cannot be used: what happened, where, and what to do.

#include <athanor/store/journal.h>

#include <string>

namespace athanor::store {

/// `code`: an extended SQLite result. `system_errno`: what the system said about it, 0 if it was not asked.
[[nodiscard]] Error sqlite_error(const std::string& file, int code, int system_errno, const std::string& message);

/// What follows from it for a server that runs, and for one that does not start.
[[nodiscard]] Error while_running(Error error);
[[nodiscard]] Error at_the_start(Error error);

/// A system call on `path` failed.
[[nodiscard]] Error system_error(const std::string& path, const std::string& what, int system_errno);

[[nodiscard]] Error in_use_error(const std::string& directory, const std::string& process);
/// `file` stands where a folder was named.
[[nodiscard]] Error not_a_folder_error(const std::string& file);
/// `file` is not the one any more that was opened.
[[nodiscard]] Error replaced_error(const std::string& file);
/// `file` is the one that was opened, with something else in it.
[[nodiscard]] Error overwritten_error(const std::string& file);
/// `file`, the log or its index, is not the one any more that was opened.
[[nodiscard]] Error log_gone_error(const std::string& file);
/// The lock `file` was taken away, and another server has made one of its own.
[[nodiscard]] Error another_came_error(const std::string& file, const std::string& directory);
/// `file` is a copy that was put beside the log of the file that was there before it.
[[nodiscard]] Error foreign_log_error(const std::string& file);
/// `file` is not there or empty, and the log of the one that was there is.
[[nodiscard]] Error lone_log_error(const std::string& file);
[[nodiscard]] Error corrupt_error(const std::string& file, const std::string& detail);
[[nodiscard]] Error newer_error(const std::string& file, std::int64_t found, std::int64_t known);
[[nodiscard]] Error foreign_error(const std::string& file);
[[nodiscard]] Error conflict_error(const std::string& room, std::uint64_t sequence, std::uint64_t last);
[[nodiscard]] Error no_room_error(const std::string& room);
[[nodiscard]] Error closed_error();

}  // namespace athanor::store
