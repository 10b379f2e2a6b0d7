#include <athanor/link/seat_memory.h>

#include <athanor/common/secret.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <utility>

namespace athanor::link {
namespace {

using Json = nlohmann::json;
using Seats = std::vector<RememberedSeat>;
using Outcome = tl::expected<void, std::string>;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool good() const { return fd_ >= 0; }

 private:
  int fd_;
};

std::string failure(std::string_view what, const std::filesystem::path& path, int error) {
  return fmt::format("{} {}: {}", what, path.string(), std::strerror(error));
}

std::string damaged(const std::filesystem::path& file) {
  return fmt::format("{} is damaged; move it away and your seats are remembered again from then on", file.string());
}

RememberedSeat seat_from(const Json& json) {
  RememberedSeat seat;
  json.at("server").get_to(seat.server);
  json.at("room").get_to(seat.room);
  json.at("seat").get_to(seat.seat);
  json.at("name").get_to(seat.name);
  seat.game = json.value("game", "");
  json.at("unix_s").get_to(seat.unix_s);
  auto token = common::from_hex(json.at("token").get<std::string>());
  if (!token || token->size() != common::token_bytes) throw std::invalid_argument("token");
  seat.token = std::move(*token);
  return seat;
}

Json json_of(const RememberedSeat& seat) {
  return {{"server", seat.server}, {"room", seat.room}, {"seat", seat.seat},    {"name", seat.name},
          {"game", seat.game},     {"unix_s", seat.unix_s}, {"token", common::hex(seat.token)}};
}

tl::expected<Seats, std::string> read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    if (errno == ENOENT) return Seats{};
    return tl::unexpected(failure("cannot read", file, errno));
  }
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  Seats seats;
  try {
    const auto json = Json::parse(text);
    for (const auto& item : json.at("seats")) seats.push_back(seat_from(item));
  } catch (const std::exception&) {
    return tl::unexpected(damaged(file));
  }
  return seats;
}

Outcome write_all(int fd, std::string_view bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(failure("cannot write", path, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(fd) != 0) return tl::unexpected(failure("cannot write", path, errno));
  return {};
}

// Written beside the file and put in its place in one step: a crash leaves the old one or the new one.
Outcome replace(const std::filesystem::path& file, const Seats& seats) {
  Json list = Json::array();
  for (const auto& seat : seats) list.push_back(json_of(seat));
  // Names come from people: bytes that are no UTF-8 must not lose the seat.
  const auto text = Json{{"format", 1}, {"seats", list}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  std::string beside = file.string() + ".XXXXXX";
  const Descriptor out(::mkostemp(beside.data(), O_CLOEXEC));  // mode 0600
  if (!out.good()) return tl::unexpected(failure("cannot create", beside, errno));
  auto written = write_all(out.get(), text, beside);
  if (written && ::rename(beside.c_str(), file.c_str()) != 0) written = tl::unexpected(failure("cannot replace", file, errno));
  if (!written) ::unlink(beside.c_str());
  return written;
}

Outcome prepare_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return tl::unexpected(std::string("neither XDG_STATE_HOME nor HOME says where to remember seats"));
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return {};
  std::filesystem::create_directories(folder.parent_path(), error);
  if (!error && ::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) error.assign(errno, std::generic_category());
  if (error) return tl::unexpected(failure("cannot create", folder, error.value()));
  return {};
}

// Reads, changes and replaces under a lock that every process takes.
Outcome change(const std::filesystem::path& file, const std::function<void(Seats&)>& how) {
  if (auto ready = prepare_folder(file.parent_path()); !ready) return ready;
  const auto lock_file = file.string() + ".lock";
  const Descriptor lock(::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!lock.good() || ::flock(lock.get(), LOCK_EX) != 0) return tl::unexpected(failure("cannot lock", lock_file, errno));
  auto seats = read(file);
  if (!seats) return tl::unexpected(std::move(seats).error());
  how(*seats);
  return replace(file, *seats);
}

std::int64_t unix_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

SeatMemory::SeatMemory(std::filesystem::path file) : file_(std::move(file)) {}

std::filesystem::path SeatMemory::default_file() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  auto state = variable("XDG_STATE_HOME");
  // The XDG rules: a relative path counts as unset.
  if (!state.is_absolute()) {
    const auto home = variable("HOME");
    if (!home.is_absolute()) return {};
    state = home / ".local" / "state";
  }
  return state / "athanor" / "seats.json";
}

tl::expected<Seats, std::string> SeatMemory::all() const { return read(file_); }

std::optional<RememberedSeat> SeatMemory::find(std::string_view server, std::string_view room, std::string_view name) const {
  auto seats = all();
  if (!seats) return std::nullopt;
  const auto found = std::find_if(seats->begin(), seats->end(), [&](const auto& seat) {
    return seat.server == server && seat.room == room && (name.empty() || seat.name == name);
  });
  return found == seats->end() ? std::nullopt : std::optional(std::move(*found));
}

Outcome SeatMemory::remember(RememberedSeat seat) const {
  seat.unix_s = unix_now();
  return change(file_, [&](Seats& seats) {
    std::erase_if(seats, [&](const auto& s) { return s.server == seat.server && s.room == seat.room && s.seat == seat.seat; });
    seats.insert(seats.begin(), std::move(seat));
    if (seats.size() > max_seats) seats.resize(max_seats);
  });
}

Outcome SeatMemory::forget(std::string_view server, std::string_view room, std::uint32_t number) const {
  return change(file_, [&](Seats& seats) {
    std::erase_if(seats, [&](const auto& s) { return s.server == server && s.room == room && s.seat == number; });
  });
}

}  // namespace athanor::link
