// The client as a person starts it: what it says when it cannot, and what it does on a terminal.

#include "client/somebody.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

using namespace athanor_test;
using namespace recovery;
using Catch::Matchers::Contains;

namespace {

std::string code_in(const std::string& said) {
  const auto at = said.find("--room ");
  REQUIRE(at != std::string::npos);
  return said.substr(at + 7, 6);
}

}  // namespace

TEST_CASE("client: the program that players get does not hold the closed pages of a rulebook; the server's does") {
  const auto holds = [](const std::string& program, const std::string& words) {
    std::ifstream file(program, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(all.size() > 100'000);
    return all.find(words) != std::string::npos;
  };
  std::ifstream file(ATHANOR_SOLUTIONS);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.size() < 20) continue;
    ++lines;
    CHECK(holds(ATHANOR_SERVER_PROGRAM, line));
    CHECK_FALSE(holds(ATHANOR_PROGRAM, line.substr(0, 24)));
  }
  CHECK(lines == 20);
}

TEST_CASE("client: lines of a pipe wait for each other, in the lobby as well, and none is lost before the last") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  Program program({"/bin/sh", "-c", "printf 'ready\\nstart\\nsay hello to all\\nquit\\n' | '" ATHANOR_PROGRAM
                                    "' host --plain --game little-alchemists --players 2 --bots 1 --name Pia --server " + server.url()},
                  home.path + "/piped");
  CHECK(program.wait() == 0);
  INFO(program.written());
  CHECK(server.metric("athanor_games_started_total") == 1);
  CHECK_THAT(program.written(), Contains("hello to all"));
}

TEST_CASE("client: whoever goes without giving up the seat is told how to come back to it") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  const auto at = " --server " + server.url();
  const auto hosted = athanor(home, "host --no-play --players 2 --name Ada" + at);
  REQUIRE(hosted.exit_code == 0);
  const auto code = code_in(hosted.text);
  const auto back = "come back with " ATHANOR_PROGRAM " play --room " + code + at;
  Program lines({"/bin/sh", "-c", "echo quit | '" ATHANOR_PROGRAM "' play --plain --room " + code + at}, home.path + "/lines");
  CHECK(lines.wait() == 0);
  CHECK_THAT(lines.written(), Contains(back));
  for (const std::string keys : {"q1", "\x03\x03"}) {
    Shell shell("'" ATHANOR_PROGRAM "' play --room " + code + at);
    REQUIRE(shell.shows("Little Alchemists"));
    for (const char key : keys) shell.type(std::string(1, key));
    CHECK(shell.shows("\x1b[?1049l"));
    CHECK(shell.shows(back));
  }
  // Given up: there is nothing to come back to.
  Program given_up({"/bin/sh", "-c", "printf 'leave\\n2\\n2\\n' | '" ATHANOR_PROGRAM "' play --plain --room " + code + at}, home.path + "/given_up");
  CHECK(given_up.wait() == 0);
  CHECK_THAT(given_up.written(), !Contains("come back with"));
}

