#include "history.h"

#include <algorithm>

namespace athanor::rooms {

void History::add(std::uint64_t sequence, Effects& effects) {
  for (auto& record : effects.events) events_.push_back({sequence, std::move(record)});
  while (events_.size() > max_events_) events_.pop_front();
  if (effects.chat) chat_.push_back(std::move(*effects.chat));
  while (chat_.size() > max_chat_) chat_.pop_front();
}

void History::Happened::write(games::Language language, v1::Event& out) const {
  out.set_sequence(sequence);
  out.set_kind(record.body->kind());
  out.set_text(record.body->text(language));
}

void History::write_chat(std::uint64_t after, v1::Update& out) const {
  for (auto it = first_after(chat_, after); it != chat_.end(); ++it) {
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
