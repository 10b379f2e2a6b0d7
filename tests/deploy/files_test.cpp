// The files that hosts copy say what is true: every option, variable and metric in them exists, and none is left out.

#include "files.h"

#include "config.h"
#include "recovery/program.h"
#include "recovery/server.h"
#include "store/disk.h"
#include "support/raw_websocket.h"
#include "support/skip.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace athanor;
using namespace deploy;
using athanor_test::TempFolder;

namespace {

std::set<std::string> all_of(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex wanted(pattern);
  for (std::sregex_iterator i(text.begin(), text.end(), wanted), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

std::string help() {
  const auto wish = app::parse({"--help"}, {});
  return std::get<app::Leave>(wish).text;
}

// Flags of the server as --help lists them, with their defaults: "  --data TEXT (default data)  Folder".
std::map<std::string, std::string> options() {
  std::map<std::string, std::string> out;
  std::istringstream lines(help());
  const std::regex option(R"(^  (--[a-z0-9-]+)(.*?)(?: {2,}.*)?$)"), standard(R"(\(.*\bdefault (\S+)\)$)");
  for (std::string line; std::getline(lines, line);) {
    std::smatch found, value;
    if (!std::regex_match(line, found, option)) continue;
    const std::string argument = found[2];
    out[found[1]] = std::regex_search(argument, value, standard) ? value[1].str() : std::string();
  }
  out.erase("--help");
  out.erase("--version");
  out.erase("--config");
  return out;
}

// What the dashboard's panels ask, in a form that promtool reads.
std::string panels_as_rules() {
  std::string rules = "groups:\n  - name: panels\n    rules:\n";
  std::size_t count = 0;
  const auto dashboard = nlohmann::json::parse(project_file("deploy/monitoring/dashboard.json"));
  for (const auto& panel : dashboard.at("panels"))
    for (const auto& target : panel.at("targets")) {
      auto question = target.at("expr").get<std::string>();
      const std::string step = "$__rate_interval";
      if (const auto at = question.find(step); at != std::string::npos) question.replace(at, step.size(), "1m");
      rules += "      - record: panel" + std::to_string(count++) + "\n        expr: '" + question + "'\n";
    }
  return rules;
}

std::string page_of_metrics(const recovery::Server& server) {
  const auto url = server.url();
  return tests::http_get(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))), "/metrics").body;
}

}  // namespace

TEST_CASE("deploy/README.md has every option of the server with its default, and no other") {
  const auto real = options();
  REQUIRE(real.size() > 30);
  std::map<std::string, std::string> told;
  std::istringstream lines(project_file("deploy/README.md"));
  const std::regex row(R"(^\| `(--[a-z0-9-]+)` \| ([^|]*) \| [^|]+ \|$)");
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    const std::string value = found[2];
    told[found[1]] = value == "none" ? "" : value.substr(1, value.size() - 2);
  }
  for (const auto& [flag, value] : real) {
    INFO(flag);
    REQUIRE(told.count(flag) == 1);
    CHECK(told[flag] == value);
  }
  for (const auto& [flag, value] : told) {
    INFO(flag);
    CHECK(real.count(flag) == 1);
  }
}

TEST_CASE("every ATHANOR_ variable in image, compose file and service is an option with a right value") {
  std::set<std::string> known;
  for (const auto& [flag, value] : options()) {
    std::string name = "ATHANOR_";
    for (const char c : flag.substr(2)) name += c == '-' ? '_' : static_cast<char>(std::toupper(c));
    known.insert(name);
  }
  // -DATHANOR_... is an option of the build.
  const std::string assignment = R"([^D](ATHANOR_[A-Z_0-9]+(?:=|: )[^\s"]+))";
  for (const std::string file : {"Dockerfile", "deploy/compose.yaml", "deploy/athanor.service"}) {
    INFO(file);
    const auto assigned = all_of(project_file(file), assignment);
    std::size_t options_set = 0;
    for (auto line : assigned) {
      const auto sign = line.find_first_of("=:");
      const auto name = line.substr(0, sign);
      // What compose.yaml and Caddyfile name for themselves.
      if (name == "ATHANOR_DOMAIN" || name == "ATHANOR_UPSTREAM" || name == "ATHANOR_PUBLISH") continue;
      INFO(line);
      CHECK(known.count(name) == 1);
      const auto value = line.substr(line.find_first_not_of("=: ", sign));
      CHECK(std::holds_alternative<app::Config>(app::parse({}, {name + "=" + value})));
      ++options_set;
    }
    CHECK(options_set > 0);
  }
}

