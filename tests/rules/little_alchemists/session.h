#pragma once
// A companion session for tests: devices that ask, and what each of them sees and is told.

#include "companion_state.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

namespace athanor::tests {

using namespace athanor::games;
using namespace athanor::games::little_alchemists;
namespace app = athanor::games::little_alchemists::companion;

struct Session {
  app::State state;
  Events<app::Event> events;
  std::optional<std::string> change;

  explicit Session(unsigned level, Seat devices = 2, const std::string& campaign = "", bool all_levels = false) {
    app::SessionStep step{0, events, change};
    Seed seed{};
    seed[0] = static_cast<std::uint8_t>(level);
    state = app::open_session({level, all_levels, (1U << devices) - 1, seed, campaign}, step);
    static_cast<void>(events.take());
  }
  void play(Seat seat, const app::Move& move) {
    app::SessionStep step{0, events, change};
    app::apply(state, seat, move, step);
  }
  [[nodiscard]] const Offer* offer(Seat seat, const std::string& verb, Decision& keep) const {
    if (!app::question(state, seat)) return nullptr;
    keep = app::decision(state, seat, Language::english);
    for (const auto& o : keep.offers)
      if (o.verb == verb) return &o;
    return nullptr;
  }
  [[nodiscard]] bool offered(const std::string& verb, Seat seat = 0) const {
    Decision keep;
    return offer(seat, verb, keep) != nullptr;
  }
  tl::expected<app::Move, Rejection> move(const std::string& verb, const std::vector<Value>& values) const {
    Decision keep;
    const auto* found = offer(0, verb, keep);
    REQUIRE(found != nullptr);
    Answer answer;
    answer.offer_id = found->id;
    answer.values = values;
    return app::move_of(state, check(keep, answer, Language::english).value(), Language::english);
  }
  tl::expected<app::Move, Rejection> board(const std::string& text) const { return move("board", {text}); }
  tl::expected<app::Move, Rejection> progress(std::int32_t level, std::int32_t locks, std::int32_t trophies) const {
    return move("progress", {level, locks, trophies});
  }
  template <typename E>
  [[nodiscard]] std::vector<E> seen(Viewer viewer) const {
    std::vector<E> list;
    for (const auto& entry : events.entries())
      if (const auto* event = std::get_if<E>(&entry.event); event != nullptr && entry.audience.includes(viewer)) list.push_back(*event);
    return list;
  }
  [[nodiscard]] v1::CompanionView view(Viewer viewer) const {
    v1::CompanionView message;
    REQUIRE(message.ParseFromString(app::view(state, viewer)));
    return message;
  }
  [[nodiscard]] PotionSet set(Ingredient i) const { return true_set(state.board, state.table, i); }
  [[nodiscard]] PotionSet wrong_set(Ingredient i) const {
    for (std::size_t slot = 0; slot < state.board.size; ++slot)
      if (state.board.sets[slot] != set(i)) return state.board.sets[slot];
    throw std::logic_error("one set");
  }
};

}  // namespace athanor::tests
