#include "quacksalber_scenes.h"

#include "scenes.h"

#include <initializer_list>
#include <utility>

namespace athanor::ui::test {
namespace {

using Player = v1::QuacksalberPlayer;

constexpr int w1 = 0, w2 = 1, w3 = 2, o1 = 3, g1 = 4, g2 = 5, b1 = 7, b2 = 8, b4 = 9, r1 = 10, r2 = 11, y1 = 13, p1 = 16, k1 = 17, l1 = 18;

template <typename Field>
void chips(Field* field, std::initializer_list<std::pair<int, std::uint32_t>> counts) {
  field->Clear();
  field->Resize(19, 0);
  for (const auto& [kind, n] : counts) field->Set(kind, n);
}

void pot(Player* player, std::initializer_list<std::pair<int, int>> placed) {
  player->clear_pot();
  for (const auto& [kind, space] : placed) {
    auto* chip = player->add_pot();
    chip->set_kind(static_cast<std::uint32_t>(kind));
    chip->set_space(static_cast<std::uint32_t>(space));
    player->set_frontier(static_cast<std::uint32_t>(space));
    player->set_scoring_space(static_cast<std::uint32_t>(space) + 1);
  }
}

Player* player(v1::QuacksalberView& view, int vp, std::uint32_t rubies, std::uint32_t droplet, std::uint32_t rats, const char* patient) {
  auto* player = view.add_players();
  player->set_vp(vp);
  player->set_rubies(rubies);
  player->set_droplet(droplet);
  player->set_rat_stone(rats);
  player->set_start(droplet + rats);
  player->set_frontier(droplet + rats);
  player->set_scoring_space(droplet + rats + 1);
  player->set_flask_full(true);
  player->set_limit(7);
  player->set_patient(patient);
  return player;
}

v1::QuacksalberView base(std::uint32_t round, v1::QuacksalberPhase phase, const char* card) {
  v1::QuacksalberView view;
  view.set_round(round);
  view.set_phase(phase);
  view.set_start_seat(1);
  view.set_card(card);
  view.set_cards_left(24 - round);
  chips(view.mutable_supply(), {{o1, 12}, {g1, 9}, {g2, 7}, {6, 13}, {b1, 10}, {b2, 8}, {b4, 10}, {r1, 11}, {r2, 8}, {12, 10}, {y1, 12}, {14, 6}, {15, 0},
                                {p1, 15}, {k1, 17}, {l1, 28}});
  chips(view.mutable_prices(), {{o1, 3}, {g1, 4}, {g2, 8}, {6, 14}, {b1, 5}, {b2, 10}, {b4, 19}, {r1, 6}, {r2, 10}, {12, 16}, {y1, 8}, {14, 12}, {15, 18},
                                {p1, 9}, {k1, 10}, {l1, 16}});
  for (const std::uint32_t set : {1U, 1U, 2U, 1U, 1U}) view.add_books(set);
  view.set_locoweed("v1");
  view.set_alchemists(true);
  for (const auto* id : {"SEGEL", "HEXEN", "VAMPIR"}) view.add_patients(id);
  view.mutable_own()->set_seat(0);
  return view;
}

std::string numbers(std::initializer_list<int> list) {
  std::string text;
  for (const auto n : list) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

}  // namespace

v1::CatalogueReply quacksalber_catalogue(const std::string& language) {
  const bool german = language == "de";
  v1::CatalogueReply reply;
  auto* game = reply.add_games();
  game->set_name("quacksalber");
  game->set_title("Quacksalber");
  const auto term = [&](const std::string& key, const std::string& english, const std::string& in_german) {
    auto* message = game->add_terms();
    message->set_key(key);
    message->set_text(german ? in_german : english);
  };
  const auto both = [&](const std::string& key, const std::string& text) { term(key, text, text); };
  const char* colours[9][3] = {{"white", "weiß", "W"}, {"orange", "orange", "O"}, {"green", "grün", "G"}, {"blue", "blau", "B"}, {"red", "rot", "R"},
                               {"yellow", "gelb", "Y"}, {"purple", "lila", "P"}, {"black", "schwarz", "K"}, {"locoweed", "Narrenkraut", "L"}};
  const int colour_of[19] = {0, 0, 0, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7, 8};
  const int value_of[19] = {1, 2, 3, 1, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 1, 1};
  for (int c = 0; c < 9; ++c) term("colour." + std::to_string(c), colours[c][0], colours[c][1]);
  for (int k = 0; k < 19; ++k) {
    const auto value = std::to_string(value_of[k]);
    const auto* colour = colours[colour_of[k]];
    term("chip." + std::to_string(k), std::string(colour[0]) + " " + value, std::string(colour[1]) + " " + value);
    both("chip-code." + std::to_string(k), colour[2] + value);
  }
  both("track.coins", numbers({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20,
                               21, 21, 22, 22, 23, 23, 24, 24, 25, 25, 26, 26, 27, 27, 28, 28, 29, 29, 30, 30, 31, 31, 32, 32, 33, 33, 35}));
  both("track.vp", numbers({0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6,
                            6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 14, 14, 15}));
  both("track.rubies", numbers({5, 9, 13, 16, 20, 24, 28, 30, 34, 36, 40, 42, 46, 50, 52}));
  both("track.tails", numbers({1, 4, 7, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48}));
  term("card.B02", "Orange chips move one more.", "Orange Chips ziehen ein Feld weiter.");
  term("card.B07", "White chips explode above 9.", "Weiße Chips explodieren erst über 9.");
  term("card.P07", "Choose: a black chip, or any 2-chip, or 3 rubies.", "Wähle: einen schwarzen Chip, einen beliebigen 2er oder 3 Rubine.");
  term("patient.SEGEL", "Wing ears", "Segelohren");
  term("patient-text.SEGEL", "A white chip that does not explode: pay 2 to move it twice as far, or 3 to put it back.",
       "Weißer Chip ohne Explosion: für 2 doppelt so weit oder für 3 zurück in den Beutel.");
  term("patient-fields.SEGEL", "rat +1|nothing|nothing|nothing|nothing|nothing|1 VP|1 VP|2 VP|2 VP",
       "Ratte +1|nichts|nichts|nichts|nichts|nichts|1 SP|1 SP|2 SP|2 SP");
  term("patient.HEXEN", "Witch's hump", "Hexenbuckel");
  term("patient-text.HEXEN", "A chip on a ruby space: pay 2 for a bonus by its value.", "Chip auf einem Rubinfeld: für 2 ein Bonus nach seinem Wert.");
  term("patient-fields.HEXEN", "rat +1|nothing|rat +1|nothing|rat +1|nothing|1 VP|1 VP|2 VP|2 VP",
       "Ratte +1|nichts|Ratte +1|nichts|Ratte +1|nichts|1 SP|1 SP|2 SP|2 SP");
  term("patient.VAMPIR", "Vampirism", "Vampirismus");
  term("patient-text.VAMPIR", "Buy one more chip for the coins shown.", "Kaufe einen weiteren Chip für die gezeigten Münzen.");
  both("patient-fields.VAMPIR", "+1|3|4|5|6|8|10|12|14|16");
  term("book.green.1", "1 ruby for each among the last two chips.", "1 Rubin für jeden unter den letzten zwei Chips.");
  term("book.blue.1", "Draw as many as its value, place one or none.", "Ziehe so viele wie sein Wert, lege einen oder keinen.");
  term("book.red.2", "Goes beside the pot until all have stopped.", "Bleibt neben dem Kessel, bis alle fertig sind.");
  term("book.yellow.1", "The white chip before it may go back.", "Der weiße Chip davor darf zurück.");
  term("book.purple.1", "1, 2, 3: 1 VP; 1 VP and a ruby; 2 VP and the droplet.", "1, 2, 3: 1 SP; 1 SP und ein Rubin; 2 SP und der Tropfen.");
  term("book.black", "More than your neighbours: droplet, perhaps a ruby.", "Mehr als die Nachbarn: Tropfen, vielleicht ein Rubin.");
  term("locoweed.v1", "Moves as many as there are colours.", "Zieht so weit, wie es Farben gibt.");
  both("tubes", "♦|1|B1|2|K1|2|R2|3|P1|3|Y4|4");
  return reply;
}

v1::RoomState quacksalber_room(v1::RoomPhase phase) {
  auto state = room(phase);
  state.set_game("quacksalber");
  state.clear_options();
  state.clear_campaign();
  state.clear_campaign_progress();
  return state;
}

v1::QuacksalberView choosing_patients() {
  auto view = base(0, v1::QUACKSALBER_PHASE_PATIENTS, "");
  for (int i = 0; i < 4; ++i) {
    auto* seat = player(view, 0, 1, 0, 0, "");
    seat->set_question("PATIENT");
    seat->set_answered(i == 2);
    chips(seat->mutable_bag(), {{w1, 4}, {w2, 2}, {w3, 1}, {o1, 1}, {g1, 1}});
  }
  return view;
}

v1::QuacksalberView brewing() {
  auto view = base(4, v1::QUACKSALBER_PHASE_BREW, "B02");
  auto* anna = player(view, 12, 3, 2, 2, "SEGEL");
  pot(anna, {{w1, 5}, {o1, 7}, {w3, 10}, {g1, 11}, {b1, 12}});
  anna->set_white_sum(4);
  anna->set_essence(4);
  anna->set_reach(5);
  chips(anna->mutable_bag(), {{w1, 3}, {w2, 2}, {o1, 1}, {g2, 1}, {k1, 1}});
  auto* bob = player(view, 19, 0, 1, 0, "HEXEN");
  pot(bob, {{w3, 4}, {w2, 6}, {o1, 8}, {w1, 9}, {g1, 10}, {w2, 12}});
  bob->set_white_sum(8);
  bob->set_exploded(true);
  bob->set_flask_full(false);
  bob->set_essence(2);
  chips(bob->mutable_bag(), {{w1, 3}, {r1, 1}});
  auto* cara = player(view, 16, 5, 3, 1, "SEGEL");
  pot(cara, {{w1, 5}, {r2, 8}, {y1, 9}, {w2, 11}, {o1, 13}, {b2, 15}});
  cara->set_white_sum(3);
  cara->set_stopped(true);
  chips(cara->mutable_bag(), {{w1, 3}, {w2, 1}, {w3, 1}, {g1, 1}});
  auto* dan = player(view, 8, 1, 0, 3, "VAMPIR");
  dan->set_autopilot(true);
  chips(dan->mutable_bag(), {{w1, 4}, {w2, 2}, {w3, 1}, {o1, 1}, {g1, 1}, {l1, 1}});
  view.mutable_closed()->Resize(19, false);
  return view;
}

v1::QuacksalberView brewing_late() {
  auto view = brewing();
  view.set_round(7);
  view.set_card("B07");
  view.set_lockstep(true);
  view.set_tubes(true);
  auto* anna = view.mutable_players(0);
  anna->set_droplet(7);
  anna->set_rat_stone(3);
  anna->set_start(10);
  anna->set_glass(4);
  pot(anna, {{w1, 11}, {b4, 15}, {o1, 16}, {w2, 18}, {p1, 19}, {y1, 20}, {w3, 26}, {k1, 27}, {r1, 28}, {g2, 30}});
  anna->set_white_sum(6);
  anna->set_limit(9);
  anna->set_window(2);
  anna->set_armed(true);
  anna->set_drawn(w2 + 1);
  anna->set_question("EARS");
  chips(anna->mutable_display(), {{o1, 1}, {l1, 2}});
  chips(anna->mutable_aside(), {{r2, 1}});
  chips(anna->mutable_shown(), {{w1, 1}, {b1, 1}});
  chips(anna->mutable_bag(), {{w1, 4}, {w3, 1}, {w2, 1}, {o1, 2}, {g2, 2}, {b1, 3}, {r2, 2}, {y1, 1}, {k1, 2}, {l1, 1}});
  return view;
}

v1::QuacksalberView fortune() {
  auto view = brewing();
  view.set_phase(v1::QUACKSALBER_PHASE_FORTUNE);
  view.set_card("P07");
  for (auto& seat : *view.mutable_players()) {
    const auto start = seat.start();
    seat.clear_pot();
    seat.set_frontier(start);
    seat.set_scoring_space(start + 1);
    seat.set_white_sum(0);
    seat.set_exploded(false);
    seat.set_stopped(false);
    seat.set_question("FORTUNE");
  }
  view.mutable_players(0)->set_answered(true);
  view.mutable_own()->set_held("3 rubies");
  return view;
}

v1::QuacksalberView essence() {
  auto view = brewing();
  view.set_phase(v1::QUACKSALBER_PHASE_ESSENCE);
  view.mutable_players(0)->set_essence(0);
  view.mutable_players(0)->set_reach(7);
  view.mutable_players(0)->set_rat_bonus(1);
  for (auto& seat : *view.mutable_players()) seat.set_stopped(true);
  return view;
}

v1::QuacksalberView shopping() {
  auto view = brewing();
  view.set_phase(v1::QUACKSALBER_PHASE_BUY);
  view.set_round(2);
  for (auto& seat : *view.mutable_players()) seat.set_stopped(true);
  view.mutable_players(0)->set_coins(13);
  view.mutable_players(2)->set_answered(true);
  chips(view.mutable_players(2)->mutable_bought(), {{g1, 1}, {k1, 1}});
  view.mutable_closed()->Set(p1, true);
  return view;
}

v1::QuacksalberView exploded() {
  auto view = brewing();
  auto* anna = view.mutable_players(0);
  pot(anna, {{w1, 5}, {o1, 7}, {w3, 10}, {g1, 11}, {b1, 12}, {w2, 14}, {w2, 16}});
  anna->set_white_sum(8);
  anna->set_exploded(true);
  return view;
}

v1::QuacksalberView reckoning() {
  auto view = brewing();
  view.set_round(9);
  view.set_phase(v1::QUACKSALBER_PHASE_FINISHED);
  auto* end = view.mutable_end();
  const int vp[4] = {71, 64, 64, 0}, essence[4] = {7, 5, 9, 0}, coins[4] = {4, 0, 3, 0}, rubies[4] = {2, 1, 0, 0}, frontier[4] = {31, 28, 25, 0};
  for (const int seat : {0, 1, 2, 3}) {
    view.mutable_players(seat)->set_vp(vp[seat]);
    auto* score = end->add_scores();
    score->set_seat(static_cast<std::uint32_t>(seat));
    score->set_ranked(seat != 3);
    score->set_winner(seat == 0);
    score->set_vp(vp[seat]);
    score->set_frontier(static_cast<std::uint32_t>(frontier[seat]));
    score->set_essence_vp(static_cast<std::uint32_t>(essence[seat]));
    score->set_coins_vp(static_cast<std::uint32_t>(coins[seat]));
    score->set_rubies_vp(static_cast<std::uint32_t>(rubies[seat]));
  }
  view.mutable_players(3)->set_left(true);
  return view;
}

v1::Decision buttons(std::uint64_t id, const std::vector<std::string>& verbs) {
  v1::Decision decision;
  decision.set_id(id);
  decision.set_prompt("What now?");
  for (const auto& verb : verbs) {
    auto* offer = decision.add_offers();
    offer->set_id(static_cast<std::uint32_t>(decision.offers_size()));
    offer->set_verb(verb);
    offer->set_label("Do " + verb);
  }
  return decision;
}

v1::Decision brew_question(const std::string& language, std::uint64_t id) {
  const bool german = language == "de";
  auto decision = buttons(id, {"draw", "stop", "flask", "forget"});
  decision.set_prompt(german ? "Zieh einen Chip oder hör auf." : "Draw a chip or stop.");
  const char* labels[4][2] = {{"Draw a chip", "Chip ziehen"}, {"Stop", "Aufhören"}, {"Put the white chip back with the flask", "Den weißen Chip mit der Flasche zurück"},
                              {"Forget a chip", "Einen Chip vergessen"}};
  for (int i = 0; i < 4; ++i) decision.mutable_offers(i)->set_label(labels[i][german ? 1 : 0]);
  auto* field = decision.mutable_offers(3)->add_fields();
  field->set_name("chip");
  field->set_label("Which?");
  auto* pick = field->mutable_pick();
  pick->set_min(1);
  pick->set_max(1);
  for (const std::uint32_t place : {2U, 4U}) {
    auto* option = pick->add_options();
    option->set_id(place);
    option->set_label("chip " + std::to_string(place));
    option->set_copies(1);
  }
  return decision;
}

}  // namespace athanor::ui::test
