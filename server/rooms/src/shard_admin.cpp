// What the server's host sees of the rooms of a shard and orders for them, also of those that cannot be read.

#include "heading.h"
#include "shard.h"

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

namespace athanor::rooms {

void Shard::list(std::function<void(std::vector<RoomReport>)> done) {
  const auto left = std::make_shared<std::size_t>(1);
  const auto one_less = [self = shared_from_this(), left, done = std::move(done)] {
    if (--*left == 0) done(self->reports());
  };
  for (const auto& [code, slot] : slots_) {
    if (slot.room || slot.heading || slot.unreadable) continue;
    ++*left;
    core_->journal.load_room(code, [self = shared_from_this(), code, one_less](store::Result<std::vector<std::string>> entries) {
      boost::asio::post(self->executor_, [self, code, one_less, entries = std::move(entries)] {
        const auto found = self->slots_.find(code);
        if (entries && found != self->slots_.end() && !found->second.room) found->second.heading = heading(*entries);
        one_less();
      });
    });
  }
  one_less();
}

std::vector<RoomReport> Shard::reports() const {
  std::vector<RoomReport> all;
  for (const auto& [code, slot] : slots_)
    if (!slot.room) all.push_back(stored_report(code, slot));
    else if (slot.room->exists()) all.push_back(slot.room->report());
  return all;
}

RoomReport Shard::stored_report(const std::string& code, const Slot& slot) {
  auto report = slot.heading.value_or(RoomReport());
  report.code = code;
  if (slot.status == store::RoomStatus::finished) report.phase = "finished";
  if (slot.status == store::RoomStatus::closed) report.phase = "closed";
  report.last_wall_unix_ms = slot.last_wall_ms;
  return report;
}

void Shard::visit(const std::string& code, Visit visit) {
  const auto slot = slots_.find(code);
  if (over_ || slot == slots_.end()) return visit(nullptr, nullptr);
  if (auto* const room = slot->second.room.get()) return visit(room->exists() ? room : nullptr, nullptr);
  if (const auto* why = slot->second.still_unreadable(core_->seams.steady_ms())) {
    const auto copy = *why;  // a visitor may remove the room
    return visit(nullptr, &copy);
  }
  slot->second.visits.push_back(std::move(visit));
  if (!slot->second.loading) load(code);
}

void Shard::inspect(const std::string& code, bool reveal, std::function<void(std::optional<RoomDetails>)> done) {
  visit(code, [self = shared_from_this(), code, reveal, done = std::move(done)](Room* room, const Unreadable* why) {
    if (room != nullptr) return done(room->details(reveal));
    if (why == nullptr) return done(std::nullopt);
    RoomDetails details;
    const auto slot = self->slots_.find(code);
    details.room = stored_report(code, slot == self->slots_.end() ? Slot() : slot->second);
    details.notice = "Room " + code + " cannot be read: " + why->text + (why->for_good ? " Closing the room removes it." : "");
    done(std::move(details));
  });
}

void Shard::order(const std::string& code, Order order, Administration::Told told) {
  visit(code, [self = shared_from_this(), code, order = std::move(order), told = std::move(told)](Room* room, const Unreadable* why) mutable {
    if (room != nullptr) return room->administer(std::move(order), std::move(told));
    if (why == nullptr) return told(tl::unexpected(std::string("There is no such room.")));
    if (why->for_good && std::holds_alternative<Close>(order)) return self->remove_unreadable(code, std::move(told));
    told(tl::unexpected("The room cannot be read" + (why->for_good ? " and can only be closed, which removes it: " : ": " + std::string()) + why->text));
  });
}

void Shard::export_journal(const std::string& code, bool reveal, std::function<void(std::string, std::string)> done) {
  visit(code, [reveal, done = std::move(done)](Room* room, const Unreadable* why) mutable {
    if (room != nullptr) return room->export_journal(reveal, std::move(done));
    done({}, why == nullptr ? "There is no such room." : "The room cannot be read: " + why->text);
  });
}

// It is there again if the store keeps it.
void Shard::remove_unreadable(const std::string& code, Administration::Told told) {
  const auto found = slots_.find(code);
  if (found == slots_.end()) return told(tl::unexpected(std::string("There is no such room.")));
  const auto slot = std::make_shared<Slot>(std::move(found->second));
  slots_.erase(found);
  core_->journal.remove_room(code, [self = shared_from_this(), code, slot, told = std::move(told)](store::Result<void> result) {
    boost::asio::post(self->executor_, [self, code, slot, told, result = std::move(result)] {
      if (result) {
        spdlog::info("room {}: removed by the server's host, as it could not be read", code);
        return told("Room " + code + " could not be read and is removed.");
      }
      self->slots_.emplace(code, std::move(*slot));
      told(tl::unexpected("The room cannot be removed: " + result.error().text));
    });
  });
}

void Shard::announce(const std::string& text, std::function<void(Announced)> done) {
  std::vector<std::shared_ptr<Room>> rooms;
  for (const auto& [code, slot] : slots_)
    if (slot.room && !slot.room->empty()) rooms.push_back(slot.room);
  const auto announced = std::make_shared<Announced>();
  const auto left = std::make_shared<std::size_t>(rooms.size() + 1);
  const auto one_less = [announced, left, done = std::move(done)] {
    if (--*left == 0) done(std::move(*announced));
  };
  for (const auto& room : rooms)
    room->administer(Announce{text}, [announced, one_less](const tl::expected<std::string, std::string>& outcome) {
      ++(outcome ? announced->rooms : announced->failed);
      if (!outcome) announced->why = outcome.error();
      one_less();
    });
  one_less();
}

}  // namespace athanor::rooms
