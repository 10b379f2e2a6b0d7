#include "transcript.h"

#include <athanor/common/secret.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace athanor::tests {
namespace {

// FNV-1a, never 0.
std::uint32_t sum_of(const std::string& text) {
  std::uint32_t sum = 2166136261U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
  return sum == 0 ? 1 : sum;
}

}  // namespace

std::map<std::string, std::uint32_t> summed(const std::map<std::string, std::string>& content) {
  std::map<std::string, std::uint32_t> sums;
  for (const auto& [field, values] : content) sums[field] = values.empty() ? 0 : sum_of(values);
  return sums;
}

// The fields in one line; then for each line of the transcript NUMBER or NUMBER=SUM, the number counting the fields from 0.
Contents read_contents(const std::string& file) {
  std::ifstream in(file);
  std::string text;
  std::getline(in, text);
  std::vector<std::string> fields;
  std::istringstream names(text);
  for (std::string field; names >> field;) fields.push_back(field);
  Contents contents;
  while (std::getline(in, text)) {
    auto& line = contents.emplace_back();
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      const auto equals = word.find('=');
      line[fields.at(std::stoul(word))] = equals == std::string::npos ? 0 : static_cast<std::uint32_t>(std::stoul(word.substr(equals + 1), nullptr, 16));
    }
  }
  return contents;
}

void write_contents(const std::string& file, const Contents& contents) {
  std::map<std::string, std::size_t> numbers;
  for (const auto& line : contents)
    for (const auto& [field, sum] : line) numbers[field] = 0;
  std::ofstream out(file);
  std::size_t next = 0;
  for (auto& [field, number] : numbers) {
    number = next++;
    out << field << ' ';
  }
  for (const auto& line : contents) {
    out << '\n';
    for (const auto& [field, sum] : line) {
      out << numbers.at(field);
      if (sum != 0) out << '=' << std::hex << sum << std::dec;
      out << ' ';
    }
  }
  out << '\n';
  if (!out.flush()) throw std::runtime_error(file + " cannot be written");
}

// game NAME RULES CODE | WHO > HEX REPLY | WHO ~ SEQUENCE | WHO ! | WHO = FIELD FIELD ...
Transcript read_transcript(const std::string& file) {
  std::ifstream in(file);
  Transcript out;
  for (std::string text; std::getline(in, text);) {
    std::istringstream words(text);
    std::string who, kind;
    words >> who;
    if (who == "game") {
      words >> out.game >> out.rules >> out.code;
      continue;
    }
    words >> kind;
    if (kind == "=") {
      for (std::string field; words >> field;) out.told[who.at(0)].insert(field);
      continue;
    }
    Line line;
    line.who = who.at(0);
    line.kind = static_cast<Line::Kind>(kind.at(0));
    if (line.kind == Line::Kind::follow) words >> line.sequence;
    if (line.kind == Line::Kind::ask) {
      words >> line.bytes >> std::ws;
      line.bytes = common::from_hex(line.bytes).value();
      std::getline(words, line.reply);
    }
    out.lines.push_back(std::move(line));
  }
  if (out.lines.empty()) throw std::runtime_error(file + " cannot be read");
  return out;
}

void write_transcript(const std::string& file, const Transcript& transcript) {
  std::ofstream out(file);
  out << "game " << transcript.game << ' ' << transcript.rules << ' ' << transcript.code << '\n';
  for (const auto& line : transcript.lines) {
    out << line.who << ' ' << static_cast<char>(line.kind);
    if (line.kind == Line::Kind::follow) out << ' ' << line.sequence;
    if (line.kind == Line::Kind::ask) out << ' ' << common::hex(line.bytes) << ' ' << line.reply;
    out << '\n';
  }
  for (const auto& [who, fields] : transcript.told) {
    out << who << " =";
    for (const auto& field : fields) out << ' ' << field;
    out << '\n';
  }
  if (!out.flush()) throw std::runtime_error(file + " cannot be written");
}

}  // namespace athanor::tests
