#include "report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace athanor::tools {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) { return std::round(value * 1e3) / 1e3; }

double per(std::uint64_t value, std::uint64_t number) {
  return number == 0 ? 0.0 : rounded(static_cast<double>(value) / static_cast<double>(number));
}

Json quantiles(const Histogram& h) {
  // Nothing was measured: no number, which a budget would take for a quick one.
  const auto figure = [&](std::chrono::nanoseconds value) { return h.count() == 0 ? Json() : Json(milliseconds(value)); };
  return {{"p50", figure(h.quantile(0.5))},
          {"p90", figure(h.quantile(0.9))},
          {"p99", figure(h.quantile(0.99))},
          {"p999", figure(h.quantile(0.999))},
          {"max", figure(h.max())}};
}

std::string mode(const LoadOptions& options) {
  if (options.rate > 0) return "scheduled";
  return options.think.count() > 0 ? "think" : "closed";
}

double connections_per_s(const Tally& tally) {
  return tally.setup_s > 0 ? rounded(static_cast<double>(tally.connections) / tally.setup_s) : 0.0;
}

std::string line(std::string_view name, std::string_view text) { return fmt::format("  {:<24}{}\n", name, text); }

std::string quantiles_text(const Histogram& h) {
  if (h.count() == 0) return "nothing was measured";
  return fmt::format("p50 {:.2f}  p90 {:.2f}  p99 {:.2f}  p99.9 {:.2f}  max {:.2f} ms", milliseconds(h.quantile(0.5)),
                     milliseconds(h.quantile(0.9)), milliseconds(h.quantile(0.99)), milliseconds(h.quantile(0.999)),
                     milliseconds(h.max()));
}

std::string heading(const Tally& tally, const LoadOptions& options) {
  return fmt::format("{}: {} room{} of {}, {} connections, {}{}\n", options.game, options.rooms, options.rooms == 1 ? "" : "s",
                     options.players, tally.connections, mode(options),
                     options.processes > 1 ? fmt::format(", {} processes", options.processes) : "");
}

std::string window_text(const Tally& tally, const LoadOptions& options) {
  return fmt::format("{:.1f} s{}", tally.seconds(), options.warm_up.count() > 0 ? fmt::format(" after {} s of warm-up", options.warm_up.count()) : "");
}

}  // namespace

double milliseconds(std::chrono::nanoseconds duration) { return std::round(static_cast<double>(duration.count()) / 1e3) / 1e3; }

std::string figures_json(const Tally& t, const LoadOptions& options) {
  Json out;
  out["games_finished"] = t.games_finished;
  out["actions"] = t.actions;
  out["errors"] = t.errors;
  out["leaks"] = t.leaks;
  out["lost_acknowledged"] = t.lost_acknowledged;
  out["undecodable"] = t.undecodable;
  out["closed"] = t.closed;
  out["reconnects"] = t.reconnects;
  out["actions_per_s"] = t.actions_per_s();
  out["latency_ms"] = quantiles(t.latency);
  out["from_write_ms"] = quantiles(t.from_write);
  out["from_schedule_ms"] = options.rate > 0 ? quantiles(t.latency) : Json();
  out["all_seats_ms"] = quantiles(t.all_seats);
  out["games_started"] = t.games_started;
  out["seconds"] = rounded(t.seconds());
  out["stale"] = t.stale;
  out["throttled"] = t.throttled;
  out["views_per_action"] = per(t.views, t.actions);
  out["bytes_per_view"] = per(t.view_bytes, t.views);
  out["scheduled"] = t.scheduled;
  out["overdue"] = t.overdue;
  out["done_share"] = rounded(t.done_share());
  out["connections"] = t.connections;
  out["setup_s"] = rounded(t.setup_s);
  out["connections_per_s"] = connections_per_s(t);
  out["generator_cpu_share"] = rounded(t.generator_cpu_share);
  out["slow_readers"] = {{"members", t.slow.members},
                         {"views", t.slow.views},
                         {"skipped", t.slow.skipped},
                         {"behind", t.slow.behind},
                         {"dropped", t.slow.dropped},
                         {"latency_ms", quantiles(t.slow.latency)}};
  out["interrupted"] = t.interrupted;
  out["game"] = options.game;
  out["mode"] = mode(options);
  out["rooms"] = options.rooms;
  out["players"] = options.players;
  out["processes"] = options.processes;
  out["warm_up_s"] = options.warm_up.count();
  return out.dump(2);
}

