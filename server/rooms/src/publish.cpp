#include "publish.h"

#include "fold.h"

#include <athanor/games/random.h>
#include <athanor/games/sealed.h>

#include <algorithm>
#include <span>
#include <utility>

namespace athanor::rooms {
namespace {

// What the game saw of an entry; false: nothing.
bool copy_game_input(const v1::JournalEntry& entry, v1::JournalEntry& out) {
  switch (entry.body_case()) {
    case v1::JournalEntry::kStarted:
      *out.mutable_started() = entry.started();
      break;
    case v1::JournalEntry::kAnswer:
      *out.mutable_answer() = entry.answer();
      break;
    case v1::JournalEntry::kTimersFired:
      out.mutable_timers_fired();
      break;
    case v1::JournalEntry::kPresenceChanged:
      *out.mutable_presence_changed() = entry.presence_changed();
      break;
    case v1::JournalEntry::kSeatLeftGame:
      *out.mutable_seat_left_game() = entry.seat_left_game();
      break;
    case v1::JournalEntry::kSeatTaken: {
      auto& taken = *out.mutable_seat_taken();
      taken.set_seat(entry.seat_taken().seat());
      taken.set_name(entry.seat_taken().name());
      taken.set_bot(entry.seat_taken().bot());
      break;
    }
    default:
      return false;
  }
  out.set_sequence(entry.sequence());
  out.set_at_ms(entry.at_ms());
  out.set_wall_unix_ms(entry.wall_unix_ms());
  out.set_digest(entry.digest());
  return true;
}

// Walks through a room's entries. What the next game will have is kept aside until it starts: until then the entries are
// those of the one before.
class Walk {
 public:
  void step(const v1::JournalEntry& entry) {
    if (entry.has_created()) {
      const auto& created = entry.created();
      next_.set_format(1);
      next_.set_code(created.code());
      next_.set_game(created.game());
      *next_.mutable_options() = created.options();
      names_.resize(created.seats());
      set_secret(created.seed(), created.salt());
    } else if (entry.has_options_changed()) {
      *next_.mutable_options() = entry.options_changed().options();
    } else if (entry.has_rematch_opened()) {
      playing_ = false;
      for (const auto seat : left_) names_.at(seat).clear();
      left_.clear();
      set_secret(entry.rematch_opened().seed(), entry.rematch_opened().salt());
    } else if (entry.has_seat_freed()) {
      if (playing_)
        left_.push_back(entry.seat_freed().seat());
      else
        names_.at(entry.seat_freed().seat()).clear();
    } else if (entry.has_started()) {
      playing_ = true;
      journal_ = next_;
      for (const auto& name : names_) journal_.add_seat_names(name);
      journal_.set_game_number(entry.started().game_number());
      journal_.set_rules_version(entry.started().rules_version());
      journal_.set_campaign_state(entry.started().campaign_state());
    }
    if (entry.has_seat_left_game()) left_.push_back(entry.seat_left_game().seat());
    if (entry.has_seat_taken()) {
      names_.at(entry.seat_taken().seat()) = entry.seat_taken().name();
      std::erase(left_, entry.seat_taken().seat());
    }
    if (!playing_) return;
    v1::JournalEntry input;
    if (copy_game_input(entry, input)) *journal_.add_entries() = std::move(input);
  }
  /// Of the newest game; before the first one of the room as it would start now.
  [[nodiscard]] const v1::PublishedJournal& journal() const { return journal_.game_number() > 0 ? journal_ : next_; }

 private:
  void set_secret(const std::string& seed, const std::string& salt) {
    games::Seed key{};
    std::copy_n(seed.begin(), std::min(seed.size(), key.size()), key.begin());
    const auto hash =
        games::commitment(std::span(reinterpret_cast<const std::uint8_t*>(salt.data()), salt.size()), key);
    next_.set_seed(seed);
    next_.set_salt(salt);
    next_.set_seed_commitment(std::string(hash.begin(), hash.end()));
  }

  v1::PublishedJournal journal_, next_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> left_;
  bool playing_ = false;  // or over, until the rematch opens
};

// Of the game to which this entry belongs, to the end of that game.
v1::PublishedJournal report_until(const std::vector<std::string>& entries, std::uint64_t sequence, const std::string& opened) {
  Walk walk;
  v1::JournalEntry entry;
  for (const auto& bytes : entries) {
    if (!entry.ParseFromString(bytes)) break;
    if (entry.has_rematch_opened() && entry.sequence() > sequence) break;
    walk.step(entry);
  }
  auto journal = walk.journal();
  journal.set_opened(opened);
  return journal;
}

// By the game that is played, or by the last one.
std::string opened_until_now(const RoomState& state) { return state.game ? games::opened_by(*state.type, *state.game) : state.opened; }

}  // namespace

std::optional<v1::PublishedJournal> published_journal(const std::vector<std::string>& entries,
                                                      std::uint32_t games_over, const std::string& opened) {
  Walk walk;
  std::optional<v1::PublishedJournal> finished;
  v1::JournalEntry entry;
  for (const auto& bytes : entries) {
    if (!entry.ParseFromString(bytes)) break;  // of a frozen room: what was finished before is whole
    // A rematch opens only after the end: what was walked until then is a whole game.
    if (entry.has_rematch_opened() && walk.journal().game_number() <= games_over) finished = walk.journal();
    walk.step(entry);
  }
  const auto& last = walk.journal();
  if (last.entries_size() > 0 && last.game_number() == games_over &&
      (!finished || finished->game_number() != games_over))
    finished = last;
  if (!finished || finished->game_number() != games_over) return std::nullopt;
  finished->set_opened(opened);
  return finished;
}

v1::PublishedJournal report_journal(const std::vector<std::string>& entries, const games::Catalogue& catalogue, const Limits& limits) {
  auto folded = entries;
  v1::JournalEntry last;
  // A room that is closed has no game any more, and the one that was broken off had opened something.
  if (!entries.empty() && last.ParseFromString(entries.back()) && last.has_closed()) folded.pop_back();
  const auto room = recover(std::move(folded), catalogue, limits);
  return report_until(entries, room && room->freeze ? room->state.sequence + 1 : entries.size(), room ? opened_until_now(room->state) : std::string());
}

}  // namespace athanor::rooms
