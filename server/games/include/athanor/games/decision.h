#pragma once
// The vocabulary in which a game asks and a seat answers; decisions.proto is its form on the wire and documents each
// part. Games build these values; one generic check (check.h) holds an answer against them.

#include <athanor/games/basics.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace athanor::games {

struct Option {
  std::uint32_t id = 0;  ///< stable while the question stays the same; says nothing about hidden order
  std::string label{};
  std::string term{};             ///< term key, e.g. "ingredient.frog"; may be empty
  std::uint32_t copies = 1;     ///< how often it may be picked
  std::int32_t weight = 0;      ///< what it adds to a SumRule
  std::uint32_t group = 0;      ///< 0: none
};

struct SumRule { std::int32_t min = 0, max = 0; };              ///< sum of weights
struct DistinctGroupsRule {};                                    ///< at most one pick of each group
struct GroupRule { std::uint32_t group = 0, min = 0, max = 0; };  ///< number of picks of one group
struct Rule {
  std::variant<SumRule, DistinctGroupsRule, GroupRule> kind{};
  std::string text{};  ///< the rule in words, shown when it is broken
};

struct Pick {
  std::uint32_t min = 1, max = 1;  ///< number of picks, repetitions counted
  bool ordered = false;
  std::vector<Option> options{};
  std::vector<Rule> rules{};
};
struct TextInput { std::uint32_t min_length = 1, max_length = 1; };  ///< code points
struct NumberInput { std::int32_t min = 0, max = 0; };

struct Field {
  std::string name{};
  std::string label{};
  std::variant<Pick, TextInput, NumberInput> kind{};
};

struct Offer {
  std::uint32_t id = 0;  ///< stable while the question stays the same
  std::string verb{};      ///< lower case with hyphens
  std::string label{};
  std::vector<Field> fields{};
  bool repeatable = false;  ///< answering leaves the question open under the same id
  bool confirm = false;
};

/// What a seat may do now.
struct Decision {
  std::string prompt{};
  std::vector<Offer> offers{};
  std::optional<RoomTime> deadline{};  ///< when the default is taken
  bool clock_stopped = false;        ///< deadline does not run now
  std::string help{};                  ///< key of the help topic for this moment
  bool hidden = false;               ///< others must not learn that this seat is being asked
};

struct Picked { std::vector<std::uint32_t> options; };
using Value = std::variant<Picked, std::string, std::int32_t>;

/// A seat's answer as it came in.
struct Answer {
  std::uint64_t decision_id = 0;
  std::uint32_t offer_id = 0;
  std::vector<Value> values{};
};

/// Why an answer changed nothing.
struct Rejection {
  enum class Kind : std::uint8_t { stale, not_offered, rule };
  Kind kind = Kind::not_offered;
  std::string text{};    ///< for people: what happened and what to do
  std::string reason{};  ///< the rules' own error name where they have one
};

}  // namespace athanor::games
