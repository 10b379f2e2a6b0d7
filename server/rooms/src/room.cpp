#include "room.h"

#include "messages.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>

namespace athanor::rooms {

Room::Room(std::shared_ptr<Core> core, boost::asio::any_io_executor executor, std::string code,
           std::function<void()> idle)
    : core_(std::move(core)),
      executor_(std::move(executor)),
      code_(std::move(code)),
      idle_(std::move(idle)),
      history_(core_->limits.history_events, core_->limits.history_chat),
      requests_(core_->limits.remembered_requests),
      allowances_(core_->limits),
      empty_since_ms_(core_->seams.steady_ms()) {
  state_.code = code_;
  ++core_->counters.rooms_live;
}

void Room::create(v1::RoomCreated created, std::string campaign_state, std::shared_ptr<Entering> host) {
  people_.being_created = true;
  people_.seats.resize(created.seats());
  campaign_state_ = std::move(campaign_state);
  v1::JournalEntry entry;
  *entry.mutable_created() = std::move(created);
  Origin origin;
  origin.entering = std::move(host);
  commit(std::move(entry), std::move(origin));
  process();
}

void Room::recover(Recovered recovered, std::string campaign_state, games::RoomTime clock,
                   std::int64_t restored_from_unix_ms) {
  state_ = std::move(recovered.state);
  history_ = std::move(recovered.history);
  requests_ = std::move(recovered.requests);
  stored_sequence_ = recovered.stored_sequence;
  said_bytes_ = recovered.said_bytes;
  to_and_fro_ = recovered.to_and_fro;
  restored_from_unix_ms_ = restored_from_unix_ms;
  campaign_state_ = std::move(campaign_state);
  clock_ = RoomClock(clock);
  people_.seats.assign(state_.seats.size(), {false, clock});  // every grace starts anew
  people_.returning_until = clock + restart_grace_ms;
  people_.host_gone_ms = core_->seams.steady_ms();
  people_.recovered = true;
  if (state_.phase == Phase::playing) ++core_->counters.rooms_playing;
  count_decisions();
  if (recovered.freeze) freeze(std::move(*recovered.freeze));
  process();
}

void Room::shut_down() {
  over_ = true;
  wait_.reset();
  members_.clear();
  queue_.clear();
  count_waiting();
  --core_->counters.rooms_live;
  if (state_.phase == Phase::playing) --core_->counters.rooms_playing;
  core_->counters.decisions_open -= counted_decisions_;
}

// A bounded part of the queue each, so that nobody's inputs displace those of others: a quarter for all who have no seat, the
// rest for the seats alike. Few of them are needed by people, but some come in a bundle.
bool Room::queue_full(std::optional<games::Seat> seat) const {
  constexpr std::size_t bundle = 8;
  const std::size_t limit = core_->limits.room_queue;
  if (queue_.size() >= limit) return true;
  const auto share = seat ? std::max(bundle, (limit - limit / 4) / state_.seats.size()) : std::max<std::size_t>(1, limit / 4);
  if (queue_.size() < share) return false;
  const auto theirs = [seat](const Input& input) {
    if (const auto* request = std::get_if<RequestInput>(&input.what)) return request->asker.seat == seat;
    const auto* entering = std::get_if<EnterInput>(&input.what);
    return entering != nullptr && entering->seat == seat;
  };
  return static_cast<std::size_t>(std::count_if(queue_.begin(), queue_.end(), theirs)) >= share;
}

void Room::process() {
  if (processing_ || over_) return;
  processing_ = true;
  while (!busy_ && step()) {
  }
  processing_ = false;
  count_waiting();
  if (busy_) return;
  arm();
  if (idle()) idle_();
}

// Does one thing; false when there is nothing to do.
bool Room::step() {
  Origin asked;
  try {
    return step(asked);
  } catch (const std::exception& e) {
    rules_failed(e, asked);
    return true;
  }
}

bool Room::step(Origin& asked) {
  const auto steady = core_->seams.steady_ms();
  const auto now = clock_.now(steady);
  const bool trouble = storage_trouble_until_ms_ && steady < *storage_trouble_until_ms_;
  // An input that came in at t counts iff t < deadline: what is due at t goes first.
  const auto upto = queue_.empty() ? now : std::min(queue_.front().at, now);  // the clock may have been stopped meanwhile at an earlier time
  auto due = frozen_ ? std::nullopt : due_entry(state_, people_, upto, steady);
  if (due && !trouble) {
    commit(std::move(*due), {});
    return true;
  }
  if (queue_.empty()) return false;
  auto input = std::move(queue_.front());
  queue_.pop_front();
  auto* request = std::get_if<RequestInput>(&input.what);
  if (due && due->has_timers_fired() && request != nullptr) {  // the deadline has passed but cannot be stored
    if (auto* member = find(request->member))
      reply(member->id, request->message.request(), refusal(v1::REFUSAL_CODE_STORAGE, Text::storage, member->language));
    return true;
  }
  std::visit(
      [&](auto& what) {
        asked = origin_of(what);
        handle(std::move(what), input.at);
      },
      input.what);
  return true;
}

Room::Origin Room::origin_of(const RequestInput& input) {
  Origin origin;
  origin.member = input.member;
  origin.request = input.message.request();
  origin.answer = input.message.has_answer();
  origin.came = input.came;
  origin.language = input.asker.language;
  return origin;
}

Room::Origin Room::origin_of(const EnterInput& input) {
  Origin origin;
  origin.entering = input.entering;
  origin.language = language_of(input.entering->language);
  return origin;
}

Room::Origin Room::origin_of(const BotInput& input) {
  Origin origin;
  origin.bot = input.seat;
  return origin;
}

Room::Origin Room::origin_of(const OrderInput& input) {
  Origin origin;
  origin.told = input.told;
  return origin;
}

// The rules threw what they must not: nothing goes on in this room, and whoever asked is told.
void Room::rules_failed(const std::exception& why, const Origin& asked) {
  freeze({Text::frozen_exception, {}, why.what()});
  refuse(asked, refusal(v1::REFUSAL_CODE_FROZEN, Text::frozen_refusal, asked.language));
}

void Room::handle(BotInput input, games::RoomTime at) {
  std::optional<v1::Answer> answer;
  if (!frozen_ && !state_.paused && state_.phase == Phase::playing &&
      state_.game->decision_id(input.seat) == input.decision) {
    try {
      std::uint64_t seed = 0;
      for (const auto byte : core_->secret<8>()) seed = seed << 8U | byte;
      answer = bots_.answer(state_, input.seat, seed, clock_now(), core_->seams.steady_ms());
    } catch (const std::exception& e) {
      freeze({Text::frozen_exception, {}, e.what()});
    }
  }
  if (!answer) return bots_.answered(input.seat, false);
  v1::JournalEntry entry;
  entry.set_at_ms(entry_time(at));
  entry.mutable_answer()->set_seat(input.seat);
  *entry.mutable_answer()->mutable_answer() = std::move(*answer);
  commit(std::move(entry), origin_of(input));
}

// Applies to a copy and sends the entry to the store; committed() goes on.
void Room::commit(v1::JournalEntry entry, Origin origin) {
  entry.set_sequence(state_.sequence + 1);
  entry.set_wall_unix_ms(core_->seams.wall_unix_ms());
  const auto begun = Histogram::Clock::now();
  RoomState after = state_;
  try {
    auto effects = apply(after, entry, core_->catalogue, origin.language);
    if (!effects) return refuse(origin, refusal(effects.error()));
    // What the campaign has reached already is not written down once more; one that it cannot take would spoil it for every room.
    if (effects->campaign_change && state_.type->campaign_fold(campaign_state_, *effects->campaign_change) == campaign_state_)
      effects->campaign_change.reset();
    if (origin.answer && effects->repeatable)
      if (auto why = not_again(entry, *effects, origin.language)) return refuse(origin, std::move(*why));
    entry.set_digest(after.game_digest);
    core_->counters.rules_time.add_since(begun);
    pending_.emplace(Pending{std::move(entry), std::move(after), std::move(*effects), std::move(origin)});
  } catch (const std::exception& e) {
    return rules_failed(e, origin);
  }
  append(pending_->entry, pending_->effects.campaign_change);
}

// Of an answer to an offer that stays; `state_` is still that before it.
std::optional<v1::Refusal> Room::not_again(const v1::JournalEntry& entry, const Effects& effects, games::Language language) {
  if (const auto why = told_already(state_, entry.answer(), language)) return refusal(*why);
  const auto now = core_->seams.steady_ms();
  std::uint32_t wait_ms = 0;
  const auto allowance = allowances_.of_seat(static_cast<games::Seat>(entry.answer().seat()), now);
  if (allowance->take_repeat(effects.campaign_change.has_value(), now, wait_ms)) return std::nullopt;
  return refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::repeated_too_often, language), wait_ms);
}

