#include "events.h"

#include "texts.h"

namespace athanor::games::little_alchemists {
namespace {

struct Kind {
  std::string_view operator()(const TurnBegan&) const { return "turn"; }
  std::string_view operator()(const Bought&) const { return "bought"; }
  std::string_view operator()(const Mixed&) const { return "mixed"; }
  std::string_view operator()(const Traded&) const { return "traded"; }
  std::string_view operator()(const Wished&) const { return "wish"; }
  std::string_view operator()(const PetTaken&) const { return "pet-taken"; }
  std::string_view operator()(const PetCoin&) const { return "pet-coin"; }
  std::string_view operator()(const Sold&) const { return "sold"; }
  std::string_view operator()(const TheoryWrong&) const { return "theory-wrong"; }
  std::string_view operator()(const TheoryRight&) const { return "theory-right"; }
  std::string_view operator()(const Guessed&) const { return "guessed"; }
  std::string_view operator()(const Revealed&) const { return "revealed"; }
  std::string_view operator()(const Discarded&) const { return "discarded"; }
  std::string_view operator()(const Drew&) const { return "drew"; }
  std::string_view operator()(const MarketFilled&) const { return "market"; }
  std::string_view operator()(const MarketBoring&) const { return "boring-market"; }
  std::string_view operator()(const CustomerCame&) const { return "customer"; }
  std::string_view operator()(const ArtifactBought&) const { return "artifact-bought"; }
  std::string_view operator()(const ArtifactShown&) const { return "artifact-shown"; }
  std::string_view operator()(const Passed&) const { return "passed"; }
  std::string_view operator()(const TurnSkipped&) const { return "turn-skipped"; }
  std::string_view operator()(const WentAway&) const { return "away"; }
  std::string_view operator()(const CameBack&) const { return "back"; }
  std::string_view operator()(const LeftGame&) const { return "left"; }
  std::string_view operator()(const GameOver&) const { return "game-over"; }
  std::string_view operator()(const TestBegan&) const { return "test-began"; }
  std::string_view operator()(const TestAnswered&) const { return "test-answered"; }
  std::string_view operator()(const TestConfirmed&) const { return "test-confirmed"; }
  std::string_view operator()(const TestClosed&) const { return "test-closed"; }
};

class Writer {
 public:
  Writer(const std::vector<std::string>& names, Language language) : names_(names), language_(language), t_(texts(language)) {}

