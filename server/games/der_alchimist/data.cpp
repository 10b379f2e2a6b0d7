#include "data.h"

#include <embedded/der_alchimist_data.h>
#include <nlohmann/json.hpp>

#include <set>
#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 8> space_types{"castle", "normal", "stone", "creativity", "book", "desert", "temple", "sun"};
constexpr std::array<std::string_view, abilities> ability_ids{"wisdom", "fantasy", "energy", "humour"};
constexpr std::array<std::string_view, colours> colour_ids{"yellow", "blue", "green", "red"};
constexpr std::string_view ability_letters = "WFEH";
constexpr std::size_t questions_per_colour = 8, answers_per_concept = 5, topic_count = 96, faces = 6;

[[noreturn]] void fail(const std::string& entry, const std::string& reason) {
  throw std::runtime_error("Der Alchimist data, " + entry + ": " + reason);
}
void require(bool holds, const std::string& entry, const std::string& reason) {
  if (!holds) fail(entry, reason);
}

template <std::size_t N>
std::uint8_t read_name(const std::string& text, const std::array<std::string_view, N>& names, const std::string& entry) {
  const auto place = std::find(names.begin(), names.end(), text);
  require(place != names.end(), entry, "unknown name '" + text + "'");
  return static_cast<std::uint8_t>(place - names.begin());
}

Bilingual read_text(const Json& json, const std::string& entry) {
  Bilingual text{json.at("en").get<std::string>(), json.at("de").get<std::string>()};
  require(!text.english.empty() && !text.german.empty(), entry, "a text is empty");
  return text;
}

std::string numbered(char letter, std::size_t number, std::size_t digits) {
  auto text = std::to_string(number);
  return letter + std::string(digits - std::min(digits, text.size()), '0') + text;
}

// Rules §4: one space after the other.
void read_path(const Json& json, Data& data) {
  require(json.size() == data.path.size(), "board", "has " + std::to_string(json.size()) + " spaces instead of 73");
  std::uint8_t books = 0;
  for (std::size_t i = 0; i < data.path.size(); ++i) {
    const std::string entry = "space " + std::to_string(i);
    require(json[i].at("space").get<std::size_t>() == i, entry, "is not in its place");
    auto& space = data.path[i];
    space.type = static_cast<SpaceType>(read_name(json[i].at("type").get<std::string>(), space_types, entry));
    space.points = json[i].at("points").get<std::uint8_t>();
    if (space.type == SpaceType::book) {
      require(json[i].at("pile").get<unsigned>() == books + 1U, entry, "its pile should be " + std::to_string(books + 1));  // B3
      space.pile = books++;
    }
    if (space.type == SpaceType::desert)
      require(i >= desert_steps && json[i].at("back_to").get<std::size_t>() == i - desert_steps, entry, "a desert leads two spaces back");
  }
  require(books == piles, "board", "needs five book spaces");  // B3
}

