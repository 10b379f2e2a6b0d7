#pragma once
// The real program in a process of its own, with every limit as a host gets it, and what can be seen of the process from outside.

#include "protocol/server_program.h"
#include "support/control_room.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace athanor::tests {

class LiveServer {
 public:
  /// Flags beyond the listening port and the data folder, which are its own. Waits until it listens.
  explicit LiveServer(const std::vector<std::string>& flags = {});

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] recovery::Program& program() { return *program_; }
  [[nodiscard]] const std::string& folder() const { return folder_.path; }
  [[nodiscard]] std::string log() const { return program_->written(); }
  /// A line of /metrics that begins with `name`; throws if there is none.
  [[nodiscard]] double metric(const std::string& name) const;

  [[nodiscard]] std::uint64_t resident_bytes() const;
  [[nodiscard]] double processor_seconds() const;  ///< user and system, since its start
  [[nodiscard]] std::size_t descriptors() const;   ///< open ones

 private:
  Folder folder_;
  std::unique_ptr<recovery::Program> program_;
  std::uint16_t port_;
};

/// `127.0.A.B` for each number from 0 to 49,999, none of them the control room's or 127.0.0.1.
[[nodiscard]] std::string stranger(std::uint32_t number);

/// Whether the long run is asked for (ATHANOR_LONG).
[[nodiscard]] bool long_run();

}  // namespace athanor::tests
