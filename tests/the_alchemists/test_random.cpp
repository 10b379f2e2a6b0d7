// The invariants of rules §11.1 after every step of random games, over player counts, clocks, absences and leavers; and
// games of the sensible bot.
#include <the_alchemists/table.h>

#include <athanor/games/bot.h>
#include <athanor/games/wire.h>
#include <athanor/v1/the_alchemists.pb.h>
#include <bot.h>
#include <offers.h>
#include <redeal.h>
#include <view.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace athanor::test::alchemists;
namespace v1 = athanor::v1;

namespace {

struct Totals {
  std::uint64_t games = 0, steps = 0;
  std::set<PotionId> used, copied;
  std::set<Ask> asked;
};

/// One game under watch.
class Watched {
 public:
  Watched(Seat seats, std::uint64_t seed, Options options) : random_(seed) {
    Seed bytes{};
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(seed >> (8 * i));
    auto s = step();
    const auto names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b", "c", "d"});
    state = set_up(data(), options, names, seats, bytes, s);
    after();
  }

  std::uint64_t next(std::uint64_t bound) {
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (random_ >> 33U) % bound;
  }

  void answer_one(Bot* bot, Totals& totals) {
    std::vector<Seat> open;
    for (Seat seat = 0; seat < state.seats; ++seat)
      if (question(state, seat)) open.push_back(seat);
    if (open.empty()) throw std::runtime_error("nobody is asked");
    const auto seat = open[next(open.size())];
    if (is_asked(state, seat)) totals.asked.insert(state.question->ask);
    const auto asked = decision(state, seat, Language::english);
    v1::Decision message;
    encode(asked, *question(state, seat), now, message);
    const auto chosen = bot != nullptr ? bot->choose(message, view(state, Viewer::seat(seat))) : player_->choose(message, {});
    const auto answer = decode(chosen, Language::english);
    REQUIRE(answer);
    const auto checked = check(asked, *answer, Language::english);
    if (!checked) FAIL("the bot's answer is refused: " << checked.error().text);
    auto s = step();
    apply(state, seat, move_of(state, seat, *checked), s);
    after();
    ++totals.steps;
  }
  void let_clock_run() {
    const auto due = state.timers.next_deadline();
    if (!due) return;
    now = *due;
    auto s = step();
    while (const auto timer = state.timers.take_due(now)) timer_fired(state, *timer, s);
    after();
  }
  void change_presence(Seat seat, Presence p) {
    auto s = step();
    presence(state, seat, p, s);
    after();
  }
  void leaves(Seat seat) {
    auto s = step();
    leave(state, seat, s);
    after();
  }

  State state;
  std::vector<Event> log;
  RoomTime now = 0;

 private:
  GameStep step() { return GameStep{now, events_, campaign_}; }

  void after() {
    for (auto& entry : events_.take()) {
      if (const auto* gained = std::get_if<ChipsChanged>(&entry.event)) chips_gained_[gained->seat] += static_cast<unsigned>(gained->chips);
      if (const auto* frozen = std::get_if<PotionUnready>(&entry.event)) frozen_.insert(frozen->potion);
      if (const auto* thawed = std::get_if<PotionReady>(&entry.event)) frozen_.erase(thawed->potion);
      if (std::holds_alternative<TurnStarted>(entry.event)) check_hand_limit();
      log.push_back(std::move(entry.event));
    }
    check_ingredients();
    check_potions();
    check_players();
    last_active_ = state.active;
  }
  void check_ingredients() const {  // I1
    Cards sum = state.discard;
    const auto count = [&](Kind kind) { ++sum[kind]; };
    for (const auto kind : state.deck) count(kind);
    for (const auto& space : state.display)
      if (space) count(*space);
    for (const auto& player : state.players)
      for (Kind k = 0; k < kinds; ++k) sum[k] = static_cast<std::uint8_t>(sum[k] + player.hand[k]);
    if (state.question && !over(state))  // after the end every card is in a zone that all see (rules §9)
      for (const auto kind : state.question->seen) count(kind);
    for (Kind k = 0; k < kinds; ++k)
      if (sum[k] != data().ingredients[k].count) FAIL("ingredient " << int{k} << ": " << int{sum[k]} << " cards");
  }
  void check_potions() const {  // I2
    std::map<PotionId, int> places;
    for (const auto id : state.potion_deck) ++places[id];
    for (const auto& space : state.potion_display)
      if (space) ++places[*space];
    for (const auto id : state.open_discard) ++places[id];
    for (const auto& frame : state.resolving)
      if (!frame.copied) ++places[frame.potion];
    for (const auto& player : state.players) {
      for (const auto& slot : player.slots) ++places[slot.potion];
      for (const auto id : player.used) ++places[id];
      if (player.patent) ++places[player.patent->potion];
    }
    if (places.size() != 44) FAIL(places.size() << " potions");
    for (const auto& [id, number] : places)
      if (number != 1) FAIL(data().potions[id].id << " is in " << number << " zones");
  }
  void check_players() {
    for (Seat seat = 0; seat < state.seats; ++seat) {
      const auto& player = state.players[seat];
      const auto& before = before_[seat];
      const auto bonus = seat == state.active ? state.turn.slot_bonus : 0;
      if (player.slots.size() > std::max<std::size_t>(before.slots.size(), 3 + bonus)) FAIL("I3: too many potions in slots");
      const auto chips = player.chips + (player.patent && player.patent->chip ? 1U : 0U);
      if (chips > 2 + chips_gained_[seat]) FAIL("I4: too many patent chips");
      if (player.white < before.white || player.black < before.black) FAIL("I7: SP chips shrank");
      for (const auto& slot : player.slots)
        if (!slot.ready && seat != state.active && !frozen_.count(slot.potion) && !over(state)) FAIL("I6: brewing in another's turn");
      before_[seat] = player;
    }
  }
  void check_hand_limit() const {  // I5
    // The turn before this one is over; only leavers skip T4, and they hold nothing.
    if (hand_size(state.players[last_active_]) > 7 && state.resolving.empty() && state.active != last_active_) FAIL("I5: hand limit");
  }

