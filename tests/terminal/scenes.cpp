#include "scenes.h"

namespace athanor::ui::test {
namespace {

void token(google::protobuf::RepeatedPtrField<v1::TrackerToken>* tokens, std::uint32_t a, std::uint32_t b, const char* result) {
  auto* token = tokens->Add();
  token->set_a(a);
  token->set_b(b);
  token->set_result(result);
}

void player(v1::LittleAlchemistsView& view, std::uint32_t hand, std::uint32_t coins, std::vector<std::uint32_t> gems, const char* pet) {
  auto* player = view.add_players();
  player->set_hand_size(hand);
  player->set_coins(coins);
  for (const auto gem : gems) player->add_gems(gem);
  player->set_pet(pet);
}

v1::Option* option(v1::Pick* pick, std::uint32_t id, const std::string& label, std::uint32_t copies = 1) {
  auto* option = pick->add_options();
  option->set_id(id);
  option->set_label(label);
  option->set_copies(copies);
  return option;
}

v1::Field* field(v1::Offer* offer, const std::string& name, const std::string& label) {
  auto* field = offer->add_fields();
  field->set_name(name);
  field->set_label(label);
  return field;
}

v1::Offer* offer(v1::Decision& decision, std::uint32_t id, const std::string& verb, const std::string& label) {
  auto* offer = decision.add_offers();
  offer->set_id(id);
  offer->set_verb(verb);
  offer->set_label(label);
  return offer;
}

void add_term(v1::GameInfo* game, const std::string& key, const std::string& text) {
  auto* term = game->add_terms();
  term->set_key(key);
  term->set_text(text);
}

}  // namespace

Names world_names() { return {"王小明", "👩‍🔬🇩🇪🦉", "אֲבִיגַיִל", "Z\u0303\u0304\u0306\u030A\u0323\u0324algo"}; }

std::string hostile_text() {
  return "a\x1b[2Jb\x1b]0;owned\x07" "c\r\n\b\x7f\t\xc2\x9b" "31md\xff\xfe\u202E evil \u200B\u2066!\x1b]8;;http://x\x1b\\link";
}

TimePoint at(int milliseconds) { return TimePoint{} + std::chrono::hours(1) + std::chrono::milliseconds(milliseconds); }

v1::CatalogueReply catalogue(const std::string& language) {
  const bool german = language == "de";
  v1::CatalogueReply reply;
  for (const char* name : {"little-alchemists", "little-alchemists-companion"}) {
    auto* game = reply.add_games();
    game->set_name(name);
    game->set_title("Little Alchemists");
    auto* level = game->add_options();
    level->set_name("level");
    level->set_label(german ? "Stufe" : "Level");
    level->set_min(1);
    level->set_max(7);
    level->set_default_value("1");
    auto* limit = game->add_options();
    limit->set_name("turn-limit");
    limit->set_label(german ? "Zeit je Zug in Sekunden" : "Time per turn in seconds");
    limit->set_min(10);
    limit->set_max(600);
    limit->set_default_value("off");
    const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> terms{
        {"ingredient.frog", {"frog", "Frosch"}},         {"ingredient.fern", {"fern", "Farn"}},
        {"ingredient.foot", {"chicken foot", "Hühnerfuß"}}, {"ingredient.scorpion", {"scorpion", "Skorpion"}},
        {"ingredient.feather", {"feather", "Feder"}},    {"ingredient.mandrake", {"mandrake", "Alraune"}},
        {"ingredient.mushroom", {"mushroom", "Pilz"}},   {"ingredient.flower", {"blue flower", "Blaue Blume"}},
        {"pet.cat", {"cat", "Katze"}},                   {"pet.salamander", {"salamander", "Salamander"}},
        {"pet.rabbit", {"rabbit", "Kaninchen"}},         {"pet.owl", {"owl", "Eule"}},
        {"artifact.brass-scales", {"Brass Scales", "Messingwaage"}},
        {"artifact.pet-bed", {"Pet Bed", "Tierbett"}},   {"artifact.tea-set", {"Tea Set", "Teeservice"}},
        {"artifact.fire-lamp", {"Fire Lamp", "Feuerlampe"}},
        {"artifact-details.pet-bed",
         {"Pet Bed (purple, 3 coins): your pet brings 2 coins instead of 1; 1 point",
          "Tierbett (violett, 3 Münzen): dein Haustier bringt 2 Münzen statt 1; 1 Punkt"}},
        {"artifact-details.fire-lamp",
         {"Fire Lamp (gold, 4 coins): 2 points for each fire token", "Feuerlampe (golden, 4 Münzen): 2 Punkte je Feuer-Marker"}}};
    for (const auto& [key, words] : terms) add_term(game, key, german ? words.second : words.first);
    for (int i = 1; i <= 2; ++i) {
      auto* topic = game->add_help();
      topic->set_key(i == 1 ? "goal" : "turn");
      topic->set_title(german ? (i == 1 ? "Worum es geht" : "Dein Zug") : (i == 1 ? "What it is about" : "Your turn"));
      topic->set_text(german ? "Mische zwei Zutaten und finde heraus, was sie ergeben." : "Mix two ingredients and find out what they make.");
    }
  }
  return reply;
}

v1::RoomEntered entered(int seat) {
  v1::RoomEntered message;
  message.set_code("BCDFGH");
  message.set_seat(seat);
  return message;
}

v1::RoomState room(v1::RoomPhase phase, const Names& names) {
  v1::RoomState room;
  room.set_code("BCDFGH");
  room.set_game("little-alchemists");
  room.set_phase(phase);
  room.set_host(0);
  room.set_game_number(phase == v1::ROOM_PHASE_LOBBY ? 0 : 1);
  room.set_seed_commitment(std::string("\x01\x23\x45\x67\x89\xab\xcd\xef", 8) + std::string(24, '\x42'));
  for (const auto& [name, value] : {std::pair("level", "7"), std::pair("turn-limit", "off")}) {
    auto* option = room.add_options();
    option->set_name(name);
    option->set_value(value);
  }
  for (const auto& name : {names.first, names.second, names.third, names.fourth}) {
    auto* seat = room.add_seats();
    seat->set_name(name);
    seat->set_connected(true);
    seat->set_ready(true);
  }
  room.mutable_seats(1)->set_bot(true);
  room.mutable_seats(2)->set_connected(false);
  if (phase == v1::ROOM_PHASE_LOBBY) {
    room.mutable_seats(0)->set_ready(false);
    room.mutable_seats(3)->Clear();
  }
  room.set_campaign("BCDFGHJKLM");
  room.add_campaign_progress("Open levels: 1, 2 and 3");
  return room;
}

v1::LittleAlchemistsView level_seven() {
  v1::LittleAlchemistsView view;
  view.set_level(7);
  view.set_ingredients(8);
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_BEFORE_ACTION);
  view.set_active_seat(0);
  view.set_turn(12);
  for (const auto tile : {2U, 0U, 3U, 8U, 7U}) view.add_market(tile);
  view.set_stack(9);
  view.set_discard(4);
  view.mutable_customer()->set_potion("F");
  view.mutable_customer()->set_pays(3);
  view.mutable_next_customer()->set_potion("V");
  view.mutable_next_customer()->set_pays(4);
  view.set_big_tiles_left(3);
  player(view, 4, 11, {5, 5}, "cat");
  player(view, 3, 2, {}, "");
  player(view, 5, 7, {4}, "salamander");
  player(view, 3, 0, {}, "owl");
  view.mutable_players(1)->set_broken_gems(1);
  view.mutable_players(0)->add_artifacts("brass-scales");
  view.mutable_players(0)->add_artifacts("tea-set");
  view.mutable_players(2)->set_bottle_out(true);
  for (const auto gem : {4U, 4U, 3U, 3U}) view.add_gem_stack(gem);
  const std::vector<std::string> sets{"FYV", "FYG", "FVW", "FGW", "LYV", "LYG", "LVW", "LGW"};
  const std::vector<std::string> cross{".YFFVYV0", "Y.FFYG0G", "FF.WV0VW", "FFW.0GWG", "VYV0.YLL", "YG0GY.LL", "V0VWLL.W", "0GWGLLW."};
  for (const auto& set : sets) view.mutable_board()->add_slots()->set_potions(set);
  for (const auto& row : cross) view.mutable_board()->add_cross(row);
  view.mutable_board()->mutable_slots(1)->set_theory(1);   // the frog
  view.mutable_board()->mutable_slots(6)->set_theory(4);   // the scorpion
  view.add_pets("rabbit");
  view.add_artifacts("pet-bed");
  view.add_artifacts("");
  view.add_artifacts("fire-lamp");
  view.set_artifact_stack(8);
  view.set_last_result("");
  auto* own = view.mutable_own();
  for (const auto tiles : {0U, 2U, 1U, 0U, 0U, 0U, 0U, 1U}) own->add_hand(tiles);
  for (const auto tiles : {1U, 0U, 0U, 2U, 0U, 1U, 0U, 0U}) own->add_discarded(tiles);
  token(own->mutable_tracker(), 0, 3, "0");
  token(own->mutable_tracker(), 0, 1, "Y");
  token(own->mutable_tracker(), 2, 7, "W");
  token(own->mutable_tracker(), 1, 2, "V");
  auto* wrong = own->add_wrong_theories();
  wrong->set_ingredient(2);
  wrong->set_potions("LYG");
  wrong->set_right(0);
  return view;
}

