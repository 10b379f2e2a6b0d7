#pragma once
// Rooms, views and decisions made by hand, so that the screens that are tested do not depend on any game's texts.

#include "model.h"
#include "outbox.h"

#include <athanor/v1/little_alchemists.pb.h>
#include <athanor/v1/lobby.pb.h>
#include <athanor/v1/session.pb.h>

#include <string>
#include <vector>

namespace athanor::ui::test {

/// Notes what would have been sent; ids count from 1.
class RecordingOutbox final : public Outbox {
 public:
  link::RequestId send(v1::ClientMessage message) override {
    if (full) return 0;
    sent.push_back(std::move(message));
    return sent.size();
  }
  void quit() override { quitted = true; }
  void come_back() override { came_back = true; }
  void watch() override { watched = true; }

  std::vector<v1::ClientMessage> sent;
  bool quitted = false;
  bool came_back = false;
  bool watched = false;
  bool full = false;
};

struct Names {
  std::string first = "Anna", second = "Bob", third = "Cara", fourth = "Dan";
};
/// Chinese, emoji, Hebrew, piled-up marks.
[[nodiscard]] Names world_names();
/// Control sequences of all kinds, bad UTF-8, direction overrides.
[[nodiscard]] std::string hostile_text();

[[nodiscard]] TimePoint at(int milliseconds);
[[nodiscard]] v1::CatalogueReply catalogue(const std::string& language);
[[nodiscard]] v1::RoomEntered entered(int seat);
[[nodiscard]] v1::RoomState room(v1::RoomPhase phase, const Names& names = {});

/// Level 7, seat 0 is to act: every block has something to show.
[[nodiscard]] v1::LittleAlchemistsView level_seven();
[[nodiscard]] v1::LittleAlchemistsView level_one();
[[nodiscard]] v1::LittleAlchemistsView level_one_test();
[[nodiscard]] v1::LittleAlchemistsView level_six_end();
[[nodiscard]] v1::LittleAlchemistsView open_theory();
[[nodiscard]] v1::CompanionView companion();

/// Mix (pick two), buy (pick one), share a theory (two fields), end the turn (a button that asks to be sure).
[[nodiscard]] v1::Decision turn_decision(std::uint64_t id = 1);
/// One offer with every kind of field: ordered pick, pick with rules, text, number.
[[nodiscard]] v1::Decision every_field(std::uint64_t id = 1);

[[nodiscard]] v1::Update update(std::uint64_t sequence, const v1::RoomState& room, const std::string& view,
                                const v1::Decision* decision = nullptr, const std::vector<std::string>& events = {});
void add_chat(v1::Update& update, std::uint64_t sequence, int seat, const std::string& name, const std::string& text);

}  // namespace athanor::ui::test
