#include "tables.h"

#include "errors.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace athanor::store {
namespace {

constexpr const char* probe_sql = R"(
  BEGIN IMMEDIATE; INSERT INTO probe(bytes) VALUES (zeroblob(262144)); COMMIT;
  DELETE FROM probe;
)";

// Finds damage, keeps nobody out: the key is public. Covers the place as well, so that a row found under a wrong key
// is noticed.
std::int64_t checksum(std::string_view place, std::uint64_t number, std::string_view bytes) {
  const std::array<unsigned char, crypto_shorthash_KEYBYTES> key{};
  std::string all(place);
  all += '/' + std::to_string(number) + '/';
  all += bytes;
  std::array<unsigned char, sizeof(std::int64_t)> hash{};
  static_assert(crypto_shorthash_BYTES == sizeof(std::int64_t));
  crypto_shorthash(hash.data(), reinterpret_cast<const unsigned char*>(all.data()), all.size(), key.data());
  std::int64_t value = 0;
  std::memcpy(&value, hash.data(), sizeof value);
  return value;
}

std::string entry_place(const std::string& room) { return "room " + room; }
std::string change_place(const std::string& campaign) { return "campaign " + campaign; }
std::string note_place(const std::string& room) { return "notes of room " + room; }

// The bytes of rows (number, bytes, checksum) that must be numbered after + 1, after + 2, ...
Result<std::vector<std::string>> numbered(Statement& select, const Database& database, const std::string& place,
                                          const auto& key, std::uint64_t after) {
  std::vector<std::string> items;
  std::uint64_t bad = 0;
  const auto rows = select.each(
      [&](const Row& row) {
        items.push_back(row.bytes(1));
        const auto number = static_cast<std::uint64_t>(row.integer(0));
        if (bad == 0 && (number != after + items.size() || row.integer(2) != checksum(place, number, items.back())))
          bad = after + items.size();
      },
      key, after);
  if (!rows) return tl::unexpected(rows.error());
  if (bad != 0)
    return tl::unexpected(
        corrupt_error(database.file(), "change " + std::to_string(bad) + " of " + place + " is not what was written"));
  return items;
}

bool known_status(std::int64_t status) {
  return status >= static_cast<int>(RoomStatus::open) && status <= static_cast<int>(RoomStatus::closed);
}

// A room that is listed and then not found has lost its key.
bool is_damage(const Error& error) { return error.kind == ErrorKind::corrupt || error.kind == ErrorKind::not_found; }

bool concerns_one_change(const Error& error) {
  return error.kind == ErrorKind::conflict || error.kind == ErrorKind::not_found;
}

}  // namespace

Result<std::vector<Result<void>>> Tables::write(std::span<const Change> changes) {
  std::vector<Result<void>> outcomes;
  outcomes.reserve(changes.size());
  if (auto begun = begin_.run(); !begun) return tl::unexpected(std::move(begun).error());
  for (const auto& change : changes) {
    auto outcome = std::visit([this](const auto& c) { return apply(c); }, change);
    if (!outcome && !concerns_one_change(outcome.error())) {
      roll_back();
      return tl::unexpected(std::move(outcome).error());
    }
    outcomes.push_back(std::move(outcome));
  }
  if (auto committed = commit_.run(); !committed) {
    roll_back();
    return tl::unexpected(std::move(committed).error());
  }
  return outcomes;
}

// Some failures have already undone the transaction; then there is nothing left to undo.
void Tables::roll_back() {
  if (sqlite3_get_autocommit(database_.handle()) == 0) (void)database_.execute("ROLLBACK");
}

Result<void> Tables::probe() {
  auto done = database_.execute(probe_sql);
  if (!done) roll_back();
  return done;
}

// Under codes that lie far apart, as a damaged page lies in the way of its neighbours, and with an entry that needs pages of its
// own, as others soon will.
Result<void> Tables::try_new_room() {
  Append append;
  append.sequence = 1;
  append.entry.assign(8192, '\0');
  Result<void> tried;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    append.room = letter + std::string("?");  // nobody's
    if (tried = try_out(append); tried) break;
  }
  return tried;
}