v1::LittleAlchemistsView level_one() {
  v1::LittleAlchemistsView view;
  view.set_level(1);
  view.set_ingredients(6);
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_BEFORE_ACTION);
  view.set_active_seat(1);
  view.set_turn(2);
  for (const auto tile : {1U, 2U, 3U, 4U, 5U}) view.add_market(tile);
  view.set_stack(16);
  view.mutable_next_customer()->set_potion("L");
  view.mutable_next_customer()->set_pays(3);
  view.set_big_tiles_left(4);
  for (int i = 0; i < 4; ++i) player(view, 3, 2, {}, "");
  for (const auto tiles : {1U, 0U, 2U, 0U, 0U, 0U}) view.mutable_own()->add_hand(tiles);
  token(view.mutable_own()->mutable_tracker(), 0, 1, "F");
  return view;
}

v1::LittleAlchemistsView level_one_test() {
  auto view = level_one();
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_TEST);
  for (const auto& [a, b, answer] : {std::tuple(0U, 1U, "F"), std::tuple(2U, 4U, ""), std::tuple(1U, 5U, "L")}) {
    auto* question = view.mutable_test()->add_questions();
    question->set_a(a);
    question->set_b(b);
    question->set_answer(answer);
  }
  view.mutable_test()->add_confirmed(1);
  auto& opened = *view.mutable_own()->add_opened();
  opened.set_seat(1);
  token(opened.mutable_tracker(), 1, 5, "L");
  return view;
}

