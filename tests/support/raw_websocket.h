#pragma once
// A client that can do what no decent client does: send any bytes, stop reading, vanish. Plain blocking sockets with
// deadlines; shares no code with the server.

#include "support/slowness.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace athanor::tests {

inline constexpr int patience_ms = 10'000 * slowness;  ///< how long something that must come may take on a busy machine

/// A TCP connection to a port of 127.0.0.1.
class RawSocket {
 public:
  /// receive_buffer: bytes of SO_RCVBUF, 0: the system's. source: the address to come from, such as 127.0.0.2. Throws if
  /// nobody listens.
  explicit RawSocket(std::uint16_t port, int receive_buffer = 0, const std::string& source = {});
  RawSocket(RawSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  RawSocket& operator=(RawSocket&& other) noexcept;
  ~RawSocket();

  bool send(std::string_view bytes);  ///< false: the connection is broken, or nobody has read for patience_ms
  /// What has come, at most `max` bytes; nothing: closed, or not within the time.
  std::optional<std::string> receive(std::size_t max, int within_ms = patience_ms);
  bool closed_within(int ms = patience_ms);  ///< discards what still comes
  [[nodiscard]] bool ended() const;          ///< nothing is left to be received, and nothing comes any more
  void finish_sending();
  void reset();  ///< ends with RST

 private:
  int fd_ = -1;
};

struct HttpAnswer {
  int status = 0;
  std::string head, body;
};
[[nodiscard]] HttpAnswer http(std::uint16_t port, std::string_view request);
[[nodiscard]] HttpAnswer http_get(std::uint16_t port, std::string_view path);

enum : std::uint8_t { op_continuation = 0, op_text = 1, op_binary = 2, op_close = 8, op_ping = 9, op_pong = 10 };

struct FrameOptions {
  bool fin = true, masked = true;
  std::uint8_t reserved = 0;  ///< bits RSV1..3
};
[[nodiscard]] std::string frame(std::uint8_t opcode, std::string_view payload, FrameOptions options = {});

struct Frame {
  std::uint8_t opcode = 0;
  bool fin = true;
  std::string payload;
};

class RawWebSocket {
 public:
  /// Throws if the server does not upgrade.
  explicit RawWebSocket(std::uint16_t port, std::string_view path = "/ws", std::string_view more_headers = {},
                        int receive_buffer = 0, const std::string& source = {});

  RawSocket& socket() { return socket_; }
  bool send(std::string_view message) { return socket_.send(frame(op_binary, message)); }
  /// The next frame, control frames included; nothing: closed, or not within the time.
  std::optional<Frame> next(int within_ms = patience_ms);
  /// The next whole binary message. Answers pings. Nothing also after a close frame (see close_code).
  std::optional<std::string> message(int within_ms = patience_ms);
  /// Reads until the server closes, and hangs up. 0: it closed without a close frame; -1: it did not close.
  int close_code(int within_ms = patience_ms);
  [[nodiscard]] const std::string& close_text() const { return close_text_; }

 private:
  std::optional<std::string> exactly(std::size_t bytes, int within_ms);
  RawSocket socket_;
  std::string read_;
  std::optional<int> code_;
  std::string close_text_;
};

}  // namespace athanor::tests
