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
  /// Came when all places were taken, and may see a page and go.
  [[nodiscard]] bool extra() const { return extra_; }
  /// Stays for longer. False: it is an extra one, and still no place is free.
  [[nodiscard]] bool settle();

 private:
  friend class Admissions;
  Ticket(Admissions& admissions, bool extra) : admissions_(&admissions), extra_(extra) {}
  Admissions* admissions_;
  bool extra_;
  std::string address_key_;
};

/// Any thread.
class Admissions {
 public:
  /// 0: no limit for an address.
  Admissions(std::uint32_t in_all, std::uint32_t per_address) : in_all_(in_all), per_address_(per_address) {}
  Admissions(const Admissions&) = delete;
  Admissions& operator=(const Admissions&) = delete;

  /// So many more come in for a moment when all places are taken, as those who look after the server must still see it.
  static constexpr std::uint32_t extra_places = 16;

  [[nodiscard]] std::optional<Ticket> admit();  ///< nothing: the server is full
  [[nodiscard]] std::uint32_t open() const;     ///< extra ones included
  /// True when nobody is left within the time.
  [[nodiscard]] bool wait_until_empty(std::uint32_t at_most_ms) const;

 private:
  friend class Ticket;
  bool claim(const std::string& address_key);
  bool settle_extra();
  void give_back(const std::string& address_key, bool extra);

  const std::uint32_t in_all_, per_address_;
  mutable std::mutex mutex_;
  mutable std::condition_variable empty_;
  std::uint32_t open_ = 0, extra_ = 0;
  std::unordered_map<std::string, std::uint32_t> by_address_;
};

}  // namespace athanor::net
