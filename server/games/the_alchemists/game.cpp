// The game type "the-alchemists".

#include <athanor/the_alchemists/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>
#include <athanor/games/secrets.h>
#include <athanor/games/standard_type.h>

namespace athanor::games::the_alchemists {
namespace {

Traits game_traits() {
  Traits traits;
  traits.name = "the-alchemists";
  traits.max_seats = max_players;
  traits.rules_version = 2;
  return traits;
}

class TheAlchemists final : public StandardType, public SecretTeller {
 public:
  TheAlchemists() : StandardType(game_traits(), {number_option("turn-clock", 10, 600, "off", true)}) {
    static_cast<void>(data());  // a broken card file stops the start
  }

  [[nodiscard]] std::string title(Language language) const override { return std::string(texts(language).title); }
  [[nodiscard]] std::string option_label(std::string_view, Language language) const override {
    return std::string(texts(language).option_turn_clock);
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return all_help(data(), language); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return all_terms(data(), language); }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    Options options;
    options.turn_clock_s = option_number(info.options, "turn-clock");
    const auto names = std::make_shared<const std::vector<std::string>>(info.names);
    return GameAdapter<Rules>::started(info.names, info.at,
                                       [&](GameStep& step) { return set_up(data(), options, names, info.seats, info.seed, step); });
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const override {
    return style == "random" ? random_bot(seed) : sensible_bot();
  }
  [[nodiscard]] std::vector<std::string> secrets(const Game& game) const override {
    return the_alchemists::secrets(dynamic_cast<const GameAdapter<Rules>&>(game).state());
  }
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<TheAlchemists>(); }

}  // namespace athanor::games::the_alchemists
