// Golden screens of Der Alchimist: a turn on the path, the contest with a vote, a challenge, the final scoring; and a hostile
// view.

#include "renderer.h"
#include "stage.h"

#include <athanor/der_alchimist/game.h>
#include <athanor/v1/der_alchimist.pb.h>

#include <catch2/catch.hpp>

#include <regex>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

using View = v1::DerAlchimistView;

// Like the real path, one letter a space (rules §4).
constexpr const char* path =
    "cnnsnwndsnsnnwdsbnnwnsndnsbnwnsnndsnbndwsnndbnsnwdsnbntnnsdnwsnndwnsdnndu";

void cards(google::protobuf::RepeatedField<std::uint32_t>* field, std::initializer_list<std::pair<int, std::uint32_t>> counts) {
  field->Resize(23, 0);
  for (const auto& [kind, n] : counts) field->Set(kind, n);
}

void chips(google::protobuf::RepeatedField<std::uint32_t>* field, std::initializer_list<std::uint32_t> counts) {
  for (const auto n : counts) field->Add(n);
}

// Printed points as in rules §4.
void points(View& view) {
  for (std::uint32_t i = 0; i <= 72; ++i) view.add_path_points(i < 31 ? 0 : i < 54 ? 1 + (i - 31) / 4 : i < 72 ? 10 + 2 * (i - 54) : 50);
}

v1::AlchemistPlayer* player(View& view, std::uint32_t position, std::uint32_t points, std::uint32_t hand) {
  auto* message = view.add_players();
  message->set_position(position);
  message->set_points(points);
  message->set_hand_size(hand);
  message->set_connected(true);
  for (int book = 0; book < 5; ++book) message->add_scans(v1::DER_ALCHIMIST_SCAN_NEW);
  return message;
}

// Seat 0 is to act; four on the path, two of them on one space.
View turn() {
  View view;
  view.set_phase(v1::DER_ALCHIMIST_PHASE_TURN);
  view.set_turn(37);
  view.set_stone(1);
  view.set_path(path);
  points(view);
  auto* anna = player(view, 26, 17, 5);
  anna->set_scans(0, v1::DER_ALCHIMIST_SCAN_TAKEN);
  anna->add_answer_piles(1);
  chips(anna->mutable_chips(), {0, 1, 1, 1, 0});
  auto* bob = player(view, 57, 30, 3);
  bob->set_reached(true);
  bob->set_scans(0, v1::DER_ALCHIMIST_SCAN_CLOSED);
  bob->set_scans(1, v1::DER_ALCHIMIST_SCAN_TAKEN);
  chips(bob->mutable_answer_piles(), {2, 2});
  chips(bob->mutable_chips(), {0, 0, 0, 3, 0});
  auto* cara = player(view, 26, 4, 12);
  cara->set_autopilot(true);
  chips(cara->mutable_chips(), {0, 2, 0, 0, 0});
  chips(view.mutable_bank(), {30, 22, 19, 16, 5});
  player(view, 0, 0, 0)->set_left(true);
  view.set_draw_pile(41);
  cards(view.mutable_discard_pile(), {{0, 3}, {7, 4}, {20, 2}});
  for (const std::uint32_t n : {7, 7, 8, 8, 8}) view.add_answer_piles(n);
  auto* own = view.mutable_own();
  cards(own->mutable_hand(), {{2, 1}, {5, 1}, {8, 1}, {20, 1}, {21, 1}});
  own->set_question("What does \"Hope\" mean?");
  auto* answer = own->add_answers();
  answer->set_pile(1);
  answer->set_text("Being full of trust in what is to come");
  auto* challenge = view.mutable_last_challenge();
  challenge->set_ability(3);
  for (const std::uint32_t seat : {1U, 2U, 0U}) {
    auto* total = challenge->add_totals();
    total->set_seat(seat);
    total->set_total(seat == 1 ? 12 : seat * 2);
    cards(total->mutable_cards(), {{17, seat}, {20, seat == 1 ? 1U : 0U}});
  }
  return view;
}

