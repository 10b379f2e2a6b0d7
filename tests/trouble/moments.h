#pragma once
// Every state that a conversation can be in, at a table of any game, and everything that can be said in it.

#include "support/player.h"

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace athanor::tests {

enum class Moment : std::uint8_t { before_hello, no_room, lobby_host, lobby_guest, spectator, asked, waiting, after_the_end, after_leaving };

/// For people who read a test's output.
[[nodiscard]] std::string name_of(Moment moment);

/// Two people at a table, one who watches, and room for one who comes into it at the moment that is tried.
class MomentTable {
 public:
  /// Plays on until there is such a moment; `exists` says whether there is one in this game.
  MomentTable(std::uint16_t port, const std::string& game, Moment moment);

  [[nodiscard]] bool exists() const { return exists_; }
  /// A connection in that state; it may be asked for again when the one before was closed.
  [[nodiscard]] std::unique_ptr<Player> come();
  /// How the game stands, as one who watches learns it: the room's sequence number; where entries tell of connections, view and room without them.
  [[nodiscard]] std::string standing();
  /// What the one who watches has been told since the last call that is no news of who is connected. Empty: nothing.
  [[nodiscard]] std::string noticed();
  [[nodiscard]] const std::string& code() const { return host_->code; }
  /// Whether the one who comes is the room's host.
  [[nodiscard]] bool host_is_tried() const { return seat_ == 0 && moment_ != Moment::spectator; }
  [[nodiscard]] const std::string& tried_token() const { return seat_ == 0 ? host_->token : guest_->token; }

 private:
  void begin(Moment moment);
  void play_until_somebody_waits();
  void end_it();
  [[nodiscard]] std::uint64_t sequence();
  [[nodiscard]] bool tells_of_connections() const { return game_ == "der-alchimist"; }
  bool move();
  [[nodiscard]] std::unique_ptr<Player> arrive(bool greeting = true) const;

  std::uint16_t port_;
  std::string game_;
  Moment moment_;
  std::unique_ptr<Player> host_, guest_, observer_;
  std::unique_ptr<games::Bot> bot_ = games::random_bot(29);
  std::size_t seat_ = 0;
  bool exists_ = true, guest_gone_ = false;
  std::uint64_t seen_ = 0;
};

struct Said {
  std::string name;
  std::string bytes;
  bool may_be_meant = false;  ///< a message that is right in some state; all others are right in none
};

/// One of each kind of message, filled so that it could be meant.
[[nodiscard]] std::vector<Said> what_could_be_meant(const std::string& code, const std::string& game);
/// Numbers, names and answers that cannot be, as they are in this update's question.
[[nodiscard]] std::vector<Said> what_cannot_be(const v1::Update& update);
/// Bytes that are no message: none, noise, each message cut at every `step`th byte, kinds and types that nobody knows.
[[nodiscard]] std::vector<Said> no_messages(std::size_t step, std::uint64_t seed);
/// What only a server says. Some of it reads as a message of a client.
[[nodiscard]] std::vector<Said> what_servers_say();

enum class Outcome : std::uint8_t { accepted, refused, closed };
/// What became of it. Throws if nothing does.
[[nodiscard]] Outcome outcome_of(Player& player, const std::string& bytes);

}  // namespace athanor::tests
