#include "program.h"

#include "support/slowness.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

namespace recovery {
namespace {

[[noreturn]] void become(std::vector<char*> arguments, const std::string& output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // no server outlives its test
  for (const int signal : {SIGINT, SIGHUP}) ::signal(signal, SIG_DFL);  // also where the tests themselves run in the background
  const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

}  // namespace

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds within) {
  const auto end = std::chrono::steady_clock::now() + within * athanor::tests::slowness;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

Program::Program(const std::vector<std::string>& command, std::string output) : output_(std::move(output)) {
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  id_ = ::fork();
  if (id_ < 0) throw std::runtime_error("no new process could be made");
  if (id_ == 0) become(std::move(arguments), output_);
}

Program::~Program() {
  if (!running()) return;
  send(SIGKILL);
  (void)wait();
}

void Program::send(int signal) const {
  if (!exit_) ::kill(id_, signal);
}

bool Program::running() {
  if (exit_) return false;
  int status = 0;
  if (::waitpid(id_, &status, WNOHANG) == id_) exit_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return !exit_;
}

std::optional<int> Program::wait(std::chrono::milliseconds within) {
  (void)eventually([this] { return !running(); }, within);
  return exit_;
}

std::string Program::written() const {
  std::ifstream file(output_, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool Program::says(const std::string& text) const {
  return eventually([&] { return written().find(text) != std::string::npos; });
}

}  // namespace recovery
