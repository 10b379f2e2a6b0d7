#include "data_folder.h"

#include "errors.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>

namespace athanor::store {
namespace {

std::string lock_file(const std::string& directory) { return directory + "/athanor.lock"; }
std::string alive_file(const std::string& directory) { return directory + "/athanor.alive"; }

FileHandle open_file(const std::string& path) {
  return FileHandle(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
}

// A number at the beginning of a file that this program wrote; 0: none.
std::int64_t number_in(int fd) {
  std::array<char, 32> text{};
  const auto size = ::pread(fd, text.data(), text.size(), 0);
  std::int64_t value = 0;
  if (size > 0) std::from_chars(text.data(), text.data() + size, value);
  return value;
}

// Always as long as before, so that it needs no space on a full disk and no older digit remains.
bool write_number(int fd, std::int64_t value) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%-20lld\n", static_cast<long long>(value));
  return ::pwrite(fd, text.data(), static_cast<std::size_t>(size), 0) == size;
}

// Notes a path that a start is about to make; false: it is there already.
bool note_if_missing(std::vector<std::string>& made, const std::string& path) {
  std::error_code none;
  if (std::filesystem::exists(std::filesystem::symlink_status(path, none))) return false;
  made.push_back(path);
  return true;
}

void remove_all(const std::vector<std::string>& made) {
  std::error_code none;  // a folder in which something else has appeared stays
  for (auto path = made.rbegin(); path != made.rend(); ++path) std::filesystem::remove(*path, none);
}

// The file that stands where the folder, or one above it, should be.
std::optional<std::string> file_in_the_way(const std::string& directory) {
  std::error_code none;
  for (std::filesystem::path part = directory; !part.empty(); part = part.parent_path()) {
    const auto found = std::filesystem::status(part, none);
    if (std::filesystem::exists(found) && !std::filesystem::is_directory(found)) return part.string();
    if (std::filesystem::exists(found) || part == part.parent_path()) break;
  }
  return std::nullopt;
}

}  // namespace

std::string database_file(const std::string& directory) { return directory + "/athanor.sqlite"; }

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileIdentity{found.st_dev, found.st_ino};
}

std::uint64_t bytes_kept_in(const std::string& directory) {
  std::uint64_t sum = 0;
  for (const char* part : {"", "-wal"}) {
    std::error_code none;
    const auto size = std::filesystem::file_size(database_file(directory) + part, none);
    if (!none) sum += size;
  }
  return sum;
}

std::uint64_t bytes_free_in(const std::string& directory) {
  std::error_code none;
  const auto space = std::filesystem::space(directory, none);
  return none ? 0 : space.available;
}

FileHandle::~FileHandle() {
  if (fd_ >= 0) ::close(fd_);
}

DataFolder::DataFolder(FileHandle lock, FileHandle alive, std::vector<std::string> made)
    : lock_(std::move(lock)), alive_(std::move(alive)), last_alive_(number_in(alive_.get())), made_(std::move(made)) {}

Result<std::unique_ptr<DataFolder>> DataFolder::open(const std::string& directory) {
  const auto lock_path = lock_file(directory), alive_path = alive_file(directory);
  std::vector<std::string> made;
  note_if_missing(made, directory);
  note_if_missing(made, lock_path);
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  if (failure) {
    if (const auto file = file_in_the_way(directory)) return tl::unexpected(not_a_folder_error(*file));
    return tl::unexpected(system_error(directory, "creating the folder", failure.value()));
  }

  const auto undone = [&made](Error error) {
    remove_all(made);
    return tl::unexpected(std::move(error));
  };
  FileHandle lock = open_file(lock_path);
  if (lock.get() < 0) return undone(system_error(lock_path, "opening it", errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {  // what is there is the other's
    if (errno != EWOULDBLOCK) return tl::unexpected(system_error(lock_path, "locking it", errno));
    const auto owner = number_in(lock.get());
    return tl::unexpected(in_use_error(directory, owner > 0 ? std::to_string(owner) : std::string()));
  }
  (void)write_number(lock.get(), ::getpid());  // only for the sentence above

  // Looked at only now that nobody else can make them: a log without its database is somebody's loss and stays.
  note_if_missing(made, alive_path);
  if (note_if_missing(made, database_file(directory)))
    for (const char* part : {"-wal", "-shm"}) note_if_missing(made, database_file(directory) + part);

  FileHandle alive = open_file(alive_path);
  if (alive.get() < 0) return undone(system_error(alive_path, "opening it", errno));
  return std::unique_ptr<DataFolder>(new DataFolder(std::move(lock), std::move(alive), std::move(made)));
}

void DataFolder::leave_as_found() const { remove_all(made_); }

void DataFolder::touch(std::int64_t wall_unix_ms) const { (void)write_number(alive_.get(), wall_unix_ms); }

}  // namespace athanor::store
