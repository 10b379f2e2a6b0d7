#pragma once
// The whole server in this process with a clock that the test moves, a control room that does not mind, and a look into the journal.

#include "protocol/whole_server.h"
#include "trouble/company.h"

#include <athanor/v1/journal.pb.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace athanor::tests {

struct ClockedServer {
  explicit ClockedServer(games::Catalogue games = games::standard_catalogue())
      : server(patient(), WholeServer::generous(), seams, WholeServer::Addresses::unlimited, std::move(games)) {}

  ManualSeams seams;
  WholeServer server;
  ControlRoom control{server.port()};
  ManualTime time{seams, control};

  [[nodiscard]] std::uint16_t port() const { return server.port(); }
  /// The room's entries from that number on.
  [[nodiscard]] std::vector<v1::JournalEntry> entries(const std::string& room, std::uint64_t from = 1) {
    std::vector<v1::JournalEntry> entries;
    server.journal->load_room(room, [&](const store::Result<std::vector<std::string>>& stored) {
      for (const auto& bytes : stored.value()) {
        v1::JournalEntry entry;
        if (!entry.ParseFromString(bytes)) throw std::runtime_error("an entry cannot be read");
        if (entry.sequence() >= from) entries.push_back(std::move(entry));
      }
    });
    return entries;
  }

 private:
  // The control room connects, sends and is sent to while the clock leaps: only silence is timed.
  static net::Options patient() {
    net::Options options;
    options.handshake_timeout_s = options.hello_timeout_s = options.message_timeout_s = options.write_timeout_s = 3600;
    return options;
  }
};

}  // namespace athanor::tests
