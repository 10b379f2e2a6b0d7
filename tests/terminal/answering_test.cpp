// Answers built step by step, for every kind of field.

#include "answering.h"
#include "scenes.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;
using Step = Answering::Step;
using Result = Answering::Result;

namespace {
const Texts& english() {
  static const Texts texts("en");
  return texts;
}
}  // namespace

TEST_CASE("A button with confirmation, two fields, a pick of two with copies") {
  Answering answering(english(), false);
  CHECK(answering.step() == Step::nothing);
  answering.update(turn_decision(7));
  REQUIRE(answering.choices().size() == 4);

  CHECK(answering.choose(3) == Result::more);
  CHECK(answering.step() == Step::confirm);
  CHECK(answering.back());
  CHECK(answering.step() == Step::offers);
  CHECK(answering.choose(3) == Result::more);
  CHECK(answering.done() == Result::ready);
  auto answer = answering.take_answer();
  CHECK(answer.decision_id() == 7);
  CHECK(answer.offer_id() == 10);
  CHECK(answer.values_size() == 0);

  CHECK(answering.choose(2) == Result::more);
  CHECK(answering.choose(1) == Result::more);
  CHECK(answering.trail() == "Share a theory: chicken foot");
  CHECK(answering.choose(0) == Result::ready);
  answer = answering.take_answer();
  REQUIRE(answer.values_size() == 2);
  CHECK(answer.values(0).picked().options(0) == 3);
  CHECK(answer.values(1).picked().options(0) == 1);

  CHECK(answering.choose(0) == Result::more);
  CHECK_FALSE(answering.can_finish());
  CHECK(answering.done() == Result::problem);
  CHECK(answering.choose(0) == Result::more);
  CHECK(answering.choose(0) == Result::more);  // the same one twice: there are two copies
  CHECK(answering.choices()[0].times == 2);
  CHECK(answering.choose(1) == Result::problem);
  CHECK(answering.choose(0) == Result::more);  // works as a switch
  CHECK(answering.choices()[0].times == 0);
  CHECK(answering.choose(1) == Result::more);
  CHECK(answering.choose(2) == Result::more);
  CHECK(answering.done() == Result::ready);
  answer = answering.take_answer();
  CHECK(answer.values(0).picked().options_size() == 2);
  CHECK(answer.values(0).picked().options(1) == 8);
}

TEST_CASE("Order, rules, text and number are checked before anything is sent") {
  Answering answering(english(), false);
  answering.update(every_field());
  answering.choose(0);
  CHECK(answering.choose(2) == Result::more);
  CHECK(answering.choose(0) == Result::more);
  CHECK(answering.choices()[2].places == "1");
  CHECK(answering.choices()[0].places == "2");
  CHECK(answering.done() == Result::more);

  CHECK(answering.choose(0) == Result::more);
  CHECK(answering.choose(2) == Result::more);
  CHECK(answering.choose(1) == Result::more);
  CHECK(answering.done() == Result::problem);
  CHECK(answering.problem() == "You have 10. Together: 15.");
  CHECK(answering.back());
  CHECK(answering.back());
  CHECK(answering.choose(0) == Result::more);
  CHECK(answering.done() == Result::problem);
  CHECK(answering.problem() == "Different colours only.");
  CHECK(answering.back());
  CHECK(answering.done() == Result::more);

  CHECK(answering.step() == Step::text);
  CHECK(answering.enter("a") == Result::problem);
  CHECK(answering.enter("abcdef") == Result::problem);
  CHECK(answering.enter("\xff\xff") == Result::problem);
  CHECK(answering.enter("wörd") == Result::more);
  CHECK(answering.step() == Step::number);
  for (const auto* bad : {"", "13", "-4", "1.5", "x", "1x", "99999999999999"}) CHECK(answering.enter(bad) == Result::problem);
  CHECK(answering.enter("-3") == Result::ready);

  const auto answer = answering.take_answer();
  REQUIRE(answer.values_size() == 4);
  CHECK(answer.values(0).picked().options(0) == 3);
  CHECK(answer.values(0).picked().options(1) == 1);
  CHECK(answer.values(1).picked().options_size() == 1);
  CHECK(answer.values(2).text() == "wörd");
  CHECK(answer.values(3).number() == -3);
}

TEST_CASE("A pick may need a number of one group") {
  v1::Pick pick;
  pick.set_max(3);
  for (std::uint32_t i = 1; i <= 3; ++i) {
    auto* option = pick.add_options();
    option->set_id(i);
    option->set_copies(1);
    option->set_group(i % 2);
  }
  auto* group = pick.add_rules()->mutable_group();
  group->set_group(1);
  group->set_min(2);
  group->set_max(2);
  CHECK(pick_problem(pick, {1, 3}, english()).empty());
  CHECK_FALSE(pick_problem(pick, {1, 2}, english()).empty());
  CHECK_FALSE(pick_problem(pick, {}, english()).empty());
}

