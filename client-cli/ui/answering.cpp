#include "answering.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>

namespace athanor::ui {
namespace {

// For labels that are whole sentences and are continued.
std::string without_full_stop(std::string label) {
  if (label.ends_with('.') && !label.ends_with("..")) label.pop_back();
  return label;
}

const v1::Option* find_option(const v1::Pick& pick, std::uint32_t id) {
  for (const auto& option : pick.options())
    if (option.id() == id) return &option;
  return nullptr;
}

const v1::Offer* find_offer(const v1::Decision& decision, std::uint32_t id) {
  for (const auto& offer : decision.offers())
    if (offer.id() == id) return &offer;
  return nullptr;
}

std::int64_t sum_of(const std::vector<const v1::Option*>& chosen) {
  std::int64_t sum = 0;
  for (const auto* option : chosen) sum += option->weight();
  return sum;
}

bool rule_holds(const v1::Rule& rule, const std::vector<const v1::Option*>& chosen) {
  switch (rule.kind_case()) {
    case v1::Rule::kSum: {
      const auto sum = sum_of(chosen);
      return sum >= rule.sum().min() && sum <= rule.sum().max();
    }
    case v1::Rule::kDistinctGroups: {
      std::map<std::uint32_t, int> seen;
      for (const auto* option : chosen)
        if (option->group() != 0 && ++seen[option->group()] > 1) return false;
      return true;
    }
    case v1::Rule::kGroup: {
      const auto group = rule.group().group();
      const auto count = static_cast<std::uint32_t>(
          std::count_if(chosen.begin(), chosen.end(), [&](const auto* option) { return option->group() == group; }));
      return count >= rule.group().min() && count <= rule.group().max();
    }
    case v1::Rule::KIND_NOT_SET: break;
  }
  return true;  // a rule this client does not know: the server has the last word anyway
}

std::string amount(std::uint32_t min, std::uint32_t max) {
  return min == max ? std::to_string(min) : std::to_string(min) + "-" + std::to_string(max);
}

std::string picks_allowed(const v1::Pick& pick, const Texts& texts) {
  return pick.min() == 0 && pick.max() > 0 ? texts("answer.up_to", {std::to_string(pick.max())}) : amount(pick.min(), pick.max());
}

// A mere noun behind a prompt ("Choose your patient. Patient") says nothing new; a question or sentence does.
bool is_noun(std::string_view label) { return label.find_first_of("?!.:,") == std::string_view::npos; }

}  // namespace

std::string pick_problem(const v1::Pick& pick, const std::vector<std::uint32_t>& chosen, const Texts& texts) {
  if (chosen.size() < pick.min() || chosen.size() > pick.max())
    return texts("answer.pick_count", {picks_allowed(pick, texts), std::to_string(chosen.size())});
  std::vector<const v1::Option*> options;
  for (const auto id : chosen)
    if (const auto* option = find_option(pick, id)) options.push_back(option);
  for (const auto& rule : pick.rules())
    if (!rule_holds(rule, options)) {
      auto why = rule.text().empty() ? texts("answer.rule") : rule.text();
      if (rule.has_sum()) why += " " + texts("answer.sum", {std::to_string(sum_of(options))});
      return why;
    }
  return {};
}

bool Answering::only_one_offer() const {
  return decision_ && decision_->offers_size() == 1 && decision_->offers(0).fields_size() > 0;
}

// Gives numbers to what the present step offers.
void Answering::number_choices() {
  std::vector<std::uint32_t> ids;
  if (decision_)
    for (const auto& offered : decision_->offers()) {
      ids.push_back(offered.id());
      verbs_[offered.id()] = offered.verb();
    }
  offers_.update(ids);
  if (step() != Step::pick) return;
  if (options_of_ != field_key()) options_.clear();
  options_of_ = field_key();
  ids.clear();
  for (const auto& option : field()->pick().options()) ids.push_back(option.id());
  options_.update(ids);
}

bool Answering::changed_meaning(std::size_t index) const {
  return step() == Step::offers ? offers_.changed(index) : step() == Step::pick && options_.changed(index);
}

bool Answering::fields_missing() const {
  return offer() != nullptr && values_.size() < static_cast<std::size_t>(offer()->fields_size());
}

const v1::Field* Answering::field() const {
  return fields_missing() ? &offer()->fields(static_cast<int>(values_.size())) : nullptr;
}

Answering::Step Answering::step() const {
  if (!decision_) return Step::nothing;
  if (offer() == nullptr) return Step::offers;
  if (const auto* open = field()) {
    if (open->has_text()) return Step::text;
    if (open->has_number()) return Step::number;
    return Step::pick;
  }
  return Step::confirm;
}

// Whether everything chosen so far is still on offer.
bool Answering::still_fits() const {
  const auto* chosen = offer();
  if (chosen == nullptr) return true;
  if (values_.size() + (picks_.empty() ? 0U : 1U) > static_cast<std::size_t>(chosen->fields_size())) return false;
  const auto offered = [&](const v1::Field& of, const auto& ids) {
    std::map<std::uint32_t, std::uint32_t> count;
    for (const auto id : ids) {
      const auto* option = find_option(of.pick(), id);
      if (option == nullptr || ++count[id] > option->copies()) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto& of = chosen->fields(static_cast<int>(i));
    const auto& value = values_[i];
    if (value.has_picked() != of.has_pick() || !offered(of, value.picked().options())) return false;
  }
  return picks_.empty() || offered(*field(), picks_);
}

bool Answering::update(const std::optional<v1::Decision>& decision) {
  const bool something = offer_ && (!only_one_offer() || !values_.empty() || !picks_.empty());
  const bool same = decision_ && decision && decision_->id() == decision->id();
  const bool typing = step() == Step::text || step() == Step::number;
  if (!same) {
    offers_.clear();
    verbs_.clear();
  }
  decision_ = decision;
  if (same && offer_) {
    const auto& offers = decision_->offers();
    const auto found = std::find_if(offers.begin(), offers.end(), [&](const auto& o) { return o.id() == offer_->id(); });
    suspended_ = found == offers.end();
    if (!suspended_) offer_ = *found;
    if (suspended_ ? typing : still_fits()) {
      number_choices();
      return false;
    }
  }
  suspended_ = false;
  offer_.reset();
  values_.clear();
  picks_.clear();
  options_of_.reset();
  if (only_one_offer()) offer_ = decision_->offers(0);
  number_choices();
  return something;
}

std::size_t Answering::picked(std::uint32_t option) const {
  return static_cast<std::size_t>(std::count(picks_.begin(), picks_.end(), option));
}

std::vector<Choice> Answering::choices() const {
  std::vector<Choice> out;
  if (step() == Step::offers)
    for (std::size_t i = 0; i < offers_.size(); ++i) {
      const auto* offered = offers_.at(i) ? find_offer(*decision_, *offers_.at(i)) : nullptr;
      Choice choice{offered == nullptr ? std::string() : offered->label(), 0, 1};
      choice.offered = offered != nullptr;
      if (const auto verb = verbs_.find(offers_.meant(i)); verb != verbs_.end()) choice.verb = verb->second;
      out.push_back(std::move(choice));
    }
  if (step() != Step::pick) return out;
  const auto& pick = field()->pick();
  if (offers_nothing()) out.push_back({(*texts_)("answer.pick_none")});  // or nobody would see how to go on
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const auto* option = options_.at(i) ? find_option(pick, *options_.at(i)) : nullptr;
    if (option == nullptr) {
      Choice nothing;
      nothing.offered = false;
      out.push_back(std::move(nothing));
      continue;
    }
    Choice choice{option->label(), static_cast<std::uint32_t>(picked(option->id())), option->copies()};
    for (std::size_t k = 0; pick.ordered() && k < picks_.size(); ++k)
      if (picks_[k] == option->id()) choice.places += (choice.places.empty() ? "" : ",") + std::to_string(k + 1);
    out.push_back(std::move(choice));
  }
  return out;
}

bool Answering::offers_nothing() const { return field()->has_pick() && field()->pick().options().empty(); }

bool Answering::at_beginning() const { return only_one_offer() && values_.empty() && step() != Step::confirm; }

std::string Answering::question() const {
  // The prompt says why and how many; nobody has seen it above a list of offers.
  if (!at_beginning() || decision_->prompt().empty()) return field_question();
  const bool prompt_says_it = step() == Step::pick && offer()->fields_size() == 1 && is_noun(field()->label());
  auto rest = prompt_says_it ? picked_so_far() : field_question();
  return rest.empty() ? decision_->prompt() : decision_->prompt() + " " + rest;
}

// "(1 of up to 2 chosen)"; empty where one key chooses.
std::string Answering::picked_so_far() const {
  const auto& pick = field()->pick();
  if (pick.min() == 1 && pick.max() == 1) return {};
  if (pick.options().empty()) return (*texts_)("answer.pick_empty");
  return (*texts_)(pick.ordered() ? "answer.picked_ordered" : "answer.picked", {std::to_string(picks_.size()), picks_allowed(pick, *texts_)});
}

std::string Answering::field_question() const {
  switch (step()) {
    case Step::nothing: return {};
    case Step::offers: return decision_->prompt();
    case Step::confirm: return (*texts_)("answer.confirm", {without_full_stop(offer()->label())});
    case Step::text: return field()->label();
    case Step::number:
      return (*texts_)("answer.number", {field()->label(), std::to_string(field()->number().min()),
                                        std::to_string(field()->number().max())});
    case Step::pick: {
      const auto rest = picked_so_far();
      return rest.empty() ? field()->label() : field()->label() + " " + rest;
    }
  }
  return {};
}

std::string Answering::trail() const {
  if (offer() == nullptr) return {};
  auto text = without_full_stop(offer()->label());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto& of = offer()->fields(static_cast<int>(i));
    std::string shown;
    for (const auto id : values_[i].picked().options())
      if (const auto* option = find_option(of.pick(), id)) shown += (shown.empty() ? "" : ", ") + option->label();
    if (values_[i].has_text()) shown = values_[i].text();
    if (of.has_number()) shown = std::to_string(values_[i].number());
    if (shown.empty()) shown = (*texts_)("answer.nothing");
    text += ": " + shown;
  }
  return text;
}

