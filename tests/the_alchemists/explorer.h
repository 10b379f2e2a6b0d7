#pragma once
// Players who together want every effect primitive of rules §6.5 to occur in one game, and who judges whether it did.

#include <cards.h>

#include <athanor/games/bot.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::test::alchemists {

using games::the_alchemists::Op;
using games::the_alchemists::PotionId;
inline constexpr std::size_t op_count = static_cast<std::size_t>(Op::draw_penalty) + 1;
[[nodiscard]] std::string_view name_of(Op op);

/// Which primitives occurred, judged by the events that players are told in English, in their order: an event counts for
/// a primitive if it is what the primitive does and the potion whose effect runs has it.
class Witness {
 public:
  void told(std::string_view kind, std::string_view text);
  [[nodiscard]] const std::set<Op>& seen() const { return seen_; }
  /// Of those that occur in a game of so many players; in words, empty: none is missing.
  [[nodiscard]] std::string missing(unsigned players) const;

 private:
  std::vector<PotionId> running_;
  std::set<Op> seen_;
};

/// Knows what its own view shows, and by the witness which primitives the table still lacks. The witness must outlive it.
[[nodiscard]] std::unique_ptr<games::Bot> explorer(const Witness& witness);

}  // namespace athanor::test::alchemists
