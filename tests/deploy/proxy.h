#pragma once
// Caddy and nginx as Debian has them, with the files of deploy/.

#include "recovery/program.h"

#include <cstdint>
#include <memory>
#include <string>

namespace deploy {

/// Where the program is; empty (and a word is printed): it is not installed, so the test cannot be made.
[[nodiscard]] std::string installed(const std::string& program, const std::string& package);

/// A port of 127.0.0.1 that nobody listens on. Somebody may until it is used; then the proxy says so and the test fails.
[[nodiscard]] std::uint16_t free_port();

[[nodiscard]] bool answers(std::uint16_t port);  ///< somebody listens there

class Proxy {
 public:
  /// In front of the server's port; keeps its files in `folder`. `read_timeout`: nginx's, if not that of the sample.
  static std::unique_ptr<Proxy> caddy(const std::string& program, const std::string& folder, std::uint16_t server);
  static std::unique_ptr<Proxy> nginx(const std::string& program, const std::string& folder, std::uint16_t server,
                                      const std::string& read_timeout = {});

  /// Starts it and waits until it answers; always on the same port. Throws with what it printed if it does not.
  void start();
  void stop();  ///< at once, with all its connections
  [[nodiscard]] std::string url() const { return "wss://localhost:" + std::to_string(port_); }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] const std::string& authorities() const { return authorities_; }  ///< PEM file to believe

 private:
  Proxy(std::vector<std::string> command, std::string folder, std::uint16_t port, std::string authorities);
  std::vector<std::string> command_;
  std::string folder_;
  std::uint16_t port_;
  std::string authorities_;
  std::unique_ptr<recovery::Program> program_;
};

}  // namespace deploy
