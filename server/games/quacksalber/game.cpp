// The game type "quacksalber".

#include <athanor/quacksalber/game.h>

#include "bot.h"
#include "offers.h"
#include "secrecy.h"
#include "texts/events.h"
#include "texts/texts.h"
#include "view.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = quacksalber::State;
  using Move = quacksalber::Move;
  using Event = quacksalber::Event;

  static Seat seats(const State& state) { return state.seats; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) { return quacksalber::question(state, seat); }
  static std::optional<Decision> decision(const State& state, Seat seat, Language language) { return quacksalber::decision(state, seat, language); }
  static tl::expected<Move, Rejection> move(const State& state, Seat seat, const CheckedAnswer& answer, Language) { return move_of(state, seat, answer); }
  static std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
    return quacksalber::explain(state, seat, answer, language);
  }
  static Answer default_answer(const State& state, Seat seat, const Decision&) { return quacksalber::default_answer(state, seat); }
  static void apply(State& state, Seat seat, const Move& move, GameStep& step) { quacksalber::apply(state, seat, move, step); }
  static void timer_fired(State& state, TimerId timer, GameStep& step) { quacksalber::timer_fired(state, timer, step); }
  static void presence(State& state, Seat seat, Presence presence, GameStep& step) { quacksalber::presence(state, seat, presence, step); }
  static void leave(State& state, Seat seat, GameStep& step) { quacksalber::leave(state, seat, step); }
  static void join(State&, Seat, GameStep&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<Standing> standings(const State& state, Language) {
    std::vector<Standing> list;
    if (!over(state)) return list;
    for (const auto& line : ranking(state))
      list.push_back({line.seat, line.ranked ? std::to_string(state.players[line.seat].vp) : std::string(), line.winner});
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.seat < b.seat; });
    return list;
  }
  static std::string view(const State& state, Viewer viewer, Language language) { return quacksalber::view(state, viewer, language); }
  static std::string event_kind(const Event& event) { return quacksalber::event_kind(event); }
  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    return quacksalber::event_text(event, names, language);
  }
  static void canonical(const State& state, CanonicalWriter& out) { quacksalber::canonical(state, out); }
  static State redeal(const State& state, Viewer viewer, RandomStream& random) { return quacksalber::redeal(state, viewer, random); }
  static void hidden(const State& state, Viewer viewer, CanonicalWriter& out) { quacksalber::hidden(state, viewer, out); }
};

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
