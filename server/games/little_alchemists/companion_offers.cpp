// What leaves the companion session: views, offers, events.

#include "companion_state.h"
#include "texts/texts.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <algorithm>
#include <sstream>

namespace athanor::games::little_alchemists::companion {
namespace {

enum OfferId : std::uint32_t {
  offer_mix = 1, offer_theory, offer_reveal, offer_end_market, offer_end_theory, offer_test, offer_open_box, offer_progress, offer_board,
  offer_new_game, offer_close
};
constexpr std::array<Result, 3> level_one_results{Result::fire, Result::luck, Result::flying};
constexpr std::int32_t most_trophy_keys = 999;
constexpr std::uint32_t longest_board_text = 200;

constexpr std::uint32_t option_id(std::size_t index) { return static_cast<std::uint32_t>(index) + 1; }
constexpr std::uint8_t index_of(std::uint32_t option) { return static_cast<std::uint8_t>(option - 1); }

Field field(std::string name, std::string label, decltype(Field::kind) kind) { return {std::move(name), std::move(label), std::move(kind)}; }

Option option(std::size_t index, std::string_view label, std::string term) {
  Option made;
  made.id = option_id(index);
  made.label = std::string(label);
  made.term = std::move(term);
  return made;
}

Offer offer(std::uint32_t id, std::string_view verb, std::string_view label, std::vector<Field> fields = {}) {
  Offer made;
  made.id = id;
  made.verb = std::string(verb);
  made.label = std::string(label);
  made.fields = std::move(fields);
  made.repeatable = true;
  return made;
}

Option ingredient_option(Ingredient i, Language language) {
  return option(i, ingredient_text(i, language), "ingredient." + std::string(ingredient_name(i)));
}

Offer mix_offer(const State& state, const Texts& t, Language language) {
  Pick pick;
  pick.min = pick.max = 2;
  for (Ingredient i = 0; i < state.board.size; ++i) {
    pick.options.push_back(ingredient_option(i, language));
    pick.options.back().copies = 2;
  }
  return offer(offer_mix, "mix", t.comp_mix, {field("tiles", std::string(t.field_tiles), pick)});
}

Offer theory_offer(const State& state, const Texts& t, Language language) {
  Pick ingredients;
  for (Ingredient i = 0; i < state.board.size; ++i)
    if (!proven(state, i)) ingredients.options.push_back(ingredient_option(i, language));
  Pick sets;
  for (std::size_t slot = 0; slot < state.board.size; ++slot)
    if (free_slot(state, state.board.sets[slot]) == slot)
      sets.options.push_back(option(slot, set_text(state.board.sets[slot], language), "set." + letters(state.board.sets[slot])));
  return offer(offer_theory, "share-theory", t.comp_theory,
               {field("ingredient", std::string(t.field_ingredient), ingredients), field("set", std::string(t.field_set), sets)});
}

Offer test_offer(const State& state, const Texts& t, Language language) {
  std::vector<Field> fields;
  for (std::size_t q = 0; q < state.questions.size(); ++q) {
    Pick pick;
    for (const auto r : level_one_results)
      pick.options.push_back(option(static_cast<std::size_t>(r), result_text(r, language), "potion." + std::string(1, letter(r))));
    const auto& asked = state.questions[q];
    fields.push_back(field("question-" + std::to_string(q + 1),
                           fill(t.comp_field_question, {ingredient_text(asked.a, language), ingredient_text(asked.b, language)}), pick));
  }
  return offer(offer_test, "test-submit", t.comp_test_submit, std::move(fields));
}

std::optional<Offer> box_offer(const Campaign& campaign, const Texts& t) {
  Pick pick;
  for (unsigned box = 2; box <= max_level; ++box)
    if (campaign.earned[box] && !campaign.opened[box]) pick.options.push_back(option(box, std::to_string(box), ""));
  if (pick.options.empty()) return std::nullopt;
  return offer(offer_open_box, "open-box", t.comp_open_box, {field("box", std::string(t.comp_field_box), pick)});
}

Offer new_game_offer(const State& state, const Campaign& campaign, const Texts& t) {
  Pick pick;
  for (unsigned level = min_level; level <= max_level; ++level)
    if (state.all_levels || campaign.level_open(level)) pick.options.push_back(option(level, fill(t.comp_option_level, {std::to_string(level)}), ""));
  auto made = offer(offer_new_game, "new-game", t.comp_new, {field("level", std::string(t.comp_field_level), pick)});
  made.confirm = true;
  return made;
}

Offer progress_offer(const Texts& t) {
  auto made = offer(offer_progress, "progress", t.comp_progress,
                    {field("open-level", std::string(t.comp_field_open_level), NumberInput{static_cast<std::int32_t>(min_level), static_cast<std::int32_t>(max_level)}),
                     field("locks", std::string(t.comp_field_locks), NumberInput{0, 5}),
                     field("trophy-keys", std::string(t.comp_field_trophy_keys), NumberInput{0, most_trophy_keys})});
  made.confirm = true;
  return made;
}

void ask_while_playing(const State& state, const Texts& t, Language language, Decision& out) {
  if (may_mix(state)) out.offers.push_back(mix_offer(state, t, language));
  if (state.level >= 2) {
    auto theory = theory_offer(state, t, language);
    const bool open = !std::get<Pick>(theory.fields[0].kind).options.empty();
    if (open) out.offers.push_back(std::move(theory));
  }
  if (state.level >= 2 && solved(state)) {
    const auto most = static_cast<std::int32_t>(data().customers_at[state.level]) + 1;
    out.offers.push_back(offer(offer_end_theory, "end-theory", t.comp_end_theory,
                               {field("big-tiles", std::string(t.comp_field_big_tiles), NumberInput{1, most})}));
    out.offers.back().confirm = true;
  }
  out.offers.push_back(offer(offer_end_market, "end-market", t.comp_end_market));
  out.offers.back().confirm = true;
}

Rejection refused(std::string text, std::string reason) { return {Rejection::Kind::rule, std::move(text), std::move(reason)}; }

Rejection foreign_letters(const State& state, const Texts& t) {
  return refused(fill(t.comp_board_letters, {std::to_string(state.level), letters(results_of_level(state.level))}), "board-letters");
}

// Box 2 has no locks, and keys come to the trophies only when no lock is left.
std::optional<Rejection> progress_fault(const EnterProgress& progress, const Texts& t) {
  const unsigned box = progress.open_level + 1;
  if (box == 2 && progress.locks > 0) return refused(std::string(t.comp_progress_no_locks_two), "progress-locks");
  if (box > max_level && progress.locks > 0) return refused(std::string(t.comp_progress_all_open), "progress-locks");
  if (box <= max_level && box > 2 && progress.locks > data().locks[box])
    return refused(fill(t.comp_progress_locks, {std::to_string(box), std::to_string(data().locks[box]), std::to_string(progress.locks)}), "progress-locks");
  if (box <= max_level && progress.trophy_keys > 0) return refused(std::string(t.comp_progress_trophies), "progress-trophies");
  return std::nullopt;
}

// "FLV FYV ... / .VVFFL V.VFYY ..."; upper or lower case.
tl::expected<Board, Rejection> read_board(const State& state, const std::string& text, const Texts& t) {
  const Board& printed = board_of_level(state.level);
  Board board;
  std::vector<std::string> rows;
  bool crosses = false;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    for (auto& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (word == "/") {
      crosses = true;
    } else if (crosses) {
      rows.push_back(word);
    } else {
      const auto set = set_of(word);
      if (!set) return tl::unexpected(refused(std::string(t.comp_board_syntax), "board-syntax"));
      if (board.size == printed.size || size_of(*set) != 3 || contains(*set, Result::powerless) || contains(*set, Result::trade))
        return tl::unexpected(refused(fill(t.comp_board_size, {std::to_string(printed.size), "3"}), "board-size"));
      if ((*set & ~results_of_level(state.level)) != 0) return tl::unexpected(foreign_letters(state, t));
      board.sets[board.size++] = *set;
    }
  }
  if (board.size != printed.size) return tl::unexpected(refused(fill(t.comp_board_size, {std::to_string(printed.size), "3"}), "board-size"));
  if (crosses != shows_crosses(state.level)) return tl::unexpected(refused(std::string(t.comp_board_syntax), "board-syntax"));
  for (auto& row : board.cross[0]) row.fill(Result::trade);
  if (!crosses) {
    board.senses = 0;
    if (crosses_for(board).empty()) return tl::unexpected(refused(std::string(t.comp_board_refused), "board-rules"));
    return board;
  }
  if (rows.size() != board.size) return tl::unexpected(refused(std::string(t.comp_board_syntax), "board-syntax"));
  for (std::size_t s = 0; s < rows.size(); ++s) {
    if (rows[s].size() != board.size) return tl::unexpected(refused(std::string(t.comp_board_syntax), "board-syntax"));
    for (std::size_t u = 0; u < rows[s].size(); ++u) {
      const auto result = result_of(rows[s][u]);
      if (s == u ? rows[s][u] != '.' : !result) return tl::unexpected(refused(std::string(t.comp_board_syntax), "board-syntax"));
      if (s != u) board.cross[0][s][u] = *result;
    }
  }
  if (!fits_level(board, state.level)) return tl::unexpected(foreign_letters(state, t));
  if (board_fault(board)) return tl::unexpected(refused(std::string(t.comp_board_refused), "board-rules"));
  return board;
}

void add_test(const State& state, v1::LevelTest& out) {
  for (const auto& question : state.questions) {
    auto& message = *out.add_questions();
    message.set_a(question.a);
    message.set_b(question.b);
    if (question.answer) message.set_answer(std::string(1, letter(*question.answer)));
    if (state.test_closed) message.set_truth(std::string(1, letter(mix(state.board, state.table, question.a, question.b))));
  }
  out.set_closed(state.test_closed);
  out.set_right(state.test_right);
  out.set_passed(state.test_passed);
}

void add_last(const State& state, const Asked& asked, v1::CompanionAnswer& out) {
  out.set_kind(asked.theory ? "theory" : "mix");
  out.set_a(asked.a);
  out.set_b(asked.b);
  if (asked.theory) {
    out.set_result(asked.right ? "right" : "wrong");
    out.set_potions(letters(asked.set));
  } else {
    out.set_result(std::string(1, letter(mix(state.board, state.table, asked.a, asked.b))));
  }
}

// A board that was entered during a game is used from the next one on.
bool plays_on_own_board(const State& state, const Campaign& campaign) {
  const auto& own = campaign.own_boards[(board_group(state.level) - 1) / 2];
  return own && own->sets == state.board.sets && (own->senses == 0 || own->cross[0] == state.board.cross[0]);
}

}  // namespace

std::string view(const State& state, Viewer viewer) {
  v1::CompanionView out;
  out.set_level(state.level);
  out.set_ingredients(state.board.size);
  for (std::size_t slot = 0; slot < state.board.size && state.level >= 2; ++slot) out.add_sets(letters(state.board.sets[slot]));
  for (std::size_t slot = 0; slot < state.board.size; ++slot) {
    if (!state.theories[slot]) continue;
    auto& message = *out.add_proven();
    message.set_ingredient(*state.theories[slot]);
    message.set_potions(letters(state.board.sets[slot]));
  }
  if (state.pending) {
    out.set_pending_set(letters(state.pending->set));
    if (viewer.seat() && *viewer.seat() == state.pending->seat) out.set_pending_ingredient(state.pending->ingredient + 1U);
  }
  out.set_puzzle_solved(solved(state));
  out.set_ended(state.ended);
  out.set_keys(state.keys);
  if (!state.questions.empty()) add_test(state, *out.mutable_test());
  if (const auto seat = viewer.seat(); seat && *seat < max_devices && state.devices[*seat].last) add_last(state, *state.devices[*seat].last, *out.mutable_last());
  if (table_open(state)) {
    for (std::size_t i = 0; i < state.board.size; ++i) out.add_slots(state.table.slot[i]);
    out.set_results(all_results(state.board, state.table));
  }
  const Campaign campaign = campaign_from(state.campaign);
  for (unsigned level = min_level; level <= max_level; ++level)
    if (campaign.level_open(level)) out.add_open_levels(level);
  out.set_own_board(plays_on_own_board(state, campaign));
  return out.SerializeAsString();
}

std::optional<std::uint64_t> question(const State& state, Seat seat) {
  if (state.closed || seat >= max_devices || !state.devices[seat].here) return std::nullopt;
  return state.game;  // options mean the same as long as the board does
}

Decision decision(const State& state, Seat seat, Language language) {
  const Texts& t = texts(language);
  const Campaign campaign = campaign_from(state.campaign);
  Decision out;
  out.help = "companion";
  if (state.pending) {
    out.prompt = std::string(t.comp_prompt_pending);
    out.offers.push_back(offer(offer_reveal, "reveal", t.comp_reveal));
  } else if (playing(state)) {
    out.prompt = std::string(may_mix(state) ? t.comp_prompt : t.comp_prompt_slow);
    ask_while_playing(state, t, language, out);
  } else if (testing(state)) {
    out.prompt = std::string(t.comp_prompt_test);
    out.help = "test";
    out.offers.push_back(test_offer(state, t, language));
  } else {
    out.prompt = std::string(t.comp_prompt_ended);
  }
  if (auto box = box_offer(campaign, t)) out.offers.push_back(std::move(*box));
  if (table_open(state) || (playing(state) && !state.touched)) out.offers.push_back(new_game_offer(state, campaign, t));
  if (table_open(state)) out.offers.push_back(offer(offer_close, "close", t.comp_close));
  if (seat == state.owner) out.offers.push_back(progress_offer(t));
  if (seat == state.owner && state.level >= 3) {
    out.offers.push_back(offer(offer_board, "board", t.comp_board, {field("board", std::string(t.comp_field_board), TextInput{1, longest_board_text})}));
  }
  return out;
}

std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
  const bool for_owner = answer.offer_id == offer_progress || answer.offer_id == offer_board;
  if (!for_owner || seat == state.owner) return std::nullopt;
  return Rejection{Rejection::Kind::not_offered, std::string(texts(language).comp_progress_not_owner), "not-owner"};
}

