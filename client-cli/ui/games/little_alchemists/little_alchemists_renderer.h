#pragma once
// Little Alchemists on the screen: table, hand, tracker and what it implies, test, end.

#include "renderer.h"

namespace athanor::ui {

class LittleAlchemistsRenderer final : public Renderer {
 public:
  [[nodiscard]] Picture draw(const Scene& scene) const override;
};

}  // namespace athanor::ui
