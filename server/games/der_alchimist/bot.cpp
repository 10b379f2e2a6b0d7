#include "bot.h"

#include "cards.h"
#include "data.h"
#include "topic_words.h"

#include <athanor/v1/der_alchimist.pb.h>

#include <string>

namespace athanor::games::der_alchimist {
namespace {

constexpr int most_answers = 3;  // then it looks no further
// Pauses of a bot that waits in a contest. Whatever happens there comes as an update, and no phase lasts longer than this.
constexpr std::uint32_t until_something_changes_ms = 60'000, least_pause_ms = 200, random_pause_ms = 250;

// SplitMix64: a bot's choices are no secret and need no fairness.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint32_t below(std::uint32_t bound) {
    state_ += 0x9e3779b97f4a7c15ULL;
    auto z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<std::uint32_t>((z ^ (z >> 31U)) % bound);
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

const v1::Offer* offer_of(const v1::Decision& decision, std::string_view verb) {
  for (const auto& offer : decision.offers())
    if (offer.verb() == verb) return &offer;
  return nullptr;
}

v1::Answer answer_to(const v1::Decision& decision, const v1::Offer& offer, const std::vector<std::uint32_t>& picks = {}) {
  v1::Answer answer;
  answer.set_decision_id(decision.id());
  answer.set_offer_id(offer.id());
  if (offer.fields_size() > 0) answer.add_values()->mutable_picked()->mutable_options()->Add(picks.begin(), picks.end());
  return answer;
}

// The offers to claim a die, one for each free one.
std::vector<const v1::Offer*> free_dice(const v1::Decision& decision) {
  std::vector<const v1::Offer*> offers;
  for (const auto& offer : decision.offers())
    if (offer.verb() == "claim" && offer.fields_size() == 1 && offer.fields(0).has_text()) offers.push_back(&offer);
  return offers;
}
// Their labels begin with the letter of the die.
char letter_of(const v1::Offer& claim) { return claim.label().empty() ? ' ' : claim.label().front(); }

v1::Answer with_word(const v1::Decision& decision, const v1::Offer& claim, const std::string& word) {
  v1::Answer answer;
  answer.set_decision_id(decision.id());
  answer.set_offer_id(claim.id());
  answer.add_values()->set_text(word);
  return answer;
}

// The words of a contest that nobody has claimed in it, each with the offer of its die.
struct Idea {
  const v1::Offer* claim = nullptr;
  std::string word;
};
std::vector<Idea> ideas(const v1::Decision& decision, const v1::CreativityContest& contest) {
  std::vector<Idea> all;
  const auto said = [&](const std::string& word) {
    return std::any_of(contest.claims().begin(), contest.claims().end(), [&](const auto& claim) { return claim.word() == word; });
  };
  for (const auto* claim : free_dice(decision))
    for (auto& word : words_for(contest.topic(), letter_of(*claim)))
      if (!said(word)) all.push_back({claim, std::move(word)});
  return all;
}

class SensibleBot final : public Bot {
 public:
  explicit SensibleBot(std::uint64_t seed) : chance_(seed) {}

  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    asks_again_after_ms_ = 0;
    if (!view_.ParseFromArray(view.data(), static_cast<int>(view.size())) || decision.offers().empty()) return {};
    if (offer_of(decision, "wait") != nullptr) return in_contest(decision);
    if (const auto* commit = offer_of(decision, "commit")) return answer_to(decision, *commit, cards_to_commit(commit->fields(0).pick()));
    if (offer_of(decision, "put-back") != nullptr) return in_scan(decision);
    if (const auto* yes = offer_of(decision, "vote-yes")) return final_vote(decision, *yes);
    if (offer_of(decision, "no-veto") != nullptr) return answer_to(decision, *offer_of(decision, chance_.one_in(6) ? "veto" : "no-veto"));
    if (offer_of(decision, "move-stone") != nullptr) return answer_to(decision, decision.offers(best_area()));
    return in_turn(decision);
  }
  [[nodiscard]] std::uint32_t asks_again_after_ms() const override { return asks_again_after_ms_; }

 private:
  [[nodiscard]] const v1::AlchemistPlayer& me() const { return view_.players(static_cast<int>(view_.active_seat())); }
  [[nodiscard]] unsigned in_hand(Card card) const { return card < view_.own().hand_size() ? view_.own().hand(card) : 0U; }

  // --- turn: only asked when the seat is the active one ---

