#pragma once
// The blocks of a game of Little Alchemists. Each function draws one thing of the table from the view (rules §12 says
// who may know what; the view holds nothing else).

#include "words.h"

namespace athanor::ui::little_alchemists {

using View = v1::LittleAlchemistsView;

// --- table.cpp: what lies on the table ---
[[nodiscard]] Block market_block(const Scene& scene, const View& view);
[[nodiscard]] Block players_block(const Scene& scene, const View& view);
[[nodiscard]] Block board_block(const Scene& scene, const View& view);
[[nodiscard]] Block artifacts_block(const Scene& scene, const View& view);
[[nodiscard]] Block open_theory_block(const Scene& scene, const View& view);
/// "fire (F), pays 3", or `otherwise` when there is none.
[[nodiscard]] Line customer_line(const Scene& scene, std::string_view label, const v1::Customer* customer,
                                 std::string_view otherwise);

// --- own.cpp: what only this member sees ---
[[nodiscard]] Block hand_block(const Scene& scene, const View& view);
/// The tracker, and in small letters what follows from everything this member knows.
[[nodiscard]] Block tracker_block(const Scene& scene, const View& view);
/// Per ingredient: the potions it makes for certain, perhaps or never, and the potion sets it may still have.
[[nodiscard]] Block implied_block(const Scene& scene, const View& view);

// --- ending.cpp: the test of level 1, the end of the game, the campaign ---
[[nodiscard]] Block test_block(const Scene& scene, const v1::LevelTest& test);
[[nodiscard]] Block scores_block(const Scene& scene, const View& view);
[[nodiscard]] Block revealed_block(const Scene& scene, std::uint32_t ingredients, std::string_view results);
/// Which potion set each ingredient had; `sets` are the board's, by slot.
[[nodiscard]] Block slots_block(const Scene& scene, const google::protobuf::RepeatedField<std::uint32_t>& slots,
                                const std::vector<std::string>& sets);
[[nodiscard]] Block campaign_block(const Scene& scene);
/// "4½" from 9.
[[nodiscard]] std::string half_points(std::int32_t value);

}  // namespace athanor::ui::little_alchemists
