// What members ask for, one request at a time and in the order of arrival.

#include "room.h"

#include "campaign.h"
#include "messages.h"
#include "publish.h"

#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/dispatch.hpp>

#include <algorithm>

namespace athanor::rooms {
namespace {

SharedBytes journal_message(std::uint64_t request, const std::string& journal) {
  v1::ServerMessage message;
  message.set_request(request);
  message.mutable_journal()->set_journal(journal);
  return serialised(message);
}

}  // namespace

bool Room::request(MemberId id, v1::ClientMessage message, Histogram::Clock::time_point decoded) {
  auto* member = find(id);
  if (over_ || member == nullptr) return false;
  const auto number = message.request();
  if (message.has_heartbeat()) {
    v1::ServerMessage answer;
    answer.set_request(number);
    answer.mutable_heartbeat()->set_sequence(stored_sequence_);
    member->outlet->send(serialised(answer));
    return true;
  }
  if (queue_full(member->seat)) {
    reply(id, number, refusal(v1::REFUSAL_CODE_BUSY, Text::busy, member->language));
    return true;
  }
  // A repeat only asks whether it was done: whoever was cut off may be told so, however much he has said meanwhile.
  const bool repeat = member->seat && requests_.contains(*member->seat, number);
  if (std::uint32_t wait_ms = 0; !repeat && !member->allowance->take(message, core_->seams.steady_ms(), wait_ms)) {
    const auto why = message.has_say() ? Text::chat_too_fast : Text::too_fast;
    reply(id, number, refusal(v1::REFUSAL_CODE_TOO_MANY, text(why, member->language), wait_ms));
    return true;
  }
  RequestInput input{id, {member->seat, member->name, member->language}, 0, std::move(message), decoded};
  if (member->seat) input.owner = state_.seat(*member->seat).taken_at;
  queue_.push_back({clock_now(), std::move(input)});
  process();
  return true;
}

void Room::handle(RequestInput input, games::RoomTime at) {
  core_->counters.wait_time.add_since(input.came);
  if (state_.phase == Phase::closed && !frozen_) return;
  // Whoever lost the seat meanwhile has been told so. It may have a new owner, or none until the rematch.
  if (input.asker.seat) {
    const auto& seat = state_.seat(*input.asker.seat);
    if (!seat.person() || seat.taken_at != input.owner) return;
  }
  if (repeated(input)) {
    if (auto* member = find(input.member)) {
      member->acknowledge.push_back(input.message.request());
      member->behind = true;
      flush(*member);
    }
    return;
  }
  if (frozen_) return handle_frozen(input);
  switch (input.message.body_case()) {
    case v1::ClientMessage::kVoteSubstitute:
      return vote(input, at);
    case v1::ClientMessage::kSaveNotes:
      return save_notes(input);
    case v1::ClientMessage::kGetJournal:
      return give_journal(input);
    case v1::ClientMessage::kStartGame:
      return start_game(std::move(input), at);
    case v1::ClientMessage::kLeaveRoom:
      if (!input.asker.seat) return leave_without_entry(input);
      [[fallthrough]];
    default:
      return plan_and_commit(input, at);
  }
}

// Nothing can be journalled any more, so only what changes nothing is left.
void Room::handle_frozen(const RequestInput& input) {
  switch (input.message.body_case()) {
    case v1::ClientMessage::kLeaveRoom:
      return leave_without_entry(input);
    case v1::ClientMessage::kGetJournal:
      return give_journal(input);
    case v1::ClientMessage::kCloseRoom:
      if (is_host(input.asker)) {
        if (state_.phase == Phase::closed) return reply(input.member, done_message(input.message.request()));
        return close_frozen(origin_of(input));
      }
      return reply(input.member, input.message.request(),
                   refusal(v1::REFUSAL_CODE_NOT_HOST, Text::not_host, input.asker.language));
    default:
      reply(input.member, input.message.request(),
            refusal(v1::REFUSAL_CODE_FROZEN, Text::frozen_refusal, input.asker.language));
  }
}

void Room::plan_and_commit(const RequestInput& input, games::RoomTime at) {
  auto planned = plan(state_, people_.connected(), campaign_state_, core_->limits, input.asker, input.message);
  auto origin = origin_of(input);
  if (!planned) return refuse(origin, std::move(planned).error());
  if (!*planned) return reply(input.member, done_message(origin.request));
  auto& entry = **planned;
  if (is_said(entry) && said_bytes_ >= core_->limits.room_chat_bytes)
    return refuse(origin, refusal(v1::REFUSAL_CODE_OUT_OF_STATE, Text::much_was_said, input.asker.language));
  if (is_to_and_fro(entry) && to_and_fro_ >= core_->limits.room_changes)
    return refuse(origin, refusal(v1::REFUSAL_CODE_OUT_OF_STATE, Text::much_was_changed, input.asker.language));
  entry.set_at_ms(entry_time(at));
  if (input.asker.seat) {
    entry.set_request(origin.request);
    entry.set_by(*input.asker.seat);
  }
  if (entry.has_rematch_opened()) {
    entry.mutable_rematch_opened()->set_seed(core_->secret_string(32));
    entry.mutable_rematch_opened()->set_salt(core_->secret_string(16));
  }
  commit(std::move(entry), std::move(origin));
}

// With the newest state of the campaign: another room may have changed it.
void Room::start_game(RequestInput input, games::RoomTime at) {
  if (state_.campaign.empty() || start_problem(state_, input.asker)) return plan_and_commit(input, at);
  busy_ = true;
  load_campaign(core_, *state_.type, state_.campaign, executor_,
                [weak = weak_from_this(), input, at](CampaignState state) {
                  const auto self = weak.lock();
                  if (!self || self->over_) return;
                  self->busy_ = false;
                  if (state) {
                    self->campaign_state_ = state->value_or(std::string());
                    try {
                      self->plan_and_commit(input, at);
                    } catch (const std::exception& e) {
                      self->rules_failed(e, origin_of(input));
                    }
                  } else {
                    self->reply(input.member, input.message.request(),
                                refusal(v1::REFUSAL_CODE_STORAGE, Text::storage, input.asker.language));
                  }
                  self->process();
                });
}

// More than half of the other owners who are present decide.
void Room::vote(const RequestInput& input, games::RoomTime at) {
  const auto number = input.message.request();
  const auto target = input.message.vote_substitute().seat();
  if (auto problem = vote_problem(state_, people_.connected(), input.asker, target))
    return reply(input.member, number, std::move(*problem));
  const auto absent = static_cast<games::Seat>(target);
  if (state_.seat(absent).substituted) return reply(input.member, done_message(number));
  const auto votes = state_.substitute_votes.find(target);
  const bool voted = votes != state_.substitute_votes.end() && votes->second.contains(*input.asker.seat);
  auto [for_it, present] = votes_for(absent);
  if (!voted) ++for_it;
  if (voted && 2 * for_it <= present) return reply(input.member, done_message(number));
  v1::JournalEntry entry;
  entry.set_at_ms(entry_time(at));
  entry.set_request(number);
  entry.set_by(*input.asker.seat);
  if (2 * for_it > present) {
    entry.mutable_substitute_changed()->set_seat(target);
    entry.mutable_substitute_changed()->set_bot(true);
  } else {
    entry.mutable_substitute_voted()->set_seat(target);
  }
  commit(std::move(entry), origin_of(input));
}

std::pair<std::size_t, std::size_t> Room::votes_for(games::Seat absent) const {
  std::size_t for_it = 0, present = 0;
  const auto votes = state_.substitute_votes.find(absent);
  for (std::size_t i = 0; i < state_.seats.size(); ++i) {
    if (i == absent || !state_.seats[i].person() || !people_.seats[i].connected) continue;
    ++present;
    if (votes != state_.substitute_votes.end() && votes->second.contains(static_cast<std::uint32_t>(i))) ++for_it;
  }
  return {for_it, present};
}

void Room::save_notes(const RequestInput& input) {
  const auto number = input.message.request();
  const auto language = input.asker.language;
  if (!input.asker.seat)
    return reply(input.member, number, refusal(v1::REFUSAL_CODE_OUT_OF_STATE, Text::spectators_only_watch, language));
  common::CleanRules rules;
  rules.min_points = 0;
  rules.max_points = 4000;
  rules.keep_newlines = true;
  const auto& given = input.message.save_notes().text();
  auto notes = given.size() <= core_->limits.max_text_bytes ? common::clean(given, rules) : std::nullopt;
  if (!notes) return reply(input.member, number, refusal(v1::REFUSAL_CODE_BAD_INPUT, Text::bad_text, language));
  ++loading_;
  auto done = [weak = weak_from_this(), id = input.member, number, language](const store::Result<void>& result) {
    const auto self = weak.lock();
    if (!self || self->over_) return;
    --self->loading_;
    if (result)
      self->reply(id, done_message(number));
    else
      self->reply(id, number, refusal(v1::REFUSAL_CODE_STORAGE, Text::storage, language));
    self->process();
  };
  core_->journal.save_notes(code_, *input.asker.seat, std::move(*notes),
                            [executor = executor_, done](store::Result<void> result) {
                              boost::asio::dispatch(executor, [done, result = std::move(result)] { done(result); });
                            });
}

// The secrets of a game are given out only when nobody can play on with them.
void Room::give_journal(const RequestInput& input) {
  const auto number = input.message.request();
  const auto no = [&](v1::RefusalCode code, Text id) {
    reply(input.member, number, refusal(code, id, input.asker.language));
  };
  const bool report = frozen_.has_value();
  if (report && (state_.phase != Phase::closed || !is_host(input.asker)))
    return no(v1::REFUSAL_CODE_FROZEN, Text::journal_after_close);
  if (!report && state_.phase == Phase::playing) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::journal_secret);
  const auto games_over = state_.games_over;
  if (!report && games_over == 0) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::no_journal);
  auto* member = find(input.member);
  if (member == nullptr) return;
  if (member->journal_on_its_way) return no(v1::REFUSAL_CODE_BUSY, Text::busy);
  const bool known = !report && published_ && published_->game == games_over;
  if (known && !published_->journal.empty()) return reply(input.member, journal_message(number, published_->journal));
  member->journal_on_its_way = true;
  if (known) return published_->askers.push_back(input);
  const auto wanted = std::make_shared<GivenJournal>();
  wanted->game = games_over;
  wanted->askers.push_back(input);
  if (!report) published_ = wanted;
  load_journal(wanted, report);
}