  // What it is worth to arrive on a space, in points.
  [[nodiscard]] double worth_of(unsigned space) const {
    if (space >= static_cast<unsigned>(view_.path_points_size())) return -100;
    const auto points_here = view_.path_points(static_cast<int>(me().position()));
    const auto kind = view_.path()[space];
    if (kind == 'd') return worth_of(space - desert_steps) - 0.5;
    double worth = 0.6 * (static_cast<double>(space) - me().position());
    worth += static_cast<double>(view_.path_points(static_cast<int>(space))) - points_here;
    if (kind == 's') worth += 2.5;
    if (kind == 'w') worth += 2.0;
    if (kind == 'b') worth += 4.0;
    return worth;
  }
  // The best Ability card of an area from here; 0: none.
  [[nodiscard]] double best_play(Ability area) const {
    double best = 0;
    for (unsigned value = 1; value <= max_value; ++value)
      if (in_hand(ability_card(area, value)) > 0) best = std::max(best, worth_of(me().position() + value));
    return best;
  }
  [[nodiscard]] int best_area() const {
    int best = static_cast<int>(view_.stone());
    for (int area = 0; area < static_cast<int>(abilities); ++area)
      if (best_play(static_cast<Ability>(area)) > best_play(static_cast<Ability>(best))) best = area;
    return best;
  }

  struct Choice {
    double worth = 0;
    v1::Answer answer;
  };
  void consider(Choice& best, double worth, v1::Answer answer) const {
    if (best.answer.offer_id() == 0 || worth > best.worth) best = {worth, std::move(answer)};
  }

  // Low cards of the other areas first.
  [[nodiscard]] std::uint32_t least_useful(const v1::Pick& pick) const {
    const auto use = [&](const v1::Option& option) {
      const auto card = static_cast<Card>(option.id() - 1);
      if (!is_ability(card)) return 10;
      return value_of(card) + (static_cast<unsigned>(ability_of(card)) == view_.stone() ? 5 : 0);
    };
    const auto& options = pick.options();
    return std::min_element(options.begin(), options.end(), [&](const auto& a, const auto& b) { return use(a) < use(b); })->id();
  }

  v1::Answer in_turn(const v1::Decision& decision) {
    Choice best;
    const double last_card = me().hand_size() == 1 ? 6.0 : 0.0;  // bonus of rules §10
    for (const auto& offer : decision.offers()) {
      if (offer.verb() == "play-ability" || offer.verb() == "play-gold") {
        const double price = offer.verb() == "play-gold" ? 1.5 : 0.8;
        for (const auto& option : offer.fields(0).pick().options())
          consider(best, worth_of(me().position() + static_cast<unsigned>(option.weight())) - price + last_card,
                   answer_to(decision, offer, {option.id()}));
      } else if (offer.verb() == "play-stone") {
        const auto area = best_area();
        consider(best, best_play(static_cast<Ability>(area)) - best_play(static_cast<Ability>(view_.stone())) - 0.5 + last_card,
                 answer_to(decision, offer, {static_cast<std::uint32_t>(area) + 1}));
      } else if (offer.verb() == "play-challenge") {
        consider(best, (strength() - 6.0) / 2 + last_card, answer_to(decision, offer));
      } else if (offer.verb() == "draw") {
        const bool two = offer.id() == 2;
        consider(best, (me().hand_size() < 5 ? 2.5 : 1.0) + (two ? 0.5 : 0.0), answer_to(decision, offer));
      } else if (offer.verb() == "exchange") {
        consider(best, -0.5, answer_to(decision, offer, {least_useful(offer.fields(0).pick())}));
      } else if (offer.verb() == "rescan") {
        consider(best, view_.own().answers_size() < most_answers ? 2.0 : -1.0, answer_to(decision, offer));
      } else if (offer.verb() == "pass") {  // with a full hand even another useless card is a step on
        consider(best, -1.0, answer_to(decision, offer));
      } else {
        consider(best, 0.0, answer_to(decision, offer));
      }
    }
    return best.answer;
  }

  // --- challenge ---

  // Total that could be shown in the stone's area.
  [[nodiscard]] double strength() const {
    unsigned sum = gold_value * in_hand(gold);
    for (unsigned value = 1; value <= max_value; ++value) sum += value * in_hand(ability_card(static_cast<Ability>(view_.stone()), value));
    return sum;
  }
  std::vector<std::uint32_t> cards_to_commit(const v1::Pick& pick) {
    std::vector<std::uint32_t> cards;
    const bool wants_to_win = strength() >= 7 || chance_.one_in(3);
    for (const auto& option : pick.options()) {
      const bool spares = option.term() == "card.gold" ? strength() >= 10 : wants_to_win || cards.empty();
      if (spares) cards.insert(cards.end(), wants_to_win ? option.copies() : 1U, option.id());
    }
    return cards;
  }

  // --- contest ---

