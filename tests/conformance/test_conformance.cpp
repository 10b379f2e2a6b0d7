// What every game must do at every step, walked over all games, player counts and options by random players.
#include <conformance/hostile.h>
#include <support/plans.h>

#include <athanor/games/wire.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace athanor;
using namespace athanor::test;
using games::Language;
using games::Seat;
using games::Viewer;

namespace {

const games::Catalogue& catalogue() {
  static const auto all = games::standard_catalogue();
  return all;
}

v1::Decision on_wire(const games::Game& game, Seat seat, games::RoomTime now, Language language = Language::english) {
  v1::Decision message;
  games::encode(*game.decision(seat, language), *game.decision_id(seat), now, message);
  return message;
}

// Runs every plan `times` times with different seeds and hands each step to `check`.
void over_all(std::uint64_t times, bool absences, const std::function<void(const Playthrough&, const TimedInput*)>& check) {
  for (std::uint64_t i = 0; i < times; ++i)
    for (auto plan : all_plans()) {
      plan.seed += i * 1000;
      plan.absences = absences;
      INFO(describe(plan));
      REQUIRE_NOTHROW(play(catalogue(), plan, check));
    }
}

}  // namespace

TEST_CASE("random games of every kind end, and their journals fold to the same digests") {
  std::uint64_t games = 0, inputs = 0;
  for (std::uint64_t i = 0; i < repetitions(20); ++i)
    for (auto plan : all_plans()) {
      plan.seed += i * 1000;
      plan.absences = i % 3 == 2;
      INFO(describe(plan));
      const auto p = play(catalogue(), plan);
      const auto again = p.type->start(p.start).game;
      REQUIRE(again->digest() == p.digests.front());
      for (std::size_t k = 0; k < p.inputs.size(); ++k) {
        (void)apply(*again, p.inputs[k]);
        if (again->digest() != p.digests[k + 1]) FAIL("digest differs after input " << k);
      }
      // An app on its own knows no players to rank.
      CHECK(p.game->standings(Language::english).empty() == (p.type->traits().min_seats == 1));
      ++games;
      inputs += p.inputs.size();
    }
  WARN(games << " games with " << inputs << " inputs folded twice");
}

TEST_CASE("what is offered is accepted, by every seat, at every step") {
  std::uint64_t tried = 0;
  std::set<std::string> verbs;
  over_all(repetitions(1), true, [&](const Playthrough& p, const TimedInput*) {
    std::uint64_t random = p.inputs.size() + 1;
    for (Seat seat = 0; seat < p.start.seats; ++seat) {
      if (!p.game->decision_id(seat)) continue;
      const auto message = on_wire(*p.game, seat, p.now);
      if (message.offers().empty()) FAIL("a decision without offers");
      for (const auto& offer : message.offers()) {
        const auto answer = games::random_answer(message, offer, random);
        if (answer.offer_id() == 0) FAIL("no answer meets the rules of offer " << offer.verb());
        const auto clone = p.game->clone();
        const auto outcome = clone->answer(seat, *games::decode(answer, Language::english), p.now, Language::english);
        if (!outcome && outcome.error().kind != games::Rejection::Kind::rule)
          FAIL("offer " << offer.verb() << " was refused: " << outcome.error().text);
        verbs.insert(p.type->traits().name + "/" + offer.verb());
        ++tried;
      }
    }
  });
  std::string list;
  for (const auto& verb : verbs) list += " " + verb;
  WARN(tried << " offers of the verbs" << list);
}

TEST_CASE("what is not offered is refused with words, and nothing changes") {
  std::uint64_t refused = 0;
  over_all(repetitions(1), false, [&](const Playthrough& p, const TimedInput* next) {
    if (next == nullptr || !std::holds_alternative<AnswerInput>(next->input)) return;
    const auto& legal = std::get<AnswerInput>(next->input);
    const auto digest = p.game->digest();
    const auto decision = *p.game->decision(legal.seat, Language::english);
    for (const auto& [what, answer] : hostile_answers(decision, legal.answer)) {
      const auto outcome = p.game->answer(legal.seat, answer, p.now, Language::english);
      if (outcome.has_value()) FAIL(what << " was accepted");
      if (outcome.error().text.empty()) FAIL(what << " was refused without a word");
      ++refused;
    }
    for (Seat other = 0; other < 33; ++other) {
      if (other == legal.seat || p.game->decision_id(other)) continue;
      if (p.game->answer(other, legal.answer, p.now, Language::german).has_value()) FAIL("seat " << int{other} << " answered a question it was not asked");
      ++refused;
    }
    if (p.game->digest() != digest) FAIL("a refused answer changed the state");
  });
  WARN(refused << " hostile answers refused");
}

TEST_CASE("the default is legal at every step, and defaults alone never get stuck") {
  over_all(1, true, [&](const Playthrough& p, const TimedInput*) {
    for (Seat seat = 0; seat < p.start.seats; ++seat) {
      const auto answer = p.game->default_answer(seat);
      if (answer.has_value() != p.game->decision_id(seat).has_value()) FAIL("default without question, or question without default");
      if (!answer) continue;
      const auto clone = p.game->clone();
      if (!clone->answer(seat, *answer, p.now, Language::english)) FAIL("the default was refused");
    }
  });
}

