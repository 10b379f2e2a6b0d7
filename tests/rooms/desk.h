#pragma once
// What the server's host does at his desk: he looks into rooms, gives orders and reads the log.

#include <rooms/house.h>

#include <athanor/rooms/administration.h>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace athanor::test {

struct Desk {
  explicit Desk(House& h) : house(h) {}
  std::vector<rooms::RoomReport> list() {
    std::optional<std::vector<rooms::RoomReport>> got;
    rooms::administration(house.service()).list([&](std::vector<rooms::RoomReport> rooms) { got = std::move(rooms); });
    house.run();
    return got.value();
  }
  std::optional<rooms::RoomDetails> inspect(const std::string& code, bool reveal = false) {
    std::optional<std::optional<rooms::RoomDetails>> got;
    rooms::administration(house.service()).inspect(code, reveal, [&](std::optional<rooms::RoomDetails> details) {
      got = std::move(details);
    });
    house.run();
    return got.value();
  }
  tl::expected<std::string, std::string> outcome(const std::string& code, rooms::Order order) {
    std::optional<tl::expected<std::string, std::string>> got;
    rooms::administration(house.service()).order(code, std::move(order), [&](auto outcome) { got = std::move(outcome); });
    house.run();
    return got.value();
  }
  /// Why not; empty: done.
  std::string order(const std::string& code, rooms::Order order) {
    const auto got = outcome(code, std::move(order));
    return got ? std::string() : got.error();
  }
  rooms::Announced announce(const std::string& text) {
    std::optional<rooms::Announced> got;
    rooms::administration(house.service()).announce(text, [&](rooms::Announced announced) { got = std::move(announced); });
    house.run();
    return got.value();
  }
  std::pair<std::string, std::string> journal(const std::string& code, bool reveal) {
    std::optional<std::pair<std::string, std::string>> got;
    rooms::administration(house.service()).journal(code, reveal, [&](std::string bytes, std::string error) {
      got.emplace(std::move(bytes), std::move(error));
    });
    house.run();
    return got.value();
  }
  House& house;
};

// What is logged while it exists.
class Log {
 public:
  Log() : before_(spdlog::default_logger()) {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines_)));
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log() { spdlog::set_default_logger(before_); }
  [[nodiscard]] std::string text() const { return lines_.str(); }

 private:
  std::ostringstream lines_;
  std::shared_ptr<spdlog::logger> before_;
};

/// How often a text is in another.
inline std::size_t count_of(const std::string& what, const std::string& text) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

}  // namespace athanor::test
