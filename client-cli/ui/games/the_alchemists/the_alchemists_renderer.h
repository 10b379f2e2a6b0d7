#pragma once
// The Alchemists on the screen: displays, everybody's slots, the own hand, what each potion does, the score.

#include "renderer.h"

namespace athanor::ui {

class TheAlchemistsRenderer final : public Renderer {
 public:
  [[nodiscard]] Picture draw(const Scene& scene) const override;
};

}  // namespace athanor::ui
