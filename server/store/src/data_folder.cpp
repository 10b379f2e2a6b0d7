#include "data_folder.h"

#include "errors.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace athanor::store {
namespace {

std::string lock_file(const std::string& directory) { return directory + "/athanor.lock"; }
std::string alive_file(const std::string& directory) { return directory + "/athanor.alive"; }

FileHandle open_file(const std::string& path) {
  return FileHandle(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
}

std::string beginning_of(int fd) {
  std::array<char, 128> text{};
  const auto size = ::pread(fd, text.data(), text.size(), 0);
  return {text.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

// The numbers at the beginning of a file that this program wrote; 0: none.
template <std::size_t count>
std::array<std::int64_t, count> numbers_in(int fd) {
  std::array<std::int64_t, count> values{};
  std::istringstream text(beginning_of(fd));
  for (auto& value : values)
    if (!(text >> value)) value = 0;
  return values;
}

// Always as long as before, so that it needs no space on a full disk and no older digit remains.
std::string line_of(std::int64_t value) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%-20lld\n", static_cast<long long>(value));
  return {text.data(), static_cast<std::size_t>(size)};
}
bool write_text(int fd, const std::string& text) {
  return ::pwrite(fd, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

// A server of before knows only the first line. When it has written one, the others are of another moment and do not count.
SignOfLife sign_in(int fd) {
  const auto [wall_unix_ms, again, last_entry] = numbers_in<3>(fd);
  return {wall_unix_ms, again == wall_unix_ms ? last_entry : 0};
}
std::string lines_of(const SignOfLife& sign) {
  return line_of(sign.wall_unix_ms) + line_of(sign.wall_unix_ms) + line_of(sign.last_entry);
}

// Its number, for the sentence that says who uses the folder.
std::string owner_in(int fd) {
  const auto process = numbers_in<1>(fd).front();
  return process > 0 ? std::to_string(process) : std::string();
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

std::optional<FileIdentity> FileHandle::identity() const {
  struct stat found{};
  if (::fstat(fd_, &found) != 0) return std::nullopt;
  return FileIdentity{found.st_dev, found.st_ino};
}

std::optional<FileFacts> facts_of(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  constexpr std::int64_t second_ns = 1'000'000'000;
  return FileFacts{{found.st_dev, found.st_ino},
                   static_cast<std::uint64_t>(found.st_size),
                   found.st_mtim.tv_sec * second_ns + found.st_mtim.tv_nsec};
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

DataFolder::DataFolder(std::string directory, FileHandle lock, FileHandle alive, std::vector<std::string> made)
    : directory_(std::move(directory)),
      lock_(std::move(lock)),
      alive_(std::move(alive)),
      found_(sign_in(alive_.get())),
      left_(found_),
      made_(std::move(made)) {}

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
    return tl::unexpected(in_use_error(directory, owner_in(lock.get())));
  }
  (void)write_text(lock.get(), line_of(::getpid()));  // only for the sentence above

  // Looked at only now that nobody else can make them: a log without its database is somebody's loss and stays.
  note_if_missing(made, alive_path);
  if (note_if_missing(made, database_file(directory)))
    for (const char* part : {"-wal", "-shm"}) note_if_missing(made, database_file(directory) + part);

  FileHandle alive = open_file(alive_path);
  if (alive.get() < 0) return undone(system_error(alive_path, "opening it", errno));
  return std::unique_ptr<DataFolder>(new DataFolder(directory, std::move(lock), std::move(alive), std::move(made)));
}

void DataFolder::leave_as_found() const { remove_all(made_); }

void DataFolder::touch(const SignOfLife& sign) {
  left_ = sign;
  (void)write_text(alive_.get(), lines_of(sign));
}

void DataFolder::forget_last_entry() {
  if (left_.last_entry == 0) return;
  touch({left_.wall_unix_ms, 0});
  (void)::fdatasync(alive_.get());
}

Result<void> DataFolder::keep_lock() {
  const auto path = lock_file(directory_);
  if (!another_came_) {
    if (identity_of(path) == lock_.identity()) return {};
    FileHandle again = open_file(path);
    if (again.get() < 0) return tl::unexpected(system_error(path, "making it again", errno));
    if (::flock(again.get(), LOCK_EX | LOCK_NB) == 0) {
      (void)write_text(again.get(), line_of(::getpid()));
      lock_ = std::move(again);
      return {};
    }
    if (errno != EWOULDBLOCK) return tl::unexpected(system_error(path, "locking it", errno));
    another_came_ = true;
  }
  return tl::unexpected(another_came_error(path, directory_));
}

}  // namespace athanor::store
