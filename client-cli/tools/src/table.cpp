#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace athanor::tools {
namespace {

// A load run waits for a restarted server, but not for one that is gone.
constexpr std::chrono::seconds give_up_after{60};

bool everybody_ready(const v1::RoomState& room) {
  return std::all_of(room.seats().begin(), room.seats().end(), [](const auto& s) { return !s.name().empty() && s.ready(); });
}

}  // namespace

Table::Table(boost::asio::any_io_executor executor, link::Server server, const LoadOptions& options, std::uint32_t number,
             const games::Catalogue& catalogue, Tally& tally)
    : executor_(std::move(executor)),
      server_(std::move(server)),
      options_(options),
      number_(number),
      catalogue_(catalogue),
      tally_(tally),
      schedule_(executor_) {}

void Table::open() {
  last_progress_ = Clock::now();
  v1::CreateRoom create;
  create.set_game(options_.game);
  create.set_seats(options_.players);
  create.set_name("Bot 1");
  for (const auto& [name, value] : options_.set) {
    auto& option = *create.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  add_player(std::move(create));
}

void Table::add_player(link::Purpose purpose) {
  const auto seat = static_cast<std::uint32_t>(players_.size());
  players_.push_back(
      std::make_unique<Player>(executor_, link_options(std::move(purpose)), player_options(seat), catalogue_, *this));
  players_.back()->start();
}

link::Options Table::link_options(link::Purpose purpose) const {
  link::Options link;
  link.server = server_;
  link.purpose = std::move(purpose);
  link.language = options_.language;
  link.give_up_after = give_up_after;
  link.first_failure_is_final = false;
  return link;
}

PlayerOptions Table::player_options(std::uint32_t seat) const {
  constexpr std::uint64_t seats_per_table = 64;
  return {options_.random, options_.seed * 1'000'003 + number_ * seats_per_table + seat, options_.think, options_.rate > 0};
}

// One after the other: a server guards its doors against many that come from one address at once.
void Table::on_seated(Player& player, const v1::RoomEntered& entered) {
  if (&player != players_.back().get() || over_) return;
  enter_next(entered.code());
}

void Table::enter_next(const std::string& code) {
  const auto here = players_.size();
  if (here == options_.players + options_.spectators) return;
  v1::JoinRoom join;
  join.set_code(code);
  join.set_spectate(here >= options_.players);
  join.set_name(here < options_.players ? fmt::format("Bot {}", here + 1) : fmt::format("Watcher {}", here + 1 - options_.players));
  add_player(std::move(join));
}

void Table::on_state(Player& player, const link::Status& status) {
  if (status.state == link::State::online) last_progress_ = Clock::now();
  if (status.state == link::State::waiting) last_cut_ = status.text;
  if (status.state != link::State::ended || over_) return;
  if (closing_ && status.ending == link::Ending::removed) {
    over_ = over_ || &player == players_.front().get();
    return;
  }
  const bool says_more = status.ending == link::Ending::unreachable && !last_cut_.empty();
  on_trouble(player, Trouble::error, says_more ? status.text + " Last reason: " + last_cut_ : status.text);
  give_up();
}

void Table::on_room(Player& player) {
  if (&player != players_.front().get() || over_) return;
  const auto& room = player.room();
  switch (room.phase()) {
    case v1::ROOM_PHASE_LOBBY:
      if (!stopping_ && everybody_ready(room)) player.start_game();
      return;
    case v1::ROOM_PHASE_PLAYING:
      if (room.game_number() <= started_game_) return;
      started_game_ = room.game_number();
      ++tally_.games_started;
      return;
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

void Table::on_progress(Player&) { last_progress_ = Clock::now(); }

void Table::on_question(Player&) { serve_owed(); }

void Table::begin_schedule(Clock::time_point first, Clock::duration period) {
  next_due_ = first;
  period_ = period;
  arm_schedule();
}

void Table::arm_schedule() {
  schedule_.expires_at(next_due_);
  schedule_.async_wait([this](boost::system::error_code error) {
    if (error || stopping_ || over_) return;
    for (; next_due_ <= Clock::now(); next_due_ += period_) {  // several at once when this program was late
      owed_.push_back(next_due_);
      ++tally_.scheduled;
    }
    serve_owed();
    arm_schedule();
  });
}

// Whoever is asked does what has been due for longest.
void Table::serve_owed() {
  for (const auto& player : players_) {
    if (owed_.empty() || stopping_ || over_) return;
    if (player->answer_due(owed_.front())) owed_.pop_front();
  }
}

void Table::cut_somebody(std::uint64_t choice) {
  if (over_ || closing_ || stopping_ || !plays()) return;
  players_[choice % players_.size()]->cut();
}

void Table::on_action(Player&, std::chrono::nanoseconds latency) { tally_.action(latency); }

void Table::on_trouble(Player& player, Trouble kind, std::string_view text) { tally_.trouble(kind, where(player, text)); }

std::string Table::where(const Player& player, std::string_view text) const {
  if (player.room().code().empty()) return std::string(text);
  return fmt::format("room {}, seat {}: {}", player.room().code(), player.seat() + 1, text);
}

void Table::stop_answering() {
  stopping_ = true;
  schedule_.cancel();
  for (const auto& player : players_) player->stop_answering();
}

bool Table::answer_pending() const {
  return !over_ && std::any_of(players_.begin(), players_.end(), [](const auto& p) { return p->answer_pending(); });
}

void Table::close() {
  if (over_ || closing_) return;
  if (players_.empty()) return give_up();
  closing_ = true;
  players_.front()->close_room();
}

void Table::check_stall(Clock::time_point now) {
  if (over_ || players_.empty() || now - last_progress_ < options_.stall + 2 * options_.think) return;
  const bool online = std::any_of(players_.begin(), players_.end(),
                                  [](const auto& p) { return p->status().state == link::State::online; });
  if (!online) return;  // the links themselves give up
  auto text = fmt::format("nothing happened for {} s", options_.stall.count());
  for (const auto& player : players_) text += "; " + player->describe();
  on_trouble(*players_.front(), Trouble::error, text);
  give_up();
}

void Table::give_up() {
  over_ = true;
  schedule_.cancel();
  for (const auto& player : players_) player->close();
}

void Table::add_counts(Tally& tally) const {
  tally.connections += players_.size();
  for (const auto& player : players_) {
    tally.reconnects += player->reconnects();
    tally.stale += player->counts().stale;
    tally.throttled += player->counts().throttled;
    tally.views += player->counts().views;
    tally.view_bytes += player->counts().view_bytes;
  }
}

}  // namespace athanor::tools