View contest() {
  auto view = turn();
  view.set_phase(v1::DER_ALCHIMIST_PHASE_CREATIVITY_VOTE);
  auto* message = view.mutable_contest();
  message->set_number(3);
  message->set_topic("Something that should not be forgotten");
  message->set_dice("ADNUW");
  message->set_search_left_ms(17'500);
  for (const std::uint32_t holder : {1U, 0U, 2U, 255U, 3U}) message->add_holders(holder);
  const auto claim = [&](std::uint32_t number, std::uint32_t seat, std::uint32_t die, const char* word, v1::CreativityClaimState state) {
    auto* c = message->add_claims();
    c->set_number(number);
    c->set_seat(seat);
    c->set_die(die);
    c->set_word(word);
    c->set_state(state);
    return c;
  };
  auto* kept = claim(1, 0, 0, "Account Number", v1::CREATIVITY_CLAIM_STATE_CONFIRMED);
  for (const auto vote : {v1::ALCHEMIST_VOTE_FOR, v1::ALCHEMIST_VOTE_FOR, v1::ALCHEMIST_VOTE_AGAINST, v1::ALCHEMIST_VOTE_NONE}) kept->add_votes(vote);
  claim(2, 1, 2, "Names", v1::CREATIVITY_CLAIM_STATE_STANDING);
  claim(3, 2, 4, "Wedding Day", v1::CREATIVITY_CLAIM_STATE_STANDING);
  claim(4, 2, 1, "Dog", v1::CREATIVITY_CLAIM_STATE_REJECTED);
  for (const std::uint32_t lost : {0U, 1U, 2U, 0U}) message->add_lost_votes(lost);
  message->mutable_vote()->set_claim(2);
  message->mutable_vote()->set_objector(2);
  view.mutable_players(2)->set_acted(true);
  return view;
}

// The last stretch, where every space is worth more than the one before.
View late() {
  auto view = turn();
  view.mutable_players(0)->set_position(53);
  view.mutable_players(2)->set_position(44);
  return view;
}

View challenge() {
  auto view = turn();
  view.set_phase(v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT);
  view.set_active_seat(1);
  view.mutable_players(1)->set_acted(true);
  view.mutable_own()->set_has_committed(true);
  cards(view.mutable_own()->mutable_committed(), {{5, 1}, {20, 1}});
  return view;
}

View reading() {
  auto view = turn();
  view.set_phase(v1::DER_ALCHIMIST_PHASE_FINAL_VETO);
  auto* message = view.mutable_reading();
  for (const std::uint32_t seat : {1U, 2U, 0U}) message->add_order(seat);
  message->set_reader(2);
  const auto read = [&](std::uint32_t seat, const char* name, const char* question) {
    auto* r = message->add_questions();
    r->set_reader(seat);
    r->set_name(name);
    r->set_question(question);
    return r;
  };
  const auto answer = [](v1::ReadQuestion* r, const char* text, v1::AnswerOutcome outcome, std::initializer_list<v1::AlchemistVote> votes) {
    auto* a = r->add_answers();
    a->set_text(text);
    a->set_outcome(outcome);
    for (const auto vote : votes) a->add_votes(vote);
  };
  const auto yes = v1::ALCHEMIST_VOTE_FOR, no = v1::ALCHEMIST_VOTE_AGAINST, none = v1::ALCHEMIST_VOTE_NONE;
  auto* bobs = read(1, "Luck", "What does \"Luck\" mean?");
  answer(bobs, "Many circumstances falling well into place at once", v1::ANSWER_OUTCOME_RIGHT, {yes, yes, no, none});
  answer(bobs, "Steadily pursuing the aims that make existence worthwhile", v1::ANSWER_OUTCOME_VETO_WRONG, {no, yes, no, none});
  answer(read(2, "Equanimity", "What does \"Equanimity\" mean?"), "Being wide awake with a clear head", v1::ANSWER_OUTCOME_OPEN, {no, no, yes, none});
  return view;
}

View ending() {
  auto view = reading();
  view.set_phase(v1::DER_ALCHIMIST_PHASE_FINISHED);
  view.mutable_reading()->mutable_questions(1)->mutable_answers(0)->set_outcome(v1::ANSWER_OUTCOME_NOT_RIGHT);
  auto* end = view.mutable_end();
  end->add_reasons("temple");
  for (const std::uint32_t seat : {0U, 1U, 2U}) {
    auto* score = end->add_scores();
    score->set_seat(seat);
    score->set_points(seat == 1 ? 66 : 17);
    score->set_path_points(seat == 1 ? 16 : 0);
    score->set_alchemist(seat == 1);
    score->set_winner(seat == 1);
  }
  const auto solution = [&](std::uint32_t seat, const char* question, const char* answer, const char* right, bool officially) {
    auto* s = end->add_solutions();
    s->set_seat(seat);
    s->set_question_name(question);
    s->set_answer(answer);
    s->set_solution(right);
    s->set_officially_right(officially);
  };
  solution(1, "Luck", "Many circumstances falling well into place at once", "Luck", true);
  solution(2, "Equanimity", "Being wide awake with a clear head", "Consciousness", false);
  return view;
}

v1::RoomState alchimist_room(v1::RoomPhase phase, const Names& names = {}) { return room_of("der-alchimist", phase, names); }

v1::CatalogueReply alchimist_catalogue(const std::string& language) { return catalogue_of(*games::der_alchimist::make_game(), language); }

v1::Decision urgent(v1::Decision decision) {
  decision.set_has_deadline(true);
  decision.set_remaining_ms(12'000);
  return decision;
}

void show(Stage& stage, const v1::RoomState& state, const View& view, const v1::Decision* decision = nullptr) {
  stage.show(stage.next(state, view, decision, {"Bob moves from 54 to 57 (Philosopher's Stone).", "It is Anna's turn."}));
}

void check_scene(const std::string& language, const std::string& name, const View& view, int seat, const v1::Decision* decision) {
  const auto phase = view.has_end() ? v1::ROOM_PHASE_FINISHED : v1::ROOM_PHASE_PLAYING;
  for (const auto& [size, text] : {std::pair{Size{80, 24}, "80x24"}, {Size{120, 40}, "120x40"}}) {
    Stage stage(language, seat, alchimist_catalogue(language));
    show(stage, alchimist_room(phase), view, decision);
    check_golden("der_alchimist_" + name + "_" + text + "_" + language, stage.screen(size));
  }
}

// Seat 0, while the game runs; the view is the caller's.
Model playing(const std::string& language) {
  Model model;
  model.seat = 0;
  model.room = alchimist_room(v1::ROOM_PHASE_PLAYING);
  model.terms = Terms(alchimist_catalogue(language).games(0));
  return model;
}

}  // namespace

TEST_CASE("Golden screens of Der Alchimist") {
  const auto acting = urgent(buttons("Your turn. The stone lies on Fantasy: play a card or draw.",
                              {"Play an Ability card", "Play Gold and move 1 to 3 spaces", "Play a Philosopher's Stone card", "Draw 2 cards", "Draw 1 card"}));
  const auto voting = urgent(buttons("Is the word “Names” valid for: Something that should not be forgotten?", {"“Names” is valid", "“Names” is not valid", "Say nothing for now"}));
  auto public_view = turn();
  public_view.clear_own();
  for (const std::string language : {"en", "de"}) {
    check_scene(language, "turn", turn(), 0, &acting);
    check_scene(language, "late", late(), 0, &acting);
    check_scene(language, "contest", contest(), 0, &voting);
    check_scene(language, "challenge", challenge(), 0, nullptr);
    check_scene(language, "reading", reading(), 0, nullptr);
    check_scene(language, "end", ending(), 0, nullptr);
    check_scene(language, "watch", public_view, -1, nullptr);
    Stage own(language, 0, alchimist_catalogue(language));
    show(own, alchimist_room(v1::ROOM_PHASE_PLAYING), turn(), &acting);
    (void)own.canvas({80, 24});
    own.player.key({Key::Kind::tab, {}}, at(0));
    check_golden("der_alchimist_own_80x24_" + language, own.screen());
  }
}

TEST_CASE("Whoever reads in the final scoring is marked, and not whose turn it was") {
  Stage stage("en", 1, alchimist_catalogue("en"));
  show(stage, alchimist_room(v1::ROOM_PHASE_PLAYING), reading());
  const auto screen = stage.screen({120, 40});
  CHECK(screen.find("► 3 Cara") != std::string::npos);
  CHECK(screen.find("► 1 Anna") == std::string::npos);
}

TEST_CASE("The points of the path are said ahead, where pawns stand, and from where on they rise") {
  const Texts texts("en");
  auto model = playing("en");
  auto view = late();
  for (std::uint32_t from = 0; from < 72; ++from) {
    view.mutable_players(0)->set_position(from);
    model.view = view.SerializeAsString();
    const auto said = spoken("der-alchimist", model, texts);
    INFO(from);
    const auto here = view.path_points(static_cast<int>(from));
    const bool says = here > 0 && path[from] != 'd';  // no pawn rests in a desert
    std::smatch match;
    const std::regex standing("Anna: space [0-9]+, [^;]*\\(([0-9]+) for the path\\)");
    REQUIRE(std::regex_search(said, match, standing) == says);
    if (says) CHECK(match[1] == std::to_string(here));
    const auto next = view.path_points(static_cast<int>(from) + 1);
    if (from + 1 >= 54 && path[from + 1] != 'd')
      CHECK(std::regex_search(said, std::regex("Ahead: " + std::to_string(from + 1) + " [^,\n]*\\(" + std::to_string(next) + " for the path\\)")));
  }
  CHECK(spoken("der-alchimist", model, texts).find("31:1, 35:2, 39:3, 44:4, 47:5, 51:6, 54:10, 55:12") != std::string::npos);
  model.view = reading().SerializeAsString();
  CHECK(spoken("der-alchimist", model, texts).find("for the path)") == std::string::npos);
}

TEST_CASE("Discard pile, chips and bank, answers taken and lost votes are there for everybody to see") {
  const Texts texts("en");
  auto model = playing("en");
  for (const int seat : {0, -1}) {
    model.seat = seat;
    auto view = contest();
    if (seat < 0) view.clear_own();
    model.view = view.SerializeAsString();
    const auto picture = renderer_for("der-alchimist").draw({model, texts, false});
    std::string screen;
    for (const auto* blocks : {&picture.table, &picture.own})
      for (const auto& block : *blocks)
        for (const auto& row : block.lines) screen += text_of(row) + "\n";
    for (const char* part : {"Words lost in votes: Bob (once), Cara (twice: no more words)", "Wisdom 1 1 1 · ◆Fantasy 3 3 3 3 · 2× Gold",
                             "Anna: 1×10 1×5 1×2 · Bob: 3×10 · Cara: 2×2", "Bank: 5×50 16×10 19×5 22×2 30×1", "×2···"}) {
      INFO(part);
      CHECK(screen.find(part) != std::string::npos);
    }
    const auto said = spoken("der-alchimist", model, texts);
    for (const char* part : {"Words lost in votes: Bob (once)", "Wisdom 1 1 1; Fantasy 3 3 3 3; 2 Gold", "Bob: 3 of 10", "Bank: 5 of 50", "2 answers"})
      CHECK_THAT(said, Catch::Matchers::Contains(part));
  }
}

TEST_CASE("One of a thing is said as one, in both languages") {
  for (const std::string language : {"en", "de"}) {
    const Texts texts(language);
    auto model = playing(language);
    for (auto view : {turn(), reading(), ending()}) {
      auto* anna = view.mutable_players(0);
      anna->set_points(1);
      anna->set_hand_size(1);
      if (view.has_end()) view.mutable_end()->mutable_scores(0)->set_points(1);
      model.view = view.SerializeAsString();
      const auto said = spoken("der-alchimist", model, texts);
      CHECK(said.find(language == "de" ? "1 Punkt" : "1 point") != std::string::npos);
      CHECK(said.find(language == "de" ? "1 Karte; 1 Antwort" : "1 card; 1 answer") != std::string::npos);
      CHECK_FALSE(std::regex_search(said, std::regex("\\b1 (points|cards|answers|Punkte|Karten|Antworten)\\b")));
    }
  }
}

TEST_CASE("A die is claimed with one key and a word") {
  v1::Decision searching;
  searching.set_id(9);
  searching.set_prompt("Something round – free letters: A D. Claim a die with a word that begins with its letter.");
  for (const std::uint32_t die : {0U, 1U}) {
    auto* offer = searching.add_offers();
    offer->set_id(10 + die);
    offer->set_verb("claim");
    offer->set_label(die == 0 ? "A – say a word" : "D – say a word");
    offer->set_repeatable(true);
    auto* word = offer->add_fields();
    word->set_name("word");
    word->set_label("Word");
    word->mutable_text()->set_min_length(2);
    word->mutable_text()->set_max_length(80);
  }
  Stage stage("en", 0, alchimist_catalogue("en"));
  show(stage, alchimist_room(v1::ROOM_PHASE_PLAYING), contest(), &searching);
  (void)stage.canvas({80, 24});
  const auto later = at(5'000);
  stage.player.key({Key::Kind::character, "2"}, later);
  for (const char* letter : {"D", "a", "y"}) stage.player.key({Key::Kind::character, letter}, later);
  stage.player.key({Key::Kind::enter, {}}, later);
  REQUIRE(stage.outbox.sent.size() == 1);
  const auto& answer = stage.outbox.sent[0].answer();
  CHECK(answer.decision_id() == 9);
  CHECK(answer.offer_id() == 11);
  REQUIRE(answer.values_size() == 1);
  CHECK(answer.values(0).text() == "Day");
}

TEST_CASE("Der Alchimist in words, for the line mode") {
  for (const std::string language : {"en", "de"}) {
    const Texts texts(language);
    auto model = playing(language);
    std::string said;
    for (const auto& view : {turn(), contest(), challenge(), reading(), ending()}) {
      model.view = view.SerializeAsString();
      said += spoken("der-alchimist", model, texts);
    }
    check_golden("der_alchimist_spoken_" + language, said);
  }
}

TEST_CASE("A hostile view of Der Alchimist is shown without harm") {
  auto view = ending();
  constexpr auto huge = 4'000'000'000U;
  view.set_active_seat(huge);
  view.set_stone(huge);
  view.set_path(std::string(5'000, 'x') + "\x1b[2J");
  for (int i = 0; i < 5'000; ++i) view.add_path_points(huge - static_cast<std::uint32_t>(i % 7));
  for (auto* counts : {view.mutable_bank(), view.mutable_discard_pile(), view.mutable_players(1)->mutable_chips()}) counts->Add(huge);
  view.mutable_players(0)->set_position(huge);
  view.mutable_players(1)->set_points(huge);
  view.mutable_players(1)->add_answer_piles(huge);
  for (int i = 0; i < 40; ++i) view.mutable_players(2)->add_scans(v1::DER_ALCHIMIST_SCAN_CLOSED);
  cards(view.mutable_own()->mutable_hand(), {{0, huge}, {22, huge}});
  view.mutable_own()->mutable_hand()->Add(huge);
  view.mutable_own()->set_question("\x1b]0;x\x07");
  view.mutable_end()->add_scores()->set_seat(31);
  view.mutable_end()->add_reasons("\xff\xfe");
  auto running = contest();
  running.mutable_contest()->set_dice(std::string("A\x1b\xff") + std::string(300, 'B'));
  running.mutable_contest()->mutable_claims(1)->set_word(std::string(3'000, 'W'));
  running.mutable_contest()->mutable_claims(1)->set_seat(huge);
  running.mutable_contest()->mutable_claims(2)->set_die(huge);
  running.mutable_contest()->mutable_vote()->set_objector(huge);
  running.mutable_contest()->set_search_left_ms(huge);
  for (int i = 0; i < 40; ++i) running.mutable_contest()->add_lost_votes(huge);
  Stage stage("en", 3, alchimist_catalogue("en"));
  for (const auto& hostile : {view, running}) check_harmless(stage, alchimist_room(v1::ROOM_PHASE_PLAYING, world_names()), hostile);
}