TEST_CASE("client: a seat that a server with other data does not know is remembered for the right one") {
  const Home home;
  std::string code;
  std::string port;
  {
    Server server(home.path + "/data", home.path);
    server.start();
    const auto hosted = athanor(home, "host --no-play --players 2 --name Ada --server " + server.url());
    REQUIRE(hosted.exit_code == 0);
    code = code_in(hosted.text);
    port = server.url().substr(server.url().rfind(':') + 1);
  }
  const auto start = [&](const std::string& data) {
    auto server = std::make_unique<Program>(
        std::vector<std::string>{ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:" + port, "--data", home.path + data}, home.path + data + ".log");
    REQUIRE(server->says("listening on"));
    return server;
  };
  const auto play = "play --plain --room " + code + " --server ws://127.0.0.1:" + port;
  {
    const auto wrong = start("/empty");
    CHECK_THAT(athanor(home, play).text, Contains("This token opens no seat"));
  }
  const auto right = start("/data");
  CHECK_THAT(athanor(home, play).text, Contains("at seat 1"));
}

TEST_CASE("client: a host that starts by itself and has no bots waits for people") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  const auto at = " --server " + server.url();
  Program host({"/bin/sh", "-c", "exec '" ATHANOR_PROGRAM "' host --no-play --auto-start --players 2 --name Ada" + at}, home.path + "/host");
  REQUIRE(host.says("Waiting for everybody"));
  CHECK_FALSE(host.wait(std::chrono::milliseconds(300)));
  const auto code = code_in(host.written());
  Program bot({"/bin/sh", "-c", "exec '" ATHANOR_PROGRAM "' bot --room " + code + at}, home.path + "/bot");
  CHECK(host.wait() == 0);
  CHECK(server.metric("athanor_games_started_total") == 1);
}

TEST_CASE("client: what it cannot do is said in one line that tells what can be done") {
  const Home home;
  const auto refused = [&](const std::string& arguments, int exit_code, const std::string& words) {
    const auto said = athanor(home, arguments);
    INFO(said.text);
    CHECK(said.exit_code == exit_code);
    CHECK_THAT(said.text, Contains(words));
    CHECK(std::count(said.text.begin(), said.text.end(), '\n') == 1);
  };
  refused("fly", 2, "there is no command 'fly'. The commands are play,");
  refused("play --room xyz", 1, "is no room code");
  for (const std::string command : {"verify ", "replay "}) refused(command + home.path, 1, "(Is a directory)");
  refused("verify /dev/zero", 1, "(File too large)");

  const auto file = home.path + "/there";
  std::ofstream(file) << "mine";
  refused("export --room BCDFGH --out " + file, 1, "exists already");
  std::string kept;
  std::getline(std::ifstream(file), kept);
  CHECK(kept == "mine");

  // Damaged in ways that the message library would complain about in its own words.
  for (const auto& damage : {std::string("\x12\x04\xff\xfe\xfd\xfc"), std::string("no journal"),
                             std::string(3'000, '\xff'), std::string()}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << damage;
    refused("verify " + file, 1, file);
    refused("replay " + file, 1, file);
  }
}

TEST_CASE("client: how long a lost connection is tried again stands in the help of whoever plays or watches") {
  const Home home;
  for (const std::string command : {"play", "watch", "host"}) CHECK_THAT(athanor(home, command + " --help").text, Contains("600 seconds"));
}

TEST_CASE("client: everything has its name from the first line on, and remembered seats are not forgotten") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  const auto at = " --server " + server.url();
  const auto hosted = athanor(home, "host --no-play --players 3 --name Ada" + at);
  REQUIRE(hosted.exit_code == 0);
  CHECK_THAT(hosted.text, Contains(ATHANOR_PROGRAM " play --server"));  // a command that can be typed here
  const auto code = code_in(hosted.text);
  const auto back = athanor(home, "play --room " + code + at);
  CHECK(back.exit_code == 0);
  CHECK_THAT(back.text, Contains("at seat 1") && Contains("Level: 1") && !Contains("level: 1"));
  const auto first = back.text.find("You can:");
  CHECK((first == std::string::npos ||
         back.text.find("You can:", first + 1) == std::string::npos));  // the list is not shown twice
  const auto other = athanor(home, "play --room " + code + " --name Zoe" + at);
  CHECK_THAT(other.text, Contains("at seat 2") && Contains("You hold a seat in this room as Ada"));
}

TEST_CASE("client: Ctrl-Z gives the terminal back, and the screen is there again afterwards") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  Shell shell("'" ATHANOR_PROGRAM "' host --players 2 --name Ada --server " + server.url() +
              "; echo stopped-it; fg; echo the-end");
  REQUIRE(shell.shows("Little Alchemists"));
  shell.type("\x1a");
  REQUIRE(shell.shows("\x1b[?1049l"));  // the screen from before is back
  REQUIRE(shell.shows("stopped-it"));
  REQUIRE(shell.shows("\x1b[?1049h"));
  REQUIRE(shell.shows("Little Alchemists"));
  shell.type("\x03\x03");
  REQUIRE(shell.shows("the-end"));
}

TEST_CASE("client: a command line that cannot be understood is told so in the language that was asked for") {
  const Home home;
  struct Case { const char* arguments; const char* words; };
  const Case cases[] = {{"host --lang de --players 99", "--players geht von 1 bis 32, nicht 99."},
                        {"host --lang de --set clock", "Schreib --set clock=VALUE;"},
                        {"host --set clock --lang=de", "Schreib --set clock=VALUE;"},
                        {"host --lang de --set =3", "Schreib --set NAME=VALUE;"},
                        {"host --lang de --foo", "--foo ist hier unbekannt."},
                        {"play --lang de", "--room fehlt."},
                        {"host --lang de --bots 5 --players 3", "Einer der Plätze ist deiner"},
                        {"fly --lang de", "Den Befehl 'fly' gibt es nicht."},
                        {"host --lang en --set clock", "Write --set clock=VALUE;"},
                        {"host --lang en --players 99", "--players: Value 99 not in range 1 to 32."},
                        {"play", "--room is required."}};
  for (const auto& c : cases) {
    const auto said = athanor(home, c.arguments);
    INFO(c.arguments << ": " << said.text);
    CHECK(said.exit_code == 2);
    CHECK_THAT(said.text, Contains(c.words));
    CHECK(std::count(said.text.begin(), said.text.end(), '\n') == 1);
  }
}

TEST_CASE("client: a window that another one has displaced takes the seat back") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  const auto at = " --server " + server.url();
  const auto code = code_in(athanor(home, "host --no-play --players 2 --name Ada" + at).text);
  const auto play = "'" ATHANOR_PROGRAM "' play --room " + code + at;
  Shell first(play);
  REQUIRE(first.shows("Little Alchemists"));
  Shell second(play);
  REQUIRE(second.shows("Little Alchemists"));
  REQUIRE(first.shows("Take the seat back here"));
  REQUIRE(eventually([&] {  // keys that may have been meant for the list before are not heard at once
    first.type("1");
    return second.has("Take the seat back here");
  }));
  REQUIRE(first.shows("online"));
}

TEST_CASE("client: pasted text arrives as text, whatever keys it is made of") {
  const Home home;
  Server server(home.path + "/data", home.path);
  server.start();
  Shell shell("'" ATHANOR_PROGRAM "' host --players 2 --name Ada --server " + server.url() + "; echo the-end");
  REQUIRE(shell.shows("\x1b[?2004h"));
  REQUIRE(shell.shows("Little Alchemists"));
  shell.type("\x1b[200~q1\x03q\x1b[201~");  // nobody is typing a text: nothing happens
  shell.type("t\x1b[200~quiet\x1b\nmouse\x1b[201~");
  REQUIRE(shell.shows("mouse"));
  shell.type("\r");
  REQUIRE(shell.shows("quiet"));  // it was said, and stands in the log
  shell.type("\x03\x03");
  REQUIRE(shell.shows("\x1b[?2004l"));
  REQUIRE(shell.shows("the-end"));
}
