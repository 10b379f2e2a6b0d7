#pragma once
// What all parts of the service share.

#include "known_campaigns.h"
#include "openings.h"
#include "throttle.h"

#include <athanor/games/catalogue.h>
#include <athanor/rooms/limits.h>
#include <athanor/rooms/seams.h>
#include <athanor/rooms/service.h>
#include <athanor/store/journal.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

namespace athanor::rooms {

/// Any thread: everything in it is immutable, atomic or locks itself.
struct Core {
  Core(const games::Catalogue& games, store::Journal& store, const Seams& s, const Limits& l);

  const games::Catalogue& catalogue;
  store::Journal& journal;
  const Seams& seams;
  const Limits limits;
  const std::int64_t last_used_unix_ms;  ///< wall clock of when a server last used this data before; 0: unknown
  const std::uint64_t expire_from_ms;    ///< of the steady clock: no room expires before
  const std::uint64_t overdue_from_ms;   ///< the same for a room whose time was over by last_used_unix_ms
  Counters counters;
  std::atomic<bool> draining{false};
  /// Steady time of the first append, of any room, that failed since one did not or the store said that it can be written.
  std::atomic<std::uint64_t> storage_fails_since_ms{storage_works};
  static constexpr std::uint64_t storage_works = std::numeric_limits<std::uint64_t>::max();
  void stores_again() {
    if (storage_fails_since_ms != storage_works) storage_fails_since_ms = storage_works;  // seldom: all threads read it
  }
  /// Shards that have rooms whose journal does not say yet what became of them with the server before.
  std::atomic<std::size_t> unsettled_shards{0};
  void shard_is_settled() {
    if (--unsettled_shards == 0) journal.settle_past();
  }
  WindowCounter guesses;
  WindowCounter passwords;  ///< looked at, right ones too: each costs about a millisecond
  WindowCounter rooms_created;
  UsedBuckets used_buckets;
  Openings openings;
  KnownCampaigns campaigns;
  /// Checked when there is no real hash to check, so that a refusal costs the same work.
  const std::string spare_password_hash;

  template <std::size_t N>
  [[nodiscard]] std::array<std::uint8_t, N> secret() const {
    std::array<std::uint8_t, N> bytes{};
    seams.secret_bytes(bytes);
    return bytes;
  }
  [[nodiscard]] std::string secret_string(std::size_t size) const {
    std::string bytes(size, '\0');
    seams.secret_bytes(std::span(reinterpret_cast<std::uint8_t*>(bytes.data()), size));
    return bytes;
  }
};

}  // namespace athanor::rooms
