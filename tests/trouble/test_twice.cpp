// Everything is clicked twice: the same request again, another one to the same question, later, and from a second window of the seat. The
// first counts, an exact repeat is answered alike, and nothing spills into the next question. (Requests other than answers: test_twice_asked.)

#include "trouble/live_server.h"
#include "trouble/seated.h"

#include "protocol/manual_seams.h"
#include "protocol/whole_server.h"

#include <catch2/catch.hpp>

#include <barrier>
#include <deque>
#include <random>
#include <set>

using namespace athanor;
using namespace athanor::tests;

namespace {

const std::vector<std::string> no_rate{"--messages-per-second", "1000000", "--connections-per-address", "0"};

enum class Way : std::uint8_t { same_id, same_answer, other_answer, old_repeat, old_answer, second_window, count };

// A game in which every answer is given twice, one way after the other.
class Game {
 public:
  Game(std::uint16_t port, const Wanted& wanted, std::uint64_t seed)
      : port_(port), name_(wanted.game), table_(port, wanted, static_cast<std::uint32_t>(seed * 6)), chooser_(seed), random_(seed), old_(table_.seats()) {}

  void play() {
    while (!table_.over()) {
      if (++moves_ > 3000) throw std::runtime_error("the game does not end");
      move();
      for (std::uint32_t seat = 0; seat < table_.seats(); ++seat) faults += table_.at(seat).miscounted();
      if (!faults.empty()) throw std::runtime_error(faults);
    }
    const auto journal = published(table_.at(0));
    for (const auto& step : steps_) {
      if (answers_between(journal, step.before + 1, step.after) != step.accepted) fault("the journal holds something else than the first answer");
      if (step.after - step.before != step.accepted.size()) fault("the number rose more than once");
    }
    faults += journal_fault(table_, journal, all_);
  }

  std::string faults;
  std::map<Way, std::size_t> ways;
  std::size_t left_open = 0;  ///< second answers that a repeatable offer invites

 private:
  struct Step {
    std::uint64_t before = 0, after = 0;
    std::vector<Accepted> accepted;
  };
  struct Old {
    std::uint64_t request = 0;
    v1::Answer answer;
  };

  void move() {
    const auto [seat, answer] = choose();
    auto& seated = table_.at(seat);
    const auto& decision = seated.player.update.decision();
    const auto& offer = offer_taken(decision, answer);
    verb_ = offer.verb();
    repeatable_ = offer.repeatable();
    way_ = static_cast<Way>(moves_ % static_cast<std::size_t>(Way::count));
    auto& old = old_.at(seat);
    if ((way_ == Way::old_repeat || way_ == Way::old_answer) && old.empty()) way_ = Way::same_id;
    ++ways[way_];
    Step step{table_.sequence(), 0, {{seat, answer.SerializeAsString()}}};
    const auto request = ++seated.player.last_request;
    auto first = answer_message(answer);
    first.set_request(request);
    switch (way_) {
      case Way::same_id: both(seated, first, first, nullptr); break;
      case Way::same_answer: both(seated, first, answer_message(answer), &step); break;
      case Way::other_answer: both(seated, first, answer_message(other(seated, answer)), &step); break;
      case Way::old_repeat: repeat(seated, old[random_() % old.size()], first); break;
      case Way::old_answer: both(seated, first, answer_message(old.front().answer), &step); break;
      default: second_window(seat, first); break;
    }
    if (table_.at(seat).refused(request)) fault("the first was refused: " + table_.at(seat).refusals[request].text());
    table_.settle();
    step.after = table_.sequence();
    all_.insert(all_.end(), step.accepted.begin(), step.accepted.end());
    steps_.push_back(std::move(step));
    old.push_back({request, answer});
    if (old.size() > 40) old.pop_front();  // 64 are remembered, refused ones not
  }

  std::pair<std::uint32_t, v1::Answer> choose() {
    const auto first = static_cast<std::uint32_t>(random_() % table_.seats());
    for (std::uint32_t i = 0; i < table_.seats(); ++i) {
      const auto seat = (first + i) % table_.seats();
      if (!table_.at(seat).player.waited_for()) continue;
      auto answer = chooser_.answer(table_.at(seat).player.update, 0, moves_ % 7 == 0);
      if (answer.offer_id() != 0) return {seat, std::move(answer)};
    }
    if (idle_++ > 5) throw std::runtime_error("the game stands still");
    wait_for_a_clock();
    return choose();
  }

  // Nobody may claim a word any more: Der Alchimist's search ends with its time.
  void wait_for_a_clock() {
    const auto now = table_.sequence();
    for (int tries = 0; tries < 4 && table_.sequence() == now; ++tries) table_.at(0).read();
    table_.settle();
  }

