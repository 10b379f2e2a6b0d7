// Setup and the course of a turn (rules §5, §7).

#include "rules_parts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr std::size_t cards_per_pile = 8;

void need(bool legal, const char* what) {
  if (!legal) throw std::logic_error(what);
}

void discard(State& state, Seat seat, Card card) {
  auto& hand = state.players[seat].hand;
  need(hand.at(card) > 0, "played a card that is not in the hand");
  --hand[card];
  ++state.discard_pile[card];
}

// Rules §8: card to discard, move, bonus, end, landing effect.
void play_movement(State& state, Card card, std::uint8_t steps, GameStep& step) {
  discard(state, state.active, card);
  step.events.to_all(CardPlayed{state.active, card, steps});
  move_pawn(state, state.active, steps, false, step);
  const auto reasons = end_reasons(state);
  bonus_check(state, state.active, any(reasons), step);
  if (any(reasons))
    end_game(state, reasons, step);
  else
    land(state, step);
}

void act(State& state, const Draw& move, GameStep& step) {
  need(move.number >= 1 && move.number <= most_to_draw(state, state.players[state.active]), "drew too many cards");
  draw(state, state.active, move.number, step);
  end_turn(state, step);
}
void act(State& state, const PlayAbility& move, GameStep& step) {
  need(is_ability(move.card) && may_play(state, state.players[state.active], move.card), "played an Ability card that does not fit");
  play_movement(state, move.card, value_of(move.card), step);
}
void act(State& state, const PlayGold& move, GameStep& step) {
  need(move.steps >= 1 && move.steps <= most_gold_steps(state.players[state.active]), "moved too far with Gold");
  play_movement(state, gold, move.steps, step);
}
void act(State& state, const PlayStone& move, GameStep& step) {
  discard(state, state.active, stone_card);
  step.events.to_all(CardPlayed{state.active, stone_card, 0});
  step.events.to_all(StoneMoved{state.active, move.area, move.area == state.stone});
  state.stone = move.area;
  bonus_check(state, state.active, false, step);
  state.extra = true;
  ask_active(state, Phase::turn, step);
}
void act(State& state, const PlayChallenge&, GameStep& step) {
  discard(state, state.active, challenge_card);
  step.events.to_all(CardPlayed{state.active, challenge_card, 0});
  open_challenge(state, step);
}
void act(State& state, const Exchange& move, GameStep& step) {
  const auto number = size(move.cards);
  need(may_exchange(state.players[state.active]) && number >= 1 && number <= most_drawn, "exchanged without being allowed to");
  for (const auto card : list(move.cards)) discard(state, state.active, card);
  state.last_exchange = Exchanged{state.active, move.cards};
  step.events.to_all(CardsDiscarded{state.active, move.cards});
  draw(state, state.active, number, step);
  end_turn(state, step);
}
void act(State& state, const Rescan&, GameStep& step) {
  const auto& player = state.players[state.active];
  need(may_rescan(state, player), "looked through a pile again without being allowed to");
  open_scan(state, data().path[player.position].pile, step);
}
void act(State& state, const Finish&, GameStep& step) {
  need(state.extra, "finished without an extra action");
  step.events.to_all(Passed{state.active, true});
  end_turn(state, step);
}
void act(State& state, const Pass&, GameStep& step) {
  need(may_pass(state, state.players[state.active]), "passed without being allowed to");
  step.events.to_all(Passed{state.active, false});
  end_turn(state, step);
}

// Rules §5 steps 4 and 5.
void deal_questions_and_answers(State& state) {
  std::vector<QuestionId> questions;
  for (std::size_t q = 0; q < data().questions.size(); ++q)
    if (data().questions[q].colour == state.settings.colour) questions.push_back(static_cast<QuestionId>(q));
  state.random.shuffle(questions);
  for (auto& player : state.players) {
    player.question = questions.back();
    questions.pop_back();
  }
  state.set_aside = std::move(questions);

  std::vector<AnswerId> answers;
  for (std::size_t a = 0; a < data().answers.size(); ++a)
    if (data().answers[a].colour == state.settings.colour) answers.push_back(static_cast<AnswerId>(a));
  state.random.shuffle(answers);
  for (std::size_t pile = 0; pile < piles; ++pile) {
    auto& cards = state.answer_piles[pile];
    const auto from = answers.begin() + static_cast<std::ptrdiff_t>(pile * cards_per_pile);
    cards.assign(from, from + cards_per_pile);
    std::sort(cards.begin(), cards.end());
  }
}

}  // namespace

// --- questions about a state ---

unsigned seats_left(const State& state) {
  return static_cast<unsigned>(std::count_if(state.players.begin(), state.players.end(), [](const Player& p) { return !p.left; }));
}

std::vector<Seat> clockwise(const State& state, Seat from) {
  std::vector<Seat> seats;
  for (std::size_t i = 0; i < state.players.size(); ++i) {
    const auto seat = static_cast<Seat>((from + i) % state.players.size());
    if (!state.players[seat].left) seats.push_back(seat);
  }
  return seats;
}

Seat next_seat(const State& state, Seat seat) {
  const auto order = clockwise(state, static_cast<Seat>((seat + 1U) % state.players.size()));
  need(!order.empty(), "nobody is left to play");
  return order.front();
}