std::optional<Rejection> told_already(const State& state, Seat seat, const Move& move, Language language) {
  const auto* const theory = std::get_if<AskTheory>(&move);
  if (theory == nullptr) return std::nullopt;
  const auto& refuted = state.devices.at(seat).refuted;
  const bool known = std::any_of(refuted.begin(), refuted.end(), [&](const Refuted& r) { return r.ingredient == theory->ingredient && r.set == theory->set; });
  if (!known) return std::nullopt;
  return refused(std::string(texts(language).comp_theory_again), "theory-again");
}

tl::expected<Move, Rejection> move_of(const State& state, const CheckedAnswer& answer, Language language) {
  switch (static_cast<OfferId>(answer.offer->id)) {
    case offer_mix: return AskMix{index_of(answer.picks().at(0)), index_of(answer.picks().at(1))};
    case offer_theory: return AskTheory{index_of(answer.pick(0)), state.board.sets.at(index_of(answer.pick(1)))};
    case offer_reveal: return Reveal{};
    case offer_end_market: return EndByMarket{};
    case offer_end_theory: return EndByTheory{static_cast<unsigned>(answer.number())};
    case offer_test: {
      SubmitTest sheet;
      for (std::size_t q = 0; q < state.questions.size(); ++q) sheet.answers.push_back(static_cast<Result>(index_of(answer.pick(q))));
      return sheet;
    }
    case offer_open_box: return OpenBox{index_of(answer.pick())};
    case offer_progress: {
      const EnterProgress progress{static_cast<unsigned>(answer.number(0)), static_cast<unsigned>(answer.number(1)), static_cast<std::uint32_t>(answer.number(2))};
      if (auto fault = progress_fault(progress, texts(language))) return tl::unexpected(std::move(*fault));
      return progress;
    }
    case offer_board: {
      auto board = read_board(state, answer.text(), texts(language));
      if (!board) return tl::unexpected(std::move(board).error());
      return EnterBoard{*board};
    }
    case offer_new_game: return NewGame{index_of(answer.pick())};
    case offer_close: return CloseApp{};
  }
  throw std::logic_error("an offer without move");
}

