#include <support/playthrough.h>

#include <athanor/games/wire.h>

#include <cstdlib>
#include <stdexcept>

namespace athanor::test {
namespace {

std::uint64_t next(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return state >> 33U;
}

std::vector<games::Seat> deciding(const games::Game& game, games::Seat seats) {
  std::vector<games::Seat> open;
  for (games::Seat seat = 0; seat < seats; ++seat)
    if (game.decision_id(seat)) open.push_back(seat);
  return open;
}

// Nothing: the bot waits.
std::optional<games::Answer> ask(games::Bot& bot, const Playthrough& p, games::Seat seat) {
  v1::Decision message;
  games::encode(*p.game->decision(seat, games::Language::english), *p.game->decision_id(seat), p.now, message);
  const auto view = p.game->view(games::Viewer::seat(seat), games::Language::english);
  for (int tries = 0; tries < 50; ++tries) {
    const auto answer = bot.choose(message, view);
    if (answer.offer_id() == 0 && bot.asks_again_after_ms() > 0) return std::nullopt;
    if (answer.offer_id() == 0) throw std::runtime_error("the bot finds no answer");
    auto decoded = *games::decode(answer, games::Language::english);
    // A free text may be refused by a rule that no offer can express; the bot is asked again, as a client would be.
    const auto outcome = p.game->clone()->answer(seat, decoded, p.now, games::Language::english);
    if (outcome || outcome.error().kind != games::Rejection::Kind::rule) return decoded;
  }
  throw std::runtime_error("the bot's answers are refused again and again");
}

// People go away, come back, and (seldom) leave for good; never the last two.
struct Absences {
  std::vector<bool> away, left;
  explicit Absences(games::Seat seats) : away(seats), left(seats) {}
  [[nodiscard]] std::optional<Input> next_one(std::uint64_t& random) {
    const auto seat = static_cast<games::Seat>(next(random) % away.size());
    if (left[seat] || next(random) % 12 != 0) return std::nullopt;
    std::size_t staying = 0;
    for (std::size_t s = 0; s < left.size(); ++s) staying += !left[s] && !away[s];
    if (!away[seat] && staying > 1 && next(random) % 20 == 0) {
      left[seat] = true;
      return LeaveInput{seat};
    }
    if (!away[seat] && staying <= 1) return std::nullopt;
    away[seat] = !away[seat];
    return PresenceInput{seat, away[seat] ? games::Presence::away : games::Presence::here};
  }
};

Input next_input(const Playthrough& p, std::vector<std::unique_ptr<games::Bot>>& bots, Absences* absences, std::uint64_t& random) {
  if (absences != nullptr)
    if (auto absence = absences->next_one(random)) return *absence;
  const auto open = deciding(*p.game, p.start.seats);
  const auto deadline = p.game->next_deadline();
  if (open.empty() && !deadline) throw std::runtime_error("not finished, but nothing is asked and no clock runs");
  if (deadline && (open.empty() || next(random) % 16 == 0)) return TimerInput{};
  const auto first = next(random) % open.size();
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto seat = open[(first + i) % open.size()];
    if (auto answer = ask(*bots[seat], p, seat)) return AnswerInput{seat, std::move(*answer)};
  }
  if (!deadline) throw std::runtime_error("all bots wait, but no clock runs");
  return TimerInput{};
}

}  // namespace

std::string describe(const Plan& plan) {
  std::string text = plan.game + " players=" + std::to_string(plan.seats) + " seed=" + std::to_string(plan.seed) + " bot=" + plan.bot;
  for (const auto& [name, value] : plan.options) text += " " + name + "=" + value;
  return text + (plan.absences ? " absences" : "");
}

games::Seed seed_from(std::uint64_t number) {
  games::Seed seed{};
  for (std::size_t i = 0; i < 8; ++i) seed[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return seed;
}

games::Outcome apply(games::Game& game, const TimedInput& input) {
  if (const auto* answer = std::get_if<AnswerInput>(&input.input)) {
    auto outcome = game.answer(answer->seat, answer->answer, input.at, games::Language::english);
    if (!outcome) throw std::runtime_error("refused: " + outcome.error().text);
    return std::move(*outcome);
  }
  if (const auto* presence = std::get_if<PresenceInput>(&input.input)) return game.presence(presence->seat, presence->presence, input.at);
  if (const auto* leave = std::get_if<LeaveInput>(&input.input)) return game.leave(leave->seat, input.at);
  return game.fire_timers(input.at);
}

Playthrough play(const games::Catalogue& catalogue, const Plan& plan, const EachStep& each) {
  Playthrough p;
  p.type = catalogue.find(plan.game);
  if (p.type == nullptr) throw std::runtime_error("no such game: " + plan.game);
  try {
    auto options = games::complete_options(*p.type, plan.options, games::Language::english);
    if (!options) throw std::runtime_error(options.error());
    if (const auto problem = p.type->problem(*options, plan.seats, plan.campaign, games::Language::english))
      throw std::runtime_error(*problem);
    p.start.options = std::move(*options);
    p.start.seats = plan.seats;
    for (games::Seat seat = 0; seat < plan.seats; ++seat) p.start.names.push_back("Player " + std::to_string(seat));
    p.start.seed = seed_from(plan.seed);
    p.start.campaign = plan.campaign;
    p.game = p.type->start(p.start).game;
    p.digests.push_back(p.game->digest());

    std::uint64_t random = plan.seed * 77 + 5;
    std::vector<std::unique_ptr<games::Bot>> bots;
    for (games::Seat seat = 0; seat < plan.seats; ++seat) bots.push_back(p.type->bot(plan.bot, plan.seed * 31 + seat));
    Absences absences(plan.seats);
    for (int step = 0; !p.game->finished(); ++step) {
      if (step == plan.max_steps) throw std::runtime_error("does not end");
      auto input = next_input(p, bots, plan.absences ? &absences : nullptr, random);
      const auto deadline = p.game->next_deadline();
      if (std::holds_alternative<TimerInput>(input))
        p.now = *deadline;
      else if (!deadline || p.now + 900 < *deadline)
        p.now += next(random) % 900;
      const TimedInput timed{p.now, std::move(input)};
      if (each) each(p, &timed);
      (void)apply(*p.game, timed);
      p.inputs.push_back(timed);
      p.digests.push_back(p.game->digest());
    }
    if (each) each(p, nullptr);
  } catch (const std::exception& error) {
    throw std::runtime_error(describe(plan) + " step " + std::to_string(p.inputs.size()) + ": " + error.what());
  }
  return p;
}

std::uint64_t repetitions(std::uint64_t normal) { return std::getenv("ATHANOR_LONG") != nullptr ? normal * 10 : normal; }

}  // namespace athanor::test
