#include "texts.h"

#include <athanor/common/phrases.h>
#include <embedded/quacksalber_texts_de.h>
#include <embedded/quacksalber_texts_en.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace athanor::games::quacksalber {
namespace {

constexpr std::array<std::string_view, colour_count> colour_keys{"white", "orange", "green", "blue", "red", "yellow", "purple", "black", "locoweed"};

template <typename Items, typename Text>
std::string list_of(const Items& items, std::string_view separator, Text text) {
  std::vector<std::string> parts;
  for (const auto& item : items) parts.push_back(text(item));
  return common::joined(parts, separator);
}

}  // namespace

Texts::Texts(Language language, std::string_view json) {
  try {
    const auto all = nlohmann::json::parse(json);
    for (const auto& [key, text] : all.at("texts").items()) texts_.emplace(key, text.get<std::string>());
    for (const auto& topic : all.at("help"))
      help_.push_back({topic.at("key").get<std::string>(), topic.at("title").get<std::string>(), topic.at("text").get<std::string>()});
  } catch (const nlohmann::json::exception& e) {
    throw std::runtime_error(std::string("Quacksalber texts (") + (language == Language::german ? "de" : "en") + "): " + e.what());
  }
}

const Texts& Texts::in(Language language) {
  static const Texts english(Language::english, embedded::quacksalber_texts_en());
  static const Texts german(Language::german, embedded::quacksalber_texts_de());
  return language == Language::german ? german : english;
}

std::string Texts::operator()(std::string_view key, const std::vector<std::string>& arguments) const {
  const auto found = texts_.find(key);
  if (found == texts_.end()) throw std::logic_error("no text '" + std::string(key) + "'");
  return common::fill(found->second, arguments);
}

std::string Texts::count(std::string_view key, unsigned number, const std::vector<std::string>& arguments) const {
  std::vector<std::string> all{std::to_string(number)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return (*this)(number == 1 ? std::string(key) + "-one" : std::string(key), all);
}

std::string Texts::chip(ChipKind kind) const {
  const auto name = (*this)("colour." + std::string(colour_keys.at(static_cast<std::size_t>(colour(kind)))));
  return colour(kind) == Colour::locoweed ? name : name + " " + std::to_string(value(kind));
}

std::string Texts::chips(const Chips& chips) const {
  std::vector<std::string> items;
  for (ChipKind kind = 0; kind < chip_kinds; ++kind)
    if (chips[kind] > 0) items.push_back(chips[kind] == 1 ? chip(kind) : std::to_string(chips[kind]) + " × " + chip(kind));
  return items.empty() ? (*this)("nothing") : enumeration(items);
}

std::string Texts::chips(const std::vector<ChipKind>& kinds) const {
  Chips all{};
  for (const auto kind : kinds) ++all.at(kind);
  return chips(all);
}

std::string Texts::patient(Patient patient) const { return (*this)("patient." + tables().patient.at(static_cast<std::size_t>(patient)).id); }
std::string Texts::card(Card card) const { return (*this)("card." + tables().deck.at(static_cast<std::size_t>(card)).id); }

std::string Texts::bonus(const Bonus& bonus) const {
  std::vector<std::string> items;
  const auto add_count = [&](std::string_view key, unsigned number) {
    if (number > 0) items.push_back(count(key, number));
  };
  add_count("bonus.draws", bonus.draws);
  if (bonus.coins > 0) items.push_back((*this)("bonus.coins", {std::to_string(bonus.coins)}));
  if (bonus.swap_to > 0) items.push_back((*this)("bonus.swap", {std::to_string(bonus.swap_to)}));
  for (const auto kind : bonus.chips) items.push_back((*this)("bonus.chip", {chip(kind)}));
  add_count("vp", bonus.vp);
  add_count("rubies", bonus.rubies);
  if (bonus.droplet > 0) items.push_back((*this)("bonus.droplet", {std::to_string(bonus.droplet)}));
  add_count("bonus.dice", bonus.dice);
  if (bonus.flask) items.push_back((*this)("bonus.flask"));
  if (bonus.rat > 0) items.push_back((*this)("bonus.rat"));
  return items.empty() ? (*this)("nothing") : enumeration(items);
}

// What the values of the options mean, as "option.NAME.VALUE".
std::vector<Term> Texts::option_terms() const {
  std::vector<Term> terms;
  for (const std::string book : {"green", "blue", "red", "yellow", "purple"})
    terms.push_back({"option.book-" + book + ".as-set", (*this)("option.book.as-set")});
  for (const std::string value :
       {"alchemists.on", "alchemists.off", "locoweed.none", "lockstep.last", "lockstep.all", "pot-side.plain", "pot-side.tubes",
        "extra-cards.off", "extra-cards.on", "clock.on", "clock.off"})
    terms.push_back({"option." + value, (*this)("option." + value)});
  for (const auto& book : tables().locoweeds) terms.push_back({"option.locoweed." + book.id, (*this)("option.locoweed." + book.id)});
  return terms;
}

std::string Texts::enumeration(const std::vector<std::string>& items) const { return common::joined(items, ", ", " " + (*this)("and") + " "); }

// As quacksalber.proto lists them.
std::vector<Term> Texts::terms() const {
  const auto& t = tables();
  std::vector<Term> terms;
  for (ChipKind kind = 0; kind < chip_kinds; ++kind) {
    terms.push_back({"chip." + std::to_string(kind), chip(kind)});
    terms.push_back({"chip-code." + std::to_string(kind), std::string(code(kind))});
  }
  for (std::size_t c = 0; c < colour_count; ++c) terms.push_back({"colour." + std::to_string(c), (*this)("colour." + std::string(colour_keys[c]))});
  for (std::size_t i = 0; i < card_count; ++i) terms.push_back({"card." + t.deck[i].id, card(static_cast<Card>(i))});
  for (std::size_t i = 0; i < patient_count; ++i) {
    const auto& id = t.patient[i].id;
    terms.push_back({"patient." + id, patient(static_cast<Patient>(i))});
    terms.push_back({"patient-text." + id, (*this)("patient-text." + id)});
    const std::vector<Bonus> fields(t.patient[i].fields.begin() + 1, t.patient[i].fields.end());
    terms.push_back({"patient-fields." + id, list_of(fields, "|", [&](const auto& field) { return bonus(field); })});
  }
  for (const std::string_view book : {"green", "blue", "red", "yellow", "purple"})
    for (int set = 1; set <= 4; ++set) {
      const auto key = "book." + std::string(book) + "." + std::to_string(set);
      terms.push_back({key, (*this)(key)});
    }
  terms.push_back({"book.black", (*this)("book.black")});
  for (const auto& book : t.locoweeds) terms.push_back({"locoweed." + book.id, (*this)("locoweed." + book.id)});
  const auto number = [](auto n) { return std::to_string(unsigned{n}); };
  terms.push_back({"track.coins", list_of(t.coins, " ", number)});
  terms.push_back({"track.vp", list_of(t.vp, " ", number)});
  std::vector<unsigned> rubies;
  for (unsigned space = 0; space <= last_space; ++space)
    if (t.ruby[space]) rubies.push_back(space);
  terms.push_back({"track.rubies", list_of(rubies, " ", number)});
  terms.push_back({"track.tails", list_of(t.tails, " ", number)});
  for (auto& term : option_terms()) terms.push_back(std::move(term));
  terms.push_back({"tubes", list_of(t.tubes, "|", [&](const auto& pays) { return bonus(pays); })});
  return terms;
}

}  // namespace athanor::games::quacksalber
