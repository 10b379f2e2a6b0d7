// The game type "little-alchemists".

#include <athanor/little_alchemists/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>
#include <athanor/games/secrets.h>
#include <athanor/games/standard_type.h>

namespace athanor::games::little_alchemists {
namespace {

Options read_options(const OptionMap& map, std::string_view campaign) {
  Options options;
  options.level = option_number(map, "level");
  options.all_levels = option_flag(map, "all-levels");
  options.turn_limit_s = option_number(map, "turn-limit");
  options.prompt_limit_s = option_number(map, "prompt-limit");
  options.guess_limit_s = option_number(map, "guess-limit");
  options.level_two_locked = !campaign_from(campaign).level_open(2);
  return options;
}

Traits game_traits() {
  Traits traits;
  traits.name = "little-alchemists";
  traits.max_seats = max_players;
  traits.rules_version = 2;
  traits.has_campaigns = true;
  return traits;
}

class LittleAlchemists final : public StandardType, public SecretTeller {
 public:
  LittleAlchemists()
      : StandardType(game_traits(), {number_option("level", min_level, max_level, "1"), flag_option("all-levels"),
                                     number_option("turn-limit", 10, 600, "off", true), number_option("prompt-limit", 5, 300, "30", true),
                                     number_option("guess-limit", 5, 300, "30", true)}) {
    static_cast<void>(data());  // a broken table stops the start
  }

  [[nodiscard]] std::string title(Language language) const override { return std::string(texts(language).title); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override {
    const Texts& t = texts(language);
    if (option == "level") return std::string(t.option_level);
    if (option == "all-levels") return std::string(t.option_all_levels);
    if (option == "turn-limit") return std::string(t.option_turn_limit);
    if (option == "prompt-limit") return std::string(t.option_prompt_limit);
    return std::string(t.option_guess_limit);
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override {
    auto topics = language == Language::german ? german_help() : english_help();
    std::erase_if(topics, [](const HelpTopic& topic) { return topic.key.starts_with("companion"); });
    return topics;
  }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return all_terms(language); }

  [[nodiscard]] std::optional<std::string> problem(const OptionMap& options, Seat, std::string_view campaign, Language language) const override {
    const Options wanted = read_options(options, campaign);
    if (wanted.all_levels || campaign_from(campaign).level_open(wanted.level)) return std::nullopt;
    return fill(texts(language).level_locked, {std::to_string(wanted.level)});
  }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    const Options options = read_options(info.options, info.campaign);
    return GameAdapter<Rules>::started(info.names, info.at, [&](GameStep& step) { return set_up(options, info.seats, info.seed, step); });
  }
  [[nodiscard]] std::string campaign_fold(std::string_view state, std::string_view change) const override {
    return little_alchemists::campaign_fold(state, change);
  }
  [[nodiscard]] std::vector<std::string> campaign_lines(std::string_view state, Language language) const override {
    return campaign_text_lines(campaign_from(state), language);
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const override {
    return style == "random" ? random_bot(seed) : sensible_bot(seed);
  }
  [[nodiscard]] std::vector<std::string> secrets(const Game& game) const override {
    return little_alchemists::secrets(dynamic_cast<const GameAdapter<Rules>&>(game).state());
  }
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<LittleAlchemists>(); }

}  // namespace athanor::games::little_alchemists
