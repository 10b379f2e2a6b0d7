#include <fuzz/targets.h>

#include <athanor/v1/session.pb.h>

#include <protocol/manual_seams.h>
#include <protocol/whole_server.h>
#include <support/raw_websocket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace athanor::test {
namespace {

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

constexpr int quiet_ms = 4 * tests::slowness;  // after which no answer is expected any more; one that comes later is looked at as well

constexpr std::string_view begun_request = "GET /ws HTTP/1.1\r\nHost: localhost\r\n";
constexpr std::string_view upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
constexpr std::array<std::string_view, 8> header_names{"Host", "Origin", "X-Forwarded-For", "Connection", "Sec-WebSocket-Key", "Content-Length", "Transfer-Encoding", "Sec-WebSocket-Protocol"};

std::string frame_of(Bytes& bytes, std::size_t size) {
  const auto kind = bytes.next(), reserved = bytes.next();
  tests::FrameOptions options;
  options.fin = (kind & 0x10U) == 0;
  options.masked = reserved < 0xf0;
  options.reserved = reserved < 0x10 ? static_cast<std::uint8_t>(reserved & 7U) : std::uint8_t{0};
  return tests::frame(static_cast<std::uint8_t>(kind & 0x0fU), bytes.take(size), options);
}

// What the server has sent, looked at as RFC 9112 and RFC 6455 want it.
class Heard {
 public:
  void take(std::string_view bytes) { text_ += bytes; }

  /// Of a connection that has ended. How many answers, messages and control frames there were.
  [[nodiscard]] std::uint64_t count() {
    if (text_.empty()) return 0;
    const auto end = text_.find("\r\n\r\n");
    need(text_.starts_with("HTTP/1.1 ") && end != std::string::npos, "the server's first words are no answer to a request");
    const auto status = text_.substr(9, 3);
    left_ = std::string_view(text_).substr(end + 4);
    if (status == "101") return 1 + frames();
    need(status >= "200" && status < "600", "the server answers with the status " + status);
    need(left_.size() == content_length(end), "the server's page is not as long as it says");
    return 1;
  }

 private:
  [[nodiscard]] std::size_t content_length(std::size_t head_end) const {
    constexpr std::string_view name = "\r\nContent-Length: ";
    const auto at = text_.find(name);
    need(at < head_end, "the server's page has no length");
    std::size_t length = 0;
    std::from_chars(text_.data() + at + name.size(), text_.data() + head_end, length);
    return length;
  }
  std::uint64_t frames() {
    std::uint64_t count = 0;
    // The last may have been cut off by the end.
    while (const auto got = next()) {
      need(!closed_, "the server goes on after its close");
      ++count;
      v1::ServerMessage message;
      if (got->opcode == tests::op_binary) need(message.ParseFromString(got->payload), "the server sent what is no ServerMessage");
      if (got->opcode == tests::op_close) close(got->payload);
    }
    return count;
  }
  std::optional<tests::Frame> next() {
    if (left_.size() < 2) return std::nullopt;
    const auto first = static_cast<unsigned char>(left_[0]), second = static_cast<unsigned char>(left_[1]);
    tests::Frame got;
    got.opcode = first & 0x0fU;
    const bool control = got.opcode >= tests::op_close;
    need((first & 0xf0U) == 0x80U && (got.opcode == tests::op_binary || (control && got.opcode <= tests::op_pong)), "the server's frame is none of its kinds");
    need((second & 0x80U) == 0, "the server masks a frame");
    std::size_t size = second, head = 2;
    need(!control || size < 126, "the server's control frame is too long");
    if (size >= 126) {
      const std::size_t more = size == 126 ? 2 : 8;
      if (left_.size() < 2 + more) return std::nullopt;
      size = 0;
      for (std::size_t i = 0; i < more; ++i) size = size << 8U | static_cast<unsigned char>(left_[2 + i]);
      head += more;
    }
    if (left_.size() - head < size) return std::nullopt;
    got.payload = left_.substr(head, size);
    left_.remove_prefix(head + size);
    return got;
  }
  void close(std::string_view payload) {
    closed_ = true;
    if (payload.empty()) return;
    need(payload.size() >= 2, "the server's close has half a code");
    const auto code = static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
    need(code >= 1000, "the server closes with " + std::to_string(code));  // whatever code a client closes with is said back to him
  }

  std::string text_;
  std::string_view left_;
  bool closed_ = false;
};

class Line {
 public:
  explicit Line(std::uint16_t port) : socket_(port) {}
  void send(std::string_view bytes) {
    if (open_) open_ = socket_.send(bytes);
  }
  void listen(int within_ms) {
    while (open_) {
      const auto came = socket_.receive(65'536, within_ms);
      if (!came) return;
      heard.take(*came);
    }
  }
  // Whoever sends frames before it has come is refused.
  void await_answer() {
    constexpr int patience_ms = 25 * tests::slowness;
    if (const auto came = socket_.receive(65'536, patience_ms)) heard.take(*came);
  }
  void finish() { socket_.finish_sending(); }
  Heard heard;

 private:
  tests::RawSocket socket_;
  bool open_ = true;
};

}  // namespace

std::uint64_t fuzz_wire(Input input) {
  tests::ManualSeams seams;
  net::Options options;
  options.trusted_proxies = {"127.0.0.0/8"};
  tests::WholeServer server(options, tests::WholeServer::generous(), seams);
  Line line(server.port());
  Bytes bytes(input);
  while (!bytes.empty()) {
    const auto what = bytes.below(8);
    const std::size_t low = bytes.next(), number = low | bytes.next() << 8U;
    switch (what) {
      case 0: line.send(bytes.take(number)); break;
      case 1: line.send(begun_request); break;
      case 2: line.send(std::string(header_names.at(low % header_names.size())) + ": " + bytes.take(number / 256) + "\r\n"); break;
      case 3:
        line.send(upgrade);
        if (low % 2 == 0) line.await_answer();
        break;
      case 4:
      case 5: line.send(frame_of(bytes, number)); break;
      case 6: seams.advance(number); break;
      default: line.listen(quiet_ms);
    }
  }
  line.listen(quiet_ms);
  line.finish();
  // Whatever it waits for, its time is over one day.
  const bool gone = tests::eventually([&] {
    line.listen(0);
    seams.advance(1'000);
    return server.server->connections() == 0;
  });
  need(gone, "a connection that is finished stays");
  line.listen(tests::patience_ms);
  need(tests::http_get(server.port(), "/healthz").status == 200, "the server does not answer others any more");
  need(server.service->counters().rooms_frozen == 0, "a room froze");
  return line.heard.count();
}

}  // namespace athanor::test
