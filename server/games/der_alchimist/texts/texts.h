#pragma once
// Every word that this game says to people: one catalogue per language (texts/en.json, texts/de.json), checked when loaded.

#include "../cards.h"
#include "../data.h"

#include <athanor/games/game.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::der_alchimist {

class Texts {
 public:
  /// The catalogue of a language; read once. A broken catalogue throws std::runtime_error naming the entry.
  [[nodiscard]] static const Texts& in(Language language);

  /// Says nothing: for offers that are only checked against.
  [[nodiscard]] static const Texts& silent();

  /// The text with {0}, {1}, ... replaced. An unknown key is a mistake of ours and throws std::logic_error.
  [[nodiscard]] std::string operator()(std::string_view key, const std::vector<std::string>& arguments = {}) const;

  [[nodiscard]] std::string card(Card card) const;                ///< "Wisdom 3", "Gold"
  [[nodiscard]] std::string cards(const Cards& cards) const;      ///< "Wisdom 3, 2 × Gold"; "none" if empty
  [[nodiscard]] const std::string& ability(Ability ability) const;
  [[nodiscard]] const std::string& colour(std::uint8_t colour) const;
  [[nodiscard]] std::string space(std::uint8_t space) const;      ///< "15 (Philosopher's Stone)"
  /// "A, B and C"
  [[nodiscard]] std::string enumeration(const std::vector<std::string>& items) const;

  [[nodiscard]] const std::vector<HelpTopic>& help() const { return help_; }
  [[nodiscard]] std::vector<Term> terms() const;

 private:
  Texts() = default;
  Texts(Language language, std::string_view json);
  Language language_ = Language::english;
  bool silent_ = false;
  std::map<std::string, std::string, std::less<>> texts_;
  std::vector<HelpTopic> help_;
};

}  // namespace athanor::games::der_alchimist
