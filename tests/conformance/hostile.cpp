#include <conformance/hostile.h>

#include <algorithm>

namespace athanor::test {
namespace {

const games::Offer& offer_of(const games::Decision& decision, const games::Answer& answer) {
  return *std::find_if(decision.offers.begin(), decision.offers.end(), [&](const auto& o) { return o.id == answer.offer_id; });
}

std::uint32_t unused_option(const games::Pick& pick) {
  std::uint32_t highest = 0;
  for (const auto& option : pick.options) highest = std::max(highest, option.id);
  return highest + 1;
}

void spoil_pick(const games::Pick& pick, const games::Answer& legal, std::size_t field, std::vector<HostileAnswer>& out) {
  const auto with = [&](std::string what, std::vector<std::uint32_t> options) {
    auto answer = legal;
    answer.values[field] = games::Picked{std::move(options)};
    out.push_back({std::move(what), std::move(answer)});
  };
  auto options = std::get<games::Picked>(legal.values[field]).options;
  auto unknown = options;
  unknown.push_back(unused_option(pick));
  if (!options.empty()) unknown.erase(unknown.begin());
  with("an option that is not there", unknown);
  with("far too many options", std::vector<std::uint32_t>(pick.max + 1, pick.options.empty() ? 1 : pick.options.front().id));
  if (pick.min > 0) with("too few options", {});
  for (const auto& option : pick.options)
    if (option.copies < pick.max) {
      std::vector<std::uint32_t> copies(option.copies + 1, option.id);
      while (copies.size() < pick.min) copies.push_back(option.id);
      with("more copies than there are", copies);
      break;
    }
}

void spoil_field(const games::Field& field, const games::Answer& legal, std::size_t i, std::vector<HostileAnswer>& out) {
  auto wrong_kind = legal;
  if (std::holds_alternative<games::Pick>(field.kind))
    wrong_kind.values[i] = std::string("x");
  else
    wrong_kind.values[i] = games::Picked{{1}};
  out.push_back({"a value of another kind", std::move(wrong_kind)});
  if (const auto* pick = std::get_if<games::Pick>(&field.kind)) spoil_pick(*pick, legal, i, out);
  if (const auto* text = std::get_if<games::TextInput>(&field.kind)) {
    auto answer = legal;
    answer.values[i] = std::string(text->max_length + 1, 'a');
    out.push_back({"a text that is too long", answer});
    answer.values[i] = std::string("\xc3\x28\xff", 3);
    out.push_back({"bad UTF-8", answer});
  }
  if (const auto* number = std::get_if<games::NumberInput>(&field.kind)) {
    auto answer = legal;
    answer.values[i] = number->max + 1;
    out.push_back({"a number that is too high", answer});
    answer.values[i] = number->min - 1;
    out.push_back({"a number that is too low", answer});
  }
}

}  // namespace

std::vector<HostileAnswer> hostile_answers(const games::Decision& decision, const games::Answer& legal) {
  std::vector<HostileAnswer> out;
  const auto add = [&](std::string what, auto change) {
    auto answer = legal;
    change(answer);
    out.push_back({std::move(what), std::move(answer)});
  };
  add("the decision before", [](auto& a) { --a.decision_id; });
  add("a decision to come", [](auto& a) { ++a.decision_id; });
  add("the highest decision id", [](auto& a) { a.decision_id = ~std::uint64_t{0}; });
  std::uint32_t highest = 0;
  for (const auto& offer : decision.offers) highest = std::max(highest, offer.id);
  add("an offer that is not there", [&](auto& a) { a.offer_id = highest + 1; });
  add("offer 0", [](auto& a) { a.offer_id = 0; });
  add("one value too many", [](auto& a) { a.values.emplace_back(std::int32_t{1}); });
  const auto& offer = offer_of(decision, legal);
  if (!offer.fields.empty()) add("no values", [](auto& a) { a.values.clear(); });
  for (std::size_t i = 0; i < offer.fields.size(); ++i) spoil_field(offer.fields[i], legal, i, out);
  return out;
}

}  // namespace athanor::test
