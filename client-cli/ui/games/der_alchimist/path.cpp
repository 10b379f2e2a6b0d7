#include "blocks.h"

#include <algorithm>
#include <array>

namespace athanor::ui::der_alchimist {
namespace {

constexpr int row_length = 19;  // two columns a space: a row is as wide as the narrowest column of the screen
constexpr int longest_path = 200;
constexpr int reach = 6;        // of the strongest card and a space beyond

// Seats whose pawns stand on a space.
std::vector<int> pawns_on(const View& view, std::uint32_t space) {
  std::vector<int> seats;
  for (int i = 0; i < view.players_size(); ++i)
    if (!view.players(i).left() && view.players(i).position() == space) seats.push_back(i);
  return seats;
}

Style pawn_style(int seat) {
  constexpr std::array<Colour, 6> colours{Colour::red, Colour::green, Colour::yellow, Colour::blue, Colour::magenta, Colour::cyan};
  return coloured(colours[static_cast<std::size_t>(seat) % colours.size()], true);
}

// "1 ": seat 1; "1+": seat 1 and others, the own one first.
Span pawns(const Scene& scene, const std::vector<int>& seats) {
  if (seats.empty()) return {"  ", normal};
  const bool own = std::find(seats.begin(), seats.end(), scene.model.seat) != seats.end();
  const int seat = own ? scene.model.seat : seats.front();
  return {std::to_string(seat + 1) + (seats.size() > 1 ? "+" : " "), pawn_style(seat)};
}

}  // namespace

Block path_block(const Scene& scene, const View& view) {
  Block block{scene.texts("da.path"), {}, true};
  if (scene.spoken) return block;  // the players' lines say where everybody stands
  const int length = std::min(static_cast<int>(view.path().size()), longest_path);
  for (int from = 0; from < length; from += row_length) {
    const bool forward = (from / row_length) % 2 == 0;
    Line above, below;
    for (int i = 0; i < row_length; ++i) {
      const int space = forward ? from + i : from + row_length - 1 - i;
      const auto number = static_cast<std::uint32_t>(space);
      above.push_back(space < length ? pawns(scene, pawns_on(view, number)) : Span{"  ", normal});
      below.push_back(space < length ? space_sign(space_letter(view, number)) : Span{" ", normal});
      below.push_back({" ", normal});
    }
    block.lines.push_back(std::move(above));
    block.lines.push_back(std::move(below));
  }
  return block;
}

Line ahead_line(const Scene& scene, const View& view, std::uint32_t seat) {
  const Words words(scene);
  Line out;
  if (static_cast<int>(seat) >= view.players_size()) return out;
  const auto here = std::min<std::uint32_t>(view.players(static_cast<int>(seat)).position(), longest_path);
  for (auto space = here + 1; space <= here + reach && space < view.path().size(); ++space) {
    const auto letter = space_letter(view, space);
    if (letter == 'n') continue;
    out.push_back({(out.empty() ? scene.texts("da.ahead") + " " : scene.spoken ? ", " : "  "), dim});
    out.push_back({std::to_string(space) + " ", normal});
    out.push_back(scene.spoken ? Span{words.space_type(letter), normal} : space_sign(letter));
  }
  return out;
}

Block legend_block(const Scene& scene) {
  const Words words(scene);
  Block block{scene.texts("da.legend"), {}};
  if (scene.spoken) return block;
  Line signs;
  for (const char letter : std::string_view("cswbdtu")) {
    if (!signs.empty()) signs.push_back({"  ", normal});
    signs.push_back(space_sign(letter));
    signs.push_back({" " + words.space_type(letter), normal});
  }
  block.lines.push_back(std::move(signs));
  block.lines.push_back(line(scene.texts("da.legend_pawns"), dim));
  return block;
}

}  // namespace athanor::ui::der_alchimist