void Room::take_over(Pending pending) {
  const bool was_playing = state_.phase == Phase::playing;
  state_ = std::move(pending.after);
  stored_sequence_ = state_.sequence;
  if (is_said(pending.entry)) said_bytes_ += pending.entry.ByteSizeLong();
  if (is_to_and_fro(pending.entry)) ++to_and_fro_;
  if (pending.effects.campaign_change) {
    campaign_state_ = state_.type->campaign_fold(campaign_state_, *pending.effects.campaign_change);
    ++campaign_changes_;
  }
  if (pending.effects.room_changed || storage_trouble_until_ms_) room_changed();
  storage_works();
  history_.add(state_.sequence, pending.effects);
  requests_.add(pending.entry);
  sync_clock(pending.entry.has_pause_changed() ? std::optional(state_.at_ms) : std::nullopt);

  auto& counters = core_->counters;
  if (pending.effects.game_started) {
    ++counters.games_started;
    spdlog::info("room {}: game {} of {} begins", code_, state_.game_number, state_.type->traits().name);
  }
  if (pending.effects.game_finished) {
    ++counters.games_finished;
    spdlog::info("room {}: game {} is over", code_, state_.game_number);
  }
  const bool playing = state_.phase == Phase::playing;
  if (playing != was_playing) counters.rooms_playing += playing ? 1 : -1;
  count_decisions();
  follow_up(pending.entry, pending.origin);
  if (pending.origin.told) {
    spdlog::info("room {}: ordered by the server's host: {}", code_, pending.origin.order);
    pending.origin.told(outcome_of(pending.entry, pending.origin.about));
  }
  if (state_.phase == Phase::closed) close_members(pending.entry.by_server_host() ? Text::room_closed_by_server : Text::room_closed);
  schedule_bots();
  broadcast();
}

