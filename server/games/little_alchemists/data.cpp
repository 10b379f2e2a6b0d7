#include "data.h"

#include <embedded/little_alchemists_data.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::little_alchemists {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, max_ingredients> ingredients{"FROG",    "FERN",     "FOOT",     "SCORPION",
                                                                    "FEATHER", "MANDRAKE", "MUSHROOM", "FLOWER"};
constexpr std::array<std::string_view, pet_kinds> pets{"CAT", "SALAMANDER", "RABBIT", "OWL"};
constexpr std::array<std::string_view, artifact_kinds> artifacts{
    "HERB_BASKET", "BRASS_SCALES", "PET_BED",     "STONE_MORTAR",  "THICK_ERASER",  "LOOKING_GLASS", "FIRE_LAMP",
    "LUCKY_CLOVER", "FLYING_CARPET", "LOVE_LETTER", "GHOST_LANTERN", "FULL_SHELF", "TEA_SET"};
constexpr std::array<std::string_view, 4> board_keys{"1-2", "3-4", "5-6", "7"};

[[noreturn]] void fail(const std::string& entry, const std::string& reason) {
  throw std::runtime_error("Little Alchemists data, " + entry + ": " + reason);
}
void require(bool holds, const std::string& entry, const std::string& reason) {
  if (!holds) fail(entry, reason);
}

PotionSet read_set(const std::string& text, const std::string& entry) {
  const auto set = set_of(text);
  require(set.has_value() && *set != 0 && letters(*set) == text, entry, "'" + text + "' is no potion set (letters in the order FLYVGW)");
  return *set;
}
Result read_result(const std::string& text, const std::string& entry) {
  const auto result = result_of(std::string_view(text));
  require(result.has_value(), entry, "'" + text + "' is no result letter");
  return *result;
}
template <std::size_t N>
std::size_t read_name(const std::string& text, const std::array<std::string_view, N>& names, const std::string& entry) {
  const auto place = std::find(names.begin(), names.end(), text);
  require(place != names.end(), entry, "unknown name '" + text + "'");
  return static_cast<std::size_t>(place - names.begin());
}

Cross read_cross(const Json& rows, std::size_t size, const std::string& entry) {
  Cross cross{};
  for (auto& row : cross) row.fill(Result::trade);
  require(rows.size() == size, entry, "needs " + std::to_string(size) + " rows");
  for (std::size_t a = 0; a < size; ++a) {
    const auto row = rows[a].get<std::string>();
    require(row.size() == size && row[a] == '.', entry, "row '" + row + "' needs one letter per slot and '.' for its own");
    for (std::size_t b = 0; b < size; ++b)
      if (a != b) cross[a][b] = read_result(std::string(1, row[b]), entry);
  }
  return cross;
}

// How many pairs make each result, per board (rules §3.3).
std::string census(const Board& board, const Cross& cross) {
  std::array<unsigned, result_kinds> pairs{};
  for (unsigned a = 0; a < board.size; ++a)
    for (unsigned b = 0; b < a; ++b) ++pairs[static_cast<std::size_t>(cross[a][b])];
  std::string text;
  for (std::size_t r = 0; r < result_kinds; ++r)
    if (pairs[r] != 0) text += letter(static_cast<Result>(r)) + std::to_string(pairs[r]);
  return text;
}
constexpr std::array<std::string_view, 4> expected_census{"F5L5Y5", "F3L3Y3V3G3", "F5L5Y5V3G3", "F4L4Y4V4G4W404"};
constexpr std::array<unsigned, 4> expected_games{180, 1440, 5040, 40320};

unsigned number_of_games(const Board& board) {
  unsigned games = board.senses;
  for (unsigned n = 2; n <= board.size; ++n) games *= n;
  for (unsigned a = 0; a < board.size; ++a)
    for (unsigned b = 0; b < a; ++b)
      if (board.sets[a] == board.sets[b]) games /= 2;  // twins: swapped, the same game
  return games;
}

