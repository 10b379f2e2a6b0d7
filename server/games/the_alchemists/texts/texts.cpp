#include "texts.h"

namespace athanor::games::the_alchemists {

const Texts& texts(Language language) { return language == Language::german ? german_texts() : english_texts(); }

std::string in(const Bilingual& text, Language language) { return text[static_cast<std::size_t>(language)]; }

std::string ingredient_text(const Data& data, Kind kind, Language language) { return in(data.ingredients.at(kind).name, language); }

std::string listed(const std::vector<std::string>& items, Language language) { return common::joined(items, ", ", texts(language).list_and); }

std::string cards_text(const Data& data, const Cards& cards, Language language) {
  std::vector<std::string> items;
  for (Kind k = 0; k < kinds; ++k) {
    if (cards[k] == 0) continue;
    const auto name = ingredient_text(data, k, language);
    items.push_back(cards[k] == 1 ? name : fill(texts(language).cards_of, {std::to_string(cards[k]), name}));
  }
  return items.empty() ? std::string(texts(language).no_cards) : listed(items, language);
}

std::string number_of_cards(unsigned number, Language language) {
  const auto& t = texts(language);
  return number == 1 ? std::string(t.one_card) : fill(t.some_cards, {std::to_string(number)});
}

std::vector<HelpTopic> all_help(const Data& data, Language language) {
  auto topics = language == Language::german ? german_help() : english_help();
  for (std::size_t s = 0; s < strengths; ++s) {
    std::string list;
    for (const auto& potion : data.potions) {
      if (static_cast<std::size_t>(potion.strength) != s) continue;
      const auto mark = potion.mark == Mark::none ? "" : potion.mark == Mark::two_players ? ", 2P" : ", 3/4P";
      if (!list.empty()) list += '\n';
      list += in(potion.name, language) + " (" + cost_letters(potion) + ", " + fill(texts(language).sp, {std::to_string(potion.base_sp)}) +
              ", " + in(data.category_names[static_cast<std::size_t>(potion.category)], language) + mark + "): " + in(potion.text, language);
    }
    topics.push_back({"potions-" + std::to_string(s), fill(texts(language).potions_of, {in(data.strength_names[s], language)}), list});
  }
  return topics;
}

std::vector<Term> all_terms(const Data& data, Language language) {
  std::vector<Term> terms;
  for (std::size_t k = 0; k < kinds; ++k) terms.push_back({"ingredient." + std::to_string(k), in(data.ingredients[k].name, language)});
  for (const auto& potion : data.potions) {
    terms.push_back({"potion." + potion.id, in(potion.name, language)});
    terms.push_back({"potion-text." + potion.id, in(potion.text, language)});
    terms.push_back({"potion-cost." + potion.id, cost_letters(potion)});
    terms.push_back({"potion-sp." + potion.id, std::to_string(potion.base_sp)});
    terms.push_back({"potion-strength." + potion.id, in(data.strength_names[static_cast<std::size_t>(potion.strength)], language)});
    terms.push_back({"potion-category." + potion.id, in(data.category_names[static_cast<std::size_t>(potion.category)], language)});
  }
  terms.push_back({"option.turn-clock.off", std::string(texts(language).option_off)});
  return terms;
}

}  // namespace athanor::games::the_alchemists