TEST_CASE("somebody else's move never makes my question stale") {
  // If what is asked of a seat reads the same before and after another seat's input, its id must be the same too.
  std::uint64_t kept = 0;
  for (auto plan : all_plans()) {
    INFO(describe(plan));
    std::map<Seat, v1::Decision> before;
    std::optional<Seat> mover;
    REQUIRE_NOTHROW(play(catalogue(), plan, [&](const Playthrough& p, const TimedInput* next) {
      for (auto& [seat, old] : before) {
        if (mover == seat || !p.game->decision_id(seat)) continue;
        auto now = on_wire(*p.game, seat, p.now);
        now.clear_remaining_ms();
        old.clear_remaining_ms();
        auto same_text = now;
        same_text.set_id(old.id());
        const bool unchanged = same_text.SerializeAsString() == old.SerializeAsString();
        // A session that begins anew asks the same question about another game.
        if (p.type->traits().join_while_playing) continue;
        if (unchanged && now.id() != old.id()) FAIL("the id of an unchanged question changed by somebody else's input");
        kept += now.id() == old.id();
      }
      before.clear();
      for (Seat seat = 0; seat < p.start.seats; ++seat)
        if (p.game->decision_id(seat)) before[seat] = on_wire(*p.game, seat, p.now);
      mover.reset();
      if (next != nullptr && std::holds_alternative<AnswerInput>(next->input)) mover = std::get<AnswerInput>(next->input).seat;
    }));
  }
  WARN(kept << " questions kept their id across the input of another");
}

TEST_CASE("texts are there in both languages, views do not depend on looking") {
  over_all(1, false, [&](const Playthrough& p, const TimedInput* next) {
    const auto digest = p.game->digest();
    for (Seat seat = 0; seat < p.start.seats; ++seat) {
      const auto english = p.game->decision(seat, Language::english), german = p.game->decision(seat, Language::german);
      if (!english) continue;
      if (english->prompt.empty() || german->prompt.empty()) FAIL("a question without a prompt");
      if (english->help.empty()) FAIL("a question without help");
      if (english->offers.size() != german->offers.size()) FAIL("languages differ in what is offered");
      for (std::size_t i = 0; i < english->offers.size(); ++i) {
        const auto& a = english->offers[i];
        const auto& b = german->offers[i];
        if (a.verb != b.verb || a.id != b.id || a.fields.size() != b.fields.size()) FAIL("languages differ in what is offered");
        if (a.label.empty() || b.label.empty()) FAIL("offer " << a.verb << " has no label");
      }
    }
    (void)p.game->view(Viewer::spectator(), Language::german);
    if (p.game->digest() != digest) FAIL("looking changed the state");
    if (next == nullptr) return;
    const auto clone = p.game->clone();
    for (const auto& event : apply(*clone, *next).events)
      if (event.body->kind().empty() || event.body->text(Language::english).empty() || event.body->text(Language::german).empty())
        FAIL("event " << event.body->kind() << " has no text");
      else if (const auto text = event.body->text(Language::english) + event.body->text(Language::german); text.find("  ") != std::string::npos)
        FAIL("a hole in the text of event " << event.body->kind() << ": " << text);
  });
}

TEST_CASE("every game's help and terms are complete in both languages") {
  for (const auto& type : catalogue().types()) {
    INFO(type->traits().name);
    const auto english = type->help(Language::english), german = type->help(Language::german);
    CHECK(english.size() == german.size());
    std::set<std::string> keys;
    for (const auto& topic : english) {
      CHECK_FALSE(topic.title.empty());
      CHECK(topic.text.size() > 40);
      CHECK(keys.insert(topic.key).second);
    }
    for (const auto& topic : german) CHECK(keys.count(topic.key) == 1);
    const auto terms_en = type->terms(Language::english), terms_de = type->terms(Language::german);
    REQUIRE(terms_en.size() == terms_de.size());
    for (std::size_t i = 0; i < terms_en.size(); ++i) {
      CHECK(terms_en[i].key == terms_de[i].key);
      CHECK_FALSE(terms_en[i].text.empty());
      CHECK_FALSE(terms_de[i].text.empty());
    }
    CHECK_FALSE(type->title(Language::german).empty());
    for (const auto& option : type->options()) CHECK_FALSE(type->option_label(option.name, Language::german).empty());
  }
  std::set<std::string> missing;
  over_all(1, false, [&](const Playthrough& p, const TimedInput*) {
    const auto topics = p.type->help(Language::english);
    for (Seat seat = 0; seat < p.start.seats; ++seat)
      if (const auto d = p.game->decision(seat, Language::english))
        if (std::none_of(topics.begin(), topics.end(), [&](const auto& t) { return t.key == d->help; })) missing.insert(d->help);
  });
  CHECK(missing.empty());
}
