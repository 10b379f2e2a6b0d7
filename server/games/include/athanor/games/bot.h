#pragma once
// Whoever plays by offers alone: it sees what a client sees, and nothing else.

#include <athanor/v1/decisions.pb.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace athanor::games {

class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  /// Answers the decision; `view` is the game's serialised view message of this seat. Must return within a
  /// millisecond: it runs on a room's thread. Called again with the same decision if the answer was refused.
  virtual v1::Answer choose(const v1::Decision& decision, std::string_view view) = 0;

  /// After an answer without an offer (offer_id 0): the bot waits, and wishes to be asked again when something has changed, or
  /// after so many milliseconds at the latest. 0: it does not wait, it found no answer at all.
  [[nodiscard]] virtual std::uint32_t asks_again_after_ms() const { return 0; }
};

/// Picks a random offer with random legal values; for any game. Deterministic for a seed.
[[nodiscard]] std::unique_ptr<Bot> random_bot(std::uint64_t seed);

/// A random legal value for every field of the offer, or an empty answer (offer_id 0) if its rules cannot be met by
/// a bounded search. Shared by bots.
[[nodiscard]] v1::Answer random_answer(const v1::Decision& decision, const v1::Offer& offer, std::uint64_t& random_state);

}  // namespace athanor::games
