#include "fields.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <array>
#include <stdexcept>

namespace athanor::rooms {
namespace {

using google::protobuf::io::CodedOutputStream;
using google::protobuf::internal::WireFormatLite;

void append_varint(std::string& out, std::uint64_t value) {
  constexpr std::size_t longest = 10;
  std::array<std::uint8_t, longest> bytes{};
  const auto* end = CodedOutputStream::WriteVarint64ToArray(value, bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(end - bytes.data()));
}

void append_head(std::string& out, int number, std::size_t size) {
  append_varint(out, WireFormatLite::MakeTag(number, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
  append_varint(out, size);
}

void write_sized(std::string& out, const google::protobuf::MessageLite& message, std::size_t size) {
  const auto at = out.size();
  out.resize(at + size);
  auto* begin = reinterpret_cast<std::uint8_t*>(out.data() + at);
  if (message.SerializeWithCachedSizesToArray(begin) != begin + size)
    throw std::logic_error("a message changed while it was written");
}

}  // namespace

void append_field(std::string& out, int number, std::string_view content, std::string_view rest) {
  append_head(out, number, content.size() + rest.size());
  out += content;
  out += rest;
}

void append_number(std::string& out, int number, std::uint64_t value) {
  if (value == 0) return;
  append_varint(out, WireFormatLite::MakeTag(number, WireFormatLite::WIRETYPE_VARINT));
  append_varint(out, value);
}

void append_numbers(std::string& out, int number, const std::vector<std::uint64_t>& values) {
  if (values.empty()) return;
  std::size_t size = 0;
  for (const auto value : values) size += CodedOutputStream::VarintSize64(value);
  append_head(out, number, size);
  for (const auto value : values) append_varint(out, value);
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
