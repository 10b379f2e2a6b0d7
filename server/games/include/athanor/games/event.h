#pragma once
// What just happened, made with its audience where it happens.

#include <athanor/games/basics.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace athanor::games {

/// A game's typed event, erased: kind for machines, text for people.
class EventBody {
 public:
  EventBody() = default;
  EventBody(const EventBody&) = delete;
  EventBody& operator=(const EventBody&) = delete;
  virtual ~EventBody() = default;
  [[nodiscard]] virtual std::string kind() const = 0;
  [[nodiscard]] virtual std::string text(Language language) const = 0;
};

struct EventRecord {
  Audience audience;
  std::shared_ptr<const EventBody> body;
};

/// Where rules put their events. E is the game's variant of event structs.
template <typename E>
class Events {
 public:
  void to_all(E event) { add(Audience::everyone(), std::move(event)); }
  /// Nobody else learns that anything happened.
  void to(Seat seat, E event) { add(Audience::only(seat), std::move(event)); }
  void to_others(Seat seat, E event) { add(Audience::all_but(seat), std::move(event)); }
  /// The same happening in two versions: what its owner may know, and what the rest may know.
  void split(Seat seat, E own, E others) {
    to(seat, std::move(own));
    to_others(seat, std::move(others));
  }

  struct Entry {
    Audience audience;
    E event;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry> take() { return std::exchange(entries_, {}); }

 private:
  void add(Audience audience, E event) { entries_.push_back({audience, std::move(event)}); }
  std::vector<Entry> entries_;
};

}  // namespace athanor::games