// The clock runs while a game is played, attended and not paused, and entries can be stored. What stops it counts from its own
// time on.
void Room::sync_clock(std::optional<games::RoomTime> stop_at) {
  const bool runs = state_.phase == Phase::playing && !state_.paused && !frozen_ && !storage_trouble_until_ms_ &&
                    somebody_attends(state_, people_);
  if (runs)
    clock_.start(core_->seams.steady_ms());
  else if (clock_.running())
    clock_.stop(stop_at.value_or(clock_now()));
}

// An input counts from its arrival, unless the clock was stopped meanwhile at an earlier time.
games::RoomTime Room::entry_time(games::RoomTime at) const { return std::max(state_.at_ms, std::min(at, clock_now())); }

// What an entry means for connections.
void Room::follow_up(const v1::JournalEntry& entry, const Origin& origin) {
  if (entry.has_created()) {
    ++core_->counters.rooms_created;
    spdlog::info("room {}: created, {} with {} seats", code_, state_.type->traits().name, state_.seats.size());
    queue_.push_front({clock_now(), EnterInput{origin.entering, 0}});
    return;
  }
  if (entry.has_attendance_changed()) people_.recovered = people_.outage = false;
  if (state_.phase != Phase::playing) people_.outage = false;  // no clock is left to which anything was added
  if (entry.has_host_changed()) {
    people_.host_gone_ms = core_->seams.steady_ms();
    spdlog::info("room {}: seat {} is host", code_, state_.host + 1);
  }
  if (entry.has_answer()) ++core_->counters.answers_accepted;
  if (origin.bot) bots_.answered(*origin.bot, false);
  if (entry.has_rematch_opened() || entry.has_started()) bots_.forget();
  if (entry.has_rematch_opened()) refresh_campaign();

  if (origin.entering && entry.has_seat_taken()) {
    people_.being_created = false;
    const auto seat = static_cast<games::Seat>(entry.seat_taken().seat());
    auto& member = add_member(*origin.entering, seat, entry.seat_taken().name());
    spdlog::info("room {}, seat {}: taken", code_, seat + 1);
    entered(member, *origin.entering, origin.token);
    return;
  }
  if (const auto seat = given_up(entry)) {
    auto* owner = owner_of(*seat);
    spdlog::info("room {}, seat {}: given up", code_, *seat + 1);
    if (owner != nullptr && origin.member == owner->id) {  // left of his own will
      return let_go(*owner, origin.request);
    }
    kick(*seat, entry.by_server_host() ? Text::taken_off_by_server : Text::kicked);
  }
  if (!origin.member || origin.request == 0) return;
  if (auto* member = find(*origin.member)) {
    if (entry.has_closed())
      member->outlet->send(done_message(origin.request));  // no update follows
    else
      acknowledge(*member, origin.request);
  }
}

