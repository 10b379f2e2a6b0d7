#pragma once
// Builds the answer to a decision step by step: which offer, then its fields one after the other, then "are you sure?".
// Both the full screen and the line mode drive it; it knows neither.

#include "places.h"
#include "texts.h"

#include <athanor/v1/decisions.pb.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

/// One place in the list of what can be chosen in the present step.
struct Choice {
  std::string label;          ///< empty place: nothing is offered under this number now
  std::uint32_t times = 0;    ///< how often it has been picked so far
  std::uint32_t copies = 1;   ///< how often it may be
  std::string places{};       ///< ordered picks: "1,3", the places it takes
  std::string verb{};         ///< of the offer, also of the one that an empty place had; empty for anything else
  std::string key{};          ///< what chooses it (shortcuts.h); empty: not given yet
  bool own_key = false;       ///< the key means this choice and no other, wherever it stands
  bool eager = false;         ///< Enter and Space may choose it unasked
  bool offered = true;        ///< false: an empty place
};

class Answering {
 public:
  enum class Step : std::uint8_t { nothing, offers, pick, text, number, confirm };
  enum class Result : std::uint8_t {
    more,    ///< the present step went on, or the next one began
    ready,   ///< take_answer() has the whole answer
    problem  ///< nothing changed; problem() says why
  };

  /// auto_finish: a pick of several ends by itself once as many as allowed are chosen (a line was typed on purpose; a
  /// key may have slipped).
  Answering(const Texts& texts, bool auto_finish) : texts_(&texts), auto_finish_(auto_finish) {}

  /// The server's newest decision. Keeps what was chosen so far when it is the same question and still offers all of it;
  /// otherwise begins anew. Returns whether something that had been chosen was lost. Whoever is typing into a field whose
  /// offer is gone from the same question is not thrown out: see suspended().
  bool update(const std::optional<v1::Decision>& decision);
  /// The field of the present step belongs to an offer that is not there now. It goes on if the offer returns; back() leaves it.
  [[nodiscard]] bool suspended() const { return suspended_; }
  /// The last update() gave this choice of the present step another meaning than it had.
  [[nodiscard]] bool changed_meaning(std::size_t index) const;
  /// Names the present field, for as long as the question stays the same.
  struct FieldKey {
    std::uint32_t offer = 0;
    std::size_t number = 0;
    friend auto operator<=>(const FieldKey&, const FieldKey&) = default;
  };
  [[nodiscard]] FieldKey field_key() const { return {offer_ ? offer_->id() : 0, values_.size()}; }

  [[nodiscard]] const std::optional<v1::Decision>& decision() const { return decision_; }
  [[nodiscard]] Step step() const;
  [[nodiscard]] std::vector<Choice> choices() const;
  /// What the present step asks, e.g. "Which two tiles? (2 of 5)".
  [[nodiscard]] std::string question() const;
  /// What has been chosen before it, e.g. "Mix two ingredients"; empty at the first step, unless there is only one thing to do.
  [[nodiscard]] std::string trail() const;
  /// Nothing was chosen yet because there is only one thing to do: question() says all of it.
  [[nodiscard]] bool at_beginning() const;
  /// How to go on in this step when choosing alone does not: done() is possible or needed.
  [[nodiscard]] bool can_finish() const;
  /// A pick of none is allowed, something could be picked, and nothing is yet.
  [[nodiscard]] bool would_pick_none() const;
  [[nodiscard]] const v1::Field* field() const;  ///< of the present step; nullptr when it has none

  Result choose(std::size_t index);       ///< offers, pick
  Result enter(std::string_view text);    ///< text, number
  Result done();                          ///< ends a pick; says yes to the confirmation
  bool back();                            ///< takes the last choice back; false: nothing to take back
  [[nodiscard]] bool can_go_back() const;
  [[nodiscard]] bool has_picks() const { return !picks_.empty(); }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// After ready: the answer; the steps begin anew.
  v1::Answer take_answer();
  /// The offer of the answer that take_answer() returned last; nullptr before.
  [[nodiscard]] const v1::Offer* answered_offer() const { return answered_ ? &*answered_ : nullptr; }

 private:
  [[nodiscard]] const v1::Offer* offer() const { return offer_ ? &*offer_ : nullptr; }
  [[nodiscard]] bool fields_missing() const;
  [[nodiscard]] bool only_one_offer() const;  ///< and it asks for something: it is chosen from the start
  [[nodiscard]] std::string field_question() const;
  [[nodiscard]] std::string picked_so_far() const;
  [[nodiscard]] bool offers_nothing() const;  ///< the present pick has no option
  void number_choices();
  Result next();
  Result refuse(std::string text);
  [[nodiscard]] bool still_fits() const;
  [[nodiscard]] std::size_t picked(std::uint32_t option) const;

  const Texts* texts_;
  bool auto_finish_;
  std::optional<v1::Decision> decision_;
  std::optional<v1::Offer> offer_;        // that was chosen, as it was offered last
  bool suspended_ = false;
  Places offers_;                         // numbers of the offers
  std::map<std::uint32_t, std::string> verbs_;  // of the offers of this question, gone ones too
  Places options_;                        // numbers of the options of the field options_of_
  std::optional<FieldKey> options_of_;
  std::vector<v1::Value> values_;         // of the fields that are done
  std::vector<std::uint32_t> picks_;      // of the present field, in order
  std::optional<v1::Offer> answered_;
  std::string problem_;
};

/// Why the chosen options do not fit the field, in words; empty: they do.
[[nodiscard]] std::string pick_problem(const v1::Pick& pick, const std::vector<std::uint32_t>& chosen, const Texts& texts);

}  // namespace athanor::ui