  std::string operator()(const TurnBegan& e) const { return fill(t_.turn_began, {name(e.seat)}); }
  std::string operator()(const Bought& e) const {
    return fill(t_.bought, {name(e.seat), ingredient(e.ingredient), e.price == 0 ? std::string(t_.free_of_charge) : coins_text(e.price, language_)});
  }
  std::string operator()(const Mixed& e) const {
    if (e.result == Result::trade)
      return e.own ? fill(t_.two_of_a_kind_own, {name(e.seat), ingredient(e.own->a)}) : fill(t_.two_of_a_kind, {name(e.seat)});
    if (!e.own) return fill(t_.mixed, {name(e.seat), result(e.result)});
    return fill(t_.mixed_own, {name(e.seat), result(e.result), ingredient(e.own->a), ingredient(e.own->b)}) +
           std::string(e.own->is_new ? t_.mixed_new : t_.mixed_known);
  }
  std::string operator()(const Traded& e) const { return fill(t_.traded, {name(e.seat), ingredient(e.ingredient)}); }
  std::string operator()(const Wished& e) const { return fill(t_.wished, {name(e.seat), result(e.type)}); }
  std::string operator()(const PetTaken& e) const { return fill(t_.pet_taken, {name(e.seat), pet(e.pet)}); }
  std::string operator()(const PetCoin& e) const { return fill(t_.pet_coin, {name(e.seat), pet(e.pet), coins_text(e.coins, language_)}); }
  std::string operator()(const Sold& e) const { return fill(t_.sold, {name(e.seat), result(e.potion), coins_text(e.coins, language_)}); }
  std::string operator()(const TheoryWrong& e) const {
    std::string text = fill(e.broken_gem ? t_.theory_wrong : t_.theory_wrong_no_gem, {name(e.seat)});
    if (e.own) text += fill(t_.theory_wrong_own, {ingredient(e.own->ingredient), set_text(e.own->set, language_)});
    if (e.own && e.own->right >= 0) text += fill(t_.theory_glass, {std::to_string(e.own->right)});
    return text;
  }
  std::string operator()(const TheoryRight& e) const {
    const auto set = set_text(e.set, language_);
    if (!e.ingredient) return fill(t_.theory_right, {name(e.seat), set});
    if (!e.gem) return fill(t_.theory_right_own, {name(e.seat), set, ingredient(*e.ingredient)});
    return fill(t_.theory_right_told, {name(e.seat), set, ingredient(*e.ingredient), std::to_string(*e.gem)});
  }
  std::string operator()(const Guessed& e) const {
    return e.ingredient ? fill(t_.guessed, {name(e.seat), ingredient(*e.ingredient)}) : fill(t_.guessed_none, {name(e.seat)});
  }
  std::string operator()(const Revealed& e) const {
    std::string text = fill(t_.revealed, {name(e.seat), ingredient(e.ingredient), set_text(e.set, language_), std::to_string(e.gem)});
    return text + fill(t_.revealed_guessers, {e.right.empty() ? std::string(t_.nobody) : everyone(e.right)});
  }
  std::string operator()(const Discarded& e) const {
    if (e.from_stack) return fill(t_.discarded_from_stack, {tiles_text(e.number, language_)});
    return e.own ? fill(t_.discarded_own, {name(e.seat), tiles(*e.own)}) : fill(t_.discarded, {name(e.seat), tiles_text(e.number, language_)});
  }
  std::string operator()(const Drew& e) const {
    return e.own ? fill(t_.drew_own, {name(e.seat), tiles(*e.own)}) : fill(t_.drew, {name(e.seat), tiles_text(e.number, language_)});
  }
  std::string operator()(const MarketFilled& e) const { return fill(t_.market_filled, {ingredient(e.ingredient)}); }
  std::string operator()(const MarketBoring&) const { return std::string(t_.market_boring); }
  std::string operator()(const CustomerCame& e) const {
    const auto& tile = data().customers.at(e.customer);
    std::string text = fill(t_.customer_came, {result(tile.potion), coins_text(tile.pays, language_)});
    if (e.reshuffled) text += t_.reshuffled;
    if (e.next) return text + fill(t_.customer_next, {result(data().customers.at(*e.next).potion)});
    return text + std::string(t_.customer_last);
  }
  std::string operator()(const ArtifactBought& e) const {
    return fill(t_.artifact_bought, {name(e.seat), artifact(e.artifact), coins_text(e.price, language_)});
  }
  std::string operator()(const ArtifactShown& e) const { return fill(t_.artifact_shown, {artifact_text(e.artifact, language_)}); }
  std::string operator()(const Passed& e) const { return fill(t_.passed, {name(e.seat)}); }
  std::string operator()(const TurnSkipped& e) const { return fill(t_.turn_skipped, {name(e.seat)}); }
  std::string operator()(const WentAway& e) const { return fill(t_.went_away, {name(e.seat)}); }
  std::string operator()(const CameBack& e) const { return fill(t_.came_back, {name(e.seat)}); }
  std::string operator()(const LeftGame& e) const { return fill(t_.left_game, {name(e.seat)}); }
  std::string operator()(const GameOver& e) const {
    std::string text(e.reason == EndReason::market ? t_.over_market : e.reason == EndReason::theory ? t_.over_theory : t_.over_aborted);
    if (e.keys > 0) text += fill(t_.over_keys, {std::to_string(e.keys)});
    if (!e.winners.empty()) text += fill(e.winners.size() == 1 ? t_.over_winner : t_.over_winners, {everyone(e.winners)});
    return text;
  }
  std::string operator()(const TestBegan&) const { return std::string(t_.test_began); }
  std::string operator()(const TestAnswered& e) const {
    return fill(t_.test_answered, {name(e.seat), ingredient(e.question.a), ingredient(e.question.b), result(e.question.answer.value())});
  }
  std::string operator()(const TestConfirmed& e) const { return fill(t_.test_confirmed, {name(e.seat)}); }
  std::string operator()(const TestClosed& e) const {
    return fill(e.passed ? t_.test_passed : t_.test_failed, {std::to_string(e.right), std::to_string(e.questions)});
  }

 private:
  [[nodiscard]] std::string_view name(Seat seat) const { return names_.at(seat); }
  [[nodiscard]] std::string_view ingredient(Ingredient i) const { return ingredient_text(i, language_); }
  [[nodiscard]] std::string_view result(Result r) const { return result_text(r, language_); }
  [[nodiscard]] std::string_view pet(Pet p) const { return t_.pets.at(static_cast<std::size_t>(p)); }
  [[nodiscard]] std::string_view artifact(Artifact a) const { return t_.artifacts.at(static_cast<std::size_t>(a)); }
  [[nodiscard]] std::string everyone(const std::vector<Seat>& seats) const {
    std::vector<std::string> list;
    for (const auto seat : seats) list.emplace_back(name(seat));
    return listed(list, language_);
  }
  [[nodiscard]] std::string tiles(const Tiles& tiles) const {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < tiles.size(); ++i)
      for (unsigned n = 0; n < tiles[i]; ++n) list.emplace_back(ingredient(static_cast<Ingredient>(i)));
    return listed(list, language_);
  }

  const std::vector<std::string>& names_;
  Language language_;
  const Texts& t_;
};

}  // namespace

std::string event_kind(const Event& event) { return std::string(std::visit(Kind{}, event)); }

std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
  return std::visit(Writer(names, language), event);
}

}  // namespace athanor::games::little_alchemists
