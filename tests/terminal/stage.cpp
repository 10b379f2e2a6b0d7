#include "stage.h"

#include "golden.h"
#include "renderer.h"

#include <athanor/common/text.h>

#include <catch2/catch.hpp>

namespace athanor::ui::test {

Stage::Stage(const std::string& language, int seat, v1::CatalogueReply catalogue)
    : texts(language), player(texts, outbox, Place{"ws://127.0.0.1:8400"}), catalogue_(std::move(catalogue)) {
  link::Status online;
  online.state = link::State::online;
  player.state(online, at(0));
  player.entered(entered(seat), at(0));
}

v1::Update Stage::next(const v1::RoomState& state, const google::protobuf::MessageLite& view, const v1::Decision* decision,
                       const std::vector<std::string>& events) {
  return update(++sequence_, state, state.phase() == v1::ROOM_PHASE_LOBBY ? std::string() : view.SerializeAsString(), decision, events);
}

void Stage::show(const v1::Update& update) {
  player.update(update, at(0));
  if (catalogue_.games_size() > 0) player.catalogue(catalogue_, at(0));
}

v1::CatalogueReply catalogue_of(const games::GameType& type, const std::string& language) {
  const auto lang = language == "de" ? games::Language::german : games::Language::english;
  v1::CatalogueReply reply;
  auto* game = reply.add_games();
  game->set_name(type.traits().name);
  game->set_title(type.title(lang));
  for (const auto& spec : type.options()) {
    auto* option = game->add_options();
    option->set_name(spec.name);
    option->set_label(type.option_label(spec.name, lang));
    for (const auto& value : spec.values) option->add_values(value);
    option->set_min(spec.min);
    option->set_max(spec.max);
    option->set_default_value(spec.default_for(lang));
  }
  for (const auto& term : type.terms(lang)) {
    auto* message = game->add_terms();
    message->set_key(term.key);
    message->set_text(term.text);
  }
  return reply;
}

v1::RoomState room_of(const std::string& game, v1::RoomPhase phase, const Names& names) {
  auto state = room(phase, names);
  state.set_game(game);
  state.clear_options();
  state.clear_campaign();
  state.clear_campaign_progress();
  return state;
}

v1::Decision buttons(const std::string& prompt, std::initializer_list<const char*> labels) {
  v1::Decision decision;
  decision.set_id(4);
  decision.set_prompt(prompt);
  for (const auto* label : labels) {
    auto* offer = decision.add_offers();
    offer->set_id(static_cast<std::uint32_t>(decision.offers_size()));
    offer->set_verb("verb");
    offer->set_label(label);
  }
  return decision;
}

v1::Decision shop(std::uint32_t chips) {
  v1::Decision decision;
  decision.set_id(5);
  decision.set_prompt("Buy chips");
  auto* offer = decision.add_offers();
  offer->set_id(1);
  auto* field = offer->add_fields();
  field->set_label("Chips");
  auto& pick = *field->mutable_pick();
  pick.set_max(chips);
  for (std::uint32_t id = 1; id <= chips; ++id) {
    auto* option = pick.add_options();
    option->set_id(id);
    option->set_label("chip " + std::to_string(id));
    option->set_copies(1);
    option->set_weight(4);
  }
  return decision;
}

std::string spoken(const std::string& game, const Model& model, const Texts& texts) {
  const auto picture = renderer_for(game).draw({model, texts, true});
  std::string said = picture.headline + "\n";
  const auto say = [&](const Block& block) {
    said += block.title + "\n";
    for (const auto& row : block.lines) said += "  " + text_of(row) + "\n";
  };
  for (const auto& block : picture.table) say(block);
  for (const auto& block : picture.own) say(block);
  say({"brief", picture.brief});
  return said;
}

void check_golden(const std::string& name, const std::string& found) {
  const auto difference = golden_difference(name, found);
  INFO(difference);
  CHECK(difference.empty());
}

void check_cells(const Canvas& canvas) {
  for (int y = 0; y < canvas.size().height; ++y) {
    int width = 0;
    for (int x = 0; x < canvas.size().width; ++x) {
      const auto& cell = canvas.at(x, y);
      width += cell.width;
      REQUIRE(common::columns(cell.glyph) == cell.width);
      REQUIRE(common::printable(cell.glyph) == cell.glyph);
    }
    REQUIRE(width == canvas.size().width);
  }
}

void check_harmless(Stage& stage, const v1::RoomState& state, const google::protobuf::MessageLite& view) {
  for (const Size size : {Size{80, 24}, {120, 40}, {40, 10}, {1, 1}, {300, 100}}) {
    stage.show(stage.next(state, view));
    check_cells(stage.canvas(size));
  }
}

}  // namespace athanor::ui::test
