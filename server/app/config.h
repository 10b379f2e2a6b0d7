#pragma once
// Flags, environment variables and file under the same names: --max-rooms, ATHANOR_MAX_ROOMS, max-rooms. A flag beats
// the variable, and the variable beats the file.

#include "admin_client.h"

#include <athanor/net/options.h>
#include <athanor/rooms/limits.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace athanor::app {

struct Config {
  net::Options net;
  rooms::Limits limits;
  std::string data = "data";        ///< folder of the journal
  std::string store = "sqlite";     ///< sqlite or memory
  std::string log_level = "info";   ///< trace, debug, info, warn, error or off
  std::string log_format = "text";  ///< text or json
  std::string tls_certificate;      ///< PEM file; needed with net.tls_listen
  std::string tls_key;              ///< PEM file; needed with net.tls_listen
  std::uint32_t tls_check_s = 10;   ///< seconds between two looks at these files
  std::string admin_socket;         ///< path; empty: admin.sock in the data folder (memory: none); "off": none
  std::uint32_t threads = 0;        ///< I/O threads; 0: one a core, at most 4
  std::vector<std::string> unknown_variables;  ///< ATHANOR_ names of the environment that are no options: a slip, most likely
};

/// Ask a running server whether it is ready, and leave.
struct Healthcheck {
  std::string url;
};

/// Tell a running server something, or ask it; see admin_client.h.
using Admin = AdminWish;

/// Print something and leave: help, version, or what is wrong.
struct Leave {
  int exit_code = 0;
  std::string text;
};

/// `environment` holds NAME=VALUE lines; one with an empty value counts as not set.
[[nodiscard]] std::variant<Config, Healthcheck, Admin, Leave> parse(const std::vector<std::string>& arguments,
                                                                    const std::vector<std::string>& environment);

/// "athanor-server 0.1.0"
[[nodiscard]] std::string version_text();

}  // namespace athanor::app
