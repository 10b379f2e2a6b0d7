#include "offers.h"

#include "texts/texts.h"

namespace athanor::games::little_alchemists {
namespace {

// Offer ids: one per verb. A confirmation names the sheet it confirms, so that a change makes it stale.
enum OfferId : std::uint32_t {
  offer_buy = 1, offer_mix, offer_theory, offer_pass, offer_wish, offer_pet, offer_trade, offer_guess, offer_artifact,
  offer_end_turn, offer_test_answer, offer_test_submit, offer_come_back, offer_confirm_first = 1000
};
constexpr std::uint32_t option_no_guess = 100;
constexpr std::array<Result, 6> wish_types{Result::fire, Result::luck, Result::flying, Result::love, Result::ghostly, Result::powerless};
constexpr std::array<Result, 3> level_one_results{Result::fire, Result::luck, Result::flying};

constexpr std::uint32_t option_id(std::size_t index) { return static_cast<std::uint32_t>(index) + 1; }
constexpr std::uint8_t index_of(std::uint32_t option) { return static_cast<std::uint8_t>(option - 1); }

std::string ingredient_term(Ingredient i) { return "ingredient." + std::string(ingredient_name(i)); }
std::string potion_term(Result r) { return "potion." + std::string(1, letter(r)); }

// Offers in a language, or without words for checking an answer.
class OfferWriter {
 public:
  OfferWriter(const State& state, Seat seat, std::optional<Language> language)
      : state_(state), player_(state.players[seat]), language_(language), t_(language ? texts(*language) : silent()) {}

  [[nodiscard]] const Texts& words() const { return t_; }
  [[nodiscard]] std::string set_name(PotionSet set) const { return language_ ? set_text(set, *language_) : std::string(); }

  [[nodiscard]] std::optional<Offer> buy() const {
    const unsigned price = ingredient_price(state_);
    Pick pick;
    if (player_.coins >= price) pick = spaces([](std::size_t) { return true; });
    if (pick.options.empty()) return std::nullopt;
    return offer(offer_buy, "buy-ingredient", price == 0 ? t_.offer_buy_free : t_.offer_buy, {field("space", t_.field_space, pick)});
  }
  [[nodiscard]] std::optional<Offer> mix() const {
    if (total(player_.hand) < 2) return std::nullopt;
    Pick pick;
    pick.min = pick.max = 2;
    for (std::size_t i = 0; i < player_.hand.size(); ++i) {
      if (player_.hand[i] == 0) continue;
      pick.options.push_back(ingredient(static_cast<Ingredient>(i)));
      pick.options.back().copies = std::min<std::uint32_t>(2, player_.hand[i]);
    }
    return offer(offer_mix, "mix", t_.offer_mix, {field("tiles", t_.field_tiles, pick)});
  }
  [[nodiscard]] std::optional<Offer> theory() const {
    if (state_.options.level < 2) return std::nullopt;
    Pick sets;
    const Board& b = board(state_);
    for (std::size_t slot = 0; slot < b.size; ++slot)
      if (free_slot(state_, b.sets[slot]) == slot) sets.options.push_back(option(slot, set_name(b.sets[slot]), term([&] { return "set." + letters(b.sets[slot]); })));
    return offer(offer_theory, "share-theory", t_.offer_theory,
                 {field("ingredient", t_.field_ingredient, open_ingredients()), field("set", t_.field_set, sets)});
  }
  [[nodiscard]] Offer wish() const {
    Pick pick;
    for (const auto type : wish_types) pick.options.push_back(result(type));
    return offer(offer_wish, "choose-wish", t_.offer_wish, {field("wish", t_.field_wish, pick)});
  }
  [[nodiscard]] Offer pet() const {
    Pick pick;
    for (std::size_t p = 0; p < pet_kinds; ++p) {
      if (!state_.pets[p]) continue;
      pick.options.push_back(option(p, fill(t_.option_pet, {t_.pets.at(p), set_name(data().pet_likes[p])}),
                                    term([&] { return "pet." + std::string(name_of(static_cast<Pet>(p))); })));
    }
    return offer(offer_pet, "choose-pet", t_.offer_pet, {field("pet", t_.field_pet, pick)});
  }
  [[nodiscard]] Offer trade() const {
    return offer(offer_trade, "choose-trade", t_.offer_trade,
                 {field("space", t_.field_space, spaces([&](std::size_t space) { return may_trade_for(state_, space); }))});
  }
  [[nodiscard]] Offer guess() const {
    Pick pick = open_ingredients();
    Option none;
    none.id = option_no_guess;
    none.label = std::string(t_.option_no_guess);
    pick.options.push_back(std::move(none));
    return offer(offer_guess, "guess", t_.offer_guess, {field("ingredient", t_.field_guess, pick)});
  }
  [[nodiscard]] std::optional<Offer> artifact() const {
    if (!state_.turn.acted || state_.turn.bought) return std::nullopt;
    Pick pick;
    for (std::size_t space = 0; space < state_.offered.size(); ++space) {
      if (!state_.offered[space]) continue;
      if (player_.coins < data().artifacts.at(static_cast<std::size_t>(*state_.offered[space])).cost) continue;
      pick.options.push_back(option(space, language_ ? artifact_text(*state_.offered[space], *language_) : std::string(),
                                    term([&] { return "artifact." + std::string(name_of(*state_.offered[space])); })));
    }
    if (pick.options.empty()) return std::nullopt;
    return offer(offer_artifact, "buy-artifact", t_.offer_artifact, {field("space", t_.field_artifact, pick)});
  }
  [[nodiscard]] Offer end_turn() const {
    std::vector<Field> fields;
    if (may_keep_tile(state_)) {
      Pick pick;
      pick.min = 0;
      for (const auto i : {state_.turn.mixed->a, state_.turn.mixed->b}) pick.options.push_back(ingredient(i));
      fields.push_back(field("keep", t_.field_keep, pick));
    }
    return offer(offer_end_turn, "end-turn", t_.offer_end_turn, std::move(fields));
  }
  [[nodiscard]] Offer test_answer() const {
    Pick questions;
    const auto& sheet = state_.test->questions;
    for (std::size_t q = 0; q < sheet.size(); ++q) {
      const auto answer = sheet[q].answer ? result_name(*sheet[q].answer) : t_.no_answer_yet;
      questions.options.push_back(
          option(q, fill(t_.option_question, {t_.ingredients.at(sheet[q].a), t_.ingredients.at(sheet[q].b), answer}), ""));
    }
    Pick results;
    for (const auto r : level_one_results) results.options.push_back(result(r));
    auto made = offer(offer_test_answer, "test-answer", t_.offer_test_answer,
                      {field("question", t_.field_question, questions), field("result", t_.field_answer, results)});
    made.repeatable = true;
    return made;
  }
  [[nodiscard]] Offer button(std::uint32_t id, std::string_view verb, std::string_view label) const { return offer(id, verb, label, {}); }

