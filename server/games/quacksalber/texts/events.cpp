#include "events.h"

#include "texts.h"

#include <cstdlib>

namespace athanor::games::quacksalber {
namespace {

struct KindOf {
  std::string_view operator()(const GameStarted&) const { return "game-started"; }
  std::string_view operator()(const PatientsDealt&) const { return "patients-dealt"; }
  std::string_view operator()(const PatientRevealed&) const { return "patient-revealed"; }
  std::string_view operator()(const RoundStarted&) const { return "round-started"; }
  std::string_view operator()(const FortuneRevealed&) const { return "fortune-card"; }
  std::string_view operator()(const FortuneChosen&) const { return "fortune-choice"; }
  std::string_view operator()(const RatStoneMoved&) const { return "rat-stone"; }
  std::string_view operator()(const DisplayLaid&) const { return "display-laid"; }
  std::string_view operator()(const ChipPlaced&) const { return "chip-placed"; }
  std::string_view operator()(const ChipAside&) const { return "chip-aside"; }
  std::string_view operator()(const ChipReturned&) const { return "chip-returned"; }
  std::string_view operator()(const ChipsShown&) const { return "chips-shown"; }
  std::string_view operator()(const ChipGained&) const { return "chip-gained"; }
  std::string_view operator()(const ChipRemoved&) const { return "chip-removed"; }
  std::string_view operator()(const ChipChanged&) const { return "chip-changed"; }
  std::string_view operator()(const ChipMoved&) const { return "chip-moved"; }
  std::string_view operator()(const OutOfStock&) const { return "chip-out-of-stock"; }
  std::string_view operator()(const Exploded&) const { return "exploded"; }
  std::string_view operator()(const Stopped&) const { return "stopped"; }
  std::string_view operator()(const BrewRestarted&) const { return "brew-restarted"; }
  std::string_view operator()(const CommitmentsRevealed&) const { return "commitments-revealed"; }
  std::string_view operator()(const VpGained&) const { return "vp-gained"; }
  std::string_view operator()(const RubiesChanged&) const { return "rubies-changed"; }
  std::string_view operator()(const DropletMoved&) const { return "droplet-moved"; }
  std::string_view operator()(const GlassReached&) const { return "glass-reached"; }
  std::string_view operator()(const FlaskRefilled&) const { return "flask-changed"; }
  std::string_view operator()(const DieRolled&) const { return "die-rolled"; }
  std::string_view operator()(const EssenceField&) const { return "essence-field"; }
  std::string_view operator()(const EssenceSpent&) const { return "essence-spent"; }
  std::string_view operator()(const RatBonus&) const { return "rat-bonus"; }
  std::string_view operator()(const ExplodedChoice&) const { return "exploded-choice"; }
  std::string_view operator()(const ChipsBought&) const { return "chips-bought"; }
  std::string_view operator()(const ClockRanOut&) const { return "clock-ran-out"; }
  std::string_view operator()(const AutopilotChanged&) const { return "autopilot-changed"; }
  std::string_view operator()(const PlayedOn&) const { return "play-on"; }
  std::string_view operator()(const LeftGame&) const { return "left-game"; }
  std::string_view operator()(const StandsStill&) const { return "stands-still"; }
  std::string_view operator()(const GoesOn&) const { return "goes-on"; }
  std::string_view operator()(const GameEnded&) const { return "game-ended"; }
};

class Speaker {
 public:
  Speaker(const Texts& say, const std::vector<std::string>& names) : say_(say), names_(names) {}

