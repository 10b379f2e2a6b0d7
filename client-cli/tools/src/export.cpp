#include "errand.h"
#include "words.h"

#include <athanor/common/secret.h>
#include <athanor/link/seat_memory.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>

namespace athanor::tools {
namespace {

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
    const auto name = options_.file.empty() ? options_.room + ".journal" : options_.file;
    std::ofstream file(name, std::ios::binary | std::ios::trunc);
    file << journal << std::flush;
    if (!file)
      return fail(say(language(), "cannot write {} ({}); name another file with --out.",
                      "{} lässt sich nicht schreiben ({}); nenne mit --out eine andere Datei.", name, std::strerror(errno)));
    out() << say(language(), "{}: the journal, {} bytes. Check it with: athanor verify {}\n",
                 "{}: das Journal, {} Byte. Prüfen mit: athanor verify {}\n", name, journal.size(), name);
    finish();
  }

  const ExportOptions& options_;
};

}  // namespace

int run_export(const ExportOptions& options, Streams io) { return Export(options, io).run(); }

}  // namespace athanor::tools