Answer default_answer(const State& state) {
  Answer answer;
  const auto pick = [&](std::uint32_t option) { answer.values.emplace_back(Picked{{option}}); };
  if (state.pending) {
    answer.offer_id = offer_reveal;
  } else if (may_mix(state)) {  // harmless: tells this device alone what two ingredients make
    answer.offer_id = offer_mix;
    answer.values.emplace_back(Picked{{option_id(0), option_id(1)}});
  } else if (playing(state)) {
    answer.offer_id = offer_end_market;
  } else if (testing(state)) {
    answer.offer_id = offer_test;
    for (std::size_t q = 0; q < state.questions.size(); ++q) pick(option_id(static_cast<std::size_t>(Result::fire)));
  } else {
    answer.offer_id = offer_close;
  }
  return answer;
}

std::string event_kind(const Event& event) {
  struct Kind {
    std::string_view operator()(const MixTold&) const { return "mix"; }
    std::string_view operator()(const TheoryTold&) const { return "theory"; }
    std::string_view operator()(const Proven&) const { return "proven"; }
    std::string_view operator()(const Ended&) const { return "ended"; }
    std::string_view operator()(const TestBegan&) const { return "test-began"; }
    std::string_view operator()(const TestClosed&) const { return "test-closed"; }
    std::string_view operator()(const BoxOpened&) const { return "box-opened"; }
    std::string_view operator()(const ProgressEntered&) const { return "progress"; }
    std::string_view operator()(const BoardEntered&) const { return "board"; }
    std::string_view operator()(const Joined&) const { return "joined"; }
    std::string_view operator()(const GameBegan&) const { return "new-game"; }
    std::string_view operator()(const Closed&) const { return "closed"; }
  };
  return std::string(std::visit(Kind{}, event));
}

