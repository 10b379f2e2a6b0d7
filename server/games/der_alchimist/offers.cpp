#include "offers.h"

#include "refusals.h"
#include "texts/texts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr std::uint32_t raw_word_length = 80;  // marks and white space included; the rules' own limit is checked in to_move

struct Asker {
  const State& state;
  Seat seat;
  const Texts& say;
  [[nodiscard]] const Player& player() const { return state.players[seat]; }
  [[nodiscard]] Language table() const { return state.settings.language; }
};

Offer button(std::uint32_t id, std::string verb, std::string label) { return {id, std::move(verb), std::move(label), {}, false, false}; }

Field one_of(std::string name, std::string label, std::vector<Option> options) {
  return {std::move(name), std::move(label), Pick{1, 1, false, std::move(options), {}}};
}

Option card_option(Card card, std::uint8_t copies, std::string label) {
  Option option;
  option.id = card + 1U;
  option.label = std::move(label);
  option.term = "card." + card_name(card);
  option.copies = copies;
  option.weight = card == gold ? gold_value : is_ability(card) ? value_of(card) : 0;
  return option;
}

// "15 (Philosopher's Stone)", or where a desert leads; with the points that are printed where the pawn comes to rest.
std::string destination(const Asker& a, unsigned steps) {
  const auto raw = static_cast<std::uint8_t>(a.player().position + steps);
  const bool desert = data().path.at(raw).type == SpaceType::desert;
  const auto rest = desert ? static_cast<std::uint8_t>(raw - desert_steps) : raw;
  const auto text = desert ? a.say("to-desert", {std::to_string(raw), a.say.space(rest)}) : a.say.space(rest);
  const auto points = data().path.at(rest).points;
  return points == 0 ? text : a.say("with-path-points", {text, std::to_string(points)});
}

std::vector<Option> area_options(const Asker& a) {
  std::vector<Option> options;
  for (std::size_t i = 0; i < abilities; ++i) {
    const auto area = static_cast<Ability>(i);
    Option option;
    option.id = static_cast<std::uint32_t>(i + 1);
    option.label = a.say(area == a.state.stone ? "area-stays" : "area", {a.say.ability(area)});
    option.term = "ability." + std::string(name_of(area));
    options.push_back(std::move(option));
  }
  return options;
}

// --- turn (rules §7) ---

void offer_plays(const Asker& a, Decision& d) {
  const auto& player = a.player();
  std::vector<Option> cards;
  for (Card card = 0; card < gold; ++card)
    if (may_play(a.state, player, card))
      cards.push_back(card_option(card, 1, a.say("play-to", {a.say.card(card), destination(a, value_of(card))})));
  if (!cards.empty()) d.offers.push_back({offer_id::ability, "play-ability", a.say("offer.ability"), {one_of("card", a.say("field.card"), std::move(cards))}});
  if (const auto most = most_gold_steps(player); most > 0) {
    std::vector<Option> steps;
    for (unsigned n = 1; n <= most; ++n) {
      Option option;
      option.id = n;
      option.label = a.say("play-to", {std::to_string(n), destination(a, n)});
      option.weight = static_cast<std::int32_t>(n);
      steps.push_back(std::move(option));
    }
    d.offers.push_back({offer_id::gold, "play-gold", a.say("offer.gold"), {one_of("steps", a.say("field.steps"), std::move(steps))}});
  }
  if (player.hand[stone_card] > 0)
    d.offers.push_back({offer_id::stone, "play-stone", a.say("offer.stone"), {one_of("area", a.say("field.area"), area_options(a))}});
  if (player.hand[challenge_card] > 0) d.offers.push_back(button(offer_id::challenge, "play-challenge", a.say("offer.challenge", {a.say.ability(a.state.stone)})));
}

void offer_exchange(const Asker& a, Decision& d) {
  if (!may_exchange(a.player())) return;
  std::vector<Option> cards;
  for (std::size_t kind = 0; kind < card_kinds; ++kind)
    if (const auto n = a.player().hand[kind]; n > 0)
      cards.push_back(card_option(static_cast<Card>(kind), n, a.say.card(static_cast<Card>(kind))));
  Field field{"cards", a.say("field.exchange"), Pick{1, 2, false, std::move(cards), {}}};
  d.offers.push_back({offer_id::exchange, "exchange", a.say("offer.exchange"), {std::move(field)}});
}

