// The game type "der-alchimist".

#include <athanor/der_alchimist/game.h>

#include "adapter_rules.h"
#include "bot.h"
#include "texts/texts.h"

#include <athanor/games/sealed.h>
#include <athanor/games/secrets.h>
#include <athanor/games/standard_type.h>

namespace athanor::games::der_alchimist {
namespace {

std::uint64_t milliseconds(const OptionMap& options, std::string_view name) { return option_number(options, name) * std::uint64_t{1000}; }

Settings read_settings(const OptionMap& options) {
  Settings s;
  s.language = option_value(options, "language") == "de" ? Language::german : Language::english;
  s.turn_ms = milliseconds(options, "turn-clock");
  s.scan_ms = milliseconds(options, "book-scan");
  s.commit_ms = milliseconds(options, "challenge-commit");
  s.read_ms = milliseconds(options, "creativity-read");
  s.vote_ms = milliseconds(options, "creativity-vote");
  s.review_ms = milliseconds(options, "creativity-review");
  s.final_vote_ms = milliseconds(options, "final-vote");
  s.final_veto_ms = milliseconds(options, "final-veto");
  return s;
}

std::optional<std::uint8_t> read_colour(const OptionMap& options) {
  const auto& name = option_value(options, "colour");
  for (std::uint8_t colour = 0; colour < colours; ++colour)
    if (colour_name(colour) == name) return colour;
  return std::nullopt;  // random
}

Traits game_traits() {
  Traits traits;
  traits.name = "der-alchimist";
  traits.max_seats = max_players;
  traits.tells_unreachable = true;
  traits.away_after_s = 120;  // rules §18.2
  return traits;
}

// Of the topics, questions and answers; a room that is created in German has German ones unless told otherwise.
OptionSpec language_option() {
  auto spec = choice_option("language", {"en", "de"}, "en");
  spec.german_default = "de";
  return spec;
}

// Rules §3 and §18.1; the 30 seconds of the search are fixed.
std::vector<OptionSpec> game_options() {
  return {choice_option("colour", {"random", "yellow", "blue", "green", "red"}, "random"),
          language_option(),
          number_option("turn-clock", 30, 300, "120", true),
          number_option("book-scan", 30, 300, "90"),
          number_option("challenge-commit", 20, 180, "60"),
          number_option("creativity-read", 2, 15, "5"),
          number_option("creativity-vote", 5, 60, "15"),
          number_option("creativity-review", 5, 30, "10"),
          number_option("final-vote", 10, 120, "30"),
          number_option("final-veto", 10, 120, "30")};
}

// The answers whose solutions a game has used: those that players hold, which the end shows, and those that a veto of somebody who has left
// since asked about. What else a leaver had taken stays unrevealed (rules §16, §18.3).
std::vector<AnswerId> opened_answers(const State& state) {
  std::vector<AnswerId> opened;
  for (const auto& player : state.players)
    for (const auto& answer : player.answers) opened.push_back(answer.id);
  for (const auto& reading : state.readings)
    for (const auto& answer : reading.answers)
      if (state.players[reading.reader].left && (answer.outcome == Outcome::veto_right || answer.outcome == Outcome::veto_wrong)) opened.push_back(answer.id);
  return opened;
}

class DerAlchimist final : public StandardType, public SecretTeller, public Sealed {
 public:
  explicit DerAlchimist(std::shared_ptr<const Solutions> solutions) : StandardType(game_traits(), game_options()), solutions_(std::move(solutions)) {
    static_cast<void>(data());  // broken tables stop the start
    static_cast<void>(Texts::in(Language::english));
  }

  [[nodiscard]] std::string title(Language language) const override { return Texts::in(language)("title"); }
  [[nodiscard]] std::string option_label(std::string_view option, Language language) const override {
    return Texts::in(language)("option." + std::string(option));
  }
  [[nodiscard]] std::vector<HelpTopic> help(Language language) const override { return Texts::in(language).help(); }
  [[nodiscard]] std::vector<Term> terms(Language language) const override { return Texts::in(language).terms(); }

  [[nodiscard]] Started start(const StartInfo& info) const override {
    return GameAdapter<Rules>::started(info.names, info.at, [&](GameStep& step) {
      return set_up(read_settings(info.options), read_colour(info.options), info.seats, info.seed, solutions_, step);
    });
  }
  [[nodiscard]] std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const override {
    return style == "random" ? random_player(seed) : sensible_bot(seed);
  }
  [[nodiscard]] std::vector<std::string> secrets(const Game& game) const override {
    return der_alchimist::secrets(dynamic_cast<const GameAdapter<Rules>&>(game).state());
  }
  [[nodiscard]] std::string opened(const Game& game) const override {
    return encode_solutions(*solutions_, opened_answers(dynamic_cast<const GameAdapter<Rules>&>(game).state()));
  }
  [[nodiscard]] std::unique_ptr<GameType> knowing(std::string_view opened) const override {
    auto solutions = decode_solutions(opened);
    return solutions ? std::make_unique<DerAlchimist>(std::make_shared<const Solutions>(*solutions)) : nullptr;
  }

 private:
  std::shared_ptr<const Solutions> solutions_;  // of a client: none
};

}  // namespace

std::unique_ptr<GameType> make_game(std::string_view solutions) {
  return std::make_unique<DerAlchimist>(std::make_shared<const Solutions>(solutions.empty() ? Solutions() : parse_solutions(solutions, data())));
}

}  // namespace athanor::games::der_alchimist
