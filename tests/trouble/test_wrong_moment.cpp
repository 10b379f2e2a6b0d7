// Everything that can be said, in every state of a conversation, at a table of every game: what does not belong there changes nothing and
// nobody notices it.

#include "trouble/live_server.h"
#include "trouble/moments.h"

#include <catch2/catch.hpp>

#include <set>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Names = std::set<std::string>;

// The matrix: what is accepted of one of each kind. Everything else is refused, in every game.
Names accepted_in(Moment moment, bool host, bool has_options) {
  Names names = {"get_catalogue", "heartbeat"};
  switch (moment) {
    case Moment::before_hello:
      return {"hello"};
    case Moment::no_room:
    case Moment::after_leaving:
      names.insert("create_room");
      return names;
    default:
      names.merge(Names{"leave_room", "say"});
  }
  if (moment == Moment::spectator) return names;
  names.insert("save_notes");
  const bool lobby = moment == Moment::lobby_host || moment == Moment::lobby_guest;
  if (lobby) names.insert("set_ready");
  if (moment == Moment::after_the_end) names.insert("get_journal");
  if (!host) return names;
  names.merge(Names{"close_room", "set_locked"});
  if (lobby && has_options) names.insert("set_options");
  if (moment == Moment::after_the_end)
    names.insert("rematch");
  else
    names.merge(Names{"hand_over", "kick_seat"});
  if (moment == Moment::asked || moment == Moment::waiting) names.insert("set_paused");
  return names;
}

// Takes one saying after the other to a table of this kind, and to a new one whenever something there was changed.
class Trial {
 public:
  Trial(std::uint16_t port, std::string game, Moment moment) : port_(port), game_(std::move(game)), moment_(moment) { sit_down(); }

  [[nodiscard]] bool possible() const { return table_->exists(); }
  [[nodiscard]] const std::string& code() const { return table_->code(); }
  [[nodiscard]] const v1::Update& update() {
    if (!player_) player_ = table_->come();
    return player_->update;
  }
  std::size_t refused = 0, closed = 0;

  void say(const Said& said) {
    INFO(said.name);
    if (!player_) player_ = table_->come();
    const auto before = table_->standing();
    const auto outcome = outcome_of(*player_, said.bytes);
    if (said.may_be_meant) {
      const bool has_options = game_ != "the-alchemists" && game_ != "little-alchemists-companion";  // that can be changed here
      CHECK((outcome == Outcome::accepted) == accepted_in(moment_, table_->host_is_tried(), has_options).contains(said.name));
      if (outcome == Outcome::accepted) return sit_down();
    }
    CHECK(changes_nothing(before));
    if (outcome == Outcome::accepted) return sit_down();  // as what servers say may read as a question for the catalogue
    ++(outcome == Outcome::refused ? refused : closed);
    // Before hello whatever is refused closes as well.
    if (outcome == Outcome::closed || moment_ == Moment::before_hello) {
      CHECK(player_->ws.close_code() > 0);
      player_.reset();
    }
  }

 private:
  void sit_down() {
    player_.reset();
    table_ = std::make_unique<MomentTable>(port_, game_, moment_);
    if (table_->exists()) player_ = table_->come();
    if (table_->exists()) (void)table_->noticed();
  }
  bool changes_nothing(const std::string& before) {
    const auto noticed = table_->noticed();
    UNSCOPED_INFO("others noticed: " << noticed);
    return noticed.empty() && table_->standing() == before;
  }

  std::uint16_t port_;
  std::string game_;
  Moment moment_;
  std::unique_ptr<MomentTable> table_;
  std::unique_ptr<Player> player_;
};

const std::vector<std::string> for_quick_people = {
    "--messages-per-second", "1000000", "--chat-per-10-seconds", "10000",  "--connects-per-second", "0",    "--connections-per-address", "0",
    "--rooms-per-address",   "100000",  "--guesses-per-address", "100000", "--max-message-bytes",   "65536"};

void try_everything(const std::string& game) {
  LiveServer server(for_quick_people);
  ControlRoom control(server.port());
  for (const auto moment : {Moment::before_hello, Moment::no_room, Moment::lobby_host, Moment::lobby_guest, Moment::spectator, Moment::asked,
                            Moment::waiting, Moment::after_the_end, Moment::after_leaving}) {
    INFO(game << ", " << name_of(moment));
    Trial trial(server.port(), game, moment);
    if (!trial.possible()) {  // everybody is asked at all times
      CHECK((moment == Moment::waiting && game == "little-alchemists-companion"));
      continue;
    }
    for (const auto& said : what_could_be_meant(trial.code(), game)) trial.say(said);
    for (const auto& said : what_cannot_be(trial.update())) trial.say(said);
    for (const auto& said : what_servers_say()) trial.say(said);
    for (const auto& said : no_messages(long_run() ? 1 : 9, static_cast<std::uint64_t>(moment))) trial.say(said);
    CHECK(trial.refused > 80);
    CHECK((trial.closed > 5 || moment == Moment::before_hello));
  }
  CHECK(server.program().running());
  CHECK(server.log().find("frozen") == std::string::npos);
  CHECK(server.log().find("fault") == std::string::npos);
  CHECK(control.verdict() == "");
}

}  // namespace

TEST_CASE("wrong moment: Little Alchemists") { try_everything("little-alchemists"); }
TEST_CASE("wrong moment: the companion") { try_everything("little-alchemists-companion"); }
TEST_CASE("wrong moment: Der Alchimist") { try_everything("der-alchimist"); }
TEST_CASE("wrong moment: The Alchemists") { try_everything("the-alchemists"); }
TEST_CASE("wrong moment: Die Quacksalber") { try_everything("quacksalber"); }
