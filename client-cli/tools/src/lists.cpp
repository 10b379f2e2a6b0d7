#include "errand.h"
#include "words.h"

#include <athanor/common/text.h>
#include <athanor/link/seat_memory.h>

#include <algorithm>
#include <ctime>
#include <ostream>
#include <utility>

namespace athanor::tools {
namespace {

using common::printable;

std::string local_time(std::int64_t unix_s) {
  const auto time = static_cast<std::time_t>(unix_s);
  std::tm parts{};
  if (::localtime_r(&time, &parts) == nullptr) return "?";
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour,
                     parts.tm_min);
}

// What the game calls a value of an option; empty: nothing that the value does not say itself.
std::string value_words(const v1::GameInfo& game, const std::string& option, const std::string& value) {
  for (const auto& term : game.terms())
    if (term.key() == "option." + option + "." + value && term.text() != value) return printable(term.text());
  return {};
}

std::string possible_values(const v1::GameInfo& game, const v1::OptionInfo& option, const std::string& language) {
  if (!option.values().empty()) return printable(fmt::format("{}", fmt::join(option.values().begin(), option.values().end(), ", ")));
  const auto range = fmt::format("{}..{}", option.min(), option.max());
  const bool may_be_off = !value_words(game, option.name(), "off").empty();
  return may_be_off ? say(language, "{} or off", "{} oder off", range) : range;
}

// The list of games comes without the names of values; each game asked for by itself has them.
class Games final : public Errand {
 public:
  Games(const Common& options, Streams io) : Errand(options, link::Browse{}, io) {}

 private:
  void arrived() override { line().get_catalogue(); }

  void on_catalogue(link::RequestId, const v1::CatalogueReply& reply) override {
    if (!std::exchange(listed_, true)) {
      waiting_ = reply.games_size();
      for (const auto& game : reply.games()) line().get_catalogue(game.name());
      if (waiting_ == 0) finish();
      return;
    }
    for (const auto& game : reply.games()) print(game);
    if (--waiting_ == 0) finish();
  }

  void print(const v1::GameInfo& game) const {
    out() << fmt::format("{}  {}\n", printable(game.name()), printable(game.title()));
    out() << say(language(), "  {} to {} players{}\n", "  {} bis {} Personen{}\n", game.min_seats(), game.max_seats(),
                 game.has_campaigns() ? say(language(), ", campaigns", ", Kampagnen") : "");
    for (const auto& option : game.options()) {
      out() << fmt::format("  --set {}={}   {} ({})\n", printable(option.name()), printable(option.default_value()), printable(option.label()),
                           possible_values(game, option, language()));
      for (const auto& value : option.values())
        if (const auto words = value_words(game, option.name(), value); !words.empty())
          out() << fmt::format("        {}: {}\n", printable(value), words);
    }
  }

  bool listed_ = false;
  int waiting_ = 0;  // games whose own entry has not come yet
};

}  // namespace

int run_rooms(const std::string& language, Streams io) {
  const auto seats = link::SeatMemory().all();
  if (!seats) {
    io.err << "athanor: " << seats.error() << '\n';
    return 1;
  }
  if (seats->empty()) io.out << say(language, "You hold no seats.\n", "Du hast keine Plätze.\n");
  for (const auto& seat : *seats)
    io.out << say(language, "{}  {}  seat {}, {} at {}  ({})\n", "{}  {}  Platz {}, {} auf {}  ({})\n", printable(seat.room),
                  printable(seat.game), seat.seat + 1, printable(seat.name), printable(seat.server), local_time(seat.unix_s));
  return 0;
}

int run_games(const Common& options, Streams io) { return Games(options, io).run(); }

}  // namespace athanor::tools
