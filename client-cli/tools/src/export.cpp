#include "errand.h"
#include "words.h"

#include <athanor/common/secret.h>
#include <athanor/link/seat_memory.h>

#include <cerrno>
#include <cstdio>
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

// 0, or the system's word for what failed. A file that was there is replaced by a whole one or stays; nothing is left of one that was not.
int write_whole(const std::string& name, const std::string& bytes) {
  std::error_code ignored;
  const bool in_place = std::filesystem::exists(name, ignored) && !std::filesystem::is_regular_file(name, ignored);  // a device or a pipe
  const auto written_to = in_place ? name : name + ".part";
  errno = 0;
  std::ofstream file(written_to, std::ios::binary | std::ios::trunc);
  if (!file) return errno;
  file << bytes;
  file.close();
  if (file && (in_place || std::rename(written_to.c_str(), name.c_str()) == 0)) return 0;
  const int why = errno;
  if (!in_place) std::filesystem::remove(written_to, ignored);
  return why;
}

class Export final : public Errand {
 public:
  Export(const ExportOptions& options, Streams io) : Errand(options, as_spectator(options), io), options_(options) {}

 private:
  void arrived() override { line().get_journal(); }

  void on_journal(link::RequestId, const std::string& journal) override {
    const auto name = file_of(options_);
    if (const int why = write_whole(name, journal); why != 0)
      return fail(say(language(), "cannot write {} ({}); name another file with --out.",
                      "{} lässt sich nicht schreiben ({}); nenne mit --out eine andere Datei.", name, std::strerror(why)));
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
