#pragma once
// A published journal, read from a file and folded again with the rules in this binary.

#include <athanor/games/catalogue.h>
#include <athanor/games/game.h>
#include <athanor/v1/journal.pb.h>

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace athanor::tools {

/// The error is a sentence.
[[nodiscard]] tl::expected<v1::PublishedJournal, std::string> read_published(const std::string& file, const std::string& language);

/// Where a journal stops making sense.
struct Fault {
  std::uint64_t sequence = 0;  ///< of the entry; 0: the heading
  std::string text;            ///< one sentence
  bool unfinished = false;     ///< it stops before the game is over, and is right so far
};

/// After one entry that folded to the digest it carries.
using AfterEntry = std::function<void(const v1::JournalEntry&, const games::Game&, const games::Outcome&)>;

/// Folds the whole journal, which may hold anything. Nothing: every entry was allowed by the rules, gave the recorded
/// state, and the last one ended the game.
[[nodiscard]] std::optional<Fault> refold(const v1::PublishedJournal& journal, const games::Catalogue& catalogue,
                                          const std::string& language, const AfterEntry& after);

/// What an entry is, for people: "answer of Alba".
[[nodiscard]] std::string entry_name(const v1::PublishedJournal& journal, const v1::JournalEntry& entry, const std::string& language);

/// One line per seat, in seat order; empty before the end.
[[nodiscard]] std::string standings_text(const v1::PublishedJournal& journal, const games::Game& game, const std::string& language);

/// "Little Alchemists, game 2 of room BCDFGH, 3 seats, 120 entries".
[[nodiscard]] std::string heading(const v1::PublishedJournal& journal, const games::Catalogue& catalogue, const std::string& language);

}  // namespace athanor::tools
