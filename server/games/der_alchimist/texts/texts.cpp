#include "texts.h"

#include <athanor/common/phrases.h>
#include <embedded/der_alchimist_texts_de.h>
#include <embedded/der_alchimist_texts_en.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace athanor::games::der_alchimist {

Texts::Texts(Language language, std::string_view json) : language_(language) {
  try {
    const auto all = nlohmann::json::parse(json);
    for (const auto& [key, text] : all.at("texts").items()) texts_.emplace(key, text.get<std::string>());
    for (const auto& topic : all.at("help"))
      help_.push_back({topic.at("key").get<std::string>(), topic.at("title").get<std::string>(), topic.at("text").get<std::string>()});
  } catch (const nlohmann::json::exception& e) {
    throw std::runtime_error(std::string("Der Alchimist texts (") + (language == Language::german ? "de" : "en") + "): " + e.what());
  }
}

const Texts& Texts::in(Language language) {
  static const Texts english(Language::english, embedded::der_alchimist_texts_en());
  static const Texts german(Language::german, embedded::der_alchimist_texts_de());
  return language == Language::german ? german : english;
}

const Texts& Texts::silent() {
  static const Texts nothing = [] {
    Texts texts;
    texts.silent_ = true;
    return texts;
  }();
  return nothing;
}

std::string Texts::operator()(std::string_view key, const std::vector<std::string>& arguments) const {
  if (silent_) return {};
  const auto found = texts_.find(key);
  if (found == texts_.end()) throw std::logic_error("no text '" + std::string(key) + "'");
  return common::fill(found->second, arguments);
}

const std::string& Texts::ability(Ability ability) const { return data().ability_names.at(static_cast<std::size_t>(ability)).in(language_); }

const std::string& Texts::colour(std::uint8_t colour) const { return data().colour_names.at(colour).in(language_); }

std::string Texts::card(Card card) const {
  if (silent_) return {};
  if (is_ability(card)) return ability(ability_of(card)) + " " + std::to_string(value_of(card));
  return (*this)("card." + card_name(card));
}

std::string Texts::cards(const Cards& cards) const {
  std::string out;
  for (std::size_t kind = 0; kind < card_kinds; ++kind) {
    if (cards[kind] == 0) continue;
    if (!out.empty()) out += ", ";
    if (cards[kind] > 1) out += std::to_string(cards[kind]) + " × ";
    out += card(static_cast<Card>(kind));
  }
  return out.empty() ? (*this)("no-cards") : out;
}

std::string Texts::space(std::uint8_t space) const {
  if (silent_) return {};
  const auto type = data().path.at(space).type;
  auto text = std::to_string(space);
  if (type != SpaceType::normal) text += " (" + (*this)("space." + std::string(name_of(type))) + ")";
  return text;
}

std::string Texts::enumeration(const std::vector<std::string>& items) const { return common::joined(items, ", ", " " + (*this)("and") + " "); }

std::vector<Term> Texts::terms() const {
  std::vector<Term> terms;
  for (std::size_t a = 0; a < abilities; ++a)
    terms.push_back({"ability." + std::string(name_of(static_cast<Ability>(a))), ability(static_cast<Ability>(a))});
  for (std::size_t kind = 0; kind < card_kinds; ++kind)
    terms.push_back({"card." + card_name(static_cast<Card>(kind)), card(static_cast<Card>(kind))});
  for (std::size_t c = 0; c < colours; ++c)
    terms.push_back({"colour." + std::string(colour_name(static_cast<std::uint8_t>(c))), colour(static_cast<std::uint8_t>(c))});
  for (std::size_t t = 0; t < 8; ++t) {
    const auto key = "space." + std::string(name_of(static_cast<SpaceType>(t)));
    terms.push_back({key, (*this)(key)});
  }
  // Values of the options, as the room names them.
  for (std::size_t c = 0; c < colours; ++c)
    terms.push_back({"option.colour." + std::string(colour_name(static_cast<std::uint8_t>(c))), colour(static_cast<std::uint8_t>(c))});
  for (const char* value : {"option.colour.random", "option.language.en", "option.language.de", "option.turn-clock.off"})
    terms.push_back({value, (*this)(value)});
  return terms;
}

}  // namespace athanor::games::der_alchimist
