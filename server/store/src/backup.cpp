#include "backup_mark.h"
#include "data_folder.h"
#include "schema.h"
#include "tables.h"

#include <athanor/store/reader.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace athanor::store {
namespace {

// What SQLite keeps beside a file, and takes for a part of it when it finds it there.
constexpr std::array beside{"-journal", "-wal", "-shm"};

tl::unexpected<Error> refused(std::string text) { return tl::unexpected(Error{ErrorKind::other, std::move(text)}); }

tl::unexpected<Error> cannot_be_made(const std::string& file, int system_errno) {
  return refused(file + " cannot be made (" + std::strerror(system_errno) + "); name a new file in a folder that you may write to");
}

bool is_there(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(std::filesystem::symlink_status(path, none));
}

std::string folder_of(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

Result<void> check_name(const std::string& directory, const std::string& file) {
  if (is_there(file)) return cannot_be_made(file, EEXIST);
  const auto name = std::filesystem::path(file).filename().string();
  std::error_code none;
  if (name.starts_with("athanor.") && std::filesystem::equivalent(folder_of(file), directory, none))
    return refused(file + " is a name that the server keeps for itself in its folder; name another file");
  for (const std::string end : beside) {
    if (name.ends_with(end)) return refused("SQLite would take " + file + " for a part of another database; name a file that does not end in " + end);
    if (is_there(file + end)) return refused("SQLite would take " + file + end + ", which is there already, for a part of the backup; name another file");
  }
  return {};
}

// A backup on its way, for its owner alone, as it holds the secrets of running games. It is removed unless it got its name.
class Unfinished {
 public:
  static Result<Unfinished> begin(const std::string& file) {
    const auto path = file + ".unfinished";
    FileHandle made(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (made.get() < 0) return cannot_be_made(errno == ENOENT ? file : path, errno);
    // One that was cut off has left nobody who holds it; one that has just got its name is no longer here.
    struct stat found{};
    const bool held = ::flock(made.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(made.get(), &found) == 0;
    if (!held || identity_of(path) != FileIdentity{found.st_dev, found.st_ino})
      return refused("Another backup is just being written to " + path + "; name another file, or wait until it is done");
    if (found.st_nlink > 1) return ::unlink(path.c_str()) == 0 ? begin(file) : Result<Unfinished>(cannot_be_made(path, errno));  // a whole one has another name
    Unfinished copy(path, std::move(made));
    for (const char* part : beside) (void)::unlink((path + part).c_str());
    if (::fchmod(copy.made_.get(), S_IRUSR | S_IWUSR) != 0 || ::ftruncate(copy.made_.get(), 0) != 0) return cannot_be_made(path, errno);
    return copy;
  }
  Unfinished(Unfinished&& other) noexcept : path_(std::exchange(other.path_, {})), made_(std::move(other.made_)) {}
  Unfinished& operator=(Unfinished&&) = delete;
  ~Unfinished() {
    if (!path_.empty()) (void)::unlink(path_.c_str());
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Durable first, so that nobody finds half a backup under its name.
  Result<void> name(const std::string& file) {
    if (::fsync(made_.get()) != 0) return refused(file + " cannot be written: " + std::strerror(errno));
    if (!moved(file)) return cannot_be_made(file, errno);
    path_.clear();
    const FileHandle folder(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() >= 0) (void)::fsync(folder.get());
    return {};
  }

 private:
  Unfinished(std::string path, FileHandle made) : path_(std::move(path)), made_(std::move(made)) {}

  // Never over a file that has appeared meanwhile.
  [[nodiscard]] bool moved(const std::string& file) const {
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    return ::link(path_.c_str(), file.c_str()) == 0 && ::unlink(path_.c_str()) == 0;  // a file system that cannot do the other
  }

  std::string path_;
  FileHandle made_;
};

Result<void> fill(Database& database, const std::string& path) {
  using namespace std::chrono;
  const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  const auto file = path.starts_with('/') ? path : "./" + path;  // SQLite takes "file:x" for something else
  return Statement(database, "VACUUM INTO ?1").run(std::string_view(file)).and_then([&] { return mark_as_backup(path, now); });
}

// Reads back what was written.
Result<Damage> examine(const std::string& path) {
  const auto copy = open_to_read(path);
  if (!copy) return tl::unexpected(copy.error());
  const auto mark = backup_mark(**copy);
  if (!mark) return tl::unexpected(mark.error());
  if (!*mark) return refused(path + " was written and is no backup all the same. Check the disk and the system's log.");
  return Tables(**copy).damage();
}

}  // namespace

Result<Damage> back_up(const std::string& directory, const std::string& file) {
  if (auto good = check_name(directory, file); !good) return tl::unexpected(good.error());
  const auto database = open_to_read(database_file(directory));
  if (!database) return tl::unexpected(database.error());
  auto copy = Unfinished::begin(file);
  if (!copy) return tl::unexpected(copy.error());
  const auto filled = fill(**database, copy->path());
  if (!filled && filled.error().kind == ErrorKind::full)
    return tl::unexpected(Error{ErrorKind::full, "There is no room for the backup " + file + ". Free some there, or name another place."});
  if (!filled) return tl::unexpected(filled.error());
  auto damage = examine(copy->path());
  if (!damage) return damage;
  if (auto named = copy->name(file); !named) return tl::unexpected(named.error());
  return damage;
}

}  // namespace athanor::store
