#include "events.h"

#include "texts.h"

namespace athanor::games::the_alchemists {
namespace {

struct KindOf {
  std::string_view operator()(const GameStarted&) const { return "game-started"; }
  std::string_view operator()(const HandDealt&) const { return "hand-dealt"; }
  std::string_view operator()(const RoundStarted&) const { return "round-started"; }
  std::string_view operator()(const TurnStarted&) const { return "turn-started"; }
  std::string_view operator()(const StepChanged&) const { return "step-changed"; }
  std::string_view operator()(const TookOpen&) const { return "ingredient-taken"; }
  std::string_view operator()(const Drew&) const { return "ingredient-taken"; }
  std::string_view operator()(const DisplayRefilled&) const { return "display-refilled"; }
  std::string_view operator()(const PotionsRefilled&) const { return "display-refilled"; }
  std::string_view operator()(const DeckReshuffled&) const { return "deck-reshuffled"; }
  std::string_view operator()(const PotionBrewed&) const { return "potion-brewed"; }
  std::string_view operator()(const PotionPatented&) const { return "potion-patented"; }
  std::string_view operator()(const PotionReady&) const { return "potion-ready"; }
  std::string_view operator()(const PotionUsed&) const { return "potion-used"; }
  std::string_view operator()(const PotionScored&) const { return "potion-scored"; }
  std::string_view operator()(const EffectCopied&) const { return "effect-copied"; }
  std::string_view operator()(const TargetChosen&) const { return "target-chosen"; }
  std::string_view operator()(const Asked&) const { return "decision-opened"; }
  std::string_view operator()(const ReactionUsed&) const { return "reaction-used"; }
  std::string_view operator()(const EffectCancelled&) const { return "effect-cancelled"; }
  std::string_view operator()(const CardsMoved&) const { return "cards-moved"; }
  std::string_view operator()(const CardsDiscarded&) const { return "cards-discarded"; }
  std::string_view operator()(const CardsRecovered&) const { return "cards-recovered"; }
  std::string_view operator()(const DisplayDiscarded&) const { return "display-discarded"; }
  std::string_view operator()(const CardsRevealed&) const { return "cards-revealed"; }
  std::string_view operator()(const CardsSeen&) const { return "cards-seen"; }
  std::string_view operator()(const CardsKept&) const { return "cards-kept"; }
  std::string_view operator()(const HandSeen&) const { return "cards-seen"; }
  std::string_view operator()(const PotionsSeen&) const { return "cards-seen"; }
  std::string_view operator()(const PotionsArranged&) const { return "potions-arranged"; }
  std::string_view operator()(const SpChanged&) const { return "sp-changed"; }
  std::string_view operator()(const ChipsChanged&) const { return "chips-changed"; }
  std::string_view operator()(const FlagChanged&) const { return "flag-changed"; }
  std::string_view operator()(const PotionMoved&) const { return "potion-moved"; }
  std::string_view operator()(const PotionUnready&) const { return "potion-unready"; }
  std::string_view operator()(const KindNamed&) const { return "kind-named"; }
  std::string_view operator()(const ClockRanOut&) const { return "clock-ran-out"; }
  std::string_view operator()(const AutopilotChanged&) const { return "autopilot-changed"; }
  std::string_view operator()(const LeftGame&) const { return "left-game"; }
  std::string_view operator()(const GameEnded&) const { return "game-ended"; }
};

class Writer {
 public:
  Writer(const Data& data, const std::vector<std::string>& names, Language language)
      : data_(data), names_(names), language_(language), t_(texts(language)) {}

