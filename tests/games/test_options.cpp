// Options by name and value, as every game declares them.
#include <athanor/games/bot.h>
#include <athanor/games/standard_type.h>

#include <catch2/catch.hpp>

using namespace athanor::games;

namespace {
OptionSpec words_option() {
  auto spec = choice_option("words", {"en", "de"}, "en");
  spec.german_default = "de";
  return spec;
}
class Type final : public StandardType {
 public:
  Type() : StandardType({}, {number_option("level", 1, 7, "1"), flag_option("all-levels"), number_option("turn-limit", 10, 600, "off", true), words_option()}) {}
  std::string title(Language) const override { return "Test"; }
  std::string option_label(std::string_view name, Language) const override { return std::string(name); }
  std::vector<HelpTopic> help(Language) const override { return {}; }
  std::vector<Term> terms(Language) const override { return {}; }
  Started start(const StartInfo&) const override { return {}; }
  std::unique_ptr<Bot> bot(std::string_view, std::uint64_t) const override { return nullptr; }
};
}  // namespace

TEST_CASE("options not named get their defaults") {
  const auto options = complete_options(Type(), {{"level", "7"}, {"turn-limit", "30"}}, Language::english);
  REQUIRE(options);
  CHECK(*options == OptionMap{{"all-levels", "false"}, {"level", "7"}, {"turn-limit", "30"}, {"words", "en"}});
  CHECK(complete_options(Type(), {{"turn-limit", "off"}}, Language::english)->at("turn-limit") == "off");
}

TEST_CASE("a default may go by the language of who creates the room, and gives way to what is named") {
  CHECK(complete_options(Type(), {}, Language::german)->at("words") == "de");
  CHECK(complete_options(Type(), {}, Language::german)->at("level") == "1");
  CHECK(complete_options(Type(), {{"words", "en"}}, Language::german)->at("words") == "en");
}

TEST_CASE("bad names and values are refused with what would be right") {
  const auto error = [](OptionMap given) { return complete_options(Type(), given, Language::english).error(); };
  CHECK(error({{"levle", "1"}}) == "There is no option 'levle'; there are level, all-levels, turn-limit and words.");
  for (const std::string bad : {"0", "8", "7x", "", " 7", "+7", "99999999999", "off"})
    CHECK(error({{"level", bad}}) == "The option level can be 1 to 7, not '" + bad + "'.");
  CHECK(error({{"all-levels", "yes"}}) == "The option all-levels can be false or true, not 'yes'.");
  CHECK(error({{"turn-limit", "5"}}) == "The option turn-limit can be 10 to 600 or off, not '5'.");
  CHECK(complete_options(Type(), {{"turn-limit", "5"}}, Language::german).error() ==
        "Die Option turn-limit kann 10 bis 600 oder off sein, nicht '5'.");
  const auto hostile = error({{"level", "\x1b[2J" + std::string(500, '9')}});
  CHECK(hostile.find('\x1b') == std::string::npos);
  CHECK(hostile.size() < 100);
}

TEST_CASE("options are read as what they are, off as 0; one that is not there is a mistake of ours") {
  const auto options = *complete_options(Type(), {{"level", "7"}, {"all-levels", "true"}}, Language::english);
  CHECK(option_value(options, "level") == "7");
  CHECK(option_number(options, "level") == 7);
  CHECK(option_number(options, "turn-limit") == 0);
  CHECK(option_flag(options, "all-levels"));
  CHECK_THROWS_AS(option_number(options, "levle"), std::logic_error);
}
