#include <athanor/common/moment.h>

#include <array>
#include <chrono>
#include <ctime>

namespace athanor::common {
namespace {

std::string written(std::int64_t unix_ms, const char* pattern) {
  using namespace std::chrono;
  const auto seconds = static_cast<std::time_t>(floor<std::chrono::seconds>(milliseconds(unix_ms)).count());
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) return "?";  // a year beyond any calendar
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), pattern, &parts);
  return text.data();
}

}  // namespace

std::string utc_minute(std::int64_t unix_ms) { return written(unix_ms, "%Y-%m-%d %H:%M UTC"); }
std::string utc_second(std::int64_t unix_ms) { return written(unix_ms, "%Y-%m-%d %H:%M:%S"); }

}  // namespace athanor::common
