// A real Prometheus with the configuration of deploy/monitoring asks a server that is played on: every panel of the
// dashboard shows something, and every alert rule can be evaluated and is quiet.

#include "certificates.h"
#include "files.h"
#include "proxy.h"

#include "recovery/program.h"
#include "recovery/server.h"
#include "store/disk.h"
#include "support/raw_websocket.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace athanor;
using namespace deploy;
using athanor_test::TempFolder;
using nlohmann::json;

namespace {

std::string in_address(const std::string& text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      out += c;
    else
      out += {'%', digits[byte >> 4U], digits[byte & 15U]};
  }
  return out;
}

// Longer answers come in chunks: "SIZE in hex, line end, SIZE bytes, line end", until one of size 0.
std::string body_of(const tests::HttpAnswer& answer) {
  if (answer.head.find("Transfer-Encoding: chunked") == std::string::npos) return answer.body;
  std::string out;
  for (std::size_t at = 0; at < answer.body.size();) {
    const auto begin = answer.body.find("\r\n", at) + 2;
    const auto size = std::stoul(answer.body.substr(at), nullptr, 16);
    if (size == 0) break;
    out += answer.body.substr(begin, size);
    at = begin + size + 2;
  }
  return out;
}

class Prometheus {
 public:
  Prometheus(const std::string& program, const std::string& server, const std::string& folder) : port_(free_port()) {
    auto config = with(project_file("deploy/monitoring/prometheus.yml"), "127.0.0.1:8400", server);
    config = with(std::move(config), "15s", "1s");
    config = with(std::move(config), "alerts.yml", ATHANOR_PROJECT_FOLDER "/deploy/monitoring/alerts.yml");
    write_text(folder + "/prometheus.yml", config);
    program_ = std::make_unique<recovery::Program>(
        std::vector<std::string>{program, "--config.file=" + folder + "/prometheus.yml",
                                 "--storage.tsdb.path=" + folder + "/prometheus",
                                 "--web.listen-address=127.0.0.1:" + std::to_string(port_), "--log.level=warn"},
        folder + "/prometheus.log");
    if (!recovery::eventually([this] { return answers(port_) || !program_->running(); }) || !program_->running())
      throw std::runtime_error("Prometheus does not start: " + program_->written());
  }
  /// What its API answers; an empty object as long as it does not answer.
  [[nodiscard]] json ask(const std::string& path) const {
    const auto answer = tests::http(
        port_, "GET /api/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: identity\r\n\r\n");
    const auto body = json::parse(body_of(answer), nullptr, false);
    return answer.status == 200 && body.is_object() ? body.at("data") : json::object();
  }
  [[nodiscard]] bool has_data(const std::string& question) const {
    const auto data = ask("query?query=" + in_address(question));
    return data.contains("result") && !data.at("result").empty();
  }
  [[nodiscard]] std::string log() const { return program_->written(); }

 private:
  std::uint16_t port_;
  std::unique_ptr<recovery::Program> program_;
};

std::vector<std::string> questions_of_the_dashboard() {
  std::vector<std::string> out;
  const auto dashboard = json::parse(project_file("deploy/monitoring/dashboard.json"));
  for (const auto& panel : dashboard.at("panels"))
    for (const auto& target : panel.at("targets")) {
      auto question = target.at("expr").get<std::string>();
      const std::string step = "$__rate_interval";
      if (question.find(step) != std::string::npos) question = with(std::move(question), step, "20s");
      out.push_back(question);
    }
  return out;
}

}  // namespace

TEST_CASE("every panel of the dashboard shows something of a server that is played on, and no alert calls") {
  const auto program = installed("prometheus", "prometheus");
  if (program.empty()) return;
  const TempFolder folder;
  const auto files = make_certificate(folder.path(), "server");
  recovery::Server server(folder.path() + "/data", folder.path(),
                          {"--tls-listen", "127.0.0.1:0", "--tls-certificate", files.chain, "--tls-key", files.key});
  server.start();
  const auto load = recovery::run_athanor({"load", "--server", server.url(), "--game", "little-alchemists", "--players", "2",
                                           "--rooms", "3", "--duration", "100000", "--think", "100"},
                                          folder.path());
  const Prometheus prometheus(program, server.url().substr(std::string("ws://").size()), folder.path());
  const auto questions = questions_of_the_dashboard();
  REQUIRE(questions.size() > 20);
  for (const auto& question : questions) {
    INFO(question << "\n" << load->written() << prometheus.log());
    CHECK(recovery::eventually([&] { return prometheus.has_data(question); }));
  }
  // Each rule has been evaluated at least once.
  const auto rules = [&] {
    std::vector<json> out;
    const auto data = prometheus.ask("rules");
    if (data.contains("groups"))
      for (const auto& group : data.at("groups"))
        for (const auto& rule : group.at("rules")) out.push_back(rule);
    return out;
  };
  REQUIRE(recovery::eventually([&] {
    const auto now = rules();
    return !now.empty() && std::all_of(now.begin(), now.end(), [](const json& rule) { return rule.at("health") != "unknown"; });
  }));
  for (const auto& rule : rules()) {
    INFO(rule.dump(1));
    CHECK(rule.at("health") == "ok");
    CHECK(rule.at("alerts").empty());
  }
}
