// The game type "little-alchemists-companion".

#include <athanor/little_alchemists/game.h>

#include "companion_state.h"
#include "texts/texts.h"

#include <athanor/games/bot.h>

namespace athanor::games::little_alchemists {
namespace {

struct SessionRules {
  using State = companion::State;
  using Move = companion::Move;
  using Event = companion::Event;
  using SessionStep = companion::SessionStep;

  static Seat seats(const State&) { return companion::max_devices; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return companion::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat, Language language) { return companion::decision(state, language); }
  static tl::expected<Move, Rejection> move(const State& state, Seat, const CheckedAnswer& answer, Language language) {
    return companion::move_of(state, answer, language);
  }
  static Answer default_answer(const State& state, Seat, const Decision&) { return companion::default_answer(state); }
  static void apply(State& state, Seat seat, const Move& move, SessionStep& step) { companion::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId, SessionStep&) { companion::minute_passed(state); }
  static void presence(State&, Seat, Presence, SessionStep&) {}  // a device that is switched off loses nothing
  static void leave(State& state, Seat seat, SessionStep&) { companion::leave(state, seat); }
  static void join(State& state, Seat seat, SessionStep& step) { companion::join(state, seat, step); }
  static bool finished(const State& state) { return state.closed; }
  static std::vector<Standing> standings(const State&, Language) { return {}; }
  static std::string view(const State& state, Viewer viewer, Language) { return companion::view(state, viewer); }
  static std::string event_kind(const Event& event) { return companion::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>&, Language language) {
    return companion::event_text(event, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { companion::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return companion::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { companion::hidden(state, viewer, out); }
};

class CompanionApp final : public GameType {
 public:
  CompanionApp() {
    traits_.name = "little-alchemists-companion";
    traits_.min_seats = 1;
    traits_.max_seats = companion::max_devices;
    traits_.has_campaigns = true;
    traits_.join_while_playing = true;
    OptionSpec level;
    level.name = "level";
    level.min = min_level;
    level.max = max_level;
    level.default_value = "1";
    OptionSpec all_levels;
    all_levels.name = "all-levels";
    all_levels.values = {"false", "true"};
    all_levels.default_value = "false";
    options_ = {level, all_levels};
    static_cast<void>(data());
  }

  [[nodiscard]] const Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const override { return options_; }
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
    if (all_levels(options) || campaign_from(campaign).level_open(level_of(options))) return std::nullopt;
    return fill(texts(language).comp_level_locked, {std::to_string(level_of(options))});
  }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    const companion::Start start{level_of(info.options), all_levels(info.options), info.seats, info.seed, info.campaign};
    return GameAdapter<SessionRules>::started(info.names, info.at, [&](companion::SessionStep& step) { return companion::open_session(start, step); });
  }
  [[nodiscard]] std::string campaign_fold(std::string_view state, std::string_view change) const override {
    return little_alchemists::campaign_fold(state, change);
  }
  [[nodiscard]] std::vector<std::string> campaign_lines(std::string_view state, Language language) const override {
    return campaign_text_lines(campaign_from(state), language);
  }
  /// Nobody plays here; whatever the style, a bot only presses buttons.
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view, std::uint64_t seed) const override { return random_bot(seed); }

 private:
  static unsigned level_of(const OptionMap& options) { return static_cast<unsigned>(std::stoul(options.find("level")->second)); }
  static bool all_levels(const OptionMap& options) { return options.find("all-levels")->second == "true"; }
  Traits traits_;
  std::vector<OptionSpec> options_;
};

}  // namespace

std::unique_ptr<GameType> make_companion() { return std::make_unique<CompanionApp>(); }

}  // namespace athanor::games::little_alchemists
