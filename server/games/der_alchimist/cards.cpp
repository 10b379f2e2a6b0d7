#include "cards.h"

namespace athanor::games::der_alchimist {
namespace {

// Chips from `kind` down that are worth `rest`, fewest first. Tries high numbers first, so that of equally few chips the one
// with more large ones is kept.
struct Search {
  const Chips& pool;
  Chips taken{};
  std::optional<Chips> best{};
  unsigned best_number = ~0U;

  void from(std::size_t kind, int rest, unsigned number) {
    if (number + (rest > 0 ? 1U : 0U) >= best_number && best) return;
    if (rest == 0) {
      best = taken;
      best_number = number;
      return;
    }
    const int value = chip_values[kind];
    for (int n = std::min<int>(pool[kind], rest / value); n >= 0; --n) {
      taken[kind] = static_cast<std::uint8_t>(n);
      const int left = rest - n * value;
      // Even if all the rest came in the next smaller value it would not be fewer.
      const auto at_least = kind == 0 ? 0U : static_cast<unsigned>((left + chip_values[kind - 1] - 1) / chip_values[kind - 1]);
      if (best && number + static_cast<unsigned>(n) + at_least >= best_number) break;
      if (kind > 0)
        from(kind - 1, left, number + static_cast<unsigned>(n));
      else if (left == 0)
        from(0, 0, number + static_cast<unsigned>(n));
    }
    taken[kind] = 0;
  }
};

}  // namespace

std::optional<Chips> fewest_chips(const Chips& pool, int points) {
  Search search{pool};
  search.from(chip_values.size() - 1, points, 0);
  return search.best;
}

}  // namespace athanor::games::der_alchimist