std::string event_text(const Event& event, Language language) {
  struct Writer {
    Language language;
    const Texts& t;
    std::string operator()(const MixTold& e) const {
      return fill(t.comp_mixed, {ingredient_text(e.a, language), ingredient_text(e.b, language), result_text(e.result, language)});
    }
    std::string operator()(const TheoryTold& e) const {
      if (!e.right) return std::string(t.comp_theory_wrong);
      const auto set = set_text(e.set, language);
      return e.ingredient ? fill(t.comp_theory_right_own, {ingredient_text(*e.ingredient, language), set}) : fill(t.comp_theory_right_set, {set});
    }
    std::string operator()(const Proven& e) const {
      return fill(t.comp_proven, {ingredient_text(e.ingredient, language), set_text(e.set, language)}) + std::string(e.solved ? t.comp_solved : "");
    }
    std::string operator()(const Ended& e) const {
      return std::string(t.comp_ended) + (e.keys > 0 ? fill(t.comp_keys, {std::to_string(e.keys)}) : std::string());
    }
    std::string operator()(const TestBegan&) const { return std::string(t.comp_prompt_test); }
    std::string operator()(const TestClosed& e) const {
      return fill(e.passed ? t.test_passed : t.test_failed, {std::to_string(e.right), std::to_string(e.questions)});
    }
    std::string operator()(const BoxOpened& e) const { return fill(t.comp_box_opened, {std::to_string(e.box), t.level_adds.at(e.box)}); }
    std::string operator()(const ProgressEntered&) const { return std::string(t.comp_progress_set); }
    std::string operator()(const BoardEntered&) const { return std::string(t.comp_board_set); }
    std::string operator()(const Joined& e) const { return fill(t.comp_joined, {std::to_string(e.devices)}); }
    std::string operator()(const GameBegan& e) const { return fill(t.comp_new_game, {std::to_string(e.level)}); }
    std::string operator()(const Closed&) const { return std::string(t.comp_closed); }
  };
  return std::visit(Writer{language, texts(language)}, event);
}

}  // namespace athanor::games::little_alchemists::companion
