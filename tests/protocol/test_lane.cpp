// Rounds of sending: what comes in first is worked off first, and nobody suffers from another's fault.

#include "lane.h"

#include <athanor/rooms/seams.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using athanor::net::Lane;
using athanor::net::Sender;

namespace {

struct Calls : Sender {
  explicit Calls(std::function<void()> c) : call(std::move(c)) {}
  void send_queued() override { call(); }
  std::function<void()> call;
};

struct Fixture {
  boost::asio::io_context context{1};
  Lane lane{context.get_executor(), athanor::rooms::system_seams()};
  std::vector<std::string> done;

  void send_soon(const std::string& name) {
    lane.send_soon(std::make_shared<Calls>([this, name] { done.push_back("send " + name); }));
  }
};

}  // namespace

TEST_CASE("What came in is worked off before anything is sent, and sent in order") {
  Fixture f;
  for (const auto* name : {"a", "b", "c"})
    boost::asio::post(f.context, [&f, name] {
      f.done.push_back(std::string("work ") + name);
      f.send_soon(name);
      CHECK(f.done.back() == std::string("work ") + name);  // never from within the call
    });
  f.context.run();
  CHECK(f.done == std::vector<std::string>{"work a", "work b", "work c", "send a", "send b", "send c"});
}

TEST_CASE("What a round of sending gives rise to is sent in the next round") {
  Fixture f;
  f.lane.send_soon(std::make_shared<Calls>([&f] {
    f.done.push_back("first");
    f.send_soon("again");
  }));
  f.send_soon("b");
  f.context.run();
  CHECK(f.done == std::vector<std::string>{"first", "send b", "send again"});
}

TEST_CASE("A fault in one connection's sending leaves the others' messages on their way") {
  Fixture f;
  f.send_soon("a");
  f.lane.send_soon(std::make_shared<Calls>([] { throw std::runtime_error("no memory"); }));
  f.send_soon("b");
  f.send_soon("c");
  CHECK_THROWS_AS(f.context.run(), std::runtime_error);
  f.context.restart();
  f.context.run();
  CHECK(f.done == std::vector<std::string>{"send a", "send b", "send c"});
}
