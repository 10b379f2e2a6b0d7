#include "metrics.h"

#include "shared.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include <unistd.h>

namespace athanor::net {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

class Families {
 public:
  template <typename Number>
  void gauge(std::string name, std::string help, const Number& value, std::vector<ClientMetric::Label> labels = {}) {
    ClientMetric metric;
    metric.gauge.value = static_cast<double>(value);
    add(std::move(name), std::move(help), MetricType::Gauge, std::move(metric), std::move(labels));
  }
  template <typename Number>
  void counter(const std::string& name, std::string help, const Number& value,
               std::vector<ClientMetric::Label> labels = {}) {
    ClientMetric metric;
    metric.counter.value = static_cast<double>(value);
    add(name + "_total", std::move(help), MetricType::Counter, std::move(metric), std::move(labels));
  }
  void histogram(std::string name, std::string help, const rooms::Histogram& value,
                 std::vector<ClientMetric::Label> labels = {}) {
    using Values = rooms::Histogram;
    ClientMetric metric;
    auto& out = metric.histogram;
    for (std::size_t i = 0; i <= Values::bounds_s.size(); ++i) {
      out.sample_count += value.count(i);
      const bool last = i == Values::bounds_s.size();
      out.bucket.push_back({out.sample_count, last ? std::numeric_limits<double>::infinity() : Values::bounds_s.at(i)});
    }
    out.sample_sum = value.sum_s();
    add(std::move(name), std::move(help), MetricType::Histogram, std::move(metric), std::move(labels));
  }
  [[nodiscard]] std::string text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  void add(std::string name, std::string help, MetricType type, ClientMetric metric,
           std::vector<ClientMetric::Label> labels) {
    metric.label = std::move(labels);
    if (families_.empty() || families_.back().name != name) {
      MetricFamily family;
      family.name = std::move(name);
      family.help = std::move(help);
      family.type = type;
      families_.push_back(std::move(family));
    }
    families_.back().metric.push_back(std::move(metric));
  }
  std::vector<MetricFamily> families_;
};

// Pages held in memory, from /proc; 0 where there is no /proc.
double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

// A clock of the system in seconds, to the nanosecond.
double seconds_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void add_process(Families& out, const Shared& shared) {
  out.gauge("athanor_build_info", "Always 1; the labels say what is running.", 1,
            {{"version", shared.host.version},
             {"build_type", ATHANOR_BUILD_TYPE},
             {"compiler", __VERSION__},
             {"store", shared.host.store}});
  out.gauge("athanor_draining", "1: the server is about to stop.", shared.draining ? 1 : 0);
  std::uint64_t late_ms = 0;
  for (const auto& lane : shared.lanes) late_ms = std::max(late_ms, lane->late_ms());
  out.gauge("athanor_io_delay_seconds", "How long the busiest I/O thread lets its work wait.",
            static_cast<double>(late_ms) / 1000);
  if (!shared.options.tls_listen.empty())
    out.gauge("athanor_certificate_expiry_timestamp_seconds", "When the TLS certificate expires.",
              shared.host.certificate().expires_unix_s);
  out.gauge("process_resident_memory_bytes", "Resident memory size in bytes.", resident_bytes());
  out.counter("process_cpu_seconds", "Total user and system CPU time spent in seconds.",
              seconds_of(CLOCK_PROCESS_CPUTIME_ID));
  out.gauge("athanor_clock_seconds", "Steady clock when these figures were taken; only differences mean anything.",
            seconds_of(CLOCK_MONOTONIC));
  out.gauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", shared.started_unix_s);
}

void add_store(Families& out, bool writable, const store::Stats& stats) {
  out.gauge("athanor_store_writable", "1: inputs can be stored.", writable ? 1 : 0);
  out.gauge("athanor_store_waiting", "Changes that wait for a commit.", stats.waiting);
  out.gauge("athanor_store_bytes", "Size of the journal's files.", stats.bytes);
  out.gauge("athanor_store_free_bytes", "What the journal's disk still takes; 0: not known.", stats.free_bytes);
  out.gauge("athanor_store_largest_batch", "Most changes in one commit.", stats.largest_batch);
  const std::string commits = "athanor_store_commits", commits_help = "Transactions of the journal, by result.";
  out.counter(commits, commits_help, stats.commits, {{"result", "durable"}});
  out.counter(commits, commits_help, stats.failed_commits, {{"result", "failed"}});
  out.counter("athanor_store_changes", "Entries, removals and notes made durable.", stats.changes);
  out.counter("athanor_store_checkpoints", "Times the log was copied back into the database.", stats.checkpoints);
}

void add_network(Families& out, const Counters& c, std::uint32_t connections) {
  out.gauge("athanor_connections", "Open sockets, handshakes included.", connections);
  out.gauge("athanor_sessions", "Open WebSocket sessions.", c.sessions);
  out.gauge("athanor_outgoing_messages", "Messages waiting for slow clients or on their way.", c.queued_messages);
  out.gauge("athanor_outgoing_bytes", "Bytes of these messages.", c.queued_bytes);
  out.counter("athanor_connections_accepted", "Connections accepted.", c.accepted);
  out.counter("athanor_messages_in", "Whole messages from clients.", c.messages_in);
  out.counter("athanor_messages_out", "Whole messages to clients.", c.messages_out);
  out.counter("athanor_bytes_in", "Bytes of messages from clients.", c.bytes_in);
  out.counter("athanor_bytes_out", "Bytes of messages to clients.", c.bytes_out);
  const std::string refused = "athanor_connections_refused", refused_help = "Connections refused, by reason.";
  out.counter(refused, refused_help, c.refused_limit, {{"reason", "limit"}});
  out.counter(refused, refused_help, c.refused_origin, {{"reason", "origin"}});
  out.counter(refused, refused_help, c.refused_handshake, {{"reason", "handshake"}});
  out.counter(refused, refused_help, c.refused_tls, {{"reason", "tls"}});
  const std::string closed = "athanor_sessions_closed", closed_help = "Sessions closed by the server, by reason.";
  out.counter(closed, closed_help, c.closed_protocol, {{"reason", "protocol"}});
  out.counter(closed, closed_help, c.closed_slow, {{"reason", "slow_reader"}});
  out.counter(closed, closed_help, c.closed_idle, {{"reason", "idle"}});
  out.counter(closed, closed_help, c.closed_hello, {{"reason", "hello_timeout"}});
  out.counter("athanor_accept_pauses", "Pauses in accepting because file descriptors ran out.", c.accept_pauses);
}

void add_rooms(Families& out, const rooms::Counters& c) {
  out.gauge("athanor_rooms_known", "Rooms that are not closed, stored ones included.", c.rooms_known);
  out.gauge("athanor_rooms_live", "Rooms in memory.", c.rooms_live);
  out.gauge("athanor_rooms_playing", "Rooms with a running game.", c.rooms_playing);
  out.gauge("athanor_members", "Members of rooms with a connection, spectators included.", c.members);
  out.gauge("athanor_conversations", "Open conversations.", c.conversations);
  out.gauge("athanor_decisions_open", "Seats that are asked something.", c.decisions_open);
  out.gauge("athanor_inputs_waiting", "Inputs waiting in the queues of rooms.", c.inputs_waiting);
  out.counter("athanor_rooms_created", "Rooms created.", c.rooms_created);
  out.counter("athanor_rooms_frozen", "Rooms frozen as their journal did not fold, or that cannot be read.", c.rooms_frozen);
  out.counter("athanor_games_started", "Games started.", c.games_started);
  out.counter("athanor_games_finished", "Games finished.", c.games_finished);
  const std::string answers = "athanor_answers", answers_help = "Answers of players, by result.";
  out.counter(answers, answers_help, c.answers_accepted, {{"result", "accepted"}});
  out.counter(answers, answers_help, c.answers_refused, {{"result", "refused"}});
  out.counter("athanor_requests_refused", "Refused requests other than answers.", c.requests_refused);
  out.counter("athanor_updates_sent", "Updates sent to members.", c.updates_sent);
  out.counter("athanor_updates_coalesced", "Updates that a slow reader got only as part of a newer one.",
              c.updates_coalesced);
  out.counter("athanor_storage_failures", "Inputs refused because they could not be stored.", c.storage_failures);
  out.histogram("athanor_answer_seconds", "From a person's answer to the updates that show it.", c.answer_time);
}

void add_stages(Families& out, const rooms::Counters& rooms, const Counters& net) {
  const auto stage = [&out](const char* name, const rooms::Histogram& times) {
    out.histogram("athanor_stage_seconds", "Time of each stage of an action; deploy/README.md says where each begins.",
                  times, {{"stage", name}});
  };
  stage("decode", rooms.decode_time);
  stage("wait", rooms.wait_time);
  stage("rules", rooms.rules_time);
  stage("journal", rooms.journal_time);
  stage("view", rooms.view_time);
  stage("send", net.send_time);
}

}  // namespace

std::string metrics_text(const Shared& shared) {
  Families out;
  add_process(out, shared);
  add_store(out, shared.host.store_writable(), shared.host.store_stats());
  add_network(out, shared.counters, shared.admissions.open());
  add_rooms(out, shared.service.counters());
  add_stages(out, shared.service.counters(), shared.counters);
  return out.text();
}

}  // namespace athanor::net
