#include "scene.h"

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

Options level_options(unsigned level) {
  Options options;
  options.level = level;
  return options;
}

Seed fixed_seed() {
  Seed seed{};
  seed[0] = 7;
  return seed;
}

// The answer with these picks to an offer with this verb, if it is legal.
std::optional<CheckedAnswer> answer_for(const Decision& decision, const std::string& verb, const std::vector<Picked>& picks) {
  for (const auto& offer : decision.offers) {
    if (offer.verb != verb || offer.fields.size() != picks.size()) continue;
    Answer answer;
    answer.offer_id = offer.id;
    for (const auto& pick : picks) answer.values.emplace_back(pick);
    auto checked = check(decision, answer, Language::english);
    if (checked) return *checked;
  }
  return std::nullopt;
}

struct Wanted {
  std::string verb;
  std::vector<Picked> picks;
};
std::uint32_t id(std::size_t index) { return static_cast<std::uint32_t>(index) + 1; }

struct AnswerOf {
  const State& state;
  Wanted operator()(const BuyIngredient& m) const { return {"buy-ingredient", {Picked{{id(m.space)}}}}; }
  Wanted operator()(const Mix& m) const { return {"mix", {Picked{{id(m.a), id(m.b)}}}}; }
  Wanted operator()(const ShareTheory& m) const {
    return {"share-theory", {Picked{{id(m.ingredient)}}, Picked{{id(free_slot(state, m.set).value_or(20))}}}};
  }
  Wanted operator()(const Pass&) const { return {"pass", {}}; }
  Wanted operator()(const ChooseWish& m) const { return {"choose-wish", {Picked{{id(static_cast<std::size_t>(m.type))}}}}; }
  Wanted operator()(const ChoosePet& m) const { return {"choose-pet", {Picked{{id(static_cast<std::size_t>(m.pet))}}}}; }
  Wanted operator()(const ChooseTrade& m) const { return {"choose-trade", {Picked{{id(m.space)}}}}; }
  Wanted operator()(const MakeGuess& m) const { return {"guess", {Picked{{m.ingredient ? id(*m.ingredient) : 100U}}}}; }
  Wanted operator()(const BuyArtifact& m) const { return {"buy-artifact", {Picked{{id(m.space)}}}}; }
  Wanted operator()(const EndTurn& m) const {
    if (!may_keep_tile(state)) return {"end-turn", {}};
    return {"end-turn", {m.keep ? Picked{{id(*m.keep)}} : Picked{}}};
  }
  Wanted operator()(const TestAnswer& m) const {
    return {"test-answer", {Picked{{id(m.question)}}, Picked{{id(static_cast<std::size_t>(m.result))}}}};
  }
  Wanted operator()(const TestConfirm&) const { return {"test-confirm", {}}; }
  Wanted operator()(const TestSubmit&) const { return {"test-submit", {}}; }
  Wanted operator()(const ComeBack&) const { return {"come-back", {}}; }
};

}  // namespace

Scene::Scene(unsigned level, Seat seats) : Scene(level_options(level), seats) {}

Scene::Scene(const Options& options, Seat seats) {
  input([&](GameStep& step) { state = set_up(options, seats, fixed_seed(), step); });
  state.active = 0;
  static_cast<void>(events.take());
}

Scene& Scene::secret(std::uint32_t game_number) {
  state.table = table_of_game(state.options.level, game_number);
  return *this;
}
Scene& Scene::hand(Seat seat, const std::vector<Ingredient>& list) {
  state.players[seat].hand = tiles(list);
  return *this;
}
Scene& Scene::market(const std::vector<Ingredient>& list) {
  for (std::size_t space = 0; space < state.market.size(); ++space)
    state.market[space] = space < list.size() ? std::optional(list[space]) : std::nullopt;
  return *this;
}
Scene& Scene::stack(const std::vector<Ingredient>& top_first) {
  state.stack.clear();
  for (auto tile = top_first.rbegin(); tile != top_first.rend(); ++tile) state.stack.push_back(*tile);
  return *this;
}
Scene& Scene::discard(const std::vector<Ingredient>& list) {
  state.unseen_discard = tiles(list);
  for (auto& player : state.players) player.discarded = {};
  return *this;
}
Scene& Scene::coming(const std::string& potions) {
  state.coming.clear();
  for (auto potion = potions.rbegin(); potion != potions.rend(); ++potion)
    for (CustomerId id = 0; id < data().customers.size(); ++id)
      if (letter(data().customers[id].potion) == *potion) state.coming.push_back(id);
  return *this;
}
Scene& Scene::customer(char potion) {
  for (CustomerId id = 0; id < data().customers.size(); ++id)
    if (letter(data().customers[id].potion) == potion) state.came.push_back(id);
  return *this;
}
Scene& Scene::artifact(Seat seat, Artifact artifact) {
  state.players[seat].artifacts.push_back(artifact);
  return *this;
}