TEST_CASE("both services of the compose file give up what they do not need, and the proxy has a bound on its memory") {
  const auto text = project_file("deploy/compose.yaml");
  const auto proxy = text.find("\n  proxy:"), rest = text.find("\nnetworks:");
  REQUIRE(proxy != std::string::npos);
  REQUIRE(rest > proxy);
  for (const auto& service : {text.substr(0, proxy), text.substr(proxy, rest - proxy)}) {
    INFO(service);
    for (const std::string line : {"read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "max-size: 10m", "restart: unless-stopped"})
      CHECK_THAT(service, Catch::Contains(line));
  }
  CHECK_THAT(text.substr(proxy), Catch::Contains("\n    mem_limit: "));
}

TEST_CASE("systemd tries a server that cannot start for some minutes, and then no more") {
  const auto text = project_file("deploy/athanor.service");
  const auto number = [&](const std::string& name) {
    const auto found = all_of(text, "\n" + name + "=([0-9]+)\n");
    REQUIRE(found.size() == 1);
    return std::stoi(*found.begin());
  };
  const int tried_for_s = number("RestartSec") * number("StartLimitBurst");
  CHECK(tried_for_s >= 2 * 60);
  CHECK(tried_for_s <= 10 * 60);
  CHECK(number("StartLimitIntervalSec") > tried_for_s + 60);  // or the limit would never be reached
}

TEST_CASE("a slip in the name of a variable is reported, an empty one counts as not set, and the server starts") {
  const TempFolder folder;
  recovery::Program server({"/usr/bin/env", "ATHANOR_MAX_ROOM=5", "ATHANOR_MAX_ROOMS=", ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0",
                            "--store", "memory"},
                           folder.path() + "/log");
  CHECK(server.says("listening on "));
  CHECK(server.says("ATHANOR_MAX_ROOM, which is no option"));
  server.send(SIGTERM);
  CHECK(server.wait() == 0);
}

TEST_CASE("every metric of dashboard and alerts is on the server's page, and every one of the page's is shown") {
  const TempFolder folder;
  recovery::Server server(folder.path() + "/data", folder.path());
  server.start();
  auto exposed = all_of(page_of_metrics(server), R"((?:^|\n)([a-z_]+(?:\{[^\n]*)?) )");
  std::set<std::string> names;
  for (const auto& line : exposed) names.insert(line.substr(0, line.find('{')));
  names.insert("athanor_certificate_expiry_timestamp_seconds");  // there only with TLS
  const auto dashboard = project_file("deploy/monitoring/dashboard.json");
  CHECK(nlohmann::json::parse(dashboard).at("panels").size() > 10);
  const auto shown = all_of(dashboard + project_file("deploy/monitoring/alerts.yml"), R"(\b((?:athanor|process)_[a-z_]+))");
  REQUIRE(shown.size() > 20);
  for (const auto& name : shown) {
    INFO(name);
    CHECK(names.count(name) == 1);
  }
  for (const std::string name : {"athanor_rooms_playing", "athanor_members", "athanor_decisions_open",
                                 "athanor_answer_seconds_bucket", "athanor_stage_seconds_bucket", "athanor_inputs_waiting",
                                 "athanor_store_waiting", "athanor_outgoing_messages", "athanor_store_bytes"}) {
    INFO(name);
    CHECK(shown.count(name) == 1);
  }
}

TEST_CASE("Prometheus understands the server's page, the alert rules and its configuration") {
  if (std::system("command -v promtool >/dev/null") != 0) {
    athanor::tests::skipped("promtool is not installed (Debian package prometheus)");
    return;
  }
  const TempFolder folder;
  recovery::Server server(folder.path() + "/data", folder.path());
  server.start();
  write_text(folder.path() + "/page", page_of_metrics(server));
  const auto run = [&](const std::string& command) {
    const auto log = folder.path() + "/promtool.log";
    const int status = std::system((command + " >" + log + " 2>&1").c_str());
    INFO(text_of(log));
    CHECK(status == 0);
  };
  run("promtool check metrics <" + folder.path() + "/page");
  run("promtool check config " ATHANOR_PROJECT_FOLDER "/deploy/monitoring/prometheus.yml");
  write_text(folder.path() + "/panels.yml", panels_as_rules());
  run("promtool check rules " + folder.path() + "/panels.yml");
  run("promtool test rules " ATHANOR_PROJECT_FOLDER "/tests/deploy/alerts_test.yml");
}

TEST_CASE("systemd understands the service, and finds little that it could still take away from it") {
  if (std::system("command -v systemd-analyze >/dev/null") != 0) {
    athanor::tests::skipped("systemd-analyze is not installed (Debian package systemd)");
    return;
  }
  const TempFolder folder;
  const auto unit = folder.path() + "/athanor.service";
  write_text(unit, with(project_file("deploy/athanor.service"), "/usr/local/bin/athanor-server", ATHANOR_SERVER_PROGRAM));
  const auto log = folder.path() + "/log";
  // The threshold is ten times the exposure level; a service without any hardening has 9.6.
  for (const std::string command : {"verify ", "security --offline=yes --no-pager --threshold=15 "}) {
    const int status = std::system(("systemd-analyze " + command + unit + " >" + log + " 2>&1").c_str());
    INFO(text_of(log));
    CHECK(status == 0);
  }
}
