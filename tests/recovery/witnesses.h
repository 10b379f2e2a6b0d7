#pragma once
// Rooms of every game whose members the test plays itself, so that it knows what was acknowledged to whom, and can look for
// it in the journal of a dead server.

#include "clocks.h"
#include "person.h"

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace recovery {

/// A game as it is played under load.
struct Played {
  std::string game;
  std::uint32_t seats;
  std::map<std::string, std::string> options;  ///< long games, and clocks where there are any
  bool by_load_tool = true;                    ///< it plays no game whose members are people's devices
};
/// Every game of the catalogue.
[[nodiscard]] const std::vector<Played>& every_game();
[[nodiscard]] bool by_load_tool(const std::string& game);

/// What was looked for in journals, and found.
struct LookedUp {
  std::uint64_t acknowledged = 0, refused = 0, clocks = 0;
};

class WitnessRoom {
 public:
  WitnessRoom(boost::asio::io_context& context, const std::string& url, const Played& played, std::uint64_t seed);

  /// Some of those who are asked answer; a game that is over is followed by the next. Called often.
  void play();

  [[nodiscard]] const std::string& code() const { return people_.front()->code; }
  [[nodiscard]] const std::string& game() const { return game_; }
  [[nodiscard]] std::size_t people() const { return people_.size(); }
  [[nodiscard]] bool online() const;
  [[nodiscard]] bool offline() const;
  [[nodiscard]] bool quiet() const;           ///< nothing that was sent is unanswered
  [[nodiscard]] std::size_t answered() const;  ///< answers that were acknowledged

  /// What was acknowledged to each seat up to now.
  using Known = std::vector<std::map<athanor::link::RequestId, std::uint64_t>>;
  [[nodiscard]] Known known() const;
  /// Each of these is one entry of its seat, as it was sent and where it was seen; no request counted twice, and there is no answer
  /// that nobody sent.
  void check_holds(const std::string& data, const Known& known, LookedUp& looked) const;
  /// To be called when the server is dead and all that it had sent has arrived. Holds all that was
  /// acknowledged and nothing that was refused.
  void check_journal(const std::string& data, LookedUp& looked);
  /// Everybody has heard from the server again.
  [[nodiscard]] bool heard_again() const;
  /// Then: no clock of a question that is still open was shortened by more than is documented, or prolonged.
  void check_clocks(const std::string& data, Steady::time_point alive, Steady::time_point started, LookedUp& looked) const;
  /// The server has gone back to an older journal: what came after it is no longer expected.
  void forget();

 private:
  struct Before {
    athanor::v1::Update update;
    Steady::time_point at, entered;  // when it came, and when its last entry was written
    std::uint64_t updates = 0;
  };
  std::string game_;
  std::mt19937_64 random_;
  std::vector<std::unique_ptr<Person>> people_;
  std::vector<Before> before_;
  Steady::time_point last_entry_{};
};

/// One room of each game, and more of those that the load tool does not play.
class Witnesses {
 public:
  Witnesses(boost::asio::io_context& context, const std::string& url, std::uint64_t seed);

  void play();  ///< not more often than people would who are quick
  template <typename Condition>
  [[nodiscard]] bool all(Condition condition) const {
    for (const auto& room : rooms_)
      if (!condition(*room)) return false;
    return true;
  }
  template <typename Call>
  void each(Call call) {
    for (const auto& room : rooms_) call(*room);
  }
  [[nodiscard]] bool has(const std::string& room) const;
  [[nodiscard]] std::size_t people() const;

 private:
  std::vector<std::unique_ptr<WitnessRoom>> rooms_;
  Steady::time_point next_{};
};

}  // namespace recovery
