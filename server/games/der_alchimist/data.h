#pragma once
// Board, cards, dice, questions, answers and topics (rules §2, §4) as read from data/der_alchimist.json. Which question an answer
// officially answers is not among them: see solutions.h.

#include "cards.h"

#include <athanor/games/basics.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::der_alchimist {

enum class SpaceType : std::uint8_t { castle, normal, stone, creativity, book, desert, temple, sun };
struct Space {
  SpaceType type = SpaceType::normal;
  std::uint8_t points = 0;  ///< printed Alchemy Points
  std::uint8_t pile = 0;    ///< on books: 0..4
};
inline constexpr std::uint8_t last_space = 72;
inline constexpr std::uint8_t temple_space = 54;
inline constexpr std::uint8_t desert_steps = 2;
inline constexpr std::size_t piles = 5;
inline constexpr std::size_t dice = 5;
inline constexpr std::size_t colours = 4;

/// The same text in both languages.
struct Bilingual {
  std::string english, german;
  [[nodiscard]] const std::string& in(Language language) const { return language == Language::german ? german : english; }
};

using QuestionId = std::uint8_t;  ///< 0..31
using AnswerId = std::uint8_t;    ///< 0..159
using TopicId = std::uint8_t;     ///< 0..95

struct Question {
  std::uint8_t colour = 0;
  std::string concept_name;  ///< as in data/solutions.json
  Bilingual name, text;
};
struct AnswerText {
  std::uint8_t colour = 0;
  Bilingual text;
};

struct Data {
  std::array<Space, last_space + 1> path{};
  Cards deck{};
  Chips bank{};
  std::array<std::string, dice> letters{};  ///< faces of each die
  std::vector<Question> questions;
  std::vector<AnswerText> answers;
  std::vector<Bilingual> topics;
  std::array<Bilingual, colours> colour_names{};
  std::array<Bilingual, abilities> ability_names{};
};

/// Read and checked once. A broken table throws std::runtime_error naming the entry and what is wrong with it.
[[nodiscard]] const Data& data();
[[nodiscard]] Data parse_data(std::string_view json);

/// Names as in views and terms: "W3", "gold", "stone", "challenge"; "wisdom"; "yellow"; "book".
[[nodiscard]] std::string card_name(Card card);
[[nodiscard]] std::string_view name_of(Ability ability);
[[nodiscard]] std::string_view colour_name(std::uint8_t colour);
[[nodiscard]] std::string_view name_of(SpaceType type);

}  // namespace athanor::games::der_alchimist
