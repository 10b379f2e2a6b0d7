// The game type "little-alchemists-companion".

#include <athanor/little_alchemists/game.h>

#include "companion_adapter.h"
#include "redeal.h"
#include "texts/texts.h"

#include <athanor/games/bot.h>
#include <athanor/games/secrets.h>
#include <athanor/games/standard_type.h>

namespace athanor::games::little_alchemists {
namespace {

Traits app_traits() {
  Traits traits;
  traits.name = "little-alchemists-companion";
  traits.min_seats = 1;
  traits.max_seats = companion::max_devices;
  traits.rules_version = 3;
  traits.has_campaigns = true;
  traits.join_while_playing = true;
  traits.takes_bots = false;  // each device stands for a person with a box
  return traits;
}

class CompanionApp final : public StandardType, public SecretTeller {
 public:
  CompanionApp() : StandardType(app_traits(), {number_option("level", min_level, max_level, "1"), flag_option("all-levels")}) {
    static_cast<void>(data());  // a broken table stops the start
  }

  [[nodiscard]] std::string title(Language language) const override { return std::string(texts(language).companion_title); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override {
    return std::string(option == "level" ? texts(language).option_level : texts(language).option_all_levels);
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override {
    auto topics = language == Language::german ? german_help() : english_help();
    std::erase_if(topics, [](const HelpTopic& topic) {
      return !topic.key.starts_with("companion") && topic.key != "campaign" && topic.key != "test" && topic.key != "theories";
    });
    return topics;
  }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return all_terms(language); }

  [[nodiscard]] std::optional<std::string> problem(const OptionMap& options, Seat, std::string_view campaign, Language language) const override {
    if (option_flag(options, "all-levels") || campaign_from(campaign).level_open(option_number(options, "level"))) return std::nullopt;
    return fill(texts(language).comp_level_locked, {std::to_string(option_number(options, "level"))});
  }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    std::uint32_t devices = 0;  // a seat without a name is free: nobody holds it yet
    for (std::size_t seat = 0; seat < info.names.size(); ++seat)
      if (!info.names[seat].empty()) devices |= 1U << seat;
    const companion::Start start{option_number(info.options, "level"), option_flag(info.options, "all-levels"), devices, info.seed, info.campaign};
    return GameAdapter<companion::SessionRules>::started(info.names, info.at, [&](companion::SessionStep& step) { return companion::open_session(start, step); });
  }
  [[nodiscard]] std::string campaign_fold(std::string_view state, std::string_view change) const override {
    return little_alchemists::campaign_fold(state, change);
  }
  [[nodiscard]] std::vector<std::string> campaign_lines(std::string_view state, Language language) const override {
    return campaign_text_lines(campaign_from(state), language);
  }
  /// Nobody plays here; whatever the style, a bot only presses buttons.
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view, std::uint64_t seed) const override { return random_bot(seed); }
  [[nodiscard]] std::vector<std::string> secrets(const Game& game) const override {
    const auto& state = dynamic_cast<const GameAdapter<companion::SessionRules>&>(game).state();
    return table_lines(state.board, state.table);
  }
};

}  // namespace

std::unique_ptr<GameType> make_companion() { return std::make_unique<CompanionApp>(); }

}  // namespace athanor::games::little_alchemists
