#pragma once
// A game of any kind with people of both languages at its table and people who watch it in every way, each of whose bytes are kept.

#include "protocol/secrets.h"
#include "support/player.h"
#include "trouble/told.h"

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace athanor::tests {

class WatchedTable {
 public:
  /// Everybody is at the table, has said something and written notes, and one who watches has his own address, another one a player's.
  WatchedTable(std::uint16_t port, const std::string& game, games::Seat seats, std::uint64_t seed);
  void start();
  /// Plays at most this long, then all but the host leave, until the game is over. On the way somebody more comes to watch, one who watches and a
  /// player lose their connections and come back, and everybody asks for the journal.
  void play(std::chrono::milliseconds longest);

  [[nodiscard]] v1::PublishedJournal journal();  ///< of the end, the same for whoever asks
  [[nodiscard]] std::vector<Heard> heard() const { return {heard_.begin(), heard_.end()}; }
  [[nodiscard]] const std::vector<std::string>& said() const { return said_; }
  /// Whose connection, and what of his nobody else may get.
  [[nodiscard]] std::string private_thing_elsewhere() const;
  [[nodiscard]] std::size_t moves() const { return moves_; }
  [[nodiscard]] std::size_t journals_refused() const { return refused_; }
  [[nodiscard]] const Secrets& secrets() const { return secrets_; }  ///< keys, notes, and what only some were told

 private:
  using Person = std::unique_ptr<Player>;
  Person arrive(const std::string& who, const std::string& address, games::Viewer viewer, games::Language language, std::uint64_t after = 0);
  void watch(const std::string& who, const std::string& address, games::Language language);
  void owner_comes_back(games::Seat seat, std::uint64_t after);
  void ask_for_the_journal_too_early();
  void read_all();
  bool move();
  void leave_until_it_ends();
  [[nodiscard]] bool playing() { return seated_.front()->playing(); }
  std::vector<Player*> everybody();

  std::uint16_t port_;
  games::Catalogue catalogue_ = games::standard_catalogue();
  const games::GameType* type_;
  std::vector<Person> seated_, watching_;
  std::vector<std::unique_ptr<games::Bot>> bots_;
  std::deque<Heard> heard_;
  std::map<std::string, Secrets> private_;  // of each person
  std::map<std::string, std::string> address_of_;
  std::vector<std::string> said_;
  Secrets secrets_;
  std::uint64_t newest_ = 0;
  std::size_t moves_ = 0, refused_ = 0;
};

}  // namespace athanor::tests