  // Another choice of the same kind if there is one, otherwise of any kind.
  v1::Answer other(const Seated& seated, const v1::Answer& than) {
    const auto& decision = seated.player.update.decision();
    const auto& offer = offer_taken(decision, than);
    v1::Answer answer = than;
    for (int tries = 0; tries < 20 && answer.SerializeAsString() == than.SerializeAsString(); ++tries)
      answer = tries < 10 || repeatable_ ? games::random_answer(decision, offer, chance_) : bot_->choose(decision, seated.player.update.view());
    if (answer.offer_id() == 0) answer = than;
    answer.set_decision_id(than.decision_id());
    return answer;
  }

  // In one segment. What the second is must be refused, unless the question invites more of it.
  void both(Seated& seated, const v1::ClientMessage& first, v1::ClientMessage second, Step* step) {
    if (step != nullptr) second.set_request(++seated.player.last_request);
    const auto bytes = seated.framed(first) + seated.framed(second);
    need(seated.player.ws.socket().send(bytes) && seated.all_answered(), "no reply");
    if (step == nullptr) return;
    const auto refusal = seated.refusals.find(second.request());
    if (refusal == seated.refusals.end()) {
      if (!repeatable_ && way_ != Way::old_answer) fault("a second answer was taken");
      if (way_ == Way::old_answer && first.answer().decision_id() != second.answer().decision_id()) fault("an old answer was taken");
      step->accepted.push_back({step->accepted.front().seat, second.answer().SerializeAsString()});
      ++left_open;
    } else if (!repeatable_ && refusal->second.code() != v1::REFUSAL_CODE_STALE) {
      fault("a second answer was refused for another reason: " + refusal->second.text());
    }
  }

  // What was answered long ago, under its id, on both sides of the new one.
  void repeat(Seated& seated, const Old& old, const v1::ClientMessage& first) {
    auto again = answer_message(old.answer);
    again.set_request(old.request);
    const auto bytes = seated.framed(again) + seated.framed(first) + seated.framed(again);
    need(seated.player.ws.socket().send(bytes) && seated.all_answered(), "no reply");
    if (seated.refused(old.request)) fault("an exact repeat was refused: " + seated.refusals[old.request].text());
  }

