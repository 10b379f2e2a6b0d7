// The lobby's words and numbers: options told in words, lists whose numbers stay, seats that say who plays for whom.

#include "stage.h"

#include "option_words.h"
#include "renderer.h"
#include "room_actions.h"

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

// A lobby of a game with all its options at their defaults.
v1::RoomState lobby_of(const games::GameType& type) {
  auto state = room_of(type.traits().name, v1::ROOM_PHASE_LOBBY);
  for (const auto& spec : type.options()) {
    auto* option = state.add_options();
    option->set_name(spec.name);
    option->set_value(spec.default_value);
  }
  return state;
}

std::vector<std::string> labels(const std::vector<RoomAction>& actions) {
  std::vector<std::string> out;
  for (const auto& action : actions) out.push_back(action.label);
  return out;
}

Model host_of(v1::RoomPhase phase) {
  Model model;
  model.in_room = true;
  model.seat = 0;
  model.room = room(phase);
  apply(model, catalogue("en"));
  return model;
}

}  // namespace

TEST_CASE("Every value of every game's options is told in words, in both languages") {
  const auto games = games::standard_catalogue();
  for (const std::string language : {"en", "de"})
    for (const auto& type : games.types()) {
      const Texts texts(language);
      Model model;
      model.room = room_of(type->traits().name, v1::ROOM_PHASE_LOBBY);
      apply(model, catalogue_of(*type, language));
      for (const auto& spec : type->options()) {
        CHECK(option_label(model.terms, spec.name) != spec.name);
        CHECK(may_be_off(model.terms, spec.name) == (spec.off_allowed || std::count(spec.values.begin(), spec.values.end(), "off") > 0));
        auto values = spec.values;
        if (spec.off_allowed) values.emplace_back("off");
        for (const auto& value : values) {
          INFO(language << " " << spec.name << "=" << value);
          const bool number = value.find_first_not_of("0123456789") == std::string::npos;
          const auto words = value_words(model.terms, texts, spec.name, value);
          const bool english_word = value == "on" || value == "off" || value == "random" || value == "yellow" || value == "blue" || value == "green" || value == "red";
          CHECK((number || words != value || (language == "en" && english_word)));
        }
      }
    }
}

TEST_CASE("The lobby cuts no option, neither its name nor its value") {
  const auto games = games::standard_catalogue();
  for (const std::string language : {"en", "de"})
    for (const auto& type : games.types()) {
      Stage stage(language, 0, catalogue_of(*type, language));
      stage.show(stage.next(lobby_of(*type), v1::LittleAlchemistsView()));
      const auto all = stage.screen({80, 200});
      Model model;
      model.room = lobby_of(*type);
      apply(model, catalogue_of(*type, language));
      for (const auto& block : draw_lobby({model, stage.texts}).table) {
        if (block.title != stage.texts("block.options")) continue;
        CHECK(block.lines.size() == type->options().size());
        CHECK_FALSE(block.grid);  // lines that are too long go on below
      }
      CHECK(all.find("…", all.find('\n')) == std::string::npos);  // below the title line
    }
}

TEST_CASE("What is always in the room's list keeps its number, whoever comes, goes, gets ready or vanishes") {
  const Texts texts("en");
  for (const auto phase : {v1::ROOM_PHASE_LOBBY, v1::ROOM_PHASE_PLAYING, v1::ROOM_PHASE_FINISHED}) {
    auto model = host_of(phase);
    const auto before = labels(room_actions(model, texts));
    model.room.mutable_seats(3)->set_name("Dora");
    model.room.mutable_seats(3)->set_connected(false);
    for (auto& seat : *model.room.mutable_seats()) seat.set_ready(true);
    model.room.mutable_seats(1)->set_bot(false);
    const auto after = labels(room_actions(model, texts));
    REQUIRE(before.size() >= 4);
    for (const auto& label : before) {
      if (label == texts("room.ready") || label.find("until") != std::string::npos) continue;
      INFO(label);
      CHECK(std::find(before.begin(), before.end(), label) - before.begin() == std::find(after.begin(), after.end(), label) - after.begin());
    }
  }
}

