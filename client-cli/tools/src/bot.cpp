#include "player.h"
#include "words.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>
#include <athanor/tools/commands.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <ostream>
#include <utility>

namespace athanor::tools {
namespace {

class LonelyBot final : public PlayerWatcher {
 public:
  LonelyBot(const BotOptions& options, link::Server server, Streams io)
      : options_(options), io_(io), catalogue_(games::open_catalogue()), signals_(context_, SIGINT, SIGTERM) {
    v1::JoinRoom join;
    join.set_code(options.room);
    join.set_name(options.name);
    join.set_password(options.password);
    link::Options link;
    link.server = std::move(server);
    link.purpose = std::move(join);
    link.language = options.language;
    player_ = std::make_unique<Player>(context_.get_executor(), std::move(link),
                                       PlayerOptions{options.random, options.seed, options.think}, catalogue_, *this);
  }

  int run() {
    signals_.async_wait([this](boost::system::error_code error, int) {
      if (!error) end(0);
    });
    player_->start();
    context_.run();
    return status_;
  }

 private:
  void on_seated(Player&, const v1::RoomEntered& entered) override {
    if (seated_) return;
    seated_ = true;
    io_.out << say(options_.language, "{} sits on seat {} of room {}.\n", "{} sitzt auf Platz {} von Raum {}.\n",
                   common::printable(options_.name), entered.seat() + 1, common::printable(entered.code()))
            << std::flush;
  }

  void on_state(Player&, const link::Status& status) override {
    if (status.state == link::State::waiting) {
      cut_ = true;
      io_.err << status.text << '\n' << std::flush;
    }
    if (status.state == link::State::online && std::exchange(cut_, false))
      io_.err << say(options_.language, "The connection is back.\n", "Die Verbindung steht wieder.\n") << std::flush;
    if (status.state != link::State::ended) return;
    if (refused_) return end(1);
    const bool room_is_over = status.ending == link::Ending::removed;
    (room_is_over ? io_.out : io_.err) << (room_is_over ? "" : "athanor: ") << status.text << '\n' << std::flush;
    end(room_is_over ? 0 : 1);
  }

  void on_room(Player& player) override {
    if (!player.game_takes_bots()) return refuse(player);
    const auto& room = player.room();
    if (room.phase() != v1::ROOM_PHASE_FINISHED || room.game_number() <= finished_) return;
    finished_ = room.game_number();
    io_.out << say(options_.language, "Game {} is over.\n", "Spiel {} ist zu Ende.\n", finished_) << std::flush;
  }

  void on_action(Player&, const Action&) override {}

  void on_trouble(Player&, Trouble, std::string_view text) override {
    io_.err << "athanor: " << common::printable(text) << '\n' << std::flush;
  }

  void refuse(Player& player) {
    if (std::exchange(refused_, true)) return;
    io_.err << "athanor: " << no_bot_can_play(options_.language) << '\n' << std::flush;
    player.leave();
  }

  void end(int status) {
    status_ = status;
    context_.stop();
  }

  const BotOptions& options_;
  Streams io_;
  games::Catalogue catalogue_;
  boost::asio::io_context context_{1};
  boost::asio::signal_set signals_;
  std::unique_ptr<Player> player_;
  bool seated_ = false;
  bool refused_ = false;  // the room's game takes no bots
  bool cut_ = false;  // since it was last online
  std::uint32_t finished_ = 0;
  int status_ = 1;
};

}  // namespace

int run_bot(const BotOptions& options, Streams io) {
  auto server = link::parse_server(options.server, options.language, options.authorities);
  if (!server) {
    io.err << "athanor: " << server.error() << '\n';
    return 1;
  }
  return LonelyBot(options, std::move(*server), io).run();
}

}  // namespace athanor::tools
