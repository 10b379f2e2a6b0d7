#pragma once
// A member on the shipped client's own link, which comes back and repeats by itself; everything it hears is kept.

#include "support/slowness.h"
#include "support/waited_for.h"

#include <athanor/link/link.h>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace athanor::tests {

class Linked final : public link::Handler {
 public:
  Linked(boost::asio::io_context& context, std::uint16_t port, link::Purpose purpose, std::chrono::milliseconds pause = std::chrono::milliseconds(10))
      : line(context.get_executor(), options(port, std::move(purpose), pause), *this) {
    line.start();
  }

  [[nodiscard]] bool online() const { return line.status().state == link::State::online; }
  [[nodiscard]] bool ended() const { return line.status().state == link::State::ended; }
  [[nodiscard]] bool playing() const { return line.room().phase() == v1::ROOM_PHASE_PLAYING && !update.view().empty(); }
  [[nodiscard]] bool over() const { return line.room().phase() == v1::ROOM_PHASE_FINISHED; }
  [[nodiscard]] bool asked() const { return playing() && waited_for(update, line.seat()); }

  std::string code, token;
  v1::Update update;
  std::vector<link::Status> states;
  std::map<std::uint64_t, std::string> views;  ///< by sequence number: the last that was told at it
  std::map<link::RequestId, std::size_t> done, written;
  std::map<link::RequestId, v1::Refusal> refusals;
  link::Link line;

 private:
  static link::Options options(std::uint16_t port, link::Purpose purpose, std::chrono::milliseconds pause) {
    link::Options out;
    out.server = {"127.0.0.1", std::to_string(port)};
    out.purpose = std::move(purpose);
    out.first_pause = pause;
    out.longest_pause = 4 * pause;
    return out;
  }

  void on_state(const link::Status& status) override { states.push_back(status); }
  void on_entered(const v1::RoomEntered& entered) override {
    code = entered.code();
    if (!entered.token().empty()) token = entered.token();
  }
  void on_update(const v1::Update& newest) override {
    update = newest;
    if (!newest.view().empty()) views[newest.sequence()] = newest.view();
  }
  void on_refusal(link::RequestId request, const v1::Refusal& refusal) override { refusals[request] = refusal; }
  void on_done(link::RequestId request) override { ++done[request]; }
  void on_writing(link::RequestId request) override { ++written[request]; }
};

/// Runs everybody on the context until the condition holds; throws with `what` if it does not.
inline void run_until(boost::asio::io_context& context, const std::function<bool()>& condition, const std::string& what,
                      std::chrono::seconds within = std::chrono::seconds(20)) {
  const auto end = std::chrono::steady_clock::now() + within * slowness;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error(what);
    context.restart();
    context.run_one_for(std::chrono::milliseconds(20));
  }
}

/// Runs everybody for so long.
inline void run_for(boost::asio::io_context& context, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    context.restart();
    context.run_one_for(std::chrono::milliseconds(20));
  }
}

}  // namespace athanor::tests
