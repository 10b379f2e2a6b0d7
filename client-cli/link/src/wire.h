#pragma once
// One WebSocket connection: opens once, carries messages, breaks once. The only part that knows Beast.

#include <athanor/link/link.h>
#include <athanor/tls/context.h>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace athanor::link {

using SharedBytes = std::shared_ptr<const std::string>;

struct Break {
  enum class Kind : std::uint8_t {
    unresolved,   ///< no such host
    unreachable,  ///< nobody listens, or no way there
    distrusted,   ///< TLS does not come about; see distrust
    declined,     ///< something answered, but did not change over to WebSocket; see http_status
    cut,          ///< the open connection ended without a close frame
    closed,       ///< with a close frame; see close_code
    nonsense      ///< a frame or message that the protocol does not allow
  };
  Kind kind = Kind::cut;
  std::uint32_t http_status = 0;  ///< 0: not even HTTP
  std::uint16_t close_code = 0;
  tls::Distrust distrust = tls::Distrust::none;  ///< none: what answers speaks no TLS that fits
  std::string detail{};  ///< in English, for a person who knows networks; safe to print
};

/// Told on the executor, never from within a call of Wire (writing excepted). May drop the wire in any call.
class WireOwner {
 public:
  WireOwner() = default;
  WireOwner(const WireOwner&) = delete;
  WireOwner& operator=(const WireOwner&) = delete;
  virtual void opened() = 0;
  virtual void received(std::string_view message) = 0;
  virtual void writing(std::uint64_t tag) = 0;  ///< just before the first byte; must not call the wire
  virtual void broken(const Break& why) = 0;    ///< nothing follows

 protected:
  ~WireOwner() = default;
};

struct WireTarget {
  Server server;
  std::string path, client;
  std::uint32_t max_message_bytes = 0;
  std::string from;                        // in figures; empty: the system's choice
  std::uint32_t receive_buffer_bytes = 0;  // 0: the system's choice
};

class Wire {
 public:
  Wire() = default;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  virtual ~Wire() = default;
  virtual void send(SharedBytes message, std::uint64_t tag) = 0;
  /// Waits so long before each further message is read; zero: not any more.
  virtual void read_slowly(std::chrono::milliseconds pause) = 0;
  virtual void say_goodbye() = 0;  ///< close frame, then gone; the owner is not told of anything any more
  virtual void drop() = 0;         ///< gone at once; as above
};

[[nodiscard]] std::shared_ptr<Wire> open_wire(const boost::asio::any_io_executor& executor, WireTarget target,
                                              WireOwner& owner);

}  // namespace athanor::link
