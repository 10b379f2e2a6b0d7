#pragma once
// What was read of campaigns, folded, so that whoever reads one again reads and folds only what is newer.

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace athanor::rooms {

/// Any thread.
class KnownCampaigns {
 public:
  struct Known {
    std::uint64_t changes = 0;  ///< so many are folded; 0: nothing is known
    std::string state;
  };
  /// By game and code: another game may fold the same changes differently.
  [[nodiscard]] Known find(const std::string& game, const std::string& code) const;
  /// Unless more of it is known by now.
  void keep(const std::string& game, const std::string& code, Known known);
  [[nodiscard]] std::size_t size() const;

  static constexpr std::size_t most = 4096;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace athanor::rooms
