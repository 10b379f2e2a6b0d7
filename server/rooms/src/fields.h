#pragma once
// Fields of a Protobuf message as bytes, for messages that are put together from parts which were encoded before.

#include <google/protobuf/message_lite.h>

#include <string>
#include <string_view>

namespace athanor::rooms {

/// Appends the field with this number: bytes, text or a message.
void append_field(std::string& out, int number, std::string_view content);
void append_field(std::string& out, int number, const google::protobuf::MessageLite& message);
/// Appends all fields of the message.
void append_fields(std::string& out, const google::protobuf::MessageLite& message);

}  // namespace athanor::rooms
