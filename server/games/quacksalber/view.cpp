#include "view.h"

#include "offers.h"

#include <athanor/games/scratch.h>
#include <athanor/v1/quacksalber.pb.h>

#include <stdexcept>

namespace athanor::games::quacksalber {
namespace {

v1::QuacksalberPhase wire_phase(Stage stage) {
  switch (stage) {
    case Stage::patients: return v1::QUACKSALBER_PHASE_PATIENTS;
    case Stage::fortune: return v1::QUACKSALBER_PHASE_FORTUNE;
    case Stage::rats: return v1::QUACKSALBER_PHASE_RATS;
    case Stage::brew: return v1::QUACKSALBER_PHASE_BREW;
    case Stage::after_brew: case Stage::pots: return v1::QUACKSALBER_PHASE_AFTER_BREW;
    case Stage::essence: return v1::QUACKSALBER_PHASE_ESSENCE;
    case Stage::essence_bonus: case Stage::essence_card: return v1::QUACKSALBER_PHASE_ESSENCE_BONUS;
    case Stage::die: return v1::QUACKSALBER_PHASE_DIE;
    case Stage::green: return v1::QUACKSALBER_PHASE_GREEN;
    case Stage::purple: return v1::QUACKSALBER_PHASE_PURPLE;
    case Stage::points: return v1::QUACKSALBER_PHASE_POINTS;
    case Stage::buy: return v1::QUACKSALBER_PHASE_BUY;
    case Stage::rubies: return v1::QUACKSALBER_PHASE_RUBIES;
    case Stage::finished: return v1::QUACKSALBER_PHASE_FINISHED;
  }
  throw std::logic_error("Quacksalber: unknown stage");
}

void add_chips(const Chips& chips, google::protobuf::RepeatedField<std::uint32_t>& out) {
  out.Reserve(static_cast<int>(chip_kinds));
  for (const auto number : chips) out.Add(number);
}

void add_zones(const Player& player, v1::QuacksalberPlayer& out) {
  for (const auto& chip : player.pot) {
    auto& message = *out.add_pot();
    message.set_kind(chip.kind);
    message.set_space(chip.space);
  }
  add_chips(player.bag, *out.mutable_bag());
  add_chips(player.display, *out.mutable_display());
  auto beside = player.aside;
  add(beside, player.kept);
  add_chips(beside, *out.mutable_aside());
  add_chips(player.bought, *out.mutable_bought());
  add_chips(player.pending ? player.pending->shown : Chips{}, *out.mutable_shown());
  if (const auto kind = in_hand(player)) out.set_drawn(*kind + 1U);
}

void add_player(const State& state, Seat seat, v1::QuacksalberPlayer& out) {
  const auto& player = state.players[seat];
  out.set_vp(player.vp);
  out.set_rubies(player.rubies);
  out.set_droplet(player.droplet);
  out.set_glass(player.glass);
  out.set_flask_full(player.flask);
  if (player.patient) out.set_patient(state.tables->patient.at(static_cast<std::size_t>(*player.patient)).id);
  out.set_essence(player.essence);
  out.set_reach(player.reach);
  out.set_rat_stone(player.rat_stone);
  out.set_rat_bonus(player.rat_bonus);
  out.set_start(player.start);
  out.set_white_sum(white_sum(player));
  out.set_limit(limit(state, player));
  out.set_frontier(frontier(player));
  out.set_scoring_space(scoring_space(player));
  out.set_exploded(player.exploded);
  out.set_shielded(player.shielded);
  out.set_stopped(player.stopped);
  add_zones(player, out);
  if (player.pending) {
    out.set_answered(!player.pending->open());
    if (player.pending->open()) {
      const auto name = name_of(player.pending->ask);
      out.set_question(name.data(), name.size());
    }
  }
  out.set_yellow_count(player.yellows);
  out.set_armed(player.armed);
  out.set_window(player.window);
  out.set_coins(player.coins);
  out.set_autopilot(on_autopilot(player));
  out.set_left(player.left);
}

void add_table(const State& state, v1::QuacksalberView& out) {
  out.set_round(state.round);
  out.set_phase(wire_phase(state.stage));
  out.set_start_seat(state.start);
  if (state.card) out.set_card(state.tables->deck.at(static_cast<std::size_t>(*state.card)).id);
  out.set_cards_left(static_cast<std::uint32_t>(state.deck.size()));
  add_chips(state.supply, *out.mutable_supply());
  for (ChipKind kind = 0; kind < chip_kinds; ++kind) {
    out.add_prices(price(state, kind));
    out.add_closed(closed(state, kind));
  }
  for (const auto set : state.options.books) out.add_books(set);
  out.set_locoweed(locoweed(state) != nullptr ? locoweed(state)->id : "none");
  out.set_alchemists(state.options.alchemists);
  out.set_tubes(state.options.tubes);
  out.set_lockstep(lockstep(state));
  if (state.options.alchemists)
    for (const auto patient : state.dealt) out.add_patients(state.tables->patient.at(static_cast<std::size_t>(patient)).id);
  out.set_standing_still(state.standing_still);
}

void add_end(const State& state, v1::QuacksalberEnd& out) {
  out.set_others_left(state.end->others_left);
  for (const auto& line : ranking(state)) {
    const auto& player = state.players[line.seat];
    auto& score = *out.add_scores();
    score.set_seat(line.seat);
    score.set_ranked(line.ranked);
    score.set_winner(line.winner);
    score.set_vp(player.vp);
    score.set_frontier(frontier(player));
    score.set_essence_vp(player.essence_vp);
    score.set_coins_vp(player.coins_vp);
    score.set_rubies_vp(player.rubies_vp);
  }
}

}  // namespace

std::string table_view(const State& state) {
  auto& out = scratch<v1::QuacksalberView>();
  add_table(state, out);
  for (Seat seat = 0; seat < state.seats; ++seat) add_player(state, seat, *out.add_players());
  if (over(state)) add_end(state, *out.mutable_end());
  return out.SerializeAsString();
}

std::string own_view(const State& state, Viewer viewer, Language language) {
  const auto seat = viewer.seat();
  if (!seat || *seat >= state.seats) return {};
  auto& out = scratch<v1::QuacksalberView>();
  out.mutable_own()->set_seat(*seat);
  const auto& pending = state.players[*seat].pending;
  if (pending && !pending->open()) out.mutable_own()->set_held(in_words(state, *seat, *pending->sealed, language));
  return out.SerializeAsString();
}

std::string view(const State& state, Viewer viewer, Language language) {
  return table_view(state) + own_view(state, viewer, language);
}

}  // namespace athanor::games::quacksalber
