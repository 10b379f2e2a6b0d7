#pragma once
// What can be counted out from what lies open: pure functions over the view and the printed track. Takes whatever numbers
// arrive.

#include "terms.h"

#include <athanor/v1/quacksalber.pb.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace athanor::ui::quacksalber {

inline constexpr std::size_t kinds = 19;   ///< in the order of the view: W1 W2 W3 O1 G1 ...
inline constexpr std::uint32_t spaces = 54;  ///< track indices 0..53
using Counts = std::array<std::uint32_t, kinds>;

[[nodiscard]] Counts counts_of(const google::protobuf::RepeatedField<std::uint32_t>& numbers);
[[nodiscard]] std::uint32_t total(const Counts& counts);

/// How many of the chips in a bag would make the pot explode if drawn next (rules §5.2: white, sum above the limit). This is
/// everybody's knowledge: bags are public as counts, and every chip in one is equally likely.
struct Odds {
  std::uint32_t bad = 0, all = 0;
  /// Rounded, but 0 only if nothing can happen and 100 only if it must.
  [[nodiscard]] std::uint32_t percent() const;
  friend bool operator==(const Odds&, const Odds&) = default;
};
[[nodiscard]] Odds explosion_odds(const v1::QuacksalberPlayer& player);

/// The printed pot track and score track, from the catalogue's terms; zeros while the catalogue has not arrived.
struct Track {
  std::array<std::uint32_t, spaces> coins{};
  std::array<std::uint32_t, spaces> vp{};
  std::array<bool, spaces> ruby{};
  std::vector<std::uint32_t> tails;  ///< t for each rat tail between t and t+1, 0..49; repeated every 50 VP
};
[[nodiscard]] Track track_of(const Terms& terms);
/// Rat tails between two scores (rules §2.3); 0 if the leader is not ahead.
[[nodiscard]] std::uint32_t tails_between(const Track& track, std::int64_t own, std::int64_t leader);
/// Whether a rat tail lies between `vp` and the next point.
[[nodiscard]] bool tail_after(const Track& track, std::int64_t vp);

/// Numbers separated by blanks; what is no number is skipped.
[[nodiscard]] std::vector<std::uint32_t> numbers_in(std::string_view text);
/// "a|b|c"
[[nodiscard]] std::vector<std::string> parts_of(std::string_view text);

}  // namespace athanor::ui::quacksalber
