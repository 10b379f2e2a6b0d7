#include "history.h"

#include <algorithm>

namespace athanor::rooms {

void History::add(std::uint64_t sequence, Effects& effects) {
  for (auto& record : effects.events) events_.push_back({sequence, std::move(record)});
  while (events_.size() > max_events_) events_.pop_front();
  if (effects.chat) chat_.push_back(std::move(*effects.chat));
  while (chat_.size() > max_chat_) chat_.pop_front();
}

void History::write(games::Viewer viewer, std::uint64_t seat_since, std::uint64_t after, games::Language language,
                    v1::Update& out) const {
  const auto first = [after](const auto& items) {  // the new ones are at the end
    auto it = items.end();
    while (it != items.begin() && std::prev(it)->sequence > after) --it;
    return it;
  };
  for (auto it = first(events_); it != events_.end(); ++it) {
    if (!it->record.audience.includes(viewer)) continue;
    if (it->sequence < seat_since && it->record.audience != games::Audience::everyone()) continue;
    auto& event = *out.add_events();
    event.set_sequence(it->sequence);
    event.set_kind(it->record.body->kind());
    event.set_text(it->record.body->text(language));
  }
  for (auto it = first(chat_); it != chat_.end(); ++it) {
    auto& line = *out.add_chat();
    line.set_sequence(it->sequence);
    line.set_seat(it->seat);
    line.set_name(it->name);
    line.set_text(it->text);
  }
}

void RequestMemory::add(const v1::JournalEntry& entry) {
  if (entry.has_seat_taken()) {  // a new owner's requests are his own
    const auto seat = entry.seat_taken().seat();
    if (seats_.size() <= seat) seats_.resize(seat + 1);
    seats_[seat].clear();
  }
  if (entry.request() == 0) return;
  if (seats_.size() <= entry.by()) seats_.resize(entry.by() + 1);
  auto& requests = seats_[entry.by()];
  requests.push_back(entry.request());
  if (requests.size() > per_seat_) requests.pop_front();
}

bool RequestMemory::contains(std::uint32_t seat, std::uint64_t request) const {
  return seat < seats_.size() && std::find(seats_[seat].rbegin(), seats_[seat].rend(), request) != seats_[seat].rend();
}

}  // namespace athanor::rooms