TEST_CASE("Another seat's move keeps what was chosen as long as it is still offered") {
  Answering answering(english(), false);
  answering.update(turn_decision(3));
  answering.choose(0);
  answering.choose(1);
  auto changed = turn_decision(3);
  changed.mutable_offers()->SwapElements(0, 1);
  CHECK_FALSE(answering.update(changed));
  CHECK(answering.step() == Step::pick);
  CHECK(answering.choices()[1].times == 1);

  changed.mutable_offers(1)->mutable_fields(0)->mutable_pick()->mutable_options()->DeleteSubrange(1, 1);
  CHECK(answering.update(changed));
  CHECK(answering.step() == Step::offers);
  answering.choose(1);
  CHECK(answering.update(turn_decision(4)));  // another question
  CHECK(answering.step() == Step::offers);
  answering.update(std::nullopt);
  CHECK(answering.step() == Step::nothing);
  CHECK(answering.choose(0) == Result::problem);
}

TEST_CASE("A decision with one offer begins with its field; a line ends a pick by itself") {
  auto decision = turn_decision();
  decision.mutable_offers()->DeleteSubrange(1, 3);
  Answering answering(english(), true);
  answering.update(decision);
  CHECK(answering.step() == Step::pick);
  CHECK_FALSE(answering.back());
  CHECK(answering.choose(0) == Result::more);
  CHECK(answering.choose(2) == Result::ready);
}

TEST_CASE("Where only one thing can be done, the question says what for") {
  v1::Decision decision;
  decision.set_id(1);
  decision.set_prompt("You hold 8 ingredients, 7 are allowed.");
  auto& offer = *decision.add_offers();
  offer.set_id(1);
  offer.set_label("Discard them for good.");
  for (int i = 0; i < 2; ++i) {
    auto& field = *offer.add_fields();
    field.set_label(i == 0 ? "Which one?" : "And then?");
    field.mutable_pick()->set_min(1);
    field.mutable_pick()->set_max(1);
    auto& option = *field.mutable_pick()->add_options();
    option.set_id(1);
    option.set_label("Glowcap");
    option.set_copies(1);
  }
  Answering answering(english(), true);
  answering.update(decision);
  CHECK(answering.at_beginning());
  CHECK(answering.question() == "You hold 8 ingredients, 7 are allowed. Which one?");
  CHECK(answering.choose(0) == Result::more);
  CHECK_FALSE(answering.at_beginning());
  CHECK(answering.question() == "And then?");
  CHECK(answering.trail() == "Discard them for good: Glowcap");  // a sentence goes on without its full stop
}

TEST_CASE("What is sent without a choice says so") {
  v1::Decision decision;
  decision.set_id(1);
  auto& offer = *decision.add_offers();
  offer.set_id(1);
  offer.set_label("Commit these cards");
  for (const char* label : {"Cards", "More"}) {
    auto& field = *offer.add_fields();
    field.set_label(label);
    field.mutable_pick();
  }
  auto& option = *offer.mutable_fields(1)->mutable_pick()->add_options();  // one that need not be taken
  option.set_id(1);
  option.set_copies(1);
  offer.mutable_fields(1)->mutable_pick()->set_max(1);
  offer.set_confirm(true);
  const auto [language, empty, shown] = GENERATE(table<std::string, std::string, std::string>(
      {{"en", "Cards (nothing to choose from)", "Commit these cards: nothing: nothing"},
       {"de", "Cards (nichts zur Auswahl)", "Commit these cards: nichts: nichts"}}));
  const Texts texts(language);
  Answering answering(texts, true);
  answering.update(decision);
  CHECK(answering.question() == empty);
  CHECK(answering.can_finish());
  CHECK(answering.done() == Result::more);
  CHECK(answering.done() == Result::more);
  CHECK(answering.trail() == shown);
}

TEST_CASE("A decision of a broken server does no harm") {
  v1::Decision empty;
  empty.set_id(1);
  Answering answering(english(), false);
  answering.update(empty);
  CHECK(answering.choices().empty());
  CHECK(answering.choose(0) == Result::problem);
  auto* offer = empty.add_offers();
  offer->add_fields();  // no kind
  answering.update(empty);
  CHECK(answering.choose(0) == Result::problem);
  (void)answering.done();
}