  v1::Answer in_contest(const v1::Decision& decision) {
    asks_again_after_ms_ = until_something_changes_ms;
    if (contest_ != view_.contest().number()) {
      contest_ = view_.contest().number();
      next_word_at_ms_ = 26'000 - chance_.below(4'000);
      objects_ = chance_.one_in(8);
    }
    if (const auto* valid = offer_of(decision, "vote-valid")) {
      const auto* invalid = offer_of(decision, "vote-invalid");
      return answer_to(decision, chance_.one_in(4) && invalid != nullptr ? *invalid : *valid);
    }
    if (const auto* object = offer_of(decision, "object"); object != nullptr && objects_) {
      objects_ = false;
      const auto& claims = object->fields(0).pick();
      return answer_to(decision, *object, {claims.options(static_cast<int>(chance_.below(static_cast<std::uint32_t>(claims.options_size())))).id()});
    }
    if (const auto* ready = offer_of(decision, "ready")) return answer_to(decision, *ready);
    const auto words = ideas(decision, view_.contest());
    if (words.empty()) return {};
    if (decision.remaining_ms() > next_word_at_ms_) {
      asks_again_after_ms_ = std::max(decision.remaining_ms() - next_word_at_ms_, least_pause_ms);
      return {};
    }
    next_word_at_ms_ -= std::min(next_word_at_ms_, 3'000 + chance_.below(6'000));
    const auto& idea = words[chance_.below(static_cast<std::uint32_t>(words.size()))];
    return with_word(decision, *idea.claim, idea.word);
  }

  // --- books and reading: what fits is a matter of opinion, and the bot has none ---

  v1::Answer in_scan(const v1::Decision& decision) {
    const auto* take = offer_of(decision, "take-answer");
    const auto* none = offer_of(decision, "none-fits");
    if (take != nullptr && take->fields(0).pick().options_size() > 0 && (none == nullptr || view_.own().answers_size() < most_answers)) {
      const auto& cards = take->fields(0).pick();
      return answer_to(decision, *take, {cards.options(static_cast<int>(chance_.below(static_cast<std::uint32_t>(cards.options_size())))).id()});
    }
    return answer_to(decision, none != nullptr ? *none : *offer_of(decision, "put-back"));
  }
  v1::Answer final_vote(const v1::Decision& decision, const v1::Offer& yes) {
    const auto* no = offer_of(decision, "vote-no");
    const bool own = offer_of(decision, "abstain") == nullptr;  // the reader is not offered to abstain
    return answer_to(decision, own || no == nullptr || chance_.below(5) < 3 ? yes : *no);
  }

  Chance chance_;
  v1::DerAlchimistView view_;
  std::uint32_t contest_ = 0;
  std::uint32_t next_word_at_ms_ = 0;  // remaining time at which the next word comes to mind
  bool objects_ = false;
  std::uint32_t asks_again_after_ms_ = 0;
};

std::string verb_of(const v1::Decision& decision, const v1::Answer& answer) {
  for (const auto& offer : decision.offers())
    if (offer.id() == answer.offer_id()) return offer.verb();
  return {};
}

class RandomPlayer final : public Bot {
 public:
  explicit RandomPlayer(std::uint64_t seed) : chance_(seed), bot_(random_bot(seed)) {}

  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    auto answer = bot_->choose(decision, view);
    while (thinks_again(verb_of(decision, answer))) answer = bot_->choose(decision, view);
    // It says once that it waits, as any offer must be taken by somebody; then it really does.
    const bool waits = verb_of(decision, answer) == "wait";
    const bool waits_still = waits && waited_in_ == view;
    waited_in_ = waits ? std::string(view) : std::string();
    asks_again_after_ms_ = waits_still ? random_pause_ms : 0;
    if (waits_still) return {};
    for (const auto* claim : free_dice(decision)) {
      if (claim->id() != answer.offer_id()) continue;
      std::string word(1, letter_of(*claim));
      for (int i = 0; i < 7; ++i) word += static_cast<char>('a' + chance_.below(26));
      return with_word(decision, *claim, word);
    }
    return answer;
  }

  [[nodiscard]] std::uint32_t asks_again_after_ms() const override { return asks_again_after_ms_; }

 private:
  // What takes nothing forward is chosen less often, so that random games come to an end.
  bool thinks_again(const std::string& verb) {
    if (verb == "draw") return chance_.one_in(2);
    return (verb == "wait" || verb == "withdraw" || verb == "object") && !chance_.one_in(4);
  }

  Chance chance_;
  std::unique_ptr<Bot> bot_;
  std::string waited_in_;  // the view in which it chose to wait; empty: it did something else
  std::uint32_t asks_again_after_ms_ = 0;
};

}  // namespace

std::unique_ptr<Bot> sensible_bot(std::uint64_t seed) { return std::make_unique<SensibleBot>(seed); }
std::unique_ptr<Bot> random_player(std::uint64_t seed) { return std::make_unique<RandomPlayer>(seed); }

}  // namespace athanor::games::der_alchimist
