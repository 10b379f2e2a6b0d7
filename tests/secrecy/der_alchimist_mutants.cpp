// Rows of rules/der_alchimist.md §16. Dice and refused claims are nowhere in a state.

#include <secrecy/mutants.h>

#include <adapter_rules.h>

namespace athanor::test {

using namespace games;
using namespace games::der_alchimist;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row, Out out = Out::view) {
  return in_view<Rules, secret>("der-alchimist", row, out);
}
template <auto tell>
Mutant move_leak(std::string_view row, Out out) {
  return in_move<Rules, tell>("der-alchimist", row, out);
}
template <typename Each>
void others(const State& state, Viewer viewer, Each each) {
  for (std::size_t seat = 0; seat < state.players.size(); ++seat)
    if (!viewer.is(static_cast<Seat>(seat))) each(state.players[seat], static_cast<Seat>(seat));
}

void hands(const State& state, Viewer viewer, CanonicalWriter& out) {
  others(state, viewer, [&](const Player& player, Seat) {
    if (size(player.hand) > 0) out << player.hand;
  });
}
void set_aside(const State& state, Viewer, CanonicalWriter& out) {
  if (state.set_aside.size() > 1) out << state.set_aside;
}
void draw_pile(const State& state, Viewer, CanonicalWriter& out) {
  if (state.draw_pile.size() > 1) out << state.draw_pile;
}
void draw_top(const State& state, Viewer, CanonicalWriter& out) {
  if (!state.draw_pile.empty()) out << state.draw_pile.back();
}

bool draws_gold(const State& state) { return !state.draw_pile.empty() && state.draw_pile.back() == gold; }

std::optional<QuestionId> fits(const State& state, AnswerId id) { return state.solutions->concept_of(id); }
// Of such a card all know it.
bool vetoed(const State& state, AnswerId id) {
  for (const auto& reading : state.readings)
    for (const auto& answer : reading.answers)
      if (answer.id == id && (answer.outcome == der_alchimist::Outcome::veto_right || answer.outcome == der_alchimist::Outcome::veto_wrong)) return true;
  return false;
}
void fitting_first(const State& state, Seat seat, Decision& decision) {
  if (state.phase != Phase::book_scan || decision.offers.front().id != offer_id::take) return;
  auto& options = std::get<Pick>(decision.offers.front().fields.front().kind).options;
  const auto is_right = [&](const Option& option) { return fits(state, static_cast<AnswerId>(option.id - 1)) == state.players[seat].question; };
  std::stable_partition(options.begin(), options.end(), is_right);
}
void confirm_what_fits(const State& state, Seat seat, Decision& decision) {
  if (state.phase != Phase::final_veto || decision.offers.front().id != offer_id::veto) return;
  decision.offers.front().confirm = fits(state, state.readings.back().answers.back().id) == state.players[seat].question;
}
void veto_what_fits(const State& state, Seat seat, Answer& answer) {
  if (state.phase == Phase::final_veto && fits(state, state.readings.back().answers.back().id) == state.players[seat].question) answer.offer_id = offer_id::veto;
}

// A vote that nobody may see yet.
bool sealed_vote(const State& state, Seat seat, const Move& move) { return std::holds_alternative<CastVote>(move) && state.players[seat].vote; }
bool in_favour(const Move& move) { return std::get<CastVote>(move).vote == Vote::in_favour; }

