#pragma once
// The seats that this person holds, so that `play --room CODE` takes one back. Kept in
// $XDG_STATE_HOME/athanor/seats.json (~/.local/state unless set), readable by its owner only: a token is the seat.
//
// Several processes may use the file at once: each change locks, reads, changes and replaces it as a whole. Blocks for
// the file; any thread.

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::link {

struct RememberedSeat {
  std::string server;  ///< Server::url()
  std::string room;    ///< room code
  std::uint32_t seat = 0;
  std::string name;   ///< at the table
  std::string token;  ///< 16 bytes
  std::string game;   ///< may be empty
  std::int64_t unix_s = 0;  ///< when it was last used; set by remember()
};

class SeatMemory {
 public:
  explicit SeatMemory(std::filesystem::path file = default_file());
  static std::filesystem::path default_file();

  /// Newest first. A missing file is no seat; an unreadable or damaged one is an error in words.
  [[nodiscard]] tl::expected<std::vector<RememberedSeat>, std::string> all() const;
  /// The newest one of this room, or of this room and name when a name is given.
  [[nodiscard]] std::optional<RememberedSeat> find(std::string_view server, std::string_view room,
                                                   std::string_view name = {}) const;
  /// Adds, or replaces the one of the same server, room and seat. Keeps the newest max_seats.
  tl::expected<void, std::string> remember(RememberedSeat seat) const;
  tl::expected<void, std::string> forget(std::string_view server, std::string_view room, std::uint32_t seat) const;

  static constexpr std::size_t max_seats = 200;

 private:
  std::filesystem::path file_;
};

}  // namespace athanor::link
