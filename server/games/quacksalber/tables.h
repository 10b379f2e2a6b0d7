#pragma once
// Chips, pot track, prices, cards and patients as read from data/quacksalber.json (rules §2, §8, §10, §11, §18).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::quacksalber {

enum class Colour : std::uint8_t { white, orange, green, blue, red, yellow, purple, black, locoweed };
inline constexpr std::size_t colour_count = 9;

/// A colour and a printed value, numbered as in quacksalber.proto.
using ChipKind = std::uint8_t;
inline constexpr std::size_t chip_kinds = 19;
/// Number of chips of each kind.
using Chips = std::array<std::uint8_t, chip_kinds>;

inline constexpr ChipKind W1 = 0, W2 = 1, W3 = 2, O1 = 3, G1 = 4, G2 = 5, G4 = 6, B1 = 7, B2 = 8, B4 = 9, R1 = 10, R2 = 11, R4 = 12, Y1 = 13,
                          Y2 = 14, Y4 = 15, P1 = 16, K1 = 17, L1 = 18;

inline constexpr std::array<Colour, chip_kinds> chip_colours{
    Colour::white, Colour::white, Colour::white, Colour::orange, Colour::green,  Colour::green,  Colour::green,  Colour::blue,  Colour::blue,    Colour::blue,
    Colour::red,   Colour::red,   Colour::red,   Colour::yellow, Colour::yellow, Colour::yellow, Colour::purple, Colour::black, Colour::locoweed};
inline constexpr std::array<std::uint8_t, chip_kinds> chip_values{1, 2, 3, 1, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 1, 1};

[[nodiscard]] constexpr Colour colour(ChipKind kind) { return chip_colours.at(kind); }
/// Printed; locoweed counts 1 in sums (rules §2.1).
[[nodiscard]] constexpr unsigned value(ChipKind kind) { return chip_values.at(kind); }
[[nodiscard]] std::string_view code(ChipKind kind);  ///< "W1"
[[nodiscard]] std::optional<ChipKind> find_chip(std::string_view code);
/// The chip of the same colour and this value; nothing: there is none.
[[nodiscard]] std::optional<ChipKind> chip(Colour colour, unsigned value);
/// Green, blue, red and yellow have chips of value 1, 2 and 4 and may be swapped (rules §8, §10).
[[nodiscard]] bool has_values(ChipKind kind);
[[nodiscard]] unsigned total(const Chips& chips);
[[nodiscard]] unsigned value_sum(const Chips& chips);
void add(Chips& to, const Chips& chips);

inline constexpr unsigned last_chip_space = 52, last_space = 53;  ///< of the pot track
inline constexpr unsigned last_droplet = 51;                      ///< rules §12
inline constexpr unsigned top_field = 10;                         ///< of the alchemist's flask

/// What a die face, a glass, a field or a row of a book pays. Parts that are not paid are 0.
struct Bonus {
  unsigned vp = 0, rubies = 0, droplet = 0, dice = 0;
  std::vector<ChipKind> chips;
  bool flask = false;
  unsigned rat = 0;
  unsigned draws = 0;    ///< Schreckhaftigkeit, Ohrwurm: chips
  unsigned coins = 0;    ///< Vampirismus
  unsigned swap_to = 0;  ///< Hühneraugen: a 1-chip of the pot becomes this value; 0: no swap
};

/// The fortune cards in the order of the file: purple, blue, those of the expansion box.
enum class Card : std::uint8_t {
  P01, P02, P03, P04, P05, P06, P07, P08, P09, P10, P11, P12, P13, B01, B02, B03, B04, B05, B06, B07, B08, B09, B10, B11,
  X01, X02, X03, X04, X05, X06, X07, X08, X09, X10, X11, X12, X13, X14, X15, X16, X17
};
inline constexpr std::size_t card_count = 41, base_cards = 24;
/// Purple cards resolve before the rats or after them; blue ones hold for the whole round.
enum class CardWhen : std::uint8_t { fortune, rats, round };
struct CardInfo {
  std::string id;
  CardWhen when = CardWhen::round;
  bool needs_essence = false;
};

/// The patients in the order of the file.
enum class Patient : std::uint8_t { nervousness, ear_worm, carrot_nose, wing_ears, chicken_eyes, witchs_hump, forgetfulness, vampirism };
inline constexpr std::size_t patient_count = 8;
struct PatientInfo {
  std::string id;
  std::vector<ChipKind> start;
  std::array<Bonus, top_field + 1> fields;  ///< [0] pays nothing
};

enum class LocoMove : std::uint8_t { one, colours, whites };
struct Locoweed {
  std::string id;
  LocoMove move = LocoMove::one;
  bool return_after = false;
  unsigned essence_per_chip = 0, price = 0;
};

/// What a seat may be asked (rules §14.3), in the order of `ask_names`.
enum class Ask : std::uint8_t {
  patient, fortune, brew, ears, carrot, hump, blue1, yellow1, b08, loco_return, b09, b11, aside, field, swap, vamp_buy, green2, green4,
  purple2, purple4, exploded, buy, rubies, tube
};
inline constexpr std::size_t ask_count = 24;
[[nodiscard]] std::string_view name_of(Ask ask);  ///< "BREW", "LOCO_RETURN"

struct Tables {
  Chips supply{}, start_bag{};
  unsigned start_rubies = 0;
  std::array<std::uint8_t, last_space + 1> coins{}, vp{};
  std::array<bool, last_space + 1> ruby{};
  std::vector<unsigned> tails;  ///< rising; a tail lies between t and t + 1, again every 50 VP
  unsigned last_round = 0, white_round = 0, yellow_opens = 0, purple_opens = 0;
  std::array<std::array<std::uint8_t, chip_kinds>, 4> prices{};  ///< by book set 1..4; 0: never for sale (locoweed has its own)
  std::vector<Locoweed> locoweeds;
  std::array<Bonus, 6> die;
  std::array<CardInfo, card_count> deck;
  std::array<PatientInfo, patient_count> patient;
  std::array<Bonus, 5> hump;  ///< by value 1..4
  std::array<Bonus, 3> purple1, purple2;
  std::array<Bonus, 12> tubes;
  std::array<unsigned, ask_count> seconds{};
};

/// Read and checked once. A broken file throws std::runtime_error naming the entry and what is wrong with it.
[[nodiscard]] const Tables& tables();
[[nodiscard]] Tables parse_tables(std::string_view json);

/// Rat tails between the own points and the leader's (rules §2.3).
[[nodiscard]] unsigned tails(const Tables& tables, int own, int leader);

}  // namespace athanor::games::quacksalber