  std::string operator()(const GameStarted& e) const { return fill(t_.game_started, {name(e.start)}); }
  std::string operator()(const HandDealt& e) const { return fill(t_.hand_dealt, {cards(e.cards)}); }
  std::string operator()(const RoundStarted& e) const { return fill(t_.round_started, {std::to_string(e.round)}); }
  std::string operator()(const TurnStarted& e) const {
    return e.takes == data_.numbers.draws_per_turn ? fill(t_.turn_started, {name(e.seat)})
                                                   : fill(t_.turn_started_short, {name(e.seat), number(e.takes)});
  }
  std::string operator()(const StepChanged& e) const {
    return fill(e.stage == Stage::actions ? t_.step_actions : t_.step_hand_limit, {name(e.seat)});
  }
  std::string operator()(const TookOpen& e) const { return fill(t_.took_open, {name(e.seat), ingredient_text(data_, e.kind, language_)}); }
  std::string operator()(const Drew& e) const {
    return e.cards ? fill(t_.drew_own, {name(e.seat), cards(*e.cards)}) : fill(t_.drew, {name(e.seat), number(e.number)});
  }
  std::string operator()(const DisplayRefilled& e) const {
    Cards fresh{};
    for (const auto& [position, kind] : e.cards) ++fresh[kind];
    return fill(t_.display_refilled, {cards(fresh)});
  }
  std::string operator()(const PotionsRefilled& e) const {
    std::vector<std::string> fresh;
    for (const auto& [position, id] : e.potions) fresh.push_back(potion(id));
    return fill(t_.potions_refilled, {listed(fresh, language_)});
  }
  std::string operator()(const DeckReshuffled& e) const { return fill(t_.deck_reshuffled, {std::to_string(e.cards)}); }
  std::string operator()(const PotionBrewed& e) const {
    const auto pattern = e.free ? t_.brewed_free : e.ready ? t_.brewed_ready : e.from_patent ? t_.brewed_patent : t_.brewed;
    return fill(pattern, {name(e.seat), potion(e.potion), cards(e.paid)});
  }
  std::string operator()(const PotionPatented& e) const { return fill(e.chip ? t_.patented : t_.patented_free, {name(e.seat), potion(e.potion)}); }
  std::string operator()(const PotionReady& e) const { return fill(t_.ready, {name(e.seat), potion(e.potion)}); }
  std::string operator()(const PotionUsed& e) const {
    return e.target ? fill(t_.used_on, {name(e.seat), potion(e.potion), name(*e.target)}) : fill(t_.used, {name(e.seat), potion(e.potion)});
  }
  std::string operator()(const PotionScored& e) const {
    const auto sp = fill(t_.sp, {std::to_string(data_.potions.at(e.potion).base_sp)});
    return fill(e.brewing ? t_.scored_brewing : t_.scored, {name(e.seat), potion(e.potion), sp});
  }
  std::string operator()(const EffectCopied& e) const { return fill(t_.copied, {name(e.seat), potion(e.potion)}); }
  std::string operator()(const TargetChosen& e) const { return fill(t_.target_chosen, {name(e.seat), name(e.target)}); }
  std::string operator()(const Asked& e) const {
    return fill(e.ask == Ask::react ? t_.asked_react : e.ask == Ask::toll ? t_.asked_toll : t_.asked_discard, {name(e.seat)});
  }
  std::string operator()(const ReactionUsed& e) const { return fill(t_.reaction_used, {name(e.seat), potion(e.potion)}); }
  std::string operator()(const EffectCancelled& e) const { return fill(t_.cancelled, {name(e.seat)}); }
  std::string operator()(const CardsMoved& e) const {
    return fill(t_.cards_moved, {name(e.from), name(e.to), e.cards ? cards(*e.cards) : number(e.number)});
  }
  std::string operator()(const CardsDiscarded& e) const { return fill(t_.cards_discarded, {name(e.seat), cards(e.cards)}); }
  std::string operator()(const CardsRecovered& e) const { return fill(t_.cards_recovered, {name(e.seat), cards(e.cards)}); }
  std::string operator()(const DisplayDiscarded& e) const { return fill(t_.display_discarded, {name(e.seat), cards(e.cards)}); }
  std::string operator()(const CardsRevealed& e) const { return fill(t_.cards_revealed, {name(e.seat), cards(e.cards)}); }
  std::string operator()(const CardsSeen& e) const {
    return e.cards ? fill(t_.cards_seen_own, {name(e.seat), cards(*e.cards)}) : fill(t_.cards_seen, {name(e.seat), number(e.number)});
  }
  std::string operator()(const CardsKept& e) const {
    return fill(e.cards ? t_.cards_kept_own : t_.cards_kept,
                {name(e.seat), e.cards ? cards(*e.cards) : number(e.number), number(e.under)});
  }
  std::string operator()(const HandSeen& e) const {
    return e.cards ? fill(t_.hand_seen_own, {name(e.seat), name(e.target), cards(*e.cards)}) : fill(t_.hand_seen, {name(e.seat), name(e.target)});
  }
  std::string operator()(const PotionsSeen& e) const {
    if (e.potions.empty()) return fill(t_.potions_seen, {name(e.seat), std::to_string(e.number)});
    std::vector<std::string> seen;
    for (const auto id : e.potions) seen.push_back(potion(id));
    return fill(t_.potions_seen_own, {name(e.seat), listed(seen, language_)});
  }
  std::string operator()(const PotionsArranged& e) const { return fill(t_.potions_arranged, {name(e.seat), std::to_string(e.number)}); }
  std::string operator()(const SpChanged& e) const {
    return fill(e.points > 0 ? t_.sp_white : t_.sp_black, {name(e.seat), std::to_string(std::abs(e.points))});
  }
  std::string operator()(const ChipsChanged& e) const { return fill(t_.chips_changed, {name(e.seat), "+" + std::to_string(e.chips)}); }
  std::string operator()(const FlagChanged& e) const { return fill(flag(e.flag), {name(e.seat), std::to_string(e.value)}); }
  std::string operator()(const PotionMoved& e) const {
    // What lies in the display is nobody's: the event's owner is who moves it away.
    const auto pattern = e.from == PotionPlace::display ? t_.moved_from_display
                         : e.to == PotionPlace::under_deck ? t_.moved_under : t_.moved_open_discard;
    return fill(pattern, {name(e.owner), potion(e.potion)});
  }
  std::string operator()(const PotionUnready& e) const { return fill(t_.unready, {name(e.owner), potion(e.potion)}); }
  std::string operator()(const KindNamed& e) const { return fill(t_.kind_named, {name(e.seat), ingredient_text(data_, e.kind, language_)}); }
  std::string operator()(const ClockRanOut& e) const { return fill(t_.clock_ran_out, {name(e.seat)}); }
  std::string operator()(const AutopilotChanged& e) const { return fill(e.on ? t_.autopilot_on : t_.autopilot_off, {name(e.seat)}); }
  std::string operator()(const LeftGame& e) const { return fill(t_.left_game, {name(e.seat)}); }
  std::string operator()(const GameEnded& e) const { return fill(e.others_left ? t_.game_ended_alone : t_.game_ended, {name(e.ranking.front())}); }

