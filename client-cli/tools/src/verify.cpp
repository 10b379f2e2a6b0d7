#include "published.h"
#include "words.h"

#include <athanor/common/secret.h>
#include <athanor/tools/commands.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <string_view>

namespace athanor::tools {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The whole number, or at least the half that fits a line.
bool is_fingerprint(std::string_view text) {
  return text.size() >= 32 && text.size() <= 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

int run_verify(const VerifyOptions& options, Streams io) {
  const auto& language = options.language;
  const auto journal = read_published(options.file, language);
  if (!journal) {
    io.err << "athanor: " << journal.error() << '\n';
    return 1;
  }
  const auto catalogue = games::open_catalogue();
  io.out << heading(*journal, catalogue, language) << '\n';

  const auto hash = common::sha256(journal->salt() + journal->seed());
  const auto computed = common::hex({reinterpret_cast<const char*>(hash.data()), hash.size()});
  const auto in_file = common::hex(journal->seed_commitment());
  const bool given = !options.commitment.empty();
  const auto promised = given ? lower(options.commitment) : in_file;
  if (given && !is_fingerprint(promised)) {
    io.err << say(language, "athanor: --commitment takes the number that was shown before the game: 64 digits 0-9 and a-f, or at least the first 32.\n",
                  "athanor: --commitment erwartet die Zahl, die vor dem Spiel zu sehen war: 64 Ziffern 0-9 und a-f, wenigstens die ersten 32.\n");
    return 1;
  }
  bool good = true;
  if (!computed.starts_with(promised) || computed != in_file) {
    good = false;
    io.out << say(language,
                  "NOT PROVED: salt and seed give {}, but the server had promised {}. The deal was not fixed before the game, or "
                  "the file was changed.\n",
                  "NICHT BEWIESEN: Salz und Startwert ergeben {}, zugesagt war aber {}. Die Karten lagen nicht vor dem Spiel "
                  "fest, oder die Datei wurde verändert.\n",
                  computed, computed.starts_with(promised) ? in_file : promised);
  } else {
    io.out << say(language,
                  "Proved: salt and seed give {}, so the deal was fixed when the server showed this number, before the game.\n",
                  "Bewiesen: Salz und Startwert ergeben {}; die Karten lagen also fest, als der Server vor dem Spiel diese "
                  "Zahl zeigte.\n",
                  computed);
    if (!given)
      io.out << say(language, "  (Is it the number you saw? Then --commitment NUMBER makes this complete.)\n",
                    "  (Ist es die Zahl, die du gesehen hast? Mit --commitment ZAHL wird der Beweis vollständig.)\n");
  }

  std::string standings;
  const auto fault = refold(*journal, catalogue, language, [&](const auto&, const games::Game& game, const auto&) {
    if (game.finished()) standings = standings_text(*journal, game, language);
  });
  if (fault && fault->unfinished) {
    io.out << say(language,
                  "NOT FINISHED: {} What it holds is right as far as it goes (entries: {}). Fetch it again when the game is over.\n",
                  "NICHT ZU ENDE: {} Was darin steht, stimmt, so weit es reicht (Einträge: {}). Hol es neu, wenn das Spiel zu Ende ist.\n", fault->text,
                  journal->entries_size());
    return 1;
  }
  if (fault && fault->sequence == 0) {  // this program cannot read it: that accuses nobody
    io.out << say(language, "NOT PROVED: {}\n", "NICHT BEWIESEN: {}\n", fault->text);
    return 1;
  }
  if (fault) {
    io.out << say(language, "NOT PROVED: {} The file was changed, or the server did not play by the rules.\n",
                  "NICHT BEWIESEN: {} Die Datei wurde verändert, oder der Server hielt sich nicht an die Regeln.\n", fault->text);
    return 1;
  }
  io.out << say(language,
                "Proved: from this seed the rules allow all {} entries, each gives the state that the server recorded, and the "
                "last one ends the game.\n{}Not covered: the room's code, names, wall clock times, and how long anybody thought.\n",
                "Bewiesen: Von diesem Startwert aus erlauben die Regeln alle {} Einträge, jeder ergibt den Stand, den der Server "
                "festgehalten hat, und der letzte beendet das Spiel.\n{}Nicht erfasst: Raumcode, Namen, Uhrzeiten und Bedenkzeiten.\n",
                journal->entries_size(), standings);
  return good ? 0 : 1;
}

}  // namespace athanor::tools