Decision ask_turn(const Asker& a) {
  Decision d;
  const auto& player = a.player();
  const auto most = most_to_draw(a.state, player);
  const std::string instead = most > 0 ? "" : may_exchange(player) ? "-full" : "-no-cards";  // of drawing
  d.prompt = a.say((a.state.extra ? "ask.extra" : "ask.turn") + instead, {a.say.ability(a.state.stone)});
  d.help = a.state.extra ? "stone" : "turn";
  offer_plays(a, d);
  if (most >= 2) d.offers.push_back(button(offer_id::draw_two, "draw", a.say("offer.draw-two")));
  if (most >= 1) d.offers.push_back(button(offer_id::draw_one, "draw", a.say("offer.draw-one")));
  if (may_rescan(a.state, player))
    d.offers.push_back(button(offer_id::rescan, "rescan", a.say("offer.rescan", {std::to_string(data().path[player.position].pile + 1)})));
  offer_exchange(a, d);
  if (a.state.extra) d.offers.push_back(button(offer_id::finish, "finish", a.say("offer.finish")));
  if (may_pass(a.state, player)) d.offers.push_back(button(offer_id::pass, "pass", a.say("offer.pass")));
  return d;
}

Decision ask_stone(const Asker& a) {
  Decision d;
  d.prompt = a.say("ask.stone", {a.say.ability(a.state.stone)});
  d.help = "stone";
  for (const auto& area : area_options(a)) d.offers.push_back(button(area.id, "move-stone", area.label));
  return d;
}

// --- challenge (rules §9) ---

Decision ask_commit(const Asker& a) {
  Decision d;
  d.prompt = a.say("ask.commit", {a.say.ability(a.state.stone)});
  d.help = "challenge";
  std::vector<Option> cards;
  std::uint32_t number = 0;
  for (std::size_t kind = 0; kind < card_kinds; ++kind) {
    const auto n = a.player().hand[kind];
    if (n == 0 || !may_commit(a.state, static_cast<Card>(kind))) continue;
    cards.push_back(card_option(static_cast<Card>(kind), n, a.say.card(static_cast<Card>(kind))));
    number += n;
  }
  Field field{"cards", a.say("field.commit"), Pick{0, number, false, std::move(cards), {}}};
  d.offers.push_back({offer_id::commit, "commit", a.say("offer.commit"), {std::move(field)}});
  return d;
}

// --- creativity (rules §11) ---

std::string letter_list(const Contest& contest) {
  std::string letters;
  for (std::size_t die = 0; die < dice; ++die)
    if (die_is_free(contest, die)) letters += (letters.empty() ? "" : " ") + std::string(1, contest.letters.at(die));
  return letters;
}

const std::string& topic(const Asker& a) { return data().topics[a.state.contest.topic].in(a.table()); }

Decision ask_read(const Asker& a) {
  Decision d;
  d.prompt = a.say("ask.read", {topic(a)});
  d.help = "creativity";
  d.offers.push_back(button(offer_id::ready, "ready", a.say("offer.ready-read")));
  return d;
}

void offer_dice(const Asker& a, Decision& d) {
  const auto& contest = a.state.contest;
  if (a.state.phase != Phase::creativity_search || claims_blocked(contest, a.seat)) return;
  for (std::uint32_t die = 0; die < dice; ++die) {
    if (!die_is_free(contest, die)) continue;
    Field word{"word", a.say("field.word"), TextInput{2, raw_word_length}};
    d.offers.push_back({offer_id::claim + die, "claim", a.say("offer.claim", {std::string(1, contest.letters.at(die))}), {std::move(word)}, true});
  }
}

void offer_words(const Asker& a, Decision& d, bool own) {
  const auto& contest = a.state.contest;
  std::vector<Option> options;
  for (std::size_t i = 0; i < contest.claims.size(); ++i) {
    if (own ? !may_withdraw(a.state, a.seat, i) : !may_object(a.state, a.seat, i)) continue;
    Option option;
    option.id = static_cast<std::uint32_t>(i + 1);
    option.label = a.say("claim", {std::string(1, contest.letters.at(contest.claims[i].die)), contest.claims[i].word});
    options.push_back(std::move(option));
  }
  if (options.empty()) return;
  const auto field = one_of("claim", a.say("field.claim"), std::move(options));
  if (own)
    d.offers.push_back({offer_id::withdraw, "withdraw", a.say("offer.withdraw"), {field}, true});
  else
    d.offers.push_back({offer_id::object, "object", a.say("offer.object"), {field}, true});
}

