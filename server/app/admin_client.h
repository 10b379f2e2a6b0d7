#pragma once
// `athanor-server admin`: asks a running server over its admin socket, or reads its folder, and prints.

#include <athanor/rooms/administration.h>

#include <cstdint>
#include <iosfwd>
#include <string>

namespace athanor::app {

struct AdminWish {
  std::string command;  ///< list, inspect, announce, kick, pause, resume, close, drain, export, backup
  std::string socket;   ///< path; empty: admin.sock in the data folder
  std::string data = "data";
  std::string room;  ///< empty: all rooms (announce)
  std::string text;
  std::string file;        ///< export: empty is ROOM.journal; backup
  std::uint32_t seat = 1;  ///< from 1, as people count
  bool reveal = false;
  bool memory = false;  ///< the server is one with --store memory
  bool json = false;
};

/// The exit status: 0 done, 1 with a sentence on `err`.
int administer(const AdminWish& wish, std::ostream& out, std::ostream& err);

/// Where the server of this data folder listens unless it is told otherwise.
[[nodiscard]] std::string default_admin_socket(const std::string& data);

}  // namespace athanor::app
