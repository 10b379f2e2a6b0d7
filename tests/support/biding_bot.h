#pragma once
// A bot that waits for as long as the test wants, to see that whoever drives bots waits with it and asks it again.

#include <athanor/games/bot.h>

#include <chrono>
#include <memory>
#include <vector>

namespace athanor::test {

/// What the test says and sees; it must outlive the bot.
struct Biding {
  bool waits = true;
  std::uint32_t pause_ms = 0;  ///< after which it wishes to be asked again at the latest
  std::vector<std::chrono::steady_clock::time_point> asked;
};

class BidingBot final : public games::Bot {
 public:
  explicit BidingBot(Biding& biding) : biding_(biding) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view) override {
    biding_.asked.push_back(std::chrono::steady_clock::now());
    if (biding_.waits) return {};
    std::uint64_t random = 1;
    return games::random_answer(decision, decision.offers(0), random);
  }
  [[nodiscard]] std::uint32_t asks_again_after_ms() const override { return biding_.waits ? biding_.pause_ms : 0; }

 private:
  Biding& biding_;
};

}  // namespace athanor::test
