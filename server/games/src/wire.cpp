#include <athanor/games/wire.h>

#include <algorithm>

namespace athanor::games {
namespace {

void encode_rule(const Rule& rule, v1::Rule& out) {
  if (const auto* sum = std::get_if<SumRule>(&rule.kind)) {
    out.mutable_sum()->set_min(sum->min);
    out.mutable_sum()->set_max(sum->max);
  } else if (const auto* group = std::get_if<GroupRule>(&rule.kind)) {
    out.mutable_group()->set_group(group->group);
    out.mutable_group()->set_min(group->min);
    out.mutable_group()->set_max(group->max);
  } else {
    out.set_distinct_groups(true);
  }
  out.set_text(rule.text);
}

void encode_pick(const Pick& pick, v1::Pick& out) {
  out.set_min(pick.min);
  out.set_max(pick.max);
  out.set_ordered(pick.ordered);
  for (const auto& option : pick.options) {
    auto& o = *out.add_options();
    o.set_id(option.id);
    o.set_label(option.label);
    o.set_term(option.term);
    o.set_copies(option.copies);
    o.set_weight(option.weight);
    o.set_group(option.group);
  }
  for (const auto& rule : pick.rules) encode_rule(rule, *out.add_rules());
}

void encode_field(const Field& field, v1::Field& out) {
  out.set_name(field.name);
  out.set_label(field.label);
  if (const auto* pick = std::get_if<Pick>(&field.kind)) {
    encode_pick(*pick, *out.mutable_pick());
  } else if (const auto* text = std::get_if<TextInput>(&field.kind)) {
    out.mutable_text()->set_min_length(text->min_length);
    out.mutable_text()->set_max_length(text->max_length);
  } else if (const auto* number = std::get_if<NumberInput>(&field.kind)) {
    out.mutable_number()->set_min(number->min);
    out.mutable_number()->set_max(number->max);
  }
}

}  // namespace

void encode(const Decision& decision, std::uint64_t id, RoomTime now, v1::Decision& out) {
  out.set_id(id);
  out.set_prompt(decision.prompt);
  out.set_help(decision.help);
  out.set_clock_stopped(decision.clock_stopped);
  if (decision.deadline) {
    const auto remaining = *decision.deadline > now ? *decision.deadline - now : 0;
    out.set_has_deadline(true);
    out.set_remaining_ms(static_cast<std::uint32_t>(std::min<std::uint64_t>(remaining, UINT32_MAX)));
  }
  for (const auto& offer : decision.offers) {
    auto& o = *out.add_offers();
    o.set_id(offer.id);
    o.set_verb(offer.verb);
    o.set_label(offer.label);
    o.set_repeatable(offer.repeatable);
    o.set_confirm(offer.confirm);
    for (const auto& field : offer.fields) encode_field(field, *o.add_fields());
  }
}

void encode(const Answer& answer, v1::Answer& out) {
  out.set_decision_id(answer.decision_id);
  out.set_offer_id(answer.offer_id);
  for (const auto& value : answer.values) {
    auto& v = *out.add_values();
    if (const auto* picked = std::get_if<Picked>(&value))
      v.mutable_picked()->mutable_options()->Add(picked->options.begin(), picked->options.end());
    else if (const auto* text = std::get_if<std::string>(&value))
      v.set_text(*text);
    else
      v.set_number(std::get<std::int32_t>(value));
  }
}

tl::expected<Answer, Rejection> decode(const v1::Answer& message, Language language) {
  Answer answer{message.decision_id(), message.offer_id(), {}};
  answer.values.reserve(static_cast<std::size_t>(message.values_size()));
  for (const auto& v : message.values()) {
    switch (v.kind_case()) {
      case v1::Value::kPicked:
        answer.values.emplace_back(Picked{{v.picked().options().begin(), v.picked().options().end()}});
        break;
      case v1::Value::kText: answer.values.emplace_back(v.text()); break;
      case v1::Value::kNumber: answer.values.emplace_back(v.number()); break;
      case v1::Value::KIND_NOT_SET:
        return tl::unexpected(Rejection{Rejection::Kind::not_offered,
                                        language == Language::german ? "Ein Wert der Antwort ist leer; schicke sie vollständig."
                                                                     : "A value of the answer is empty; send it complete.",
                                        {}});
    }
  }
  return answer;
}

}  // namespace athanor::games
