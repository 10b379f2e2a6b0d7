#include "tally.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace athanor::tools {
namespace {

// Milliseconds with three digits after the point: whole microseconds.
double milliseconds(std::chrono::nanoseconds duration) {
  return std::round(static_cast<double>(duration.count()) / 1e3) / 1e3;
}

}  // namespace

void Tally::action(std::chrono::nanoseconds took) {
  ++actions;
  latency.add(took);
  last_action = Clock::now();
  if (!first_action) first_action = last_action;
}

void Tally::trouble(Trouble kind, std::string text) {
  switch (kind) {
    case Trouble::error: ++errors; break;
    case Trouble::leak: ++leaks; break;
    case Trouble::lost: ++lost_acknowledged; break;
  }
  if (sentences.size() < max_sentences || sentences.contains(text)) ++sentences[std::move(text)];
}

double Tally::seconds() const {
  return first_action ? std::chrono::duration<double>(*last_action - *first_action).count() : 0.0;
}

double Tally::actions_per_s() const {
  const auto span = seconds();
  return span > 0.0 ? std::round(10.0 * static_cast<double>(actions) / span) / 10.0 : 0.0;
}

double Tally::done_share() const {
  return scheduled == 0 ? 1.0 : static_cast<double>(actions) / static_cast<double>(scheduled);
}

std::string Tally::json() const {
  const auto rounded = [](double value) { return std::round(value * 1e3) / 1e3; };
  const auto per = [&](double value, std::uint64_t number) { return number == 0 ? 0.0 : rounded(value / static_cast<double>(number)); };
  nlohmann::ordered_json figures;
  figures["games_finished"] = games_finished;
  figures["actions"] = actions;
  figures["errors"] = errors;
  figures["leaks"] = leaks;
  figures["lost_acknowledged"] = lost_acknowledged;
  figures["reconnects"] = reconnects;
  figures["actions_per_s"] = actions_per_s();
  figures["latency_ms"] = {{"p50", milliseconds(latency.quantile(0.5))},
                           {"p90", milliseconds(latency.quantile(0.9))},
                           {"p99", milliseconds(latency.quantile(0.99))},
                           {"p999", milliseconds(latency.quantile(0.999))},
                           {"max", milliseconds(latency.max())}};
  figures["games_started"] = games_started;
  figures["seconds"] = std::round(seconds() * 1e3) / 1e3;
  figures["stale"] = stale;
  figures["throttled"] = throttled;
  figures["views_per_action"] = per(static_cast<double>(views), actions);
  figures["bytes_per_view"] = per(static_cast<double>(view_bytes), views);
  figures["scheduled"] = scheduled;
  figures["done_share"] = rounded(done_share());
  figures["connections"] = connections;
  figures["connections_per_s"] = setup_s > 0 ? rounded(static_cast<double>(connections) / setup_s) : 0.0;
  figures["generator_cpu_share"] = rounded(generator_cpu_share);
  return figures.dump(2);
}

}  // namespace athanor::tools
