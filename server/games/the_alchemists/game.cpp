// The game type "the-alchemists".

#include <athanor/the_alchemists/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

class TheAlchemists final : public GameType {
 public:
  TheAlchemists() {
    traits_.name = "the-alchemists";
    traits_.min_seats = 2;
    traits_.max_seats = max_players;
    OptionSpec clock;
    clock.name = "turn-clock";
    clock.min = 10;
    clock.max = 600;
    clock.off_allowed = true;
    clock.default_value = "off";
    options_ = {clock};
    static_cast<void>(data());  // a broken card file stops the start
  }

  [[nodiscard]] const Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const override { return options_; }
  [[nodiscard]] std::string title(Language language) const override { return std::string(texts(language).title); }
  [[nodiscard]] std::string option_label(std::string_view, Language language) const override {
    return std::string(texts(language).option_turn_clock);
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return all_help(data(), language); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return all_terms(data(), language); }
  [[nodiscard]] std::optional<std::string> problem(const OptionMap&, Seat, std::string_view, Language) const override { return std::nullopt; }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    Options options;
    const auto& clock = info.options.find("turn-clock")->second;
    if (clock != "off") options.turn_clock_s = static_cast<unsigned>(std::stoul(clock));
    const auto names = std::make_shared<const std::vector<std::string>>(info.names);
    return GameAdapter<Rules>::started(info.names, info.at,
                                       [&](GameStep& step) { return set_up(data(), options, names, info.seats, info.seed, step); });
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const override {
    return style == "random" ? random_bot(seed) : sensible_bot();
  }

 private:
  Traits traits_;
  std::vector<OptionSpec> options_;
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<TheAlchemists>(); }

}  // namespace athanor::games::the_alchemists
