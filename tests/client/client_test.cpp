// The client as a person starts it: what it says when it cannot, and what it does on a terminal.

#include "client/somebody.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
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
