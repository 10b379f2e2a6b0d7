#include "tables.h"

#include <embedded/quacksalber_data.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

namespace athanor::games::quacksalber {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, chip_kinds> codes{"W1", "W2", "W3", "O1", "G1", "G2", "G4", "B1", "B2", "B4",
                                                         "R1", "R2", "R4", "Y1", "Y2", "Y4", "P1", "K1", "L1"};
constexpr std::string_view letters = "WOGBRYPKL";  // by colour
constexpr std::array<std::string_view, ask_count> ask_names{
    "PATIENT", "FORTUNE", "BREW",     "EARS",   "CARROT", "HUMP",    "BLUE1",   "YELLOW1", "B08", "LOCO_RETURN", "B09", "B11",
    "ASIDE",   "ESSENCE_FIELD", "SWAP", "VAMP_BUY", "GREEN2", "GREEN4", "PURPLE2", "PURPLE4", "EXPLODED", "BUY", "RUBIES", "TUBE"};
constexpr std::array<std::string_view, patient_count> patient_ids{"SCHRECK", "OHRWURM", "RUEBE", "SEGEL", "HUEHNER", "HEXEN", "VERGESS", "VAMPIR"};
constexpr unsigned lap = 50;  // spaces of the printed score track

[[noreturn]] void fail(const std::string& entry, const std::string& reason) {
  throw std::runtime_error("Quacksalber data, " + entry + ": " + reason);
}
void require(bool holds, const std::string& entry, const std::string& reason) {
  if (!holds) fail(entry, reason);
}
const Json& member(const Json& object, const std::string& key, const std::string& entry) {
  require(object.is_object() && object.contains(key), entry, "has no \"" + key + "\"");
  return object.at(key);
}
unsigned number(const Json& json, const std::string& entry, unsigned min, unsigned max) {
  const bool fits = json.is_number_unsigned() && json.get<std::uint64_t>() >= min && json.get<std::uint64_t>() <= max;
  require(fits, entry, "must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  return json.get<unsigned>();
}
unsigned number(const Json& object, const std::string& key, const std::string& entry, unsigned min, unsigned max) {
  return number(member(object, key, entry), entry + ", " + key, min, max);
}
const Json& list(const Json& object, const std::string& key, std::size_t size, const std::string& entry) {
  const auto& json = member(object, key, entry);
  require(json.is_array() && json.size() == size, entry + ", " + key, "must be a list of " + std::to_string(size));
  return json;
}
std::string text(const Json& object, const std::string& key, const std::string& entry) {
  const auto& json = member(object, key, entry);
  require(json.is_string(), entry + ", " + key, "must be a text");
  return json.get<std::string>();
}
bool flag(const Json& object, const std::string& key, const std::string& entry) {
  const auto& json = member(object, key, entry);
  require(json.is_boolean(), entry + ", " + key, "must be true or false");
  return json.get<bool>();
}
void allow_only(const Json& object, std::initializer_list<std::string_view> keys, const std::string& entry) {
  for (const auto& [key, unused] : object.items())
    require(std::find(keys.begin(), keys.end(), key) != keys.end(), entry, "has the unknown \"" + key + "\"");
}
ChipKind read_chip(const Json& json, const std::string& entry) {
  require(json.is_string(), entry, "must name a chip, e.g. \"O1\"");
  const auto kind = find_chip(json.get<std::string>());
  if (!kind) fail(entry, "there is no chip \"" + json.get<std::string>() + "\"");
  return *kind;
}
std::vector<ChipKind> read_chips(const Json& json, const std::string& entry) {
  require(json.is_array(), entry, "must be a list of chips");
  std::vector<ChipKind> chips;
  for (const auto& one : json) chips.push_back(read_chip(one, entry));
  return chips;
}

Bonus read_bonus(const Json& json, const std::string& entry) {
  require(json.is_object(), entry, "must be an object");
  allow_only(json, {"vp", "rubies", "droplet", "dice", "chips", "flask", "rat", "draws", "coins", "swap_to"}, entry);
  Bonus bonus;
  const auto optional = [&](const char* key, unsigned max) { return json.contains(key) ? number(json, key, entry, 1, max) : 0U; };
  bonus.vp = optional("vp", 20);
  bonus.rubies = optional("rubies", 10);
  bonus.droplet = optional("droplet", 5);
  bonus.dice = optional("dice", 6);
  bonus.rat = optional("rat", 1);
  bonus.draws = optional("draws", 10);
  bonus.coins = optional("coins", 40);
  bonus.swap_to = optional("swap_to", 4);
  require(bonus.swap_to != 1 && bonus.swap_to != 3, entry + ", swap_to", "must be 2 or 4");
  if (json.contains("flask")) bonus.flask = flag(json, "flask", entry);
  if (json.contains("chips")) bonus.chips = read_chips(json.at("chips"), entry + ", chips");
  return bonus;
}
template <std::size_t N>
std::array<Bonus, N> read_bonuses(const Json& object, const std::string& key, const std::string& entry) {
  std::array<Bonus, N> bonuses;
  const auto& json = list(object, key, N, entry);
  for (std::size_t i = 0; i < N; ++i) bonuses[i] = read_bonus(json[i], key + " " + std::to_string(i + 1));
  return bonuses;
}

void read_supply(const Json& json, Tables& t) {
  const auto& chips = list(json, "chips", chip_kinds, "file");
  for (std::size_t kind = 0; kind < chip_kinds; ++kind) {
    const auto entry = "chip " + std::string(codes[kind]);
    require(text(chips[kind], "id", entry) == codes[kind], entry, "is missing or not in its place");
    t.supply[kind] = static_cast<std::uint8_t>(number(chips[kind], "supply", entry, 1, 60));
  }
  const auto& start = member(json, "start", "file");
  for (const auto& [key, count] : member(start, "bag", "start").items())
    t.start_bag[read_chip(Json(key), "start bag")] = static_cast<std::uint8_t>(number(count, "start bag, " + key, 1, 20));
  for (std::size_t kind = 0; kind < chip_kinds; ++kind)
    require(4U * t.start_bag[kind] <= t.supply[kind], "start bag, " + std::string(codes[kind]), "the supply is too small for four players");
  t.start_rubies = number(start, "rubies", "start", 0, 10);
}

void read_track(const Json& json, Tables& t) {
  const auto& track = member(json, "track", "file");
  const auto& coins = list(track, "coins", last_space + 1, "track");
  const auto& vp = list(track, "vp", last_space + 1, "track");
  for (std::size_t space = 0; space <= last_space; ++space) {
    const auto entry = " " + std::to_string(space);
    t.coins[space] = static_cast<std::uint8_t>(number(coins[space], "track, coins" + entry, 0, 99));
    t.vp[space] = static_cast<std::uint8_t>(number(vp[space], "track, vp" + entry, 0, 99));
    require(space == 0 || (t.coins[space] >= t.coins[space - 1] && t.vp[space] >= t.vp[space - 1]), "track" + entry, "pays less than the space before");
  }
  const auto& rubies = member(track, "rubies", "track");
  require(rubies.is_array() && !rubies.empty(), "track, rubies", "must be a list of spaces");
  for (const auto& space : rubies) t.ruby[number(space, "track, rubies", 1, last_chip_space)] = true;

  const auto& tails_json = member(json, "tails", "file");
  require(tails_json.is_array() && !tails_json.empty(), "tails", "must be a list");
  for (const auto& tail : tails_json) {
    t.tails.push_back(number(tail, "tails", 1, lap - 1));
    require(t.tails.size() < 2 || t.tails[t.tails.size() - 2] < t.tails.back(), "tails", "must rise");
  }
}

void read_prices(const Json& json, Tables& t) {
  const auto& prices = member(json, "prices", "file");
  const auto orange = number(prices, "orange", "prices", 1, 40), black = number(prices, "black", "prices", 1, 40);
  for (const auto& [name, first, count] : {std::tuple{"green", G1, 3U}, {"blue", B1, 3U}, {"red", R1, 3U}, {"yellow", Y1, 3U}, {"purple", P1, 1U}}) {
    const auto& sets = list(prices, name, 4, "prices");
    for (std::size_t set = 0; set < 4; ++set) {
      const auto entry = std::string("prices, ") + name + " set " + std::to_string(set + 1);
      require(sets[set].is_array() && sets[set].size() == count, entry, "must be a list of " + std::to_string(count));
      for (std::size_t i = 0; i < count; ++i) t.prices[set][first + i] = static_cast<std::uint8_t>(number(sets[set][i], entry, 1, 40));
    }
  }
  for (auto& set : t.prices) {
    set[O1] = static_cast<std::uint8_t>(orange);
    set[K1] = static_cast<std::uint8_t>(black);
  }
}

void read_locoweed(const Json& json, Tables& t) {
  constexpr std::array<std::string_view, 3> moves{"one", "colours", "whites"};
  const auto& books = member(json, "locoweed", "file");
  require(books.is_array() && !books.empty(), "locoweed", "must be a list of books");
  for (const auto& book : books) {
    Locoweed l;
    l.id = text(book, "id", "locoweed");
    const auto entry = "locoweed " + l.id;
    const auto move = std::find(moves.begin(), moves.end(), text(book, "move", entry));
    require(move != moves.end(), entry + ", move", "must be one, colours or whites");
    l.move = static_cast<LocoMove>(move - moves.begin());
    l.return_after = flag(book, "return_after", entry);
    l.essence_per_chip = number(book, "essence_per_chip", entry, 0, 3);
    l.price = number(book, "price", entry, 1, 40);
    t.locoweeds.push_back(std::move(l));
  }
}

void read_cards(const Json& json, Tables& t) {
  constexpr std::array<std::string_view, 3> times{"fortune", "rats", "round"};
  const auto& list_of_cards = list(json, "cards", card_count, "file");
  for (std::size_t i = 0; i < card_count; ++i) {
    const bool purple = i < 13, blue = !purple && i < base_cards;
    const auto place = i + 1 - (purple ? 0 : blue ? 13 : base_cards);
    const auto id = (purple ? "P" : blue ? "B" : "X") + std::string(place < 10 ? "0" : "") + std::to_string(place);
    const auto entry = "card " + id;
    auto& card = t.deck[i];
    card.id = text(list_of_cards[i], "id", entry);
    require(card.id == id, entry, "is missing or not in its place");
    const auto when = std::find(times.begin(), times.end(), text(list_of_cards[i], "when", entry));
    require(when != times.end(), entry + ", when", "must be fortune, rats or round");
    card.when = static_cast<CardWhen>(when - times.begin());
    if (list_of_cards[i].contains("needs_essence")) card.needs_essence = flag(list_of_cards[i], "needs_essence", entry);
  }
}

void read_patients(const Json& json, Tables& t) {
  const auto& all = list(json, "patients", patient_count, "file");
  for (std::size_t i = 0; i < patient_count; ++i) {
    const auto entry = "patient " + std::string(patient_ids[i]);
    auto& patient = t.patient[i];
    patient.id = text(all[i], "id", entry);
    require(patient.id == patient_ids[i], entry, "is missing or not in its place");
    patient.start = read_chips(member(all[i], "start", entry), entry + ", start");
    const auto& fields = list(all[i], "fields", top_field, entry);
    for (std::size_t f = 1; f <= top_field; ++f) patient.fields[f] = read_bonus(fields[f - 1], entry + ", field " + std::to_string(f));
  }
}

void read_books(const Json& json, Tables& t) {
  t.die = read_bonuses<6>(json, "die", "file");
  const auto& hump = member(json, "hump", "file");
  for (unsigned printed = 1; printed <= 4; ++printed)
    t.hump[printed] = read_bonus(member(hump, std::to_string(printed), "hump"), "hump " + std::to_string(printed));
  t.purple1 = read_bonuses<3>(json, "purple_1", "file");
  t.purple2 = read_bonuses<3>(json, "purple_2", "file");
  t.tubes = read_bonuses<12>(json, "tubes", "file");
  const auto& seconds = member(json, "seconds", "file");
  for (std::size_t i = 0; i < ask_count; ++i) t.seconds[i] = number(seconds, std::string(ask_names[i]), "seconds", 5, 600);
}

}  // namespace

std::string_view code(ChipKind kind) { return codes.at(kind); }
std::optional<ChipKind> find_chip(std::string_view code) {
  const auto found = std::find(codes.begin(), codes.end(), code);
  if (found == codes.end()) return std::nullopt;
  return static_cast<ChipKind>(found - codes.begin());
}
std::optional<ChipKind> chip(Colour colour, unsigned value) {
  const std::array<char, 2> code{letters[static_cast<std::size_t>(colour)], static_cast<char>('0' + value)};
  return find_chip({code.data(), code.size()});
}
bool has_values(ChipKind kind) { return kind >= G1 && kind <= Y4; }
unsigned total(const Chips& chips) {
  unsigned sum = 0;
  for (const auto number : chips) sum += number;
  return sum;
}
unsigned value_sum(const Chips& chips) {
  unsigned sum = 0;
  for (ChipKind kind = 0; kind < chip_kinds; ++kind) sum += chips[kind] * value(kind);
  return sum;
}
void add(Chips& to, const Chips& chips) {
  for (std::size_t kind = 0; kind < chip_kinds; ++kind) to[kind] = static_cast<std::uint8_t>(to[kind] + chips[kind]);
}
std::string_view name_of(Ask ask) { return ask_names.at(static_cast<std::size_t>(ask)); }

Tables parse_tables(std::string_view json) {
  const auto parsed = Json::parse(json, nullptr, false);
  require(!parsed.is_discarded(), "file", "is no JSON");
  Tables t;
  read_supply(parsed, t);
  read_track(parsed, t);
  const auto& rounds = member(parsed, "rounds", "file");
  t.last_round = number(rounds, "last", "rounds", 1, base_cards);
  t.white_round = number(rounds, "white_chip", "rounds", 1, 20);
  t.yellow_opens = number(rounds, "yellow_opens", "rounds", 1, 20);
  t.purple_opens = number(rounds, "purple_opens", "rounds", 1, 20);
  read_prices(parsed, t);
  read_locoweed(parsed, t);
  read_cards(parsed, t);
  read_patients(parsed, t);
  read_books(parsed, t);
  return t;
}

const Tables& tables() {
  static const Tables loaded = parse_tables(embedded::quacksalber_data());
  return loaded;
}

unsigned tails(const Tables& tables, int own, int leader) {
  unsigned number = 0;
  for (int from = 0; from < leader; from += static_cast<int>(lap))
    for (const auto t : tables.tails) {
      const int tail = from + static_cast<int>(t);
      number += own <= tail && tail < leader;
    }
  return number;
}

}  // namespace athanor::games::quacksalber