 private:
  [[nodiscard]] static Offer offer(std::uint32_t id, std::string_view verb, std::string_view label, std::vector<Field> fields) {
    Offer made;
    made.id = id;
    made.verb = std::string(verb);
    made.label = std::string(label);
    made.fields = std::move(fields);
    return made;
  }
  [[nodiscard]] static Field field(std::string_view name, std::string_view label, Pick pick) {
    return {std::string(name), std::string(label), std::move(pick)};
  }
  [[nodiscard]] static Option option(std::size_t index, std::string_view label, std::string term) {
    Option made;
    made.id = option_id(index);
    made.label = std::string(label);
    made.term = std::move(term);
    return made;
  }
  [[nodiscard]] Option ingredient(Ingredient i) const {
    return option(i, t_.ingredients.at(i), term([&] { return ingredient_term(i); }));
  }
  [[nodiscard]] Option result(Result r) const {
    return option(static_cast<std::size_t>(r), result_name(r), term([&] { return potion_term(r); }));
  }
  [[nodiscard]] std::string_view result_name(Result r) const { return t_.results.at(static_cast<std::size_t>(r)); }
  template <typename Make>
  [[nodiscard]] std::string term(Make make) const {
    return language_ ? make() : std::string();
  }
  [[nodiscard]] Pick open_ingredients() const {
    Pick pick;
    for (std::size_t i = 0; i < board(state_).size; ++i)
      if (!proven(state_, static_cast<Ingredient>(i))) pick.options.push_back(ingredient(static_cast<Ingredient>(i)));
    return pick;
  }
  template <typename Allowed>
  [[nodiscard]] Pick spaces(Allowed allowed) const {
    Pick pick;
    for (std::size_t space = 0; space < state_.market.size(); ++space) {
      const auto& tile = state_.market[space];
      if (!tile || !allowed(space)) continue;
      pick.options.push_back(option(space, fill(t_.option_tile, {t_.ingredients.at(*tile), std::to_string(space + 1)}), term([&] { return ingredient_term(*tile); })));
    }
    return pick;
  }

