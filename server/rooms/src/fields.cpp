#include "fields.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <array>
#include <stdexcept>

namespace athanor::rooms {
namespace {

using google::protobuf::io::CodedOutputStream;
using google::protobuf::internal::WireFormatLite;

void append_head(std::string& out, int number, std::size_t size) {
  constexpr std::size_t longest = 10;  // two varints of 32 bits
  std::array<std::uint8_t, longest> head{};
  const auto tag = WireFormatLite::MakeTag(number, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  auto* end = CodedOutputStream::WriteVarint32ToArray(tag, head.data());
  end = CodedOutputStream::WriteVarint32ToArray(static_cast<std::uint32_t>(size), end);
  out.append(reinterpret_cast<const char*>(head.data()), static_cast<std::size_t>(end - head.data()));
}

void write_sized(std::string& out, const google::protobuf::MessageLite& message, std::size_t size) {
  const auto at = out.size();
  out.resize(at + size);
  auto* begin = reinterpret_cast<std::uint8_t*>(out.data() + at);
  if (message.SerializeWithCachedSizesToArray(begin) != begin + size)
    throw std::logic_error("a message changed while it was written");
}

}  // namespace

void append_field(std::string& out, int number, std::string_view content) {
  append_head(out, number, content.size());
  out += content;
}

void append_field(std::string& out, int number, const google::protobuf::MessageLite& message) {
  const auto size = message.ByteSizeLong();
  append_head(out, number, size);
  write_sized(out, message, size);
}

void append_fields(std::string& out, const google::protobuf::MessageLite& message) {
  write_sized(out, message, message.ByteSizeLong());
}

}  // namespace athanor::rooms
