#include "logging.h"

#include <athanor/common/text.h>

#include <google/protobuf/stubs/logging.h>
#include <spdlog/async.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string_view>

namespace athanor::app {
namespace {

// %* in a pattern: the message, harmless for a terminal; as JSON: as a quoted string.
class SafeMessage final : public spdlog::custom_flag_formatter {
 public:
  explicit SafeMessage(bool json) : json_(json) {}
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
    auto text = common::printable(std::string_view(message.payload.data(), message.payload.size()));
    if (json_) text = nlohmann::json(text).dump();
    out.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<SafeMessage>(json_);
  }

 private:
  bool json_;
};

constexpr std::size_t lines_waiting = 8192;

}  // namespace

void start_logging(const std::string& level, const std::string& format) {
  const bool json = format == "json";
  auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  formatter->add_flag<SafeMessage>('*', json);
  formatter->set_pattern(json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":%*})"
                              : "%Y-%m-%dT%H:%M:%S.%eZ %-5l %*");
  spdlog::init_thread_pool(lines_waiting, 1);
  auto logger = spdlog::create_async_nb<spdlog::sinks::stderr_sink_mt>("server");
  logger->set_formatter(std::move(formatter));
  logger->set_level(spdlog::level::from_str(level));
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
  // Anybody can make Protobuf complain about his bytes. The refusal says enough; the log is not his to fill.
  google::protobuf::SetLogHandler(nullptr);
}

void stop_logging() { spdlog::shutdown(); }

}  // namespace athanor::app
