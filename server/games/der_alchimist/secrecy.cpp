#include "secrecy.h"

#include "rules.h"
#include "texts/texts.h"

#include <athanor/games/secrets.h>

#include <map>
#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

bool knows(Viewer viewer, std::size_t seat) { return viewer.is(static_cast<Seat>(seat)); }

void write(CanonicalWriter& out, const std::vector<TakenAnswer>& answers) {
  out << answers.size();
  for (const auto& a : answers) out << a.id << a.pile;
}

void write(CanonicalWriter& out, const Player& p) {
  out << p.hand << p.committed << p.shown_hand << p.position << p.reached << p.points << p.chips << p.credit << p.question << p.scan
      << p.last_seen << p.ready << p.vote << p.connected << p.autopilot << p.left << p.expiries;
  write(out, p.answers);
}

void write(CanonicalWriter& out, const Contest& c) {
  out << c.number << c.topic << std::string_view(c.letters) << c.voided << c.claims.size();
  for (const auto& claim : c.claims)
    out << claim.seat << claim.die << std::string_view(claim.word) << std::string_view(claim.key) << claim.state << claim.votes;
  out << c.lost_votes << c.accepted << c.objection_failed << c.vote.has_value();
  if (c.vote) out << c.vote->claim << c.vote->objector;
  out << c.search_left << c.review << c.over;
}

// --- redeal ---

void draw_cards_anew(State& state, Viewer viewer, RandomStream& random) {
  std::vector<Card> pool = state.draw_pile;
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
    if (knows(viewer, seat)) continue;
    const auto& player = state.players[seat];
    for (const auto& cards : {player.hand, player.committed.value_or(Cards{})}) {
      const auto all = list(cards);
      pool.insert(pool.end(), all.begin(), all.end());
    }
  }
  random.shuffle(pool);
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
    if (knows(viewer, seat)) continue;
    auto& player = state.players[seat];
    const auto number = size(player.hand) + size(player.committed.value_or(Cards{}));
    player.hand = {};
    if (player.committed) player.committed = Cards{};
    for (int i = 0; i < number; ++i) {
      const auto card = pool.back();
      pool.pop_back();
      // A sealed commit may be any part of the cards that fit.
      const bool commits = player.committed && may_commit(state, card) && random.uniform(2) == 0;
      ++(commits ? *player.committed : player.hand)[card];
    }
  }
  state.draw_pile = std::move(pool);
}

// Rules §14, table row 10: the end shows what everybody has taken, and what for.
bool shown_at_the_end(const State& state, const Player& player) {
  return state.phase == Phase::finished && !player.left && !player.answers.empty();
}

bool is_public(const State& state, AnswerId id) {
  for (const auto& player : state.players)
    if (shown_at_the_end(state, player) && std::any_of(player.answers.begin(), player.answers.end(), [id](const auto& a) { return a.id == id; })) return true;
  for (const auto& reading : state.readings)
    for (const auto& answer : reading.answers)
      if (answer.id == id) return true;
  return false;
}

// Every place of an answer card that the viewer does not see, by the scan in which he last saw the card that lies there: cards
// change places only among those.
void deal_answers_anew(State& state, Viewer viewer, RandomStream& random) {
  std::map<std::uint16_t, std::vector<AnswerId*>> places;
  const auto add = [&](AnswerId& place) {
    if (is_public(state, place)) return;
    std::uint16_t seen = 0;
    if (viewer.seat()) {
      const auto& last_seen = state.players[*viewer.seat()].last_seen;
      seen = last_seen[place % last_seen.size()];
    }
    places[seen].push_back(&place);
  };
  const bool scans = state.phase == Phase::book_scan && knows(viewer, state.active);
  for (std::size_t pile = 0; pile < piles; ++pile)
    if (!scans || data().path[state.players[state.active].position].pile != pile)
      for (auto& id : state.answer_piles[pile]) add(id);
  for (std::size_t seat = 0; seat < state.players.size(); ++seat)
    if (!knows(viewer, seat))
      for (auto& answer : state.players[seat].answers) add(answer.id);
  for (auto& answer : state.out_of_game) add(answer.id);

  for (auto& [seen, group] : places) {
    std::vector<AnswerId> ids;
    for (const auto* place : group) ids.push_back(*place);
    random.shuffle(ids);
    for (std::size_t i = 0; i < group.size(); ++i) *group[i] = ids[i];
  }
  for (auto& pile : state.answer_piles) std::sort(pile.begin(), pile.end());
}

void deal_questions_anew(State& state, Viewer viewer, RandomStream& random) {
  std::vector<QuestionId*> places;
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
    const auto read = std::any_of(state.readings.begin(), state.readings.end(), [&](const Reading& r) { return r.reader == seat; });
    const auto& player = state.players[seat];
    if (!knows(viewer, seat) && !player.left && !read && !shown_at_the_end(state, player)) places.push_back(&state.players[seat].question);
  }
  for (auto& question : state.set_aside) {
    const auto read = std::any_of(state.readings.begin(), state.readings.end(), [&](const Reading& r) { return r.question == question; });
    if (!read) places.push_back(&question);
  }
  std::vector<QuestionId> ids;
  for (const auto* place : places) ids.push_back(*place);
  random.shuffle(ids);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = ids[i];
}