void Room::load_journal(const std::shared_ptr<GivenJournal>& wanted, bool report) {
  ++loading_;
  auto loaded = [weak = weak_from_this(), wanted, report, opened = state_.opened](const store::Result<std::vector<std::string>>& entries) {
    const auto self = weak.lock();
    if (!self || self->over_) return;
    --self->loading_;
    const auto journal = !entries ? std::nullopt
                         : report ? std::optional(report_journal(*entries, self->core_->catalogue, self->core_->limits))
                                  : published_journal(*entries, wanted->game, opened);
    if (journal) wanted->journal = journal->SerializeAsString();
    else if (self->published_ == wanted) self->published_.reset();  // whoever asks next has it read again
    for (const auto& asker : std::exchange(wanted->askers, {})) {
      if (auto* asked = self->find(asker.member)) asked->journal_on_its_way = false;
      if (journal)
        self->reply(asker.member, journal_message(asker.message.request(), wanted->journal));
      else
        self->reply(asker.member, asker.message.request(),
                    refusal(v1::REFUSAL_CODE_STORAGE, Text::room_unreadable, asker.asker.language));
    }
    self->process();
  };
  core_->journal.load_room(code_, [executor = executor_, loaded](store::Result<std::vector<std::string>> entries) {
    boost::asio::dispatch(executor, [loaded, entries = std::move(entries)] { loaded(entries); });
  });
}

