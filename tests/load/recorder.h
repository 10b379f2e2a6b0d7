#pragma once
// A link's handler that writes down everything, and the loop that waits for what a test expects.

#include "load/fake_server.h"
#include "support/slowness.h"

#include <athanor/link/link.h>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <vector>

namespace athanor::test {

struct Recorder final : link::Handler {
  std::vector<link::Status> states;
  std::vector<v1::RoomEntered> entered;
  std::vector<v1::Update> updates;
  std::vector<std::pair<link::RequestId, v1::Refusal>> refusals;
  std::vector<link::RequestId> done;
  std::vector<std::string> journals;
  std::vector<v1::CatalogueReply> catalogues;
  std::vector<link::RequestId> written;

  void on_state(const link::Status& s) override { states.push_back(s); }
  void on_entered(const v1::RoomEntered& e) override { entered.push_back(e); }
  void on_update(const v1::Update& u) override { updates.push_back(u); }
  void on_refusal(link::RequestId id, const v1::Refusal& r) override { refusals.emplace_back(id, r); }
  void on_done(link::RequestId id) override { done.push_back(id); }
  void on_catalogue(link::RequestId, const v1::CatalogueReply& c) override { catalogues.push_back(c); }
  void on_journal(link::RequestId, const std::string& j) override { journals.push_back(j); }
  void on_writing(link::RequestId id) override { written.push_back(id); }

  [[nodiscard]] bool is(link::State state) const { return !states.empty() && states.back().state == state; }
  [[nodiscard]] bool ended() const { return is(link::State::ended); }
};

/// Runs the context until the condition holds; false: it did not within the deadline.
inline bool run_until(boost::asio::io_context& io, const std::function<bool()>& condition,
                      std::chrono::seconds deadline = std::chrono::seconds(20)) {
  const auto end = std::chrono::steady_clock::now() + deadline * tests::slowness;
  io.restart();
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    io.run_one_for(std::chrono::milliseconds(100));
    if (io.stopped()) io.restart();
  }
  return true;
}

/// Short pauses, so that nobody waits.
inline link::Options quick(const FakeServer& server, link::Purpose purpose) {
  link::Options options;
  options.server = {"127.0.0.1", std::to_string(server.port())};
  options.purpose = std::move(purpose);
  options.first_pause = std::chrono::milliseconds(1);
  options.longest_pause = std::chrono::milliseconds(4);
  return options;
}

inline v1::JoinRoom join() {
  v1::JoinRoom message;
  message.set_code(room_code);
  message.set_name("Alba");
  return message;
}

}  // namespace athanor::test