v1::LittleAlchemistsView level_six_end() {
  auto view = level_seven();
  view.set_level(6);
  view.set_ingredients(7);
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_FINISHED);
  view.clear_board();
  const std::vector<std::string> sets{"FLV", "FYV", "LYV", "FLG", "FYG", "LYG", "FLY"};
  for (std::size_t i = 0; i < sets.size(); ++i) {
    auto* slot = view.mutable_board()->add_slots();
    slot->set_potions(sets[i]);
    slot->set_theory(i < 6 ? static_cast<std::uint32_t>(i + 1) : 0);
  }
  for (const char* row : {".VVFFLL", "V.VFYYF", "VV.LYLY", "FFL.GGL", "FYYG.GF", "LYLGG.Y", "LFYLFY."}) view.mutable_board()->add_cross(row);
  view.mutable_own()->clear_tracker();
  view.mutable_own()->clear_wrong_theories();
  auto* end = view.mutable_end();
  end->set_reason("theory");
  end->set_keys(2);
  const std::vector<std::int32_t> points{33, 1, 14, -3};
  for (std::uint32_t seat = 0; seat < 4; ++seat) {
    auto* score = end->add_scores();
    score->set_seat(seat);
    score->set_ranked(seat != 2);
    score->set_winner(seat == 0);
    score->set_half_points(points[seat]);
    score->set_coins(seat == 0 ? 11 : 3);
    score->set_gems(seat == 0 ? 10 : 0);
    score->set_broken_gems(seat == 3 ? 3 : 0);
  }
  auto* artifact = end->mutable_scores(0)->add_artifacts();
  artifact->set_artifact("brass-scales");
  artifact->set_points(1);
  artifact = end->mutable_scores(1)->add_artifacts();
  artifact->set_artifact("fire-lamp");
  artifact->set_points(6);
  end->mutable_scores(1)->set_wishes_as("FFV");
  for (std::uint32_t i = 0; i < 7; ++i) end->add_slots(i);
  end->set_results("VVFFLLVFYYFLYLYGGLGFY");
  end->set_customers("FLVYG");
  return view;
}

v1::LittleAlchemistsView open_theory() {
  auto view = level_seven();
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_GUESS);
  view.set_active_seat(3);
  auto* theory = view.mutable_open_theory();
  theory->set_seat(3);
  theory->set_potions("LYV");
  auto* guess = theory->add_guesses();
  guess->set_seat(0);
  guess->set_guess(6);
  theory->set_guesser(1);
  return view;
}

