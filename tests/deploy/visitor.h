#pragma once
// Somebody who calls on a server without entering a room, and remembers what the link told him.

#include <athanor/link/link.h>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace deploy {

struct Visitor final : athanor::link::Handler {
  /// `authorities`: PEM file to believe; empty: none beyond the system's. `beat`: pause between heartbeats.
  Visitor(boost::asio::io_context& context, const std::string& url, const std::string& authorities = {},
          const std::string& language = "en", std::chrono::milliseconds beat = {})
      : link(context.get_executor(), options(url, authorities, language, beat), *this) {
    link.start();
  }

  void on_state(const athanor::link::Status& status) override { states.push_back(status); }
  [[nodiscard]] bool is(athanor::link::State state) const { return !states.empty() && states.back().state == state; }
  [[nodiscard]] bool settled() const { return is(athanor::link::State::online) || is(athanor::link::State::ended); }

  std::vector<athanor::link::Status> states;
  athanor::link::Link link;

 private:
  static athanor::link::Options options(const std::string& url, const std::string& authorities,
                                        const std::string& language, std::chrono::milliseconds beat) {
    athanor::link::Options out;
    out.server = athanor::link::parse_server(url, language, authorities).value();
    out.purpose = athanor::link::Browse{};
    out.language = language;
    out.first_pause = std::chrono::milliseconds(50);
    out.longest_pause = std::chrono::milliseconds(200);
    out.beat = beat;
    return out;
  }
};

}  // namespace deploy
