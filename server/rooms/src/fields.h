#pragma once
// Fields of a Protobuf message as bytes, for messages that are put together from parts which were encoded before.

#include <google/protobuf/message_lite.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::rooms {

/// Appends the field with this number: bytes, text or a message, perhaps in two parts.
void append_field(std::string& out, int number, std::string_view content, std::string_view rest = {});
void append_field(std::string& out, int number, const google::protobuf::MessageLite& message);
/// Appends a number; 0 is left out, as Protobuf does.
void append_number(std::string& out, int number, std::uint64_t value);
/// Appends a packed list of numbers; an empty one is left out.
void append_numbers(std::string& out, int number, const std::vector<std::uint64_t>& values);
/// Appends all fields of the message.
void append_fields(std::string& out, const google::protobuf::MessageLite& message);

}  // namespace athanor::rooms