bool Answering::can_finish() const {
  if (step() == Step::confirm) return true;
  if (step() != Step::pick) return false;
  const auto& pick = field()->pick();
  return picks_.size() >= pick.min() && (pick.min() != 1 || pick.max() != 1);
}

Answering::Result Answering::refuse(std::string text) {
  problem_ = std::move(text);
  return Result::problem;
}

Answering::Result Answering::next() {
  if (fields_missing()) {
    number_choices();
    return Result::more;
  }
  return offer()->confirm() ? Result::more : Result::ready;
}

Answering::Result Answering::choose(std::size_t index) {
  if (step() == Step::offers) {
    const auto* chosen = offers_.at(index) ? find_offer(*decision_, *offers_.at(index)) : nullptr;
    if (chosen == nullptr) return refuse((*texts_)("answer.no_such_choice"));
    offer_ = *chosen;
    return next();
  }
  if (step() != Step::pick) return refuse((*texts_)("answer.no_such_choice"));
  const auto& pick = field()->pick();
  if (offers_nothing() && index == 0) return done();
  const auto* place = options_.at(index) ? find_option(pick, *options_.at(index)) : nullptr;
  if (place == nullptr) return refuse((*texts_)("answer.no_such_choice"));
  const auto& option = *place;
  if (pick.min() == 1 && pick.max() == 1) {
    picks_ = {option.id()};
    const auto result = done();
    if (result == Result::problem) picks_.clear();
    return result;
  }
  if (picked(option.id()) >= option.copies()) {
    picks_.erase(std::remove(picks_.begin(), picks_.end(), option.id()), picks_.end());  // the key works as a switch
    return Result::more;
  }
  if (picks_.size() >= pick.max()) return refuse((*texts_)("answer.pick_full", {std::to_string(pick.max())}));
  picks_.push_back(option.id());
  return auto_finish_ && picks_.size() == pick.max() ? done() : Result::more;
}

