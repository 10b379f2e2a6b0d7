// Members come and go.

#include "room.h"

#include "messages.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/dispatch.hpp>

#include <algorithm>

namespace athanor::rooms {
namespace {
std::string_view bytes_of(const common::Sha256& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}
}  // namespace

Room::Member::Member(MemberId i, std::shared_ptr<Outlet> o, std::shared_ptr<Allowance> a)
    : id(i), outlet(std::move(o)), allowance(std::move(a)) {}

void Room::enter(std::shared_ptr<Entering> entering) {
  const auto language = language_of(entering->language);
  const auto busy = [&] {
    entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_BUSY, Text::busy, language), false);
  };
  if (over_) return busy();
  if (!entering->message.has_resume_seat()) {
    if (queue_full(std::nullopt)) return busy();
    queue_.push_back({clock_now(), EnterInput{std::move(entering), std::nullopt}});
    return process();
  }
  const auto seat = seat_of_token(entering->message.resume_seat().token());
  if (queue_full(seat)) return busy();
  if (!seat)
    return entering->outlet->not_entered(
        no_entry(entering->message, core_->journal.restored_from_unix_ms(), language), true);
  ++loading_;
  auto loaded = [weak = weak_from_this(), entering, seat](const store::Result<std::string>& notes) {
    const auto self = weak.lock();
    if (!self || self->over_)
      return entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_BUSY, Text::busy, language_of(entering->language)),
                                           false);
    --self->loading_;
    if (notes)
      entering->notes = *notes;
    else
      spdlog::error("room {}: private notes cannot be read: {}", self->code_, common::printable(notes.error().text));
    self->queue_.push_back({self->clock_now(), EnterInput{entering, seat}});
    self->process();
  };
  core_->journal.load_notes(code_, *seat, [executor = executor_, loaded](store::Result<std::string> notes) {
    boost::asio::dispatch(executor, [loaded, notes = std::move(notes)] { loaded(notes); });
  });
}

void Room::handle(EnterInput input, games::RoomTime at) {
  if (!input.entering->message.has_resume_seat()) return join(input.entering, at);
  resume(input.entering, seat_of_token(input.entering->message.resume_seat().token()), {});
}

// By code: the newcomer takes a seat or watches. Unknown, full, closed and wrongly guessed rooms look the same.
void Room::join(const std::shared_ptr<Entering>& entering, games::RoomTime at) {
  const auto& request = entering->message.join_room();  // empty for the creator
  const bool creator = entering->message.has_create_room();
  const auto language = language_of(entering->language);
  // The same request once more, as its reply was lost: the seat is there, and its token is the right to it.
  const auto& own_token = creator ? entering->message.create_room().token() : request.token();
  if (!own_token.empty() && !request.spectate())
    if (const auto seat = seat_of_token(own_token)) return resume(entering, seat, own_token);
  bool checked = false;
  if (creator && !people_.being_created)
    return refuse_entry(*entering, false);  // who opened the room has left it since
  if (!creator && !state_.password_hash.empty()) {
    checked = true;
    if (!common::password_matches(state_.password_hash, request.password())) return refuse_entry(*entering, true);
  }
  const auto seat = request.spectate() ? std::nullopt : seat_for_newcomer(state_);
  const bool full = request.spectate() ? people_.spectators >= core_->limits.spectators_per_room : !seat;
  const bool locked = state_.locked && !creator;
  const bool worn = !request.spectate() && to_and_fro_ >= core_->limits.room_changes;
  if (!exists() || state_.phase == Phase::closed || frozen_ || full || locked || worn) return refuse_entry(*entering, checked);
  if (!creator && !checked) core_->passwords.refund(entering->address);
  if (name_in_use(state_, entering->name))
    return entering->outlet->not_entered(refusal(v1::REFUSAL_CODE_BAD_INPUT, Text::name_taken, language), false);
  const auto now = core_->seams.steady_ms();
  const auto allowance = allowances_.of_address(entering->address, now);
  if (!creator && !allowance->take_entry(now))
    return entering->outlet->not_entered(
        refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::too_fast, language), allowance->entry_after_ms()), false);
  if (request.spectate()) {
    auto& member = add_member(*entering, std::nullopt, entering->name);
    entered(member, *entering, {});
    return broadcast();
  }
  Origin origin;
  origin.entering = entering;
  origin.token = own_token.empty() ? core_->secret_string(common::token_bytes) : own_token;
  origin.language = language;
  v1::JournalEntry entry;
  entry.set_at_ms(entry_time(at));
  auto& taken = *entry.mutable_seat_taken();
  taken.set_seat(*seat);
  taken.set_name(entering->name);
  taken.set_language(entering->language);
  taken.set_token_hash(std::string(bytes_of(common::sha256(origin.token))));
  commit(std::move(entry), std::move(origin));
}

