// Boards, secret tables, components (rules §2, §3, §4).

#include "companion.h"
#include "data.h"

#include <embedded/little_alchemists_data.h>

#include <catch2/catch.hpp>

#include <bit>
#include <map>
#include <set>

namespace athanor::tests {
namespace {

using namespace athanor::games::little_alchemists;

// The cross rules of rules §3.2 in words, apart from the tables.
Result crossed(unsigned level, unsigned sense, unsigned a, unsigned b) {
  constexpr std::array<std::string_view, 3> pair{"FL", "FY", "LY"};
  constexpr std::array<std::string_view, 2> same{"FYL", "LFY"};
  const auto common = [&](unsigned p, unsigned q) {
    for (const char c : pair[p])
      if (pair[q].find(c) != std::string_view::npos) return *result_of(c);
    throw std::logic_error("no common potion");
  };
  const auto six = [&](unsigned s, unsigned t) {
    if (s / 3 == t / 3) return s / 3 == 0 ? Result::love : Result::ghostly;
    return s % 3 != t % 3 ? common(s % 3, t % 3) : *result_of(same[sense][s % 3]);
  };
  if (level <= 2) return a / 2 != b / 2 ? common(a / 2, b / 2) : *result_of(same[sense][a / 2]);
  if (level <= 4) return six(a, b);
  if (level <= 6) {
    if (a < 6 && b < 6) return six(a, b);
    const unsigned p = std::min(a, b) % 3;
    return *result_of(pair[p][0] == same[0][p] ? pair[p][1] : pair[p][0]);
  }
  constexpr std::array<std::array<Result, 2>, 3> axis{{{Result::fire, Result::luck}, {Result::flying, Result::wishes}, {Result::love, Result::ghostly}}};
  const auto on = [](unsigned slot, unsigned i) { return slot >> (2 - i) & 1U; };
  for (unsigned i = 0; i < 3; ++i)
    if (on(a, i) == on(b, i) && on(a, (i + 1) % 3) != on(b, (i + 1) % 3)) return axis[i][on(a, i)];
  return Result::powerless;
}

TEST_CASE("[§3.2] the cross tables are the ones that the rules describe") {
  for (unsigned level = min_level; level <= max_level; ++level) {
    const Board& board = board_of_level(level);
    for (unsigned sense = 0; sense < board.senses; ++sense)
      for (unsigned a = 0; a < board.size; ++a)
        for (unsigned b = 0; b < board.size; ++b)
          if (a != b) REQUIRE(board.cross[sense][a][b] == crossed(level, sense, a, b));
  }
}

TEST_CASE("[§3.2] at level 7 the powerless partner of slot s is 7 - s") {
  const Board& board = board_of_level(7);
  for (unsigned a = 0; a < 8; ++a)
    for (unsigned b = 0; b < 8; ++b)
      if (a != b) REQUIRE((board.cross[0][a][b] == Result::powerless) == (a + b == 7));
}

TEST_CASE("[§3.4] test vectors of the game number") {
  struct Vector {
    unsigned level;
    std::uint32_t g;
    unsigned c;
    std::string slots, results;
  };
  const std::vector<Vector> vectors{{1, 6, 0, "021345", "FFFLLFYYYFLLYYL"},
                                    {2, 119, 1, "045231", "LLFFLYYYLYYLFFF"},
                                    {3, 489, 0, "402351", "FYGGYVFLVLLVGFY"},
                                    {5, 431, 0, "0436521", "FFLLVVGFGYYLGLFYYFLYV"},
                                    {7, 19551, 0, "37064251", "GFW0WGF0WLWLGVVFYYLVL0VYY0FG"},
                                    {7, 21847, 0, "42305176", "V0VYYLLWF0FWVFGFGWYY0VGLLG0W"},
                                    {1, 179, 1, "452301", "YYYLLYYLLFFFFFL"},
                                    {3, 1439, 1, "543210", "GGYYLGYFFLFLVVV"},
                                    {7, 12345, 0, "24073561", "VFWW0VFVL0YLY0FYVYGLWGGWFLG0"}};
  for (const auto& v : vectors) {
    INFO("level " << v.level << ", game " << v.g);
    const Table table = table_of_game(v.level, v.g);
    CHECK(unsigned{table.sense} == v.c);
    for (std::size_t i = 0; i < v.slots.size(); ++i) CHECK(table.slot[i] == v.slots[i] - '0');
    CHECK(all_results(board_of_level(v.level), table) == v.results);
  }
}

TEST_CASE("[§3.3] as many different games as the rules say, and all results give every set") {
  const std::vector<std::pair<unsigned, std::uint32_t>> expected{{1, 180}, {2, 180}, {3, 1440}, {4, 1440}, {5, 5040}, {6, 5040}, {7, 40320}};
  for (const auto& [level, games] : expected) {
    INFO("level " << level);
    REQUIRE(number_of_games(level) == games);
    const Board& board = board_of_level(level);
    std::set<std::string> different;
    for (std::uint32_t g = 0; g < games; ++g) {
      const Table table = table_of_game(level, g);
      different.insert(all_results(board, table));
      for (Ingredient i = 0; i < board.size; ++i) {
        ResultSet made = 0;
        for (Ingredient j = 0; j < board.size; ++j)
          if (i != j) made = static_cast<ResultSet>(made | bit(mix(board, table, i, j)));
        if (true_set(board, table, i) != (made & ~bit(Result::powerless))) FAIL("game " << g);
      }
    }
    CHECK(different.size() == games);
  }
  CHECK_THROWS_AS(table_of_game(1, 180), std::logic_error);
}

TEST_CASE("[§3.3] how often a slot makes the potions of its own set") {
  const auto times = [](unsigned level, unsigned sense, unsigned slot) {
    const Board& board = board_of_level(level);
    std::array<unsigned, result_kinds> count{};
    for (unsigned other = 0; other < board.size; ++other)
      if (other != slot) ++count[static_cast<std::size_t>(board.cross[sense][slot][other])];
    std::multiset<unsigned> made;
    for (const auto n : count)
      if (n > 0) made.insert(n);
    return made;
  };
  for (unsigned sense = 0; sense < 2; ++sense) {
    for (unsigned slot = 0; slot < 6; ++slot) {
      CHECK(times(1, sense, slot) == std::multiset<unsigned>{2, 3});
      CHECK(times(3, sense, slot) == std::multiset<unsigned>{1, 2, 2});
    }
  }
  for (unsigned slot = 0; slot < 7; ++slot) CHECK(times(5, 0, slot) == std::multiset<unsigned>{2, 2, 2});
  for (unsigned slot = 0; slot < 8; ++slot) CHECK(times(7, 0, slot) == std::multiset<unsigned>{1, 2, 2, 2});
}

// The slots that make this result with each other: who is joined to whom.
struct Graph {
  std::set<std::pair<unsigned, unsigned>> edges;
  std::map<unsigned, unsigned> degree;

