#pragma once
// Everybody of one game on a raw connection of his own; every reply is counted, and the end is compared with the published journal.

#include "support/player.h"

#include <athanor/v1/journal.pb.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace athanor::tests {

struct Wanted {
  std::string game;
  std::uint32_t seats = 2;
  std::map<std::string, std::string> options{};
};

/// Of each game of the catalogue one with people who often are asked at once; clocks so long that none runs out.
[[nodiscard]] std::vector<Wanted> every_game();
/// The game of that name among them.
[[nodiscard]] Wanted one_game(const std::string& name);

[[nodiscard]] v1::ClientMessage creation(const Wanted& wanted, const std::string& name);
[[nodiscard]] v1::ClientMessage answer_message(const v1::Answer& answer);
/// An empty one if there is none of that id.
[[nodiscard]] const v1::Offer& offer_taken(const v1::Decision& decision, const v1::Answer& answer);

class Seated {
 public:
  explicit Seated(std::uint16_t port, const std::string& source = {}) : player(port, "/ws", 0, source) { player.hello(); }

  /// As the client sends it; a request id is given unless there is one. Counts as sent.
  std::string framed(v1::ClientMessage message, std::uint64_t* request = nullptr);
  std::uint64_t send(v1::ClientMessage message);
  /// Reads one message and counts what it answers; false: nothing came.
  bool read(int within_ms = patience_ms);
  template <typename Condition>
  bool until(Condition condition) {
    while (!condition())
      if (!read()) return false;
    return true;
  }
  [[nodiscard]] std::size_t replies(std::uint64_t request) const;
  [[nodiscard]] bool answered() const;  ///< every request, as often as it was sent
  bool all_answered() { return until([this] { return answered(); }); }
  /// Everything that the server had to say by now has come: whatever was on its way arrives before the reply to a heartbeat that follows an
  /// update of this sequence number.
  bool fence(std::uint64_t sequence);
  [[nodiscard]] bool refused(std::uint64_t request) const { return refusals.contains(request); }
  [[nodiscard]] std::uint64_t sequence() const { return player.update.sequence(); }
  /// Something was answered more or less often than it was sent; in words, or empty.
  [[nodiscard]] std::string miscounted() const;

  Player player;
  std::map<std::uint64_t, v1::Refusal> refusals;  ///< the last one of each request

 private:
  std::map<std::uint64_t, std::size_t> sent_, replied_;
};

/// One accepted answer, as it was sent.
struct Accepted {
  std::uint32_t seat = 0;
  std::string answer;  ///< serialised v1::Answer
  friend auto operator<=>(const Accepted&, const Accepted&) = default;
};

class FullTable {
 public:
  /// Seats everybody and starts. `first_source` numbers the addresses they come from; see stranger().
  FullTable(std::uint16_t port, const Wanted& wanted, std::uint32_t first_source);

  [[nodiscard]] Seated& at(std::uint32_t seat) { return *people_.at(seat); }
  [[nodiscard]] std::uint32_t seats() const { return static_cast<std::uint32_t>(people_.size()); }
  [[nodiscard]] bool over() const { return people_.front()->player.room.phase() == v1::ROOM_PHASE_FINISHED; }
  /// All have seen what the newest of them has.
  void settle();
  /// Somebody else on that seat's place, from now on.
  void replace(std::uint32_t seat, std::unique_ptr<Seated> by) { people_.at(seat) = std::move(by); }
  [[nodiscard]] std::uint64_t sequence() const { return people_.front()->sequence(); }
  [[nodiscard]] std::string code() const { return people_.front()->player.code; }

 private:
  std::vector<std::unique_ptr<Seated>> people_;
};

/// The published journal of a game that is over.
[[nodiscard]] v1::PublishedJournal published(Seated& member);

/// What is wrong with the journal: it does not fold, its answers are not those that were accepted (each seat's in their order), or the
/// last views are not those that were told. Empty: nothing.
[[nodiscard]] std::string journal_fault(FullTable& table, const v1::PublishedJournal& journal, const std::vector<Accepted>& accepted);

/// The answers among the entries first..last.
[[nodiscard]] std::vector<Accepted> answers_between(const v1::PublishedJournal& journal, std::uint64_t first, std::uint64_t last);

/// Answers at random for whoever is asked.
class Chooser {
 public:
  explicit Chooser(std::uint64_t seed) : bot_(games::random_bot(seed)), chance_(seed) {}
  /// Nothing (offer 0) if the others have to act first. Several who are asked at once never get in each other's way: `rank` counts
  /// them. `alone`: nobody else acts now.
  [[nodiscard]] v1::Answer answer(const v1::Update& update, std::uint32_t rank, bool alone);

 private:
  std::unique_ptr<games::Bot> bot_;
  std::uint64_t chance_;
};

}  // namespace athanor::tests
