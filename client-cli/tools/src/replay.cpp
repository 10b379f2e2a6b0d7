#include "published.h"
#include "words.h"

#include <athanor/common/text.h>
#include <athanor/tools/commands.h>

#include <charconv>
#include <ostream>

namespace athanor::tools {
namespace {

using games::Viewer;

// Whose eyes; nothing: everybody's, each event marked with those who saw it.
struct Eyes {
  std::optional<Viewer> viewer;
};

std::optional<Eyes> eyes_of(const std::string& as, int seats) {
  if (as == "all") return Eyes{};
  if (as == "spectator") return Eyes{Viewer::spectator()};
  int seat = 0;
  const auto [end, error] = std::from_chars(as.data(), as.data() + as.size(), seat);
  if (error != std::errc{} || end != as.data() + as.size() || seat < 1 || seat > seats) return std::nullopt;
  return Eyes{Viewer::seat(static_cast<games::Seat>(seat - 1))};
}

// "" for everybody; otherwise e.g. "[Alba, Bruno] ".
std::string mark_of(const games::Audience& audience, const v1::PublishedJournal& journal, const std::string& language) {
  std::vector<std::string> who;
  bool everybody = audience.includes(Viewer::spectator());
  for (int seat = 0; seat < journal.seat_names_size(); ++seat) {
    if (audience.includes(Viewer::seat(static_cast<games::Seat>(seat))))
      who.push_back(common::printable(journal.seat_names(seat)));
    else
      everybody = false;
  }
  if (everybody) return "";
  if (audience.includes(Viewer::spectator())) who.push_back(say(language, "spectators", "Zuschauer"));
  return fmt::format("[{}] ", fmt::join(who, ", "));
}

std::string clock_text(std::uint64_t ms) { return fmt::format("{}:{:02}", ms / 60'000, ms / 1'000 % 60); }

}  // namespace

int run_replay(const ReplayOptions& options, Streams io) {
  const auto& language = options.language;
  const auto journal = read_published(options.file, language);
  if (!journal) {
    io.err << "athanor: " << journal.error() << '\n';
    return 1;
  }
  const auto eyes = eyes_of(options.as, journal->seat_names_size());
  if (!eyes) {
    io.err << "athanor: "
           << say(language, "--as takes a seat from 1 to {}, spectator or all.\n",
                  "--as nimmt einen Platz von 1 bis {}, spectator oder all.\n", journal->seat_names_size());
    return 1;
  }
  const auto catalogue = games::open_catalogue();
  io.out << heading(*journal, catalogue, language) << '\n';
  const auto begin = journal->entries(0).at_ms();
  std::string standings;
  const auto fault = refold(*journal, catalogue, language, [&](const auto& entry, const auto& game, const auto& outcome) {
    for (const auto& event : outcome.events) {
      if (eyes->viewer && !event.audience.includes(*eyes->viewer)) continue;
      const auto mark = eyes->viewer ? std::string() : mark_of(event.audience, *journal, language);
      io.out << fmt::format("{:>5} {:>6}  {}{}\n", entry.sequence(), clock_text(entry.at_ms() - begin), mark,
                            common::printable(event.body->text(language_of(language))));
    }
    if (game.finished()) standings = standings_text(*journal, game, language);
  });
  io.out << standings;
  if (!fault) return 0;
  io.err << "athanor: " << fault->text << '\n';
  return 1;
}

}  // namespace athanor::tools
