#pragma once
// The flags of `athanor load`.

#include "options.h"

namespace athanor::app {

struct LoadFlags {
  tools::LoadOptions options;
  std::uint32_t duration_s = 0, warm_up_s = 0, ramp_up_s = 0, progress_s = 1, give_up_s = 60;
  std::uint32_t think_ms = 0, slow_pause_ms = 1000;
  std::vector<std::string> also_servers;
};

/// `flags` must live as long as the command.
void add_load_flags(CLI::App& command, LoadFlags& flags);
/// What was asked for, once the command line has been read.
[[nodiscard]] tools::LoadOptions load_options(const LoadFlags& flags, const tools::Common& common);

}  // namespace athanor::app
