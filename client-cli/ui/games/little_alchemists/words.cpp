#include "words.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <array>

namespace athanor::ui::little_alchemists {
namespace {

constexpr std::array<std::string_view, max_ingredients> ingredient_keys{"frog",    "fern",     "foot",     "scorpion",
                                                                        "feather", "mandrake", "mushroom", "flower"};
constexpr std::string_view result_letters = "FLYVGW0T";

bool is_result(std::string_view letter) {
  return letter.size() == 1 && result_letters.find(letter[0]) != std::string_view::npos;
}

}  // namespace

std::string Words::ingredient(std::uint32_t index) const {
  if (index >= max_ingredients) return "?";
  return scene_.model.terms("ingredient." + std::string(ingredient_keys[index]));
}

std::string Words::short_ingredient(std::uint32_t index) const {
  if (index >= max_ingredients) return "??";
  return scene_.texts("la.short." + std::string(ingredient_keys[index]));
}

std::string Words::potion(std::string_view letter) const {
  return is_result(letter) ? scene_.texts("la.potion." + std::string(letter)) : "?";
}

Span Words::potion_span(std::string_view letter) const {
  if (!is_result(letter)) return {"?", normal};
  const auto name = potion(letter);
  return {letter == "T" ? name : name + " (" + std::string(letter) + ")", potion_style(letter[0], true)};
}

std::string Words::set_in_words(std::string_view letters) const {
  std::vector<std::string> names;
  for (const char c : letters) names.push_back(potion(std::string_view(&c, 1)));
  return joined(names);
}

std::string Words::tokens_in_words(std::string_view letters) const {
  std::vector<std::string> parts;
  for (const char c : result_letters) {
    const auto number = std::count(letters.begin(), letters.end(), c);
    if (number > 0) parts.push_back((number > 1 ? std::to_string(number) + "× " : "") + potion(std::string_view(&c, 1)));
  }
  return joined(parts);
}

Line Words::artifact_with_details(std::string_view name) const {
  const auto title = artifact(name);
  const auto key = "artifact-details." + std::string(name);
  auto details = scene_.model.terms.has(key) ? scene_.model.terms(key) : std::string();
  if (!details.starts_with(title)) return line(title);
  return {{title, bold}, {details.substr(title.size()), normal}};
}

Style potion_style(char letter, bool is_bold) {
  switch (letter) {
    case 'F': return coloured(Colour::red, is_bold);
    case 'L': return coloured(Colour::green, is_bold);
    case 'Y': return coloured(Colour::blue, is_bold);
    case 'V': return coloured(Colour::magenta, is_bold);
    case 'G': return coloured(Colour::cyan, is_bold);
    case 'W': return coloured(Colour::yellow, is_bold);
    default: return {.bold = is_bold};
  }
}

void append_set(Line& line, std::string_view letters, std::size_t width) {
  for (const char c : letters) line.push_back({std::string(1, c), potion_style(c, true)});
  if (letters.size() < width) line.push_back({std::string(width - letters.size(), ' '), normal});
}

std::vector<Known> known_of(const google::protobuf::RepeatedPtrField<v1::TrackerToken>& tokens, std::uint32_t ingredients) {
  std::vector<Known> known;
  for (const auto& token : tokens)
    if (token.a() < token.b() && token.b() < ingredients && is_result(token.result()))
      known.push_back({token.a(), token.b(), token.result()[0]});
  return known;
}

std::vector<Line> triangle(const Words& words, std::uint32_t ingredients, const std::vector<Known>& known,
                           const std::vector<Known>& implied) {
  const auto find = [](const std::vector<Known>& list, std::uint32_t a, std::uint32_t b) {
    return std::find_if(list.begin(), list.end(), [&](const Known& k) { return k.a == a && k.b == b; });
  };
  std::size_t label = 0;
  for (std::uint32_t i = 1; i < ingredients; ++i) label = std::max<std::size_t>(label, common::columns(words.ingredient(i)));
  label = std::min<std::size_t>(label, 12);
  std::vector<Line> lines(1);
  lines[0].push_back({std::string(label + 1, ' '), normal});
  for (std::uint32_t i = 0; i + 1 < ingredients; ++i) lines[0].push_back({words.short_ingredient(i) + " ", dim});
  for (std::uint32_t row = 1; row < ingredients; ++row) {
    Line out{{common::padded(words.ingredient(row), static_cast<std::uint32_t>(label)) + " ", normal}};
    for (std::uint32_t column = 0; column < row; ++column) {
      const auto token = find(known, column, row);
      const auto follows = find(implied, column, row);
      if (token != known.end()) {
        out.push_back({std::string(1, token->result) + "  ", potion_style(token->result, true)});
      } else if (follows != implied.end()) {
        // Powerless has no small letter of its own: a small o.
        const char small = follows->result == '0' ? 'o' : static_cast<char>(follows->result - 'A' + 'a');
        out.push_back({std::string(1, small) + "  ", potion_style(follows->result, false)});
      } else {
        out.push_back({"·  ", dim});
      }
    }
    lines.push_back(std::move(out));
  }
  return lines;
}

std::vector<Line> pairs_in_words(const Words& words, const std::vector<Known>& known) {
  std::vector<Line> lines;
  for (const auto& k : known)
    lines.push_back(line(words.ingredient(k.a) + " + " + words.ingredient(k.b) + ": " + words.potion(std::string(1, k.result))));
  return lines;
}

Line legend(const Words& words, std::uint32_t level) {
  const std::string_view letters = level < 3 ? "FLY" : level < 7 ? "FLYVG" : "FLYVGW0";
  Line out;
  for (const char c : letters) {
    if (!out.empty()) out.push_back({"  ", normal});
    out.push_back({std::string(1, c), potion_style(c, true)});
    out.push_back({" " + words.potion(std::string_view(&c, 1)), dim});
  }
  return out;
}

}  // namespace athanor::ui::little_alchemists
