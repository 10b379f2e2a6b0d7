#include "room_views.h"

#include <athanor/common/secret.h>
#include <athanor/ui/show.h>

#include <nlohmann/json.hpp>

namespace athanor::app {
namespace {

using Json = nlohmann::json;

template <typename Message>
Message message_of(const Json& hex) {
  Message message;
  const auto bytes = common::from_hex(hex.get<std::string>());
  if (!bytes || !message.ParseFromString(*bytes)) message.Clear();
  return message;
}

Json json_of(const std::vector<ui::ShownBlock>& blocks) {
  auto out = Json::array();
  for (const auto& block : blocks) out.push_back({{"title", block.title}, {"lines", block.lines}});
  return out;
}

}  // namespace

void show_views(Json& room) {
  const auto game = message_of<v1::GameInfo>(room.value("game_info_hex", Json("")));
  room.erase("game_info_hex");
  const auto shown = ui::show(game, message_of<v1::Update>(room.value("update_hex", Json(""))), -1);
  room.erase("update_hex");
  room["headline"] = shown.headline;
  room["table"] = json_of(shown.table);
  if (!room.contains("seat_updates_hex")) return;
  room["own"] = Json::array();
  int seat = 0;
  for (const auto& update : room.at("seat_updates_hex"))
    room["own"].push_back(json_of(ui::show(game, message_of<v1::Update>(update), seat++).own));
  room.erase("seat_updates_hex");
}

}  // namespace athanor::app