std::string figures_table(const Tally& t, const LoadOptions& options) {
  auto out = heading(t, options);
  out += line("window", window_text(t, options));
  auto actions = fmt::format("{}, {:.0f} a second", t.actions, t.actions_per_s());
  if (t.scheduled > 0) actions += fmt::format(", {:.1f} % of the {} that were due", 100 * t.done_share(), t.scheduled);
  if (t.overdue > 0) actions += fmt::format("; {} more were on their way or owed when it ended", t.overdue);
  out += line("actions", actions);
  if (options.rate > 0) out += line("due to own new view", quantiles_text(t.latency));
  out += line("sent to own new view", quantiles_text(t.from_write));
  out += line("until all seats have it", quantiles_text(t.all_seats));
  out += line("views", fmt::format("{:.2f} an action, {:.0f} bytes each", per(t.views, t.actions), per(t.view_bytes, t.views)));
  out += line("games", fmt::format("{} started, {} finished", t.games_started, t.games_finished));
  out += line("set-up", fmt::format("{:.1f} s, {:.0f} connections a second", t.setup_s, connections_per_s(t)));
  if (const auto& slow = t.slow; slow.members > 0)
    out += line("slow readers", fmt::format("{}: {} views read, {} entries seen only in a newer one, {} not at all, {} times dropped",
                                            slow.members, slow.views, slow.skipped, slow.behind, slow.dropped));
  if (t.slow.latency.count() > 0) out += line("  their own actions", quantiles_text(t.slow.latency));
  out += line("wrong", fmt::format("{} errors, {} leaks, {} undecodable, {} lost", t.errors, t.leaks, t.undecodable, t.lost_acknowledged));
  out += line("lines", fmt::format("{} closed, {} came back, {} answers stale, {} put off", t.closed, t.reconnects, t.stale, t.throttled));
  if (t.throttled > 0) out += line("", "the server put answers off: the figures are those of its --messages-per-second");
  constexpr double too_busy = 0.85;
  out += line("this program", fmt::format("{:.2f} of a core{}", t.generator_cpu_share,
                                          t.generator_cpu_share > too_busy ? ": it may be the limit itself; try --processes" : ""));
  return out;
}

namespace {

Json packed(const Histogram& histogram) {
  const auto contents = histogram.contents();
  return {{"max", contents.max.count()}, {"buckets", contents.buckets}};
}

Histogram histogram_of(const Json& json) {
  Histogram::Contents contents;
  contents.max = std::chrono::nanoseconds(json.at("max").get<std::int64_t>());
  contents.buckets = json.at("buckets").get<decltype(contents.buckets)>();
  return Histogram::of(contents);
}

// Processes of one machine share the steady clock.
Json packed(const std::optional<Tally::Clock::time_point>& at) { return at ? Json(at->time_since_epoch().count()) : Json(); }

std::optional<Tally::Clock::time_point> time_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Tally::Clock::time_point(Tally::Clock::duration(json.get<Tally::Clock::rep>()));
}

// Every plain number of a tally, with its key.
template <typename AnyTally, typename Visit>
void visit_numbers(AnyTally& t, Visit visit) {
  visit("games_started", t.games_started);
  visit("games_finished", t.games_finished);
  visit("errors", t.errors);
  visit("leaks", t.leaks);
  visit("lost_acknowledged", t.lost_acknowledged);
  visit("undecodable", t.undecodable);
  visit("closed", t.closed);
  visit("reconnects", t.reconnects);
  visit("stale", t.stale);
  visit("throttled", t.throttled);
  visit("connections", t.connections);
  visit("setup_s", t.setup_s);
  visit("actions", t.actions);
  visit("views", t.views);
  visit("view_bytes", t.view_bytes);
  visit("scheduled", t.scheduled);
  visit("overdue", t.overdue);
  visit("interrupted", t.interrupted);
  visit("generator_cpu_share", t.generator_cpu_share);
  visit("slow_members", t.slow.members);
  visit("slow_views", t.slow.views);
  visit("slow_skipped", t.slow.skipped);
  visit("slow_behind", t.slow.behind);
  visit("slow_dropped", t.slow.dropped);
  visit("sentences", t.sentences);
}

template <typename AnyTally, typename Visit>
void visit_histograms(AnyTally& t, Visit visit) {
  visit("latency", t.latency);
  visit("from_write", t.from_write);
  visit("all_seats", t.all_seats);
  visit("slow_latency", t.slow.latency);
}

}  // namespace

std::string packed(const Tally& tally) {
  Json out;
  visit_numbers(tally, [&](const char* key, const auto& value) { out[key] = value; });
  visit_histograms(tally, [&](const char* key, const Histogram& value) { out[key] = packed(value); });
  out["from"] = packed(tally.from);
  out["to"] = packed(tally.to);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Tally unpacked(const std::string& line) {
  const auto in = Json::parse(line);
  Tally tally;
  visit_numbers(tally, [&](const char* key, auto& value) { in.at(key).get_to(value); });
  visit_histograms(tally, [&](const char* key, Histogram& value) { value = histogram_of(in.at(key)); });
  tally.from = time_of(in.at("from"));
  tally.to = time_of(in.at("to"));
  return tally;
}

}  // namespace athanor::tools
