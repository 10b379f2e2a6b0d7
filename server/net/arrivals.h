#pragma once
// How often an address may begin a session, so that hanging up and connecting again is no way around what limits one
// connection.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace athanor::net {

/// Any thread.
class Arrivals {
 public:
  /// So many at once, and so many more a second; 0 a second: no limit.
  Arrivals(std::uint32_t at_once, std::uint32_t a_second) : at_once_(at_once), a_second_(a_second) {}
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;

  /// Counts one, unless there were too many.
  [[nodiscard]] bool take(const std::string& address_key, std::uint64_t now_ms);
  [[nodiscard]] std::size_t known() const;

 private:
  struct Lately {
    std::uint64_t thousandths = 0;  // arrivals that time has not made good yet
    std::uint64_t at_ms = 0;
  };
  [[nodiscard]] std::uint64_t left_of(const Lately& lately, std::uint64_t now_ms) const;

  const std::uint32_t at_once_, a_second_;
  mutable std::mutex mutex_;
  std::size_t forget_at_ = 1024;
  std::unordered_map<std::string, Lately> by_address_;
};

}  // namespace athanor::net
