#include "stream.h"

namespace athanor::net {
namespace asio = boost::asio;

FrameHead::FrameHead(std::size_t message_bytes) {
  constexpr unsigned char whole_binary = 0x82;
  constexpr std::size_t largest_in_7_bits = 125, largest_in_16_bits = 0xffff;
  std::size_t length_bytes = 0;
  bytes_[0] = whole_binary;
  if (message_bytes <= largest_in_7_bits) {
    bytes_[1] = static_cast<unsigned char>(message_bytes);
  } else if (message_bytes <= largest_in_16_bits) {
    bytes_[1] = 126;
    length_bytes = 2;
  } else {
    bytes_[1] = 127;
    length_bytes = 8;
  }
  for (std::size_t i = 0; i < length_bytes; ++i)
    bytes_[size_++] = static_cast<unsigned char>(message_bytes >> (8 * (length_bytes - 1 - i)));
}

bool Stream::begin_message(std::string_view message) {
  const FrameHead head(message.size());
  const std::array<asio::const_buffer, 2> frame{head.buffer(), asio::buffer(message)};
  std::size_t sent = 0;
  // TLS has states of its own and is always waited for.
  if (writer_ == Writer::none && !encrypted()) {
    error_code would_block;  // anything worse comes again when the rest is sent
    sent = socket().send(frame, 0, would_block);
  }
  const auto size = asio::buffer_size(frame);
  if (sent == size) return true;
  rest_.resize(size);
  asio::buffer_copy(asio::buffer(rest_), frame);
  rest_.erase(0, sent);
  return false;
}

}  // namespace athanor::net
