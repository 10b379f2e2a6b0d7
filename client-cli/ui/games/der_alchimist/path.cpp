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

// "31: 1, 35: 2, ...": each space from which on more points are printed.
std::string points_by_space(const Scene& scene, const View& view) {
  std::vector<std::string> steps;
  std::uint32_t most = 0;
  for (std::uint32_t space = 0; space < view.path().size() && space < longest_path; ++space) {
    const auto points = space_points(view, space);
    if (points <= most) continue;
    most = points;
    steps.push_back(scene.texts("da.points_from", {std::to_string(space), std::to_string(points)}));
  }
  return joined(steps, scene.spoken ? ", " : " ");
}

// "book: 16, 26, 36, 44, 52"
std::string where(const Scene& scene, const View& view, char letter) {
  std::vector<std::string> spaces;
  for (std::uint32_t space = 0; space < view.path().size() && space < longest_path; ++space)
    if (space_letter(view, space) == letter) spaces.push_back(std::to_string(space));
  return Words(scene).space_type(letter) + ": " + joined(spaces);
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
  if (seat >= static_cast<std::uint32_t>(view.players_size())) return out;
  const auto here = std::min<std::uint32_t>(view.players(static_cast<int>(seat)).position(), longest_path);
  auto most = space_points(view, here);
  for (auto space = here + 1; space <= here + reach && space < view.path().size(); ++space) {
    const auto letter = space_letter(view, space);
    const auto points = space_points(view, space);
    if (letter == 'n' && points <= most) continue;
    most = std::max(most, points);
    out.push_back({(out.empty() ? scene.texts("da.ahead") + " " : scene.spoken ? ", " : "  "), dim});
    out.push_back({std::to_string(space) + (scene.spoken ? " " : ""), normal});
    out.push_back(scene.spoken ? Span{words.space_type(letter), normal} : space_sign(letter));
    if (points > 0) out.push_back({scene.spoken ? " " + scene.texts("da.for_path", {std::to_string(points)}) : "+" + std::to_string(points), normal});
  }
  return out;
}

Block legend_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto points = points_by_space(scene, view);
  const auto says_points = line(scene.texts("da.path_points_from", {points}), dim);
  if (scene.spoken) {
    Block block{scene.texts("da.path"), {}};
    for (const char letter : std::string_view("swbdtu")) block.lines.push_back(line(where(scene, view, letter)));
    if (!points.empty()) block.lines.push_back(says_points);
    return block;
  }
  Block block{scene.texts("da.legend"), {}};
  Line signs;
  for (const char letter : std::string_view("cswbdtu")) {
    if (!signs.empty()) signs.push_back({"  ", normal});
    signs.push_back(space_sign(letter));
    signs.push_back({" " + words.space_type(letter), normal});
  }
  block.lines.push_back(std::move(signs));
  block.lines.push_back(line(scene.texts("da.legend_pawns"), dim));
  if (!points.empty() && view.has_own()) block.lines.push_back(says_points);  // a spectator's only page is for what is going on
  return block;
}

}  // namespace athanor::ui::der_alchimist
