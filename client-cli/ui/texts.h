#pragma once
// The client's own words: one catalogue per language (texts/*.json), chosen once.

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace athanor::ui {

class Texts {
 public:
  /// "de" is German, everything else English.
  explicit Texts(std::string_view language);

  /// The text with {0}, {1}, ... replaced. An unknown key is a mistake of ours and throws std::logic_error.
  [[nodiscard]] std::string operator()(std::string_view key, std::initializer_list<std::string_view> args = {}) const;
  [[nodiscard]] bool has(std::string_view key) const { return entries_.find(key) != entries_.end(); }
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& entries() const { return entries_; }
  [[nodiscard]] const std::string& language() const { return language_; }

 private:
  std::string language_;
  std::map<std::string, std::string, std::less<>> entries_;
};

}  // namespace athanor::ui