  Graph(const Board& board, unsigned sense, Result result) {
    for (unsigned a = 0; a < board.size; ++a)
      for (unsigned b = a + 1; b < board.size; ++b)
        if (board.cross[sense][a][b] == result) {
          edges.insert({a, b});
          ++degree[a];
          ++degree[b];
        }
  }
  [[nodiscard]] bool connected() const {
    if (edges.empty()) return false;
    std::set<unsigned> reached{edges.begin()->first};
    for (std::size_t n = 0; n < edges.size(); ++n)
      for (const auto& [a, b] : edges)
        if (reached.count(a) + reached.count(b) > 0) reached.insert({a, b});
    return reached.size() == degree.size();
  }
  // "cycle 5", "path 3", by the number of edges.
  [[nodiscard]] std::string shape() const {
    const auto ends = std::count_if(degree.begin(), degree.end(), [](const auto& d) { return d.second == 1; });
    const bool thin = std::all_of(degree.begin(), degree.end(), [](const auto& d) { return d.second <= 2; });
    if (!connected() || !thin) return "neither cycle nor path";
    return (ends == 0 ? "cycle " : "path ") + std::to_string(edges.size());
  }
};

TEST_CASE("[§3.3] the graph of each potion: triangles, paths of three edges, five-cycles, four-cycles") {
  const auto shapes = [](unsigned level, const std::string& potions) {
    std::set<std::string> found;
    const Board& board = board_of_level(level);
    for (unsigned sense = 0; sense < board.senses; ++sense)
      for (const char potion : potions) found.insert(Graph(board, sense, result_of(potion).value()).shape());
    return found;
  };
  for (const unsigned level : {3U, 4U}) {
    CHECK(shapes(level, "VG") == std::set<std::string>{"cycle 3"});
    CHECK(shapes(level, "FLY") == std::set<std::string>{"path 3"});
  }
  for (const unsigned level : {5U, 6U}) {
    CHECK(shapes(level, "VG") == std::set<std::string>{"cycle 3"});
    CHECK(shapes(level, "FLY") == std::set<std::string>{"cycle 5"});
  }
  CHECK(shapes(7, "FLYVGW") == std::set<std::string>{"cycle 4"});
  for (const char potion : std::string("FLYVGW")) {
    unsigned edges = 0, diagonals = 0;  // of the cube: one or two axes apart
    for (const auto& [a, b] : Graph(board_of_level(7), 0, result_of(potion).value()).edges) {
      const auto apart = std::popcount(a ^ b);
      edges += apart == 1 ? 1U : 0U;
      diagonals += apart == 2 ? 1U : 0U;
    }
    CHECK(edges == 2);
    CHECK(diagonals == 2);
  }
}

TEST_CASE("[§4.2] fire, luck and flying pay 3, love and ghostly 4") {
  std::string pays;
  for (const auto& customer : data().customers) pays += letter(customer.potion) + std::to_string(customer.pays) + " ";
  CHECK(pays == "F3 L3 Y3 V4 G4 ");
}

TEST_CASE("[§4.4] banner, first level, cost and points of every artifact") {
  const std::vector<std::string> expected{
      "herb-basket purple 6 costs 3 worth 1",    "brass-scales purple 6 costs 4 worth 1",   "pet-bed purple 6 costs 3 worth 1",
      "stone-mortar purple 6 costs 4 worth 2",   "thick-eraser purple 6 costs 2 worth 1",   "looking-glass purple 6 costs 3 worth 1",
      "fire-lamp gold 6 costs 4 worth 2 x F",    "lucky-clover gold 6 costs 4 worth 2 x L", "flying-carpet gold 6 costs 4 worth 2 x Y",
      "love-letter gold 6 costs 4 worth 3 x V",  "ghost-lantern gold 6 costs 4 worth 3 x G", "full-shelf gold 6 costs 5 worth 6 for FLYVG",
      "tea-set gold 7 costs 4 worth 3 x 0"};
  for (std::size_t a = 0; a < artifact_kinds; ++a) {
    const auto& tile = data().artifacts[a];
    auto text = std::string(name_of(static_cast<Artifact>(a))) + (tile.gold ? " gold " : " purple ") + std::to_string(tile.first_level) + " costs " +
                std::to_string(tile.cost) + " worth " + std::to_string(tile.gold ? tile.gold_points : tile.points);
    if (tile.gold) text += (tile.whole_set ? " for " : " x ") + letters(tile.counted);
    CHECK(text == expected.at(a));
  }
}

TEST_CASE("[§4.1] tiles in play") {
  using Row = std::array<std::uint8_t, max_ingredients>;
  const std::vector<std::tuple<unsigned, unsigned, Row>> expected{
      {1, 4, {6, 6, 6, 5, 5, 5, 0, 0}}, {1, 3, {5, 5, 5, 4, 4, 4, 0, 0}}, {1, 2, {4, 4, 4, 3, 3, 3, 0, 0}},
      {4, 4, {6, 6, 6, 5, 5, 5, 0, 0}}, {5, 4, {5, 5, 5, 5, 5, 5, 4, 0}}, {5, 3, {4, 4, 4, 4, 4, 4, 3, 0}},
      {6, 2, {3, 3, 3, 3, 3, 3, 2, 0}}, {7, 4, {4, 5, 5, 4, 4, 4, 4, 4}}, {7, 3, {3, 4, 4, 3, 3, 4, 3, 3}},
      {7, 2, {2, 3, 3, 2, 3, 3, 2, 2}}};
  for (const auto& [level, players, row] : expected) CHECK(tiles_in_play(data(), level, players) == row);
}

TEST_CASE("[§2] gems, customers and pets of each level") {
  CHECK(data().gems[1].empty());
  for (unsigned level = 2; level <= 4; ++level) CHECK(data().gems[level] == std::vector<std::uint8_t>{4, 4, 4, 3, 3});
  for (unsigned level = 5; level <= 6; ++level) CHECK(data().gems[level] == std::vector<std::uint8_t>{5, 4, 4, 4, 3, 3});
  CHECK(data().gems[7] == std::vector<std::uint8_t>{5, 5, 4, 4, 4, 3, 3});
  CHECK(data().customers_at == std::array<std::uint8_t, 8>{0, 3, 3, 5, 5, 5, 5, 5});
  CHECK(letters(data().pet_likes[static_cast<std::size_t>(Pet::cat)]) == "VG");
  CHECK(data().locks == std::array<std::uint8_t, 8>{0, 0, 0, 3, 3, 4, 4, 5});
}

TEST_CASE("a broken table stops the start and names the entry") {
  const std::string good(athanor::embedded::little_alchemists_data());
  CHECK_NOTHROW(parse_data(good));
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto place = text.find(from);
    REQUIRE(place != std::string::npos);
    text.replace(place, from.size(), to);
    try {
      static_cast<void>(parse_data(text));
    } catch (const std::runtime_error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  using Catch::Contains;
  CHECK_THAT(broken("\".FFFLL\"", "\".FFFLY\""), Contains("board 1-2") && Contains("slots 0 and 5"));
  CHECK_THAT(broken("\".VVFFL\"", "\".VVFFX\""), Contains("board 3-4") && Contains("'X'"));
  CHECK_THAT(broken("[\"FROG\", \"\", 2, 1, 1]", "[\"FROG\", \"\", 3, 1, 1]"), Contains("tiles") && Contains("34"));
  CHECK_THAT(broken("[\"FROG\", \"star\"", "[\"FROG\", \"sun\""), Contains("'sun'"));
  CHECK_THAT(broken("\"games\": 180", "\"games\": 181"), Contains("180"));
  CHECK_THAT(broken("\"2\": [4, 4, 4, 3, 3]", "\"2\": [4, 4, 4, 3]"), Contains("level 2"));
  CHECK_THAT(broken("\"RABBIT\": \"L\"", "\"RABBIT\": \"F\""), Contains("two pets"));
  CHECK_THAT(broken("[\"FIRE_LAMP\", \"gold\"", "[\"FIRE_LAMP\", \"purple\""), Contains("FIRE_LAMP"));
  CHECK_THAT(broken("\"start_coins\": 2,", ""), Contains("start_coins"));
  CHECK_THAT(broken("{", "["), Contains("format"));
}

}  // namespace
}  // namespace athanor::tests