void Room::leave_without_entry(const RequestInput& input) {
  auto* member = find(input.member);
  if (member == nullptr) return;
  let_go(*member, input.message.request());
  broadcast();
}

// Left of his own will. What he had sent after that is answered, too.
void Room::let_go(Member& member, std::uint64_t request) {
  const auto id = member.id;
  const auto language = member.language;
  const auto outlet = member.outlet;
  outlet->send(done_message(request));
  std::erase_if(queue_, [&](const Input& input) {
    const auto* waiting = std::get_if<RequestInput>(&input.what);
    if (waiting == nullptr || waiting->member != id) return false;
    outlet->send(refusal_message(waiting->message.request(),
                                 refusal(v1::REFUSAL_CODE_OUT_OF_STATE, Text::not_in_room, language)));
    return true;
  });
  remove_member(id);
  outlet->left();
}

// The journal gets its end without being folded. The host stays connected so that the journal can be asked for.
void Room::close_frozen(Origin origin) {
  v1::JournalEntry entry;
  entry.set_sequence(stored_sequence_ + 1);
  entry.set_at_ms(state_.at_ms);
  entry.set_wall_unix_ms(core_->seams.wall_unix_ms());
  entry.mutable_closed();
  entry.set_by_server_host(static_cast<bool>(origin.told));
  RoomState after = state_;
  after.phase = Phase::closed;
  after.sequence = entry.sequence();
  after.wall_unix_ms = entry.wall_unix_ms();
  pending_.emplace(Pending{std::move(entry), std::move(after), {}, std::move(origin)});
  pending_->effects.room_changed = true;
  append(pending_->entry, std::nullopt);
}

bool Room::repeated(const RequestInput& input) {
  const auto number = input.message.request();
  if (input.asker.seat) return requests_.contains(*input.asker.seat, number);
  const auto* member = find(input.member);
  return member != nullptr && std::find(member->said.begin(), member->said.end(), number) != member->said.end();
}

// What the request asked for is in the journal.
void Room::acknowledge(Member& member, std::uint64_t request) {
  member.acknowledge.push_back(request);
  if (member.seat) return;
  member.said.push_back(request);
  if (member.said.size() > core_->limits.remembered_requests) member.said.pop_front();
}

bool Room::is_host(const Asker& asker) const {
  return asker.seat && state_.host == static_cast<std::int32_t>(*asker.seat);
}

void Room::reply(MemberId id, const SharedBytes& message) {
  if (auto* member = find(id)) member->outlet->send(message);
}

void Room::reply(MemberId id, std::uint64_t request, v1::Refusal refusal) {
  ++core_->counters.requests_refused;
  reply(id, refusal_message(request, std::move(refusal)));
}

void Room::refresh_campaign() {
  if (state_.campaign.empty() || frozen_) return;
  ++loading_;
  load_campaign(core_, *state_.type, state_.campaign, executor_,
                [weak = weak_from_this(), changes = campaign_changes_](CampaignState state) {
                  const auto self = weak.lock();
                  if (!self || self->over_) return;
                  --self->loading_;
                  // What was read before this room's own last change is out of date.
                  if (state && *state && changes == self->campaign_changes_ && **state != self->campaign_state_) {
                    self->campaign_state_ = **state;
                    self->room_changed();
                    self->broadcast();
                  }
                  self->process();
                });
}

}  // namespace athanor::rooms
