// A line that breaks around a move: before it arrives, before it is answered, in the middle of what the server says. The shipped client's
// link comes back and repeats, and each move counts once; whoever comes back sees what a fresh login of the seat sees.

#include "trouble/cutter.h"
#include "trouble/linked.h"
#include "trouble/live_server.h"
#include "trouble/seated.h"

#include "load/fault_proxy.h"

#include "src/published.h"

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <random>

using namespace athanor;
using namespace athanor::tests;

namespace {

// The test comes back, and moves, more often than people do.
const std::vector<std::string> no_rate{"--messages-per-second", "1000000", "--connections-per-address", "0"};

void need(bool held, const std::string& what) {
  if (!held) throw std::runtime_error(what);
}

// Two on links, each behind his own relay.
template <typename Relay>
class Pair {
 public:
  template <typename MakeRelay>
  Pair(std::uint16_t port, const std::string& game, std::uint64_t seed, MakeRelay relay) : port_(port), random_(seed), chooser_(seed) {
    auto wanted = one_game(game);
    wanted.seats = 2;
    for (std::size_t seat = 0; seat < 2; ++seat) relays_.push_back(relay(seat));
    enter(creation(wanted, "Host").create_room());
    v1::JoinRoom join;
    join.set_code(people_[0]->code);
    join.set_name("Guest");
    enter(join);
    for (const auto& person : people_) person->line.set_ready(true);
    run_until(context, [&] { return all([](const auto& p) { return p.line.unanswered() == 0; }); }, "nobody is ready");
    people_[0]->line.start_game();
    run_until(context, [&] { return all([](const auto& p) { return p.playing(); }); }, "no game");
  }

  [[nodiscard]] bool over() const { return people_[0]->over(); }
  [[nodiscard]] std::size_t moves() const { return accepted_.size(); }

  void cut(std::size_t seat, Cut how, std::size_t passed = 0) {
    relays_[seat]->next(how, passed);
    ++must_come_back_.at(seat);
  }

  /// One move of whoever is asked; everything in order again afterwards.
  template <typename Trouble>
  void move(Trouble trouble) {
    const std::size_t seat = people_[0]->asked() ? 0 : 1;
    auto& mover = *people_[seat];
    need(mover.asked(), "nobody is asked");
    const auto answer = chooser_.answer(mover.update, 0, true);
    need(answer.offer_id() != 0, "no answer");
    const auto before = mover.update.sequence();
    trouble(seat);
    const auto request = mover.line.answer(answer);
    settle(before);
    if (mover.refusals.contains(request)) throw std::runtime_error("a move was refused: " + mover.refusals[request].text());
    need(mover.done[request] == 1, "a move was not acknowledged once");
    accepted_.push_back({static_cast<std::uint32_t>(seat), answer.SerializeAsString()});
    repeated_ += mover.written[request] > 1 ? 1 : 0;
  }

  /// What the seat sees is what a fresh login sees, and the seat goes on from there on another link.
  void compare_with_fresh_login(std::size_t seat) {
    auto& person = *people_[seat];
    Seated fresh(port_);
    need(fresh.player.resume(person.code, person.token, 0).accepted, "no fresh login");
    need(fresh.until([&] { return fresh.player.updates > 0; }), "no update after a fresh login");
    const auto& told = fresh.player.update;
    need(told.view() == person.update.view() && told.sequence() == person.update.sequence(), "the view is not that of a fresh login");
    need(told.decision().id() == person.update.decision().id() && told.decision().prompt() == person.update.decision().prompt() &&
             told.decision().offers_size() == person.update.decision().offers_size(),
         "the question is not that of a fresh login");
    need(told.deciding_size() == person.update.deciding_size(), "others are waited for than a fresh login tells");
    run_until(context, [&] { return person.ended(); }, "the displaced link did not end");
    need(person.states.back().ending == link::Ending::displaced, "the displaced link ended for another reason");
    keep_views(seat);
    const auto token = person.token;
    people_[seat] = std::make_unique<Linked>(context, relays_[seat]->port(), link::Resume{people_[seat]->code, token, 0});
    people_[seat]->token = token;
    must_come_back_.at(seat) = 0;
    settle(0);
  }

