#pragma once
// What each connection of a room was told, byte for byte, and what it may have been told as the published journal shows afterwards.

#include <athanor/games/basics.h>
#include <athanor/v1/journal.pb.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace athanor::tests {

/// One connection's.
struct Heard {
  std::string who;
  games::Viewer viewer = games::Viewer::spectator();
  games::Language language = games::Language::english;
  std::uint64_t after = 0;      ///< the sequence number that it said it had seen
  std::uint64_t first_request;  ///< its requests have this number and up to 9,999 more
  std::vector<std::string> messages;
};

struct Examined {
  std::string fault;  ///< the first one; empty: none
  std::size_t updates = 0, redeals = 0, other_secrets = 0, events = 0, withheld = 0;
};

/// Folds the journal and makes each update anew, field by field, as this viewer may get it at that sequence number: from the true state,
/// and view, question and who is waited for once more from a state in which everything hidden from him is dealt otherwise. Each message
/// must have just these bytes. Only what is no secret and no part of the fold is taken over: who is connected, and how long is left.
[[nodiscard]] Examined examine(const v1::PublishedJournal& journal, const std::vector<Heard>& all, const std::vector<std::string>& said);

/// All that spectators of one language were told at one sequence number must be the same. Empty: it is.
[[nodiscard]] std::string spectators_differ(const std::vector<Heard>& all);

}  // namespace athanor::tests