Board read_board(const Json& json, std::size_t group) {
  const std::string entry = "board " + std::string(board_keys[group]);
  Board board;
  const auto& slots = json.at("slots");
  require(!slots.empty() && slots.size() <= max_ingredients, entry, "has " + std::to_string(slots.size()) + " slots");
  board.size = static_cast<std::uint8_t>(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s) board.sets[s] = read_set(slots[s].get<std::string>(), entry);
  const auto& crosses = json.at("cross");
  require(!crosses.empty() && crosses.size() <= 2, entry, "needs one or two cross tables");
  board.senses = static_cast<std::uint8_t>(crosses.size());
  for (std::size_t c = 0; c < crosses.size(); ++c) board.cross[c] = read_cross(crosses[c], slots.size(), entry);
  if (const auto fault = board_fault(board)) fail(entry, *fault);
  for (std::size_t c = 0; c < crosses.size(); ++c) {
    const auto counted = census(board, board.cross[c]);
    require(counted == expected_census[group], entry, "makes " + counted + " instead of " + std::string(expected_census[group]));
  }
  require(number_of_games(board) == expected_games[group] && json.at("games").get<unsigned>() == expected_games[group], entry,
          "should allow " + std::to_string(expected_games[group]) + " games");
  return board;
}

TileRow read_tile(const Json& json) {
  const std::string entry = "tiles " + json.dump();
  TileRow row;
  row.ingredient = static_cast<Ingredient>(read_name(json.at(0).get<std::string>(), ingredients, entry));
  const auto mark = json.at(1).get<std::string>();
  if (mark == "star") row.last_level = 4;
  else if (mark == "moon") row.last_level = 6;
  else if (mark == "L5") row.first_level = 5;
  else if (mark == "L7") row.first_level = 7;
  else require(mark.empty(), entry, "unknown mark '" + mark + "'");
  for (std::size_t i = 0; i < row.number.size(); ++i) row.number[i] = json.at(2 + i).get<std::uint8_t>();
  return row;
}

ArtifactTile read_artifact(const Json& json, std::size_t place) {
  const std::string entry = "artifact " + json.at(0).get<std::string>();
  require(json.at(0).get<std::string>() == artifacts[place], entry, "expected " + std::string(artifacts[place]) + " here");
  ArtifactTile tile;
  tile.gold = json.at(1).get<std::string>() == "gold";
  require(tile.gold || json.at(1).get<std::string>() == "purple", entry, "the banner is purple or gold");
  require(tile.gold == (place >= static_cast<std::size_t>(Artifact::fire_lamp)), entry, "has the wrong banner");
  tile.first_level = json.at(2).get<std::uint8_t>();
  tile.cost = json.at(3).get<std::uint8_t>();
  tile.points = json.at(4).get<std::uint8_t>();
  const auto& scoring = json.at(5);
  require(scoring.is_null() != tile.gold, entry, "gold tiles score by tokens, purple ones do not");
  if (tile.gold) {
    tile.whole_set = scoring.contains("set");
    tile.counted = read_set(scoring.at(tile.whole_set ? "set" : "per").get<std::string>(), entry);
    tile.gold_points = scoring.at("points").get<std::uint8_t>();
  }
  return tile;
}

void check_tiles(const Data& data) {
  struct Total { unsigned level, players, tiles; };  // rules §4.1
  constexpr std::array<Total, 9> totals{{{1, 4, 33}, {1, 3, 27}, {1, 2, 21}, {5, 4, 34}, {5, 3, 27}, {5, 2, 20}, {7, 4, 34}, {7, 3, 27}, {7, 2, 20}}};
  for (const auto& total : totals) {
    unsigned sum = 0;
    for (const auto number : tiles_in_play(data, total.level, total.players)) sum += number;
    require(sum == total.tiles, "tiles", std::to_string(sum) + " tiles at level " + std::to_string(total.level) + " for " +
            std::to_string(total.players) + " players instead of " + std::to_string(total.tiles));
  }
}

void check_levels(const Data& data) {
  for (unsigned level = min_level; level <= max_level; ++level) {
    const std::string entry = "level " + std::to_string(level);
    const auto& board = data.boards[(board_group(level) - 1) / 2];
    require(data.gems[level].size() == (level == 1 ? 0U : board.size - 1U), entry, "needs one gem less than ingredients");
    require(data.customers_at[level] >= 1 && data.customers_at[level] <= data.customers.size(), entry, "has an impossible number of customers");
    ResultSet made = 0;
    for (unsigned s = 0; s < board.size; ++s) made = static_cast<ResultSet>(made | board.sets[s]);
    for (std::size_t c = 0; c < data.customers_at[level]; ++c)
      require(contains(made, data.customers[c].potion), entry, "a customer wants a potion that nobody can make");
  }
}

