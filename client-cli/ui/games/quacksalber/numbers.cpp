#include "numbers.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace athanor::ui::quacksalber {
namespace {

constexpr std::int64_t lap = 50;             // VP of one round of the score track
constexpr std::int64_t farthest_score = 2000;  // beyond any game; keeps a strange view from counting for ever
constexpr std::size_t whites = 3;             // kinds 0, 1, 2 are white 1, 2, 3

void fill(std::array<std::uint32_t, spaces>& to, const std::string& term) {
  const auto found = numbers_in(term);
  if (found.size() == to.size()) std::copy(found.begin(), found.end(), to.begin());
}

}  // namespace

Counts counts_of(const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  Counts counts{};
  for (int k = 0; k < numbers.size() && k < static_cast<int>(kinds); ++k)
    counts[static_cast<std::size_t>(k)] = std::min(numbers.Get(k), 999U);
  return counts;
}

std::uint32_t total(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0U); }

std::uint32_t Odds::percent() const {
  if (bad == 0 || all == 0) return 0;
  if (bad >= all) return 100;
  return std::clamp((bad * 200 + all) / (all * 2), 1U, 99U);
}

Odds explosion_odds(const v1::QuacksalberPlayer& player) {
  const auto bag = counts_of(player.bag());
  Odds odds{0, total(bag)};
  for (std::size_t k = 0; k < whites; ++k)
    if (std::uint64_t{player.white_sum()} + k + 1 > player.limit()) odds.bad += bag[k];
  return odds;
}

Track track_of(const Terms& terms) {
  Track track;
  fill(track.coins, terms("track.coins"));
  fill(track.vp, terms("track.vp"));
  for (const auto space : numbers_in(terms("track.rubies")))
    if (space < spaces) track.ruby[space] = true;
  for (const auto t : numbers_in(terms("track.tails")))
    if (t < lap) track.tails.push_back(t);
  return track;
}

bool tail_after(const Track& track, std::int64_t vp) {
  const auto place = static_cast<std::uint32_t>(((vp % lap) + lap) % lap);
  return std::find(track.tails.begin(), track.tails.end(), place) != track.tails.end();
}

std::uint32_t tails_between(const Track& track, std::int64_t own, std::int64_t leader) {
  std::uint32_t count = 0;
  for (auto vp = std::max(own, -farthest_score); vp < std::min(leader, farthest_score); ++vp) count += tail_after(track, vp) ? 1 : 0;
  return count;
}

std::vector<std::uint32_t> numbers_in(std::string_view text) {
  std::vector<std::uint32_t> found;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    std::uint32_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + end, number);
    if (error == std::errc() && stop == text.data() + end && end > 0) found.push_back(number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = text.find('|');
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace athanor::ui::quacksalber
