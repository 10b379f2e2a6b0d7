#pragma once
// Which room a create_room request has opened, by the token that its sender chose: sent again on a new connection
// because the reply was lost, it leads to the same room. Any thread.

#include <athanor/common/secret.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace athanor::rooms {

class Openings {
 public:
  /// Longer than clients go on trying.
  static constexpr std::uint64_t kept_ms = 15 * 60'000;

  /// False: the same request is opening a room, or has opened one, on another connection.
  [[nodiscard]] bool claim(const common::Sha256& token, const std::string& code, std::uint64_t now_ms);
  void add(const common::Sha256& token, std::string code, std::uint64_t now_ms);
  /// The opening came to nothing.
  void forget(const common::Sha256& token);
  [[nodiscard]] std::optional<std::string> find(const common::Sha256& token, std::uint64_t now_ms) const;
  [[nodiscard]] std::size_t size() const;

 private:
  struct Opening {
    std::string code;
    std::uint64_t at_ms = 0;
  };
  void keep(const common::Sha256& token, std::string code, std::uint64_t now_ms);

  mutable std::mutex mutex_;
  std::size_t forget_at_ = 1024;
  std::map<common::Sha256, Opening> openings_;
};

}  // namespace athanor::rooms
