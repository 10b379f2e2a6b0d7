#include "solutions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr unsigned answers_per_concept = 5;

[[noreturn]] void fail(const std::string& entry, const std::string& reason) {
  throw std::runtime_error("Der Alchimist data, solutions, " + entry + ": " + reason);
}

std::string answer_name(std::size_t id) {
  const auto number = std::to_string(id + 1);
  return "A" + std::string(3 - number.size(), '0') + number;
}

}  // namespace

Solutions parse_solutions(std::string_view text, const Data& data) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.size() != data.answers.size()) fail("format", "needs an object of 160 answers");
  Solutions solutions;
  std::vector<unsigned> number(data.questions.size());
  for (std::size_t i = 0; i < data.answers.size(); ++i) {
    const auto name = answer_name(i);
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) fail("answer " + name, "is missing");
    const auto question = std::find_if(data.questions.begin(), data.questions.end(), [&](const auto& q) { return q.concept_name == found->get_ref<const std::string&>(); });
    if (question == data.questions.end()) fail("answer " + name, "no question has the concept '" + found->get<std::string>() + "'");
    if (question->colour != data.answers[i].colour) fail("answer " + name, "has another colour than its concept");
    const auto id = static_cast<QuestionId>(question - data.questions.begin());
    ++number[id];
    solutions.know(static_cast<AnswerId>(i), id);
  }
  for (std::size_t q = 0; q < number.size(); ++q)
    if (number[q] != answers_per_concept) fail("concept " + data.questions[q].concept_name, std::to_string(number[q]) + " answers instead of 5");
  return solutions;
}

std::string encode_solutions(const Solutions& all, const std::vector<AnswerId>& answers) {
  std::string bytes;
  for (const auto answer : answers)
    if (const auto question = all.concept_of(answer)) {
      bytes += static_cast<char>(answer);
      bytes += static_cast<char>(*question);
    }
  return bytes;
}

std::optional<Solutions> decode_solutions(std::string_view bytes) {
  if (bytes.size() % 2 != 0) return std::nullopt;
  Solutions solutions;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    const auto answer = static_cast<AnswerId>(bytes[i]);
    const auto question = static_cast<QuestionId>(bytes[i + 1]);
    if (answer >= data().answers.size() || question >= data().questions.size()) return std::nullopt;
    solutions.know(answer, question);
  }
  return solutions;
}

}  // namespace athanor::games::der_alchimist
