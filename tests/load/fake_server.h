#pragma once
// A server in the test's own thread that says what the test tells it to say, good or bad.

#include <athanor/v1/session.pb.h>

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::test {

/// One accepted WebSocket.
class FakeConnection {
 public:
  FakeConnection() = default;
  FakeConnection(const FakeConnection&) = delete;
  FakeConnection& operator=(const FakeConnection&) = delete;
  virtual ~FakeConnection() = default;
  virtual void send_bytes(std::string bytes, bool binary = true) = 0;
  virtual void close(std::uint16_t code, const std::string& reason = "") = 0;  ///< after what was sent
  virtual void cut() = 0;                                                      ///< at once, without a word
  [[nodiscard]] virtual const std::string& path() const = 0;
  [[nodiscard]] virtual std::string peer() const = 0;  ///< address of the client

  void send(const v1::ServerMessage& message) { send_bytes(message.SerializeAsString()); }
};

class FakeServer {
 public:
  explicit FakeServer(boost::asio::io_context& io);
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  std::function<void(FakeConnection&, const v1::ClientMessage&)> on_message;
  std::function<void(FakeConnection&)> on_open;  ///< before any message
  bool shake_hands = true;                       ///< false: accepts connections and says nothing

  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::string url() const { return "ws://127.0.0.1:" + std::to_string(port()); }
  [[nodiscard]] std::size_t accepted() const;  ///< connections so far
  void stop();                                 ///< no new ones, and none of the old ones
  void cut_all();

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

/// Welcome with the request's id.
[[nodiscard]] v1::ServerMessage welcome(std::uint64_t request);
[[nodiscard]] v1::ServerMessage entered(std::uint64_t request, std::int32_t seat, const std::string& token);
[[nodiscard]] v1::ServerMessage update(std::uint64_t sequence, std::vector<std::uint64_t> acknowledged = {});
[[nodiscard]] v1::ServerMessage refusal(std::uint64_t request, v1::RefusalCode code, const std::string& text = "no");

inline const std::string room_code = "BCDFGH";
inline const std::string seat_token = "0123456789abcdef";

/// Says hello and lets everybody in as seat 0; the rest of the conversation is the test's.
/// True: the message was one of these.
bool let_in(FakeConnection& connection, const v1::ClientMessage& message);

}  // namespace athanor::test
