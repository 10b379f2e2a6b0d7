#include "errors.h"

#include <sqlite3.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace athanor::store {
namespace {

std::string folder_of(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::string spoken(int system_errno) { return std::generic_category().message(system_errno); }

Error full(const std::string& path, const std::string& detail) {
  return {ErrorKind::full,
          "There is no room to write to " + path + " (" + detail + "). Free some space on its disk or raise its quota."};
}

Error read_only(const std::string& path, const std::string& detail) {
  return {ErrorKind::read_only,
          path + " cannot be written (" + detail + "). Give the folder " + folder_of(path) +
              " to the user that runs the server (chown), mount its disk writable, or choose another folder."};
}

bool means_full(int system_errno) { return system_errno == ENOSPC || system_errno == EDQUOT || system_errno == EFBIG; }
bool means_read_only(int system_errno) {
  return system_errno == EACCES || system_errno == EPERM || system_errno == EROFS;
}

}  // namespace

Error sqlite_error(const std::string& file, int code, int system_errno, const std::string& message) {
  const int primary = code & 0xff;
  const bool about_files = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN;
  const std::string detail = about_files && system_errno != 0 ? message + ": " + spoken(system_errno) : message;
  if (primary == SQLITE_FULL || (about_files && means_full(system_errno))) return full(file, detail);
  if (primary == SQLITE_READONLY || primary == SQLITE_PERM || (about_files && means_read_only(system_errno)))
    return read_only(file, detail);
  if (about_files && system_errno == ENOENT)
    return {ErrorKind::not_found, file + " does not exist. Check the name of the folder."};
  if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED)
    return {ErrorKind::busy,
            file + " is locked by another program (" + message + "). Close the program that has it open."};
  // The statements never change and check before they write: if a table is missing or a constraint broken, the file is.
  const bool not_as_made =
      primary == SQLITE_ERROR || primary == SQLITE_SCHEMA || primary == SQLITE_CONSTRAINT || primary == SQLITE_MISMATCH;
  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || not_as_made) return corrupt_error(file, message);
  return {ErrorKind::other, file + " could not be used (" + detail + "). Check the disk and the system's log."};
}

Error system_error(const std::string& path, const std::string& what, int system_errno) {
  const auto detail = what + ": " + spoken(system_errno);
  if (means_full(system_errno)) return full(path, detail);
  if (means_read_only(system_errno)) return read_only(path, detail);
  return {ErrorKind::other,
          path + " could not be used (" + detail + "). Check that the path is right and its disk in order."};
}

Error while_running(Error error) {
  if (error.kind == ErrorKind::full) error.text += " The server goes on by itself as soon as it can write.";
  return error;
}

Error at_the_start(Error error) {
  if (error.kind == ErrorKind::full) error.text += " Then start the server again.";
  return error;
}

Error in_use_error(const std::string& directory, const std::string& process) {
  return {ErrorKind::busy, "Another server" + (process.empty() ? std::string() : " (process " + process + ")") +
                               " is using the folder " + directory + ". Stop it first, or choose another folder."};
}

Error not_a_folder_error(const std::string& file) {
  return {ErrorKind::other, file + " is a file, not a folder. Name a folder of the server's own with --data."};
}

Error replaced_error(const std::string& file) {
  return {ErrorKind::other, file +
                                " was moved, deleted or replaced while the server uses it, so nothing is written any more. Put it back, or stop the "
                                "server and start it again on the data that is to count."};
}

Error overwritten_error(const std::string& file) {
  return {ErrorKind::other, file +
                                " was written over or cut by another program while the server uses it, so nothing is written any more. Stop the "
                                "server, put the data that is to count into an empty folder, and start it again on that."};
}

Error log_gone_error(const std::string& file) {
  return {ErrorKind::other, file +
                                " was moved, deleted or replaced while the server uses it, so nothing is written any more. Put it back if it was "
                                "moved; otherwise stop the server, take away what lies there now, and start the server again. What was confirmed "
                                "before is kept by that."};
}

Error another_came_error(const std::string& file, const std::string& directory) {
  return {ErrorKind::other, file + " was taken away, and another server uses the folder " + directory +
                                " now, so this one writes nothing any more. Stop this one, or stop both and start the right one again."};
}

Error foreign_log_error(const std::string& file) {
  return {ErrorKind::other, file + " is a copy, such as a backup, and beside it lies the log of the file that was there before, which would spoil it. "
                                   "Nothing was changed. Move " + file + "-wal and " + file +
                                "-shm away, as they belong to the former file, and start the server again."};
}

Error lone_log_error(const std::string& file) {
  return {ErrorKind::other, file + " is not there or empty, and beside it lies its log, which holds the newest entries and is of no use without it. "
                                   "Nothing was changed. Put " + file + " back. If it is lost, move " + file + "-wal and " + file +
                                "-shm away and restore a backup."};
}

Error corrupt_error(const std::string& file, const std::string& detail) {
  return {ErrorKind::corrupt,
          file + " is damaged (" + detail +
              "). Keep a copy of its folder and check the disk; then restore a backup, or start with an empty folder."};
}

Error newer_error(const std::string& file, std::int64_t found, std::int64_t known) {
  return {ErrorKind::other, file + " was written by a newer server (format " + std::to_string(found) +
                                ", this one knows " + std::to_string(known) +
                                "). Nothing was changed. Start the newer server, or choose another folder."};
}

Error foreign_error(const std::string& file) {
  return {ErrorKind::other, file + " is a database of some other program. Nothing was changed. Choose another folder."};
}

Error conflict_error(const std::string& room, std::uint64_t sequence, std::uint64_t last) {
  return {ErrorKind::conflict, "Entry " + std::to_string(sequence) + " of room " + room +
                                   " does not follow the last one, which is " + std::to_string(last) +
                                   ". Nothing was stored; load the room again."};
}

Error no_room_error(const std::string& room) {
  return {ErrorKind::not_found, "The journal holds no room " + room + "."};
}

Error closed_error() { return {ErrorKind::closed, "The journal is closed, as the server is stopping."}; }

}  // namespace athanor::store
