#pragma once
// Every word that this game says to people: one catalogue per language (texts/en.json, texts/de.json), checked when loaded.

#include "../tables.h"

#include <athanor/games/game.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::quacksalber {

class Texts {
 public:
  /// The catalogue of a language; read once. A broken catalogue throws std::runtime_error naming the entry.
  [[nodiscard]] static const Texts& in(Language language);

  /// The text with {0}, {1}, ... replaced. An unknown key is a mistake of ours and throws std::logic_error.
  [[nodiscard]] std::string operator()(std::string_view key, const std::vector<std::string>& arguments = {}) const;
  /// As above, with KEY-one for the number 1; {0} is the number, the arguments follow.
  [[nodiscard]] std::string count(std::string_view key, unsigned number, const std::vector<std::string>& arguments = {}) const;

  [[nodiscard]] std::string chip(ChipKind kind) const;          ///< "orange 1"
  [[nodiscard]] std::string chips(const Chips& chips) const;    ///< "2 × white 1, green 1"
  [[nodiscard]] std::string chips(const std::vector<ChipKind>& kinds) const;
  [[nodiscard]] std::string patient(Patient patient) const;
  [[nodiscard]] std::string card(Card card) const;              ///< what it says
  [[nodiscard]] std::string bonus(const Bonus& bonus) const;    ///< "1 VP, 1 ruby"; "nothing"
  [[nodiscard]] std::string enumeration(const std::vector<std::string>& items) const;  ///< "A, B and C"

  [[nodiscard]] const std::vector<HelpTopic>& help() const { return help_; }
  [[nodiscard]] std::vector<Term> terms() const;

 private:
  Texts(Language language, std::string_view json);
  [[nodiscard]] std::vector<Term> option_terms() const;
  std::map<std::string, std::string, std::less<>> texts_;
  std::vector<HelpTopic> help_;
};

}  // namespace athanor::games::quacksalber
