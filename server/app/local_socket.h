#pragma once
// Lines over a Unix socket, with deadlines; both ends of the host's door.

#include <tl/expected.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace athanor::app {

class Socket {
 public:
  explicit Socket(int fd) : fd_(fd) {}
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&&) = delete;
  ~Socket();
  [[nodiscard]] int fd() const { return fd_; }

  /// Everything up to the first line end, without it. Nothing: closed, too late, or longer than `most` bytes.
  [[nodiscard]] std::optional<std::string> read_line(std::chrono::seconds within, std::size_t most) const;
  /// False: the other end has gone or does not read.
  [[nodiscard]] bool write_line(std::string_view line, std::chrono::seconds within) const;

 private:
  int fd_;
};

/// The errors are sentences that name the path.
[[nodiscard]] tl::expected<Socket, std::string> listen_local(const std::string& path);
[[nodiscard]] tl::expected<Socket, std::string> connect_local(const std::string& path);

}  // namespace athanor::app
