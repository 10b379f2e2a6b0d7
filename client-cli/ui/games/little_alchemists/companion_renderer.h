#pragma once
// The companion app for owners of the printed game: what was asked last, what is proven.

#include "renderer.h"

namespace athanor::ui {

class CompanionRenderer final : public Renderer {
 public:
  [[nodiscard]] Picture draw(const Scene& scene) const override;
};

}  // namespace athanor::ui
