#include "blocks.h"

#include <algorithm>

namespace athanor::ui::quacksalber {
namespace {

std::string about(const Scene& scene, const std::string& id) { return scene.model.terms("patient-text." + id); }

// "1 rat · 2 – · 3 rat": what each field pays; those in reach stand out.
Line fields_line(const Scene& scene, const std::string& id, std::uint32_t reach) {
  Line out{{scene.texts("qu.fields") + " ", dim}};
  const auto fields = parts_of(scene.model.terms("patient-fields." + id));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out.push_back({scene.spoken ? "; " : " · ", dim});
    const bool reached = i + 1 <= reach;
    out.push_back({number(static_cast<std::int64_t>(i) + 1) + ": " + fields[i], i + 1 == reach ? coloured(Colour::green, true) : reached ? normal : dim});
  }
  return out;
}

}  // namespace

Block patients_block(const Scene& scene, const View& view) {
  Block block{scene.texts("qu.patients"), {}};
  for (const auto& id : view.patients()) {
    block.lines.push_back({{Words(scene).patient(id) + ": ", bold}, {about(scene, id), normal}});
    block.lines.push_back(fields_line(scene, id, 0));
  }
  return block;
}

Block essence_block(const Scene& scene, const View& view, int seat) {
  const auto& player = view.players(seat);
  if (player.patient().empty()) return {};
  const auto& texts = scene.texts;
  Block block{texts("qu.patient", {Words(scene).patient(player.patient())}), {}};
  block.lines.push_back(line(texts("qu.essence_left", {number(player.essence()), number(player.reach())}), bold));
  block.lines.push_back(line(about(scene, player.patient())));
  block.lines.push_back(fields_line(scene, player.patient(), player.reach()));
  if (player.rat_bonus() > 0) block.lines.push_back(line(texts("qu.rat_bonus"), coloured(Colour::magenta)));
  return block;
}

Block everybodys_patients_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("qu.patients"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    if (player.patient().empty() || player.left()) continue;
    block.lines.push_back({{words.seat(static_cast<std::uint32_t>(i)) + ": ", i == scene.model.seat ? bold : normal},
                           {words.patient(player.patient()) + ", " + scene.texts("qu.essence", {number(player.essence())}), normal}});
  }
  return block;
}

}  // namespace athanor::ui::quacksalber
