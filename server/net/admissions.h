#pragma once
// Counts open connections, in all and for each address, and says when it is enough.

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace athanor::net {

class Admissions;

/// One connection's place. Gives it back when destroyed.
class Ticket {
 public:
  Ticket(Ticket&& other) noexcept;
  Ticket& operator=(Ticket&&) = delete;
  ~Ticket();
  /// Counts the connection for its address as well, once. False: that address has enough connections already.
  [[nodiscard]] bool claim(const std::string& address_key);

 private:
  friend class Admissions;
  explicit Ticket(Admissions& admissions) : admissions_(&admissions) {}
  Admissions* admissions_;
  std::string address_key_;
};

/// Any thread.
class Admissions {
 public:
  /// 0: no limit for an address.
  Admissions(std::uint32_t in_all, std::uint32_t per_address) : in_all_(in_all), per_address_(per_address) {}
  Admissions(const Admissions&) = delete;
  Admissions& operator=(const Admissions&) = delete;

  [[nodiscard]] std::optional<Ticket> admit();  ///< nothing: the server is full
  [[nodiscard]] std::uint32_t open() const;
  /// True when nobody is left within the time.
  [[nodiscard]] bool wait_until_empty(std::uint32_t at_most_ms) const;

 private:
  friend class Ticket;
  bool claim(const std::string& address_key);
  void give_back(const std::string& address_key);

  const std::uint32_t in_all_, per_address_;
  mutable std::mutex mutex_;
  mutable std::condition_variable empty_;
  std::uint32_t open_ = 0;
  std::unordered_map<std::string, std::uint32_t> by_address_;
};

}  // namespace athanor::net
