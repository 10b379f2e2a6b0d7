#pragma once
// Der Alchimist on the screen: the path of life with its pawns, the stone, everybody's standing, the contest, the own hand
// and question, and the final scoring card by card.

#include "renderer.h"

namespace athanor::ui {

class DerAlchimistRenderer final : public Renderer {
 public:
  [[nodiscard]] Picture draw(const Scene& scene) const override;
};

}  // namespace athanor::ui
