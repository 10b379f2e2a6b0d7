// `athanor-server admin` against the running program.

#include "support/player.h"
#include "recovery/program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace athanor;
using namespace athanor::tests;
using Catch::Contains;
using recovery::Program;

namespace {

struct Result {
  int exit_code = -1;
  std::string text;
};

class Site {
 public:
  Site() {
    std::string name = (std::filesystem::temp_directory_path() / "athanor-admin-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder = name;
  }
  ~Site() {
    server.reset();
    std::filesystem::remove_all(folder);
  }
  void start(const std::string& data = "data") {
    server = std::make_unique<Program>(
        std::vector<std::string>{ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", folder + "/" + data},
        folder + "/log" + std::to_string(++starts));
    const std::string words = "listening on 127.0.0.1:";
    REQUIRE(recovery::eventually([&] {
      const auto output = server->written();
      const auto at = output.find(words);
      if (at == std::string::npos || output.find('\n', at) == std::string::npos) return false;
      port = static_cast<std::uint16_t>(std::stoi(output.substr(at + words.size())));
      return true;
    }));
  }
  Result admin(const std::vector<std::string>& arguments, const std::string& data = "data") {
    std::vector<std::string> command{"admin"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return call(command, data);
  }
  Result call(const std::vector<std::string>& arguments, const std::string& data = "data") {
    std::vector<std::string> command{ATHANOR_SERVER_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--data", folder + "/" + data});
    Program program(command, folder + "/admin");
    const auto code = program.wait();
    return {code.value_or(-1), program.written()};
  }
  nlohmann::json json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const auto result = admin(std::move(arguments));
    INFO(result.text);
    return nlohmann::json::parse(result.text);
  }

  std::string folder;
  std::unique_ptr<Program> server;
  std::uint16_t port = 0;
  int starts = 0;  // each has a log of its own
};

// Ada opens a room of Little Alchemists for two, and Ben joins.
void open_room(Player& ada, Player& ben) {
  REQUIRE(ada.hello().accepted);
  REQUIRE(ben.hello().accepted);
  REQUIRE(ada.create("little-alchemists", 2, "Ada").accepted);
  REQUIRE(ben.join(ada.code, "Ben").accepted);
}

// Changes the data of a server that is not running, as a bad disk might.
void spoil(const std::string& data, const char* sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open((data + "/athanor.sqlite").c_str(), &handle) == SQLITE_OK);
  CHECK(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
}

}  // namespace

TEST_CASE("admin: lists and inspects rooms, as a table and as JSON, and gives orders") {
  Site site;
  site.start();
  CHECK_THAT(site.admin({"list"}).text, Contains("There are no rooms."));
  CHECK_THAT(site.admin({"announce", "Is anybody there?"}).text, Contains("nothing was said"));
  Player ada(site.port);
  REQUIRE(ada.hello().accepted);
  REQUIRE(ada.create("little-alchemists", 2, "Ada").accepted);
  const auto list = site.json({"list"});
  REQUIRE(list.at("rooms").size() == 1);
  const auto code = list.at("rooms")[0].at("code").get<std::string>();
  const auto table = site.admin({"list"});
  CHECK(table.exit_code == 0);
  CHECK_THAT(table.text, Contains("ROOM") && Contains("LAST ENTRY (UTC)") && Contains(code) && Contains("little-alchemists") && Contains("lobby") &&
                             Contains("Ada"));
  CHECK_THAT(site.admin({"inspect", code}).text,
             Contains("level = 1") && Contains("host") && Contains("Ada takes a seat."));
  const auto revealed = site.json({"inspect", code, "--reveal"});
  CHECK(revealed.at("room").at("secrets").size() == 2);
  REQUIRE(site.server->says("revealed"));
  CHECK_THAT(site.admin({"announce", "Tea at five."}).text, Contains("Said in 1 room."));
  CHECK(site.admin({"announce", "--room", code, "Tea at six."}).text == "Said in 1 room.\n");
  const auto refused = site.admin({"pause", code});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.text, Contains("athanor-server: No game is played in this room."));
  CHECK(site.json({"kick", code, "2"}).at("ok") == false);
  CHECK(site.admin({"close", code}).text == "The room is closed.\n");
  CHECK_THAT(site.admin({"inspect", "BCDFGH"}).text, Contains("There is no room BCDFGH."));
  CHECK_THAT(site.admin({"inspect", "x"}).text, Contains("no room code"));
  CHECK(site.admin({"dance"}).exit_code == 2);
}

TEST_CASE("admin: of a game everybody's view is shown in words, and what is secret only with --reveal") {
  Site site;
  site.start();
  Player ada(site.port), ben(site.port);
  open_room(ada, ben);
  REQUIRE(ada.ready().accepted);
  REQUIRE(ben.ready().accepted);
  v1::ClientMessage start;
  start.mutable_start_game();
  REQUIRE(ada.ask(start).accepted);
  REQUIRE(ada.until([&] { return ada.playing(); }));

  const auto open = site.admin({"inspect", ada.code}).text;
  CHECK_THAT(open, Contains("On the table (level 1") && Contains("For sale: ") && Contains("Ben"));
  CHECK_THAT(open, !Contains("Your hand") && !Contains("Known to") && !Contains(" makes "));
  const auto revealed = site.admin({"inspect", ada.code, "--reveal"}).text;
  CHECK_THAT(revealed, Contains("On the table (level 1") && Contains("Known to seat 1 alone:") && Contains("Known to seat 2 alone:"));
  CHECK_THAT(revealed, !Contains("notes"));
  CHECK_THAT(revealed, Contains("Your hand") && Contains("Known to nobody at the table:") && Contains("  frog makes ") && Contains("  stack, top first: "));

  const auto for_programs = site.json({"inspect", ada.code}).at("room");
  CHECK_FALSE(for_programs.at("table").empty());
  CHECK(for_programs.at("table")[0].contains("title"));
  CHECK_FALSE(for_programs.at("table")[0].at("lines").empty());
  for (const auto* raw : {"update_hex", "game_info_hex"}) CHECK_FALSE(for_programs.contains(raw));
  for (const auto* secret : {"own", "secrets", "seat_updates_hex", "known_to_none"}) CHECK_FALSE(for_programs.contains(secret));
  const auto with_secrets = site.json({"inspect", ada.code, "--reveal"}).at("room");
  CHECK(with_secrets.at("table") == for_programs.at("table"));
  CHECK(with_secrets.at("own").size() == 2);
  CHECK(with_secrets.at("own")[0] != with_secrets.at("own")[1]);
  CHECK_FALSE(with_secrets.contains("seat_updates_hex"));
  CHECK_FALSE(with_secrets.at("known_to_none").empty());
}

TEST_CASE("admin: the socket is for the server's user alone and goes with the server") {
  Site site;
  const auto socket = site.folder + "/data/admin.sock";
  const auto nobody = site.admin({"list"});
  CHECK(nobody.exit_code == 1);
  CHECK_THAT(nobody.text, Contains(socket) && Contains("is the server running?"));
  site.start();
  struct stat info {};
  REQUIRE(::stat(socket.c_str(), &info) == 0);
  CHECK((info.st_mode & 0077U) == 0);
  CHECK_THAT(site.admin({"drain"}).text, Contains("stops"));
  CHECK(site.server->wait(std::chrono::seconds(9)) == 0);
  CHECK_THAT(site.server->written(), Contains("asked to stop by an admin command") && !Contains("signal"));
  CHECK_FALSE(std::filesystem::exists(socket));
  // One that a killed server has left is no hindrance.
  site.start();
  site.server->send(SIGKILL);
  (void)site.server->wait();
  CHECK(std::filesystem::exists(socket));
  site.start();
  CHECK(site.admin({"list"}).exit_code == 0);
}

TEST_CASE("admin: a socket takes the place of a dead server's socket only, never of a file, a link or a folder") {
  Site site;
  site.start();
  site.server->send(SIGTERM);
  REQUIRE(site.server->wait() == 0);
  const auto data = site.folder + "/data";
  const auto file = site.folder + "/mine", link = site.folder + "/link";
  std::ofstream(file) << "precious";
  std::filesystem::create_symlink(file, link);
  const auto size = std::filesystem::file_size(data + "/athanor.sqlite");
  for (const auto& place : {file, link, data + "/athanor.sqlite", site.folder}) {
    Program program({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", data, "--admin-socket", place}, site.folder + "/refused");
    CHECK(program.wait() == 1);
    CHECK_THAT(program.written(), Contains(place) && Contains("--admin-socket"));
  }
  CHECK(std::filesystem::file_size(file) == 8);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(std::filesystem::file_size(data + "/athanor.sqlite") >= size);
  site.start();
  site.server->send(SIGKILL);  // its socket stays
  (void)site.server->wait();
  CHECK(std::filesystem::is_socket(data + "/admin.sock"));
  site.start();
  CHECK(site.admin({"list"}).exit_code == 0);
}

TEST_CASE("admin: whoever holds the door open and says nothing, or half a word, delays the end of the server by nothing") {
  Site site;
  site.start();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto path = site.folder + "/data/admin.sock";
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  for (const std::string said : {"", "{\"comm"}) {
    const int silent = ::socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(::connect(silent, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::send(silent, said.data(), said.size(), 0) == static_cast<ssize_t>(said.size()));
    Player player(site.port);
    REQUIRE(player.hello().accepted);
    REQUIRE(player.create("little-alchemists", 2, "Ada").accepted);
    site.server->send(SIGTERM);
    while (player.next()) {
    }
    CHECK(player.farewell);
    CHECK(site.server->wait(std::chrono::seconds(5)) == 0);  // whoever says nothing is otherwise waited for for 10 s
    ::close(silent);
    site.start();
  }
}

TEST_CASE("admin: an export that does not fit on the disk leaves nothing, and one that is in the way stays") {
  Site site;
  site.start();
  Player ada(site.port), ben(site.port);
  open_room(ada, ben);
  Program limited({"/bin/sh", "-c", "ulimit -f 0; exec '" ATHANOR_SERVER_PROGRAM "' admin export " + ada.code + " --reveal --data '" + site.folder +
                                        "/data' --out '" + site.folder + "/game.journal' >/dev/null 2>&1"},
                  site.folder + "/limited");
  CHECK(limited.wait() == 1);
  CHECK_FALSE(std::filesystem::exists(site.folder + "/game.journal"));
  const auto exported = site.admin({"export", ada.code, "--reveal", "--out", site.folder + "/game.journal"});
  INFO(exported.text);
  CHECK(exported.exit_code == 0);
  CHECK_THAT(site.admin({"export", ada.code, "--reveal", "--out", site.folder + "/game.journal"}).text, Contains("exists already and was left as it is"));
}

TEST_CASE("admin: a backup made beside a running server holds its rooms") {
  Site site;
  site.start();
  Player ada(site.port);
  REQUIRE(ada.hello().accepted);
  REQUIRE(ada.create("little-alchemists", 2, "Ada").accepted);
  const auto code = site.json({"list"}).at("rooms")[0].at("code").get<std::string>();
  const auto copy = site.folder + "/copy.sqlite";
  const auto made = site.admin({"backup", copy});
  INFO(made.text);
  REQUIRE(made.exit_code == 0);
  struct stat info {};
  REQUIRE(::stat(copy.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777U) == 0600U);
  const auto again = site.admin({"backup", copy});
  CHECK(again.exit_code == 1);
  CHECK_THAT(again.text, Contains(copy) && Contains("File exists"));
  std::filesystem::create_directory(site.folder + "/restored");
  std::filesystem::rename(copy, site.folder + "/restored/athanor.sqlite");
  site.start("restored");
  const auto restored = site.admin({"inspect", code}, "restored");
  CHECK(restored.exit_code == 0);
  CHECK_THAT(restored.text, Contains("Ada"));
  CHECK(site.server->says("restored from a backup of 20"));
  CHECK(site.server->says("what happened after it is lost"));

  Player back(site.port), stranger(site.port);
  REQUIRE(back.hello().accepted);
  REQUIRE(back.resume(code, ada.token).accepted);
  REQUIRE(back.until([&] { return back.updates > 0; }));
  CHECK(back.room.restored_from_unix_ms() > 0);
  REQUIRE(stranger.hello().accepted);
  const auto refused = stranger.resume(code, std::string(16, 'x'));
  CHECK(refused.code() == v1::REFUSAL_CODE_BAD_TOKEN);
  CHECK_THAT(refused.message.refusal().text(), Contains("is newer than 20") && Contains("UTC") && Contains("backup"));

  // Only the first start is one on a backup.
  site.server->send(SIGTERM);
  REQUIRE(site.server->wait() == 0);
  site.start("restored");
  site.server->send(SIGTERM);
  REQUIRE(site.server->wait() == 0);
  CHECK_THAT(site.server->written(), !Contains("backup"));
}

TEST_CASE("admin: a backup needs no `admin`, and of damaged data it names the rooms and fails") {
  Site site;
  site.start();
  Player ada(site.port);
  REQUIRE(ada.hello().accepted);
  REQUIRE(ada.create("little-alchemists", 2, "Ada").accepted);
  const auto sound = site.call({"backup", site.folder + "/sound"});
  CHECK(sound.exit_code == 0);
  CHECK_THAT(sound.text, Contains("a copy of every room and campaign"));
  CHECK(std::filesystem::exists(site.folder + "/sound"));
  site.server->send(SIGTERM);
  REQUIRE(site.server->wait() == 0);

  spoil(site.folder + "/data", "UPDATE entry SET checksum = checksum + 1");
  const auto copy = site.folder + "/copy";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"backup", copy}, std::vector<std::string>{"admin", "backup", copy}}) {
    const auto damaged = site.call(words);
    CHECK(damaged.exit_code == 1);
    CHECK_THAT(damaged.text, Contains("room " + ada.code + " cannot be read") && Contains("the copy has the same damage; keep older backups"));
    CHECK(std::filesystem::remove(copy));
  }
  const auto for_programs = site.json({"backup", copy});
  CHECK(for_programs.at("ok") == false);
  CHECK(for_programs.at("damaged_rooms") == nlohmann::json::array({ada.code}));
}

TEST_CASE("admin: a room that cannot be read is no dead end, and one with an unknown status stops no start") {
  Site site;
  site.start();
  Player ada(site.port), ben(site.port), cora(site.port);
  for (auto* player : {&ada, &ben, &cora}) {
    REQUIRE(player->hello().accepted);
    REQUIRE(player->create("little-alchemists", 2, "Ada").accepted);
  }
  site.server->send(SIGTERM);
  REQUIRE(site.server->wait() == 0);
  spoil(site.folder + "/data", ("UPDATE room SET status = 9 WHERE code = '" + ada.code + "'").c_str());
  spoil(site.folder + "/data", ("UPDATE entry SET checksum = 0 WHERE id = (SELECT last_entry FROM room WHERE code = '" + ben.code + "')").c_str());
  site.start();
  Player back(site.port);
  REQUIRE(back.hello().accepted);
  CHECK(back.resume(cora.code, cora.token).accepted);
  for (const auto& [code, why] : {std::pair(ada.code, "has an unknown status"), std::pair(ben.code, "is not what was written")}) {
    REQUIRE(site.server->says("room " + code + ": cannot be read: "));
    const auto list = site.admin({"list"}).text;
    CHECK_THAT(list, Contains(code) && Contains("cannot be read"));
    const auto inspected = site.admin({"inspect", code});
    CHECK(inspected.exit_code == 0);
    CHECK_THAT(inspected.text, Contains("Room " + code + " cannot be read") && Contains(why) && Contains("Closing the room removes it"));
    const auto for_programs = site.json({"inspect", code}).at("room");
    CHECK(for_programs.at("game") == "");
    CHECK_THAT(for_programs.at("notice").get<std::string>(), Contains(why));
    CHECK_THAT(site.admin({"export", code, "--reveal"}).text, Contains("cannot be read") && Contains(why));
    CHECK_THAT(site.admin({"close", code}).text, Contains("is removed"));
    CHECK_THAT(site.admin({"inspect", code}).text, Contains("There is no room " + code));
    CHECK(site.server->says("room " + code + ": removed by the server's host"));
  }
  CHECK(site.json({"list"}).at("rooms").size() == 1);
}

TEST_CASE("admin: kick says who left and what becomes of the seat; its help warns of the end of a game") {
  Site site;
  site.start();
  Player ada(site.port), ben(site.port);
  open_room(ada, ben);
  CHECK_THAT(site.admin({"kick", ada.code, "2"}).text, Contains("Ben has left room " + ada.code) && Contains("seat 2 is free"));
  CHECK_THAT(site.json({"pause", ada.code}).at("error").get<std::string>(), Contains("No game is played"));
  CHECK_THAT(site.admin({"kick", "--help"}).text, Contains("too few players") && Contains("broken off"));
}

TEST_CASE("admin: after a restart the list names the rooms that nobody has come to, with game and people") {
  Site site;
  site.start();
  Player ada(site.port);
  REQUIRE(ada.hello().accepted);
  REQUIRE(ada.create("little-alchemists", 2, "Ada").accepted);
  site.server->send(SIGTERM);
  REQUIRE(site.server->wait() == 0);
  site.start();
  const auto room = site.json({"list"}).at("rooms").at(0);
  CHECK(room.at("game") == "little-alchemists");
  CHECK(room.at("phase") == "lobby");
  CHECK(room.at("seats").at(0).at("name") == "Ada");
  CHECK_THAT(site.admin({"list"}).text, Contains("little-alchemists") && Contains("Ada (away)"));
}

TEST_CASE("admin: a server without a folder is reached by a socket that was named, and the hint says so") {
  Site site;
  for (const std::string command : {"list", "drain"}) {
    const auto lost = site.admin({command, "--store", "memory"});
    CHECK(lost.exit_code == 1);
    CHECK_THAT(lost.text, Contains("--store memory") && Contains("--admin-socket PATH") && !Contains("admin.sock:"));
  }
  CHECK_THAT(site.admin({"backup", site.folder + "/copy", "--store", "memory"}).text, Contains("nothing is kept"));
  CHECK_THAT(site.admin({"list"}).text, Contains("--store memory"));  // it may be one, for all this command knows
}