 private:
  [[nodiscard]] std::string name(Seat seat) const { return names_.at(seat); }
  [[nodiscard]] std::string potion(PotionId id) const { return in(data_.potions.at(id).name, language_); }
  [[nodiscard]] std::string cards(const Cards& c) const { return cards_text(data_, c, language_); }
  [[nodiscard]] std::string number(unsigned n) const { return number_of_cards(n, language_); }
  [[nodiscard]] std::string_view flag(FlagChanged::Flag flag) const {
    switch (flag) {
      case FlagChanged::Flag::is_protected: return t_.flag_protected;
      case FlagChanged::Flag::slot_bonus: return t_.flag_slot;
      case FlagChanged::Flag::discount: return t_.flag_discount;
      case FlagChanged::Flag::ready_next: return t_.flag_ready;
      case FlagChanged::Flag::draw_penalty: return t_.flag_penalty;
    }
    throw std::logic_error("The Alchemists: unknown flag");
  }

  const Data& data_;
  const std::vector<std::string>& names_;
  Language language_;
  const Texts& t_;
};

}  // namespace

std::string event_kind(const Event& event) { return std::string(std::visit(KindOf{}, event)); }

std::string event_text(const Data& data, const Event& event, const std::vector<std::string>& names, Language language) {
  return std::visit(Writer(data, names, language), event);
}

}  // namespace athanor::games::the_alchemists
