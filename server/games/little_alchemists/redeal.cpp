#include "redeal.h"

#include "texts/texts.h"
#include "view.h"

#include <athanor/games/secrets.h>
#include <athanor/little_alchemists/deduction.h>

namespace athanor::games::little_alchemists {
namespace {

constexpr unsigned most_tries = 200;

Knowledge known_to(const State& state, Viewer viewer) {
  Knowledge knowledge;
  const Board& b = board(state);
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const Player& player = state.players[seat];
    const bool own = viewer.is(seat);
    for (Ingredient i = 1; i < b.size; ++i)
      for (Ingredient j = 0; j < i; ++j)
        if (const auto& token = player.tracker[pair_index(i, j)]; token && (own || trackers_open(state, viewer))) knowledge.tokens.push_back({j, i, *token});
    if (!own) continue;
    for (const auto& wrong : player.wrong_theories) knowledge.refuted.push_back({wrong.ingredient, wrong.set, wrong.right});
    if (state.open_theory && state.active == seat) knowledge.proven.push_back({state.open_theory->ingredient, state.open_theory->set});
  }
  for (std::size_t slot = 0; slot < b.size; ++slot)
    if (state.theories[slot]) knowledge.proven.push_back({*state.theories[slot], b.sets[slot]});
  return knowledge;
}

std::vector<Table> possible_tables(const State& state, Viewer viewer) {
  if (table_open(state)) return {state.table};
  std::vector<Table> tables;
  for_each_table(board(state), known_to(state, viewer), [&](const Table& table) {
    tables.push_back(table);
    return true;
  });
  if (tables.empty()) throw std::logic_error("a viewer's knowledge fits no table");
  return tables;
}

void add(Tiles& to, const Tiles& tiles) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint8_t>(to[i] + tiles[i]);
}

bool holder_hidden(const State& state, Viewer viewer) { return state.turn.mixed && !viewer.is(state.active); }

// The tiles that the viewer does not see.
Tiles unseen_tiles(const State& state, Viewer viewer) {
  Tiles pool = state.unseen_discard;
  for (const auto tile : state.stack) ++pool[tile];
  for (Seat seat = 0; seat < state.seats; ++seat) {
    if (viewer.is(seat)) continue;
    add(pool, state.players[seat].hand);
    add(pool, state.players[seat].discarded);
  }
  if (holder_hidden(state, viewer)) {
    ++pool[state.turn.mixed->a];
    ++pool[state.turn.mixed->b];
  }
  return pool;
}

// Two tiles of the pool that explain the active player's result; false: there are none under this table.
bool redraw_holder(State& state, Tiles& pool, RandomStream& random) {
  std::vector<Turn::Mixed> pairs;
  for (Ingredient a = 0; a < board(state).size; ++a) {
    for (Ingredient b = 0; b <= a; ++b) {
      const bool available = a == b ? pool[a] >= 2 : pool[a] >= 1 && pool[b] >= 1;
      if (available && mix(board(state), state.table, a, b) == state.turn.result && !(a == b && state.turn.traded_for == a)) pairs.push_back({a, b});
    }
  }
  if (pairs.empty()) return false;
  state.turn.mixed = pairs[random.uniform(static_cast<std::uint32_t>(pairs.size()))];
  --pool[state.turn.mixed->a];
  --pool[state.turn.mixed->b];
  return true;
}

Tiles deal(std::vector<Ingredient>& tiles, unsigned number) {
  Tiles dealt{};
  for (unsigned n = 0; n < number; ++n) {
    ++dealt[tiles.back()];
    tiles.pop_back();
  }
  return dealt;
}

bool redeal_tiles(State& state, Viewer viewer, RandomStream& random) {
  Tiles pool = unseen_tiles(state, viewer);
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!viewer.is(seat))
      for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = static_cast<std::uint8_t>(pool[i] - state.players[seat].sure_hand[i]);
  if (holder_hidden(state, viewer) && !redraw_holder(state, pool, random)) return false;
  std::vector<Ingredient> tiles;
  for (std::size_t i = 0; i < pool.size(); ++i) tiles.insert(tiles.end(), pool[i], static_cast<Ingredient>(i));
  random.shuffle(tiles);
  for (Seat seat = 0; seat < state.seats; ++seat) {
    if (viewer.is(seat)) continue;
    Player& player = state.players[seat];
    const Tiles rest = deal(tiles, total(player.hand) - total(player.sure_hand));
    player.hand = player.sure_hand;
    add(player.hand, rest);
    player.discarded = deal(tiles, total(player.discarded));
  }
  state.unseen_discard = deal(tiles, total(state.unseen_discard));
  std::copy(tiles.begin(), tiles.end(), state.stack.begin());
  return true;
}

