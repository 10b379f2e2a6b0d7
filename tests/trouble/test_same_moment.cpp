// All who are asked at once answer in the same instant, each from the state that all have seen, one of them something that cannot be. All
// other choices count, whatever their order; only who sent it hears of the invalid one.

#include "trouble/live_server.h"
#include "trouble/seated.h"

#include <catch2/catch.hpp>

#include <barrier>
#include <functional>
#include <set>

using namespace athanor;
using namespace athanor::tests;

namespace {

const std::vector<std::string> no_rate{"--messages-per-second", "1000000"};  // people answer more slowly than this test

struct Choice {
  std::uint32_t seat = 0;
  bool valid = true;
  v1::Answer answer;
  std::uint64_t request = 0;
};

struct Round {
  std::uint64_t before = 0, after = 0;
  std::vector<Choice> choices;
};

// In turn everything that an answer can have wrong.
v1::Answer spoilt(v1::Answer answer, std::size_t way) {
  switch (way % 5) {
    case 0: answer.set_offer_id(4'000'000'000); break;
    case 1: answer.set_decision_id(answer.decision_id() + 1'000'000); break;
    case 2: answer.add_values()->set_number(7); break;
    case 3: answer.set_decision_id(0); break;
    default: answer.set_offer_id(0); break;
  }
  return answer;
}

class Game {
 public:
  Game(std::uint16_t port, const Wanted& wanted, std::uint64_t seed) : table_(port, wanted, static_cast<std::uint32_t>(seed * 6)), chooser_(seed) {}

  /// Rounds in which several acted at once.
  std::size_t play() {
    while (!table_.over()) {
      round();
      table_.settle();
      rounds_.back().after = table_.sequence();
    }
    check();
    return together_;
  }

  std::set<std::string> verbs;  ///< of what several did at once
  std::string faults;

 private:
  void round() {
    auto choices = who_answers();
    if (choices.size() > 1) {
      // One place more than people: now and then everybody is right.
      const auto wrong = together_++ % (choices.size() + 1);
      if (wrong < choices.size()) {
        choices[wrong].valid = false;
        choices[wrong].answer = spoilt(choices[wrong].answer, together_);
      }
    }
    const auto before = table_.sequence();
    std::vector<std::string> bytes;
    for (auto& choice : choices) bytes.push_back(table_.at(choice.seat).framed(answer_message(choice.answer), &choice.request));
    std::barrier instant(static_cast<std::ptrdiff_t>(choices.size()));
    std::vector<std::thread> threads;
    std::vector<char> answered(choices.size());
    for (std::size_t i = 0; i < choices.size(); ++i)
      threads.emplace_back([&, i] {
        auto& seated = table_.at(choices[i].seat);
        instant.arrive_and_wait();
        answered[i] = seated.player.ws.socket().send(bytes[i]) && seated.all_answered();
      });
    for (auto& thread : threads) thread.join();
    for (std::size_t i = 0; i < choices.size(); ++i) {
      need(answered[i] != 0, choices[i], "no reply at all");
      const auto& refusals = table_.at(choices[i].seat).refusals;
      const auto refusal = refusals.find(choices[i].request);
      if (choices[i].valid && refusal != refusals.end()) need(false, choices[i], "refused: " + refusal->second.text());
      if (choices[i].valid) continue;
      need(refusal != refusals.end(), choices[i], "an invalid answer was not refused");
      need(refusal->second.code() == v1::REFUSAL_CODE_STALE || refusal->second.code() == v1::REFUSAL_CODE_NOT_OFFERED, choices[i],
           "refused for another reason: " + refusal->second.text());
    }
    rounds_.push_back({before, 0, std::move(choices)});
  }

  std::vector<Choice> who_answers() {
    std::vector<std::uint32_t> asked;
    for (std::uint32_t seat = 0; seat < table_.seats(); ++seat)
      if (table_.at(seat).player.waited_for()) asked.push_back(seat);
    std::vector<Choice> choices;
    // Sometimes one acts alone, such as whoever objects to a word.
    if (asked.size() > 1 && ++moments_ % 7 == 0) asked = {asked[moments_ % asked.size()]};
    for (const auto seat : asked) {
      auto answer = chooser_.answer(table_.at(seat).player.update, static_cast<std::uint32_t>(choices.size()), asked.size() == 1);
      if (answer.offer_id() != 0) choices.push_back({seat, true, std::move(answer)});
    }
    if (choices.empty() && ++idle_ > 100) throw std::runtime_error("the game stands still");
    if (choices.size() > 1)
      for (const auto& choice : choices) verbs.insert(offer_taken(table_.at(choice.seat).player.update.decision(), choice.answer).verb());
    return choices;
  }

  // Each round's entries in the journal are exactly its valid choices.
  void check() {
    std::vector<Accepted> all;
    const auto journal = published(table_.at(0));
    for (const auto& round : rounds_) {
      std::vector<Accepted> valid;
      for (const auto& choice : round.choices)
        if (choice.valid) valid.push_back({choice.seat, choice.answer.SerializeAsString()});
      all.insert(all.end(), valid.begin(), valid.end());
      auto written = answers_between(journal, round.before + 1, round.after);
      std::sort(written.begin(), written.end());
      std::sort(valid.begin(), valid.end());
      if (written != valid) faults += "entries " + std::to_string(round.before + 1) + ".." + std::to_string(round.after) + " are not the choices that were made; ";
      if (round.after - round.before != valid.size()) faults += "the number rose by other things than the valid choices; ";
    }
    if (const auto fault = journal_fault(table_, journal, all); !fault.empty()) faults += fault + "; ";
    for (std::uint32_t seat = 0; seat < table_.seats(); ++seat) {
      auto& seated = table_.at(seat);
      faults += seated.miscounted();
      for (const auto& [request, refusal] : seated.refusals)
        if (!was_invalid(seat, request)) faults += "seat " + std::to_string(seat) + " heard of a refusal that is not its own; ";
    }
  }

  [[nodiscard]] bool was_invalid(std::uint32_t seat, std::uint64_t request) const {
    for (const auto& round : rounds_)
      for (const auto& choice : round.choices)
        if (choice.seat == seat && choice.request == request) return !choice.valid;
    return false;
  }

  void need(bool held, const Choice& choice, const std::string& what) {
    if (!held) throw std::runtime_error("round " + std::to_string(rounds_.size()) + ", seat " + std::to_string(choice.seat) + ": " + what + "; offer " + std::to_string(choice.answer.offer_id()) + " of decision " + std::to_string(choice.answer.decision_id()) + " " + table_.at(choice.seat).player.update.decision().prompt());
  }

  FullTable table_;
  Chooser chooser_;
  std::vector<Round> rounds_;
  std::size_t together_ = 0, moments_ = 0, idle_ = 0;
};

struct Played {
  std::size_t rounds = 0;
  std::set<std::string> verbs;
  std::string faults;
};

struct Series {
  std::string game;
  std::size_t rounds, rounds_when_long;
  std::set<std::string> verbs;  // what several must have done at once
};

const std::vector<Series>& every_series() {
  static const std::vector<Series> all{
      {"quacksalber", 50, 500, {"buy", "choose-patient", "draw", "spend", "stop", "take-vp"}},
      {"der-alchimist", 50, 500, {"claim", "commit", "ready", "vote-invalid", "vote-no", "vote-valid", "vote-yes"}},
      {"the-alchemists", 8, 150, {"decline", "discard", "pass"}},
      {"little-alchemists", 12, 200, {"test-answer", "test-confirm"}}};
  return all;
}

// Games until there were so many rounds, and everything was done that can be; chance deals what is rare. Seeds, and with them addresses,
// count from the first one.
Played play(std::uint16_t port, const std::string& game, std::size_t rounds, std::uint64_t seed, const std::set<std::string>& verbs = {}) {
  Played all;
  const auto enough = [&] { return all.rounds >= rounds && std::includes(all.verbs.begin(), all.verbs.end(), verbs.begin(), verbs.end()); };
  const auto last = seed + 200;
  try {
    for (; !enough() && seed < last; ++seed) {
      Game one(port, one_game(game), seed);
      all.rounds += one.play();
      all.faults += one.faults;
      all.verbs.insert(one.verbs.begin(), one.verbs.end());
    }
    if (!enough()) all.faults += "200 games were not enough; ";
  } catch (const std::exception& error) {
    all.faults += error.what();
  }
  return all;
}

}  // namespace

TEST_CASE("same moment: all who are asked at once answer at once, one of them wrongly") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  std::uint64_t seed = 1;
  for (const auto& series : every_series()) {
    INFO(series.game);
    CHECK(play(server.port(), series.game, long_run() ? series.rounds_when_long : series.rounds, seed, series.verbs).faults == "");
    seed += 1000;
  }
  CHECK(control.verdict() == "");
}

TEST_CASE("same moment: and so while other tables do the same") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  const auto& all = every_series();
  std::vector<Played> played(2 * all.size());
  std::vector<std::thread> tables;
  for (std::size_t i = 0; i < played.size(); ++i)
    tables.emplace_back([&, i] {
      const auto& series = all[i % all.size()];
      played[i] = play(server.port(), series.game, long_run() ? series.rounds_when_long / 2 : 1, 1000 * i);
    });
  for (auto& table : tables) table.join();
  for (const auto& one : played) CHECK(one.faults == "");
  CHECK(control.verdict() == "");
}
