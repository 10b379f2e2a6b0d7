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

std::string Tally::json() const {
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
  return figures.dump(2);
}

}  // namespace athanor::tools
