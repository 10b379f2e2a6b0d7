#include <athanor/little_alchemists/deduction.h>

#include <bit>
#include <stdexcept>

namespace athanor::games::little_alchemists {
namespace {

using SlotSet = std::uint8_t;
using Candidates = std::array<SlotSet, max_ingredients>;

constexpr SlotSet one(unsigned slot) { return static_cast<SlotSet>(1U << slot); }

ResultSet every_potion(const Board& board) {
  ResultSet all = 0;
  for (std::size_t s = 0; s < board.size; ++s) all = static_cast<ResultSet>(all | board.sets[s]);
  return all;
}

// What two slots may make for somebody who is shown this much.
ResultSet crossed(const Board& board, unsigned sense, Shown shown, unsigned s, unsigned t) {
  switch (shown) {
    case Shown::nothing: return every_potion(board);
    case Shown::sets: return static_cast<ResultSet>(board.sets[s] & board.sets[t]);  // neither ingredient makes anything else
    case Shown::crosses: return bit(board.cross[sense][s][t]);
  }
  throw std::logic_error("a board is shown in no such way");
}

// Backtracking over the slots of one sense, always at the ingredient with fewest candidates.
class Search {
 public:
  Search(const Board& board, unsigned sense, const Knowledge& knowledge, Shown shown)
      : size_(board.size), sense_(static_cast<std::uint8_t>(sense)) {
    for (unsigned s = 0; s < size_; ++s)
      for (unsigned t = 0; t < size_; ++t) {
        if (s == t) continue;
        makes_[s][t] = crossed(board, sense, shown, s, t);
        for (std::size_t r = 0; r < result_kinds; ++r)
          if (contains(makes_[s][t], static_cast<Result>(r))) partners_[s][r] |= one(t);
      }
    for (const auto& token : knowledge.tokens) {
      if (token.a >= size_ || token.b >= size_ || token.a == token.b) continue;
      auto& known = known_[token.a][token.b];
      if (known && *known != token.result) contradiction_ = true;
      known = known_[token.b][token.a] = token.result;
    }
    for (unsigned i = 0; i < size_; ++i)
      for (unsigned s = 0; s < size_; ++s)
        if (allowed(static_cast<Ingredient>(i), board.sets[s], knowledge)) start_[i] |= one(s);
  }

  [[nodiscard]] const Candidates& start() const { return start_; }
  /// What ingredients i and j may make in these two slots.
  [[nodiscard]] ResultSet results(unsigned i, unsigned j, unsigned s, unsigned t) const {
    return known_[i][j] ? bit(*known_[i][j]) : makes_[s][t];
  }
  [[nodiscard]] SlotSet partners(unsigned s, Result r) const { return partners_[s][index(r)]; }
  [[nodiscard]] bool known(unsigned i, unsigned j) const { return known_[i][j].has_value(); }

  // Visits tables within the candidates until the visitor returns false; false if it did.
  template <typename Visit>
  bool visit(const Candidates& candidates, const Visit& visitor) const {
    if (contradiction_) return true;
    Table table;
    table.sense = sense_;
    return descend(candidates, all_open(), table, visitor);
  }
  bool find(const Candidates& candidates, Table& found) const {
    return !visit(candidates, [&](const Table& table) {
      found = table;
      return false;
    });
  }

 private:
  static std::size_t index(Result r) { return static_cast<std::size_t>(r); }
  [[nodiscard]] std::uint8_t all_open() const { return static_cast<std::uint8_t>((1U << size_) - 1); }

  static bool allowed(Ingredient ingredient, PotionSet set, const Knowledge& knowledge) {
    for (const auto& proven : knowledge.proven)
      if (proven.ingredient == ingredient && proven.set != set) return false;
    for (const auto& refuted : knowledge.refuted) {
      if (refuted.ingredient != ingredient) continue;
      if (refuted.set == set) return false;
      if (refuted.right >= 0 && size_of(static_cast<ResultSet>(refuted.set & set)) != static_cast<unsigned>(refuted.right)) return false;
    }
    return true;
  }

  template <typename Visit>
  bool descend(const Candidates& candidates, std::uint8_t open, Table& table, const Visit& visitor) const {
    if (open == 0) return visitor(static_cast<const Table&>(table));
    unsigned next = 0;
    int fewest = max_ingredients + 1;
    for (unsigned i = 0; i < size_; ++i) {
      if ((open & one(i)) == 0) continue;
      const int count = std::popcount(candidates[i]);
      if (count == 0) return true;
      if (count < fewest) {
        fewest = count;
        next = i;
      }
    }
    const auto still_open = static_cast<std::uint8_t>(open & ~one(next));
    for (unsigned slot = 0; slot < size_; ++slot) {
      if ((candidates[next] & one(slot)) == 0) continue;
      Candidates narrowed = candidates;
      for (unsigned j = 0; j < size_; ++j) {
        if ((still_open & one(j)) == 0) continue;
        narrowed[j] = static_cast<SlotSet>(narrowed[j] & ~one(slot));
        if (const auto& result = known_[next][j]) narrowed[j] = static_cast<SlotSet>(narrowed[j] & partners(slot, *result));
      }
      table.slot[next] = static_cast<std::uint8_t>(slot);
      if (!descend(narrowed, still_open, table, visitor)) return false;
    }
    return true;
  }

