#include "support/raw_websocket.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace athanor::tests {
namespace {

bool ready(int fd, short events, int within_ms) {
  pollfd waiting{fd, events, 0};
  return ::poll(&waiting, 1, within_ms) == 1;
}

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = (value << 8U) | static_cast<unsigned char>(c);
  return value;
}

class Countdown {
 public:
  explicit Countdown(int ms) : end_(std::chrono::steady_clock::now() + std::chrono::milliseconds(ms)) {}
  [[nodiscard]] int left_ms() const {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end_ - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
  }

 private:
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

RawSocket::RawSocket(std::uint16_t port, int receive_buffer, const std::string& source)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer != 0) ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  if (!source.empty()) {
    ::inet_pton(AF_INET, source.c_str(), &address.sin_addr);
    ::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address);
  }
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(fd_);
    throw std::runtime_error("nobody listens on port " + std::to_string(port));
  }
}

RawSocket& RawSocket::operator=(RawSocket&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

RawSocket::~RawSocket() {
  if (fd_ >= 0) ::close(fd_);
}

bool RawSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!ready(fd_, POLLOUT, patience_ms)) return false;
    const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string> RawSocket::receive(std::size_t max, int within_ms) {
  if (!ready(fd_, POLLIN, within_ms)) return std::nullopt;
  std::string bytes(max, '\0');
  const auto got = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

bool RawSocket::closed_within(int ms) {
  const Countdown countdown(ms);
  for (;;) {
    if (!ready(fd_, POLLIN, countdown.left_ms())) return false;
    char bytes[4096];
    if (::recv(fd_, bytes, sizeof bytes, 0) <= 0) return true;
  }
}

bool RawSocket::ended() const {
  char byte = 0;
  return ready(fd_, POLLIN, 0) && ::recv(fd_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
}

void RawSocket::finish_sending() { ::shutdown(fd_, SHUT_WR); }

void RawSocket::reset() {
  const linger at_once{1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(std::exchange(fd_, -1));
}

HttpAnswer http(std::uint16_t port, std::string_view request) {
  RawSocket socket(port);
  socket.send(request);
  std::string all;
  while (const auto bytes = socket.receive(65536)) all += *bytes;
  HttpAnswer answer;
  const auto end = all.find("\r\n\r\n");
  if (end == std::string::npos || !all.starts_with("HTTP/1.1 ")) return answer;
  answer.status = std::stoi(all.substr(9, 3));
  answer.head = all.substr(0, end + 2);
  answer.body = all.substr(end + 4);
  return answer;
}

HttpAnswer http_get(std::uint16_t port, std::string_view path) {
  return http(port, "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

std::string frame(std::uint8_t opcode, std::string_view payload, FrameOptions options) {
  std::string out;
  out.push_back(
      static_cast<char>((options.fin ? 0x80U : 0U) | (static_cast<unsigned>(options.reserved) << 4U) | opcode));
  const auto mask_bit = options.masked ? 0x80U : 0U;
  const auto size = payload.size();
  if (size < 126) {
    out.push_back(static_cast<char>(mask_bit | size));
  } else {
    const bool is_long = size > 0xffff;
    out.push_back(static_cast<char>(mask_bit | (is_long ? 127U : 126U)));
    for (int shift = is_long ? 56 : 8; shift >= 0; shift -= 8)
      out.push_back(static_cast<char>((std::uint64_t{size} >> static_cast<unsigned>(shift)) & 0xffU));
  }
  if (!options.masked) return out.append(payload);
  constexpr std::string_view mask = "\x12\x34\x56\x78";
  out.append(mask);
  for (std::size_t i = 0; i < size; ++i) out.push_back(static_cast<char>(payload[i] ^ mask[i % 4]));
  return out;
}

RawWebSocket::RawWebSocket(std::uint16_t port, std::string_view path, std::string_view more_headers, int receive_buffer,
                           const std::string& source)
    : socket_(port, receive_buffer, source) {
  std::string request = "GET " + std::string(path) +
                        " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
  socket_.send(request + std::string(more_headers) + "\r\n");
  while (read_.find("\r\n\r\n") == std::string::npos) {
    const auto bytes = socket_.receive(4096);
    if (!bytes) throw std::runtime_error("no answer to the upgrade");
    read_ += *bytes;
  }
  // The answer to RFC 6455's own example key.
  if (!read_.starts_with("HTTP/1.1 101") || read_.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == std::string::npos)
    throw std::runtime_error("no upgrade: " + read_.substr(0, read_.find('\r')));
  read_.erase(0, read_.find("\r\n\r\n") + 4);
}

std::optional<std::string> RawWebSocket::exactly(std::size_t bytes, int within_ms) {
  const Countdown countdown(within_ms);
  while (read_.size() < bytes) {
    const auto more = socket_.receive(65536, countdown.left_ms());
    if (!more) return std::nullopt;
    read_ += *more;
  }
  auto out = read_.substr(0, bytes);
  read_.erase(0, bytes);
  return out;
}

std::optional<Frame> RawWebSocket::next(int within_ms) {
  const auto head = exactly(2, within_ms);
  if (!head) return std::nullopt;
  const auto first = static_cast<unsigned char>((*head)[0]), second = static_cast<unsigned char>((*head)[1]);
  if ((second & 0x80U) != 0) throw std::runtime_error("a server must not mask its frames");
  std::uint64_t size = second & 0x7fU;
  if (size >= 126) {
    const auto longer = exactly(size == 126 ? 2 : 8, within_ms);
    if (!longer) return std::nullopt;
    size = big_endian(*longer);
  }
  auto payload = exactly(size, within_ms);
  if (!payload) return std::nullopt;
  Frame out;
  out.opcode = static_cast<std::uint8_t>(first & 0x0fU);
  out.fin = (first & 0x80U) != 0;
  out.payload.assign(*payload);
  if (out.opcode == op_close) {
    constexpr int no_status = 1005;
    code_ =
        out.payload.size() >= 2 ? static_cast<int>(big_endian({out.payload.data(), 2})) : no_status;
    close_text_ = out.payload.size() > 2 ? out.payload.substr(2) : std::string();
  }
  return out;
}

std::optional<std::string> RawWebSocket::message(int within_ms) {
  const Countdown countdown(within_ms);
  while (!code_) {
    auto got = next(countdown.left_ms());
    if (!got) return std::nullopt;
    if (got->opcode == op_ping) socket_.send(frame(op_pong, got->payload));
    if (got->opcode == op_binary) return std::move(got->payload);
  }
  return std::nullopt;
}

int RawWebSocket::close_code(int within_ms) {
  const Countdown countdown(within_ms);
  while (!code_) {
    if (!next(countdown.left_ms())) return socket_.ended() ? 0 : -1;
  }
  socket_.send(frame(op_close, ""));
  socket_.finish_sending();
  return *code_;
}

}  // namespace athanor::tests
