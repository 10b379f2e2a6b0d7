#include <secrecy/happenings.h>

#include <cstdlib>
#include <iterator>

namespace athanor::test {
namespace {

using games::Game;
using games::Presence;
using games::Seat;

Deed presence(Seat seat, bool back, games::RoomTime at) {
  return [=](Game& game) {
    auto outcome = game.presence(seat, Presence::away, at);
    if (!back) return std::optional(std::move(outcome));
    auto returned = game.presence(seat, Presence::here, at);
    std::move(returned.events.begin(), returned.events.end(), std::back_inserter(outcome.events));
    return std::optional(std::move(outcome));
  };
}

// Also what the new one gets then: nobody may learn by joining what was hidden from him.
void compare_join(const Playthrough& p, const Game& game, const OpenByRules& open, games::RandomStream& random, SecrecyReport& report) {
  const auto seat = p.start.seats;
  const auto seats = static_cast<Seat>(seat + 1);
  compare_happening(game, seats, p.now, "join", [&](Game& g) { return std::optional(g.join(seat, p.now)); }, open, random, report);
  const auto joined = game.clone();
  (void)joined->join(seat, p.now);
  compare_states(*joined, seats, p.now, random, 1, report);
}

std::string campaign(const std::string& game, const std::vector<std::string>& changes) {
  const auto catalogue = games::standard_catalogue();
  std::string state;
  for (const auto& change : changes) state = catalogue.find(game)->campaign_fold(state, change);
  return state;
}

}  // namespace

void compare_happenings(const Playthrough& p, const Game& game, int turn, games::RandomStream& random, SecrecyReport& report) {
  if (game.finished()) return;
  const auto seats = p.start.seats;
  const auto seat = static_cast<Seat>(turn / 5 % seats);
  const auto open = open_by_rules(p.type->traits().name);
  switch (turn % 5) {
    case 0:
      if (const auto due = game.next_deadline())
        compare_happening(game, seats, *due, "clock", [&](Game& g) { return std::optional(g.fire_timers(*due)); }, open, random, report);
      return;
    case 1: return compare_happening(game, seats, p.now, "away", presence(seat, false, p.now), open, random, report);
    case 2: return compare_happening(game, seats, p.now, "back", presence(seat, true, p.now), open, random, report);
    case 3: return compare_happening(game, seats, p.now, "leave", [&](Game& g) { return std::optional(g.leave(seat, p.now)); }, open, random, report);
    default:
      if (p.type->traits().join_while_playing && seats < p.type->traits().max_seats) compare_join(p, game, open, random, report);
  }
}

OpenByRules open_by_rules(const std::string& game) {
  using To = OpenEvent::To;
  using When = OpenEvent::When;
  if (game == "the-alchemists")  // the same cards may come in many ways; whom or what one chose may have made no difference
    return {{"take-deck", "take-open", "use", "swap", "choose-opponent", "copy"},
            // Cards that he himself drew, got or was shown, and that are gone again; whoever is absent discards by himself (rules §9).
            {{"ingredient-taken", To::viewer}, {"cards-moved", To::viewer}, {"cards-seen", To::viewer, When::always, " looks at the potion deck"},
             {"cards-discarded", To::all, When::same_input}}};
  if (game == "little-alchemists")  // tiles that lay in the market and were taken or shuffled back; a hand drawn from the rest of the stack and the new one
    return {{"guess", "choose-wish"}, {{"market", To::all, When::same_input}}, {"drew"}};
  if (game == "little-alchemists-companion") return {{"progress", "board", "new-game"}};
  if (game == "der-alchimist") return {{"play-gold", "none-fits", "put-back"}};  // over a desert one comes to rest in the same place
  if (game == "quacksalber")  // what was drawn and put back, rolled, or wanted in vain (rules §8 P12, P13; §7 B09; §14.1)
    return {{}, {{"chips-shown"}, {"die-rolled"}, {"chip-out-of-stock"}, {"chip-placed", To::all, When::same_input}, {"chip-returned", To::all, When::same_input}}};
  return {};
}

std::vector<Plan> secrecy_plans() {
  constexpr auto app = "little-alchemists-companion";
  const std::string all_open = R"({"progress": {"open_level": 7, "locks": 0, "trophy_keys": 0}})";
  auto plans = all_plans();
  std::vector<Plan> more;
  for (const int level : {2, 4, 6}) {
    const auto text = std::to_string(level);
    more.push_back({"little-alchemists", {{"level", text}, {"prompt-limit", "5"}, {"guess-limit", "5"}}, static_cast<Seat>(level / 2 + 1), 1,
                    campaign("little-alchemists", {all_open})});
    more.push_back({"little-alchemists", {{"level", text}, {"prompt-limit", "off"}, {"guess-limit", "off"}}, 3, 1, campaign("little-alchemists", {all_open})});
    more.push_back({app, {{"level", text}}, 6, 1, campaign(app, {all_open})});
  }
  more.push_back({app, {{"level", "1"}}, 12});
  for (const auto& board : own_boards())
    for (const Seat devices : {Seat{1}, Seat{4}}) more.push_back({app, {{"level", board.level}}, devices, 1, campaign(app, {all_open, board.change})});
  // Purple chips that may be handed in: rare.
  for (const auto* set : {"2", "4"})
    for (Seat seats = 2; seats <= 4; ++seats)
      for (const auto* lockstep : {"all", "last"}) more.push_back({"quacksalber", {{"book-purple", set}, {"book-green", set}, {"lockstep", lockstep}}, seats});
  // Short games with effects of many kinds.
  for (int more_often = 0; more_often < 4; ++more_often)
    for (Seat seats = 2; seats <= 4; ++seats) more.push_back({"the-alchemists", {}, seats});
  for (auto& plan : more) {
    plan.seed = plans.size() + 1;
    plans.push_back(std::move(plan));
  }
  if (const char* only = std::getenv("ATHANOR_GAME"); only != nullptr)
    std::erase_if(plans, [&](const Plan& plan) { return plan.game != only; });
  return plans;
}

}  // namespace athanor::test
