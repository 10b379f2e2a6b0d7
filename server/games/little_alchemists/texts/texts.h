#pragma once
// The message catalogue: everything the games of this folder say to people, one table per language. {0}, {1} ... are
// filled in by fill().

#include "../companion.h"

#include <athanor/common/phrases.h>
#include <athanor/games/game.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::little_alchemists {

struct Texts {
  // names
  std::string_view title, companion_title;
  std::array<std::string_view, max_ingredients> ingredients;
  std::array<std::string_view, result_kinds> results;   ///< as a result: "fire potion"
  std::array<std::string_view, result_kinds> potions;   ///< as a member of a set: "fire"
  std::array<std::string_view, pet_kinds> pets;
  std::array<std::string_view, artifact_kinds> artifacts;
  std::array<std::string_view, artifact_kinds> artifact_effects;  ///< what they do and their points
  std::string_view artifact_details;                     ///< {0} name {1} banner {2} coins {3} effect
  std::string_view banner_purple, banner_gold;
  std::string_view customer;                             ///< {0} result

  // small parts
  std::string_view one_coin, coins;                      ///< {0} number
  std::string_view free_of_charge, one_tile, tiles;      ///< {0} number
  std::string_view list_and;                             ///< between the last two of a list
  std::string_view nobody;

  // prompts
  std::string_view prompt_before_action, prompt_before_action_theory, prompt_after_action, prompt_wish, prompt_pet, prompt_trade;
  std::string_view prompt_guess;                         ///< {0} name of the set
  std::string_view prompt_test, prompt_test_confirmed, prompt_away;

  // offers and fields
  std::string_view offer_buy, offer_buy_free, field_space, option_tile;  ///< {0} ingredient {1} space
  std::string_view offer_mix, field_tiles;
  std::string_view offer_theory, field_ingredient, field_set;
  std::string_view offer_pass;
  std::string_view offer_wish, field_wish;
  std::string_view offer_pet, field_pet, option_pet;     ///< {0} pet {1} what it likes
  std::string_view offer_trade;
  std::string_view offer_guess, field_guess, option_no_guess;
  std::string_view offer_artifact, field_artifact;
  std::string_view offer_end_turn, field_keep;
  std::string_view offer_test_answer, field_question, option_question, field_answer;  ///< {0} {1} ingredients {2} answer so far
  std::string_view no_answer_yet, offer_test_confirm, offer_test_submit, offer_come_back;

  // events; {0} is the name of the player where there is one
  std::string_view turn_began, bought, mixed, mixed_own, mixed_new, mixed_known, two_of_a_kind, two_of_a_kind_own, traded, wished;
  std::string_view pet_taken, pet_coin, sold;
  std::string_view theory_wrong, theory_wrong_no_gem, theory_wrong_own, theory_glass;
  std::string_view theory_right, theory_right_own, theory_right_told;
  std::string_view guessed, guessed_none, revealed, revealed_guessers;
  std::string_view discarded, discarded_own, discarded_from_stack, drew, drew_own;
  std::string_view market_filled, market_boring, customer_came, customer_next, customer_last, reshuffled;
  std::string_view artifact_bought, artifact_shown;
  std::string_view passed, turn_skipped, went_away, came_back, left_game;
  std::string_view over_market, over_theory, over_aborted, over_keys, over_winner, over_winners;
  std::string_view test_began, test_answered, test_confirmed, test_passed, test_failed;

  // campaign and starting
  std::string_view level_locked;                         ///< {0} level
  std::string_view open_levels, locks_filled, trophies_won, no_trophy;
  std::array<std::string_view, 3> trophies;
  std::array<std::string_view, max_level + 1> level_adds;  ///< what a level brings, from 2 on
  std::string_view option_level, option_all_levels, option_turn_limit, option_prompt_limit, option_guess_limit, option_off;

  // companion
  std::string_view comp_prompt, comp_prompt_slow, comp_prompt_pending, comp_prompt_test, comp_prompt_ended;
  std::string_view comp_mix, comp_theory, comp_reveal, comp_end_market, comp_end_theory, comp_field_big_tiles;
  std::string_view comp_test_submit, comp_open_box, comp_field_box, comp_progress, comp_field_open_level;
  std::string_view comp_field_locks, comp_field_trophy_keys, comp_board, comp_field_board, comp_new, comp_field_level, comp_close;
  std::string_view comp_field_question;  ///< {0} {1} ingredients
  std::string_view comp_board_syntax, comp_board_size, comp_board_refused, comp_option_level, comp_level_locked;
  std::string_view comp_board_letters;                   ///< {0} level {1} letters
  std::string_view comp_progress_not_owner, comp_progress_no_locks_two, comp_progress_all_open, comp_progress_trophies;
  std::string_view comp_progress_locks;                  ///< {0} box {1} its locks {2} entered
  std::string_view comp_mixed, comp_theory_wrong, comp_theory_again, comp_theory_right_own, comp_theory_right_set, comp_proven, comp_solved;
  std::string_view comp_ended, comp_keys, comp_box_opened, comp_progress_set, comp_board_set, comp_joined, comp_new_game, comp_closed;
};

[[nodiscard]] const Texts& texts(Language language);
[[nodiscard]] const Texts& english_texts();
[[nodiscard]] const Texts& german_texts();
[[nodiscard]] std::vector<HelpTopic> english_help();
[[nodiscard]] std::vector<HelpTopic> german_help();

using common::fill;

// Names and phrases made of several texts.
[[nodiscard]] std::string_view ingredient_text(Ingredient ingredient, Language language);
[[nodiscard]] std::string_view result_text(Result result, Language language);
[[nodiscard]] std::string set_text(PotionSet set, Language language);  ///< "fire, luck and love"
[[nodiscard]] std::string coins_text(unsigned coins, Language language);
[[nodiscard]] std::string tiles_text(unsigned tiles, Language language);
/// "Pet Bed (purple, 3 coins): your pet brings 2 coins instead of 1; 1 point".
[[nodiscard]] std::string artifact_text(Artifact artifact, Language language);
[[nodiscard]] std::string all_artifacts_text(Language language);  ///< a sentence each
[[nodiscard]] std::string listed(const std::vector<std::string>& items, Language language);
/// How far a campaign has come, for people.
[[nodiscard]] std::vector<std::string> campaign_text_lines(const Campaign& campaign, Language language);
/// Terms for the catalogue: ingredient.frog, potion.F, pet.cat, artifact.herb-basket, artifact-details.herb-basket, customer.F.
[[nodiscard]] std::vector<Term> all_terms(Language language);

}  // namespace athanor::games::little_alchemists
