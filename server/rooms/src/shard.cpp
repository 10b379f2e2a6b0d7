#include "shard.h"

#include "fold.h"
#include "messages.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

#include <algorithm>

namespace athanor::rooms {
namespace {

// Whoever comes again and again to a room that cannot be read makes the store read it no oftener.
constexpr std::uint64_t unreadable_pause_ms = 30'000;

// Some milliseconds: what the other rooms of this thread wait while a long journal is folded.
constexpr std::size_t entries_a_turn = 500;

constexpr games::RoomTime least_after_restart_ms = 5'000;

// The clock of a room that was left running by a crash goes on to the server's last sign of life, so that a deadline
// loses only the time before the crash. A deadline that had passed would be in the journal: if the wall clock says so all the
// same it was set in between, and whoever is asked keeps some seconds.
games::RoomTime clock_after_restart(const RoomState& state, std::int64_t last_alive_unix_ms) {
  if (state.phase != Phase::playing || !state.attended || state.paused) return state.at_ms;
  const auto lived_on = std::max<std::int64_t>(0, last_alive_unix_ms - state.wall_unix_ms);
  const auto clock = state.at_ms + static_cast<games::RoomTime>(lived_on);
  const auto deadline = state.game ? state.game->next_deadline() : std::nullopt;
  if (!deadline) return clock;
  const auto latest = *deadline - std::min(*deadline, least_after_restart_ms);
  return std::min(clock, std::max(state.at_ms, latest));
}

// The last sign of life that is also one of this journal: beside data that have gone back lies that of the data before them.
std::int64_t last_alive_with(const store::Journal& journal) {
  const auto restored_from = journal.restored_from_unix_ms();
  const auto alive = journal.last_alive_unix_ms();
  return restored_from == 0 ? alive : std::min(alive, restored_from);
}

}  // namespace

Shard::Shard(std::shared_ptr<Core> core, boost::asio::any_io_executor executor, std::size_t index, std::size_t shards)
    : core_(std::move(core)), executor_(std::move(executor)), index_(index), shards_(shards) {}

std::size_t Shard::index_for(std::string_view code, std::size_t shards) {
  std::uint32_t hash = 2166136261U;  // FNV-1a: the same on every node
  for (const char c : code) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash % shards;
}

void Shard::add_stored(const store::RoomSummary& summary) {
  auto& slot = slots_[summary.code];
  slot.status = summary.status;
  slot.last_wall_ms = summary.last_wall_unix_ms;
  slot.restored_from_unix_ms = core_->journal.restored_from_unix_ms();
  if (summary.status != store::RoomStatus::open) return;
  background_.push_back(summary.code);
  slot.unsettled = true;
  ++unsettled_;
}

void Shard::start() {
  sweep();
  next_in_background();
  one_is_settled();
}

void Shard::create(std::shared_ptr<Entering> entering, v1::RoomCreated created, std::string campaign,
                   std::string address) {
  const auto language = language_of(entering->language);
  const auto no = [&](v1::RefusalCode code, Text id) {
    entering->outlet->not_entered(refusal(code, id, language), false);
  };
  const auto now = core_->seams.steady_ms();
  if (over_ || core_->draining) return no(v1::REFUSAL_CODE_DRAINING, Text::draining);
  if (core_->counters.rooms_known >= core_->limits.max_rooms) return no(v1::REFUSAL_CODE_TOO_MANY, Text::server_full);
  if (!core_->rooms_created.take(address, now))
    return entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::too_many_rooms, language),
                                                 core_->rooms_created.retry_after_ms(address, now)),
                                         false);

  const auto& type = *core_->catalogue.find(created.game());
  if (!type.traits().has_campaigns) return open_room(std::move(entering), std::move(created), {});
  if (campaign.empty()) {
    created.set_campaign(
        common::code_from(core_->secret<4 * common::campaign_code_length>(), common::campaign_code_length));
    return open_room(std::move(entering), std::move(created), {});
  }
  created.set_campaign(campaign);
  load_campaign(core_, type, campaign, executor_,
                [self = shared_from_this(), entering, created, address, language](const CampaignState& state) {
                  if (state && *state) return self->open_room(entering, created, **state);
                  self->core_->rooms_created.refund(address);
                  if (state)
                    entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_BAD_INPUT, Text::unknown_campaign, language),
                                                  true);
                  else
                    entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_STORAGE, Text::storage, language), false);
                });
}

