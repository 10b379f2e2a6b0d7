#include <athanor/common/text.h>
#include <athanor/games/check.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace athanor::games {
namespace {

using Problem = std::optional<std::string>;  // nothing: the value is fine

std::string say(Language language, std::string english, std::string german) {
  return language == Language::german ? std::move(german) : std::move(english);
}

std::string range_text(std::int64_t min, std::int64_t max, Language language) {
  if (min == max) return say(language, "exactly ", "genau ") + std::to_string(min);
  return std::to_string(min) + say(language, " to ", " bis ") + std::to_string(max);
}

bool keeps(const SumRule& rule, const std::vector<const Option*>& picked) {
  std::int64_t sum = 0;
  for (const auto* option : picked) sum += option->weight;
  return sum >= rule.min && sum <= rule.max;
}

bool keeps(const DistinctGroupsRule&, const std::vector<const Option*>& picked) {
  for (std::size_t i = 0; i < picked.size(); ++i)
    for (std::size_t j = i + 1; j < picked.size(); ++j)
      if (picked[i]->group != 0 && picked[i]->group == picked[j]->group) return false;
  return true;
}

bool keeps(const GroupRule& rule, const std::vector<const Option*>& picked) {
  const auto n = std::count_if(picked.begin(), picked.end(), [&](const Option* o) { return o->group == rule.group; });
  return n >= static_cast<std::ptrdiff_t>(rule.min) && n <= static_cast<std::ptrdiff_t>(rule.max);
}

Problem problem(const Pick& pick, const Picked& value, Language language) {
  const auto count = value.options.size();
  if (count < pick.min || count > pick.max)
    return say(language, "choose ", "wähle ") + range_text(pick.min, pick.max, language);
  std::vector<const Option*> picked;
  picked.reserve(count);
  for (const auto id : value.options) {
    const auto it = std::find_if(pick.options.begin(), pick.options.end(), [id](const Option& o) { return o.id == id; });
    if (it == pick.options.end()) return say(language, "that choice is not (or no longer) offered", "diese Wahl wird nicht (mehr) angeboten");
    const auto times = std::count(value.options.begin(), value.options.end(), id);
    if (times > static_cast<std::ptrdiff_t>(it->copies))
      return say(language, "there are only ", "es gibt nur ") + std::to_string(it->copies) + " × " + it->label;
    picked.push_back(&*it);
  }
  for (const auto& rule : pick.rules)
    if (!std::visit([&](const auto& kind) { return keeps(kind, picked); }, rule.kind)) return rule.text;
  return std::nullopt;
}

Problem problem(const TextInput& input, const std::string& value, Language language) {
  if (!common::valid_utf8(value)) return say(language, "the text is not valid UTF-8", "der Text ist kein gültiges UTF-8");
  const auto length = common::code_points(value);
  if (length < input.min_length || length > input.max_length)
    return say(language, "the text needs ", "der Text braucht ") + range_text(input.min_length, input.max_length, language) +
           say(language, " characters", " Zeichen");
  return std::nullopt;
}

Problem problem(const NumberInput& input, std::int32_t value, Language language) {
  if (value < input.min || value > input.max)
    return say(language, "the number must be ", "die Zahl muss ") + range_text(input.min, input.max, language) +
           say(language, "", " sein");
  return std::nullopt;
}

Problem problem(const Field& field, const Value& value, Language language) {
  if (const auto* pick = std::get_if<Pick>(&field.kind); pick != nullptr && std::holds_alternative<Picked>(value))
    return problem(*pick, std::get<Picked>(value), language);
  if (const auto* text = std::get_if<TextInput>(&field.kind); text != nullptr && std::holds_alternative<std::string>(value))
    return problem(*text, std::get<std::string>(value), language);
  if (const auto* number = std::get_if<NumberInput>(&field.kind); number != nullptr && std::holds_alternative<std::int32_t>(value))
    return problem(*number, std::get<std::int32_t>(value), language);
  return say(language, "the value has the wrong kind", "der Wert hat die falsche Art");
}

tl::unexpected<Rejection> refuse(std::string text) {
  return tl::unexpected(Rejection{Rejection::Kind::not_offered, std::move(text), {}});
}

}  // namespace

tl::expected<CheckedAnswer, Rejection> check(const Decision& decision, const Answer& answer, Language language) {
  const auto offer = std::find_if(decision.offers.begin(), decision.offers.end(),
                                  [&](const Offer& o) { return o.id == answer.offer_id; });
  if (offer == decision.offers.end())
    return refuse(say(language, "This is not (or no longer) possible; look at what is offered now.",
                      "Das ist nicht (mehr) möglich; sieh nach, was jetzt angeboten wird."));
  if (answer.values.size() != offer->fields.size())
    return refuse(offer->label + ": " + say(language, "needs ", "braucht ") + std::to_string(offer->fields.size()) +
                  say(language, " value(s)", " Wert(e)"));
  for (std::size_t i = 0; i < offer->fields.size(); ++i) {
    const auto& field = offer->fields[i];
    if (const auto wrong = problem(field, answer.values[i], language))
      return refuse(offer->label + (field.label.empty() ? "" : ", " + field.label) + ": " + *wrong);
  }
  return CheckedAnswer{&*offer, answer.values};
}

}  // namespace athanor::games
