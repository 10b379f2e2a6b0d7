#pragma once
// The companion app's logic: the secret table of a game, mixing, checking theories, the level 1 test, and the campaign
// with its boxes, locks and trophies (rules §3.4, §4.5, §10, §11, §14). Used by the full game and by the companion-only
// game. Pure functions and values.

#include "data.h"

#include <athanor/games/random.h>

#include <optional>
#include <string>
#include <vector>

namespace athanor::games::little_alchemists {

// --- the secret table (rules §3.4) ---

/// Distinct games of a level: game numbers run from 0 to one less.
[[nodiscard]] std::uint32_t number_of_games(unsigned level);
[[nodiscard]] Table table_of_game(unsigned level, std::uint32_t game_number);
/// The r-th permutation of 0..size-1 in lexicographic order; for boards of one's own.
[[nodiscard]] Table nth_arrangement(unsigned size, std::uint32_t r);

// --- what the app answers ---

[[nodiscard]] Result mix(const Board& board, const Table& table, Ingredient a, Ingredient b);
[[nodiscard]] PotionSet true_set(const Board& board, const Table& table, Ingredient ingredient);
[[nodiscard]] bool theory_is_right(const Board& board, const Table& table, Ingredient ingredient, PotionSet set);
/// Results in the order (0,1) (0,2) ... (1,2) ..., as letters.
[[nodiscard]] std::string all_results(const Board& board, const Table& table);

struct Question {
  Ingredient a = 0, b = 0;
  std::optional<Result> answer;
};
/// Different pairs for the test, without answers (rules §10).
[[nodiscard]] std::vector<Question> draw_questions(const Board& board, unsigned number, RandomStream& random);
[[nodiscard]] unsigned right_answers(const Board& board, const Table& table, const std::vector<Question>& questions);

// --- boards that owners of the box enter themselves (rules §14) ---

/// The potions that a board of this level may name, and powerless where it exists (rules §2).
[[nodiscard]] ResultSet results_of_level(unsigned level);
[[nodiscard]] bool fits_level(const Board& board, unsigned level);
/// The cross tables that fit the sets of a board without crosses. The search is bounded: of very irregular boards it
/// finds only some, or none. Such boards are those of levels 3 and 4, so no two slots make powerless.
[[nodiscard]] std::vector<Cross> crosses_for(const Board& board);

// --- campaign (rules §4.5 and §11) ---

struct Campaign {
  /// By box 2..7: its locks (box 2: its test) are done; it is opened, so that its level may be played.
  std::array<bool, max_level + 1> earned{}, opened{};
  std::array<std::uint8_t, max_level + 1> filled{};  ///< locks, by box 3..7
  std::uint32_t trophy_keys = 0;                      ///< keys that came after box 7
  std::array<std::optional<Board>, 4> own_boards{};   ///< by board group

  [[nodiscard]] bool level_open(unsigned level) const { return level == 1 || opened.at(level); }
  [[nodiscard]] unsigned trophies() const;  ///< 0..3: bronze, silver, gold
  friend bool operator==(const Campaign&, const Campaign&) = default;
};

/// Keys fill the locks of the lowest box that is not done, then the next, then the trophies.
void add_keys(Campaign& campaign, unsigned keys);
/// Opens every box that is earned.
void open_earned(Campaign& campaign);

/// State and changes as text (JSON); "" is a new campaign. Text that this code did not write throws std::logic_error.
[[nodiscard]] Campaign campaign_from(std::string_view state);
[[nodiscard]] std::string campaign_text(const Campaign& campaign);
[[nodiscard]] std::string campaign_fold(std::string_view state, std::string_view change);

// Changes. `open`: boxes that this earns are opened at once (the full game); the companion lets people open them.
[[nodiscard]] std::string keys_change(unsigned keys, bool open);
[[nodiscard]] std::string test_passed_change(bool open);
[[nodiscard]] std::string open_box_change(unsigned box);
/// The boxes up to `open_level` are opened, `locks` of the next one are filled; the stickers on the real boxes decide.
[[nodiscard]] std::string progress_change(unsigned open_level, unsigned locks, std::uint32_t trophy_keys);
[[nodiscard]] std::string board_change(unsigned group, const Board& board);

}  // namespace athanor::games::little_alchemists
