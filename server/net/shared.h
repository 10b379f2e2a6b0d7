#pragma once
// What all connections of one server refer to. Lives in Server; outlives every connection.

#include "address.h"
#include "admissions.h"
#include "arrivals.h"
#include "lane.h"

#include <athanor/net/server.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

namespace athanor::net {

struct Shared {
  Shared(const Options& o, Host h, Origins allowed, Networks proxies, Networks readers, rooms::Service& s, const rooms::Seams& se)
      : options(o),
        host(std::move(h)),
        origins(std::move(allowed)),
        trusted_proxies(std::move(proxies)),
        metrics_from(std::move(readers)),
        service(s),
        seams(se),
        admissions(o.max_connections, o.connections_per_address),
        arrivals(std::max(o.connections_per_address, 5 * o.connects_per_second),
                 o.connections_per_address == 0 ? 0 : o.connects_per_second) {}

  const Options options;
  const Host host;
  const Origins origins;
  const Networks trusted_proxies;
  const Networks metrics_from;
  rooms::Service& service;
  const rooms::Seams& seams;
  Counters counters;
  Admissions admissions;
  Arrivals arrivals;
  std::vector<std::unique_ptr<Lane>> lanes;
  std::atomic<bool> draining{false};
  /// Once a minute, as every connection through a wrong proxy would say the same.
  [[nodiscard]] bool may_warn_of_proxy(std::uint64_t now_ms) {
    auto next = next_proxy_warning_ms_.load();
    return now_ms >= next && next_proxy_warning_ms_.compare_exchange_strong(next, now_ms + 60'000);
  }
  const std::int64_t started_unix_s = seams.wall_unix_ms() / 1000;

 private:
  std::atomic<std::uint64_t> next_proxy_warning_ms_{0};
};

}  // namespace athanor::net