  // The first window sends; the second one takes the seat, and sends the same again and something else.
  void second_window(std::uint32_t seat, const v1::ClientMessage& first) {
    auto& one = table_.at(seat);
    need(one.player.ws.socket().send(one.framed(first)) && one.all_answered(), "no reply");
    auto two = std::make_unique<Seated>(port_, stranger(40'000));
    need(two->player.resume(table_.code(), one.player.token, one.sequence()).accepted, "the second window was not let in");
    two->player.token = one.player.token;
    two->player.last_request = one.player.last_request + 1000;
    auto another = answer_message(first.answer());
    std::uint64_t request = 0;
    const auto bytes = two->framed(first) + (repeatable_ ? std::string() : two->framed(another, &request));
    need(two->player.ws.socket().send(bytes) && two->all_answered(), "no reply to the second window");
    if (two->refused(first.request())) fault("the second window's exact repeat was refused");
    if (request != 0 && !two->refused(request)) fault("the second window's second answer was taken");
    if (one.player.ws.close_code() != 4000) fault("the first window was not closed");
    table_.replace(seat, std::move(two));
  }

  void fault(const std::string& what) {
    faults += name_ + ", " + verb_ + ", way " + std::to_string(static_cast<int>(way_)) + ": " + what + "; ";
  }
  void need(bool held, const std::string& what) {
    if (held) return;
    fault(what);
    throw std::runtime_error(faults);
  }

  std::uint16_t port_;
  std::string name_, verb_;
  FullTable table_;
  Chooser chooser_;
  std::unique_ptr<games::Bot> bot_ = games::random_bot(99);
  std::mt19937_64 random_;
  std::uint64_t chance_ = 5;
  std::vector<std::deque<Old>> old_;
  std::vector<Step> steps_;
  std::vector<Accepted> all_;
  Way way_ = Way::same_id;
  bool repeatable_ = false;
  std::size_t moves_ = 0, idle_ = 0;
};

}  // namespace

TEST_CASE("twice: every answer of every game") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  std::uint64_t seed = 1;
  std::map<Way, std::size_t> ways;
  for (const auto& wanted : every_game())
    for (int games = 0; games < (long_run() ? 10 : 1); ++games) {
      INFO(wanted.game << " " << seed);
      std::string fault;
      Game game(server.port(), wanted, seed++);
      try {
        game.play();
      } catch (const std::exception& error) {
        fault = error.what();
      }
      CHECK(fault == "");
      CHECK(game.faults == "");
      for (const auto& [way, times] : game.ways) ways[way] += times;
    }
  for (const auto& [way, times] : ways) CHECK(times > 20);
  CHECK(ways.size() == static_cast<std::size_t>(Way::count));
  CHECK(control.verdict() == "");
}

TEST_CASE("twice: two windows of one seat answer in the same moment") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  FullTable table(server.port(), one_game("quacksalber"), 500);
  Chooser chooser(3);
  std::vector<Accepted> accepted;
  std::size_t raced = 0;
  for (std::size_t move = 0; !table.over(); ++move) {
    std::uint32_t seat = 0;
    while (seat < table.seats() && !table.at(seat).player.waited_for()) ++seat;
    REQUIRE(seat < table.seats());
    auto& one = table.at(seat);
    const auto answer = chooser.answer(one.player.update, 0, true);
    if (raced >= (long_run() ? 300 : 40)) {  // and so to the end
      REQUIRE(one.player.ask(answer_message(answer)).accepted);
      accepted.push_back({seat, answer.SerializeAsString()});
      table.settle();
      continue;
    }
    const bool same = move % 2 == 0;  // the same request twice, or two requests to one question
    std::uint64_t request = 0, another = 0;
    const auto bytes = one.framed(answer_message(answer), &request);
    auto two = std::make_unique<Seated>(server.port(), stranger(40'001));
    two->player.token = one.player.token;
    two->player.last_request = one.player.last_request + 1000;
    auto second = answer_message(answer);
    if (same) second.set_request(request);
    const auto before = table.sequence();
    std::barrier instant(2);
    std::thread first_window([&] {
      instant.arrive_and_wait();
      one.player.ws.socket().send(bytes);
      one.player.ws.close_code();
    });
    instant.arrive_and_wait();
    const bool in = two->player.resume(table.code(), one.player.token, before).accepted;
    another = two->send(second);
    const bool replied = two->all_answered();
    first_window.join();
    REQUIRE(in);
    REQUIRE(replied);
    CHECK(two->miscounted() == "");
    if (same) CHECK_FALSE(two->refused(another));
    if (two->refused(another)) CHECK(two->refusals[another].code() == v1::REFUSAL_CODE_STALE);
    accepted.push_back({seat, answer.SerializeAsString()});
    table.replace(seat, std::move(two));
    table.settle();
    CHECK(table.sequence() == before + 1);
    ++raced;
  }
  CHECK(journal_fault(table, published(table.at(0)), accepted) == "");
  CHECK(raced >= 20);
  CHECK(control.verdict() == "");
}

TEST_CASE("twice: the second click comes half a minute later") {
  net::Options patient;  // the clock jumps while somebody is still connecting
  patient.handshake_timeout_s = patient.hello_timeout_s = patient.message_timeout_s = patient.write_timeout_s = 3600;
  ManualSeams seams;
  auto limits = WholeServer::generous();
  limits.idle_timeout_s = 100'000;
  const WholeServer server(patient, limits, seams);
  ControlRoom control(server.port());
  auto wanted = one_game("little-alchemists");
  for (const auto* clock : {"turn-limit", "prompt-limit", "guess-limit"}) wanted.options[clock] = "off";
  FullTable table(server.port(), wanted, 600);
  Chooser chooser(11);
  std::vector<Accepted> accepted;
  for (int move = 0; !table.over(); ++move) {
    std::uint32_t seat = 0;
    while (seat < table.seats() && !table.at(seat).player.waited_for()) ++seat;
    REQUIRE(seat < table.seats());
    auto& seated = table.at(seat);
    const auto answer = chooser.answer(seated.player.update, 0, true);
    const bool repeatable = offer_taken(seated.player.update.decision(), answer).repeatable();
    const auto request = seated.send(answer_message(answer));
    REQUIRE(seated.all_answered());
    REQUIRE_FALSE(seated.refused(request));
    accepted.push_back({seat, answer.SerializeAsString()});
    table.settle();
    if (table.over() || repeatable || move >= 20) continue;
    const auto now = table.sequence();
    seams.advance(30'000);
    auto again = answer_message(answer);
    again.set_request(request);
    seated.send(again);
    const auto another = seated.send(answer_message(answer));
    REQUIRE(seated.all_answered());
    CHECK_FALSE(seated.refused(request));
    CHECK(seated.refusals[another].code() == v1::REFUSAL_CODE_STALE);
    table.settle();
    CHECK(table.sequence() == now);
    CHECK(seated.miscounted() == "");
  }
  CHECK(journal_fault(table, published(table.at(0)), accepted) == "");
  CHECK(control.verdict() == "");
}