unsigned cards_to_draw_from(const State& state) {
  return static_cast<unsigned>(state.draw_pile.size()) + size(state.discard_pile);
}
unsigned most_to_draw(const State& state, const Player& player) {
  return std::min({unsigned{most_drawn}, static_cast<unsigned>(hand_limit - size(player.hand)), cards_to_draw_from(state)});
}
bool may_play(const State& state, const Player& player, Card card) {
  return player.hand.at(card) > 0 && ability_of(card) == state.stone && player.position + value_of(card) <= last_space;
}
unsigned most_gold_steps(const Player& player) {
  return player.hand[gold] == 0 ? 0U : std::min<unsigned>(gold_value, static_cast<unsigned>(last_space - player.position));
}
bool may_exchange(const Player& player) { return size(player.hand) == hand_limit; }
bool may_rescan(const State& state, const Player& player) {
  const auto& space = data().path[player.position];
  return state.first_action && space.type == SpaceType::book && player.scan[space.pile] == Scan::taken &&
         !state.answer_piles[space.pile].empty();
}
bool may_pass(const State& state, const Player& player) {
  return size(player.hand) == hand_limit || cards_to_draw_from(state) == 0;
}

Timer clock_of(Phase phase) {
  switch (phase) {
    case Phase::challenge_commit: return Timer::commit;
    case Phase::creativity_read: return Timer::read;
    case Phase::creativity_search: return Timer::search;
    case Phase::creativity_vote: return Timer::vote;
    case Phase::creativity_review: return Timer::review;
    case Phase::book_scan: return Timer::scan;
    case Phase::final_vote: return Timer::final_vote;
    case Phase::final_veto: return Timer::final_veto;
    case Phase::turn:
    case Phase::stone_choice:
    case Phase::finished: return Timer::decision;
  }
  throw std::logic_error("unknown phase");
}

// --- changes ---

void ask_active(State& state, Phase phase, GameStep& step) {
  state.phase = phase;
  ++state.serial;
  state.timers.cancel_all();
  const auto limit = phase == Phase::book_scan ? state.settings.scan_ms : state.settings.turn_ms;
  if (limit != 0) state.timers.start(timer(clock_of(phase)), step.now, limit);
}

void begin_turn(State& state, Seat seat, GameStep& step) {
  state.active = seat;
  state.first_action = true;
  state.extra = false;
  step.events.to_all(TurnStarted{seat});
  ask_active(state, Phase::turn, step);
}

void end_turn(State& state, GameStep& step) {
  ++state.turn;
  begin_turn(state, next_seat(state, state.active), step);
}

void draw(State& state, Seat seat, unsigned number, GameStep& step) {
  Cards drawn{};
  for (unsigned i = 0; i < number; ++i) {
    if (state.draw_pile.empty()) {
      if (size(state.discard_pile) == 0) break;
      state.draw_pile = list(state.discard_pile);
      state.discard_pile = {};
      state.random.shuffle(state.draw_pile);
      step.events.to_all(PileReshuffled{});
    }
    ++drawn[state.draw_pile.back()];
    ++state.players[seat].hand[state.draw_pile.back()];
    state.draw_pile.pop_back();
  }
  need(size(state.players[seat].hand) <= hand_limit, "a hand exceeds twelve cards");
  step.events.split(seat, CardsDrawn{seat, size(drawn), drawn, true}, CardsDrawn{seat, size(drawn), {}, false});
}

void default_turn(State& state, GameStep& step) {
  const auto number = most_to_draw(state, state.players[state.active]);
  if (number > 0)
    act(state, Draw{static_cast<std::uint8_t>(number)}, step);
  else
    act(state, Pass{}, step);
}

void apply_turn(State& state, const Move& move, GameStep& step) {
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { act(state, m, step); }) {
          const bool looks_again = std::is_same_v<std::decay_t<decltype(m)>, Rescan>;
          if (!looks_again) state.first_action = false;
          act(state, m, step);
        } else {
          throw std::logic_error("this move does not belong to a turn");
        }
      },
      move);
}

State set_up(const Settings& settings, std::optional<std::uint8_t> colour, Seat seats, const Seed& seed,
             std::shared_ptr<const Solutions> solutions, GameStep& step) {
  State state;
  state.settings = settings;
  state.solutions = std::move(solutions);
  state.random = RandomStream(seed, "table");
  const auto drawn = static_cast<std::uint8_t>(state.random.uniform(colours));  // always drawn, so that a choice changes nothing else
  state.settings.colour = colour.value_or(drawn);
  state.players.resize(seats);
  state.bank = data().bank;
  state.draw_pile = list(data().deck);
  state.random.shuffle(state.draw_pile);
  deal_questions_and_answers(state);
  for (std::size_t t = 0; t < data().topics.size(); ++t) state.topic_deck.push_back(static_cast<TopicId>(t));
  state.random.shuffle(state.topic_deck);
  const auto first = static_cast<Seat>(state.random.uniform(seats));
  step.events.to_all(GameStarted{first, state.settings.colour});
  for (Seat seat = 0; seat < seats; ++seat) draw(state, seat, start_hand, step);
  begin_turn(state, first, step);
  return state;
}

}  // namespace athanor::games::der_alchimist
