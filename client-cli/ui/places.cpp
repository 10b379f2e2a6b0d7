#include "places.h"

#include <algorithm>

namespace athanor::ui {

void Places::clear() { *this = Places(); }

void Places::update(const std::vector<std::uint32_t>& ids) {
  const bool first = place_of_.empty();
  const auto meant_before = meant_;
  for (auto& place : places_)
    if (place && std::find(ids.begin(), ids.end(), *place) == ids.end()) place.reset();
  const auto take = [this](std::uint32_t id, std::size_t place) {
    if (place >= places_.size()) places_.resize(place + 1);
    if (place >= meant_.size()) meant_.resize(place + 1);
    places_[place] = meant_[place] = id;
    place_of_[id] = place;
  };
  const auto shown = [this](std::uint32_t id) { return std::find(places_.begin(), places_.end(), id) != places_.end(); };
  // Those that come back first, so that nothing new takes their places.
  for (const auto id : ids)
    if (const auto known = place_of_.find(id); known != place_of_.end() && !shown(id))
      if (known->second >= places_.size() || !places_[known->second]) take(id, known->second);
  for (const auto id : ids) {
    if (shown(id)) continue;
    const auto free = first ? places_.end() : std::find(places_.begin(), places_.end(), std::nullopt);
    take(id, static_cast<std::size_t>(free - places_.begin()));
  }
  while (!places_.empty() && !places_.back()) places_.pop_back();
  changed_.assign(places_.size(), false);
  for (std::size_t i = 0; i < places_.size(); ++i)
    changed_[i] = places_[i] && i < meant_before.size() && meant_before[i] != *places_[i];
}

std::optional<std::uint32_t> Places::at(std::size_t place) const { return place < places_.size() ? places_[place] : std::nullopt; }

}  // namespace athanor::ui
