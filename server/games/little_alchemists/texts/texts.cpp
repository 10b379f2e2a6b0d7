#include "texts.h"

namespace athanor::games::little_alchemists {

const Texts& texts(Language language) { return language == Language::german ? german_texts() : english_texts(); }

std::string_view ingredient_text(Ingredient ingredient, Language language) { return texts(language).ingredients.at(ingredient); }
std::string_view result_text(Result result, Language language) { return texts(language).results.at(static_cast<std::size_t>(result)); }

std::string listed(const std::vector<std::string>& items, Language language) { return common::joined(items, ", ", texts(language).list_and); }

std::string set_text(PotionSet set, Language language) {
  std::vector<std::string> names;
  for (std::size_t r = 0; r < result_kinds; ++r)
    if (contains(set, static_cast<Result>(r))) names.emplace_back(texts(language).potions.at(r));
  return listed(names, language);
}

std::string coins_text(unsigned coins, Language language) {
  const auto& t = texts(language);
  return coins == 1 ? std::string(t.one_coin) : fill(t.coins, {std::to_string(coins)});
}

std::string tiles_text(unsigned tiles, Language language) {
  const auto& t = texts(language);
  return tiles == 1 ? std::string(t.one_tile) : fill(t.tiles, {std::to_string(tiles)});
}

std::string artifact_text(Artifact artifact, Language language) {
  const auto& t = texts(language);
  const auto id = static_cast<std::size_t>(artifact);
  const auto& tile = data().artifacts.at(id);
  return fill(t.artifact_details, {t.artifacts.at(id), tile.gold ? t.banner_gold : t.banner_purple, coins_text(tile.cost, language), t.artifact_effects.at(id)});
}

std::string all_artifacts_text(Language language) {
  std::string all;
  for (std::size_t a = 0; a < artifact_kinds; ++a) all += (all.empty() ? "" : " ") + artifact_text(static_cast<Artifact>(a), language) + ".";
  return all;
}

std::vector<std::string> campaign_text_lines(const Campaign& campaign, Language language) {
  const auto& t = texts(language);
  std::vector<std::string> open;
  for (unsigned level = min_level; level <= max_level; ++level)
    if (campaign.level_open(level)) open.push_back(std::to_string(level));
  std::vector<std::string> lines{fill(t.open_levels, {listed(open, language)})};
  for (unsigned box = 3; box <= max_level; ++box) {
    if (campaign.opened[box] || (campaign.filled[box] == 0 && !campaign.opened[box - 1])) continue;
    lines.push_back(fill(t.locks_filled, {std::to_string(box), std::to_string(campaign.filled[box]), std::to_string(data().locks[box])}));
  }
  if (campaign.trophy_keys == 0) return lines;
  std::vector<std::string> won(t.trophies.begin(), t.trophies.begin() + campaign.trophies());
  if (won.empty()) won.emplace_back(t.no_trophy);
  lines.push_back(fill(t.trophies_won, {listed(won, language), std::to_string(campaign.trophy_keys)}));
  return lines;
}

std::vector<Term> all_terms(Language language) {
  const auto& t = texts(language);
  std::vector<Term> terms;
  for (std::size_t i = 0; i < max_ingredients; ++i)
    terms.push_back({"ingredient." + std::string(ingredient_name(static_cast<Ingredient>(i))), std::string(t.ingredients[i])});
  for (std::size_t r = 0; r < result_kinds; ++r)
    terms.push_back({"potion." + std::string(1, letter(static_cast<Result>(r))), std::string(t.results[r])});
  for (std::size_t p = 0; p < pet_kinds; ++p) terms.push_back({"pet." + std::string(name_of(static_cast<Pet>(p))), std::string(t.pets[p])});
  for (std::size_t a = 0; a < artifact_kinds; ++a) {
    const auto artifact = static_cast<Artifact>(a);
    terms.push_back({"artifact." + std::string(name_of(artifact)), std::string(t.artifacts[a])});
    terms.push_back({"artifact-details." + std::string(name_of(artifact)), artifact_text(artifact, language)});
  }
  for (const auto& customer : data().customers)
    terms.push_back({"customer." + std::string(1, letter(customer.potion)), fill(t.customer, {result_text(customer.potion, language)})});
  for (const char* option : {"turn-limit", "prompt-limit", "guess-limit"})
    terms.push_back({"option." + std::string(option) + ".off", std::string(t.option_off)});
  return terms;
}

}  // namespace athanor::games::little_alchemists
