// The game type "der-alchimist".

#include <athanor/der_alchimist/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

OptionSpec choice(std::string name, std::vector<std::string> values, std::string default_value) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.values = std::move(values);
  spec.default_value = std::move(default_value);
  return spec;
}
OptionSpec seconds(std::string name, std::int32_t min, std::int32_t max, std::string default_value, bool off_allowed = false) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.min = min;
  spec.max = max;
  spec.off_allowed = off_allowed;
  spec.default_value = std::move(default_value);
  return spec;
}

std::uint64_t milliseconds(const OptionMap& options, std::string_view name) {
  const auto& value = options.find(name)->second;
  return value == "off" ? 0 : std::stoull(value) * 1000;
}

Settings read_settings(const OptionMap& options) {
  Settings s;
  s.language = options.find("language")->second == "de" ? Language::german : Language::english;
  s.turn_ms = milliseconds(options, "turn-clock");
  s.scan_ms = milliseconds(options, "book-scan");
  s.commit_ms = milliseconds(options, "challenge-commit");
  s.read_ms = milliseconds(options, "creativity-read");
  s.vote_ms = milliseconds(options, "creativity-vote");
  s.review_ms = milliseconds(options, "creativity-review");
  s.final_vote_ms = milliseconds(options, "final-vote");
  s.final_veto_ms = milliseconds(options, "final-veto");
  return s;
}

std::optional<std::uint8_t> read_colour(const OptionMap& options) {
  const auto& name = options.find("colour")->second;
  for (std::uint8_t colour = 0; colour < colours; ++colour)
    if (colour_name(colour) == name) return colour;
  return std::nullopt;  // random
}

class DerAlchimist final : public GameType {
 public:
  DerAlchimist() {
    traits_.name = "der-alchimist";
    traits_.min_seats = 2;
    traits_.max_seats = max_players;
    traits_.tells_unreachable = true;
    traits_.away_after_s = 120;  // rules §18.2
    // Rules §3 and §18.1; the 30 seconds of the search are fixed.
    options_ = {choice("colour", {"random", "yellow", "blue", "green", "red"}, "random"),
                choice("language", {"en", "de"}, "en"),
                seconds("turn-clock", 30, 300, "120", true),
                seconds("book-scan", 30, 300, "90"),
                seconds("challenge-commit", 20, 180, "60"),
                seconds("creativity-read", 2, 15, "5"),
                seconds("creativity-vote", 5, 60, "15"),
                seconds("creativity-review", 5, 30, "10"),
                seconds("final-vote", 10, 120, "30"),
                seconds("final-veto", 10, 120, "30")};
    static_cast<void>(data());  // broken tables stop the start
    static_cast<void>(Texts::in(Language::english));
  }

  [[nodiscard]] const Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const override { return options_; }
  [[nodiscard]] std::string title(Language language) const override { return Texts::in(language)("title"); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override {
    return Texts::in(language)("option." + std::string(option));
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return Texts::in(language).help(); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return Texts::in(language).terms(); }

  [[nodiscard]] std::optional<std::string> problem(const OptionMap&, Seat, std::string_view, Language) const override { return std::nullopt; }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    return GameAdapter<Rules>::started(info.names, info.at, [&](GameStep& step) {
      return set_up(read_settings(info.options), read_colour(info.options), info.seats, info.seed, step);
    });
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const override {
    return style == "random" ? random_player(seed) : sensible_bot(seed);
  }

 private:
  Traits traits_;
  std::vector<OptionSpec> options_;
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<DerAlchimist>(); }

}  // namespace athanor::games::der_alchimist