TEST_CASE("Enter starts the game once everybody is ready, without a number that changed its meaning") {
  Stage stage;
  auto state = room(v1::ROOM_PHASE_LOBBY);
  state.mutable_seats(3)->set_name("Dora");
  state.mutable_seats(3)->set_ready(true);
  stage.show(stage.next(state, v1::LittleAlchemistsView()));
  CHECK(stage.screen().find(">1  Ready") != std::string::npos);
  state.mutable_seats(0)->set_ready(true);
  stage.show(stage.next(state, v1::LittleAlchemistsView()));
  CHECK(stage.screen().find(">2  Start the game") != std::string::npos);
  stage.player.key({Key::Kind::enter, {}}, at(5'000));
  REQUIRE(stage.outbox.sent.size() == 1);
  CHECK(stage.outbox.sent[0].has_start_game());
}

TEST_CASE("A word for off is understood in the client's language") {
  CHECK(typed_value(Texts("de"), "aus") == "off");
  CHECK(typed_value(Texts("en"), "off") == "off");
  CHECK(typed_value(Texts("de"), "90") == "90");
}

TEST_CASE("Whoever is waited for says when a bot plays or nobody is there") {
  const Texts texts("en");
  auto model = host_of(v1::ROOM_PHASE_PLAYING);
  model.deciding = {0, 1, 2, 3};
  model.room.mutable_seats(3)->set_substituted(true);
  CHECK(waiting_text(model, texts) == "Waiting for Bob (bot), Cara (away), Dan (bot).");
  model.room.mutable_seats(1)->set_name("Bot 2");  // the name says it
  model.room.mutable_seats(2)->set_connected(true);
  model.room.mutable_seats(3)->set_left(true);
  CHECK(waiting_text(model, texts) == "Waiting for Bot 2, Cara, Dan (left).");
}

TEST_CASE("Whose seat is gone is not told that it is kept, and may look on where the room goes on") {
  struct Gone {
    link::Ending ending;
    v1::RefusalCode code;
    bool room_goes_on, kept;
  };
  for (const auto& gone : {Gone{link::Ending::removed, v1::REFUSAL_CODE_UNSPECIFIED, true, false},
                           Gone{link::Ending::removed, v1::REFUSAL_CODE_UNSPECIFIED, false, false},
                           Gone{link::Ending::refused, v1::REFUSAL_CODE_BAD_TOKEN, false, false},
                           Gone{link::Ending::unreachable, v1::REFUSAL_CODE_UNSPECIFIED, false, true},
                           Gone{link::Ending::displaced, v1::REFUSAL_CODE_UNSPECIFIED, false, true}}) {
    Stage stage;
    stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven()));
    link::Status status;
    status.state = link::State::ended;
    status.ending = gone.ending;
    status.code = gone.code;
    status.room_goes_on = gone.room_goes_on;
    status.text = "The room's host took you off this room.";
    stage.player.state(status, at(1'000));
    CHECK(stage.screen().find("The room's host took you off this room.") != std::string::npos);
    CHECK((stage.screen().find("seat is kept") != std::string::npos) == gone.kept);
    CHECK((stage.screen().find("1  Watch this room") != std::string::npos) == gone.room_goes_on);
    CHECK(stage.screen().find("t chat") == std::string::npos);  // nobody would hear it
    stage.player.key(character("q"), at(5'000));  // leaving a room that one is not in is not offered
    CHECK(stage.screen().find("for good") == std::string::npos);
    CHECK((stage.screen().find("seat is kept") != std::string::npos) == gone.kept);
    stage.player.key({Key::Kind::escape, {}}, at(5'000));
    if (!gone.room_goes_on) continue;
    stage.player.key(character("1"), at(6'000));
    CHECK(stage.outbox.watched);
    stage.player.entered(entered(-1), at(7'000));
    link::Status online;
    online.state = link::State::online;
    stage.player.state(online, at(7'000));
    stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven()));
    CHECK(stage.player.model().watching());
    CHECK(stage.screen().find("took you off") == std::string::npos);
  }
}

TEST_CASE("Nobody is offered to watch a locked room, and whoever is out of a room sees no turn over it") {
  for (const bool locked : {false, true})
    for (const bool goes_on : {false, true}) {
      Stage stage;
      auto state = room(v1::ROOM_PHASE_PLAYING);
      state.set_locked(locked);
      stage.show(stage.next(state, level_seven()));
      CHECK(stage.screen().find("your turn") != std::string::npos);
      link::Status status;
      status.state = link::State::ended;
      status.ending = link::Ending::removed;
      status.room_goes_on = goes_on;
      status.text = "Gone.";
      stage.player.state(status, at(1'000));
      const auto screen = stage.screen();
      const auto title = screen.substr(0, screen.find('\n'));
      CHECK((screen.find("Watch this room") != std::string::npos) == (goes_on && !locked));
      CHECK(title.find("turn") == std::string::npos);
      CHECK((title.find("closed") != std::string::npos) == !goes_on);
      CHECK(stage.player.model().can_watch() == (goes_on && !locked));
    }
}

TEST_CASE("What stands under the players fits the narrowest column, and no spoken seat ends in a comma") {
  for (const std::string language : {"en", "de"}) {
    const Texts texts(language);
    for (const auto phase : {v1::ROOM_PHASE_LOBBY, v1::ROOM_PHASE_PLAYING, v1::ROOM_PHASE_FINISHED}) {
      auto model = host_of(phase);
      model.seat = -1;
      model.room.set_locked(true);
      model.room.set_spectators(99);
      for (auto& seat : *model.room.mutable_seats()) {
        seat.set_name("Robo");
        seat.set_connected(true);
      }
      const auto lines = seats_block({model, texts}).lines;
      for (const auto* words : {"seats.locked", "seats.spectators"}) {
        const auto under = std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return text_of(l) == texts(words, {"99"}); });
        REQUIRE(under != lines.end());
        CHECK(columns(*under) <= 38);
      }
      for (const auto& spoken : seats_block({model, texts, true}).lines) {
        const auto text = text_of(spoken);
        INFO(text);
        CHECK(text.find_last_not_of(", ") == text.size() - 1);
      }
    }
  }
}

TEST_CASE("The host can lock the room, sees that it is, and is told who could come back") {
  const Texts texts("en");
  auto model = host_of(v1::ROOM_PHASE_LOBBY);
  model.room.mutable_seats(3)->set_name("Dora");
  const auto in_group = [&](const std::string& part) {
    for (const auto& group : room_actions(model, texts))
      for (const auto& action : group.more)
        if (action.label.find(part) != std::string::npos) return action;
    FAIL("no action " + part);
    return RoomAction();
  };
  CHECK(in_group("Lock the room").send->set_locked().locked());
  CHECK(in_group("Send Dora away").confirm.find("unless you lock the room") != std::string::npos);
  model.room.set_locked(true);
  CHECK(in_group("Open the room").send->has_set_locked());
  CHECK_FALSE(in_group("Open the room").send->set_locked().locked());
  CHECK(in_group("Send Dora away").confirm == "Send Dora away?");
  Stage stage;
  stage.show(stage.next(model.room, v1::LittleAlchemistsView()));
  CHECK(stage.screen({100, 40}).find(texts("seats.locked")) != std::string::npos);
}

TEST_CASE("Where bots cannot be members none is offered") {
  const Texts texts("en");
  for (const auto phase : {v1::ROOM_PHASE_LOBBY, v1::ROOM_PHASE_PLAYING}) {
    auto model = host_of(phase);
    model.room.mutable_seats(2)->set_connected(false);
    v1::CatalogueReply reply = catalogue("en");
    const auto bots = [&] {
      std::size_t offered = 0;
      for (const auto& action : room_actions(model, texts)) {
        offered += action.send && action.send->has_set_bot() ? 1 : 0;
        for (const auto& more : action.more) offered += more.send && more.send->set_bot().bot() ? 1 : 0;
      }
      return offered;
    };
    CHECK(bots() > 0);
    reply.mutable_games(0)->set_no_bots(true);
    apply(model, reply);
    CHECK(bots() == 0);
  }
}

TEST_CASE("A window that was displaced can take the seat back; one that was sent away cannot") {
  for (const auto ending : {link::Ending::displaced, link::Ending::removed}) {
    Stage stage;
    stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven()));
    link::Status status;
    status.state = link::State::ended;
    status.ending = ending;
    status.text = "Your seat was taken over.";
    stage.player.state(status, at(1'000));
    const bool displaced = ending == link::Ending::displaced;
    CHECK((stage.screen().find("1  Take the seat back here") != std::string::npos) == displaced);
    stage.player.key(character("1"), at(5'000));
    CHECK(stage.outbox.came_back == displaced);
    CHECK(stage.outbox.quitted != displaced);
  }
}
