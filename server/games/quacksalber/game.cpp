// The game type "quacksalber".

#include <athanor/quacksalber/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

constexpr std::array<std::string_view, 5> book_options{"book-green", "book-blue", "book-red", "book-yellow", "book-purple"};

OptionSpec choice(std::string name, std::vector<std::string> values, std::string default_value) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.values = std::move(values);
  spec.default_value = std::move(default_value);
  return spec;
}

// Rules §1. Each colour follows the preset unless it has its own set.
std::vector<OptionSpec> option_specs() {
  std::vector<OptionSpec> specs{choice("book-set", {"1", "2", "3", "4"}, "1")};
  for (const auto name : book_options) specs.push_back(choice(std::string(name), {"as-set", "1", "2", "3", "4"}, "as-set"));
  specs.push_back(choice("alchemists", {"on", "off"}, "on"));
  std::vector<std::string> locoweeds{"none"};
  for (const auto& book : tables().locoweeds) locoweeds.push_back(book.id);
  specs.push_back(choice("locoweed", std::move(locoweeds), "v1"));
  specs.push_back(choice("lockstep", {"last", "all"}, "last"));
  specs.push_back(choice("pot-side", {"plain", "tubes"}, "plain"));
  specs.push_back(choice("extra-cards", {"off", "on"}, "off"));
  specs.push_back(choice("clock", {"on", "off"}, "on"));
  return specs;
}

Options read_options(const OptionMap& map) {
  const auto value = [&](std::string_view name) -> const std::string& { return map.find(name)->second; };
  const auto set = [](const std::string& text) { return static_cast<std::uint8_t>(text.front() - '0'); };
  Options options;
  for (std::size_t i = 0; i < book_options.size(); ++i) {
    const auto& own = value(book_options[i]);
    options.books[i] = set(own == "as-set" ? value("book-set") : own);
  }
  options.alchemists = value("alchemists") == "on";
  options.locoweed.reset();
  for (std::size_t i = 0; i < tables().locoweeds.size(); ++i)
    if (tables().locoweeds[i].id == value("locoweed")) options.locoweed = static_cast<std::uint8_t>(i);
  options.lockstep_all = value("lockstep") == "all";
  options.tubes = value("pot-side") == "tubes";
  options.extra_cards = value("extra-cards") == "on";
  options.clock = value("clock") == "on";
  return options;
}

class Quacksalber final : public GameType {
 public:
  Quacksalber() {
    traits_.name = "quacksalber";
    traits_.min_seats = 2;
    traits_.max_seats = max_players;
    traits_.away_after_s = away_after_ms / 1000;
    options_ = option_specs();  // broken tables stop the start, and so do broken texts
    static_cast<void>(Texts::in(Language::english).terms());
    static_cast<void>(Texts::in(Language::german).terms());
  }

  [[nodiscard]] const Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const override { return options_; }
  [[nodiscard]] std::string title(Language language) const override { return Texts::in(language)("title"); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override {
    return Texts::in(language)("option." + std::string(option));
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return Texts::in(language).help(); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return Texts::in(language).terms(); }
  [[nodiscard]] std::optional<std::string> problem(const OptionMap& options, Seat, std::string_view, Language language) const override {
    if (options.find("alchemists")->second == "off" && options.find("locoweed")->second != "none") return Texts::in(language)("problem.locoweed");
    return std::nullopt;
  }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    const auto names = std::make_shared<const std::vector<std::string>>(info.names);
    return GameAdapter<Rules>::started(info.names, info.at, [&](GameStep& step) {
      return set_up(tables(), read_options(info.options), names, info.seats, info.seed, step);
    });
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const override {
    return style == "random" ? random_bot(seed) : sensible_bot(seed);
  }

 private:
  Traits traits_;
  std::vector<OptionSpec> options_;
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<Quacksalber>(); }

}  // namespace athanor::games::quacksalber
