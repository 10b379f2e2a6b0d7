#pragma once
// The real server on a folder and on one port, started and ended as often as a test likes.

#include "program.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace recovery {

class Server {
 public:
  /// `logs`: folder for what it prints.
  Server(std::string data, std::string logs, std::vector<std::string> flags = {});

  /// Starts it and waits until it is ready; the first time on a free port, then on the same one. Throws with what it
  /// printed if that fails. `program`: where the binary is, if not where it was built.
  void start(const std::string& program = {});
  void send(int signal) { program_->send(signal); }
  /// SIGKILL.
  void kill();
  /// SIGTERM; the exit code, or nothing if it did not leave within `within`.
  [[nodiscard]] std::optional<int> stop(std::chrono::milliseconds within);

  [[nodiscard]] std::string url() const { return "ws://127.0.0.1:" + port_; }
  [[nodiscard]] const std::string& data() const { return data_; }
  /// HTTP status of a page; 0: no answer.
  [[nodiscard]] int page(const std::string& path) const;
  /// What a page says, its head included; empty: no answer.
  [[nodiscard]] std::string text(const std::string& path) const;
  /// A line of /metrics that begins with `name`; 0 if there is none.
  [[nodiscard]] double metric(const std::string& name) const;
  [[nodiscard]] std::string log() const { return program_ ? program_->written() : std::string(); }

 private:
  std::string data_, logs_;
  std::vector<std::string> flags_;
  std::string port_ = "0";
  int starts_ = 0;
  std::unique_ptr<Program> program_;
};

/// `athanor` with these words; its output goes to a file in `logs`, named after `name` or else after the first word.
[[nodiscard]] std::unique_ptr<Program> run_athanor(const std::vector<std::string>& words, const std::string& logs,
                                                   const std::string& name = {});

}  // namespace recovery
