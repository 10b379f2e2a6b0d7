#include <athanor/ui/run.h>

#include "session.h"

#include <google/protobuf/stubs/logging.h>

#include <cstdio>

namespace athanor::ui {

int run(const Options& options) {
  // The library would write about malformed messages into the middle of the screen.
  google::protobuf::SetLogHandler(nullptr);
  const auto server = link::parse_server(options.server, options.language, options.authorities);
  if (!server) {
    std::fprintf(stderr, "%s\n", server.error().c_str());
    return 1;
  }
  if (options.room.empty() && !options.host) {
    std::fprintf(stderr, "%s\n", Texts(options.language)("run.need_room").c_str());
    return 1;
  }
  Session session(options, *server);
  return session.run();
}

}  // namespace athanor::ui