  /// The journal holds each move once, and everything that anybody was told is what it folds to.
  void check_journal() {
    for (std::size_t seat = 0; seat < 2; ++seat) keep_views(seat);
    Seated reader(port_);
    need(reader.player.resume(people_[0]->code, people_[0]->token).accepted, "no login after the end");
    const auto journal = published(reader);
    const auto written = answers_between(journal, 0, UINT64_MAX);
    need(written == accepted_, std::to_string(accepted_.size()) + " moves were acknowledged, and " + std::to_string(written.size()) + " others are in the journal");
    std::array<std::map<std::uint64_t, std::string>, 2> folded;
    const auto catalogue = games::standard_catalogue();
    const auto wrong = tools::refold(journal, catalogue, "en", [&](const v1::JournalEntry& entry, const games::Game& game, const auto&) {
      for (games::Seat seat = 0; seat < 2; ++seat) folded.at(seat)[entry.sequence()] = game.view(games::Viewer::seat(seat), games::Language::english);
    });
    if (wrong) throw std::runtime_error("the journal does not fold: " + wrong->text);
    for (std::size_t seat = 0; seat < 2; ++seat)
      for (const auto& [sequence, view] : seen_.at(seat)) {
        const auto then = folded.at(seat).upper_bound(sequence);
        need(then != folded.at(seat).begin() && std::prev(then)->second == view, "what was told at " + std::to_string(sequence) + " is not what the journal folds to");
      }
  }

  [[nodiscard]] std::size_t repeated() const { return repeated_; }  ///< moves that had to be sent again
  [[nodiscard]] std::size_t views_checked() const { return seen_[0].size() + seen_[1].size(); }
  Relay& relay(std::size_t seat) { return *relays_[seat]; }
  std::mt19937_64& random() { return random_; }
  boost::asio::io_context context;

 private:
  void enter(link::Purpose purpose) {
    people_.push_back(std::make_unique<Linked>(context, relays_[people_.size()]->port(), std::move(purpose)));
    run_until(context, [&] { return people_.back()->online() && !people_.back()->code.empty(); }, "nobody came in");
  }
  template <typename What>
  [[nodiscard]] bool all(What what) const {
    return std::all_of(people_.begin(), people_.end(), [&](const auto& p) { return what(*p); });
  }
  // Everybody is there, has been answered, and has seen the same.
  void settle(std::uint64_t before) {
    run_until(context,
              [&] {
                for (std::size_t seat = 0; seat < people_.size(); ++seat)
                  if (people_[seat]->line.reconnects() < must_come_back_.at(seat)) return false;
                return all([&](const Linked& p) {
                  return p.online() && p.line.unanswered() == 0 && p.update.sequence() > before && p.update.sequence() == people_[0]->update.sequence();
                });
              },
              "silence after a cut");
  }
  void keep_views(std::size_t seat) {
    seen_.at(seat).insert(people_[seat]->views.begin(), people_[seat]->views.end());
  }

  std::uint16_t port_;
  std::mt19937_64 random_;
  Chooser chooser_;
  std::vector<std::unique_ptr<Relay>> relays_;
  std::vector<std::unique_ptr<Linked>> people_;
  std::vector<Accepted> accepted_;
  std::array<std::map<std::uint64_t, std::string>, 2> seen_;
  std::array<std::uint32_t, 2> must_come_back_{};  // so often, since the link began
  std::size_t repeated_ = 0;
};

struct Outcome {
  std::size_t moves = 0, repeated = 0, views = 0, compared = 0;
  std::array<std::size_t, 5> ways{};
  std::uint64_t cuts = 0;
  std::string fault;
};

// Games with a cut around every move, until there were so many.
Outcome play_with_cuts(std::uint16_t port, const std::string& game, std::size_t moves, std::uint64_t seed) {
  Outcome out;
  try {
    for (; out.moves < moves; ++seed) {
      Pair<Cutter> pair(port, game, seed, [&](std::size_t) { return std::make_unique<Cutter>(port); });
      while (!pair.over()) {
        pair.move([&](std::size_t seat) {
          const auto way = pair.random()() % out.ways.size();
          const auto passed = pair.random()() % 400;
          ++out.ways.at(way);
          if (way == 0) pair.cut(seat, Cut::before_delivery);
          if (way == 1 || way == 4) pair.cut(seat, Cut::before_reply);
          if (way == 2) pair.cut(seat, Cut::in_the_middle, passed);
          if (way == 3 || way == 4) pair.cut(1 - seat, Cut::in_the_middle, passed);
        });
        ++out.moves;
        if (out.moves % 10 == 5 && !pair.over()) {
          pair.compare_with_fresh_login(out.moves / 10 % 2);
          ++out.compared;
        }
      }
      pair.check_journal();
      out.repeated += pair.repeated();
      out.views += pair.views_checked();
      out.cuts += pair.relay(0).cuts() + pair.relay(1).cuts();
    }
  } catch (const std::exception& error) {
    out.fault = game + ", seed " + std::to_string(seed) + ": " + error.what();
  }
  return out;
}

const std::vector<std::string> games_with_cuts{"little-alchemists", "quacksalber", "the-alchemists"};

}  // namespace