  const State& state_;
  const Player& player_;
  static const Texts& silent() {
    static const Texts none{};
    return none;
  }
  std::optional<Language> language_;
  const Texts& t_;
};

void add(Decision& decision, std::optional<Offer> offer) {
  if (offer) decision.offers.push_back(std::move(*offer));
}

std::optional<RoomTime> earliest(const State& state) {
  std::optional<RoomTime> first;
  for (const auto name : {TimerName::turn, TimerName::prompt, TimerName::guess}) {
    const auto deadline = state.timers.deadline({static_cast<std::uint8_t>(name), -1});
    if (deadline && (!first || *deadline < *first)) first = deadline;
  }
  return first;
}

void ask_in_turn(const State& state, const OfferWriter& write, Decision& out) {
  const Texts& t = write.words();
  out.deadline = earliest(state);
  switch (state.phase) {
    case Phase::before_action:
      out.prompt = std::string(state.options.level >= 2 ? t.prompt_before_action_theory : t.prompt_before_action);
      out.help = "turn";
      add(out, write.mix());
      add(out, write.buy());
      add(out, write.theory());
      if (may_pass(state)) out.offers.push_back(write.button(offer_pass, "pass", t.offer_pass));
      return;
    case Phase::wish:
      out.prompt = std::string(t.prompt_wish);
      out.help = "wishes";
      out.offers.push_back(write.wish());
      return;
    case Phase::pet:
      out.prompt = std::string(t.prompt_pet);
      out.help = "pets";
      out.offers.push_back(write.pet());
      return;
    case Phase::trade:
      out.prompt = std::string(t.prompt_trade);
      out.help = "two-of-a-kind";
      out.offers.push_back(write.trade());
      return;
    case Phase::guess:
      out.prompt = fill(t.prompt_guess, {write.set_name(state.open_theory->set)});
      out.help = "guessing";
      out.offers.push_back(write.guess());
      return;
    case Phase::after_action:
      out.prompt = std::string(t.prompt_after_action);
      out.help = state.options.level >= 6 ? "artifacts" : "buying";
      out.offers.push_back(write.end_turn());
      add(out, write.buy());
      add(out, write.artifact());
      return;
    case Phase::test:
    case Phase::finished: break;
  }
  throw std::logic_error("nobody is asked in this phase");
}

void ask_in_test(const State& state, Seat seat, const OfferWriter& write, Decision& out) {
  const Texts& t = write.words();
  const Test& test = *state.test;
  out.prompt = std::string(test.confirmed[seat] ? t.prompt_test_confirmed : t.prompt_test);
  out.help = "test";
  out.hidden = test.confirmed[seat];  // nobody waits for more
  out.offers.push_back(write.test_answer());
  if (sheet_full(test) && !test.confirmed[seat])
    out.offers.push_back(write.button(offer_confirm_first + test.version, "test-confirm", t.offer_test_confirm));
  if (test.submit_open) {
    out.offers.push_back(write.button(offer_test_submit, "test-submit", t.offer_test_submit));
    out.offers.back().confirm = true;
  }
}

Answer picked(std::uint32_t offer, std::vector<std::vector<std::uint32_t>> fields) {
  Answer answer;
  answer.offer_id = offer;
  for (auto& options : fields) answer.values.emplace_back(Picked{std::move(options)});
  return answer;
}

// Two different tiles if possible, else two of a kind.
Answer default_mix(const Tiles& hand) {
  std::vector<std::uint32_t> tiles;
  for (std::size_t i = 0; i < hand.size() && tiles.size() < 2; ++i)
    if (hand[i] > 0) tiles.push_back(option_id(i));
  if (tiles.size() < 2) tiles.push_back(tiles.at(0));
  return picked(offer_mix, {tiles});
}

// Fills the sheet, then confirms it. Handing it in is for people (rules §10): after that the first answer is written again,
// which changes nothing.
Answer default_test_answer(const State& state, Seat seat) {
  const Test& test = *state.test;
  for (std::size_t q = 0; q < test.questions.size(); ++q)
    if (!test.questions[q].answer) return picked(offer_test_answer, {{option_id(q)}, {option_id(0)}});
  if (!test.confirmed[seat]) return picked(offer_confirm_first + test.version, {});
  return picked(offer_test_answer, {{option_id(0)}, {option_id(static_cast<std::size_t>(*test.questions.front().answer))}});
}

}  // namespace

std::optional<std::uint64_t> question(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  if (player.left || state.phase == Phase::finished) return std::nullopt;
  if (player.away) return 1;
  if (state.phase == Phase::test) return 2;  // who has confirmed may still change an answer (rules §10)
  if (to_act(state) != seat) return std::nullopt;
  return std::uint64_t{state.turn_number} * 16 + static_cast<std::uint64_t>(state.phase);
}

namespace {

Decision ask(const State& state, Seat seat, const OfferWriter& write) {
  const Texts& t = write.words();
  Decision out;
  if (state.players[seat].away) {
    out.prompt = std::string(t.prompt_away);
    out.help = "absence";
    out.hidden = true;  // nobody waits for this
    out.offers.push_back(write.button(offer_come_back, "come-back", t.offer_come_back));
  } else if (state.phase == Phase::test) {
    ask_in_test(state, seat, write, out);
  } else {
    ask_in_turn(state, write, out);
  }
  return out;
}

}  // namespace

Decision decision(const State& state, Seat seat, Language language) { return ask(state, seat, {state, seat, language}); }

Decision offers(const State& state, Seat seat) { return ask(state, seat, {state, seat, std::nullopt}); }

Move move_of(const State& state, const CheckedAnswer& answer) {
  const std::uint32_t id = answer.offer->id;
  if (id >= offer_confirm_first) return TestConfirm{};
  switch (static_cast<OfferId>(id)) {
    case offer_buy: return BuyIngredient{index_of(answer.pick())};
    case offer_mix: return Mix{index_of(answer.picks().at(0)), index_of(answer.picks().at(1))};
    case offer_theory: return ShareTheory{index_of(answer.pick(0)), board(state).sets.at(index_of(answer.pick(1)))};
    case offer_pass: return Pass{};
    case offer_wish: return ChooseWish{static_cast<Result>(index_of(answer.pick()))};
    case offer_pet: return ChoosePet{static_cast<Pet>(index_of(answer.pick()))};
    case offer_trade: return ChooseTrade{index_of(answer.pick())};
    case offer_guess: {
      if (answer.pick() == option_no_guess) return MakeGuess{};
      return MakeGuess{index_of(answer.pick())};
    }
    case offer_artifact: return BuyArtifact{index_of(answer.pick())};
    case offer_end_turn: {
      if (answer.values.empty() || answer.picks().empty()) return EndTurn{};
      return EndTurn{index_of(answer.pick())};
    }
    case offer_test_answer: return TestAnswer{index_of(answer.pick(0)), static_cast<Result>(index_of(answer.pick(1)))};
    case offer_test_submit: return TestSubmit{};
    case offer_come_back: return ComeBack{};
    case offer_confirm_first: break;
  }
  throw std::logic_error("an offer without move");
}

Answer default_answer(const State& state, Seat seat, const Decision& decision) {
  if (state.players[seat].away) return picked(offer_come_back, {});
  switch (state.phase) {
    case Phase::before_action:
      if (total(state.players[seat].hand) >= 2) return default_mix(state.players[seat].hand);
      if (may_pass(state)) return picked(offer_pass, {});
      return picked(offer_buy, {{std::get<Pick>(decision.offers.at(0).fields.at(0).kind).options.at(0).id}});
    case Phase::wish: return picked(offer_wish, {{option_id(static_cast<std::size_t>(default_wish(state)))}});
    case Phase::pet: return picked(offer_pet, {{option_id(static_cast<std::size_t>(default_pet(state)))}});
    case Phase::trade: return picked(offer_trade, {{option_id(default_trade(state))}});
    case Phase::guess: return picked(offer_guess, {{option_no_guess}});
    case Phase::after_action: return picked(offer_end_turn, may_keep_tile(state) ? std::vector<std::vector<std::uint32_t>>{{}} : std::vector<std::vector<std::uint32_t>>{});
    case Phase::test: return default_test_answer(state, seat);
    case Phase::finished: break;
  }
  throw std::logic_error("no default without a question");
}

}  // namespace athanor::games::little_alchemists
