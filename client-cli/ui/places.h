#pragma once
// The numbers under which things can be chosen. While one question lasts, what is offered keeps its number although others
// come and go: a key must not change its meaning under the finger.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace athanor::ui {

class Places {
 public:
  /// A new question: numbers are given anew.
  void clear();
  /// What is offered now, in the server's order. What was there keeps its place; what comes back gets its old one if that is
  /// free; what is new gets the first free one.
  void update(const std::vector<std::uint32_t>& ids);

  /// Number of places, empty ones included.
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  /// Nothing: an empty place, or none.
  [[nodiscard]] std::optional<std::uint32_t> at(std::size_t place) const;
  /// What the place means, or meant when it was not empty; 0: there is no such place.
  [[nodiscard]] std::uint32_t meant(std::size_t place) const { return place < meant_.size() ? meant_[place] : 0; }
  /// The last update() gave this place another meaning than it had.
  [[nodiscard]] bool changed(std::size_t place) const { return place < changed_.size() && changed_[place]; }

 private:
  std::vector<std::optional<std::uint32_t>> places_;
  std::vector<std::uint32_t> meant_;            // id that each place had last
  std::vector<bool> changed_;
  std::map<std::uint32_t, std::size_t> place_of_;  // also of what is not offered now
};

}  // namespace athanor::ui