  std::uint64_t random_;
  std::unique_ptr<Bot> player_ = random_bot(random_);
  Events<Event> events_;
  std::optional<std::string> campaign_;
  std::array<Player, max_players> before_{};
  std::array<unsigned, max_players> chips_gained_{};
  std::set<PotionId> frozen_;
  Seat last_active_ = 0;
};

void count(const Watched& game, Totals& totals) {
  ++totals.games;
  for (const auto& event : game.log) {
    if (const auto* used = std::get_if<PotionUsed>(&event)) totals.used.insert(used->potion);
    if (const auto* copied = std::get_if<EffectCopied>(&event)) totals.copied.insert(copied->potion);
  }
}

}  // namespace

TEST_CASE("random games keep every invariant, use every potion and ask every question") {
  Totals totals;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Options options;
    options.turn_clock_s = seed % 3 == 0 ? 120 : 0;
    Watched game(static_cast<Seat>(2 + seed % 3), seed, options);
    INFO("seed " << seed);
    while (!over(game.state)) {
      if (options.turn_clock_s != 0 && game.next(25) == 0) game.let_clock_run();
      if (!over(game.state)) game.answer_one(nullptr, totals);
    }
    count(game, totals);
  }
  CHECK(totals.used.size() == data().potions.size());
  CHECK(totals.asked.size() == 21);
  CHECK(totals.copied.size() > 10);
  WARN(totals.games << " games, " << totals.steps << " answers, " << totals.copied.size() << " potions copied");
}

TEST_CASE("random games with people going, coming and leaving keep every invariant and end") {
  Totals totals;
  for (std::uint64_t seed = 5001; seed <= 5300; ++seed) {
    Watched game(static_cast<Seat>(2 + seed % 3), seed, {});
    INFO("seed " << seed);
    std::array<bool, max_players> away{};
    while (!over(game.state)) {
      const auto seat = static_cast<Seat>(game.next(game.state.seats));
      const auto what = game.next(60);
      if (what < 3 && !game.state.players[seat].left) {
        const bool somebody_stays = std::count(away.begin(), away.begin() + game.state.seats, false) > 1;
        if (away[seat] || somebody_stays) {
          away[seat] = !away[seat];
          game.change_presence(seat, away[seat] ? Presence::away : Presence::here);
        }
      } else if (what == 3 && game.next(6) == 0) {
        game.leaves(seat);
      } else {
        bool somebody = false;
        for (Seat s = 0; s < game.state.seats; ++s) somebody |= question(game.state, s).has_value();
        if (somebody)
          game.answer_one(nullptr, totals);
        else  // everybody who is left is away: they come back
          for (Seat s = 0; s < game.state.seats; ++s) {
            away[s] = false;
            game.change_presence(s, Presence::here);
          }
      }
    }
    count(game, totals);
  }
  CHECK(totals.games == 300);
}

TEST_CASE("sensible bots end their games, within the rules, and score") {
  Totals totals;
  const auto bot = sensible_bot();
  double points = 0;
  std::uint64_t players = 0;
  for (std::uint64_t seed = 9001; seed <= 9120; ++seed) {
    Watched game(static_cast<Seat>(2 + seed % 3), seed, {});
    INFO("seed " << seed);
    while (!over(game.state)) game.answer_one(bot.get(), totals);
    count(game, totals);
    for (const auto& line : scores(game.state)) points += line.total();
    players += game.state.seats;
  }
  CHECK(points / static_cast<double>(players) > 25);  // the reference simulation has 32 to 42 (rules §12)
  WARN("mean " << points / static_cast<double>(players) << " SP");
}

TEST_CASE("I8: the same seed and answers give the same game") {
  Totals totals;
  Watched first(3, 77, {}), second(3, 77, {});
  while (!over(first.state)) {
    first.answer_one(nullptr, totals);
    second.answer_one(nullptr, totals);
    CanonicalWriter a, b;
    canonical(first.state, a);
    canonical(second.state, b);
    REQUIRE(a.bytes() == b.bytes());
  }
}

TEST_CASE("only what §9 allows is in a view: canaries in everything hidden") {
  // Distinct decks for the same public table: views of those who may not know must not move.
  Table t(3);
  t.ready(0, {"S03"}).holds(0, "B").holds(1, "GM").holds(2, "KD").potion_deck({"W01", "W02", "W03"});
  t.use("S03", Seat{1});
  const auto spectator = view(t.state, Viewer::spectator());
  const auto ben = view(t.state, Viewer::seat(1));
  v1::TheAlchemistsView seen;
  REQUIRE(seen.ParseFromString(view(t.state, Viewer::seat(0))));
  CHECK(seen.own().seen_seat() == 1);
  CHECK(seen.own().seen_hand_size() == 6);
  t.holds(2, "RR").potion_deck({"W03", "W02", "W01"});
  CHECK(view(t.state, Viewer::spectator()) == spectator);
  CHECK(view(t.state, Viewer::seat(1)) == ben);
  t.holds(1, "MM");
  CHECK(view(t.state, Viewer::spectator()) == spectator);
  CHECK(view(t.state, Viewer::seat(1)) != ben);
}
