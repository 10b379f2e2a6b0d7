#include "blocks.h"

#include <algorithm>

namespace athanor::ui::der_alchimist {
namespace {

const v1::CreativityClaim* holding_claim(const v1::CreativityContest& contest, std::uint32_t die) {
  for (const auto& claim : contest.claims())
    if (claim.die() == die && (claim.state() == v1::CREATIVITY_CLAIM_STATE_STANDING || claim.state() == v1::CREATIVITY_CLAIM_STATE_CONFIRMED))
      return &claim;
  return nullptr;
}

// "17.5"
std::string seconds(std::uint32_t ms) { return std::to_string(ms / 1000) + "." + std::to_string(ms % 1000 / 100); }

Line die_line(const Scene& scene, const v1::CreativityContest& contest, std::uint32_t die) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Line out{{scene.spoken ? std::string(1, contest.dice()[die]) + ": " : "[" + std::string(1, contest.dice()[die]) + "] ", bold}};
  const auto* claim = holding_claim(contest, die);
  if (claim == nullptr) {
    const bool left = static_cast<int>(die) < contest.holders_size() && contest.holders(static_cast<int>(die)) != 0;
    out.push_back({texts(left ? "da.die_void" : "da.die_free"), left ? dim : coloured(Colour::green)});
    return out;
  }
  out.push_back({claim->word(), bold});
  out.push_back({" – " + words.seat(claim->seat()), normal});
  if (claim->state() == v1::CREATIVITY_CLAIM_STATE_CONFIRMED) out.push_back({" " + texts("da.confirmed"), coloured(Colour::green)});
  return out;
}

// Whom lost votes hold back, or soon will (rules §11.3).
std::string lost_votes(const Scene& scene, const v1::CreativityContest& contest) {
  constexpr std::uint32_t blocking = 2;
  std::vector<std::string> said;
  for (int seat = 0; seat < contest.lost_votes_size(); ++seat) {
    if (contest.lost_votes(seat) == 0) continue;
    const auto name = Words(scene).seat(static_cast<std::uint32_t>(seat));
    said.push_back(scene.texts(contest.lost_votes(seat) < blocking ? "da.lost_vote" : "da.lost_votes", {name}));
  }
  return said.empty() ? std::string() : scene.texts("da.votes_lost", {joined(said)});
}

const v1::CreativityClaim* voted_on(const v1::CreativityContest& contest) {
  for (const auto& claim : contest.claims())
    if (contest.has_vote() && claim.number() == contest.vote().claim()) return &claim;
  return nullptr;
}

}  // namespace

bool contest_runs(const View& view) {
  switch (view.phase()) {
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_READ:
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_SEARCH:
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_VOTE:
    case v1::DER_ALCHIMIST_PHASE_CREATIVITY_REVIEW: return true;
    default: return false;
  }
}

Block contest_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& contest = view.contest();
  Block block{texts(contest_runs(view) ? "da.contest" : "da.contest_over", {std::to_string(contest.number())}), {}};
  block.lines.push_back(line(contest.topic(), coloured(Colour::magenta, true)));
  for (std::uint32_t die = 0; die < contest.dice().size() && die < 5; ++die) block.lines.push_back(die_line(scene, contest, die));
  if (view.phase() == v1::DER_ALCHIMIST_PHASE_CREATIVITY_READ) block.lines.push_back(line(texts("da.dice_soon"), dim));
  if (const auto* claim = voted_on(contest))
    block.lines.push_back(line(texts("da.vote", {words.seat(contest.vote().objector()), claim->word()}), coloured(Colour::yellow, true)));
  if (view.phase() == v1::DER_ALCHIMIST_PHASE_CREATIVITY_VOTE || view.phase() == v1::DER_ALCHIMIST_PHASE_CREATIVITY_REVIEW)
    block.lines.push_back(line(texts("da.search_stopped", {seconds(contest.search_left_ms())}), dim));
  if (const auto said = contest_runs(view) ? lost_votes(scene, contest) : std::string(); !said.empty())
    block.lines.push_back(line(said, coloured(Colour::yellow)));
  for (const auto& claim : contest.claims()) {
    if (claim.votes_size() == 0) continue;
    const auto yes = words.vote_names(claim.votes(), v1::ALCHEMIST_VOTE_FOR), no = words.vote_names(claim.votes(), v1::ALCHEMIST_VOTE_AGAINST);
    block.lines.push_back(line(texts("da.word_votes", {claim.word(), yes, no}), dim));
  }
  return block;
}

}  // namespace athanor::ui::der_alchimist
