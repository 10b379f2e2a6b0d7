#include "errand.h"
#include "words.h"

#include <athanor/common/phrases.h>
#include <athanor/common/secret.h>
#include <athanor/common/text.h>
#include <athanor/link/seat_memory.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace athanor::tools {
namespace {

v1::CreateRoom request_of(const HostOptions& options) {
  v1::CreateRoom create;
  create.set_game(options.game);
  create.set_seats(options.players);
  create.set_name(options.name);
  create.set_password(options.password);
  create.set_campaign(options.campaign);
  for (const auto& [name, value] : options.set) {
    auto& option = *create.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return create;
}

std::string file_name(const std::string& path) { return common::printable(std::filesystem::path(path).filename().string()); }

class Host final : public Errand {
 public:
  Host(const HostOptions& options, Streams io) : Errand(options, request_of(options), io), options_(options) {}

 private:
  void on_entered(const v1::RoomEntered& entered) override {
    if (entered.token().empty()) return;  // came back after a cut
    code_ = entered.code();
    token_ = entered.token();
    link::RememberedSeat seat;
    seat.server = server().url();
    seat.room = code_;
    seat.seat = static_cast<std::uint32_t>(std::max(entered.seat(), 0));
    seat.name = options_.name;
    seat.token = token_;
    seat.game = options_.game;
    if (const auto kept = link::SeatMemory().remember(std::move(seat)); !kept) err() << "athanor: " << kept.error() << '\n';
  }

  void arrived() override {
    bots_to_come_ = std::min(options_.bots, options_.players - 1);
    for (std::uint32_t i = 0; i < bots_to_come_; ++i) line().set_bot(options_.players - 1 - i, true);
    if (options_.auto_start) line().set_ready(true);
    if (bots_to_come_ == 0) announce();
  }

  void on_state(const link::Status& status) override {
    if (status.state != link::State::ended || status.code != v1::REFUSAL_CODE_BAD_INPUT) return Errand::on_state(status);
    const auto elsewhere = options_.server == Common().server ? std::string() : " --server " + options_.server;
    fail(status.text + ' ' + say(options_.language, "`{} games{}` lists the games and their options.", "`{} games{}` nennt die Spiele und ihre Optionen.",
                                 options_.program, elsewhere));
  }

  void on_done(link::RequestId) override {
    if (bots_to_come_ > 0 && --bots_to_come_ == 0) announce();
  }

  void on_update(const v1::Update&) override {
    if (!announced_ || !options_.auto_start) return;
    const auto& room = line().room();
    if (room.phase() == v1::ROOM_PHASE_PLAYING) return finish();
    const auto& seats = room.seats();
    const bool all_ready = !seats.empty() && std::all_of(seats.begin(), seats.end(), [](const auto& s) { return !s.name().empty() && s.ready(); });
    if (all_ready && !started_) {
      started_ = true;
      line().start_game();
    }
  }

  void announce() {
    announced_ = true;
    const auto& language = options_.language;
    const auto file = options_.authorities.empty() ? std::string()
                                                   : say(language, "They need this file from you: {}\n", "Dazu braucht man von dir diese Datei: {}\n",
                                                         file_name(options_.authorities));
    out() << say(language, "Room {} is open. A friend joins with:\n  {}\n{}Your own seat (remembered here): token {}\n",
                 "Raum {} ist offen. Wer mitspielen will, tippt:\n  {}\n{}Dein eigener Platz (hier gemerkt): Token {}\n", code_,
                 join_line(options_, server().url(), code_, !options_.password.empty()), file, common::hex(token_))
          << std::flush;
    if (!options_.auto_start) return finish();
    out() << say(language, "Waiting for everybody to be ready ...\n", "Warte, bis alle bereit sind ...\n") << std::flush;
    on_update({});
  }

  const HostOptions& options_;
  std::string code_, token_;
  std::uint32_t bots_to_come_ = 0;
  bool announced_ = false;
  bool started_ = false;
};

}  // namespace

std::string join_line(const Common& common, const std::string& server, const std::string& room, bool has_password) {
  // Friends have the file in another folder.
  const auto authorities = common.authorities.empty() ? std::string() : " --ca " + common::shell_word(file_name(common.authorities));
  return fmt::format("{} play --server {} --room {}{}{}", common.program, server, room, authorities,
                     has_password ? " --password PASSWORD" : "");
}

int run_host(const HostOptions& options, Streams io) { return Host(options, io).run(); }

}  // namespace athanor::tools