// Rules §14, table row 10; §16: until the end only a declared veto tells what an answer officially answers.
bool is_told(const State& state, AnswerId id) {
  if (over(state)) return true;
  for (const auto& reading : state.readings)
    for (const auto& answer : reading.answers)
      if (answer.id == id && (answer.outcome == Outcome::veto_right || answer.outcome == Outcome::veto_wrong)) return true;
  return false;
}

std::vector<AnswerId> untold_answers(const State& state) {
  std::vector<AnswerId> ids;
  for (std::size_t i = 0; i < data().answers.size(); ++i)
    if (const auto id = static_cast<AnswerId>(i); data().answers[i].colour == state.settings.colour && state.solutions->concept_of(id) && !is_told(state, id))
      ids.push_back(id);
  return ids;
}

// Each question keeps its number of answers.
void solve_anew(State& state, RandomStream& random) {
  const auto ids = untold_answers(state);
  std::vector<QuestionId> concepts;
  for (const auto id : ids) concepts.push_back(*state.solutions->concept_of(id));
  random.shuffle(concepts);
  auto other = std::make_shared<Solutions>(*state.solutions);
  for (std::size_t i = 0; i < ids.size(); ++i) other->know(ids[i], concepts[i]);
  state.solutions = std::move(other);
}

void vote_anew(State& state, Viewer viewer, RandomStream& random) {
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
    auto& vote = state.players[seat].vote;
    const bool objector = state.contest.vote && state.contest.vote->objector == seat;
    if (!vote || knows(viewer, seat) || objector) continue;
    const bool may_abstain = state.phase == Phase::final_vote && seat != reader(state);
    vote = static_cast<Vote>(random.uniform(may_abstain ? 3 : 2));
  }
}

}  // namespace

void canonical(const State& state, CanonicalWriter& out) {
  const auto& s = state.settings;
  out << s.colour << s.language << s.turn_ms << s.scan_ms << s.commit_ms << s.read_ms << s.vote_ms << s.review_ms << s.final_vote_ms << s.final_veto_ms;
  out << state.players.size();
  for (const auto& player : state.players) write(out, player);
  out << state.phase << state.active << state.turn << state.first_action << state.extra << state.stone << state.draw_pile << state.discard_pile;
  for (const auto& pile : state.answer_piles) out << pile;
  out << state.set_aside;
  write(out, state.out_of_game);
  out << state.topic_deck << state.topic_discard << state.bank << state.scans << state.last_challenge.has_value();
  if (state.last_challenge) {
    out << state.last_challenge->ability << state.last_challenge->totals.size();
    for (const auto& t : state.last_challenge->totals) out << t.seat << t.cards << t.total;
  }
  out << state.last_exchange.has_value();
  if (state.last_exchange) out << state.last_exchange->seat << state.last_exchange->cards;
  write(out, state.contest);
  out << state.serial << state.end.temple << state.end.sun << state.end.left << state.reading_order << state.reading << state.readings.size();
  for (const auto& reading : state.readings) {
    out << reading.reader << reading.question << reading.answers.size();
    for (const auto& answer : reading.answers) out << answer.id << answer.votes << answer.outcome;
  }
  out << state.path_points << state.standing_still;
  state.timers.canonical(out);
  state.random.canonical(out);
}

void hidden(const State& state, Viewer viewer, CanonicalWriter& out) {
  const bool scans = state.phase == Phase::book_scan && knows(viewer, state.active);
  out << state.draw_pile;
  for (std::size_t seat = 0; seat < state.players.size(); ++seat) {
    const auto& player = state.players[seat];
    if (knows(viewer, seat)) continue;
    out << player.hand << player.committed << player.question << player.vote;
    write(out, player.answers);
  }
  for (std::size_t pile = 0; pile < piles; ++pile)
    if (!scans || data().path[state.players[state.active].position].pile != pile) out << state.answer_piles[pile];
  out << state.set_aside << state.topic_deck;
  write(out, state.out_of_game);
  for (const auto id : untold_answers(state)) out << state.solutions->concept_of(id);
  state.random.canonical(out);
}

std::vector<std::string> secrets(const State& state) {
  const auto language = state.settings.language;
  std::vector<std::string> lines{pile_line("draw pile, top first", state.draw_pile, [](Card card) { return Texts::in(Language::english).card(card); })};
  for (std::size_t pile = 0; pile < piles; ++pile) {
    lines.push_back("answers in pile " + std::to_string(pile + 1) + (state.answer_piles[pile].empty() ? ": none" : ":"));
    for (const auto id : state.answer_piles[pile]) {
      const auto& answer = data().answers[id];
      lines.push_back("  " + answer.text.in(language) + " (fits: " + data().questions[state.solutions->concept_of(id).value()].name.in(language) + ")");
    }
  }
  lines.push_back(pile_line("questions set aside", state.set_aside, [&](QuestionId id) { return data().questions[id].name.in(language); }));
  if (!state.topic_deck.empty()) lines.push_back("next topic: " + data().topics[state.topic_deck.back()].in(language));
  return lines;
}

State redeal(const State& state, Viewer viewer, RandomStream& random) {
  State other = state;
  draw_cards_anew(other, viewer, random);
  deal_answers_anew(other, viewer, random);
  deal_questions_anew(other, viewer, random);
  solve_anew(other, random);
  vote_anew(other, viewer, random);
  random.shuffle(other.topic_deck);
  Seed seed{};
  for (auto& byte : seed) byte = static_cast<std::uint8_t>(random.uniform(256));
  other.random = RandomStream(seed, "table");
  return other;
}

}  // namespace athanor::games::der_alchimist
