// The campaign part of companion.h: boxes, locks, trophies (rules §4.5, §11).

#include "companion.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::little_alchemists {
namespace {

using Json = nlohmann::json;

Json board_json(const Board& board) {
  Json slots = Json::array();
  Json cross = Json::array();
  for (unsigned s = 0; s < board.size; ++s) {
    slots.push_back(letters(board.sets[s]));
    if (board.senses == 0) continue;  // crosses not printed
    std::string row;
    for (unsigned t = 0; t < board.size; ++t) row.push_back(s == t ? '.' : letter(board.cross[0][s][t]));
    cross.push_back(row);
  }
  return {{"slots", slots}, {"cross", cross}};
}

Board board_from(const Json& json) {
  Board board;
  const auto& slots = json.at("slots");
  board.size = static_cast<std::uint8_t>(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s) board.sets.at(s) = set_of(slots[s].get<std::string>()).value();
  const auto& cross = json.at("cross");
  board.senses = cross.empty() ? 0 : 1;
  for (auto& row : board.cross[0]) row.fill(Result::trade);
  for (std::size_t s = 0; s < cross.size(); ++s) {
    const auto row = cross[s].get<std::string>();
    for (std::size_t t = 0; t < row.size(); ++t)
      if (s != t) board.cross[0].at(s).at(t) = result_of(row[t]).value();
  }
  return board;
}

Json boxes(const std::array<bool, max_level + 1>& flags) {
  Json list = Json::array();
  for (unsigned box = 2; box <= max_level; ++box)
    if (flags[box]) list.push_back(box);
  return list;
}

Campaign read_campaign(const Json& json) {
  Campaign campaign;
  for (const auto& box : json.at("earned")) campaign.earned.at(box.get<unsigned>()) = true;
  for (const auto& box : json.at("opened")) campaign.opened.at(box.get<unsigned>()) = true;
  const auto locks = json.at("locks").get<std::vector<std::uint8_t>>();
  for (std::size_t i = 0; i < locks.size(); ++i) campaign.filled.at(3 + i) = locks[i];
  campaign.trophy_keys = json.at("trophy_keys").get<std::uint32_t>();
  if (json.contains("own_boards"))
    for (const auto& [group, board] : json.at("own_boards").items()) campaign.own_boards.at((std::stoul(group) - 1) / 2) = board_from(board);
  return campaign;
}

void earn(Campaign& campaign, const Json& change) {
  if (change.contains("keys")) add_keys(campaign, change.at("keys").get<unsigned>());
  if (change.contains("test_passed")) campaign.earned[2] = true;
  if (change.value("open", false)) open_earned(campaign);
}

void set_progress(Campaign& campaign, const Json& progress) {
  const auto open_level = progress.at("open_level").get<unsigned>();
  campaign.earned.fill(false);
  campaign.opened.fill(false);
  campaign.filled.fill(0);
  for (unsigned box = 2; box <= max_level && box <= open_level; ++box) {
    campaign.earned[box] = campaign.opened[box] = true;
    campaign.filled[box] = data().locks[box];
  }
  if (open_level >= 2 && open_level < max_level) {
    const unsigned next = open_level + 1;
    campaign.filled[next] = std::min(data().locks[next], static_cast<std::uint8_t>(progress.at("locks").get<unsigned>()));
    campaign.earned[next] = campaign.filled[next] == data().locks[next];
  }
  campaign.trophy_keys = open_level >= max_level ? progress.at("trophy_keys").get<std::uint32_t>() : 0;
}

[[noreturn]] void unreadable(const std::exception& e) { throw std::logic_error(std::string("unreadable campaign: ") + e.what()); }

}  // namespace

unsigned Campaign::trophies() const {
  unsigned lines = 0;
  std::uint32_t needed = 0;
  for (const auto keys : data().trophies) {
    needed += keys;
    if (trophy_keys >= needed) ++lines;
  }
  return lines;
}

void add_keys(Campaign& campaign, unsigned keys) {
  for (unsigned box = 3; box <= max_level; ++box) {
    const unsigned free = data().locks[box] - std::min(campaign.filled[box], data().locks[box]);
    const unsigned used = std::min(free, keys);
    campaign.filled[box] = static_cast<std::uint8_t>(campaign.filled[box] + used);
    keys -= used;
    if (campaign.filled[box] >= data().locks[box]) campaign.earned[box] = true;
  }
  campaign.trophy_keys += keys;
}

void open_earned(Campaign& campaign) {
  for (unsigned box = 2; box <= max_level; ++box)
    if (campaign.earned[box]) campaign.opened[box] = true;
}

Campaign campaign_from(std::string_view state) {
  if (state.empty()) return {};
  try {
    return read_campaign(Json::parse(state));
  } catch (const std::exception& e) {
    unreadable(e);
  }
}

std::string campaign_text(const Campaign& campaign) {
  Json locks = Json::array();
  for (unsigned box = 3; box <= max_level; ++box) locks.push_back(campaign.filled[box]);
  Json json{{"earned", boxes(campaign.earned)}, {"opened", boxes(campaign.opened)}, {"locks", locks}, {"trophy_keys", campaign.trophy_keys}};
  for (std::size_t group = 0; group < campaign.own_boards.size(); ++group)
    if (campaign.own_boards[group]) json["own_boards"][std::to_string(2 * group + 1)] = board_json(*campaign.own_boards[group]);
  return json.dump();
}

std::string campaign_fold(std::string_view state, std::string_view change_text) {
  Campaign campaign = campaign_from(state);
  try {
    const auto change = Json::parse(change_text);
    earn(campaign, change);
    if (change.contains("open_box")) {
      const auto box = change.at("open_box").get<unsigned>();
      if (campaign.earned.at(box)) campaign.opened.at(box) = true;
    }
    if (change.contains("progress")) set_progress(campaign, change.at("progress"));
    if (change.contains("board")) campaign.own_boards.at((change.at("group").get<unsigned>() - 1) / 2) = board_from(change.at("board"));
  } catch (const std::exception& e) {
    unreadable(e);
  }
  return campaign_text(campaign);
}

std::string keys_change(unsigned keys, bool open) { return Json{{"keys", keys}, {"open", open}}.dump(); }
std::string test_passed_change(bool open) { return Json{{"test_passed", true}, {"open", open}}.dump(); }
std::string open_box_change(unsigned box) { return Json{{"open_box", box}}.dump(); }
std::string progress_change(unsigned open_level, unsigned locks, std::uint32_t trophy_keys) {
  return Json{{"progress", {{"open_level", open_level}, {"locks", locks}, {"trophy_keys", trophy_keys}}}}.dump();
}
std::string board_change(unsigned group, const Board& board) { return Json{{"group", group}, {"board", board_json(board)}}.dump(); }

}  // namespace athanor::games::little_alchemists
