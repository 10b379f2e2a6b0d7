#include "trouble/live_server.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <unistd.h>

namespace athanor::tests {

LiveServer::LiveServer(const std::vector<std::string>& flags) : program_(running(folder_, flags)), port_(port_of(*program_)) {}

double LiveServer::metric(const std::string& name) const {
  const auto page = http_get(port_, "/metrics").body;
  const auto at = page.find("\n" + name + " ");
  if (at == std::string::npos) throw std::runtime_error("no line " + name + " in /metrics");
  return std::stod(page.substr(at + name.size() + 2));
}

std::uint64_t LiveServer::resident_bytes() const {
  std::ifstream file("/proc/" + std::to_string(program_->id()) + "/statm");
  std::uint64_t all = 0, resident = 0;
  if (!(file >> all >> resident)) throw std::runtime_error("the server is gone");
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

double LiveServer::processor_seconds() const {
  std::ifstream file("/proc/" + std::to_string(program_->id()) + "/stat");
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  // Fields 14 and 15; the second, a name in brackets, may hold blanks.
  std::size_t at = line.rfind(')');
  if (at == std::string::npos) throw std::runtime_error("the server is gone");
  for (int field = 2; field < 14; ++field) at = line.find(' ', at + 1);
  std::size_t used = 0;
  const auto user = std::stoull(line.substr(at), &used);
  return static_cast<double>(user + std::stoull(line.substr(at + used))) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::size_t LiveServer::descriptors() const {
  const std::filesystem::directory_iterator folder("/proc/" + std::to_string(program_->id()) + "/fd");
  return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
}

std::string stranger(std::uint32_t number) {
  return "127.0." + std::to_string(1 + number / 250) + "." + std::to_string(1 + number % 250);
}

bool long_run() { return std::getenv("ATHANOR_LONG") != nullptr; }

}  // namespace athanor::tests
