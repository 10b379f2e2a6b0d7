#include "support/control_room.h"

#include "support/creation.h"
#include "support/published_end.h"
#include "support/slowness.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>

namespace athanor::tests {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double quick_ms = 200.0 * slowness;         // 95 of 100 moves; on a quiet machine they take well below 1 ms
constexpr std::chrono::milliseconds between_moves{15};  // people take longer, and the limits are meant for people

std::string address_of(std::uint64_t seed, unsigned seat) {
  return "127.9." + std::to_string(seed / 100 % 200) + "." + std::to_string(seed % 100 * 2 + seat + 1);
}

void need(bool held, const char* fault) {
  if (!held) throw std::runtime_error(fault);
}

class Table {
 public:
  Table(std::uint16_t port, const std::array<std::string, 2>& sources) : host_(port, "/ws", 0, sources[0]), guest_(port, "/ws", 0, sources[1]) {
    host_.hello();
    guest_.hello();
    // Without clocks, so that a test may move the server's.
    const auto opened = host_.ask(creation("little-alchemists", 2, "Control", {{"turn-limit", "off"}, {"prompt-limit", "off"}, {"guess-limit", "off"}}));
    need(opened.accepted, "the control room was not opened");
    need(guest_.join(host_.code, "Room").accepted, "the control room's guest was not let in");
    host_.ready();
    guest_.ready();
    v1::ClientMessage start;
    start.mutable_start_game();
    need(host_.ask(start).accepted, "the control room's game was not started");
    for (auto* player : people()) need(player->until([&] { return player->playing(); }), "the control room's game did not begin");
  }

  [[nodiscard]] bool playing() const { return host_.playing() && guest_.playing(); }

  /// Everybody who is waited for answers once; how long each took.
  std::vector<double> round(games::Bot& bot) {
    std::vector<double> took_ms;
    for (auto* player : people()) {
      need(player->until([&] { return player->update.sequence() >= newest_; }), "an update did not come");
      if (!player->waited_for()) continue;
      std::this_thread::sleep_for(between_moves);
      v1::ClientMessage message;
      *message.mutable_answer() = bot.choose(player->update.decision(), player->update.view());
      message.mutable_answer()->set_decision_id(player->update.decision().id());
      const auto sent = Clock::now();
      const auto reply = player->ask(std::move(message));
      took_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
      if (!reply.accepted) throw std::runtime_error("a legal answer was refused: " + reply.message.refusal().text());
      newest_ = player->update.sequence();
      ++answers_;
    }
    need(!took_ms.empty(), "the control room's game stands still");
    return took_ms;
  }

  /// Throws if the journal tells of another game than the one that was played.
  void check_result() {
    for (auto* player : people())
      need(player->until([&] { return player->room.phase() == v1::ROOM_PHASE_FINISHED; }), "the end was not told");
    v1::ClientMessage request;
    request.mutable_get_journal();
    const auto end = published_end(host_.ask(request).message.journal().journal());
    if (!end.wrong.empty()) throw std::runtime_error("the control room's journal does not fold: " + end.wrong);
    if (end.answers != answers_)
      throw std::runtime_error(std::to_string(answers_) + " answers were accepted, " + std::to_string(end.answers) + " are in the journal");
    need(end.views.at(0) == host_.update.view() && end.views.at(1) == guest_.update.view(), "the end that was told is not that of the journal");
  }

 private:
  std::array<Player*, 2> people() { return {&host_, &guest_}; }

  Player host_, guest_;
  std::uint64_t newest_ = 0;
  std::size_t answers_ = 0;
};

}  // namespace

ControlRoom::ControlRoom(std::uint16_t port) : thread_([this, port] { run(port); }) {}

ControlRoom::~ControlRoom() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void ControlRoom::run(std::uint16_t port) {
  try {
    for (std::uint64_t seed = 1; !stop_ || games_ == 0; ++seed) play_one_game(port, seed);
  } catch (const std::exception& error) {
    fault_ = error.what();
  }
}

void ControlRoom::play_one_game(std::uint16_t port, std::uint64_t seed) {
  Table table(port, {address_of(seed, 0), address_of(seed, 1)});
  const auto bot = games::random_bot(seed);
  while (table.playing()) {
    const auto took_ms = table.round(*bot);
    round_trips_ms_.insert(round_trips_ms_.end(), took_ms.begin(), took_ms.end());
    moves_ += took_ms.size();
  }
  table.check_result();
  ++games_;
}

std::string ControlRoom::verdict() {
  stop_ = true;
  thread_.join();
  if (!fault_.empty()) return fault_;
  std::sort(round_trips_ms_.begin(), round_trips_ms_.end());
  const auto slow = round_trips_ms_[round_trips_ms_.size() * 95 / 100];
  return slow < quick_ms ? std::string() : "95 of 100 moves took up to " + std::to_string(slow) + " ms";
}

}  // namespace athanor::tests
