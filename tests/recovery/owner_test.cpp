// A folder that belongs to somebody else.

#include "program.h"
#include "server.h"

#include "store/disk.h"

#include <catch2/catch.hpp>

#include <filesystem>

#include <unistd.h>

using namespace recovery;

TEST_CASE("a folder of another user stops the start with a sentence that names it, and stays as it is") {
  const athanor_test::TempFolder folder;
  const auto data = folder.path() + "/data";
  {
    Server server(data, folder.path());
    server.start();
    REQUIRE(server.stop(std::chrono::seconds(10)) == 0);
  }
  std::vector<std::string> command{ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", data};
  if (::geteuid() == 0) {
    // Nobody reaches the folder, but none of its files; the program is put where he can start it.
    command.front() = folder.path() + "/athanor-server";
    std::filesystem::copy_file(ATHANOR_SERVER_PROGRAM, command.front());
    for (const auto& reached : {folder.path(), data, command.front()})
      std::filesystem::permissions(reached, std::filesystem::perms(0755));
    command.insert(command.begin(), {"/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
  } else {
    std::filesystem::permissions(data, std::filesystem::perms(0555));
  }
  Program server(command, folder.path() + "/other.log");
  CHECK(server.wait() == 1);
  const auto said = server.written();
  INFO(said);
  CHECK(said.find(data) != std::string::npos);
  std::filesystem::permissions(data, std::filesystem::perms(0755));
  Server again(data, folder.path());
  again.start();  // throws if it does not
  CHECK(again.page("/readyz") == 200);
}