std::vector<std::size_t> pairs_making(const State& state, Result result) {
  std::vector<std::size_t> pairs;
  for (Ingredient a = 1; a < board(state).size; ++a)
    for (Ingredient b = 0; b < a; ++b)
      if (mix(board(state), state.table, a, b) == result) pairs.push_back(pair_index(a, b));
  return pairs;
}

// Tokens that agree with the results everybody heard.
void redraw_tracker(State& state, Seat seat, RandomStream& random) {
  Player& player = state.players[seat];
  player.tracker = {};
  for (std::size_t r = 0; r < result_kinds; ++r) {
    const auto result = static_cast<Result>(r);
    if (player.made[r] == 0 || result == Result::trade) continue;
    auto pairs = pairs_making(state, result);
    random.shuffle(pairs);
    const auto most = std::min<std::size_t>(player.made[r], pairs.size());
    const std::size_t tokens = 1 + random.uniform(static_cast<std::uint32_t>(most));
    const bool now = seat == state.active && state.turn.mixed && state.turn.result == result;
    if (now) {
      const auto mixed = std::find(pairs.begin(), pairs.end(), pair_index(state.turn.mixed->a, state.turn.mixed->b));
      std::iter_swap(pairs.begin(), mixed);
    }
    for (std::size_t n = 0; n < tokens; ++n) player.tracker[pairs[n]] = result;
  }
}

void redraw_wrong_theory(const State& state, WrongTheory& wrong, RandomStream& random) {
  const Board& b = board(state);
  std::vector<std::pair<Ingredient, PotionSet>> possible;
  for (Ingredient i = 0; i < b.size; ++i)
    for (unsigned slot = 0; slot < b.size; ++slot)
      if ((wrong.open_ingredients >> i & 1U) != 0 && (wrong.free_slots >> slot & 1U) != 0 && b.sets[slot] != true_set(b, state.table, i))
        possible.emplace_back(i, b.sets[slot]);
  if (possible.empty()) throw std::logic_error("no theory could have been wrong");
  std::tie(wrong.ingredient, wrong.set) = possible[random.uniform(static_cast<std::uint32_t>(possible.size()))];
  if (wrong.right >= 0) wrong.right = static_cast<std::int8_t>(size_of(static_cast<PotionSet>(wrong.set & true_set(b, state.table, wrong.ingredient))));
}

RandomStream fresh_stream(RandomStream& random) {
  Seed seed{};
  for (auto& byte : seed) byte = static_cast<std::uint8_t>(random.uniform(256));
  return {seed, "redeal"};
}

template <std::size_t N, typename T>
void shuffle_all_but_last(ShortList<T, N>& list, std::size_t kept, RandomStream& random) {
  if (list.size() <= kept) return;
  std::vector<T> items(list.begin(), list.end() - kept);
  random.shuffle(items);
  std::copy(items.begin(), items.end(), list.begin());
}

void write(const WrongTheory& wrong, CanonicalWriter& out) {
  out << wrong.ingredient << wrong.set << wrong.right << wrong.open_ingredients << wrong.free_slots;
}
void write(const std::vector<WrongTheory>& list, CanonicalWriter& out) {
  out << list.size();
  for (const auto& wrong : list) write(wrong, out);
}
void write(const Player& p, CanonicalWriter& out) {
  out << p.hand << p.discarded << p.sure_hand << p.coins << p.gems << p.broken_gems << p.pet << p.artifacts << p.bottle_out << p.away << p.left
      << p.skips << p.tracker << p.made;
  write(p.wrong_theories, out);
}
void write(const Turn& t, CanonicalWriter& out) {
  out << t.mixed.has_value();
  if (t.mixed) out << t.mixed->a << t.mixed->b;
  out << t.result << t.counts_as << t.traded_for << t.free_tile_used << t.acted << t.artifact_space << t.bought;
}
void write(const OpenTheory& theory, CanonicalWriter& out) {
  out << theory.ingredient << theory.set << theory.guesser << theory.guesses.size();
  for (const auto& guess : theory.guesses) out << guess.seat << guess.ingredient;
}
void write(const Test& test, CanonicalWriter& out) {
  out << test.questions.size();
  for (const auto& q : test.questions) out << q.a << q.b << q.answer;
  out << test.confirmed << test.version << test.submit_open << test.closed << test.right << test.passed;
}

}  // namespace