void Shard::open_room(std::shared_ptr<Entering> entering, v1::RoomCreated created, std::string campaign_state) {
  const auto language = language_of(entering->language);
  const auto& type = *core_->catalogue.find(created.game());
  games::OptionMap options;
  for (const auto& option : created.options()) options[option.name()] = option.value();
  std::optional<std::string> problem;
  try {
    problem = type.problem(options, static_cast<games::Seat>(created.seats()), campaign_state, language);
  } catch (const std::exception& e) {
    spdlog::error("no room can be opened for {} like this: {}", type.traits().name, common::printable(e.what()));
    problem = text(Text::rules_failed, language);
  }
  if (problem) return entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_BAD_INPUT, *problem), false);
  const auto code = free_code();
  if (const auto& token = entering->message.create_room().token();
      !token.empty() && !core_->openings.claim(common::sha256(token), code, core_->seams.steady_ms())) {
    core_->rooms_created.refund(entering->address);
    return entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_BUSY, Text::busy, language), false);
  }
  const auto& password = entering->message.create_room().password();
  if (!password.empty())
    created.set_password_hash(common::password_hash(password));  // after the quota: it takes milliseconds
  created.set_code(code);
  created.set_seed(core_->secret_string(32));
  created.set_salt(core_->secret_string(16));
  auto& slot = slots_[code];
  slot.room = make_room(code);
  slot.last_wall_ms = core_->seams.wall_unix_ms();
  ++counted_;
  ++core_->counters.rooms_known;
  slot.room->create(std::move(created), std::move(campaign_state), std::move(entering));
}

// A code that this shard is responsible for and that is not in use.
std::string Shard::free_code() const {
  for (;;) {
    auto code = common::code_from(core_->secret<4 * common::room_code_length>(), common::room_code_length);
    if (index_for(code, shards_) == index_ && slots_.count(code) == 0) return code;
  }
}

std::shared_ptr<Room> Shard::make_room(const std::string& code) {
  return std::make_shared<Room>(core_, executor_, code, [weak = weak_from_this(), code] {
    if (const auto self = weak.lock()) self->room_idle(code);
  });
}

void Shard::enter(std::shared_ptr<Entering> entering, const std::string& code) {
  const auto slot = slots_.find(code);
  if (over_ || slot == slots_.end() || slot->second.status == store::RoomStatus::closed) {
    const auto language = language_of(entering->language);
    const auto restored = core_->journal.restored_from_unix_ms();
    // As much work as for a room with a password.
    if (entering->message.has_join_room())
      (void)common::password_matches(core_->spare_password_hash, entering->message.join_room().password());
    return entering->outlet->not_entered(no_entry(entering->message, restored, language), true);
  }
  slot->second.in_background = false;
  if (slot->second.room) return slot->second.room->enter(std::move(entering));
  if (const auto* why = slot->second.still_unreadable(core_->seams.steady_ms()))
    return entering->outlet->not_entered(refusal(why->refusal, Text::room_unreadable, language_of(entering->language)), false);
  slot->second.waiting.push_back(std::move(entering));
  if (!slot->second.loading) load(code);
}

void Shard::load(const std::string& code) {
  slots_.at(code).loading = true;
  core_->journal.load_room(code, [self = shared_from_this(), code](store::Result<std::vector<std::string>> entries) {
    boost::asio::post(self->executor_, [self, code, entries = std::move(entries)]() mutable {
      self->loaded(code, std::move(entries));
    });
  });
}

void Shard::loaded(const std::string& code, store::Result<std::vector<std::string>> entries) {
  if (over_) return;
  if (!entries)
    return not_loaded(code, {entries.error().text, entries.error().kind == store::ErrorKind::corrupt, v1::REFUSAL_CODE_STORAGE});
  fold(code, std::make_shared<Folding>(std::move(*entries), core_->catalogue, core_->limits));
}

