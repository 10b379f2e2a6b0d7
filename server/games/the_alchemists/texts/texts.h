#pragma once
// The message catalogue: everything the game says to people, one table per language. {0}, {1} ... are filled in by fill().
// Names and rules texts of the cards come with the cards (data/the_alchemists.json).

#include "../state.h"

#include <athanor/common/phrases.h>
#include <athanor/games/game.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::the_alchemists {

struct Texts {
  std::string_view title, option_turn_clock, option_off;

  // small parts
  std::string_view cards_of;            ///< {0} number {1} ingredient: "2× Bloodberry"
  std::string_view no_cards, list_and;
  std::string_view one_card, some_cards;  ///< {0} number
  std::string_view potions_of;          ///< {0} strength
  std::string_view sp;                  ///< {0} number: "3 SP"

  // prompts; {0} is a number of cards or the name of a player; react: {0} who uses {1} potion {2} its text
  std::string_view prompt_take, prompt_act, prompt_hand_limit, prompt_opponent, prompt_react, prompt_may, prompt_give_to,
      prompt_discard, prompt_pass, prompt_keep, prompt_recover, prompt_open, prompt_name_kind, prompt_discard_for_sp,
      prompt_arrange, prompt_cycle, prompt_patent_free, prompt_brew_free, prompt_copy, prompt_destroy, prompt_unready,
      prompt_steal, prompt_swap, prompt_toll, prompt_idle;

  // offers, fields, options
  std::string_view offer_take_open;     ///< {0} ingredient
  std::string_view offer_take_deck, offer_end_turn;
  std::string_view offer_brew;          ///< {0} potion {1} price
  std::string_view offer_brew_paying;   ///< {0} potion {1} cards
  std::string_view offer_use;           ///< {0} potion {1} its text
  std::string_view offer_use_against;   ///< {0} potion {1} opponent {2} its text
  std::string_view offer_patent, offer_choose, offer_react;  ///< react: {0} potion {1} its text
  std::string_view offer_no_reaction, offer_yes, offer_no, offer_give, offer_discard, offer_pass, offer_keep, offer_recover,
      offer_name_kind, offer_discard_for_sp, offer_discard_nothing, offer_arrange, offer_cycle, offer_no_cycle,
      offer_patent_free, offer_no_patent, offer_brew_free, offer_copy, offer_slot_potion, offer_steal, offer_swap,
      offer_no_swap, offer_pay_toll, offer_toll_chip, offer_come_back;
  std::string_view field_pay, field_opponent, field_potion, field_cards, field_kind, field_order, field_own, field_theirs;
  std::string_view option_potion;       ///< {0} potion {1} base SP {2} cost
  std::string_view option_copy;         ///< {0} potion {1} who has used it {2} its text
  std::string_view patent_to_brew;      ///< {0} potion, in the place of its name in offer_brew and offer_brew_paying

  // events; {0} is the name of the player
  std::string_view game_started, hand_dealt, round_started, turn_started, turn_started_short, step_actions, step_hand_limit;
  std::string_view took_open, drew, drew_own, display_refilled, potions_refilled, deck_reshuffled;
  std::string_view brewed, brewed_patent, brewed_free, brewed_ready, patented, patented_free, ready;
  std::string_view used, used_on, scored, scored_brewing, copied, target_chosen;
  std::string_view asked_react, asked_discard, asked_toll, reaction_used, cancelled;
  std::string_view cards_moved, cards_discarded, cards_recovered, display_discarded, cards_revealed;
  std::string_view cards_seen, cards_seen_own, cards_kept, cards_kept_own, hand_seen, hand_seen_own;
  std::string_view potions_seen, potions_seen_own, potions_arranged;
  std::string_view sp_white, sp_black, chips_changed, flag_protected, flag_slot, flag_discount, flag_ready, flag_penalty;
  std::string_view moved_open_discard, moved_under, unready, kind_named;  ///< moved: {0} owner {1} potion
  std::string_view moved_from_display;  ///< {0} who moves it {1} potion
  std::string_view clock_ran_out, autopilot_on, autopilot_off, left_game;
  std::string_view game_ended, game_ended_alone;
};

[[nodiscard]] const Texts& texts(Language language);
[[nodiscard]] const Texts& english_texts();
[[nodiscard]] const Texts& german_texts();
[[nodiscard]] std::vector<HelpTopic> english_help();
[[nodiscard]] std::vector<HelpTopic> german_help();

using common::fill;
[[nodiscard]] std::string in(const Bilingual& text, Language language);
[[nodiscard]] std::string ingredient_text(const Data& data, Kind kind, Language language);
/// "2× Bloodberry and Rainbow Dust".
[[nodiscard]] std::string cards_text(const Data& data, const Cards& cards, Language language);
[[nodiscard]] std::string number_of_cards(unsigned number, Language language);
[[nodiscard]] std::string listed(const std::vector<std::string>& items, Language language);

/// The rules, and every potion by strength.
[[nodiscard]] std::vector<HelpTopic> all_help(const Data& data, Language language);
/// What is printed on the cards (see the_alchemists.proto).
[[nodiscard]] std::vector<Term> all_terms(const Data& data, Language language);

}  // namespace athanor::games::the_alchemists