// The token opens its seat on any device; a connection that has the seat is closed for good. `token` is told the
// member: empty if he knows that he has it.
void Room::resume(const std::shared_ptr<Entering>& entering, std::optional<games::Seat> seat, std::string token) {
  if (!seat || state_.phase == Phase::closed)
    return entering->outlet->not_entered(
        no_entry(entering->message, core_->journal.restored_from_unix_ms(), language_of(entering->language)),
        true);
  if (auto* before = owner_of(*seat)) {
    const auto outlet = before->outlet;
    const auto their_language = before->language;
    erase_member(before->id);
    outlet->close(CloseCode::displaced, text(Text::displaced, their_language), false);
  }
  auto& member = add_member(*entering, seat, state_.seat(*seat).name);
  const auto last = entering->message.resume_seat().last_sequence();
  member.events_sent = last <= stored_sequence_ ? last : 0;  // a number that cannot be: everything anew
  spdlog::info("room {}, seat {}: resumed", code_, *seat + 1);
  entered(member, *entering, std::move(token));
  broadcast();
}

std::optional<games::Seat> Room::seat_of_token(const std::string& token) const {
  const auto hash = common::sha256(token);
  std::optional<games::Seat> found;
  for (std::size_t i = 0; i < state_.seats.size(); ++i) {
    const auto& known = state_.seats[i].token;
    if (known && common::equal(bytes_of(*known), bytes_of(hash))) found = static_cast<games::Seat>(i);
  }
  return found;
}

Room::Member& Room::add_member(const Entering& entering, std::optional<games::Seat> seat, std::string name) {
  const auto now = core_->seams.steady_ms();
  auto allowance = seat ? allowances_.of_seat(*seat, now) : allowances_.of_address(entering.address, now);
  auto& member = *members_.emplace_back(std::make_unique<Member>(next_member_++, entering.outlet, std::move(allowance)));
  member.seat = seat;
  member.name = std::move(name);
  member.language = language_of(entering.language);
  ++core_->counters.members;
  if (seat) {
    people_.seats.at(*seat).connected = true;
  } else {
    ++people_.spectators;
  }
  people_changed();
  return member;
}

void Room::entered(Member& member, const Entering& entering, std::string token) {
  const std::int32_t seat = member.seat ? *member.seat : -1;
  member.outlet->entered(shared_from_this(), member.id,
                         entered_message(entering.message.request(), code_, seat, std::move(token), entering.notes));
  refresh_campaign();
}

void Room::refuse_entry(const Entering& entering, bool password_was_checked) {
  if (!password_was_checked && entering.message.has_join_room())
    (void)common::password_matches(core_->spare_password_hash, entering.message.join_room().password());
  entering.outlet->not_entered(
      no_entry(entering.message, core_->journal.restored_from_unix_ms(), language_of(entering.language)),
      true);
}

void Room::drained(MemberId id) {
  auto* member = find(id);
  if (over_ || member == nullptr) return;
  member->in_flight = false;
  flush(*member);
}

void Room::disconnected(MemberId id) {
  if (over_ || find(id) == nullptr) return;
  remove_member(id);
  broadcast();
  process();
}

void Room::remove_member(MemberId id) {
  auto* member = find(id);
  if (member == nullptr) return;
  if (member->seat) {
    auto& seated = people_.seats.at(*member->seat);
    seated.connected = false;
    seated.gone_at = clock_now();
    if (state_.host == static_cast<std::int32_t>(*member->seat)) people_.host_gone_ms = core_->seams.steady_ms();
  } else {
    --people_.spectators;
  }
  erase_member(id);
  if (members_.empty()) empty_since_ms_ = core_->seams.steady_ms();
  people_changed();
}

void Room::erase_member(MemberId id) {  // by value: the member it may come from is destroyed
  std::erase_if(members_, [id](const auto& member) { return member->id == id; });
  --core_->counters.members;
}

// The seat has no owner any more: whoever is connected for it has to go.
void Room::kick(games::Seat seat, Text why) {
  auto* owner = owner_of(seat);
  if (owner == nullptr) return;
  const auto outlet = owner->outlet;
  const auto language = owner->language;
  remove_member(owner->id);
  outlet->close(CloseCode::removed, text(why, language), false);
}

// The room is closed. A frozen room's host stays, to be given the journal.
void Room::close_members(Text why) {
  const auto stays = [this](const Member& member) {
    return frozen_ && is_host({member.seat, member.name, member.language});
  };
  std::vector<std::unique_ptr<Member>> gone;
  for (auto& member : members_)
    if (!stays(*member)) gone.push_back(std::move(member));
  std::erase(members_, nullptr);
  for (std::size_t i = 0; i < people_.seats.size(); ++i)
    people_.seats[i].connected = owner_of(static_cast<games::Seat>(i)) != nullptr;
  people_.spectators = 0;
  if (members_.empty()) empty_since_ms_ = core_->seams.steady_ms();
  core_->counters.members -= static_cast<std::int64_t>(gone.size());
  for (const auto& member : gone) member->outlet->close(CloseCode::removed, text(why, member->language), true);
  spdlog::info("room {}: closed", code_);
}

Room::Member* Room::find(MemberId id) {
  const auto it = std::find_if(members_.begin(), members_.end(), [id](const auto& member) { return member->id == id; });
  return it == members_.end() ? nullptr : it->get();
}

Room::Member* Room::owner_of(games::Seat seat) {
  const auto it =
      std::find_if(members_.begin(), members_.end(), [seat](const auto& member) { return member->seat == seat; });
  return it == members_.end() ? nullptr : it->get();
}

void Room::people_changed() {
  room_changed();
  sync_clock();
  schedule_bots();
}

}  // namespace athanor::rooms
