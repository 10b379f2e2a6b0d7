// Options by name and value, as every game declares them.
#include <athanor/games/bot.h>
#include <athanor/games/game.h>

#include <catch2/catch.hpp>

using namespace athanor::games;

namespace {
class Type final : public GameType {
 public:
  const Traits& traits() const override { return traits_; }
  const std::vector<OptionSpec>& options() const override { return options_; }
  std::string title(Language) const override { return "Test"; }
  std::string option_label(std::string_view name, Language) const override { return std::string(name); }
  std::vector<HelpTopic> help(Language) const override { return {}; }
  std::vector<Term> terms(Language) const override { return {}; }
  std::optional<std::string> problem(const OptionMap&, Seat, std::string_view, Language) const override { return {}; }
  Started start(const StartInfo&) const override { return {}; }
  std::unique_ptr<Bot> bot(std::string_view, std::uint64_t) const override { return nullptr; }

 private:
  Traits traits_;
  std::vector<OptionSpec> options_{{"level", {}, 1, 7, false, "1"}, {"all-levels", {"true", "false"}, 0, 0, false, "false"}, {"turn-limit", {}, 10, 600, true, "off"}};
};
}  // namespace

TEST_CASE("options not named get their defaults") {
  const auto options = complete_options(Type(), {{"level", "7"}, {"turn-limit", "30"}}, Language::english);
  REQUIRE(options);
  CHECK(*options == OptionMap{{"all-levels", "false"}, {"level", "7"}, {"turn-limit", "30"}});
  CHECK(complete_options(Type(), {{"turn-limit", "off"}}, Language::english)->at("turn-limit") == "off");
}

TEST_CASE("bad names and values are refused with what would be right") {
  const auto error = [](OptionMap given) { return complete_options(Type(), given, Language::english).error(); };
  CHECK(error({{"levle", "1"}}) == "There is no such option; there are: level, all-levels, turn-limit");
  for (const auto* bad : {"0", "8", "7x", "", " 7", "+7", "99999999999"})
    CHECK(error({{"level", bad}}) == "Option level may be: 1..7");
  CHECK(error({{"all-levels", "yes"}}) == "Option all-levels may be: true, false");
  CHECK(error({{"turn-limit", "5"}}) == "Option turn-limit may be: 10..600, off");
  CHECK(error({{"level", "off"}}) == "Option level may be: 1..7");
}
