#include "tally.h"

#include <algorithm>
#include <cmath>

namespace athanor::tools {

// What was due in the window counts, even if it is done after it.
bool Tally::counted(const Action& action, bool is_scheduled) const {
  return is_scheduled ? from && action.due >= *from : counting_;
}

void Tally::slow_action(const Action& action, bool is_scheduled) {
  if (counted(action, is_scheduled)) slow.latency.add(action.decoded - (is_scheduled ? action.due : action.written));
}

void Tally::late(Clock::time_point since, Clock::time_point until) {
  if (!fixed_ || !from || !to || since < *from || since > *to) return;
  ++overdue;
  latency.add(until - since);
}

void Tally::action(const Action& action, bool is_scheduled) {
  if (!is_scheduled && !counting_) return late(action.written, action.decoded);
  if (!counted(action, is_scheduled)) return;
  ++actions;
  latency.add(action.decoded - (is_scheduled ? action.due : action.written));
  from_write.add(action.decoded - action.written);
  if (fixed_) return;
  to = action.decoded;
  if (!from) from = to;
}

void Tally::view(std::size_t bytes) {
  if (!counting_) return;
  ++views;
  view_bytes += bytes;
}

void Tally::trouble(Trouble kind, std::string text) {
  switch (kind) {
    case Trouble::error: ++errors; break;
    case Trouble::leak: ++leaks; break;
    case Trouble::lost: ++lost_acknowledged; break;
    case Trouble::undecodable: ++undecodable; break;
  }
  if (sentences.size() < max_sentences || sentences.contains(text)) ++sentences[std::move(text)];
}

void Tally::merge(const Tally& other) {
  for (const auto member : {&Tally::games_started, &Tally::games_finished, &Tally::errors, &Tally::leaks, &Tally::lost_acknowledged,
                            &Tally::undecodable, &Tally::closed, &Tally::reconnects, &Tally::stale, &Tally::throttled,
                            &Tally::connections, &Tally::actions, &Tally::views, &Tally::view_bytes, &Tally::scheduled, &Tally::overdue})
    this->*member += other.*member;
  for (const auto member : {&SlowReaders::members, &SlowReaders::views, &SlowReaders::skipped, &SlowReaders::behind,
                            &SlowReaders::dropped})
    slow.*member += other.slow.*member;
  for (const auto& [text, times] : other.sentences)
    if (sentences.size() < max_sentences || sentences.contains(text)) sentences[text] += times;
  interrupted = interrupted || other.interrupted;
  setup_s = std::max(setup_s, other.setup_s);
  generator_cpu_share = std::max(generator_cpu_share, other.generator_cpu_share);
  if (other.from && (!from || *other.from < *from)) from = other.from;
  if (other.to && (!to || *other.to > *to)) to = other.to;
  latency.merge(other.latency);
  from_write.merge(other.from_write);
  all_seats.merge(other.all_seats);
  slow.latency.merge(other.slow.latency);
}

void Tally::count_from(Clock::time_point now) {
  counting_ = fixed_ = true;
  from = now;
}

void Tally::count_until(Clock::time_point now) {
  counting_ = false;
  if (fixed_) to = now;
}

double Tally::seconds() const { return from && to ? std::chrono::duration<double>(*to - *from).count() : 0.0; }

double Tally::actions_per_s() const {
  const auto span = seconds();
  return span > 0.0 ? std::round(10.0 * static_cast<double>(actions) / span) / 10.0 : 0.0;
}

double Tally::done_share() const {
  return scheduled == 0 ? 1.0 : static_cast<double>(actions + slow.latency.count()) / static_cast<double>(scheduled);
}

}  // namespace athanor::tools