void offer_word_vote(const Asker& a, Decision& d) {
  const auto& vote = a.state.contest.vote;
  if (!vote || a.player().vote) return;
  const auto add = [&](std::uint32_t id, const char* verb, const char* label) {
    auto offer = button(id + vote->claim, verb, a.say(label, {a.state.contest.claims[vote->claim].word}));
    offer.repeatable = true;
    d.offers.push_back(std::move(offer));
  };
  add(offer_id::vote_valid, "vote-valid", "offer.valid");
  add(offer_id::vote_invalid, "vote-invalid", "offer.invalid");
}

std::string contest_prompt(const Asker& a) {
  const auto& contest = a.state.contest;
  if (contest.vote) {
    const auto& word = contest.claims[contest.vote->claim].word;
    return a.say(a.player().vote ? "ask.vote-sent" : "ask.word-vote", {word, topic(a)});
  }
  if (a.state.phase == Phase::creativity_review) return a.say("ask.review", {topic(a)});
  return a.say(claims_blocked(contest, a.seat) ? "ask.search-blocked" : "ask.search", {topic(a), letter_list(contest)});
}

Decision ask_contest(const Asker& a) {
  Decision d;
  d.prompt = contest_prompt(a);
  d.help = a.state.phase == Phase::creativity_search ? "creativity" : "objection";
  offer_dice(a, d);
  offer_word_vote(a, d);
  offer_words(a, d, false);
  offer_words(a, d, true);
  if (a.state.phase == Phase::creativity_review && !a.player().ready) {
    auto ready = button(offer_id::review_ready + a.state.contest.review, "ready", a.say("offer.ready-review"));
    ready.repeatable = true;
    d.offers.push_back(std::move(ready));
  }
  const bool asked_for_last_objections = a.state.phase == Phase::creativity_review && !a.player().ready;
  auto wait = button(offer_id::wait, "wait", a.say(asked_for_last_objections ? "offer.wait-review" : "offer.wait"));
  wait.repeatable = true;
  d.offers.push_back(std::move(wait));
  return d;
}

// --- books (rules §12) ---

Decision ask_scan(const Asker& a) {
  const auto pile = data().path[a.player().position].pile;
  Decision d;
  d.prompt = a.say("ask.scan", {std::to_string(pile + 1), data().questions[a.player().question].text.in(a.table())});
  d.help = "book";
  std::vector<Option> options;
  for (const auto id : a.state.answer_piles[pile]) {
    Option option;
    option.id = id + 1U;
    option.label = data().answers[id].text.in(a.table());
    options.push_back(std::move(option));
  }
  d.offers.push_back({offer_id::take, "take-answer", a.say("offer.take"), {one_of("answer", a.say("field.answer"), std::move(options))}});
  const bool pays = a.player().scan[pile] == Scan::fresh;
  auto none = button(offer_id::none_fits, "none-fits", a.say(pays ? "offer.none-pays" : "offer.none"));
  none.confirm = pays;
  d.offers.push_back(std::move(none));
  d.offers.push_back(button(offer_id::put_back, "put-back", a.say("offer.put-back")));
  return d;
}

// --- final scoring (rules §14) ---

Decision ask_final_vote(const Asker& a) {
  const auto& reading = a.state.readings.back();
  const auto& answer = data().answers[reading.answers.back().id].text.in(a.table());
  Decision d;
  d.prompt = a.say(reading.reader == a.seat ? "ask.final-own" : "ask.final", {data().questions[reading.question].text.in(a.table()), answer});
  d.help = "final";
  d.offers.push_back(button(offer_id::yes, "vote-yes", a.say("offer.yes")));
  d.offers.push_back(button(offer_id::no, "vote-no", a.say("offer.no")));
  if (reading.reader != a.seat) d.offers.push_back(button(offer_id::abstain, "abstain", a.say("offer.abstain")));
  return d;
}

