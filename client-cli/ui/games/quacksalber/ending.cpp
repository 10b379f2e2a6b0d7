// The last reckoning: from the last place to the winner in words, as a list with bars on the screen.

#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::quacksalber {
namespace {

constexpr std::int64_t bar = 12;  // columns of the winner's

std::string parts_in_words(const Scene& scene, const v1::QuacksalberScore& score) {
  const auto& texts = scene.texts;
  std::vector<std::string> said;
  const auto before = static_cast<std::int64_t>(score.vp()) - score.essence_vp() - score.coins_vp() - score.rubies_vp();
  said.push_back(scene.spoken ? texts("qu.part.track", {number(before)}) : number(before));
  const std::pair<const char*, std::uint32_t> parts[] = {
      {"qu.part.essence", score.essence_vp()}, {"qu.part.coins", score.coins_vp()}, {"qu.part.rubies", score.rubies_vp()}};
  for (const auto& [key, points] : parts)
    if (points > 0) said.push_back(texts(key, {number(points)}));
  return joined(said, scene.spoken ? ", " : " + ");
}

// "★ Anna wins with 71 VP."
std::string victory(const Scene& scene, const std::vector<v1::QuacksalberScore>& ranked) {
  std::vector<std::string> names;
  for (const auto& score : ranked)
    if (score.winner()) names.push_back(Words(scene).seat(score.seat()));
  if (names.empty()) return {};
  return scene.texts(names.size() > 1 ? "qu.share" : "qu.wins", {joined(names), number(ranked.front().vp())});
}

std::string bar_of(std::int64_t vp, std::int64_t best) {
  const auto length = best > 0 ? std::clamp(vp * bar / best, std::int64_t{0}, bar) : 0;
  std::string text;
  for (std::int64_t i = 0; i < length; ++i) text += "█";
  return text;
}

// Equal points and frontier share a place (rules §13).
std::size_t place_of(const std::vector<v1::QuacksalberScore>& ranked, std::size_t i) {
  while (i > 0 && ranked[i - 1].vp() == ranked[i].vp() && ranked[i - 1].frontier() == ranked[i].frontier()) --i;
  return i + 1;
}

Line place_line(const Scene& scene, const std::vector<v1::QuacksalberScore>& ranked, std::size_t i) {
  const auto& texts = scene.texts;
  const auto& score = ranked[i];
  const auto place = number(static_cast<std::int64_t>(place_of(ranked, i))), name = Words(scene).seat(score.seat()), vp = number(score.vp());
  if (scene.spoken) return line(texts("qu.place_spoken", {place, name, vp}));
  return {{place + ". ", dim},
          {common::padded(common::printable(name), 10) + " ", bold},
          {common::padded(texts("qu.vp", {vp}), 6) + " ", bold},
          {bar_of(score.vp(), ranked.front().vp()), score.winner() ? coloured(Colour::yellow) : dim},
          {score.winner() ? " ★" : "", coloured(Colour::yellow, true)}};
}

Line parts_line(const Scene& scene, const std::vector<v1::QuacksalberScore>& ranked, std::size_t i) {
  const bool tied = std::any_of(ranked.begin(), ranked.end(), [&](const auto& s) { return &s != &ranked[i] && s.vp() == ranked[i].vp(); });
  auto text = "   " + parts_in_words(scene, ranked[i]);
  if (tied) text += (scene.spoken ? ", " : " · ") + scene.texts("qu.frontier", {number(ranked[i].frontier())});
  return line(text, dim);
}

}  // namespace

Block ending_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  Block block{texts("qu.end"), {}};
  if (view.end().others_left()) block.lines.push_back(line(texts("qu.others_left")));
  std::vector<v1::QuacksalberScore> ranked;
  for (const auto& score : view.end().scores())
    if (score.ranked()) ranked.push_back(score);
  const auto winner = line(victory(scene, ranked), coloured(Colour::yellow, true));
  if (!scene.spoken && !ranked.empty()) block.lines.push_back(winner);
  for (std::size_t told = 0; told < ranked.size(); ++told) {
    const auto i = scene.spoken ? ranked.size() - 1 - told : told;  // read aloud, the winner comes last
    block.lines.push_back(place_line(scene, ranked, i));
    block.lines.push_back(parts_line(scene, ranked, i));
  }
  if (scene.spoken && !ranked.empty()) block.lines.push_back(winner);
  for (const auto& score : view.end().scores())
    if (!score.ranked()) block.lines.push_back(line(texts("qu.not_ranked", {Words(scene).seat(score.seat())}), dim));
  return block;
}

}  // namespace athanor::ui::quacksalber