  std::string operator()(const GameStarted& e) const { return say_("event.game-started", {name(e.start)}); }
  std::string operator()(const PatientsDealt& e) const {
    std::vector<std::string> items;
    for (const auto patient : e.patients) items.push_back(say_.patient(patient));
    return say_("event.patients-dealt", {say_.enumeration(items)});
  }
  std::string operator()(const PatientRevealed& e) const { return say_("event.patient-revealed", {name(e.seat), say_.patient(e.patient)}); }
  std::string operator()(const RoundStarted& e) const { return say_("event.round-started", {number(e.round), name(e.start)}); }
  std::string operator()(const FortuneRevealed& e) const { return say_("event.fortune-card", {say_.card(e.card)}); }
  std::string operator()(const FortuneChosen& e) const {
    constexpr std::array<std::string_view, 13> options{"take-vp", "take-rubies", "take-chip", "take-droplet", "remove-white", "roll-die", "rat-back",
                                                       "trade", "pay-rubies", "refill-flask", "exchange", "rat-on", "decline"};
    return say_("event.fortune-choice", {name(e.seat), say_("offer." + std::string(options.at(static_cast<std::size_t>(e.option))))});
  }
  std::string operator()(const RatStoneMoved& e) const {
    return say_.count(e.spaces > 0 ? "event.rat-stone" : "event.rat-stone-back", static_cast<unsigned>(std::abs(e.spaces)), {name(e.seat), number(e.now)});
  }
  std::string operator()(const DisplayLaid& e) const { return say_("event.display-laid", {name(e.seat), say_.chips(e.chips)}); }
  std::string operator()(const ChipPlaced& e) const {
    const bool white = colour(e.kind) == Colour::white;
    return say_(white ? "event.white-placed" : "event.chip-placed", {name(e.seat), say_.chip(e.kind), number(e.space), number(e.white)});
  }
  std::string operator()(const ChipAside& e) const { return say_("event.chip-aside", {name(e.seat), say_.chip(e.kind)}); }
  std::string operator()(const ChipReturned& e) const {
    return say_(e.flask ? "event.flask-used" : "event.chip-returned", {name(e.seat), say_.chip(e.kind)});
  }
  std::string operator()(const ChipsShown& e) const { return say_("event.chips-shown", {name(e.seat), say_.chips(e.chips)}); }
  std::string operator()(const ChipGained& e) const { return say_("event.chip-gained", {name(e.seat), say_.chip(e.kind)}); }
  std::string operator()(const ChipRemoved& e) const { return say_("event.chip-removed", {name(e.seat), say_.chip(e.kind)}); }
  std::string operator()(const ChipChanged& e) const { return say_("event.chip-changed", {name(e.seat), say_.chip(e.from), say_.chip(e.to)}); }
  std::string operator()(const ChipMoved& e) const { return say_("event.chip-moved", {name(e.seat), say_.chip(e.kind), number(e.space)}); }
  std::string operator()(const OutOfStock& e) const {
    return say_(e.asked_again ? "event.choose-again" : "event.out-of-stock", {name(e.seat), say_.chip(e.kind)});
  }
  std::string operator()(const Exploded& e) const {
    return say_(e.shielded ? "event.exploded-shielded" : "event.exploded", {name(e.seat), number(e.white)});
  }
  std::string operator()(const Stopped& e) const { return say_("event.stopped", {name(e.seat)}); }
  std::string operator()(const BrewRestarted& e) const { return say_("event.brew-restarted", {name(e.seat)}); }
  std::string operator()(const CommitmentsRevealed&) const { return say_("event.commitments-revealed"); }
  std::string operator()(const VpGained& e) const { return say_.count("event.vp-gained", e.vp, {name(e.seat), std::to_string(e.now)}); }
  std::string operator()(const RubiesChanged& e) const {
    return say_.count(e.rubies > 0 ? "event.rubies-gained" : "event.rubies-paid", static_cast<unsigned>(std::abs(e.rubies)), {name(e.seat), number(e.now)});
  }
  std::string operator()(const DropletMoved& e) const { return say_("event.droplet-moved", {name(e.seat), number(e.now)}); }
  std::string operator()(const GlassReached& e) const { return say_("event.glass-reached", {name(e.seat), number(e.glass)}); }
  std::string operator()(const FlaskRefilled& e) const { return say_("event.flask-refilled", {name(e.seat)}); }
  std::string operator()(const DieRolled& e) const { return say_("event.die-rolled", {name(e.seat), say_.bonus(tables().die.at(e.face))}); }
  std::string operator()(const EssenceField& e) const {
    return say_(e.reach == e.field ? "event.essence-field" : "event.essence-lower", {name(e.seat), number(e.field), number(e.reach)});
  }
  std::string operator()(const EssenceSpent& e) const { return say_("event.essence-spent", {name(e.seat), number(e.essence), number(e.now)}); }
  std::string operator()(const RatBonus& e) const { return say_("event.rat-bonus", {name(e.seat)}); }
  std::string operator()(const ExplodedChoice& e) const { return say_(e.coins ? "event.takes-coins" : "event.takes-vp", {name(e.seat)}); }
  std::string operator()(const ChipsBought& e) const { return say_("event.chips-bought", {name(e.seat), say_.chips(e.kinds), number(e.coins)}); }
  std::string operator()(const ClockRanOut& e) const { return say_("event.clock-ran-out", {name(e.seat)}); }
  std::string operator()(const AutopilotChanged& e) const { return say_(e.on ? "event.autopilot-on" : "event.autopilot-off", {name(e.seat)}); }
  std::string operator()(const PlayedOn& e) const { return say_("event.play-on", {name(e.seat), name(e.absent)}); }
  std::string operator()(const LeftGame& e) const { return say_("event.left-game", {name(e.seat)}); }
  std::string operator()(const StandsStill&) const { return say_("event.stands-still"); }
  std::string operator()(const GoesOn&) const { return say_("event.goes-on"); }
  std::string operator()(const GameEnded& e) const {
    std::vector<std::string> winners;
    for (const auto seat : e.winners) winners.push_back(name(seat));
    return say_(e.others_left ? "event.game-ended-alone" : winners.size() > 1 ? "event.game-ended-tie" : "event.game-ended", {say_.enumeration(winners)});
  }

 private:
  [[nodiscard]] const std::string& name(Seat seat) const { return names_.at(seat); }
  static std::string number(unsigned n) { return std::to_string(n); }

  const Texts& say_;
  const std::vector<std::string>& names_;
};

}  // namespace

std::string event_kind(const Event& event) { return std::string(std::visit(KindOf{}, event)); }

std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
  return std::visit(Speaker(Texts::in(language), names), event);
}

}  // namespace athanor::games::quacksalber
