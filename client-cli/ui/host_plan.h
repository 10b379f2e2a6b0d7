#pragma once
// What `athanor host` asked for beyond the room itself: bots in the last seats, and a start as soon as it is possible.

#include <athanor/ui/run.h>

#include "model.h"
#include "outbox.h"

#include <cstdint>
#include <optional>

namespace athanor::ui {

class HostPlan {
 public:
  explicit HostPlan(HostRequest request) : request_(std::move(request)) {}

  [[nodiscard]] v1::CreateRoom create_room(const Options& options) const;
  /// After every update: sends what the plan still lacks, each thing once.
  void advance(const Model& model, Outbox& outbox);

 private:
  HostRequest request_;
  bool bots_seated_ = false;
  bool readied_ = false;
  std::uint32_t started_game_ = 0;
};

}  // namespace athanor::ui
