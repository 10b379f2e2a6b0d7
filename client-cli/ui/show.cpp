#include <athanor/ui/show.h>

#include "renderer.h"

#include <athanor/common/text.h>

namespace athanor::ui {
namespace {

// Notes are their owner's own business, and an update does not hold them.
std::vector<ShownBlock> shown(const std::vector<Block>& blocks, const Texts& texts) {
  std::vector<ShownBlock> out;
  for (const auto& block : blocks) {
    if (block.title == texts("block.notes")) continue;
    auto& copy = out.emplace_back(ShownBlock{block.title, {}});
    for (const auto& line : block.lines) copy.lines.push_back(common::printable(text_of(line)));
  }
  return out;
}

}  // namespace

Shown show(const v1::GameInfo& game, const v1::Update& update, int seat) {
  if (update.view().empty()) return {};
  const Texts texts("en");
  Model model;
  model.in_room = true;
  model.seat = seat;
  model.terms = Terms(game);
  apply(model, update, texts, {});
  const auto picture = draw({model, texts, true});
  return {picture.headline, shown(picture.table, texts), shown(picture.own, texts)};
}

}  // namespace athanor::ui
