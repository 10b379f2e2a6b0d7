#pragma once
// A room as the fold of its journal. Pure: no I/O, no clock, no connections. Live rooms and recovery use the same
// apply().

#include <athanor/common/secret.h>
#include <athanor/games/catalogue.h>
#include <athanor/games/game.h>
#include <athanor/v1/journal.pb.h>

#include <tl/expected.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace athanor::rooms {

enum class Phase : std::uint8_t { lobby, playing, finished, closed };

struct SeatRecord {
  std::string name;                     ///< empty: the seat is free
  std::optional<common::Sha256> token;  ///< hash of the owner's token; nothing: no person can come back to this seat
  std::uint64_t taken_at = 0;  ///< sequence number of the entry that seated the owner; tells owners of one seat apart
  games::Language language = games::Language::english;
  games::Presence presence = games::Presence::here;  ///< as the game was told
  bool bot = false;
  bool ready = false;
  bool substituted = false;
  bool left = false;  ///< the owner went away for good; the name stays until the rematch

  [[nodiscard]] bool free() const { return name.empty(); }
  [[nodiscard]] bool person() const { return token.has_value(); }
  [[nodiscard]] bool played_by_bot() const { return !left && (bot || substituted); }
};

/// Value type; copying clones the game.
struct RoomState {
  std::string code;
  const games::GameType* type = nullptr;
  std::shared_ptr<const games::OptionMap> options;
  std::vector<SeatRecord> seats;
  std::string password_hash;  ///< empty: none
  std::string campaign;       ///< code; empty: none
  Phase phase = Phase::lobby;
  std::int32_t host = -1;
  bool paused = false;
  bool paused_by_server = false;  ///< by the server's host
  bool locked = false;            ///< takes nobody new
  /// Who is for a bot on an absent seat.
  std::map<std::uint32_t, std::set<std::uint32_t>> substitute_votes;
  bool attended = false;
  std::uint32_t game_number = 1;
  std::uint32_t games_over = 0;  ///< the newest game that came to its end
  games::Seed seed{};
  std::string salt;
  std::unique_ptr<games::Game> game;  ///< there while playing and after the end, until the rematch
  std::uint64_t game_digest = 0;      ///< of `game` as it is; 0: no game
  std::string opened;                 ///< by the newest game that came to its end, for its journal (games::Sealed)

  std::uint64_t sequence = 0;  ///< of the last entry
  games::RoomTime at_ms = 0;
  std::int64_t wall_unix_ms = 0;

  RoomState() = default;
  RoomState(const RoomState& other);
  RoomState(RoomState&&) = default;
  RoomState& operator=(const RoomState&) = delete;
  RoomState& operator=(RoomState&&) = default;
  ~RoomState() = default;

  [[nodiscard]] const SeatRecord& seat(std::uint32_t index) const { return seats.at(index); }
  [[nodiscard]] std::vector<std::string> seat_names() const;  ///< one per seat; empty: nobody holds it
};

struct ChatEntry {
  std::uint64_t sequence = 0;
  std::int32_t seat = -1;
  std::string name;
  std::string text;
};

/// What an entry brought about besides the new state.
struct Effects {
  std::vector<games::EventRecord> events;
  std::optional<ChatEntry> chat;
  std::optional<std::string> campaign_change;
  bool repeatable = false;    ///< an answer to an offer that may be taken again and again
  bool room_changed = false;  ///< what everybody may know about the room (v1::RoomState) changed
  bool game_started = false;
  bool game_finished = false;
};

/// Applies the entry, whose sequence number must be the next one and whose time must not fall. A rejected answer leaves
/// the state untouched; its text is in `language`. Throws std::logic_error on an entry that cannot be, or on a broken
/// invariant of the rules: then the state is undefined and must be dropped.
[[nodiscard]] tl::expected<Effects, games::Rejection> apply(RoomState& state, const v1::JournalEntry& entry,
                                                            const games::Catalogue& catalogue,
                                                            games::Language language = games::Language::english);

/// A seat as an entry of this number gives it away. Without a token: to a bot, or the entry's is none.
[[nodiscard]] SeatRecord new_owner(const v1::SeatTaken& taken, std::uint64_t sequence);
/// The seat whose owner goes with this entry; nothing: nobody goes.
[[nodiscard]] std::optional<games::Seat> given_up(const v1::JournalEntry& entry);
/// Why a new answer is refused although apply() would take it (games::Game::told_already). Throws on a broken invariant of the rules.
[[nodiscard]] std::optional<games::Rejection> told_already(const RoomState& state, const v1::SeatAnswer& answer, games::Language language);

/// SHA-256 of salt and seed, as shown before the first deal.
[[nodiscard]] std::string seed_commitment(const RoomState& state);

/// The seat that a chat line of the server's host has (v1::ChatLine).
inline constexpr std::int32_t host_of_server = -2;

[[nodiscard]] games::Language language_of(std::string_view code);

}  // namespace athanor::rooms
