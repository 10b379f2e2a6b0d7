#include "released.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace athanor::tests {
namespace {

// ServerMessage
constexpr std::uint32_t f_request = 1, f_refusal = 3, f_entered = 5, f_update = 6;
constexpr std::array<std::string_view, 11> bodies{"",       "",     "welcome", "refusal",   "catalogue", "room entered",
                                                  "update", "done", "journal", "heartbeat", "farewell"};
constexpr std::uint32_t f_refusal_code = 1, f_entered_code = 1, f_update_sequence = 1, f_acknowledged = 7;

// The fields that hold messages; 6.3 is the game's own view.
const std::set<std::string, std::less<>> nested{"2",     "3",     "4",       "4.1",       "4.1.5",     "4.1.7",     "4.1.8",
                                                "5",     "6",     "6.2",     "6.2.4",     "6.2.5",     "6.3",       "6.4",
                                                "6.4.3", "6.4.3.4", "6.4.3.4.3", "6.4.3.4.3.4", "6.4.3.4.3.5", "6.4.3.4.4", "6.4.3.4.5",
                                                "6.5",   "6.6",   "7",       "8",         "9",         "10"};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}
  [[nodiscard]] bool empty() const { return left_.empty(); }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) return value;
    }
    throw std::runtime_error("a number is too long");
  }
  std::string_view take(std::uint64_t size) {
    if (left_.size() < size) throw std::runtime_error("a message ends within a field");
    const auto part = left_.substr(0, size);
    left_.remove_prefix(size);
    return part;
  }

 private:
  std::string_view left_;
};

void note_fields(std::string_view message, const std::string& prefix, std::set<std::string>& told) {
  for (const auto& field : wire_fields(message)) {
    const auto path = prefix + std::to_string(field.number);
    told.insert(path + ":" + std::to_string(field.type));
    if (field.type == 2 && nested.count(path) != 0) note_fields(field.bytes, path + ".", told);
  }
}

// Of an update: sequence, view, decision, who is asked. What is new since the last one depends on when that was sent.
bool of_one_moment(const std::string& path) {
  if (path.rfind("6.", 0) != 0) return true;
  return path.rfind("6.1:", 0) == 0 || path.rfind("6.3", 0) == 0 || path.rfind("6.4", 0) == 0 || path.rfind("6.8", 0) == 0;
}

// The numbers of updates, refusals and farewells, the verb of an offer, the term of an option, and who is asked.
bool has_value(const std::string& path, unsigned type) {
  const bool numbers = path.rfind("6.", 0) == 0 || path.rfind("3.", 0) == 0 || path.rfind("10.", 0) == 0;
  return (type == 0 && numbers) || path == "6.4.3.2" || path == "6.4.3.4.3.4.6" || path == "6.8";
}

void note_content(std::string_view message, const std::string& prefix, std::map<std::string, std::string>& content) {
  for (const auto& field : wire_fields(message)) {
    const auto path = prefix + std::to_string(field.number);
    if (!of_one_moment(path + ":")) continue;
    auto& values = content[path + ":" + std::to_string(field.type)];
    if (has_value(path, field.type)) values += (field.type == 0 ? std::to_string(field.value) : std::string(field.bytes)) + ";";
    if (field.type == 2 && nested.count(path) != 0) note_content(field.bytes, path + ".", content);
  }
}

const WireField* find(const std::vector<WireField>& fields, std::uint32_t number) {
  const auto it = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.number == number; });
  return it == fields.end() ? nullptr : &*it;
}

std::uint64_t number_in(const std::vector<WireField>& fields, std::uint32_t number) {
  const auto* field = find(fields, number);
  return field == nullptr ? 0 : field->value;
}

bool acknowledges(const std::vector<WireField>& update, std::uint64_t request) {
  for (const auto& field : update) {
    if (field.number != f_acknowledged) continue;
    for (Reader numbers(field.bytes); !numbers.empty();)
      if (numbers.varint() == request) return true;
  }
  return false;
}

}  // namespace

std::vector<WireField> wire_fields(std::string_view message) {
  std::vector<WireField> out;
  for (Reader reader(message); !reader.empty();) {
    const auto tag = reader.varint();
    WireField field;
    field.number = static_cast<std::uint32_t>(tag >> 3U);
    field.type = static_cast<unsigned>(tag & 7U);
    switch (field.type) {
      case 0: field.value = reader.varint(); break;
      case 1: reader.take(8); break;
      case 2: field.bytes = reader.take(reader.varint()); break;
      case 5: reader.take(4); break;
      default: throw std::runtime_error("a field of unknown wire type");
    }
    out.push_back(field);
  }
  return out;
}

std::map<std::string, std::string> content_of(std::string_view message) {
  std::map<std::string, std::string> content;
  note_content(message, "", content);
  return content;
}

bool ReleasedClient::next(std::uint64_t request, std::string& reply) {
  const auto bytes = ws_.message();
  if (!bytes) return false;
  note_fields(*bytes, "", told);
  const auto message = wire_fields(*bytes);
  const bool answers = request != 0 && number_in(message, f_request) == request;
  for (const auto& field : message) {
    if (field.number == f_request || field.number >= bodies.size()) continue;
    const auto body = wire_fields(field.bytes);
    if (answers) reply = bodies.at(field.number);
    if (answers) answer = *bytes;
    if (field.number == f_refusal && answers) reply += " " + std::to_string(number_in(body, f_refusal_code));
    if (field.number == f_entered) code = find(body, f_entered_code)->bytes;
    if (field.number != f_update) continue;
    update = *bytes;
    sequence = number_in(body, f_update_sequence);
    if (request == 0 || !acknowledges(body, request)) continue;
    reply = "acknowledged";
    answer = *bytes;
  }
  return true;
}

std::string ReleasedClient::ask(std::string_view message) {
  const auto request = number_in(wire_fields(message), f_request);
  ws_.send(message);
  std::string reply;
  while (reply.empty())
    if (!next(request, reply)) return close_code() > 0 ? "closed" : throw std::runtime_error("no reply");
  return reply;
}

void ReleasedClient::follow(std::uint64_t number) {
  std::string reply;
  while (sequence < number)
    if (!next(0, reply)) throw std::runtime_error("no update with sequence " + std::to_string(number));
}

int ReleasedClient::close_code() {
  std::string reply;
  while (next(0, reply)) {
  }
  return ws_.close_code();
}

}  // namespace athanor::tests
