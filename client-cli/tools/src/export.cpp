#include "errand.h"
#include "words.h"

#include <athanor/common/secret.h>
#include <athanor/link/seat_memory.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace athanor::tools {
namespace {

std::string file_of(const ExportOptions& options) { return options.file.empty() ? options.room + ".journal" : options.file; }

// Whoever watches may have the journal too; taking back the own seat would throw out the window that holds it.
link::Purpose as_spectator(const ExportOptions& options) {
  v1::JoinRoom join;
  join.set_code(options.room);
  join.set_password(options.password);
  join.set_name("export");
  join.set_spectate(true);
  return join;
}

class Export final : public Errand {
 public:
  Export(const ExportOptions& options, Streams io) : Errand(options, as_spectator(options), io), options_(options) {}

 private:
  void arrived() override { line().get_journal(); }

  void on_journal(link::RequestId, const std::string& journal) override {
    const auto name = file_of(options_);
    std::ofstream file(name, std::ios::binary | std::ios::trunc);
    file << journal << std::flush;
    if (!file)
      return fail(say(language(), "cannot write {} ({}); name another file with --out.",
                      "{} lässt sich nicht schreiben ({}); nenne mit --out eine andere Datei.", name, std::strerror(errno)));
    out() << say(language(), "{}: the journal, {} bytes. Check it with: {} verify {}\n",
                 "{}: das Journal, {} Byte. Prüfen mit: {} verify {}\n", name, journal.size(), options_.program, name);
    finish();
  }

  const ExportOptions& options_;
};

}  // namespace

int run_export(const ExportOptions& options, Streams io) {
  std::error_code unreadable;  // is told when it is written to
  if (!options.replace && std::filesystem::exists(file_of(options), unreadable)) {
    io.err << say(options.language, "athanor: {} exists already and was left as it is; name another file with --out, or replace it with --replace.\n",
                  "athanor: {} gibt es schon und blieb, wie es ist; nenne mit --out eine andere Datei, oder ersetze sie mit --replace.\n", file_of(options));
    return 1;
  }
  return Export(options, io).run();
}

}  // namespace athanor::tools