v1::CompanionView companion() {
  v1::CompanionView view;
  view.set_level(3);
  view.set_ingredients(6);
  for (const char* set : {"FLV", "FYV", "LYV", "FLG", "FYG", "LYG"}) view.add_sets(set);
  auto* proven = view.add_proven();
  proven->set_ingredient(2);
  proven->set_potions("LYV");
  view.set_pending_set("FYG");
  view.set_pending_ingredient(5);
  view.mutable_last()->set_kind("mix");
  view.mutable_last()->set_a(0);
  view.mutable_last()->set_b(3);
  view.mutable_last()->set_result("G");
  return view;
}

v1::Decision turn_decision(std::uint64_t id) {
  v1::Decision decision;
  decision.set_id(id);
  decision.set_prompt("Your turn: mix two ingredients or share a theory.");
  decision.set_help("turn");
  decision.set_has_deadline(true);
  decision.set_remaining_ms(83'000);
  auto* tiles = field(offer(decision, 2, "mix", "Mix two ingredients"), "tiles", "Which two?")->mutable_pick();
  tiles->set_min(2);
  tiles->set_max(2);
  option(tiles, 2, "fern", 2);
  option(tiles, 3, "chicken foot");
  option(tiles, 8, "blue flower");
  auto* space = field(offer(decision, 1, "buy-ingredient", "Buy an ingredient (1 coin)"), "space", "Which ingredient?")->mutable_pick();
  space->set_min(1);
  space->set_max(1);
  option(space, 1, "fern (space 1)");
  option(space, 3, "chicken foot (space 3)");
  auto* theory = offer(decision, 3, "share-theory", "Share a theory");
  auto* ingredient = field(theory, "ingredient", "Which ingredient?")->mutable_pick();
  ingredient->set_min(1);
  ingredient->set_max(1);
  option(ingredient, 2, "fern");
  option(ingredient, 3, "chicken foot");
  auto* set = field(theory, "set", "What can it make?")->mutable_pick();
  set->set_min(1);
  set->set_max(1);
  option(set, 1, "fire, flying and love");
  option(set, 5, "luck, flying and love");
  offer(decision, 10, "end-turn", "End your turn")->set_confirm(true);
  return decision;
}

v1::Decision every_field(std::uint64_t id) {
  v1::Decision decision;
  decision.set_id(id);
  decision.set_prompt("Everything at once");
  auto* everything = offer(decision, 1, "everything", "Everything");
  auto* order = field(everything, "order", "In which order?")->mutable_pick();
  order->set_min(2);
  order->set_max(3);
  order->set_ordered(true);
  for (std::uint32_t i = 1; i <= 3; ++i) option(order, i, "card " + std::to_string(i));
  auto* rules = field(everything, "buy", "What do you buy?")->mutable_pick();
  rules->set_min(0);
  rules->set_max(3);
  option(rules, 1, "red for 4", 2)->set_weight(4);
  option(rules, 2, "blue for 5")->set_weight(5);
  option(rules, 3, "green for 6")->set_weight(6);
  for (int i = 0; i < 3; ++i) rules->mutable_options(i)->set_group(static_cast<std::uint32_t>(i + 1));
  auto* sum = rules->add_rules();
  sum->mutable_sum()->set_max(10);
  sum->set_text("You have 10.");
  auto* distinct = rules->add_rules();
  distinct->set_distinct_groups(true);
  distinct->set_text("Different colours only.");
  auto* word = field(everything, "word", "Which word?")->mutable_text();
  word->set_min_length(2);
  word->set_max_length(5);
  auto* number = field(everything, "number", "How many?")->mutable_number();
  number->set_min(-3);
  number->set_max(12);
  offer(decision, 2, "nothing", "Nothing");
  return decision;
}

v1::Update update(std::uint64_t sequence, const v1::RoomState& room, const std::string& view, const v1::Decision* decision,
                  const std::vector<std::string>& events) {
  v1::Update message;
  message.set_sequence(sequence);
  *message.mutable_room() = room;
  message.set_view(view);
  if (decision != nullptr) *message.mutable_decision() = *decision;
  message.add_deciding(decision != nullptr ? 0 : 1);
  for (const auto& text : events) {
    auto* event = message.add_events();
    event->set_sequence(sequence);
    event->set_text(text);
  }
  return message;
}

void add_chat(v1::Update& update, std::uint64_t sequence, int seat, const std::string& name, const std::string& text) {
  auto* line = update.add_chat();
  line->set_sequence(sequence);
  line->set_seat(seat);
  line->set_name(name);
  line->set_text(text);
}

}  // namespace athanor::ui::test