  unsigned size_;
  std::uint8_t sense_;
  bool contradiction_ = false;
  Candidates start_{};
  std::array<std::array<ResultSet, max_ingredients>, max_ingredients> makes_{};
  std::array<std::array<SlotSet, result_kinds>, max_ingredients> partners_{};
  std::array<std::array<std::optional<Result>, max_ingredients>, max_ingredients> known_{};
};

void mark(Deduction& deduction, const Search& search, const Table& table) {
  deduction.consistent = true;
  for (Ingredient i = 0; i < deduction.ingredients; ++i) {
    deduction.slots[i] |= one(table.slot[i]);
    for (Ingredient j = 0; j < i; ++j) deduction.results[pair_index(i, j)] |= search.results(i, j, table.slot[i], table.slot[j]);
  }
}

// One witness is enough for each slot of each ingredient.
void find_slots(Deduction& deduction, const Search& search, Candidates& possible) {
  Table found;
  for (Ingredient i = 0; i < deduction.ingredients; ++i) {
    for (unsigned s = 0; s < deduction.ingredients; ++s) {
      if ((search.start()[i] & one(s)) == 0) continue;
      Candidates tried = search.start();
      tried[i] = one(s);
      if ((possible[i] & one(s)) != 0 || !search.find(tried, found)) continue;
      mark(deduction, search, found);
      for (Ingredient j = 0; j < deduction.ingredients; ++j) possible[j] |= one(found.slot[j]);
    }
  }
}

// And one for each result of each pair.
void find_results(Deduction& deduction, const Search& search, const Candidates& possible) {
  Table found;
  for (Ingredient i = 1; i < deduction.ingredients; ++i) {
    for (Ingredient j = 0; j < i; ++j) {
      if (search.known(i, j)) continue;
      for (unsigned s = 0; s < deduction.ingredients; ++s) {
        if ((possible[i] & one(s)) == 0) continue;
        for (std::size_t r = 0; r < result_kinds; ++r) {
          const auto result = static_cast<Result>(r);
          const auto partners = static_cast<SlotSet>(possible[j] & search.partners(s, result));
          if (partners == 0 || contains(deduction.result(i, j), result)) continue;
          Candidates tried = possible;
          tried[i] = one(s);
          tried[j] = partners;
          if (search.find(tried, found)) mark(deduction, search, found);
        }
      }
    }
  }
}

void add_tokens(Knowledge& knowledge, const google::protobuf::RepeatedPtrField<v1::TrackerToken>& tokens) {
  for (const auto& token : tokens) {
    if (token.a() >= max_ingredients || token.b() >= max_ingredients) continue;
    const auto result = result_of(std::string_view(token.result()));
    if (result && *result != Result::trade) knowledge.tokens.push_back({static_cast<Ingredient>(token.a()), static_cast<Ingredient>(token.b()), *result});
  }
}

}  // namespace

Deduction deduce(const Board& board, const Knowledge& knowledge, Shown shown) {
  Deduction deduction;
  deduction.ingredients = board.size;
  const unsigned senses = shown == Shown::crosses ? board.senses : 1;  // they differ only in their crosses
  for (unsigned sense = 0; sense < senses; ++sense) {
    const Search search(board, sense, knowledge, shown);
    Candidates possible{};
    find_slots(deduction, search, possible);
    find_results(deduction, search, possible);
  }
  return deduction;
}

std::vector<PotionSet> possible_sets(const Board& board, const Deduction& deduction, Ingredient ingredient) {
  std::vector<PotionSet> sets;
  for (unsigned s = 0; s < board.size; ++s) {
    if ((deduction.slots[ingredient] & one(s)) == 0) continue;
    bool seen = false;
    for (const auto set : sets) seen = seen || set == board.sets[s];
    if (!seen) sets.push_back(board.sets[s]);
  }
  return sets;
}

void for_each_table(const Board& board, const Knowledge& knowledge, const std::function<bool(const Table&)>& visit) {
  for (unsigned sense = 0; sense < board.senses; ++sense) {
    const Search search(board, sense, knowledge, Shown::crosses);
    if (!search.visit(search.start(), visit)) return;
  }
}

Shown shown_of(const v1::LittleAlchemistsView& view) {
  if (view.board().cross_size() > 0 || !view.end().results().empty()) return Shown::crosses;
  return view.has_board() ? Shown::sets : Shown::nothing;
}

Knowledge knowledge_of(const v1::LittleAlchemistsView& view) {
  Knowledge knowledge;
  for (const auto& player : view.players()) add_tokens(knowledge, player.tracker());
  for (const auto& player : view.own().opened()) add_tokens(knowledge, player.tracker());
  add_tokens(knowledge, view.own().tracker());
  for (const auto& slot : view.board().slots())
    if (slot.theory() >= 1 && slot.theory() <= max_ingredients)
      knowledge.proven.push_back({static_cast<Ingredient>(slot.theory() - 1), set_of(slot.potions()).value_or(0)});
  if (const auto open = view.own().open_theory_ingredient(); open >= 1 && open <= max_ingredients)
    knowledge.proven.push_back({static_cast<Ingredient>(open - 1), set_of(view.open_theory().potions()).value_or(0)});
  for (const auto& wrong : view.own().wrong_theories())
    if (wrong.ingredient() < max_ingredients)
      knowledge.refuted.push_back({static_cast<Ingredient>(wrong.ingredient()), set_of(wrong.potions()).value_or(0), wrong.right()});
  return knowledge;
}

}  // namespace athanor::games::little_alchemists
