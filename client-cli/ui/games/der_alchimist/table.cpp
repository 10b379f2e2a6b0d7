#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::der_alchimist {
namespace {

std::string number(std::uint32_t n) { return std::to_string(n); }

bool waited_for(const Scene& scene, int seat) {
  const auto& deciding = scene.model.deciding;
  return std::find(deciding.begin(), deciding.end(), static_cast<std::uint32_t>(seat)) != deciding.end();
}

bool asks_several(v1::DerAlchimistPhase phase) {
  switch (phase) {
    case v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT:
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_READ:
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_VOTE:
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_REVIEW:
    case v1::DER_ALCHIMIST_PHASE_FINAL_VOTE: return true;
    default: return false;
  }
}

std::vector<std::string> marks(const Scene& scene, const View& view, int seat) {
  const auto& player = view.players(seat);
  std::vector<std::string> list;
  if (player.left()) return {scene.texts(scene.spoken ? "seat.left" : "mark.left")};
  if (auto mark = seat_mark(scene.model, seat, scene.texts); !mark.empty())
    list.push_back(std::move(mark));
  else if (player.autopilot())
    list.push_back(scene.texts("mark.away"));
  if (player.reached()) list.push_back(scene.spoken ? scene.texts("da.reached") : "Π");
  if (asks_several(view.phase()) && player.acted()) list.push_back(scene.spoken ? scene.texts("da.acted") : "✓");
  if (player.credit() != 0) list.push_back(scene.texts("da.credit", {std::to_string(player.credit())}));
  return list;
}

// Per book: · not looked at, the number of answers taken, × closed.
std::string scans(const v1::AlchemistPlayer& player) {
  std::string signs;
  for (int book = 0; book < player.scans_size(); ++book) {
    const auto& piles = player.answer_piles();
    const auto taken = std::count(piles.begin(), piles.end(), static_cast<std::uint32_t>(book + 1));
    if (player.scans(book) == v1::DER_ALCHIMIST_SCAN_TAKEN)
      signs += taken > 0 && taken < 10 ? std::to_string(taken) : "+";
    else
      signs += player.scans(book) == v1::DER_ALCHIMIST_SCAN_CLOSED ? "×" : "·";
  }
  return signs;
}

// Whose turn it is; in the final scoring, who reads.
bool has_turn(const View& view, int seat) {
  if (view.has_end()) return false;
  return static_cast<std::int64_t>(view.has_reading() ? view.reading().reader() : view.active_seat()) == seat;
}

// What the path would bring now; paid when the final scoring begins.
std::uint32_t path_points(const View& view, const v1::AlchemistPlayer& player) {
  return player.left() || view.has_reading() ? 0 : space_points(view, player.position());
}

// "Path: #1+5 #2+16"; empty as long as nobody stands on points.
std::string path_points_row(const Scene& scene, const View& view) {
  std::vector<std::string> parts;
  for (int i = 0; i < view.players_size(); ++i)
    if (const auto points = path_points(view, view.players(i)); points > 0) parts.push_back("#" + std::to_string(i + 1) + "+" + number(points));
  return parts.empty() ? std::string() : scene.texts("da.path_points", {joined(parts, " ")});
}

Line spoken_player(const Scene& scene, const View& view, int seat) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& player = view.players(seat);
  std::vector<std::string> said;
  if (!player.left()) {
    auto space = words.space_type(space_letter(view, player.position()));
    if (const auto points = path_points(view, player); points > 0) space += " " + texts("da.for_path", {number(points)});
    said.push_back(texts("da.player_spoken", {number(player.position()), space, words.counted("da.points_count", player.points()),
                                              words.counted("da.cards_count", player.hand_size()),
                                              words.counted("da.answers_count", static_cast<std::uint32_t>(player.answer_piles_size()))}));
  }
  for (int book = 0; book < player.scans_size() && !player.left(); ++book)
    if (const auto scan = player.scans(book); scan != v1::DER_ALCHIMIST_SCAN_NEW)
      said.push_back(texts(scan == v1::DER_ALCHIMIST_SCAN_TAKEN ? "da.book_taken" : "da.book_closed", {std::to_string(book + 1)}));
  for (auto& mark : marks(scene, view, seat)) said.push_back(std::move(mark));
  if (has_turn(view, seat)) said.push_back(texts(view.has_reading() ? "da.reads" : "da.has_turn"));
  if (waited_for(scene, seat)) said.push_back(texts("seat.decides"));
  return line(words.seat(static_cast<std::uint32_t>(seat)) + ": " + joined(said, "; "));
}

}  // namespace

