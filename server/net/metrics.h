#pragma once
// /metrics in the text format of Prometheus.

#include <string>

namespace athanor::net {

struct Shared;

[[nodiscard]] std::string metrics_text(const Shared& shared);

}  // namespace athanor::net