Decision ask_veto(const Asker& a) {
  Decision d;
  d.prompt = a.say("ask.veto", {data().answers[a.state.readings.back().answers.back().id].text.in(a.table())});
  d.help = "veto";
  auto veto = button(offer_id::veto, "veto", a.say("offer.veto"));
  veto.confirm = true;
  d.offers.push_back(std::move(veto));
  d.offers.push_back(button(offer_id::no_veto, "no-veto", a.say("offer.no-veto")));
  return d;
}

Decision ask_back(const Asker& a) {
  Decision d;
  d.prompt = a.say("ask.back");
  d.help = "absence";
  d.hidden = true;  // the table does not wait for it
  d.offers.push_back(button(offer_id::back, "back", a.say("offer.back")));
  return d;
}

Decision ask(const Asker& a) {
  if (a.player().autopilot) return ask_back(a);
  switch (a.state.phase) {
    case Phase::turn: return ask_turn(a);
    case Phase::stone_choice: return ask_stone(a);
    case Phase::challenge_commit: return ask_commit(a);
    case Phase::creativity_read: return ask_read(a);
    case Phase::creativity_search:
    case Phase::creativity_vote:
    case Phase::creativity_review: return ask_contest(a);
    case Phase::book_scan: return ask_scan(a);
    case Phase::final_vote: return ask_final_vote(a);
    case Phase::final_veto: return ask_veto(a);
    case Phase::finished: break;
  }
  throw std::logic_error("a finished game asks nothing");
}

}  // namespace

std::optional<std::uint64_t> question(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  if (over(state) || player.left) return std::nullopt;
  const auto when = [](bool asked, std::uint64_t value) { return asked ? std::optional(value) : std::nullopt; };
  if (player.autopilot) return when(player.connected, question_key(Asked::whether_back, 0));
  switch (state.phase) {
    case Phase::turn:
    case Phase::stone_choice:
    case Phase::book_scan: return when(seat == state.active, question_key(Asked::turn, state.serial));
    case Phase::challenge_commit: return when(!player.committed, question_key(Asked::challenge, state.serial));
    case Phase::creativity_read: return when(!player.ready, question_key(Asked::reading, state.contest.number));
    case Phase::creativity_search:
    case Phase::creativity_vote:
    case Phase::creativity_review: return question_key(Asked::contest, state.contest.number);
    case Phase::final_vote: return when(!player.vote, question_key(Asked::final_vote, state.serial));
    case Phase::final_veto: return when(seat == reader(state), question_key(Asked::veto, state.serial));
    case Phase::finished: break;
  }
  return std::nullopt;
}

Decision offers(const State& state, Seat seat) { return ask({state, seat, Texts::silent()}); }

std::optional<Decision> decision(const State& state, Seat seat, Language language) {
  if (!question(state, seat)) return std::nullopt;
  const Asker a{state, seat, Texts::in(language)};
  auto d = ask(a);
  if (!a.player().autopilot) d.deadline = state.timers.deadline(timer(clock_of(state.phase)));
  d.clock_stopped = state.standing_still;
  return d;
}

Answer default_answer(const State& state, Seat seat) {
  const auto answer = [](std::uint32_t id) { return Answer{0, id, {}}; };
  const auto& player = state.players[seat];
  if (player.autopilot) return answer(offer_id::back);
  switch (state.phase) {
    case Phase::turn: {
      const auto most = most_to_draw(state, player);
      return answer(most == 0 ? offer_id::pass : most == 1 ? offer_id::draw_one : offer_id::draw_two);
    }
    case Phase::stone_choice: return answer(static_cast<std::uint32_t>(state.stone) + 1);
    case Phase::challenge_commit: return {0, offer_id::commit, {Picked{}}};
    case Phase::creativity_read: return answer(offer_id::ready);
    case Phase::creativity_search:
    case Phase::creativity_vote:
    case Phase::creativity_review: return answer(offer_id::wait);
    case Phase::book_scan: return answer(offer_id::put_back);
    case Phase::final_vote: return answer(reader(state) == seat ? offer_id::yes : offer_id::abstain);
    case Phase::final_veto: return answer(offer_id::no_veto);
    case Phase::finished: break;
  }
  throw std::logic_error("a finished game has no default");
}

}  // namespace athanor::games::der_alchimist
