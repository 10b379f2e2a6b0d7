#pragma once
// A program that a test runs, ends and waits for.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace recovery {

inline constexpr std::chrono::seconds patience{30};  ///< a deadline, never a pause

/// Looks again and again until the condition holds; false: it did not within `within`.
[[nodiscard]] bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds within = patience);

/// Runs from its making on; killed if it still runs when this object goes.
class Program {
 public:
  /// `output`: file that gets what it writes to stdout and stderr.
  Program(const std::vector<std::string>& command, std::string output);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  void send(int signal) const;
  /// Exit code, or 128 + the signal that ended it; nothing: it still runs after `within`.
  [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds within = patience);
  [[nodiscard]] bool running();
  [[nodiscard]] std::string written() const;
  /// Waits until it has written this. A server's log has a thread of its own: what it says at one moment may be written
  /// after what others see of it.
  [[nodiscard]] bool says(const std::string& text) const;
  [[nodiscard]] pid_t id() const { return id_; }

 private:
  std::string output_;
  pid_t id_ = -1;
  std::optional<int> exit_;
};

}  // namespace recovery
