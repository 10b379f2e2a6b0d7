#pragma once
// `athanor load` on one server, a process for each game that it plays, all at the same time.

#include "server.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace recovery {

class Crowd {
 public:
  static constexpr unsigned rooms_of_each = 3;

  /// `logs`: folder for what they print and for their figures.
  Crowd(const std::string& url, std::string logs, unsigned seed);

  [[nodiscard]] bool running();
  [[nodiscard]] std::size_t people() const;
  [[nodiscard]] std::string written() const;  ///< by all

  struct Sums {
    std::uint64_t answers = 0;
    std::map<std::string, std::uint64_t> answers_of;  ///< by game
  };
  /// Ends all by a signal. Each must say that nothing was wrong, that nothing acknowledged was lost, and that everybody came back
  /// at least so often.
  Sums end(int least_reconnects);

 private:
  std::string logs_;
  std::map<std::string, std::unique_ptr<Program>> loads_;  // by game
};

/// Flags of a server for so many people from one address.
[[nodiscard]] std::vector<std::string> for_crowds();

}  // namespace recovery
