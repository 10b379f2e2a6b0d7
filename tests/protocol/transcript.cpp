#include "transcript.h"

#include <athanor/common/secret.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace athanor::tests {
namespace {

}  // namespace

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
