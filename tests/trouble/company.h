#pragma once
// Several people in one started game, each with a connection and a random player's judgement. Some of them can fall silent, come back
// or leave for good while the others go on.

#include "protocol/manual_seams.h"
#include "support/control_room.h"
#include "support/player.h"

#include <athanor/games/catalogue.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace athanor::tests {

/// An answer leaves the question open, so that another may follow.
[[nodiscard]] bool stays_open(const v1::Decision& question);

struct Opening {
  std::string game;
  std::uint32_t seats = 2;
  games::OptionMap options{};
  std::uint64_t seed = 1;                   ///< of what the people choose
  std::optional<std::uint32_t> from{};      ///< the addresses stranger(from), stranger(from + 1) and so on; none: the usual one
  std::vector<std::string>* transcripts{};  ///< get what each seat's connections are sent, byte by byte; none: not kept
};

class Company {
 public:
  Company(std::uint16_t port, const Opening& opening);

  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] std::size_t seats() const { return people_.size(); }
  [[nodiscard]] bool present(std::size_t seat) const { return people_[seat] != nullptr; }
  [[nodiscard]] Player& at(std::size_t seat) { return *people_.at(seat); }
  /// Any of those who are present.
  [[nodiscard]] Player& somebody();
  [[nodiscard]] std::size_t present() const;
  [[nodiscard]] std::uint64_t sequence() const { return newest_; }
  [[nodiscard]] std::size_t answers() const { return answers_; }  ///< that were accepted

  /// Everybody who is present has been told the newest.
  void settle();
  [[nodiscard]] bool over();
  /// One of those who are present, in turn, answers what he is asked; false: nobody can.
  bool act();
  /// Everybody who is present gives a sign of life; what the server knows by then is told.
  void signs_of_life();
  /// Everybody is told how much time is left now.
  void refresh();

  /// Its connection stays open, but from now on nobody reads it or sends on it.
  std::unique_ptr<Player> fall_silent(std::size_t seat);
  void come_back(std::size_t seat);
  /// What the caller did on a connection of this seat's own, on which the game goes on.
  void come_back(std::size_t seat, std::unique_ptr<Player> player, std::size_t answers);
  /// A new connection of the seat that has said hello, and how it takes the seat back.
  [[nodiscard]] std::unique_ptr<Player> connection(std::size_t seat);
  [[nodiscard]] const std::string& token(std::size_t seat) const { return tokens_.at(seat); }
  void leave(std::size_t seat);
  void leave_all_but(std::size_t seat);

  /// After the end: whether the published journal folds to what was told, in words; empty: it does, and holds every accepted answer.
  [[nodiscard]] std::string verdict();

 private:
  bool answer(std::size_t seat);

  std::uint16_t port_;
  Opening opening_;
  std::string code_;
  std::vector<std::string> tokens_;
  std::vector<std::unique_ptr<Player>> people_;  // by seat; none: silent or gone
  std::vector<std::unique_ptr<games::Bot>> bots_;
  std::uint64_t newest_ = 0, connections_ = 0;
  std::size_t answers_ = 0, turn_ = 0;
};

/// Time that is moved by hand, without anybody being thrown out as nobody heard of him meanwhile.
class ManualTime {
 public:
  ManualTime(ManualSeams& seams, const ControlRoom& control) : seams_(seams), control_(control) {}

  void pass(std::uint64_t ms, Company& company);
  /// Until something happens in the room; false: nothing does for an hour.
  bool until_something_happens(Company& company);

 private:
  void everybody_is_heard(Company& company);

  ManualSeams& seams_;
  const ControlRoom& control_;
  std::uint64_t unheard_ms_ = 0;
};

}  // namespace athanor::tests