Data read(const Json& json) {
  Data data;
  const auto& names = json.at("ingredients");
  require(names.size() == ingredients.size(), "ingredients", "needs eight names");
  for (std::size_t i = 0; i < names.size(); ++i) require(names[i].get<std::string>() == ingredients[i], "ingredients", "expected " + std::string(ingredients[i]));
  for (std::size_t group = 0; group < board_keys.size(); ++group)
    data.boards[group] = read_board(json.at("boards").at(std::string(board_keys[group])), group);
  for (const auto& row : json.at("tiles")) data.tiles.push_back(read_tile(row));
  data.broken_gem_penalty = static_cast<std::uint8_t>(-json.at("broken_gem").get<int>());
  data.start_coins = json.at("start_coins").get<std::uint8_t>();
  data.start_hand = json.at("start_hand").get<std::uint8_t>();
  data.market = json.at("market").get<std::uint8_t>();
  require(data.market == 5, "market", "the board has five spaces");
  for (const auto& row : json.at("customers"))
    data.customers.push_back({read_result(row.at(0).get<std::string>(), "customers"), row.at(1).get<std::uint8_t>()});
  for (unsigned level = min_level; level <= max_level; ++level) {
    const auto key = std::to_string(level);
    data.gems[level] = json.at("gems").at(key).get<std::vector<std::uint8_t>>();
    data.customers_at[level] = json.at("customers_by_level").at(key).get<std::uint8_t>();
    if (level >= 3) data.locks[level] = json.at("locks").at(key).get<std::uint8_t>();
  }
  ResultSet liked = 0;
  for (std::size_t p = 0; p < pet_kinds; ++p) {
    data.pet_likes[p] = read_set(json.at("pets").at(std::string(pets[p])).get<std::string>(), "pets");
    require((liked & data.pet_likes[p]) == 0, "pets", "two pets like the same potion");
    liked = static_cast<ResultSet>(liked | data.pet_likes[p]);
  }
  const auto& tiles = json.at("artifacts");
  require(tiles.size() == artifact_kinds, "artifacts", "needs 13 tiles");
  for (std::size_t a = 0; a < artifact_kinds; ++a) data.artifacts[a] = read_artifact(tiles[a], a);
  data.trophies = json.at("trophies").get<std::array<std::uint8_t, 3>>();
  data.test_questions = json.at("test").at("questions").get<std::uint8_t>();
  data.test_pass = json.at("test").at("pass").get<std::uint8_t>();
  require(data.test_pass <= data.test_questions && data.test_questions <= 15, "test", "asks or demands too much");
  check_tiles(data);
  check_levels(data);
  return data;
}

template <std::size_t N>
std::array<std::string, N> term_names(const std::array<std::string_view, N>& names) {
  std::array<std::string, N> result;
  for (std::size_t i = 0; i < N; ++i)
    for (const char c : names[i]) result[i].push_back(c == '_' ? '-' : static_cast<char>(c - 'A' + 'a'));
  return result;
}

}  // namespace

Data parse_data(std::string_view text) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& e) {  // a missing or ill-typed entry
    fail("format", e.what());
  }
}

const Data& data() {
  static const Data loaded = parse_data(embedded::little_alchemists_data());
  return loaded;
}

std::array<std::uint8_t, max_ingredients> tiles_in_play(const Data& data, unsigned level, unsigned players) {
  std::array<std::uint8_t, max_ingredients> count{};
  for (const auto& row : data.tiles) {
    if (level < row.first_level || level > row.last_level) continue;
    for (std::size_t mark = 0; mark < row.number.size(); ++mark)  // no mark, `3+`, `4`
      if (players >= 2 + mark) count[row.ingredient] = static_cast<std::uint8_t>(count[row.ingredient] + row.number[mark]);
  }
  return count;
}

std::string_view name_of(Pet pet) {
  static const auto names = term_names(pets);
  return names.at(static_cast<std::size_t>(pet));
}
std::string_view name_of(Artifact artifact) {
  static const auto names = term_names(artifacts);
  return names.at(static_cast<std::size_t>(artifact));
}
std::string_view ingredient_name(Ingredient ingredient) {
  static const auto names = term_names(ingredients);
  return names.at(ingredient);
}

}  // namespace athanor::games::little_alchemists
