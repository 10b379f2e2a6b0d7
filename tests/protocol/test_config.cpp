#include "config.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace athanor::app;

namespace {

Config config(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) {
  const auto parsed = parse(arguments, environment);
  if (const auto* leave = std::get_if<Leave>(&parsed)) FAIL(leave->text);
  return std::get<Config>(parsed);
}

std::string refused(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) {
  const auto parsed = parse(arguments, environment);
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

TEST_CASE("who may read the metrics is this machine, unless a list or off says otherwise") {
  const std::vector<std::string> own = {"127.0.0.0/8", "::1"};
  CHECK(config({}).net.metrics_from == own);
  CHECK(config({}, {"ATHANOR_METRICS_FROM="}).net.metrics_from == own);
  const std::vector<std::string> two = {"10.0.0.1", "fd00::/8"};
  CHECK(config({"--metrics-from", "10.0.0.1,fd00::/8"}).net.metrics_from == two);
  CHECK(config({"--metrics-from", "10.0.0.1", "--metrics-from", "fd00::/8"}).net.metrics_from == two);
  CHECK(config({}, {"ATHANOR_METRICS_FROM=10.0.0.1,fd00::/8"}).net.metrics_from == two);
  const File file("metrics-from=[\"10.0.0.1\",\"fd00::/8\"]\n");
  CHECK(config({"--config", file.path}).net.metrics_from == two);
  CHECK(config({"--metrics-from", "off"}, {"ATHANOR_METRICS_FROM=10.0.0.1"}).net.metrics_from == std::vector<std::string>{"off"});
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
  for (const auto* where : {"127.0.0.1:99999", "127.0.0.1:-1", "[::1]:65536"})
    CHECK_THAT(refused({"--tls-listen", where, "--tls-certificate", "c", "--tls-key", "k"}),
               Catch::Contains(where) && Catch::Contains("0 to 65535"));
  CHECK_THAT(refused({"--listen", "127.0.0.1:99999"}), Catch::StartsWith("athanor-server: --listen") && Catch::Contains("0 to 65535"));
  CHECK_THAT(refused({"--listen", "127.0.0.1:1,127.0.0.1:1"}), Catch::Contains("--listen 127.0.0.1:1 is given twice"));
  CHECK_THAT(refused({"--listen", "127.0.0.1:1", "--listen", "0.0.0.0:1"}), Catch::Contains("overlap"));
  CHECK_THAT(refused({"--listen", "[::1]:1", "--tls-listen", "[::1]:1", "--tls-certificate", "c", "--tls-key", "k"}),
             Catch::Contains("--listen [::1]:1 and --tls-listen [::1]:1 need different ports"));
  CHECK(config({"--listen", "127.0.0.1:0,127.0.0.1:0,127.0.0.1:1,[::]:1,127.0.0.2:1"}).net.listen.size() == 5);
  CHECK_THAT(refused({"--origin", "*"}), Catch::Contains("--origin *"));
  CHECK_THAT(refused({"--trusted-proxy", "10.0.0.0/99"}), Catch::Contains("--trusted-proxy 10.0.0.0/99"));
  for (const auto* from : {"10.0.0.0/99", "prometheus", "10.0.0.1:9090", "OFF", "*", ""}) {
    std::vector<std::string> said = {refused({"--metrics-from", from})};
    if (*from != 0) {
      said.push_back(refused({"--metrics-from", std::string("127.0.0.1,") + from}));
      said.push_back(refused({}, {std::string("ATHANOR_METRICS_FROM=") + from}));
    }
    for (const auto& sentence : said)
      CHECK_THAT(sentence, Catch::Contains(std::string("--metrics-from ") + from + " is no address or network") && Catch::Contains("10.0.0.0/8") && Catch::Contains("off"));
  }
  CHECK_THAT(refused({"--metrics-from", "off,127.0.0.1"}), Catch::Contains("--metrics-from off is no address"));
  CHECK_THAT(refused({"--no-such-flag"}), Catch::Contains("--no-such-flag"));
  CHECK_THAT(refused({"--config", "/does/not/exist"}), Catch::Contains("/does/not/exist"));
  const File file("max-roms=100\n");
  CHECK_THAT(refused({"--config", file.path}), Catch::Contains("--config") && Catch::Contains("no option") && Catch::Contains("max-roms"));
  const File section("[server]\nmax-rooms=100\n");
  CHECK_THAT(refused({"--config", section.path}), Catch::Contains("no option") && Catch::Contains("server"));
  CHECK_THAT(refused({"--data", ""}), Catch::Contains("--data needs"));
}

TEST_CASE("an unknown or missing command is answered with those there are") {
  CHECK_THAT(refused({"frobnicate"}), Catch::Contains("no command 'frobnicate'") && Catch::Contains("healthcheck, admin"));
  CHECK_THAT(refused({"admin", "frob"}), Catch::Contains("athanor-server admin has no command 'frob'") && Catch::Contains("list, inspect"));
  CHECK_THAT(refused({"admin", "frob", "--data", "x"}), Catch::Contains("no command 'frob'"));
  CHECK_THAT(refused({"--max-room", "5"}), Catch::Contains("no option --max-room") && !Catch::Contains("command"));
  CHECK_THAT(refused({"admin", "list", "--jason"}), Catch::Contains("athanor-server admin list has no option --jason"));
  CHECK_THAT(refused({"admin"}), Catch::Contains("needs a command") && Catch::Contains("list, inspect"));
  // Of a command that is right, its own help is told.
  CHECK_THAT(refused({"admin", "inspect"}), Catch::Contains("athanor-server admin inspect --help"));
  CHECK_THAT(refused({"admin", "kick", "BCDFGH", "0"}), Catch::Contains("athanor-server admin kick --help"));
  CHECK_THAT(refused({"admin", "kick", "BCDFGH", "1", "2"}), Catch::Contains("not expected: 2"));
  CHECK_THAT(refused({"healthcheck", "now"}), Catch::Contains("athanor-server healthcheck --help"));
}

TEST_CASE("an empty value is one, and never takes what stands behind it") {
  CHECK_THAT(refused({"--max-rooms=", "--store", "memory"}), Catch::Contains("--max-rooms: Value  not in range"));
  CHECK_THAT(refused({"--data=", "--store", "memory"}), Catch::Contains("--data needs"));
  CHECK(config({"--tls-key=", "--store", "memory"}).store == "memory");
  const auto empty = config({"--store", "memory"}, {"ATHANOR_MAX_ROOMS=", "ATHANOR_TLS_LISTEN=", "ATHANOR_LISTEN="});
  CHECK(empty.store == "memory");
  CHECK(empty.limits.max_rooms == athanor::rooms::Limits{}.max_rooms);
  CHECK(empty.net.listen == athanor::net::Options{}.listen);
  CHECK(empty.net.tls_listen.empty());
}

TEST_CASE("a variable that looks like an option and is none is noticed; those of the client and of deploy/ are not ours") {
  const auto c = config({}, {"ATHANOR_MAX_ROOM=5", "ATHANOR_MAX_ROOMS=5", "ATHANOR_SERVER=ws://h", "ATHANOR_PUBLISH=8400", "ATHANOR_CONFIG=", "HOME=/"});
  CHECK(c.unknown_variables == std::vector<std::string>{"ATHANOR_MAX_ROOM"});
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
  CHECK_THAT(help.text, Catch::Contains("--max-rooms NUMBER (1 to 10000000, default ") && Catch::Contains("healthcheck"));
  CHECK_THAT(help.text, Catch::Contains("--store TEXT (sqlite or memory, default sqlite)") && Catch::Contains("--data TEXT (default data)"));
  for (const auto* words : {"UINT", "INT in", "TEXT:", "--help TEXT", "--version TEXT"}) CHECK_THAT(help.text, !Catch::Contains(words));
  CHECK(std::get<Leave>(parse({"--version"}, {})).text == version_text() + "\n");
  const auto url = [](const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    return std::get<Healthcheck>(parse(arguments, environment)).url;
  };
  CHECK(url({"healthcheck"}, {}) == "http://127.0.0.1:8400/readyz");
  CHECK(url({"healthcheck"}, {"ATHANOR_LISTEN=0.0.0.0:9000"}) == "http://127.0.0.1:9000/readyz");
  CHECK(url({"healthcheck"}, {"ATHANOR_LISTEN=[::]:9000,10.0.0.1:1"}) == "http://[::1]:9000/readyz");
  const File file("listen=\"127.0.0.1:7\"\n");
  CHECK(url({"healthcheck"}, {"ATHANOR_CONFIG=" + file.path}) == "http://127.0.0.1:7/readyz");
  CHECK(url({"healthcheck", "--listen", "127.0.0.1:9"}, {}) == "http://127.0.0.1:9/readyz");
  CHECK(url({"--listen", "127.0.0.1:9", "healthcheck"}, {}) == "http://127.0.0.1:9/readyz");
  CHECK(url({"healthcheck", "--url", "http://10.0.0.1/readyz"}, {}) == "http://10.0.0.1/readyz");
}

TEST_CASE("the help of every admin command says how the server is found") {
  for (const std::string command : {"", "list", "inspect", "announce", "kick", "pause", "resume", "close", "drain", "export", "backup"}) {
    std::vector<std::string> arguments{"admin"};
    if (!command.empty()) arguments.push_back(command);
    arguments.emplace_back("--help");
    const auto parsed = parse(arguments, {});
    const auto& help = std::get<Leave>(parsed);
    INFO(command);
    CHECK(help.exit_code == 0);
    CHECK_THAT(help.text, Catch::Contains("--data FOLDER") && Catch::Contains("--admin-socket PATH"));
  }
}

TEST_CASE("a backup is a command of its own as well as one of the host's") {
  using Line = std::vector<std::string>;
  for (const Line& command : {Line{"backup"}, Line{"admin", "backup"}})
    for (const Line& options : {Line{"--data", "/srv/a", "--admin-socket", "/run/s", "--json"}, Line{}}) {
      Line line = command;
      line.emplace_back("tonight.sqlite");
      line.insert(line.end(), options.begin(), options.end());
      const auto parsed = parse(line, options.empty() ? Line{"ATHANOR_DATA=/srv/a", "ATHANOR_ADMIN_SOCKET=/run/s"} : Line{});
      const auto& wish = std::get<Admin>(parsed);
      CHECK(wish.command == "backup");
      CHECK(wish.file == "tonight.sqlite");
      CHECK(wish.data == "/srv/a");
      CHECK(wish.socket == "/run/s");
      CHECK(wish.json == !options.empty());
    }
  CHECK(std::get<Admin>(parse({"--data", "/srv/a", "backup", "x"}, {})).data == "/srv/a");
  CHECK_THAT(std::get<Leave>(parse({"--help"}, {})).text, Catch::Contains("\n  backup "));
  CHECK_THAT(std::get<Leave>(parse({"backup", "--help"}, {})).text, Catch::Contains("--data FOLDER"));
  const auto without = std::get<Leave>(parse({"backup"}, {}));
  CHECK(without.exit_code == 2);
  CHECK_THAT(without.text, Catch::StartsWith("athanor-server backup"));
}
