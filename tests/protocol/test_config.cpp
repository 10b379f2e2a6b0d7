#include "config.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace athanor::app;

namespace {

Config config(std::vector<std::string> arguments, const std::vector<std::string>& environment = {}) {
  const auto parsed = parse(std::move(arguments), environment);
  if (const auto* leave = std::get_if<Leave>(&parsed)) FAIL(leave->text);
  return std::get<Config>(parsed);
}

std::string refused(std::vector<std::string> arguments, const std::vector<std::string>& environment = {}) {
  const auto parsed = parse(std::move(arguments), environment);
  const auto* leave = std::get_if<Leave>(&parsed);
  REQUIRE(leave != nullptr);
  CHECK(leave->exit_code == 2);
  CHECK(leave->text.find('\n') == leave->text.size() - 1);
  return leave->text;
}

class File {
 public:
  explicit File(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "athanor-config-XXXXXX").string();
    ::close(::mkstemp(name.data()));
    std::ofstream(name) << text;
    path = name;
  }
  ~File() { std::filesystem::remove(path); }
  std::string path;
};

}  // namespace

TEST_CASE("flag, variable and file have the same names, and the nearest wins") {
  CHECK(config({}).limits.max_rooms == athanor::rooms::Limits{}.max_rooms);
  const File file("max-rooms=100\nroom-queue=7\nlisten=[\"127.0.0.1:1\",\"[::1]:2\"]\nstore=\"memory\"\n");
  const auto from_file = config({"--config", file.path});
  CHECK(from_file.limits.max_rooms == 100);
  CHECK(from_file.limits.room_queue == 7);
  CHECK(from_file.store == "memory");
  CHECK(from_file.net.listen == std::vector<std::string>{"127.0.0.1:1", "[::1]:2"});
  const std::vector<std::string> environment = {"ATHANOR_MAX_ROOMS=200", "ATHANOR_DATA=/srv/games",
                                                "ATHANOR_CONFIG=" + file.path, "PATH=/bin"};
  const auto from_variable = config({}, environment);
  CHECK(from_variable.limits.max_rooms == 200);
  CHECK(from_variable.limits.room_queue == 7);
  CHECK(from_variable.data == "/srv/games");
  const auto from_flag = config({"--max-rooms=300"}, environment);
  CHECK(from_flag.limits.max_rooms == 300);
  CHECK(config({"--max-rooms", "300"}, environment).limits.max_rooms == 300);
}

TEST_CASE("lists by comma or by repetition") {
  const std::vector<std::string> two = {"127.0.0.1:1", "127.0.0.1:2"};
  CHECK(config({"--listen", "127.0.0.1:1,127.0.0.1:2"}).net.listen == two);
  CHECK(config({"--listen", "127.0.0.1:1", "--listen", "127.0.0.1:2"}).net.listen == two);
  CHECK(config({}, {"ATHANOR_LISTEN=127.0.0.1:1,127.0.0.1:2"}).net.listen == two);
  CHECK(config({}, {"ATHANOR_ORIGIN=https://a.example,https://b.example"}).net.origins.size() == 2);
}

TEST_CASE("what both layers must know is the same in both") {
  const auto c = config({"--max-message-bytes", "2048", "--idle-timeout-s", "30"});
  CHECK(c.net.max_message_bytes == 2048);
  CHECK(c.limits.max_message_bytes == 2048);
  CHECK(c.net.idle_timeout_s == 30);
  CHECK(c.limits.idle_timeout_s == 30);
}

TEST_CASE("a bad value stops the start with a sentence that names it") {
  CHECK_THAT(refused({"--threads", "many"}), Catch::Contains("--threads") && Catch::Contains("many"));
  CHECK_THAT(refused({"--max-rooms", "0"}), Catch::Contains("--max-rooms"));
  CHECK_THAT(refused({"--max-rooms", "-5"}), Catch::Contains("--max-rooms"));
  CHECK_THAT(refused({"--max-rooms"}), Catch::Contains("--max-rooms"));
  CHECK_THAT(refused({}, {"ATHANOR_MAX_ROOMS=lots"}), Catch::Contains("--max-rooms") && Catch::Contains("lots"));
  CHECK_THAT(refused({"--store", "floppy"}), Catch::Contains("--store"));
  CHECK_THAT(refused({"--log-level", "loud"}), Catch::Contains("--log-level"));
  CHECK_THAT(refused({"--listen", "8400"}), Catch::Contains("--listen 8400"));
  CHECK_THAT(refused({"--origin", "*"}), Catch::Contains("--origin *"));
  CHECK_THAT(refused({"--trusted-proxy", "10.0.0.0/99"}), Catch::Contains("--trusted-proxy 10.0.0.0/99"));
  CHECK_THAT(refused({"--no-such-flag"}), Catch::Contains("--no-such-flag"));
  CHECK_THAT(refused({"--config", "/does/not/exist"}), Catch::Contains("/does/not/exist"));
  const File file("max-roms=100\n");
  CHECK_THAT(refused({"--config", file.path}), Catch::Contains("max-roms"));
}

TEST_CASE("TLS needs its address and both files") {
  CHECK_THAT(refused({"--tls-listen", "127.0.0.1:1"}), Catch::Contains("--tls-certificate"));
  CHECK_THAT(refused({"--tls-listen", "127.0.0.1:1", "--tls-key", "k"}), Catch::Contains("--tls-certificate"));
  CHECK_THAT(refused({"--tls-certificate", "c", "--tls-key", "k"}), Catch::Contains("--tls-listen"));
  CHECK_THAT(refused({"--tls-listen", "8443", "--tls-certificate", "c", "--tls-key", "k"}),
             Catch::Contains("--tls-listen 8443"));
  const auto whole = config({"--tls-listen", "[::]:1", "--tls-certificate", "c", "--tls-key", "k"});
  CHECK(whole.net.tls_listen == std::vector<std::string>{"[::]:1"});
  CHECK(whole.net.listen == athanor::net::Options{}.listen);
}

TEST_CASE("help and version leave with 0; the health check finds its own server") {
  const auto help = std::get<Leave>(parse({"--help"}, {}));
  CHECK(help.exit_code == 0);
  CHECK_THAT(help.text, Catch::Contains("--max-rooms") && Catch::Contains("healthcheck"));
  CHECK(std::get<Leave>(parse({"--version"}, {})).text == version_text() + "\n");
  const auto url = [](std::vector<std::string> arguments, const std::vector<std::string>& environment) {
    return std::get<Healthcheck>(parse(std::move(arguments), environment)).url;
  };
  CHECK(url({"healthcheck"}, {}) == "http://127.0.0.1:8400/readyz");
  CHECK(url({"healthcheck"}, {"ATHANOR_LISTEN=0.0.0.0:9000"}) == "http://127.0.0.1:9000/readyz");
  CHECK(url({"healthcheck"}, {"ATHANOR_LISTEN=[::]:9000,10.0.0.1:1"}) == "http://[::1]:9000/readyz");
  const File file("listen=\"127.0.0.1:7\"\n");
  CHECK(url({"healthcheck"}, {"ATHANOR_CONFIG=" + file.path}) == "http://127.0.0.1:7/readyz");
  CHECK(url({"healthcheck", "--url", "http://10.0.0.1/readyz"}, {}) == "http://10.0.0.1/readyz");
}
