#pragma once
// The blocks of a game of Der Alchimist, and its words. Everything takes whatever numbers arrive: what is unknown is "?" or is
// left out.

#include "block.h"
#include "renderer.h"

#include <athanor/v1/der_alchimist.pb.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui::der_alchimist {

using View = v1::DerAlchimistView;

// --- words.cpp ---
class Words {
 public:
  explicit Words(const Scene& scene) : scene_(scene) {}

  [[nodiscard]] std::string seat(std::uint32_t index) const { return seat_name(scene_.model.room, index, scene_.texts); }
  [[nodiscard]] std::string ability(std::uint32_t index) const;
  /// "Wisdom 1 3 3 · Gold ×2": cards by kind, grouped by ability; the ability under the stone is marked.
  [[nodiscard]] Line cards(const google::protobuf::RepeatedField<std::uint32_t>& counts, std::uint32_t stone) const;
  [[nodiscard]] std::string space_type(char letter) const;  ///< "stone space", in words
  /// "1 card", "3 cards": the text `key`, or `key`_one.
  [[nodiscard]] std::string counted(std::string_view key, std::uint32_t n) const;
  [[nodiscard]] std::string vote_names(const google::protobuf::RepeatedField<int>& votes, v1::AlchemistVote which) const;

 private:
  const Scene& scene_;
};
/// What a kind of space looks like; differs by sign, not only by colour.
[[nodiscard]] Span space_sign(char letter);
/// Letter of a space of the view's path; '?' beyond it.
[[nodiscard]] char space_letter(const View& view, std::uint32_t space);
/// Points printed on a space; on a desert, where no pawn rests, and beyond the path: none.
[[nodiscard]] std::uint32_t space_points(const View& view, std::uint32_t space);

// --- path.cpp ---
/// The path in rows that run to and fro, pawns above their spaces.
[[nodiscard]] Block path_block(const Scene& scene, const View& view);
/// What is special in the reach of one card ahead of a seat, and what more points each space is worth.
[[nodiscard]] Line ahead_line(const Scene& scene, const View& view, std::uint32_t seat);
/// The signs and the points of the path; in words where each kind of space lies.
[[nodiscard]] Block legend_block(const Scene& scene, const View& view);

// --- table.cpp ---
[[nodiscard]] Block players_block(const Scene& scene, const View& view);
[[nodiscard]] Block stone_block(const Scene& scene, const View& view);
[[nodiscard]] Block challenge_block(const Scene& scene, const View& view);

// --- supply.cpp: what else lies open ---
[[nodiscard]] Block discard_block(const Scene& scene, const View& view);
[[nodiscard]] Block chips_block(const Scene& scene, const View& view);

// --- contest.cpp ---
[[nodiscard]] bool contest_runs(const View& view);
[[nodiscard]] Block contest_block(const Scene& scene, const View& view);

// --- own.cpp ---
[[nodiscard]] Block hand_block(const Scene& scene, const View& view);
[[nodiscard]] Block question_block(const Scene& scene, const View& view);  ///< the question alone
[[nodiscard]] Block answers_block(const Scene& scene, const View& view);   ///< the answers that were taken for it

// --- ending.cpp ---
/// Everybody's points on the way to the title.
[[nodiscard]] Block race_block(const Scene& scene, const View& view);
[[nodiscard]] Block reading_block(const Scene& scene, const View& view);
[[nodiscard]] Block scores_block(const Scene& scene, const View& view);
[[nodiscard]] Block solutions_block(const Scene& scene, const View& view);

}  // namespace athanor::ui::der_alchimist
