// The game type "little-alchemists".

#include <athanor/little_alchemists/game.h>

#include "bot.h"
#include "offers.h"
#include "redeal.h"
#include "texts/events.h"
#include "texts/texts.h"
#include "view.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>

namespace athanor::games::little_alchemists {
namespace {

// "7½", "-3": scores are kept in half points.
std::string score_text(int half_points) {
  const int whole = half_points / 2;
  if (half_points % 2 == 0) return std::to_string(whole);
  const std::string sign = half_points < 0 && whole == 0 ? "-" : "";
  return sign + (whole == 0 ? std::string() : std::to_string(whole)) + "½";
}

// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = little_alchemists::State;
  using Move = little_alchemists::Move;
  using Event = little_alchemists::Event;

  static Seat seats(const State& state) { return state.seats; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return little_alchemists::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) {
    return little_alchemists::decision(state, seat, language);
  }
  static tl::expected<Move, Rejection> move(const State& state, Seat, const CheckedAnswer& answer, Language) { return move_of(state, answer); }
  static Answer default_answer(const State& state, Seat seat, const Decision& decision) {
    return little_alchemists::default_answer(state, seat, decision);
  }
  static void apply(State& state, Seat seat, const Move& move, GameStep& step) { little_alchemists::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId timer, GameStep& step) { little_alchemists::timer_fired(state, timer, step); }
  static void presence(State& state, Seat seat, Presence presence, GameStep& step) { little_alchemists::presence(state, seat, presence, step); }
  static void leave(State& state, Seat seat, GameStep& step) { little_alchemists::leave(state, seat, step); }
  static void join(State&, Seat, GameStep&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return state.phase == Phase::finished; }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!finished(state)) return list;
    for (const auto& line : scores(state)) list.push_back({line.seat, line.ranked ? score_text(line.half_points) : std::string(), line.winner});
    return list;
  }
  static std::string view(const State& state, Viewer viewer, Language) { return little_alchemists::view(state, viewer); }
  static std::string event_kind(const Event& event) { return little_alchemists::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return little_alchemists::event_text(event, names, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { little_alchemists::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return little_alchemists::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { little_alchemists::hidden(state, viewer, out); }
};

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
