// The game type "little-alchemists".

#include <athanor/little_alchemists/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>

namespace athanor::games::little_alchemists {
namespace {

OptionSpec whole_number(std::string name, std::int32_t min, std::int32_t max, bool off_allowed, std::string default_value) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.min = min;
  spec.max = max;
  spec.off_allowed = off_allowed;
  spec.default_value = std::move(default_value);
  return spec;
}

unsigned number(const OptionMap& options, std::string_view name) {
  const auto& value = options.find(name)->second;
  return value == "off" ? 0U : static_cast<unsigned>(std::stoul(value));
}

Options read_options(const OptionMap& map, std::string_view campaign) {
  Options options;
  options.level = number(map, "level");
  options.all_levels = map.find("all-levels")->second == "true";
  options.turn_limit_s = number(map, "turn-limit");
  options.prompt_limit_s = number(map, "prompt-limit");
  options.guess_limit_s = number(map, "guess-limit");
  options.level_two_locked = !campaign_from(campaign).level_open(2);
  return options;
}

class LittleAlchemists final : public GameType {
 public:
  LittleAlchemists() {
    traits_.name = "little-alchemists";
    traits_.min_seats = 2;
    traits_.max_seats = max_players;
    traits_.has_campaigns = true;
    OptionSpec all_levels;
    all_levels.name = "all-levels";
    all_levels.values = {"false", "true"};
    all_levels.default_value = "false";
    options_ = {whole_number("level", min_level, max_level, false, "1"), all_levels, whole_number("turn-limit", 10, 600, true, "off"),
                whole_number("prompt-limit", 5, 300, true, "30"), whole_number("guess-limit", 5, 300, true, "30")};
    static_cast<void>(data());  // a broken table stops the start
  }

  [[nodiscard]] const Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const override { return options_; }
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

 private:
  Traits traits_;
  std::vector<OptionSpec> options_;
};

}  // namespace

std::unique_ptr<GameType> make_game() { return std::make_unique<LittleAlchemists>(); }

}  // namespace athanor::games::little_alchemists
