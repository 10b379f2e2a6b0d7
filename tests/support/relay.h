#pragma once
// A TCP relay on a free port, in a thread of its own, that breaks connections where a rule says.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace athanor::tests {

class Relay {
 public:
  /// Asked about each piece that came, by its size. Nothing: it passes. A number: so many bytes of it pass, then the connection is cut.
  using Passing = std::function<std::optional<std::size_t>(std::size_t)>;
  struct Rule {
    Passing up, down;  ///< to the server, to the client
  };
  /// `rule` makes one for each connection. All are called in the relay's thread.
  Relay(std::uint16_t server_port, std::function<Rule()> rule);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::uint64_t cuts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace athanor::tests
