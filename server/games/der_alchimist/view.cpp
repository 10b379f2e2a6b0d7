#include "view.h"

#include "rules.h"

#include <athanor/games/scratch.h>
#include <athanor/v1/der_alchimist.pb.h>

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

template <typename Counts>
void counts_of(const Counts& counts, google::protobuf::RepeatedField<std::uint32_t>* out) {
  out->Reserve(static_cast<int>(counts.size()));
  for (const auto n : counts) out->Add(n);
}

v1::DerAlchimistPhase phase_of(Phase phase) { return static_cast<v1::DerAlchimistPhase>(static_cast<int>(phase) + 1); }
static_assert(v1::DER_ALCHIMIST_PHASE_FINISHED == static_cast<int>(Phase::finished) + 1);

v1::AlchemistVote vote_of(const std::optional<Vote>& vote) {
  if (!vote) return v1::ALCHEMIST_VOTE_NONE;
  switch (*vote) {
    case Vote::in_favour: return v1::ALCHEMIST_VOTE_FOR;
    case Vote::against: return v1::ALCHEMIST_VOTE_AGAINST;
    case Vote::abstained: return v1::ALCHEMIST_VOTE_ABSTAINED;
  }
  throw std::logic_error("unknown vote");
}

const std::string& path_letters() {
  static const std::string letters = [] {
    std::string text;
    for (const auto& space : data().path) text += "cnswbdtu"[static_cast<std::size_t>(space.type)];
    return text;
  }();
  return letters;
}

bool has_acted(const State& state, const Player& player) {
  switch (state.phase) {
    case Phase::challenge_commit: return player.committed.has_value();
    case Phase::creativity_read:
    case Phase::creativity_review: return player.ready;
    case Phase::creativity_vote:
    case Phase::final_vote: return player.vote.has_value();
    default: return false;
  }
}

void show_player(const State& state, const Player& player, v1::AlchemistPlayer& out) {
  out.set_position(player.position);
  out.set_reached(player.reached);
  out.set_points(static_cast<std::uint32_t>(player.points));
  counts_of(player.chips, out.mutable_chips());
  out.set_credit(player.credit);
  out.set_hand_size(state.phase == Phase::challenge_commit ? player.shown_hand : size(player.hand));
  for (const auto scan : player.scan) out.add_scans(static_cast<v1::DerAlchimistScan>(scan));
  for (const auto& answer : player.answers) out.add_answer_piles(answer.pile + 1U);
  out.set_acted(has_acted(state, player));
  out.set_connected(player.connected);
  out.set_autopilot(player.autopilot);
  out.set_left(player.left);
}

void show_answer(const State& state, AnswerId id, std::size_t pile, v1::AnswerCard& out) {
  out.set_id(id + 1U);
  out.set_text(data().answers[id].text.in(state.settings.language));
  out.set_pile(static_cast<std::uint32_t>(pile + 1));
}

void show_own(const State& state, const Player& player, v1::AlchemistOwn& out) {
  const auto& question = data().questions[player.question];
  counts_of(player.hand, out.mutable_hand());
  if (player.committed) counts_of(*player.committed, out.mutable_committed());
  out.set_has_committed(player.committed.has_value());
  out.set_question_name(question.name.in(state.settings.language));
  out.set_question(question.text.in(state.settings.language));
  for (const auto& answer : player.answers) show_answer(state, answer.id, answer.pile, *out.add_answers());
  out.set_vote(vote_of(player.vote));
}

void show_challenge(const Reveal& reveal, v1::ChallengeReveal& out) {
  out.set_ability(static_cast<std::uint32_t>(reveal.ability));
  for (const auto& t : reveal.totals) {
    auto& total = *out.add_totals();
    total.set_seat(t.seat);
    counts_of(t.cards, total.mutable_cards());
    total.set_total(static_cast<std::uint32_t>(t.total));
  }
}

void show_contest(const State& state, v1::CreativityContest& out) {
  constexpr std::uint32_t voided = 255;
  const auto& contest = state.contest;
  out.set_number(contest.number);
  out.set_topic(data().topics[contest.topic].in(state.settings.language));
  out.set_dice(contest.letters);
  for (std::size_t die = 0; die < dice; ++die) {
    const auto holder = holder_claim(contest, die);
    out.add_holders(contest.voided[die] ? voided : holder ? contest.claims[*holder].seat + 1U : 0U);
  }
  for (std::size_t i = 0; i < contest.claims.size(); ++i) {
    const auto& claim = contest.claims[i];
    auto& c = *out.add_claims();
    c.set_number(static_cast<std::uint32_t>(i + 1));
    c.set_seat(claim.seat);
    c.set_die(claim.die);
    c.set_word(claim.word);
    c.set_state(static_cast<v1::CreativityClaimState>(claim.state));
    if (claim.votes)
      for (std::size_t seat = 0; seat < state.players.size(); ++seat) c.add_votes(vote_of((*claim.votes)[seat]));
  }
  out.set_search_left_ms(static_cast<std::uint32_t>(contest.search_left));
  if (contest.vote) {
    out.mutable_vote()->set_claim(contest.vote->claim + 1U);
    out.mutable_vote()->set_objector(contest.vote->objector);
  }
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) out.add_lost_votes(contest.lost_votes[seat]);
  out.set_over(contest.over);
}

