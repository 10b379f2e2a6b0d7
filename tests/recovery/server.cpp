#include "server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace recovery {
namespace {

namespace asio = boost::asio;

// The whole answer to a GET, or nothing.
std::string fetched(const std::string& port, const std::string& path) {
  asio::io_context context;
  asio::ip::tcp::socket socket(context);
  boost::system::error_code error;
  const auto number = static_cast<unsigned short>(std::atoi(port.c_str()));
  socket.connect({asio::ip::address_v4::loopback(), number}, error);
  if (error) return {};
  const std::string request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n";
  asio::write(socket, asio::buffer(request), error);
  std::string answer;
  asio::read(socket, asio::dynamic_buffer(answer), error);
  return answer;
}

std::string port_in(const std::string& output) {
  const std::string words = "listening on ";
  const auto line = output.find(words);
  const auto end = line == std::string::npos ? line : output.find('\n', line);
  if (end == std::string::npos) return {};
  const auto colon = output.rfind(':', end);
  return output.substr(colon + 1, end - colon - 1);
}

}  // namespace

Server::Server(std::string data, std::string logs, std::vector<std::string> flags)
    : data_(std::move(data)), logs_(std::move(logs)), flags_(std::move(flags)) {}

void Server::start(const std::string& program) {
  std::vector<std::string> command{program.empty() ? ATHANOR_SERVER_PROGRAM : program, "--listen", "127.0.0.1:" + port_, "--data", data_};
  if (std::find(flags_.begin(), flags_.end(), "--log-level") == flags_.end()) command.insert(command.end(), {"--log-level", "warn"});
  command.insert(command.end(), flags_.begin(), flags_.end());
  program_ = std::make_unique<Program>(command, logs_ + "/server-" + std::to_string(++starts_) + ".log");
  const bool ready = eventually([this] {
    if (!program_->running()) return true;
    const auto port = port_in(program_->written());
    if (port.empty()) return false;
    port_ = port;
    return page("/readyz") == 200;
  });
  if (!ready || !program_->running()) throw std::runtime_error("the server did not start: " + program_->written());
}

void Server::kill() {
  program_->send(SIGKILL);
  if (program_->wait() != 128 + SIGKILL)
    throw std::runtime_error("the server was not there to be killed: " + program_->written());
}

std::optional<int> Server::stop(std::chrono::milliseconds within) {
  program_->send(SIGTERM);
  return program_->wait(within);
}

int Server::page(const std::string& path) const {
  const auto answer = fetched(port_, path);
  const auto blank = answer.find(' ');
  return blank == std::string::npos ? 0 : std::atoi(answer.c_str() + blank + 1);
}

std::string Server::text(const std::string& path) const { return fetched(port_, path); }

double Server::metric(const std::string& name) const {
  const auto page = fetched(port_, "/metrics");
  const auto line = page.find("\n" + name);
  if (line == std::string::npos) return 0;
  const auto end = page.find('\n', line + 1);
  const auto blank = page.rfind(' ', end);
  return std::atof(page.c_str() + blank);
}

std::unique_ptr<Program> run_athanor(const std::vector<std::string>& words, const std::string& logs, const std::string& name) {
  std::vector<std::string> command{ATHANOR_PROGRAM};
  command.insert(command.end(), words.begin(), words.end());
  return std::make_unique<Program>(command, logs + "/athanor-" + (name.empty() ? words.front() : name) + ".log");
}

}  // namespace recovery