Result<void> Tables::try_out(const Append& append) {
  auto tried = begin_.run();
  if (tried) tried = apply(append);
  roll_back();
  return tried;
}

Result<std::optional<Tables::RoomRow>> Tables::find(const std::string& room) {
  std::optional<RoomRow> found;
  const auto rows = find_room_.each(
      [&](const Row& row) {
        found = RoomRow{row.integer(0), static_cast<std::uint64_t>(row.integer(1)), row.integer(2), known_status(row.integer(3))};
      },
      std::string_view(room));
  if (!rows) return tl::unexpected(rows.error());
  return found;
}

// Every check comes before the first statement that changes something, so an append that does not fit leaves nothing.
Result<void> Tables::apply(const Append& append) {
  const auto found = find(append.room);
  if (!found) return tl::unexpected(found.error());
  const std::uint64_t last = *found ? (*found)->last_sequence : 0;
  if (append.sequence != last + 1) return tl::unexpected(conflict_error(append.room, append.sequence, last));

  const auto check = checksum(entry_place(append.room), append.sequence, append.entry);
  auto done = add_entry_.run(*found ? (*found)->last_entry : 0, append.sequence, Blob{append.entry}, check);
  if (!done) return done;
  const auto added = sqlite3_last_insert_rowid(database_.handle());
  const auto status = static_cast<int>(append.status);
  done = *found ? update_room_.run(status, append.sequence, append.wall_unix_ms, added, (*found)->id)
                : add_room_.run(std::string_view(append.room), status, append.sequence, append.wall_unix_ms, added);
  if (done && append.campaign_change) done = add(*append.campaign_change);
  if (done && append.ends_notes_of && *found) done = remove_note_.run((*found)->id, *append.ends_notes_of);
  return done;
}

Result<void> Tables::add(const CampaignChange& change) {
  std::uint64_t last = 0;
  const auto rows = last_change_.each([&](const Row& row) { last = static_cast<std::uint64_t>(row.integer(0)); },
                                      std::string_view(change.campaign));
  if (!rows) return tl::unexpected(rows.error());
  return add_change_.run(std::string_view(change.campaign), last + 1, Blob{change.change},
                         checksum(change_place(change.campaign), last + 1, change.change));
}

Result<void> Tables::apply(const RoomRemoval& removal) {
  const auto found = find(removal.room);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return tl::unexpected(no_room_error(removal.room));
  // Not beyond an entry that is not what was written: its pointer may lead into another room's.
  auto entry = (*found)->last_entry;
  for (auto sequence = (*found)->last_sequence; sequence > 0; --sequence) {
    const auto row = read_entry(removal.room, sequence, entry);
    if (!row && row.error().kind != ErrorKind::corrupt) return tl::unexpected(row.error());
    if (!row || !row->intact) break;
    if (auto removed = remove_entry_.run(entry); !removed) return removed;
    entry = row->previous;
  }
  auto done = remove_notes_.run((*found)->id);
  if (done) done = remove_room_.run((*found)->id);
  return done;
}

Result<void> Tables::apply(const NotesChange& notes) {
  const auto found = find(notes.room);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return tl::unexpected(no_room_error(notes.room));
  return put_note_.run((*found)->id, notes.seat, Blob{notes.text},
                       checksum(note_place(notes.room), notes.seat, notes.text));
}

// One view of the data for the whole chain, and one lock instead of one for each entry.
Result<std::vector<std::string>> Tables::load_room(const std::string& room) {
  if (auto begun = begin_read_.run(); !begun) return tl::unexpected(std::move(begun).error());
  auto entries = walk_back(room);
  (void)commit_.run();  // nothing was changed
  roll_back();
  return entries;
}

