#include "trouble/faulty_game.h"

#include "support/sealed_game.h"

#include <athanor/games/bot.h>

#include <stdexcept>
#include <utility>

namespace athanor::tests {
namespace {

using namespace games;

constexpr const char* unspeakable = "unspeakable";  // a change after which a campaign cannot be told

class FaultyGame final : public Game {
 public:
  FaultyGame(std::unique_ptr<Game> inner, std::string fault) : inner_(std::move(inner)), fault_(std::move(fault)) {}
  FaultyGame(const FaultyGame& other) : Game(other), inner_(other.inner_->clone()), fault_(other.fault_), answered_(other.answered_) {}
  FaultyGame& operator=(const FaultyGame&) = delete;

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::make_unique<FaultyGame>(*this); }
  tl::expected<Outcome, Rejection> answer(Seat seat, const Answer& answer, RoomTime at, Language language) override {
    breaks_at("answer");
    auto outcome = inner_->answer(seat, answer, at, language);
    if (outcome && answered_ && fault_ == "campaign") outcome->campaign_change = spoilt_change;
    if (outcome && fault_ == "campaign-lines") outcome->campaign_change = unspeakable;
    answered_ = answered_ || outcome.has_value();
    return outcome;
  }
  [[nodiscard]] Rejection refuse_stale(Seat seat, std::uint64_t id, Language language) const override {
    breaks_at("stale");
    return inner_->refuse_stale(seat, id, language);
  }
  Outcome fire_timers(RoomTime at) override {
    breaks_at("timer");
    return inner_->fire_timers(at);
  }
  Outcome presence(Seat seat, Presence presence, RoomTime at) override {
    breaks_at("away");
    return inner_->presence(seat, presence, at);
  }
  Outcome leave(Seat seat, RoomTime at) override {
    breaks_at("leave");
    return inner_->leave(seat, at);
  }
  Outcome join(Seat seat, RoomTime at) override { return inner_->join(seat, at); }
  [[nodiscard]] std::optional<RoomTime> next_deadline() const override { return dead_end() || fault_ == "away" ? std::nullopt : inner_->next_deadline(); }
  [[nodiscard]] std::optional<std::uint64_t> decision_id(Seat seat) const override { return dead_end() ? std::nullopt : inner_->decision_id(seat); }
  [[nodiscard]] std::optional<Decision> decision(Seat seat, Language language) const override {
    breaks_at("decision");
    return dead_end() ? std::nullopt : inner_->decision(seat, language);
  }
  [[nodiscard]] std::optional<Answer> default_answer(Seat seat) const override { return inner_->default_answer(seat); }
  [[nodiscard]] std::string table_view(Language language) const override {
    breaks_at("table-view");
    return inner_->table_view(language);
  }
  [[nodiscard]] std::string own_view(Viewer viewer, Language language) const override {
    if (viewer.is(1)) breaks_at("own-view");  // others see theirs
    return inner_->own_view(viewer, language);
  }
  [[nodiscard]] bool finished() const override { return inner_->finished(); }
  [[nodiscard]] std::vector<Standing> standings(Language language) const override { return inner_->standings(language); }
  [[nodiscard]] std::uint64_t digest() const override { return inner_->digest(); }
  [[nodiscard]] std::unique_ptr<Game> redeal(Viewer viewer, RandomStream& random) const override { return inner_->redeal(viewer, random); }
  [[nodiscard]] std::string hidden_from(Viewer viewer) const override { return inner_->hidden_from(viewer); }

 private:
  void breaks_at(std::string_view place) const {
    if (answered_ && fault_ == place) throw std::logic_error("broken on purpose");
  }
  [[nodiscard]] bool dead_end() const { return answered_ && fault_ == "dead-end"; }

  std::unique_ptr<Game> inner_;
  std::string fault_;
  bool answered_ = false;
};

class FaultyType final : public GameType {
 public:
  FaultyType() {
    test::SealedTraits traits;
    traits.name = "faulty";
    traits.has_campaigns = true;
    inner_ = test::sealed_game(traits);
    options_ = inner_->options();
    for (auto& option : options_)
      if (option.name == "clock") option.default_value = "10";
    auto values = all_faults;
    values.emplace_back("problem");
    values.emplace_back("none");
    options_.push_back({"fault", values, 0, 0, false, "none"});
  }
  [[nodiscard]] const Traits& traits() const override { return inner_->traits(); }
  [[nodiscard]] const std::vector<OptionSpec>& options() const override { return options_; }
  [[nodiscard]] std::string title(Language language) const override { return inner_->title(language); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override { return inner_->option_label(option, language); }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return inner_->help(language); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return inner_->terms(language); }
  [[nodiscard]] std::optional<std::string> problem(const OptionMap& options, Seat seats, std::string_view campaign, Language language) const override {
    if (options.at("fault") == "problem") throw std::logic_error("broken on purpose");
    return inner_->problem(options, seats, campaign, language);
  }
  [[nodiscard]] std::string campaign_fold(std::string_view state, std::string_view change) const override {
    if (change == spoilt_change) throw std::logic_error("broken on purpose");
    return inner_->campaign_fold(state, change);
  }
  [[nodiscard]] std::vector<std::string> campaign_lines(std::string_view state, Language language) const override {
    if (state.ends_with(unspeakable)) throw std::logic_error("broken on purpose");
    return inner_->campaign_lines(state, language);
  }
  [[nodiscard]] Started start(const StartInfo& info) const override {
    auto started = inner_->start(info);
    started.game = std::make_unique<FaultyGame>(std::move(started.game), info.options.at("fault"));
    return started;
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view, std::uint64_t seed) const override { return random_bot(seed); }

 private:
  std::unique_ptr<GameType> inner_;
  std::vector<OptionSpec> options_;
};

}  // namespace

std::unique_ptr<games::GameType> faulty_game() { return std::make_unique<FaultyType>(); }

}  // namespace athanor::tests
