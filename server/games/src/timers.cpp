#include <athanor/games/timers.h>

#include <algorithm>

namespace athanor::games {

Timers::Timer* Timers::find(TimerId id) {
  const auto it = std::find_if(timers_.begin(), timers_.end(), [id](const Timer& t) { return t.id == id; });
  return it == timers_.end() ? nullptr : &*it;
}
const Timers::Timer* Timers::find(TimerId id) const { return const_cast<Timers*>(this)->find(id); }

void Timers::start(TimerId id, RoomTime now, std::uint64_t duration_ms) {
  cancel(id);
  const auto place = std::find_if(timers_.begin(), timers_.end(), [id](const Timer& t) { return id < t.id; });
  timers_.insert(place, Timer{id, now + duration_ms, true});
}

void Timers::cancel(TimerId id) {
  std::erase_if(timers_, [id](const Timer& t) { return t.id == id; });
}

void Timers::stop(TimerId id, RoomTime now) {
  if (auto* timer = find(id); timer != nullptr && timer->running) {
    timer->value = timer->value > now ? timer->value - now : 0;
    timer->running = false;
  }
}

void Timers::resume(TimerId id, RoomTime now) {
  if (auto* timer = find(id); timer != nullptr && !timer->running) {
    timer->value += now;
    timer->running = true;
  }
}

bool Timers::known(TimerId id) const { return find(id) != nullptr; }

std::optional<std::uint64_t> Timers::remaining(TimerId id, RoomTime now) const {
  const auto* timer = find(id);
  if (timer == nullptr) return std::nullopt;
  if (!timer->running) return timer->value;
  return timer->value > now ? timer->value - now : 0;
}

std::optional<RoomTime> Timers::deadline(TimerId id) const {
  const auto* timer = find(id);
  return timer != nullptr && timer->running ? std::optional(timer->value) : std::nullopt;
}

std::optional<RoomTime> Timers::next_deadline() const {
  std::optional<RoomTime> next;
  for (const auto& t : timers_)
    if (t.running && (!next || t.value < *next)) next = t.value;
  return next;
}

std::optional<TimerId> Timers::take_due(RoomTime now) {
  const auto next = next_deadline();
  if (!next || *next > now) return std::nullopt;
  const auto it = std::find_if(timers_.begin(), timers_.end(), [&](const Timer& t) { return t.running && t.value == *next; });
  const auto id = it->id;
  timers_.erase(it);
  return id;
}

void Timers::canonical(CanonicalWriter& out) const {
  out << timers_.size();
  for (const auto& t : timers_) out << t.id.name << t.id.seat << t.value << t.running;
}

}  // namespace athanor::games
