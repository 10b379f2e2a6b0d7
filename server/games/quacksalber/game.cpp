// The game type "quacksalber".

#include <athanor/quacksalber/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/bot.h>
#include <athanor/games/secrets.h>
#include <athanor/games/standard_type.h>

namespace athanor::games::quacksalber {
namespace {

constexpr std::array<std::string_view, 5> book_options{"book-green", "book-blue", "book-red", "book-yellow", "book-purple"};

// Rules §1. Each colour follows the preset unless it has its own set.
std::vector<OptionSpec> game_options() {
  std::vector<OptionSpec> specs{choice_option("book-set", {"1", "2", "3", "4"}, "1")};
  for (const auto name : book_options) specs.push_back(choice_option(std::string(name), {"as-set", "1", "2", "3", "4"}, "as-set"));
  specs.push_back(choice_option("alchemists", {"on", "off"}, "on"));
  std::vector<std::string> locoweeds{"none"};
  for (const auto& book : tables().locoweeds) locoweeds.push_back(book.id);
  specs.push_back(choice_option("locoweed", std::move(locoweeds), "v1"));
  specs.push_back(choice_option("lockstep", {"last", "all"}, "last"));
  specs.push_back(choice_option("pot-side", {"plain", "tubes"}, "plain"));
  specs.push_back(choice_option("extra-cards", {"off", "on"}, "off"));
  specs.push_back(choice_option("clock", {"on", "off"}, "on"));
  return specs;
}

Traits game_traits() {
  Traits traits;
  traits.name = "quacksalber";
  traits.max_seats = max_players;
  traits.rules_version = 3;
  traits.away_after_s = away_after_ms / 1000;
  return traits;
}

Options read_options(const OptionMap& map) {
  const auto is = [&](std::string_view name, std::string_view value) { return option_value(map, name) == value; };
  const auto set = [](const std::string& text) { return static_cast<std::uint8_t>(text.front() - '0'); };
  Options options;
  for (std::size_t i = 0; i < book_options.size(); ++i)
    options.books[i] = set(option_value(map, is(book_options[i], "as-set") ? "book-set" : book_options[i]));
  options.alchemists = is("alchemists", "on");
  options.locoweed.reset();
  for (std::size_t i = 0; i < tables().locoweeds.size(); ++i)
    if (is("locoweed", tables().locoweeds[i].id)) options.locoweed = static_cast<std::uint8_t>(i);
  options.lockstep_all = is("lockstep", "all");
  options.tubes = is("pot-side", "tubes");
  options.extra_cards = is("extra-cards", "on");
  options.clock = is("clock", "on");
  return options;
}

class Quacksalber final : public StandardType, public SecretTeller {
 public:
  Quacksalber() : StandardType(game_traits(), game_options()) {  // broken tables stop the start, and so do broken texts
    static_cast<void>(Texts::in(Language::english).terms());
    static_cast<void>(Texts::in(Language::german).terms());
  }

  [[nodiscard]] std::string title(Language language) const override { return Texts::in(language)("title"); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override {
    return Texts::in(language)("option." + std::string(option));
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return Texts::in(language).help(); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return Texts::in(language).terms(); }
  [[nodiscard]] std::optional<std::string> problem(const OptionMap& options, Seat, std::string_view, Language language) const override {
    if (option_value(options, "alchemists") == "off" && option_value(options, "locoweed") != "none") return Texts::in(language)("problem.locoweed");
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
  [[nodiscard]] std::vector<std::string> secrets(const Game& game) const override {
    return quacksalber::secrets(dynamic_cast<const GameAdapter<Rules>&>(game).state());
  }
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<Quacksalber>(); }

}  // namespace athanor::games::quacksalber