void show_reading(const State& state, v1::FinalReading& out) {
  const auto language = state.settings.language;
  for (const auto seat : state.reading_order) out.add_order(seat);
  if (state.reading < state.reading_order.size()) out.set_reader(reader(state));
  for (const auto& reading : state.readings) {
    auto& question = *out.add_questions();
    question.set_reader(reading.reader);
    question.set_name(data().questions[reading.question].name.in(language));
    question.set_question(data().questions[reading.question].text.in(language));
    for (const auto& answer : reading.answers) {
      auto& a = *question.add_answers();
      a.set_text(data().answers[answer.id].text.in(language));
      a.set_outcome(static_cast<v1::AnswerOutcome>(answer.outcome));
      const bool vote_closed = answer.outcome != Outcome::open || state.phase == Phase::final_veto;
      if (!vote_closed) continue;
      for (std::size_t seat = 0; seat < state.players.size(); ++seat) a.add_votes(vote_of(answer.votes[seat]));
    }
  }
}

void show_end(const State& state, v1::AlchemistEnd& out) {
  if (state.end.temple) out.add_reasons("temple");
  if (state.end.sun) out.add_reasons("sun");
  if (state.end.left) out.add_reasons("left");
  const auto language = state.settings.language;
  const auto best = winners(state);
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
    const auto& player = state.players[seat];
    if (player.left) continue;
    auto& score = *out.add_scores();
    score.set_seat(static_cast<std::uint32_t>(seat));
    score.set_points(static_cast<std::uint32_t>(player.points));
    score.set_path_points(state.path_points[seat]);
    score.set_alchemist(is_alchemist(player));
    score.set_winner(std::find(best.begin(), best.end(), seat) != best.end());
    for (const auto& answer : player.answers) {
      auto& solution = *out.add_solutions();
      solution.set_seat(static_cast<std::uint32_t>(seat));
      solution.set_question_name(data().questions[player.question].name.in(language));
      solution.set_answer(data().answers[answer.id].text.in(language));
      const auto fits = state.solutions->concept_of(answer.id);
      if (!fits) continue;  // only in a client that was given a damaged journal
      solution.set_solution(data().questions[*fits].name.in(language));
      solution.set_officially_right(fits == player.question);
    }
  }
}

std::uint8_t scanned_pile(const State& state) { return data().path[state.players[state.active].position].pile; }

void show_table(const State& state, v1::DerAlchimistView& out) {
  out.set_phase(phase_of(state.phase));
  out.set_active_seat(state.active);
  out.set_turn(state.turn);
  out.set_first_action(state.first_action);
  out.set_extra_action(state.extra);
  out.set_stone(static_cast<std::uint32_t>(state.stone));
  out.set_path(path_letters());
  out.mutable_path_points()->Reserve(static_cast<int>(data().path.size()));
  for (const auto& space : data().path) out.add_path_points(space.points);
  out.set_colour(state.settings.colour);
  for (const auto& player : state.players) show_player(state, player, *out.add_players());
  out.set_draw_pile(static_cast<std::uint32_t>(state.draw_pile.size()));
  counts_of(state.discard_pile, out.mutable_discard_pile());
  for (const auto& pile : state.answer_piles) out.add_answer_piles(static_cast<std::uint32_t>(pile.size()));
  out.set_creativity_deck(static_cast<std::uint32_t>(state.topic_deck.size()));
  out.set_creativity_discard(static_cast<std::uint32_t>(state.topic_discard.size()));
  counts_of(state.bank, out.mutable_bank());
  out.set_standing_still(state.standing_still);
}

}  // namespace

std::string table_view(const State& state) {
  auto& out = scratch<v1::DerAlchimistView>();
  show_table(state, out);
  if (state.last_exchange) {
    out.mutable_last_exchange()->set_seat(state.last_exchange->seat);
    counts_of(state.last_exchange->cards, out.mutable_last_exchange()->mutable_cards());
  }
  if (state.last_challenge) show_challenge(*state.last_challenge, *out.mutable_last_challenge());
  if (state.contest.number > 0) show_contest(state, *out.mutable_contest());
  if (state.phase == Phase::book_scan) out.set_scanned_pile(scanned_pile(state) + 1U);
  if (!state.reading_order.empty()) show_reading(state, *out.mutable_reading());
  if (over(state)) show_end(state, *out.mutable_end());
  return out.SerializeAsString();
}

std::string own_view(const State& state, Viewer viewer) {
  const auto seat = viewer.seat();
  if (!seat || *seat >= state.players.size()) return {};
  auto& out = scratch<v1::DerAlchimistView>();
  if (state.phase == Phase::book_scan && *seat == state.active) {
    const auto pile = scanned_pile(state);
    for (const auto id : state.answer_piles[pile]) show_answer(state, id, pile, *out.add_scan());
  }
  if (!state.players[*seat].left) show_own(state, state.players[*seat], *out.mutable_own());
  return out.SerializeAsString();
}

std::string view(const State& state, Viewer viewer) { return table_view(state) + own_view(state, viewer); }

}  // namespace athanor::games::der_alchimist
