// What lies open on the table besides pawns and hands (rules §16).

#include "blocks.h"

#include <algorithm>
#include <array>

namespace athanor::ui::der_alchimist {
namespace {

constexpr std::array<std::string_view, 5> worths{"1", "2", "5", "10", "50"};

// "3×10 1×2", the most valuable first.
std::string chips(const Scene& scene, const google::protobuf::RepeatedField<std::uint32_t>& counts) {
  std::vector<std::string> parts;
  for (auto kind = std::min<std::size_t>(worths.size(), static_cast<std::size_t>(counts.size())); kind > 0; --kind) {
    const auto n = counts.Get(static_cast<int>(kind - 1));
    if (n > 0) parts.push_back(scene.texts(scene.spoken ? "da.chips_of_spoken" : "da.chips_of", {std::to_string(n), worths[kind - 1]}));
  }
  return parts.empty() ? scene.texts("da.no_chips") : joined(parts, scene.spoken ? ", " : " ");
}

}  // namespace

Block discard_block(const Scene& scene, const View& view) {
  Block block{scene.texts("da.discard_pile"), {}};
  const auto& pile = view.discard_pile();
  if (std::any_of(pile.begin(), pile.end(), [](auto n) { return n > 0; })) block.lines.push_back(Words(scene).cards(pile, view.stone()));
  return block;
}

Block chips_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("da.chips"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    if (view.players(i).left()) continue;
    // On the screen everybody's in one paragraph: six players would fill half a column.
    if (scene.spoken || block.lines.empty())
      block.lines.emplace_back();
    else
      block.lines.back().push_back({" · ", dim});
    block.lines.back().push_back({words.seat(static_cast<std::uint32_t>(i)) + ": ", dim});
    block.lines.back().push_back({chips(scene, view.players(i).chips()), normal});
  }
  block.lines.push_back({{scene.texts("da.bank") + " ", dim}, {chips(scene, view.bank()), normal}});
  return block;
}

}  // namespace athanor::ui::der_alchimist
