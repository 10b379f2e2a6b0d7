#pragma once
// Ids of offers: one id means the same in every question (README.md has the table). Ids of options are built below.

#include <cstdint>

namespace athanor::games::quacksalber {

enum class OfferId : std::uint32_t {
  // BREW
  draw = 1, stop, flask, place_display, forget, return_aside, return_white,
  // PATIENT
  choose_patient = 8,
  // FORTUNE: what a card lets one choose
  take_vp = 10, take_rubies, take_chip, take_droplet, remove_white, roll_die, rat_back, trade, pay_rubies, refill_flask, exchange, rat_on,
  // choices while a chip is resolved
  place = 30, place_double, send_back, jump, use, place_shown, keep, return_chip, go_on, restart,
  // after brewing, essence, evaluation
  aside = 40, field, buy, take_greens, hand_in, upgrade, take_coins, spend, pot, tube, swap,
  decline = 60,
  come_back = 61,
  play_on = 100,  ///< plus the absent seat
};

[[nodiscard]] constexpr std::uint32_t id_of(OfferId offer) { return static_cast<std::uint32_t>(offer); }

/// Options count from 1: chip kinds, positions in the pot, patients, fields.
[[nodiscard]] constexpr std::uint32_t option_of(std::size_t index) { return static_cast<std::uint32_t>(index) + 1; }
[[nodiscard]] constexpr std::uint8_t index_of(std::uint32_t option) { return static_cast<std::uint8_t>(option - 1); }

/// ASIDE: a chip that goes back to the bag, besides option_of(kind) for one that is placed.
inline constexpr std::uint32_t return_options = 100;
/// A pot position and the kind of chip it becomes.
[[nodiscard]] constexpr std::uint32_t option_of_change(std::size_t position, std::size_t kind) {
  return static_cast<std::uint32_t>(position) * 32 + static_cast<std::uint32_t>(kind) + 1;
}
[[nodiscard]] constexpr std::uint8_t position_of_change(std::uint32_t option) { return static_cast<std::uint8_t>((option - 1) / 32); }
[[nodiscard]] constexpr std::uint8_t kind_of_change(std::uint32_t option) { return static_cast<std::uint8_t>((option - 1) % 32); }
/// RUBIES
inline constexpr std::uint32_t droplet_option = 1, flask_option = 2;

}  // namespace athanor::games::quacksalber
