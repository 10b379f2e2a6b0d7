#pragma once
// Names and marks of Little Alchemists. Everything takes whatever numbers and letters arrive: what is unknown is "?".

#include "block.h"
#include "renderer.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui::little_alchemists {

inline constexpr std::uint32_t max_ingredients = 8;

class Words {
 public:
  explicit Words(const Scene& scene) : scene_(scene) {}

  [[nodiscard]] std::string ingredient(std::uint32_t index) const;
  [[nodiscard]] std::string short_ingredient(std::uint32_t index) const;  ///< two columns
  /// "fire"; also for "0" powerless and "T" two of a kind.
  [[nodiscard]] std::string potion(std::string_view letter) const;
  /// "fire (F)", coloured.
  [[nodiscard]] Span potion_span(std::string_view letter) const;
  /// "fire, luck, love": a potion set in words.
  [[nodiscard]] std::string set_in_words(std::string_view letters) const;
  /// "2× flying, love": tokens, equal ones together.
  [[nodiscard]] std::string tokens_in_words(std::string_view letters) const;
  [[nodiscard]] std::string pet(std::string_view name) const { return scene_.model.terms("pet." + std::string(name)); }
  [[nodiscard]] std::string artifact(std::string_view name) const {
    return scene_.model.terms("artifact." + std::string(name));
  }
  /// "Pet Bed (purple, 3 coins): what it does and its points", the name in bold; the name alone if the server tells no more.
  [[nodiscard]] Line artifact_with_details(std::string_view name) const;
  [[nodiscard]] std::string seat(std::uint32_t index) const { return seat_name(scene_.model.room, index, scene_.texts); }

 private:
  const Scene& scene_;
};

/// Colour of a result's letter. Never the only mark: the letter itself always stands there.
[[nodiscard]] Style potion_style(char letter, bool is_bold);
/// The letters of a set, each in its colour.
void append_set(Line& line, std::string_view letters, std::size_t width);

/// A token of a tracker, checked: a < b < ingredients and a known result letter.
struct Known {
  std::uint32_t a = 0, b = 0;
  char result = '?';
};
[[nodiscard]] std::vector<Known> known_of(const google::protobuf::RepeatedPtrField<v1::TrackerToken>& tokens,
                                          std::uint32_t ingredients);

/// The triangular tracker: capitals are known, small letters are implied, dots are open.
[[nodiscard]] std::vector<Line> triangle(const Words& words, std::uint32_t ingredients, const std::vector<Known>& known,
                                         const std::vector<Known>& implied);
/// The same as sentences: "fern and frog: fire".
[[nodiscard]] std::vector<Line> pairs_in_words(const Words& words, const std::vector<Known>& known);
/// "F fire  L luck ...": what the letters of this level mean.
[[nodiscard]] Line legend(const Words& words, std::uint32_t level);

}  // namespace athanor::ui::little_alchemists
