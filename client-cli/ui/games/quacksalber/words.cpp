#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::quacksalber {

std::string number(std::int64_t n) { return std::to_string(n); }

bool waited_for(const Scene& scene, int seat) {
  const auto& deciding = scene.model.deciding;
  return std::find(deciding.begin(), deciding.end(), static_cast<std::uint32_t>(seat)) != deciding.end();
}

Style chip_style(std::size_t kind) {
  if (kind < 3) return coloured(Colour::white, true);
  if (kind < 4) return coloured(Colour::yellow);
  if (kind < 7) return coloured(Colour::green, true);
  if (kind < 10) return coloured(Colour::blue, true);
  if (kind < 13) return coloured(Colour::red, true);
  if (kind < 16) return coloured(Colour::yellow, true);
  if (kind < 17) return coloured(Colour::magenta, true);
  if (kind < 18) return bold;
  return coloured(Colour::cyan, true);
}

std::string Words::code(std::size_t kind) const {
  if (kind >= kinds) return "? ";
  return common::padded(common::printable(scene_.model.terms("chip-code." + std::to_string(kind))), 2);
}

std::string Words::chip(std::size_t kind) const { return kind < kinds ? scene_.model.terms("chip." + std::to_string(kind)) : "?"; }

void Words::append_chips(Line& line, const Counts& counts) const {
  bool any = false;
  for (std::size_t k = 0; k < kinds; ++k) {
    if (counts[k] == 0) continue;
    if (any) line.push_back({scene_.spoken ? ", " : " ", normal});
    const auto times = counts[k] > 1 ? number(counts[k]) + (scene_.spoken ? " " : "") : std::string();
    if (scene_.spoken)
      line.push_back({times + (counts[k] > 1 ? scene_.texts("qu.times") + " " : "") + chip(k), normal});
    else
      line.push_back({times + code(k), chip_style(k)});
    any = true;
  }
  if (!any) line.push_back({scene_.spoken ? scene_.texts("qu.nothing") : "–", dim});
}

void Words::append_pot(Line& line, const google::protobuf::RepeatedPtrField<v1::PotChip>& pot, int most) const {
  const int first = std::max(pot.size() - most, 0);
  if (pot.empty()) line.push_back({scene_.spoken ? scene_.texts("qu.nothing") : "–", dim});
  if (first > 0 && !scene_.spoken) line.push_back({"…", dim});
  for (int i = first; i < pot.size(); ++i) {
    const auto kind = pot.Get(i).kind();
    if (scene_.spoken)
      line.push_back({(i > first ? ", " : "") + chip(kind), normal});
    else
      line.push_back({code(kind), chip_style(kind)});
  }
}

std::string Words::coins(std::uint32_t amount) const {
  return amount == 1 ? scene_.texts("qu.coins_one") : scene_.texts("qu.coins", {number(amount)});
}

std::string Words::pays(const Track& track, std::uint32_t space, bool either) const {
  if (space >= spaces) return "?";
  auto text = scene_.texts(either ? "qu.pays_either" : "qu.pays", {coins(track.coins[space]), number(track.vp[space])});
  if (track.ruby[space]) text += ", " + (scene_.spoken ? scene_.texts("qu.ruby") : std::string(ruby_sign));
  return text;
}

}  // namespace athanor::ui::quacksalber
