#include "blocks.h"

#include <algorithm>

namespace athanor::ui::quacksalber {
namespace {

std::string about(const Scene& scene, const std::string& id) { return scene.model.terms("patient-text." + id); }

// Fields that pay the same, in the order in which the first of them comes.
struct Pay {
  std::string text;
  std::vector<std::uint32_t> fields;
};
std::vector<Pay> pays_of(const Scene& scene, const std::string& id) {
  std::vector<Pay> pays;
  std::uint32_t field = 0;
  for (auto& text : parts_of(scene.model.terms("patient-fields." + id))) {
    ++field;
    const auto same = std::find_if(pays.begin(), pays.end(), [&](const auto& pay) { return pay.text == text; });
    if (same == pays.end())
      pays.push_back({std::move(text), {field}});
    else
      same->fields.push_back(field);
  }
  return pays;
}

// "1,3,5" or "2-6,9".
std::string field_numbers(const std::vector<std::uint32_t>& fields) {
  std::string text;
  for (std::size_t i = 0; i < fields.size();) {
    auto last = i;
    while (last + 1 < fields.size() && fields[last + 1] == fields[last] + 1) ++last;
    const bool run = last > i + 1;
    text += (text.empty() ? "" : ",") + number(fields[i]) + (run ? "-" + number(fields[last]) : "");
    i = run ? last + 1 : i + 1;
  }
  return text;
}

// "1,3,5: rat stone +1 · 7,8: 1 VP": what is in reach stands out.
Line fields_line(const Scene& scene, const std::string& id, std::uint32_t reach) {
  Line out{{scene.texts("qu.fields") + " ", dim}};
  bool any = false;
  for (const auto& pay : pays_of(scene, id)) {
    if (any) out.push_back({scene.spoken ? "; " : " · ", dim});
    any = true;
    const bool reached = pay.fields.front() <= reach, here = std::find(pay.fields.begin(), pay.fields.end(), reach) != pay.fields.end();
    out.push_back({field_numbers(pay.fields) + ": " + pay.text, here ? coloured(Colour::green, true) : reached ? normal : dim});
  }
  return out;
}

}  // namespace

std::vector<Block> patient_blocks(const Scene& scene, const View& view) {
  std::vector<Block> blocks;
  for (const auto& id : view.patients()) blocks.push_back({Words(scene).patient(id), {line(about(scene, id)), fields_line(scene, id, 0)}});
  return blocks;
}

Block essence_block(const Scene& scene, const View& view, int seat, bool fields) {
  const auto& player = view.players(seat);
  if (player.patient().empty()) return {};
  const auto& texts = scene.texts;
  Block block{texts("qu.patient", {Words(scene).patient(player.patient())}), {}};
  block.lines.push_back(line(texts("qu.essence_left", {number(player.essence()), number(player.reach())}), bold));
  block.lines.push_back(line(about(scene, player.patient())));
  if (fields) block.lines.push_back(fields_line(scene, player.patient(), player.reach()));
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
