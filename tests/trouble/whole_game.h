#pragma once
// One game of any kind over real sockets, from its lobby to its published journal.

#include "support/player.h"
#include "support/published_end.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace athanor::tests {

class WholeGame {
 public:
  struct Kind {
    std::string game;
    unsigned seats = 2;
    std::map<std::string, std::string> options;
  };
  /// Everybody comes from an address of his own, the first from stranger(`address`); the game has begun. Throws if it did not.
  WholeGame(std::uint16_t port, const Kind& kind, std::uint32_t address);

  /// What somebody answers who is asked; he may be told anything else before.
  using Choose = std::function<v1::Answer(Player&)>;
  /// Until the game is over. Throws if nobody is asked and nothing comes, or if an answer is refused though its question is still open.
  void play(const Choose& choose);
  /// What the published journal tells, held against what was told and accepted: `wrong` names a difference.
  [[nodiscard]] PublishedEnd end();

  [[nodiscard]] std::vector<std::unique_ptr<Player>>& people() { return people_; }
  [[nodiscard]] std::size_t answers() const { return answers_; }  ///< that were accepted

 private:
  bool turn_of(Player& player, const Choose& choose);
  void wait_for_news();

  std::vector<std::unique_ptr<Player>> people_;
  std::size_t answers_ = 0;
  int objections_ = 0;  // since the last answer
  std::uint64_t newest_ = 0;
};

}  // namespace athanor::tests