Block players_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("da.players"), {}, !scene.spoken};
  std::vector<std::vector<Span>> rows;
  rows.push_back({{" ", dim}, {"#", dim}, {texts("da.column.name"), dim}, {texts("da.column.space"), dim}, {texts("da.column.points"), dim},
                  {texts("da.column.cards"), dim}, {texts("da.column.books"), dim}, {" ", dim}});
  for (int i = 0; i < view.players_size(); ++i) {
    if (scene.spoken) {
      block.lines.push_back(spoken_player(scene, view, i));
      continue;
    }
    const auto& player = view.players(i);
    const bool turn = has_turn(view, i);
    const auto name = common::fit(common::printable(words.seat(static_cast<std::uint32_t>(i))), 9);
    rows.push_back({{turn ? "►" : waited_for(scene, i) ? "?" : " ", bold},
                    {std::to_string(i + 1), normal},
                    {name, i == scene.model.seat ? bold : normal},
                    {number(player.position()) + space_sign(space_letter(view, player.position())).text, normal},
                    {number(player.points()), bold},
                    {number(player.hand_size()), normal},
                    {scans(player), normal},
                    {joined(marks(scene, view, i), " "), coloured(Colour::yellow)}});
  }
  if (scene.spoken) return block;
  block.lines = table(rows, 1);
  if (const auto row = path_points_row(scene, view); !row.empty()) block.lines.push_back(line("  " + row, dim));
  return block;
}

Block stone_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("da.stone"), {}};
  if (scene.spoken) {
    block.lines.push_back(line(texts("da.stone_on", {words.ability(view.stone())})));
  } else {
    Line circle;
    for (std::uint32_t a = 0; a < 4; ++a) {
      const bool here = a == view.stone();
      if (a > 0) circle.push_back({" ", normal});
      circle.push_back({here ? "◆" + words.ability(a) : words.ability(a), here ? coloured(Colour::cyan, true) : dim});
    }
    block.lines.push_back(std::move(circle));
  }
  std::uint32_t discards = 0;
  for (const auto n : view.discard_pile()) discards += std::min(n, 999U);
  std::vector<std::string> piles;
  for (const auto n : view.answer_piles()) piles.push_back(number(n));
  block.lines.push_back(line(texts("da.piles", {number(view.draw_pile()), number(discards), joined(piles, " ")}), dim));
  if (view.standing_still()) block.lines.push_back(line(texts("da.still"), coloured(Colour::yellow)));
  return block;
}

Block challenge_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  if (view.phase() == v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT) {
    Block block{texts("da.challenge"), {line(texts("da.challenge_runs", {words.seat(view.active_seat()), words.ability(view.stone())}))}};
    return block;
  }
  Block block{texts("da.last_challenge", {words.ability(view.last_challenge().ability())}), {}};
  for (const auto& total : view.last_challenge().totals()) {
    Line row{{words.seat(total.seat()) + " ", normal}, {number(total.total()), bold}, {": ", dim}};
    for (auto& span : words.cards(total.cards(), view.last_challenge().ability())) row.push_back(std::move(span));
    block.lines.push_back(std::move(row));
  }
  return block;
}

}  // namespace athanor::ui::der_alchimist
