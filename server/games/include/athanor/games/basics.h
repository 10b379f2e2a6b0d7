#pragma once
// Words that every game uses: seats, viewers, audiences, languages, room time.

#include <cstdint>
#include <optional>

namespace athanor::games {

/// Index of a seat, 0-based, clockwise. Games have at most 32.
using Seat = std::uint8_t;
inline constexpr Seat max_seats = 31;

/// Milliseconds of the room's own clock: it runs only while the room is live and not paused, so that neither a
/// restart nor a pause takes time from anybody. Rules see it only as the time stamp of an input.
using RoomTime = std::uint64_t;

enum class Language : std::uint8_t { english, german };

/// Who looks: the owner of a seat, or a spectator (who may know what is public, and nothing else).
class Viewer {
 public:
  static Viewer seat(Seat s) { return Viewer(s); }
  static Viewer spectator() { return Viewer(std::nullopt); }
  [[nodiscard]] bool is(Seat s) const { return seat_ == s; }
  [[nodiscard]] std::optional<Seat> seat() const { return seat_; }
  friend bool operator==(const Viewer&, const Viewer&) = default;

 private:
  explicit Viewer(std::optional<Seat> s) : seat_(s) {}
  std::optional<Seat> seat_;
};

/// A set of viewers. There is no default: whoever makes an event says who may know of it.
class Audience {
 public:
  static Audience everyone() { return Audience(~0U); }
  static Audience only(Seat s) { return Audience(1U << s); }
  static Audience all_but(Seat s) { return Audience(~(1U << s)); }
  [[nodiscard]] bool includes(Viewer v) const {
    const auto bit = v.seat() ? static_cast<std::uint32_t>(*v.seat()) : std::uint32_t{max_seats};
    return ((seats_ >> bit) & 1U) != 0;
  }
  friend bool operator==(const Audience&, const Audience&) = default;

 private:
  explicit Audience(std::uint32_t seats) : seats_(seats) {}
  std::uint32_t seats_;  // bit 31: spectators
};

enum class Presence : std::uint8_t {
  here,         ///< connected, or played for by a bot
  unreachable,  ///< no connection; reported only to games whose traits ask for it
  away          ///< no connection for longer than the grace time
};

}  // namespace athanor::games
