#include "cards.h"

#include "reading.h"

#include <embedded/the_alchemists_data.h>

#include <numeric>
#include <set>

namespace athanor::games::the_alchemists {
namespace {

constexpr std::array<std::string_view, kinds> ingredient_ids{"bloodberry", "glowcap",     "bonewort",
                                                             "dragonroot", "moonblossom", "rainbow_dust"};
constexpr std::size_t most_potions = 200;  // a PotionId has room for 256

Numbers read_rules(const Json& json) {
  const std::string entry = "rules";
  Numbers n;
  const auto& rounds = member(json, "rounds", entry);
  for (const unsigned players : {2U, 3U, 4U})
    n.rounds.at(players) = read_count(rounds, std::to_string(players).c_str(), entry + ", rounds", 1, 100);
  n.start_hand = read_count(json, "start_hand", entry, 0, 10);
  n.start_patent_chips = read_count(json, "start_patent_chips", entry, 0, 10);
  n.open_ingredients = read_count(json, "open_ingredients", entry, 1, 10);
  n.open_potions = read_count(json, "open_potions", entry, 1, 10);
  n.potion_slots = read_count(json, "potion_slots", entry, 1, 10);
  n.draws_per_turn = read_count(json, "draws_per_turn", entry, 1, 10);
  n.patents_per_turn = read_count(json, "patents_per_turn", entry, 0, 1);
  n.hand_limit = read_count(json, "hand_limit", entry, 1, 50);
  n.discount_floor = read_count(json, "discount_floor", entry, 0, 10);
  require(read_count(json, "patent_slots", entry) == 1, entry, "\"patent_slots\" must be 1");
  require(read_text(json, "tie_break", entry) == "last_in_turn_order", entry, "\"tie_break\" must be last_in_turn_order");
  return n;
}

void read_end_bonuses(const Json& json, Numbers& n) {
  std::set<std::string> seen;
  for (const auto& bonus : json) {
    const auto id = read_text(bonus, "id", "end bonus");
    const auto entry = "end bonus " + id;
    require(seen.insert(id).second, entry, "is there twice");
    const auto sp = read_count(bonus, "sp", entry);
    if (id == "collection") n.collection = sp;
    else if (id == "mastery") n.mastery = sp;
    else if (id == "ladder") n.ladder = sp;
    else if (id == "leftovers") n.leftovers = sp;
    else if (id == "chips") n.spare_chips = sp;
    else fail(entry, "is unknown");
    if (id == "mastery") n.mastery_tied = read_count(bonus, "sp_tied", entry);
    if (id == "leftovers") n.cards_per_leftovers = read_count(bonus, "per", entry, 1);
    if (id == "chips") n.chips_per_spare = read_count(bonus, "per", entry, 1);
  }
  require(seen.size() == 5, "end bonuses", "five are needed: collection, mastery, ladder, leftovers, chips");
}

void read_ingredients(const Json& json, Data& data) {
  require(json.is_array() && json.size() == kinds, "ingredients", "six are needed");
  for (std::size_t k = 0; k < kinds; ++k) {
    const auto id = read_text(json[k], "id", "ingredient");
    const auto entry = "ingredient " + id;
    require(id == ingredient_ids[k], entry, "expected " + std::string(ingredient_ids[k]) + " here: the order is the kind order");
    require(read_bool(json[k], "wild", entry) == (k == wild), entry, "only rainbow_dust is wild");
    data.ingredients[k] = {id, read_bilingual(json[k], "name", entry), read_count(json[k], "count", entry, 1)};
  }
}

template <std::size_t N>
void read_names(const Json& json, const std::array<std::string_view, N>& ids, const std::string& what,
                std::array<Bilingual, N>& names) {
  require(json.is_array() && json.size() == N, what, std::to_string(N) + " are needed");
  for (std::size_t i = 0; i < N; ++i) {
    require(read_text(json[i], "id", what) == ids[i], what, "expected " + std::string(ids[i]));
    names[i] = read_bilingual(json[i], "name", what + " " + std::string(ids[i]));
  }
}

Mark read_mark(const Json& potion, const std::string& entry) {
  const auto& mark = member(potion, "mark", entry);
  if (mark.is_null()) return Mark::none;
  if (mark == "2P") return Mark::two_players;
  if (mark == "3/4P") return Mark::three_or_four_players;
  fail(entry, "\"mark\" must be null, \"2P\" or \"3/4P\"");
}

void read_cost(const Json& json, Potion& potion, const std::string& entry) {
  const auto& cost = member(json, "cost", entry);
  require(cost.is_object(), entry, "\"cost\" must name ingredients and numbers");
  for (const auto& [id, number] : cost.items()) {
    const auto place = std::find(ingredient_ids.begin(), ingredient_ids.end() - 1, id);
    require(place != ingredient_ids.end() - 1, entry, "costs \"" + id + "\", which is no basic ingredient");
    potion.cost[static_cast<std::size_t>(place - ingredient_ids.begin())] =
        static_cast<std::uint8_t>(read_count(cost, id.c_str(), entry + ", cost", 1, 10));
  }
  potion.cost_total = std::accumulate(potion.cost.begin(), potion.cost.end(), 0U);
  require(read_count(json, "cost_total", entry) == potion.cost_total, entry,
          "\"cost_total\" does not add up: the cost has " + std::to_string(potion.cost_total) + " ingredients");
  // rules §1.2: weak 3, normal 4, strong 5 or 6
  const auto dearest = potion.strength == Strength::strong ? 6U : 3U + static_cast<unsigned>(potion.strength);
  const auto cheapest = 3U + static_cast<unsigned>(potion.strength);
  require(potion.cost_total >= cheapest && potion.cost_total <= dearest, entry, "its cost does not fit its strength");
}

Potion read_potion(const Json& json) {
  Potion potion;
  potion.id = read_text(json, "id", "potion");
  const auto entry = "potion " + potion.id;
  allow_only(json, {"id", "slug", "name", "strength", "category", "mark", "base_sp", "cost", "cost_total", "effect", "text"}, entry);
  potion.name = read_bilingual(json, "name", entry);
  potion.text = read_bilingual(json, "text", entry);
  potion.strength = read_name<Strength>(json, "strength", strength_ids, entry);
  potion.category = read_name<Category>(json, "category", category_ids, entry);
  potion.mark = read_mark(json, entry);
  potion.base_sp = read_count(json, "base_sp", entry, 0, 100);
  read_cost(json, potion, entry);
  potion.effect = read_effect(member(json, "effect", entry), entry);
  return potion;
}

Data read(const Json& json) {
  Data data;
  require(read_text(json, "game", "file") == "the_alchemists", "file", "is for another game");
  require(read_int(json, "schema_version", "file", 0, 1000) == 1, "file", "\"schema_version\" must be 1");
  data.numbers = read_rules(member(json, "rules", "file"));
  read_end_bonuses(member(json, "end_bonuses", "file"), data.numbers);
  read_ingredients(member(json, "ingredients", "file"), data);
  read_names(member(json, "categories", "file"), category_ids, "categories", data.category_names);
  read_names(member(json, "strengths", "file"), strength_ids, "strengths", data.strength_names);
  const auto& potions = member(json, "potions", "file");
  require(potions.is_array() && potions.size() <= most_potions, "potions", "must be a list of at most 200");
  std::set<std::string> ids;
  for (const auto& entry : potions) {
    data.potions.push_back(read_potion(entry));
    require(ids.insert(data.potions.back().id).second, "potion " + data.potions.back().id, "is there twice");
  }
  for (const unsigned players : {2U, 3U, 4U}) {
    const auto number = std::count_if(data.potions.begin(), data.potions.end(), [&](const auto& p) { return in_play(p, players); });
    require(static_cast<unsigned>(number) >= data.numbers.open_potions, "potions",
            "too few are in play with " + std::to_string(players) + " players");
  }
  return data;
}

}  // namespace

unsigned total(const Cards& cards) { return std::accumulate(cards.begin(), cards.end(), 0U); }

Data parse_data(std::string_view text) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& error) {  // not JSON, or an ill-typed entry
    fail("format", error.what());
  }
}

const Data& data() {
  static const Data loaded = parse_data(embedded::the_alchemists_data());
  return loaded;
}

std::optional<PotionId> find_potion(const Data& data, std::string_view id) {
  for (std::size_t p = 0; p < data.potions.size(); ++p)
    if (data.potions[p].id == id) return static_cast<PotionId>(p);
  return std::nullopt;
}

bool in_play(const Potion& potion, unsigned players) {
  return potion.mark == Mark::none || (potion.mark == Mark::two_players) == (players == 2);
}

char letter(Kind kind) { return std::string_view("BGKDMR").at(kind); }

std::string cost_letters(const Potion& potion) {
  std::string letters;
  for (Kind k = 0; k < basic_kinds; ++k) letters.append(potion.cost[k], letter(k));
  return letters;
}

bool has_op(const Effect& effect, Op op) {
  return std::any_of(effect.steps.begin(), effect.steps.end(), [&](const auto& step) { return step.op == op; });
}

}  // namespace athanor::games::the_alchemists