State redeal(const State& state, Viewer viewer, RandomStream& random) {
  const auto tables = possible_tables(state, viewer);
  State other = state;
  bool dealt = false;
  for (unsigned n = 0; n < most_tries && !dealt; ++n) {
    other = state;
    other.table = tables[random.uniform(static_cast<std::uint32_t>(tables.size()))];
    dealt = redeal_tiles(other, viewer, random);
  }
  if (!dealt) {  // few tables explain the mix of this turn: keep the true one
    other = state;
    if (!redeal_tiles(other, viewer, random)) throw std::logic_error("the state itself does not explain its mix");
  }
  for (Seat seat = 0; seat < other.seats; ++seat) {
    if (viewer.is(seat)) continue;
    if (!trackers_open(other, viewer)) redraw_tracker(other, seat, random);
    for (auto& wrong : other.players[seat].wrong_theories) redraw_wrong_theory(other, wrong, random);
  }
  if (other.open_theory && !viewer.is(other.active))
    for (Ingredient i = 0; i < board(other).size; ++i)
      if (true_set(board(other), other.table, i) == other.open_theory->set) other.open_theory->ingredient = i;
  if (!over(other)) shuffle_all_but_last(other.coming, 1, random);  // the next customer is public
  shuffle_all_but_last(other.artifact_stack, 0, random);
  other.random = fresh_stream(random);
  return other;
}

void hidden(const State& state, Viewer viewer, CanonicalWriter& out) {
  state.random.canonical(out);
  if (!table_open(state)) out << state.table.slot << state.table.sense;
  out << state.stack << state.unseen_discard << state.artifact_stack;
  if (!over(state))
    for (std::size_t i = 0; i + 1 < state.coming.size(); ++i) out << state.coming[i];
  for (Seat seat = 0; seat < state.seats; ++seat) {
    if (viewer.is(seat)) continue;
    const Player& player = state.players[seat];
    out << player.hand << player.discarded;
    if (!trackers_open(state, viewer)) out << player.tracker;
    write(player.wrong_theories, out);
  }
  if (viewer.is(state.active)) return;
  if (state.turn.mixed) out << state.turn.mixed->a << state.turn.mixed->b;
  if (state.open_theory) out << state.open_theory->ingredient;
}

std::vector<std::string> table_lines(const Board& board, const Table& table) {
  const Texts& t = texts(Language::english);
  std::vector<std::string> lines;
  for (Ingredient i = 0; i < board.size; ++i) {
    std::vector<std::string> potions;
    for (std::size_t result = 0; result < result_kinds; ++result)
      if (contains(board.sets[table.slot[i]], static_cast<Result>(result))) potions.emplace_back(t.potions[result]);
    lines.push_back(std::string(t.ingredients[i]) + " makes " + common::joined(potions));
  }
  if (board.senses > 1) lines.push_back("cross table in force: " + std::to_string(table.sense + 1) + " of " + std::to_string(board.senses));
  return lines;
}

std::vector<std::string> secrets(const State& state) {
  const Texts& t = texts(Language::english);
  auto lines = table_lines(board(state), state.table);
  lines.push_back(pile_line("stack, top first", state.stack, [&](Ingredient i) { return t.ingredients[i]; }));
  lines.push_back(pile_line("customers to come", state.coming, [&](CustomerId id) {
    const auto& tile = data().customers[id];
    return std::string(t.potions[static_cast<std::size_t>(tile.potion)]) + " pays " + std::to_string(tile.pays);
  }));
  if (!state.artifact_stack.empty())
    lines.push_back(pile_line("artifacts, top first", state.artifact_stack, [&](Artifact a) { return t.artifacts[static_cast<std::size_t>(a)]; }));
  return lines;
}

void canonical(const State& s, CanonicalWriter& out) {
  out << s.options.level << s.options.all_levels << s.options.turn_limit_s << s.options.prompt_limit_s << s.options.guess_limit_s
      << s.options.level_two_locked << s.seats << s.table.slot << s.table.sense;
  s.random.canonical(out);
  s.timers.canonical(out);
  for (Seat seat = 0; seat < s.seats; ++seat) write(s.players[seat], out);
  out << s.stack << s.unseen_discard << s.market << s.coming << s.came << s.market_closed << s.gem_stack << s.theories << s.pets << s.offered
      << s.artifact_stack << s.active << s.turn_number << s.phase;
  write(s.turn, out);
  out << s.open_theory.has_value();
  if (s.open_theory) write(*s.open_theory, out);
  out << s.test.has_value();
  if (s.test) write(*s.test, out);
  out << s.end.has_value();
  if (s.end) out << s.end->reason << s.end->keys << s.end->ranked;
}

}  // namespace athanor::games::little_alchemists