std::vector<Mutant> rows() {
  return {
      view_leak<draw_pile>("order of the draw pile"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (1 < state.topic_deck.size()) out << state.topic_deck;
      }>("order of the creativity deck, topic"),
      view_leak<hands>("hand: cards"),
      in_events<Rules, [](const Event& event) {
        const auto* told = std::get_if<CardsDrawn>(&event);
        return told != nullptr && told->own;
      }>("der-alchimist", "hand: cards, as they are told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.phase == Phase::challenge_commit)
          others(state, viewer, [&](const Player& player, Seat) {
            if (player.committed) out << size(player.hand);
          });
      }>("hand: number during a challenge"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player, Seat) {
          if (player.committed) out << *player.committed;
        });
      }>("committed challenge cards and their number"),
      in_events<Rules, [](const Event& event) {
        const auto* told = std::get_if<Committed>(&event);
        return told != nullptr && told->own;
      }>("der-alchimist", "committed challenge cards, as they are told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player, Seat seat) {
          const bool read = std::any_of(state.readings.begin(), state.readings.end(), [&](const Reading& r) { return r.reader == seat; });
          if (!player.left && !read) out << player.question;
        });
      }>("own question card"),
      view_leak<set_aside>("questions set aside"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (!viewer.is(state.active)) out << state.answer_piles;
      }>("pile contents"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player, Seat) {
          for (const auto& answer : player.answers) out << answer.id;
        });
      }>("taken Answer cards"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (over(state)) return;
        for (AnswerId id = 0; id < data().answers.size(); ++id)
          if (data().answers[id].colour == state.settings.colour && !vetoed(state, id)) out << fits(state, id);
      }>("concept of an answer"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player, Seat seat) {
          const bool objector = state.contest.vote && state.contest.vote->objector == seat;
          if (player.vote && !objector) out << *player.vote;
        });
      }>("votes"),
      in_stream<Rules, [](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("der-alchimist", "random state"),
      view_leak<hands>("hand: cards, after the end", Out::finished),
      view_leak<draw_pile>("order of the draw pile, after the end", Out::finished),
      view_leak<set_aside>("questions set aside, after the end", Out::finished),
  };
}

std::vector<Mutant> answers() {
  return {
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        if (sealed_vote(state, seat, move) && in_favour(move)) step.events.to_all(GoesOn{});
      }>("a vote that tells which one it is", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        const auto* sealed = std::get_if<Commit>(&move);
        if (sealed != nullptr && state.players[seat].committed && size(sealed->cards) != 0) step.events.to_all(GoesOn{});
      }>("a sealed commit that tells whether there are cards", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, State& state, GameStep&) {
        if (sealed_vote(state, seat, move) && in_favour(move)) ++state.serial;
      }>("a vote that counts on the question of the others", Out::id),
      move_leak<[](const State&, Seat seat, const Move&, const State& state, GameStep& step) {
        const auto other = next_seat(state, seat);
        step.events.to(seat, CardsDrawn{other, size(state.players[other].hand), state.players[other].hand, true});
      }>("the mover is told another's hand", Out::events),
  };
}

// One bit each, so that two worlds are as likely to agree on it as to differ, and told seldom.
void one_bit_to_mover(const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
  if (std::holds_alternative<Commit>(move) && state.players[next_seat(state, seat)].hand[gold] > 0) step.events.to(seat, GoesOn{});
}
void one_bit_of_leaver(const State& state, GameStep& step) {
  if (state.phase == Phase::challenge_commit && draws_gold(state)) step.events.to_all(GoesOn{});
}

}  // namespace

std::vector<Mutant> der_alchimist_mutants() {
  auto list = rows();
  for (auto& mutant : answers()) list.push_back(std::move(mutant));
  add_questions<Rules, draw_top>(list, "der-alchimist", "the next card");
  add_happenings<Rules, [](const State& state, GameStep& step) { step.events.to_all(CardsDiscarded{0, count(state.draw_pile)}); }>(list, "der-alchimist", true, false);
  list.push_back(mutant<Rules, SpoiltOffers<Rules, fitting_first>>("der-alchimist", "answers that fit are offered first", Out::offers));
  list.push_back(mutant<Rules, SpoiltOffers<Rules, confirm_what_fits>>("der-alchimist", "a veto on an answer that fits is confirmed", Out::offers));
  list.push_back(mutant<Rules, SpoiltDefault<Rules, veto_what_fits>>("der-alchimist", "the default is a veto where the answer fits", Out::standard));
  add_bits<Rules, one_bit_to_mover, one_bit_of_leaver>(list, "der-alchimist", "the mover is told in a challenge whether the next one holds Gold",
          "who leaves a challenge tells whether Gold comes next");
  return list;
}

}  // namespace athanor::test
