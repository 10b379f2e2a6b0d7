#pragma once
// Quacksalber on the screen: the own pot as a track with its risk, the neighbours' pots in small, the fortune card, patient and
// essence, the shop, the score track with its rat tails, the final scoring. Drawing and stopping have keys of their own.

#include "renderer.h"

namespace athanor::ui {

class QuacksalberRenderer final : public Renderer {
 public:
  [[nodiscard]] Picture draw(const Scene& scene) const override;
  [[nodiscard]] std::vector<Shortcut> shortcuts(const Texts& texts) const override;
};

}  // namespace athanor::ui