void Shard::fold(const std::string& code, std::shared_ptr<Folding> folding) {
  if (over_) return;
  if (!folding->step(entries_a_turn))
    return boost::asio::post(executor_, [self = shared_from_this(), code, folding] { self->fold(code, folding); });
  auto folded = std::move(*folding).take();
  if (!folded)
    return not_loaded(code, {"Not even the first entry of its journal can be understood.", true, v1::REFUSAL_CODE_FROZEN});
  if (folded->state.campaign.empty()) return recovered(code, std::move(*folded), {});
  const auto& state = folded->state;
  auto shared = std::make_shared<Recovered>(std::move(*folded));
  load_campaign(core_, *state.type, state.campaign, executor_,
                [self = shared_from_this(), code, shared](const CampaignState& campaign) {
                  if (self->over_) return;
                  self->recovered(code, std::move(*shared),
                                  campaign ? campaign->value_or(std::string()) : std::string());
                });
}

void Shard::recovered(const std::string& code, Recovered folded, std::string campaign_state) {
  auto& slot = slots_.at(code);
  slot.loading = false;
  slot.unreadable.reset();
  slot.room = make_room(code);
  // Whoever opened it shortly before a restart may not have heard of it yet.
  if (const auto& opener = folded.state.seats.front().token)
    core_->openings.add(*opener, code, core_->seams.steady_ms());
  const auto clock = clock_after_restart(folded.state, last_alive_with(core_->journal));
  slot.room->recover(std::move(folded), std::move(campaign_state), clock, slot.restored_from_unix_ms);
  for (const auto& visit : std::exchange(slot.visits, {})) visit(slot.room.get(), nullptr);
  const auto waiting = std::exchange(slot.waiting, {});
  for (const auto& entering : waiting) slot.room->enter(entering);
  next_in_background();
}

void Shard::not_loaded(const std::string& code, Unreadable why) {
  spdlog::error("room {}: cannot be read: {}", code, common::printable(why.text));
  why.until_ms = core_->seams.steady_ms() + unreadable_pause_ms;
  auto& slot = slots_.at(code);
  slot.loading = false;
  if (!slot.unreadable) ++core_->counters.rooms_frozen;
  slot.unreadable = why;
  settle(slot);
  // A visitor may remove the room.
  const auto visits = std::exchange(slot.visits, {});
  const auto waiting = std::exchange(slot.waiting, {});
  for (const auto& visit : visits) visit(nullptr, &why);
  for (const auto& entering : waiting)
    entering->outlet->not_entered(refusal(why.refusal, Text::room_unreadable, language_of(entering->language)), false);
  next_in_background();
}

// After a start: each open room is folded once, so that a clock left running by a crash is stopped in the journal.
void Shard::next_in_background() {
  while (!background_.empty() && !over_ && !core_->draining) {
    const auto code = std::move(background_.front());
    background_.pop_front();
    const auto slot = slots_.find(code);
    if (slot == slots_.end() || slot->second.room || slot->second.loading) continue;
    slot->second.in_background = true;
    return load(code);
  }
}

void Shard::room_idle(const std::string& code) {
  if (drained_) return check_drained();
  const auto slot = slots_.find(code);
  if (slot == slots_.end()) return;
  if (slot->second.room && slot->second.room->settled()) settle(slot->second);
  if (!slot->second.in_background) return;
  boost::asio::post(executor_, [self = shared_from_this(), code] {
    const auto found = self->slots_.find(code);
    if (self->over_ || found == self->slots_.end() || !found->second.in_background || !found->second.room) return;
    if (found->second.room->empty() && found->second.room->settled()) self->unload(found->second);
  });
}

// Whatever came of it for this room is durable, or cannot be.
void Shard::settle(Slot& slot) {
  if (std::exchange(slot.unsettled, false)) one_is_settled();
}

void Shard::one_is_settled() {
  if (--unsettled_ == 0) core_->shard_is_settled();
}

void Shard::drain(std::function<void()> done) {
  drained_ = std::move(done);
  check_drained();
}

void Shard::check_drained() {
  if (!drained_) return;
  for (const auto& [code, slot] : slots_)
    if (slot.room && !slot.room->idle()) return;
  std::exchange(drained_, nullptr)();
}

void Shard::shut_down() {
  over_ = true;
  sweep_wait_.reset();
  drained_ = nullptr;
  for (auto& [code, slot] : slots_) {
    slot.waiting.clear();
    for (const auto& visit : std::exchange(slot.visits, {})) visit(nullptr, nullptr);
    if (slot.room) slot.room->shut_down();
    slot.room.reset();
  }
}

}  // namespace athanor::rooms