// Rules §4, B1 to B5, and the kinds of spaces counted.
void check_path(const Data& data) {
  const auto& path = data.path;
  const auto is = [&](std::size_t i, SpaceType type, const std::string& rule) {
    require(path[i].type == type, "space " + std::to_string(i), "should be " + std::string(name_of(type)) + " (" + rule + ")");
  };
  is(0, SpaceType::castle, "start");
  is(temple_space, SpaceType::temple, "temple");
  is(last_space, SpaceType::sun, "end");
  for (const std::size_t stone : {3U, 8U, 10U, 15U}) is(stone, SpaceType::stone, "B1");
  is(16, SpaceType::book, "B1");
  for (const auto& [desert, back_to] : std::map<std::size_t, SpaceType>{{7, SpaceType::creativity}, {23, SpaceType::stone}, {38, SpaceType::book}}) {
    is(desert, SpaceType::desert, "B5");
    is(desert - desert_steps, back_to, "B5");
  }
  std::map<SpaceType, unsigned> found;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::string entry = "space " + std::to_string(i);
    ++found[path[i].type];
    if (path[i].type == SpaceType::book) require(i < temple_space, entry, "books lie before the temple (B3)");
    if (path[i].type == SpaceType::desert) {
      require(path[i - desert_steps].type != SpaceType::desert, entry, "leads back to a desert (B2)");
      require(i < temple_space || i - desert_steps >= temple_space, entry, "leads back across the temple (B2)");
    }
    if (i == 0) continue;
    const int step = path[i].points - path[i - 1].points;
    const bool good = i == temple_space ? step == 4 : i > temple_space ? step >= 2 : step == 0 || step == 1;
    require(good, entry, "its points rise by " + std::to_string(step) + " (B4)");
  }
  constexpr std::array<unsigned, 8> expected{1, 32, 14, 8, 5, 11, 1, 1};  // in the order of SpaceType
  for (std::size_t t = 0; t < expected.size(); ++t)
    require(found[static_cast<SpaceType>(t)] == expected[t], "board",
            std::to_string(found[static_cast<SpaceType>(t)]) + " spaces of type " + std::string(space_types[t]) + " instead of " + std::to_string(expected[t]));
}

Card read_card(const Json& json, const std::string& entry) {
  const auto kind = json.at("kind").get<std::string>();
  if (kind == "gold") return gold;
  if (kind == "stone") return stone_card;
  if (kind == "challenge") return challenge_card;
  require(kind == "ability", entry, "unknown kind '" + kind + "'");
  const auto value = json.at("value").get<unsigned>();
  require(value >= 1 && value <= max_value, entry, "its value must be 1 to 5");
  return ability_card(static_cast<Ability>(read_name(json.at("ability").get<std::string>(), ability_ids, entry)), value);
}

// Rules §2: the deck, each id once and fitting its card.
void read_deck(const Json& json, Data& data) {
  std::set<std::string> ids;
  for (const auto& row : json) {
    const auto id = row.at("id").get<std::string>();
    const std::string entry = "card " + id;
    const auto card = read_card(row, entry);
    ++data.deck[card];
    const auto number = "-" + std::to_string(data.deck[card]);
    const auto expected = is_ability(card) ? card_name(card) + number
                                           : std::string(1, card == gold ? 'G' : card == stone_card ? 'S' : 'X') + number;
    require(id == expected, entry, "should be " + expected);
    require(ids.insert(id).second, entry, "is there twice");
  }
  constexpr std::array<unsigned, max_value> per_value{3, 3, 4, 3, 3};
  for (std::size_t kind = 0; kind < card_kinds; ++kind) {
    const auto card = static_cast<Card>(kind);
    const auto expected = is_ability(card) ? per_value[value_of(card) - 1U] : card == gold ? 9U : card == stone_card ? 12U : 5U;
    require(data.deck[kind] == expected, "cards of kind " + card_name(card),
            std::to_string(data.deck[kind]) + " instead of " + std::to_string(expected));
  }
}

void read_chips(const Json& json, Data& data) {
  require(json.size() == chip_values.size(), "chips", "need five values");
  for (std::size_t i = 0; i < chip_values.size(); ++i) {
    require(json[i].at("value").get<unsigned>() == chip_values[i], "chips", "expected the value " + std::to_string(chip_values[i]));
    data.bank[i] = json[i].at("count").get<std::uint8_t>();
  }
  require(worth(data.bank) == 630, "chips", "are worth " + std::to_string(worth(data.bank)) + " instead of 630");
}

