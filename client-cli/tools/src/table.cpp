#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace athanor::tools {
namespace {

// Small, so that a server notices at once who does not read. The system doubles it.
constexpr std::uint32_t slow_reader_buffer_bytes = 4096;

bool everybody_ready(const v1::RoomState& room) {
  return std::all_of(room.seats().begin(), room.seats().end(), [](const auto& s) { return !s.name().empty() && s.ready(); });
}

// Whether number `i` is among the share of all numbers, evenly spread.
bool chosen(std::uint64_t i, double share) {
  const auto before = static_cast<double>(i) * share;
  return std::floor(before + share + 1e-9) > std::floor(before + 1e-9);
}

}  // namespace

Table::Table(boost::asio::any_io_executor executor, TablePlace place, const LoadOptions& options, const games::Catalogue& catalogue,
             Tally& tally)
    : executor_(std::move(executor)), place_(std::move(place)), options_(options), catalogue_(catalogue), tally_(tally), schedule_(executor_) {}

// --- the way in ---

void Table::open() {
  last_progress_ = Clock::now();
  members_.reserve(expected());
  v1::CreateRoom create;
  create.set_game(options_.game);
  create.set_seats(options_.players);
  create.set_name("Bot 1");
  for (const auto& [name, value] : options_.set) {
    auto& option = *create.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  add_member(std::move(create));
}

void Table::add_member(link::Purpose purpose) {
  const auto number = static_cast<std::uint32_t>(members_.size());
  Member member;
  member.seated = number < people();
  member.slow = is_slow(number);
  member.player = std::make_unique<Player>(executor_, link_options(std::move(purpose), member.slow), player_options(number), catalogue_, *this);
  members_.push_back(std::move(member));
  members_.back().player->start();
}

bool Table::is_slow(std::uint32_t member) const {
  const std::uint64_t room = place_.number;
  if (member < people()) return chosen(room * people() + member, options_.slow_seats);
  return chosen(room * options_.spectators + member - people(), options_.slow_spectators);
}

link::Options Table::link_options(link::Purpose purpose, bool slow) const {
  link::Options link;
  link.server = place_.server;
  link.purpose = std::move(purpose);
  link.language = options_.language;
  link.give_up_after = options_.give_up;
  link.first_failure_is_final = false;
  if (slow) link.receive_buffer_bytes = slow_reader_buffer_bytes;
  const auto connection = std::size_t{place_.number} * expected() + members_.size();
  if (!place_.from.empty()) link.from = place_.from[connection % place_.from.size()];
  return link;
}

PlayerOptions Table::player_options(std::uint32_t seat) const {
  constexpr std::uint64_t seats_per_table = 64;
  return {options_.random, options_.seed * 1'000'003 + place_.number * seats_per_table + seat, options_.think, options_.rate > 0};
}

// One after the other: a server guards its doors against many that come from one address at once.
void Table::on_seated(Player& player, const v1::RoomEntered& entered) {
  if (&player != members_.back().player.get() || over_) return;
  enter_next(entered.code());
}

void Table::enter_next(const std::string& code) {
  const auto here = static_cast<std::uint32_t>(members_.size());
  if (here == expected()) return;
  v1::JoinRoom join;
  join.set_code(code);
  join.set_spectate(here >= people());
  join.set_name(here < people() ? fmt::format("Bot {}", here + 1) : fmt::format("Watcher {}", here + 1 - people()));
  add_member(std::move(join));
}

void Table::check_settled() {
  const bool all_see = members_.size() == expected() && std::all_of(members_.begin(), members_.end(), [](const auto& m) { return m.has_view; });
  if (settled_ || over_ || started_game_ == 0 || !all_see) return;
  settled_ = true;
  place_.settled();
}

void Table::begin_slowness() {
  for (const auto& member : members_)
    if (member.slow) member.player->read_slowly(options_.slow_pause);
}

// --- what the players tell ---

Table::Member& Table::member_of(const Player& player) {
  return *std::find_if(members_.begin(), members_.end(), [&](const auto& m) { return m.player.get() == &player; });
}

void Table::on_state(Player& player, const link::Status& status) {
  auto& member = member_of(player);
  if (status.state == link::State::online) {
    last_progress_ = Clock::now();
    member.online = true;
    const bool opens = &player == members_.front().player.get() && started_game_ == 0;
    if (opens && player.reconnects() == 0)
      for (auto bot = people(); bot < options_.players; ++bot) player.give_to_bot(bot);
  }
  if (status.state == link::State::waiting) {
    last_cut_ = status.text;
    const bool by_us = std::exchange(member.cut_by_us, false);
    if (std::exchange(member.online, false) && !by_us) ++(member.slow ? tally_.slow.dropped : tally_.closed);
  }
  if (status.state != link::State::ended || over_) return;
  // Perhaps it is heard of at the next try only, when the room is no more.
  const bool gone = status.ending == link::Ending::removed || status.code == v1::REFUSAL_CODE_BAD_TOKEN;
  if (closing_ && gone) {
    over_ = over_ || &player == members_.front().player.get();
    return;
  }
  if (status.last_reason.empty())
    on_trouble(player, Trouble::error, status.text);
  else  // the same for every room: said once, with their number
    tally_.trouble(Trouble::error, fmt::format("The server at {} could not be reached again for {} seconds. Last reason: {}", place_.server.url(),
                                               std::chrono::duration_cast<std::chrono::seconds>(options_.give_up).count(), status.last_reason));
  give_up();
}

void Table::on_room(Player& player) {
  if (&player != members_.front().player.get() || over_) return;
  const auto& room = player.room();
  switch (room.phase()) {
    case v1::ROOM_PHASE_LOBBY:
      if (!stopping_ && everybody_ready(room)) player.start_game();
      return;
    case v1::ROOM_PHASE_PLAYING:
      if (room.game_number() <= started_game_) return;
      started_game_ = room.game_number();
      ++tally_.games_started;
      return check_settled();
    case v1::ROOM_PHASE_FINISHED: return on_finished(player);
    case v1::ROOM_PHASE_FROZEN:
      on_trouble(player, Trouble::error, "the room is frozen: " + room.notice());
      return give_up();
    default: return;
  }
}

void Table::on_finished(Player& host) {
  if (host.room().game_number() <= finished_game_) return;
  finished_game_ = host.room().game_number();
  ++tally_.games_finished;
  const bool more = options_.duration.count() > 0 || finished_game_ < options_.games;
  if (stopping_) return;
  if (more)
    host.rematch();
  else
    close();
}

void Table::on_update(Player& player, const v1::Update& update) {
  const auto now = Clock::now();
  last_progress_ = now;
  auto& member = member_of(player);
  const auto before = std::exchange(member.sequence, update.sequence());
  if (!update.view().empty()) {
    member.has_view = true;
    if (!member.slow) tally_.view(update.view().size());
    if (member.slow && tally_.counts()) {
      ++tally_.slow.views;
      if (before > 0 && update.sequence() > before) tally_.slow.skipped += update.sequence() - before - 1;
    }
  }
  if (!settled_) check_settled();
  settle_views(now);
}

void Table::on_question(Player&) { serve_owed(); }

void Table::on_action(Player& player, const Action& action) {
  const bool scheduled = options_.rate > 0;
  if (member_of(player).slow) return tally_.slow_action(action, scheduled);
  tally_.action(action, scheduled);
  if (!tally_.counts()) return;
  on_their_way_.push_back({action.sequence, scheduled ? action.due : action.written});
  settle_views(action.decoded);
}

// What every seat that reads has seen is no longer on its way. The acting seat's own view is counted when it was decoded.
void Table::settle_views(Clock::time_point now) {
  if (on_their_way_.empty()) return;
  auto seen_by_all = ~std::uint64_t{0};
  for (const auto& member : members_)
    if (member.seated && !member.slow) seen_by_all = std::min(seen_by_all, member.sequence);
  for (; !on_their_way_.empty() && on_their_way_.front().sequence <= seen_by_all; on_their_way_.pop_front())
    tally_.all_seats.add(now - on_their_way_.front().since);
}

void Table::on_trouble(Player& player, Trouble kind, std::string_view text) { tally_.trouble(kind, where(player, text)); }

std::string Table::where(const Player& player, std::string_view text) const {
  if (player.room().code().empty()) return std::string(text);
  return fmt::format("room {}, seat {}: {}", player.room().code(), player.seat() + 1, text);
}

// --- by a schedule ---

void Table::begin_schedule(Clock::time_point first, Clock::duration period, Clock::time_point counted) {
  next_due_ = first;
  counted_from_ = counted;
  period_ = period;
  arm_schedule();
}

void Table::arm_schedule() {
  schedule_.expires_at(next_due_);
  schedule_.async_wait([this](boost::system::error_code error) {
    if (error || stopping_ || over_) return;
    for (; next_due_ <= Clock::now(); next_due_ += period_) {  // several at once when this program was late
      owed_.push_back(next_due_);
      if (next_due_ >= counted_from_) ++tally_.scheduled;
    }
    serve_owed();
    arm_schedule();
  });
}

// Whoever is asked does what has been due for longest.
void Table::serve_owed() {
  for (const auto& member : members_) {
    if (owed_.empty() || stopping_ || over_) return;
    if (member.player->answer_due(owed_.front())) owed_.pop_front();
  }
}

// --- the way out ---

void Table::cut_somebody(std::uint64_t choice) {
  if (over_ || closing_ || stopping_ || !plays()) return;
  auto& member = members_[choice % members_.size()];
  member.cut_by_us = member.player->status().state == link::State::online;
  member.player->cut();
}

void Table::stop_answering() {
  stopping_ = true;
  schedule_.cancel();
  std::uint64_t newest = 0;
  for (const auto& member : members_) newest = std::max(newest, member.sequence);
  for (const auto& member : members_) {
    member.player->stop_answering();
    if (!member.slow) continue;
    tally_.slow.behind += newest - member.sequence;
    member.player->read_slowly({});
  }
}

bool Table::answer_pending() const {
  return !over_ && std::any_of(members_.begin(), members_.end(), [](const auto& m) { return m.player->answer_pending(); });
}

void Table::close() {
  if (over_ || closing_) return;
  if (members_.empty()) return give_up();
  closing_ = true;
  members_.front().player->close_room();
}

void Table::not_closed() {
  const auto& host = *members_.front().player;
  if (host.status().state == link::State::online) return on_trouble(*members_.front().player, Trouble::error, "the room could not be closed in time");
  tally_.trouble(Trouble::error, (started_game_ == 0 ? "a room never began. " : "a room could not be closed. ") + last_cut_);
}

void Table::check_stall(Clock::time_point now) {
  const auto slow = options_.slow_seats > 0 ? 2 * options_.slow_pause : std::chrono::milliseconds(0);
  if (over_ || members_.empty() || now - last_progress_ < options_.stall + 2 * options_.think + slow) return;
  if (lines_cut() == members_.size()) return;  // the links themselves give up
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - last_progress_).count();
  if (const auto why = why_cut(); !why.empty()) {  // the same for every room: said once, with their number
    tally_.trouble(Trouble::error, fmt::format("a room waited {} s for a line that is not connected: {}", seconds, why));
    return give_up();
  }
  auto text = fmt::format("nothing happened for {} s", seconds);
  for (const auto& member : members_) text += "; " + member.player->describe();
  on_trouble(*members_.front().player, Trouble::error, text);
  give_up();
}

std::size_t Table::lines_cut() const {
  return static_cast<std::size_t>(std::count_if(members_.begin(), members_.end(), [](const auto& m) {
    return m.player->status().state != link::State::online;
  }));
}

std::string Table::why_cut() const {
  for (const auto& member : members_)
    if (const auto& status = member.player->status(); status.state != link::State::online && !status.text.empty()) return status.text;
  return {};
}

void Table::count_late(Clock::time_point now) {
  for (const auto& member : members_)
    if (const auto since = member.player->waits_since(); since && !member.slow) tally_.late(*since, now);
  for (const auto due : owed_) tally_.late(due, now);
}

void Table::give_up() {
  over_ = true;
  schedule_.cancel();
  for (const auto& member : members_) member.player->close();
  if (!std::exchange(settled_, true)) place_.settled();
}

void Table::add_counts(Tally& tally) const {
  tally.connections += members_.size();
  for (const auto& member : members_) {
    tally.reconnects += member.player->reconnects();
    tally.stale += member.player->counts().stale;
    tally.throttled += member.player->counts().throttled;
    tally.undecodable += member.player->undecodable();
    if (member.slow) ++tally.slow.members;
  }
}

}  // namespace athanor::tools
