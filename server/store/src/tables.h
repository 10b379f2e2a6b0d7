#pragma once
// The statements on the tables, and how changes become one transaction.

#include "database.h"

#include <athanor/store/reader.h>

#include <span>
#include <variant>

namespace athanor::store {

struct RoomRemoval {
  std::string room;
};
struct NotesChange {
  std::string room;
  std::uint32_t seat = 0;
  std::string text;
};
using Change = std::variant<Append, RoomRemoval, NotesChange>;

class Tables {
 public:
  explicit Tables(Database& database) : database_(database) {}

  /// One transaction for all changes in their order. A change that does not fit (conflict, not_found) is left out and
  /// told so; any other failure fails and undoes the whole.
  [[nodiscard]] Result<std::vector<Result<void>>> write(std::span<const Change> changes);

  /// Writes and removes as much as a busy second might; success means that the disk takes data again.
  [[nodiscard]] Result<void> probe();
  /// Success means that some room could be added and written to: whatever is damaged is not damaged for all. Keeps nothing.
  [[nodiscard]] Result<void> try_new_room();

  [[nodiscard]] Result<std::vector<std::string>> load_room(const std::string& room);
  [[nodiscard]] Result<std::vector<std::string>> load_campaign(const std::string& campaign, std::uint64_t after = 0);
  [[nodiscard]] Result<std::string> load_notes(const std::string& room, std::uint32_t seat);
  [[nodiscard]] Result<std::vector<RoomSummary>> rooms();
  /// Reads all there is of rooms and campaigns.
  [[nodiscard]] Result<Damage> damage();
  /// The number of the newest entry; it only falls when entries are removed. 0: there is none.
  [[nodiscard]] Result<std::int64_t> last_entry();

 private:
  struct RoomRow {
    std::int64_t id = 0;
    std::uint64_t last_sequence = 0;
    std::int64_t last_entry = 0;
    bool known_status = false;
  };
  [[nodiscard]] Result<std::optional<RoomRow>> find(const std::string& room);
  struct EntryRow {
    std::int64_t previous = 0;
    std::string bytes;
    bool intact = false;  ///< it is there, and is what was written at this place
  };
  [[nodiscard]] Result<EntryRow> read_entry(const std::string& room, std::uint64_t sequence, std::int64_t id);
  [[nodiscard]] Result<void> apply(const Append& append);
  [[nodiscard]] Result<void> apply(const RoomRemoval& removal);
  [[nodiscard]] Result<void> apply(const NotesChange& notes);
  [[nodiscard]] Result<void> add(const CampaignChange& change);
  [[nodiscard]] Result<std::vector<std::string>> walk_back(const std::string& room);
  void roll_back();
  [[nodiscard]] Result<void> try_out(const Append& append);

  Database& database_;
  Statement begin_{database_, "BEGIN IMMEDIATE"};
  Statement begin_read_{database_, "BEGIN"};
  Statement commit_{database_, "COMMIT"};
  Statement find_room_{database_, "SELECT id, last_sequence, last_entry, status FROM room WHERE code = ?"};
  Statement add_room_{
      database_, "INSERT INTO room(code, status, last_sequence, last_wall_unix_ms, last_entry) VALUES (?, ?, ?, ?, ?)"};
  Statement update_room_{
      database_, "UPDATE room SET status = ?, last_sequence = ?, last_wall_unix_ms = ?, last_entry = ? WHERE id = ?"};
  Statement remove_room_{database_, "DELETE FROM room WHERE id = ?"};
  Statement add_entry_{database_, "INSERT INTO entry(previous, sequence, bytes, checksum) VALUES (?, ?, ?, ?)"};
  Statement read_entry_{database_, "SELECT previous, sequence, bytes, checksum FROM entry WHERE id = ?"};
  Statement remove_entry_{database_, "DELETE FROM entry WHERE id = ?"};
  Statement last_change_{database_, "SELECT coalesce(max(number), 0) FROM campaign_change WHERE campaign = ?"};
  Statement add_change_{database_,
                        "INSERT INTO campaign_change(campaign, number, bytes, checksum) VALUES (?, ?, ?, ?)"};
  Statement read_changes_{database_,
                          "SELECT number, bytes, checksum FROM campaign_change WHERE campaign = ? AND number > ? "
                          "ORDER BY number"};
  Statement put_note_{database_, "INSERT OR REPLACE INTO note(room, seat, bytes, checksum) VALUES (?, ?, ?, ?)"};
  Statement remove_note_{database_, "DELETE FROM note WHERE room = ? AND seat = ?"};
  Statement remove_notes_{database_, "DELETE FROM note WHERE room = ?"};
  Statement read_note_{database_, "SELECT bytes, checksum FROM note WHERE room = ? AND seat = ?"};
  Statement list_campaigns_{database_, "SELECT DISTINCT campaign FROM campaign_change"};
  Statement newest_entry_{database_, "SELECT coalesce(max(id), 0) FROM entry"};
  Statement list_rooms_{database_, "SELECT code, status, last_sequence, last_wall_unix_ms FROM room"};
};

}  // namespace athanor::store
