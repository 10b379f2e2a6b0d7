#pragma once
// What must not be found in a log, and the search for it.

#include <athanor/v1/session.pb.h>

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <string_view>

namespace athanor::tests {

inline std::string hex(const std::string& bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text;
}

inline std::string base64(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const auto three = static_cast<unsigned>(static_cast<unsigned char>(bytes[i])) << 16U | static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1])) << 8U |
                       static_cast<unsigned char>(bytes[i + 2]);
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text += digits[three >> shift & 63U];
  }
  return text;
}

class Secrets {
 public:
  /// Keeps it as a secret and gives it back.
  std::string text(const std::string& text) {
    constexpr std::size_t telling = 10;  // shorter ones are no proof
    if (text.size() >= telling) all_.insert(text);
    return text;
  }
  void key(const std::string& bytes) {
    for (const auto& written : {bytes, hex(bytes), base64(bytes)}) text(written);
  }
  void update(const v1::Update& update) {
    for (const auto& event : update.events()) text(event.text());
    for (const auto& line : update.chat()) text(line.text());
    if (!update.has_decision()) return;
    text(update.decision().prompt());
    for (const auto& offer : update.decision().offers()) {
      text(offer.label());
      for (const auto& field : offer.fields())
        for (const auto& option : field.pick().options()) text(option.label());
    }
  }
  /// Every text in it.
  void json(const nlohmann::json& value) {
    if (value.is_string()) text(value.get<std::string>());
    if (value.is_structured())
      for (const auto& part : value) json(part);
  }
  [[nodiscard]] std::string found_in(const std::string& where) const {
    for (const auto& secret : all_)
      if (where.find(secret) != std::string::npos) return secret;
    return {};
  }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  std::set<std::string> all_;
};

}  // namespace athanor::tests