// Rules §2.2.
void read_dice(const Json& json, Data& data) {
  require(json.size() == dice, "letter_dice", "needs five dice");
  for (std::size_t d = 0; d < dice; ++d) {
    const std::string entry = "letter die " + std::to_string(d);
    for (const auto& face : json[d]) {
      const auto letter = face.get<std::string>();
      require(letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z', entry, "'" + letter + "' is no letter A to Z");
      require(data.letters[d].find(letter[0]) == std::string::npos, entry, "has the letter " + letter + " twice");
      data.letters[d] += letter[0];
    }
    require(data.letters[d].size() == faces, entry, "needs six faces");
  }
}

void read_questions(const Json& json, Data& data) {
  require(json.size() == colours * questions_per_colour, "questions", "need 32");
  std::set<std::string> concepts;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto entry = "question " + numbered('Q', i + 1, 2);
    require(json[i].at("id").get<std::string>() == numbered('Q', i + 1, 2), entry, "is not in its place");
    const auto colour = read_name(json[i].at("colour").get<std::string>(), colour_ids, entry);
    require(colour == i / questions_per_colour, entry, "has the wrong colour");
    const auto concept_name = json[i].at("concept").get<std::string>();
    require(concepts.insert(concept_name).second, entry, "its concept is there twice");
    data.questions.push_back({colour, concept_name, read_text(json[i].at("name"), entry), read_text(json[i].at("text"), entry)});
  }
}

void read_answers(const Json& json, Data& data) {
  require(json.size() == data.questions.size() * answers_per_concept, "answers", "need 160");
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto entry = "answer " + numbered('A', i + 1, 3);
    require(json[i].at("id").get<std::string>() == numbered('A', i + 1, 3), entry, "is not in its place");
    require(!json[i].contains("concept"), entry, "tells its concept, which clients may not hold (solutions.json)");
    const auto colour = read_name(json[i].at("colour").get<std::string>(), colour_ids, entry);
    require(colour == i / (questions_per_colour * answers_per_concept), entry, "is out of the order of the colours");
    data.answers.push_back({colour, read_text(json[i].at("text"), entry)});
  }
}

void read_topics(const Json& json, Data& data) {
  require(json.size() == topic_count, "creativity", "needs 96 topics");
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto entry = "topic " + numbered('C', i + 1, 2);
    require(json[i].at("id").get<std::string>() == numbered('C', i + 1, 2), entry, "is not in its place");
    data.topics.push_back(read_text(json[i].at("text"), entry));
  }
}

template <std::size_t N>
void read_names(const Json& json, const std::array<std::string_view, N>& ids, const std::string& entry, std::array<Bilingual, N>& out) {
  require(json.size() == N, entry, "need four");
  for (std::size_t i = 0; i < N; ++i) {
    require(json[i].at("id").get<std::string>() == ids[i], entry, "expected " + std::string(ids[i]));
    out[i] = read_text(json[i].at("name"), entry);
  }
}

Data read(const Json& json) {
  Data data;
  read_path(json.at("board"), data);
  check_path(data);
  read_deck(json.at("alchemist_cards"), data);
  read_chips(json.at("chips"), data);
  read_dice(json.at("letter_dice"), data);
  read_questions(json.at("questions"), data);
  read_answers(json.at("answers"), data);
  read_topics(json.at("creativity"), data);
  read_names(json.at("colours"), colour_ids, "colours", data.colour_names);
  read_names(json.at("abilities"), ability_ids, "abilities", data.ability_names);
  return data;
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
  static const Data loaded = parse_data(embedded::der_alchimist_data());
  return loaded;
}

std::string card_name(Card card) {
  if (card == gold) return "gold";
  if (card == stone_card) return "stone";
  if (card == challenge_card) return "challenge";
  return std::string(1, ability_letters[static_cast<std::size_t>(ability_of(card))]) + std::to_string(value_of(card));
}
std::string_view name_of(Ability ability) { return ability_ids.at(static_cast<std::size_t>(ability)); }
std::string_view colour_name(std::uint8_t colour) { return colour_ids.at(colour); }
std::string_view name_of(SpaceType type) { return space_types.at(static_cast<std::size_t>(type)); }

}  // namespace athanor::games::der_alchimist
