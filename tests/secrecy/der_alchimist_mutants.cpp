// Rows of rules/der_alchimist.md §16. The concept of an answer follows from the card that its owner holds: no redeal can vary
// it; its name is dropped when the card file is read, so that there is nothing to send. Dice and refused claims are nowhere in a state.

#include <secrecy/mutants.h>

#include <adapter_rules.h>

namespace athanor::test {

using namespace games;
using namespace games::der_alchimist;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row) {
  return in_view<Rules, secret>("der-alchimist", row);
}
template <typename Each>
void others(const State& state, Viewer viewer, Each each) {
  for (std::size_t seat = 0; seat < state.players.size(); ++seat)
    if (!viewer.is(static_cast<Seat>(seat))) each(state.players[seat]);
}

}  // namespace

std::vector<Mutant> der_alchimist_mutants() {
  return {
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.draw_pile; }>("order of the draw pile"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.topic_deck; }>("order of the creativity deck, topic"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) { out << player.hand; });
      }>("hand: cards"),
      in_events<Rules, [](const Event& event) {
        const auto* told = std::get_if<CardsDrawn>(&event);
        return told != nullptr && told->own;
      }>("der-alchimist", "hand: cards, as they are told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.phase == Phase::challenge_commit)
          others(state, viewer, [&](const Player& player) {
            unsigned number = 0;
            for (const auto cards : player.hand) number += cards;
            out << number;
          });
      }>("hand: number during a challenge"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) { out << player.committed; });
      }>("committed challenge cards and their number"),
      in_events<Rules, [](const Event& event) {
        const auto* told = std::get_if<Committed>(&event);
        return told != nullptr && told->own;
      }>("der-alchimist", "committed challenge cards, as they are told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) { out << player.question; });
      }>("own question card"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.set_aside; }>("questions set aside"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (!viewer.is(state.active)) out << state.answer_piles;
      }>("pile contents"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) {
          for (const auto& answer : player.answers) out << answer.id;
        });
      }>("taken Answer cards"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) { out << player.vote; });
      }>("votes"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("random state"),
  };
}

}  // namespace athanor::test