void Scene::play(Seat seat, const Move& move) {
  REQUIRE(question(state, seat).has_value());
  const auto asked = decision(state, seat, Language::english);
  const Wanted wanted = std::visit(AnswerOf{state}, move);
  const auto checked = answer_for(asked, wanted.verb, wanted.picks);
  INFO("not offered: " << wanted.verb);
  REQUIRE(checked.has_value());
  const Move same = move_of(state, *checked);
  REQUIRE(same.index() == move.index());
  input([&](GameStep& step) { apply(state, seat, same, step); });
}

bool Scene::answer(Seat seat, const Decision& asked, const Answer& answer) {
  const auto checked = check(asked, answer, Language::english);
  if (!checked) return false;
  const Move move = move_of(state, *checked);
  input([&](GameStep& step) { apply(state, seat, move, step); });
  return true;
}

bool Scene::offered(Seat seat, const std::string& verb) const {
  if (!question(state, seat)) return false;
  const auto asked = decision(state, seat, Language::english);
  return std::any_of(asked.offers.begin(), asked.offers.end(), [&](const Offer& offer) { return offer.verb == verb; });
}

void Scene::time_out(TimerName name) {
  const TimerId timer{static_cast<std::uint8_t>(name), -1};
  const auto deadline = state.timers.deadline(timer);
  REQUIRE(deadline.has_value());
  now = *deadline;
  const auto due = state.timers.take_due(now);
  REQUIRE(due == timer);
  input([&](GameStep& step) { timer_fired(state, *due, step); });
}
void Scene::presence(Seat seat, Presence presence) {
  input([&](GameStep& step) { little_alchemists::presence(state, seat, presence, step); });
}
void Scene::leave(Seat seat) {
  input([&](GameStep& step) { little_alchemists::leave(state, seat, step); });
}

PotionSet Scene::wrong_set(Ingredient ingredient) const {
  for (std::size_t slot = 0; slot < board(state).size; ++slot)
    if (!state.theories[slot] && board(state).sets[slot] != set(ingredient)) return board(state).sets[slot];
  throw std::logic_error("every set with room is right");
}

Mix Scene::pair(char wanted) const {
  for (Ingredient b = 1; b < board(state).size; ++b)
    for (Ingredient a = 0; a < b; ++a)
      if (letter(mix(board(state), state.table, a, b)) == wanted) return {a, b};
  throw std::logic_error("no pair makes this");
}

Tiles tiles(const std::vector<Ingredient>& list) {
  Tiles count{};
  for (const auto tile : list) ++count[tile];
  return count;
}
Result result(char text) { return result_of(text).value(); }
PotionSet set(const std::string& text) { return set_of(text).value(); }

std::string broken_invariant(const State& state) {
  Tiles all = state.unseen_discard;
  for (const auto tile : state.stack) ++all[tile];
  for (const auto& tile : state.market)
    if (tile) ++all[*tile];
  for (const auto& player : state.players)
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(all[i] + player.hand[i] + player.discarded[i]);
  if (state.turn.mixed) {
    ++all[state.turn.mixed->a];
    ++all[state.turn.mixed->b];
  }
  if (all != tiles_in_play(data(), state.options.level, state.seats)) return "1: tiles in play";
  bool left = false;
  for (Seat seat = 0; seat < state.seats; ++seat) left = left || state.players[seat].left;
  if (state.phase == Phase::before_action && !over(state) && !left)
    for (Seat seat = 0; seat < state.seats; ++seat)
      if (total(state.players[seat].hand) < 3) return "2: three tiles at the start of a turn";
  const auto tokens = std::count_if(state.theories.begin(), state.theories.end(), [](const auto& t) { return t.has_value(); });
  if (state.options.level >= 2) {
    if (static_cast<long>(state.gem_stack.size()) != board(state).size - 1L - tokens) return "3: gems left";
    if (state.gem_stack.empty() && !over(state)) return "3: the game goes on without gems";
  }
  const auto came = state.came.size() + (state.market_closed ? 1U : 0U);
  if (big_tiles_left(state) + came != data().customers_at[state.options.level] + 1U) return "4: big tiles";
  // Who leaves discards without drawing.
  if (state.stack.empty() && discard_size(state) != 0 && !over(state) && !left) return "5: an empty stack";
  std::array<unsigned, pet_kinds> owners{};
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const auto& player = state.players[seat];
    for (Ingredient b = 1; b < board(state).size; ++b)
      for (Ingredient a = 0; a < b; ++a)
        if (const auto& token = player.tracker[pair_index(a, b)]; token && *token != mix(board(state), state.table, a, b)) return "6: a false token";
    if (player.pet && ++owners[static_cast<std::size_t>(*player.pet)] > 1) return "7: one pet, one owner";
    for (std::size_t i = 0; i < player.sure_hand.size(); ++i)
      if (player.sure_hand[i] > player.hand[i]) return "a tile that everybody knows in a hand is not there";
  }
  return {};
}

}  // namespace athanor::tests
