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
      tally_(tally) {}

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
  return {options_.random, options_.seed * 1'000'003 + number_ * seats_per_table + seat, options_.think};
}

// One after the other: a server guards its doors against many that come from one address at once.
void Table::on_seated(Player& player, const v1::RoomEntered& entered) {
  if (&player != players_.back().get() || players_.size() == options_.players || over_) return;
  v1::JoinRoom join;
  join.set_code(entered.code());
  join.set_name(fmt::format("Bot {}", players_.size() + 1));
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

void Table::on_action(Player&, std::chrono::nanoseconds latency) { tally_.action(latency); }

void Table::on_trouble(Player& player, Trouble kind, std::string_view text) { tally_.trouble(kind, where(player, text)); }

std::string Table::where(const Player& player, std::string_view text) const {
  if (player.room().code().empty()) return std::string(text);
  return fmt::format("room {}, seat {}: {}", player.room().code(), player.seat() + 1, text);
}

void Table::stop_answering() {
  stopping_ = true;
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
  for (const auto& player : players_) player->close();
}

void Table::add_counts(Tally& tally) const {
  for (const auto& player : players_) {
    tally.reconnects += player->reconnects();
    tally.stale += player->counts().stale;
    tally.throttled += player->counts().throttled;
  }
}

}  // namespace athanor::tools