TEST_CASE("cuts: before a move arrives, before it is answered, in the middle of what is told") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  std::vector<Outcome> outcomes(games_with_cuts.size());
  std::vector<std::thread> tables;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    tables.emplace_back([&, i] { outcomes[i] = play_with_cuts(server.port(), games_with_cuts[i], long_run() ? 700 : 70, 100 * i + 1); });
  for (auto& table : tables) table.join();
  std::size_t moves = 0;
  for (const auto& outcome : outcomes) {
    CHECK(outcome.fault == "");
    moves += outcome.moves;
    CHECK(outcome.cuts >= outcome.moves);  // nothing went past the relay
    CHECK(outcome.repeated > outcome.moves / 4);
    CHECK(outcome.compared >= outcome.moves / 12);
    for (const auto times : outcome.ways) CHECK(times > 0);
  }
  CHECK(moves >= 200);
  CHECK(control.verdict() == "");
}

TEST_CASE("cuts: at random bytes, through whole games") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  std::string fault;
  std::size_t moves = 0;
  std::uint64_t cuts = 0;
  try {
    for (std::uint64_t seed = 1; seed <= (long_run() ? 30 : 3); ++seed) {
      Pair<athanor::test::FaultProxy> pair(server.port(), games_with_cuts[seed % games_with_cuts.size()], seed, [&](std::size_t seat) {
        return std::make_unique<athanor::test::FaultProxy>(server.port(), athanor::test::CutRange{1, 20'000}, 2 * seed + seat);
      });
      while (!pair.over()) pair.move([](std::size_t) {});
      pair.check_journal();
      moves += pair.moves();
      cuts += pair.relay(0).cuts() + pair.relay(1).cuts();
    }
  } catch (const std::exception& error) {
    fault = error.what();
  }
  CHECK(fault == "");
  CHECK(moves > 50);
  CHECK(cuts > moves / 10);
  CHECK(control.verdict() == "");
}

TEST_CASE("cuts: whatever number somebody comes back with, he gets the whole picture at once") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  FullTable other(server.port(), one_game("quacksalber"), 300);  // another room, with another number
  FullTable table(server.port(), one_game("little-alchemists"), 310);
  Chooser chooser(7);
  const auto quick = std::chrono::milliseconds(2000) * slowness;
  std::size_t reconnects = 0;
  for (int moves = 0; moves < (long_run() ? 40 : 8); ++moves) {
    std::uint32_t mover = 0;
    while (mover < table.seats() && !table.at(mover).player.waited_for()) ++mover;
    REQUIRE(mover < table.seats());
    const auto answer = chooser.answer(table.at(mover).player.update, 0, true);
    REQUIRE(table.at(mover).player.ask(answer_message(answer)).accepted);
    table.settle();
    if (table.over()) break;
    const auto now = table.sequence();
    const auto seat = static_cast<std::uint32_t>(moves) % table.seats();
    for (const auto last : std::vector<std::uint64_t>{now, 0, now + 1000, UINT64_MAX, UINT64_MAX - 1, std::uint64_t{1} << 63U, std::uint64_t{INT64_MAX}, other.sequence(), now - 1, 1, now + 1}) {
      INFO("seat " << seat << " at " << now << " comes back with " << last);
      auto& before = table.at(seat);
      auto fresh = std::make_unique<Seated>(server.port(), stranger(320 + seat));
      const auto begun = std::chrono::steady_clock::now();
      REQUIRE(fresh->player.resume(table.code(), before.player.token, last).accepted);
      REQUIRE(fresh->until([&] { return fresh->player.updates > 0; }));
      CHECK(std::chrono::steady_clock::now() - begun < quick);
      const auto& told = fresh->player.update;
      CHECK(told.view() == before.player.update.view());
      CHECK(told.sequence() == now);
      CHECK(told.decision().SerializeAsString() == before.player.update.decision().SerializeAsString());
      CHECK(told.has_room());
      CHECK(fresh->player.room.seats_size() == static_cast<int>(table.seats()));
      CHECK(told.events_size() <= 60);
      if (last == now) CHECK(told.events_size() == 0);
      for (const auto& event : told.events()) CHECK(event.sequence() > (last < now ? last : 0));
      // And a wrong number in a heartbeat is told the right one.
      v1::ClientMessage beat;
      beat.mutable_heartbeat()->set_last_sequence(last);
      const auto reply = fresh->player.ask(beat);
      CHECK(reply.message.heartbeat().sequence() == now);
      CHECK(before.player.ws.close_code() == 4000);
      fresh->player.token = before.player.token;
      table.replace(seat, std::move(fresh));
      ++reconnects;
    }
  }
  CHECK(reconnects >= 50);
  // Nobody's seat was lost by it.
  while (!table.over()) {
    std::vector<std::uint32_t> asked;
    for (std::uint32_t seat = 0; seat < table.seats(); ++seat)
      if (table.at(seat).player.waited_for()) asked.push_back(seat);
    REQUIRE(!asked.empty());
    const auto answer = chooser.answer(table.at(asked.front()).player.update, 0, true);
    REQUIRE(answer.offer_id() != 0);
    REQUIRE(table.at(asked.front()).player.ask(answer_message(answer)).accepted);
    table.settle();
  }
  CHECK(control.verdict() == "");
}