Answering::Result Answering::enter(std::string_view text) {
  v1::Value value;
  if (suspended_) return refuse((*texts_)("answer.suspended", {offer()->label()}));
  if (step() == Step::text) {
    const auto& limits = field()->text();
    const auto points = common::code_points(text);
    if (!common::valid_utf8(text) || points < limits.min_length() || points > limits.max_length())
      return refuse((*texts_)("answer.text_length", {amount(limits.min_length(), limits.max_length()), std::to_string(points)}));
    value.set_text(text.data(), text.size());
  } else if (step() == Step::number) {
    const auto& limits = field()->number();
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < limits.min() || number > limits.max())
      return refuse((*texts_)("answer.number_range", {std::to_string(limits.min()), std::to_string(limits.max())}));
    value.set_number(number);
  } else {
    return refuse((*texts_)("answer.no_such_choice"));
  }
  values_.push_back(std::move(value));
  return next();
}

bool Answering::would_pick_none() const {
  return step() == Step::pick && picks_.empty() && field()->pick().min() == 0 && !field()->pick().options().empty();
}

Answering::Result Answering::done() {
  if (step() == Step::confirm) return Result::ready;
  if (step() != Step::pick) return refuse((*texts_)("answer.choose_first"));
  auto problem = pick_problem(field()->pick(), picks_, *texts_);
  if (!problem.empty()) return refuse(std::move(problem));
  v1::Value value;
  value.mutable_picked();
  for (const auto id : picks_) value.mutable_picked()->add_options(id);
  picks_.clear();
  values_.push_back(std::move(value));
  return next();
}

bool Answering::can_go_back() const {
  if (!picks_.empty() || (!values_.empty() && !suspended_)) return true;
  return offer_ && (!only_one_offer() || suspended_);
}

bool Answering::back() {
  if (!picks_.empty()) {
    picks_.pop_back();
    return true;
  }
  if (!values_.empty() && !suspended_) {
    values_.pop_back();
    number_choices();
    return true;
  }
  if (!can_go_back()) return false;
  suspended_ = false;
  offer_.reset();
  values_.clear();
  if (only_one_offer()) offer_ = decision_->offers(0);
  number_choices();
  return true;
}

v1::Answer Answering::take_answer() {
  if (offer() == nullptr || fields_missing()) throw std::logic_error("an answer was taken before it was complete");
  v1::Answer answer;
  answer.set_decision_id(decision_->id());
  answer.set_offer_id(offer()->id());
  for (const auto& value : values_) *answer.add_values() = value;
  answered_ = offer_;
  values_.clear();
  offer_.reset();
  if (only_one_offer()) offer_ = decision_->offers(0);
  number_choices();
  return answer;
}

}  // namespace athanor::ui