Result<Tables::EntryRow> Tables::read_entry(const std::string& room, std::uint64_t sequence, std::int64_t id) {
  EntryRow found;
  const auto rows = read_entry_.each(
      [&](const Row& row) {
        found.previous = row.integer(0);
        found.bytes = row.bytes(2);
        found.intact = static_cast<std::uint64_t>(row.integer(1)) == sequence &&
                       row.integer(3) == checksum(entry_place(room), sequence, found.bytes);
      },
      id);
  if (!rows) return tl::unexpected(rows.error());
  return found;
}

Result<std::vector<std::string>> Tables::walk_back(const std::string& room) {
  const auto found = find(room);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return tl::unexpected(no_room_error(room));
  if (!(*found)->known_status)
    return tl::unexpected(corrupt_error(database_.file(), "room " + room + " has an unknown status"));
  const auto damaged = [&](std::uint64_t sequence) {
    return tl::unexpected(corrupt_error(
        database_.file(), "entry " + std::to_string(sequence) + " of room " + room + " is not what was written"));
  };
  // From the last entry back to the first.
  std::vector<std::string> entries;
  auto entry = (*found)->last_entry;
  for (auto sequence = (*found)->last_sequence; sequence > 0; --sequence) {
    auto row = read_entry(room, sequence, entry);
    if (!row) return tl::unexpected(row.error());
    if (!row->intact) return damaged(sequence);
    entries.push_back(std::move(row->bytes));
    entry = row->previous;
  }
  if (entry != 0) return damaged(1);
  std::reverse(entries.begin(), entries.end());
  return entries;
}

Result<std::vector<std::string>> Tables::load_campaign(const std::string& campaign, std::uint64_t after) {
  return numbered(read_changes_, database_, change_place(campaign), std::string_view(campaign), after);
}

Result<std::string> Tables::load_notes(const std::string& room, std::uint32_t seat) {
  const auto found = find(room);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return tl::unexpected(no_room_error(room));
  std::string text;
  bool intact = true;
  const auto rows = read_note_.each(
      [&](const Row& row) {
        text = row.bytes(0);
        intact = row.integer(1) == checksum(note_place(room), seat, text);
      },
      (*found)->id, seat);
  if (!rows) return tl::unexpected(rows.error());
  if (!intact)
    return tl::unexpected(corrupt_error(database_.file(), "the notes of room " + room + " are not what was written"));
  return text;
}

Result<std::int64_t> Tables::last_entry() {
  std::int64_t number = 0;
  const auto rows = newest_entry_.each([&](const Row& row) { number = row.integer(0); });
  if (!rows) return tl::unexpected(rows.error());
  return number;
}

// One with an unknown status counts as open, so that it is kept as long as any; reading it tells the damage.
Result<std::vector<RoomSummary>> Tables::rooms() {
  std::vector<RoomSummary> all;
  const auto rows = list_rooms_.each([&](const Row& row) {
    const auto status = known_status(row.integer(1)) ? static_cast<RoomStatus>(row.integer(1)) : RoomStatus::open;
    all.push_back({row.bytes(0), status, static_cast<std::uint64_t>(row.integer(2)), row.integer(3)});
  });
  if (!rows) return tl::unexpected(rows.error());
  return all;
}

Result<Damage> Tables::damage() {
  const auto all = rooms();
  if (!all) return tl::unexpected(all.error());
  Damage found;
  for (const auto& room : *all)
    if (const auto entries = load_room(room.code); !entries) {
      if (!is_damage(entries.error())) return tl::unexpected(entries.error());
      found.rooms.push_back(room.code);
    }
  std::vector<std::string> campaigns;
  if (const auto rows = list_campaigns_.each([&](const Row& row) { campaigns.push_back(row.bytes(0)); }); !rows)
    return tl::unexpected(rows.error());
  for (const auto& campaign : campaigns)
    if (const auto changes = load_campaign(campaign); !changes) {
      if (!is_damage(changes.error())) return tl::unexpected(changes.error());
      found.campaigns.push_back(campaign);
    }
  return found;
}

}  // namespace athanor::store
