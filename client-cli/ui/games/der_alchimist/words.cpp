#include "blocks.h"

#include <algorithm>
#include <array>

namespace athanor::ui::der_alchimist {
namespace {

constexpr std::array<std::string_view, 4> abilities{"wisdom", "fantasy", "energy", "humour"};
constexpr std::array<std::string_view, 3> specials{"gold", "stone", "challenge"};
constexpr int values = 5;

}  // namespace

Span space_sign(char letter) {
  switch (letter) {
    case 'c': return {"⌂", bold};
    case 'n': return {"·", dim};
    case 's': return {"◆", coloured(Colour::cyan, true)};
    case 'w': return {"✎", coloured(Colour::magenta, true)};
    case 'b': return {"≡", coloured(Colour::yellow, true)};
    case 'd': return {"░", coloured(Colour::red)};
    case 't': return {"Π", bold};
    case 'u': return {"☼", coloured(Colour::yellow, true)};
    default: return {"?", dim};
  }
}

char space_letter(const View& view, std::uint32_t space) { return space < view.path().size() ? view.path()[space] : '?'; }

std::uint32_t space_points(const View& view, std::uint32_t space) {
  const bool known = space < static_cast<std::uint32_t>(view.path_points_size());
  return known && space_letter(view, space) != 'd' ? view.path_points(static_cast<int>(space)) : 0;
}

std::string Words::counted(std::string_view key, std::uint32_t n) const {
  return scene_.texts(n == 1 ? std::string(key) + "_one" : std::string(key), {std::to_string(n)});
}

std::string Words::ability(std::uint32_t index) const {
  return index < abilities.size() ? scene_.model.terms("ability." + std::string(abilities[index])) : "?";
}

Line Words::cards(const google::protobuf::RepeatedField<std::uint32_t>& counts, std::uint32_t stone) const {
  const auto count = [&](std::size_t kind) { return static_cast<int>(kind) < counts.size() ? std::min(counts.Get(static_cast<int>(kind)), 99U) : 0U; };
  Line out;
  const auto separate = [&] {
    if (!out.empty()) out.push_back({scene_.spoken ? "; " : " · ", dim});
  };
  for (std::size_t a = 0; a < abilities.size(); ++a) {
    std::string numbers;
    for (std::size_t value = 1; value <= values; ++value)
      for (unsigned n = 0; n < count(a * values + value - 1); ++n) numbers += " " + std::to_string(value);
    if (numbers.empty()) continue;
    separate();
    const bool under_stone = a == stone;
    out.push_back({(under_stone && !scene_.spoken ? "◆" : "") + ability(static_cast<std::uint32_t>(a)) + numbers, under_stone ? bold : normal});
  }
  for (std::size_t s = 0; s < specials.size(); ++s) {
    const auto n = count(abilities.size() * values + s);
    if (n == 0) continue;
    separate();
    const auto name = scene_.model.terms("card." + std::string(specials[s]));
    out.push_back({(n > 1 ? std::to_string(n) + (scene_.spoken ? " " : "× ") : "") + name, coloured(Colour::yellow)});
  }
  if (out.empty()) out.push_back({scene_.texts("da.no_cards"), dim});
  return out;
}

std::string Words::space_type(char letter) const {
  constexpr std::string_view letters = "cnswbdtu";
  constexpr std::array<std::string_view, 8> names{"castle", "normal", "stone", "creativity", "book", "desert", "temple", "sun"};
  const auto place = letters.find(letter);
  return place == std::string_view::npos ? "?" : scene_.model.terms("space." + std::string(names[place]));
}

std::string Words::vote_names(const google::protobuf::RepeatedField<int>& votes, v1::AlchemistVote which) const {
  std::vector<std::string> names;
  for (int i = 0; i < votes.size(); ++i)
    if (votes.Get(i) == which) names.push_back(seat(static_cast<std::uint32_t>(i)));
  return names.empty() ? scene_.texts("da.nobody") : joined(names);
}

}  // namespace athanor::ui::der_alchimist