void Room::refuse(const Origin& origin, v1::Refusal refusal) {
  if (origin.bot) {
    const bool wrong = refusal.code() == v1::REFUSAL_CODE_NOT_OFFERED || refusal.code() == v1::REFUSAL_CODE_STALE;
    if (wrong) spdlog::warn("room {}, seat {}: a bot's answer was refused", code_, *origin.bot + 1);
    bots_.answered(*origin.bot, wrong);
    schedule_bots();
  }
  if (origin.entering) {
    people_.being_created = false;
    const auto& token = origin.entering->message.create_room().token();
    if (!token.empty()) core_->openings.forget(common::sha256(token));
    return origin.entering->outlet->not_entered(std::move(refusal), false);
  }
  if (origin.told) return origin.told(tl::unexpected(refusal.text()));
  if (origin.answer) ++core_->counters.answers_refused;
  if (origin.member && origin.request != 0) reply(*origin.member, origin.request, std::move(refusal));
}

void Room::freeze(Freeze why) {
  if (frozen_) return;
  spdlog::critical("room {}: frozen after entry {}: {}", code_, state_.sequence, common::printable(why.detail));
  ++core_->counters.rooms_frozen;
  frozen_ = std::move(why);
  count_decisions();
  if (clock_.running()) clock_.stop(clock_now());
  room_changed();
  broadcast();
}

// One wait for whatever comes next. A wait that is too early does no harm: wake() looks again.
void Room::arm() {
  if (over_) return;
  std::optional<std::uint64_t> next;
  const auto sooner = [&next](std::optional<std::uint64_t> at) {
    if (at && (!next || *at < *next)) next = at;
  };
  if (storage_trouble_until_ms_) {
    next = storage_trouble_until_ms_;  // nothing can be done before
  } else if (!frozen_ && state_.phase != Phase::closed && exists()) {
    sooner(next_due(state_, people_, clock_));
    sooner(bots_.next_due());
  }
  if (!next || (waiting_for_ms_ && *waiting_for_ms_ <= *next)) return;
  waiting_for_ms_ = next;
  wait_ = core_->seams.wait_until(executor_, *next, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->wake();
  });
}

void Room::wake() {
  if (over_) return;
  waiting_for_ms_.reset();
  probe_storage();
  const auto steady = core_->seams.steady_ms();
  if (!frozen_ && !storage_trouble_until_ms_ && state_.phase == Phase::playing)
    while (const auto seat = bots_.take_due(steady)) {
      const auto decision = state_.game->decision_id(*seat);
      queue_.push_back({clock_now(), BotInput{*seat, decision.value_or(0)}});
    }
  process();
}

void Room::count_waiting() {
  const auto now = static_cast<std::int64_t>(queue_.size());
  if (now == counted_waiting_) return;
  core_->counters.inputs_waiting += now - counted_waiting_;
  counted_waiting_ = now;
}

void Room::count_decisions() {
  std::int64_t now = 0;
  if (state_.phase == Phase::playing && state_.game && !frozen_)
    for (std::size_t seat = 0; seat < state_.seats.size(); ++seat)
      if (state_.game->decision_id(static_cast<games::Seat>(seat))) ++now;
  core_->counters.decisions_open += now - counted_decisions_;
  counted_decisions_ = now;
}

void Room::schedule_bots() {
  if (frozen_) return;
  bots_.schedule(state_, clock_.running(), core_->seams.steady_ms(), core_->limits.bot_delay_ms);
}

}  // namespace athanor::rooms
