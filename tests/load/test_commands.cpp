// The other commands against the real server in this process.

#include "load/commands_run.h"
#include "load/fault_proxy.h"
#include "load/recorder.h"
#include "protocol/whole_server.h"
#include "src/player.h"

#include <athanor/common/secret.h>
#include <athanor/link/seat_memory.h>

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/resource.h>

using namespace athanor;
using namespace athanor::test;

namespace {

// As the owner of a remembered seat comes back to it.
link::Options coming_back(const std::string& server, const link::RememberedSeat& seat) {
  link::Options options;
  options.server = *link::parse_server(server);
  options.purpose = link::Resume{seat.room, seat.token, 0};
  return options;
}

}  // namespace

TEST_CASE("a reply to opening or joining a room that is lost in a cut leaves no second room and no second seat") {
  tests::WholeServer server;
  std::uint64_t cuts = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    INFO(seed);
    // From within the handshake to a little after the entry: each try is cut somewhere there, until one gets in.
    const FaultProxy proxy(server.port(), {100, 700}, seed);
    boost::asio::io_context io;
    const auto by_proxy = [&](link::Purpose purpose) {
      link::Options options;
      options.server = {"127.0.0.1", std::to_string(proxy.port())};
      options.purpose = std::move(purpose);
      options.first_pause = std::chrono::milliseconds(1);
      options.longest_pause = std::chrono::milliseconds(4);
      options.first_failure_is_final = false;
      return options;
    };
    v1::CreateRoom create;
    create.set_game("little-alchemists");
    create.set_seats(3);
    create.set_name("Ada");
    Recorder ada;
    link::Link hosting(io.get_executor(), by_proxy(create), ada);
    hosting.start();
    REQUIRE(run_until(io, [&] { return !ada.entered.empty(); }));
    v1::JoinRoom join;
    join.set_code(ada.entered.front().code());
    join.set_name("Ben");
    Recorder ben;
    link::Link joining(io.get_executor(), by_proxy(join), ben);
    joining.start();
    REQUIRE(run_until(io, [&] { return !ben.entered.empty(); }));
    CHECK(ben.entered.front().seat() == 1);
    join.set_name("Cleo");
    Recorder cleo;
    link::Link third(io.get_executor(), by_proxy(join), cleo);
    third.start();
    REQUIRE(run_until(io, [&] { return !cleo.entered.empty(); }));  // no ghost has the last seat
    CHECK(cleo.entered.front().seat() == 2);
    CHECK(server.service->counters().rooms_created == seed);
    cuts += proxy.cuts();
  }
  CHECK(cuts > 24);
}

TEST_CASE("games are listed with their options") {
  tests::WholeServer server;
  tools::Common options;
  options.server = url(server.port());
  const auto result = run(tools::run_games, options);
  CHECK(result.status == 0);
  CHECK(result.out.find("little-alchemists") != std::string::npos);
  CHECK(result.out.find("--set level=") != std::string::npos);
  CHECK(result.out.find("(10..600 or off)") != std::string::npos);
  CHECK(result.out.find("tubes: with test tubes") != std::string::npos);
  CHECK(result.out.find("(1..7)") != std::string::npos);
}

TEST_CASE("a room that is not there: one sentence, status 1") {
  const Home home;
  tests::WholeServer server;
  tools::BotOptions bot;
  bot.server = url(server.port());
  bot.room = "BCDFGH";
  const auto joined = run(tools::run_bot, bot);
  CHECK(joined.status == 1);
  CHECK(std::count(joined.err.begin(), joined.err.end(), '\n') == 1);
  tools::ExportOptions journal;
  journal.server = bot.server;
  journal.room = bot.room;
  journal.file = (home.path / "x.journal").string();
  CHECK(run(tools::run_export, journal).status == 1);
  CHECK_FALSE(fs::exists(journal.file));
}

namespace {

// Takes the host's seat back, starts once everybody is ready, and tells when the game is over.
struct HostSeat final : tools::PlayerWatcher {
  void on_room(tools::Player& player) override {
    const auto& room = player.room();
    if (room.phase() == v1::ROOM_PHASE_FINISHED) finished = true;
    const auto ready = [](const auto& s) { return !s.name().empty() && s.ready(); };
    if (room.phase() == v1::ROOM_PHASE_LOBBY && std::all_of(room.seats().begin(), room.seats().end(), ready)) player.start_game();
  }
  void on_action(tools::Player&, const tools::Action&) override {}
  void on_trouble(tools::Player&, tools::Trouble, std::string_view text) override { troubles.emplace_back(text); }
  bool finished = false;
  std::vector<std::string> troubles;
};

// While it lives no file of this process may grow, as on a full disk.
class NoRoomInFiles {
 public:
  NoRoomInFiles() : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit none = old_;
    none.rlim_cur = 0;
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  NoRoomInFiles(const NoRoomInFiles&) = delete;
  NoRoomInFiles& operator=(const NoRoomInFiles&) = delete;
  ~NoRoomInFiles() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  void (*old_handler_)(int);
  rlimit old_{};
};

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("host, bot, export, verify: a whole evening from the command line") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.set = {{"level", "3"}, {"all-levels", "true"}};
  host.players = 3;
  host.bots = 1;
  host.name = "Alba";
  host.password = "frog";
  const auto opened = run(tools::run_host, host);
  INFO(opened.out << opened.err);
  REQUIRE(opened.status == 0);
  const auto seats = link::SeatMemory().all();
  REQUIRE(seats);
  REQUIRE(seats->size() == 1);
  const auto& seat = seats->front();
  CHECK(seat.name == "Alba");
  CHECK(opened.out.find("athanor play --server " + host.server + " --room " + seat.room + " --password") != std::string::npos);
  CHECK(opened.out.find(common::hex(seat.token)) != std::string::npos);

  tools::BotOptions bot;
  bot.server = host.server;
  bot.room = seat.room;
  bot.password = "frog";
  Run bot_run;
  std::thread friend_thread([&] { bot_run = run(tools::run_bot, bot); });

  boost::asio::io_context io;
  auto link = coming_back(host.server, seat);
  const auto catalogue = games::standard_catalogue();
  HostSeat watcher;
  tools::Player player(io.get_executor(), link, {false, 5, std::chrono::milliseconds(0)}, catalogue, watcher);
  player.start();
  const bool finished = run_until(io, [&] { return watcher.finished; }, std::chrono::seconds(60));

  const auto entries_before = std::distance(fs::directory_iterator(home.path), {});
  tools::ExportOptions journal;
  journal.server = host.server;
  journal.room = seat.room;
  journal.password = "frog";
  journal.file = (home.path / "evening.journal").string();
  Run exported, verified, without_room, replaced_without_room;
  auto kept = journal;
  kept.file = (home.path / "kept.journal").string();
  kept.replace = true;
  if (finished) {
    std::ofstream(kept.file) << "mine";
    {
      const NoRoomInFiles no_room;
      without_room = run(tools::run_export, journal);
      replaced_without_room = run(tools::run_export, kept);
    }
    CHECK_FALSE(fs::exists(journal.file));  // no part of it is in the way of the next try
    CHECK(text_of(kept.file) == "mine");
    exported = run(tools::run_export, journal);
    CHECK(run(tools::run_export, kept).status == 0);
    CHECK(text_of(kept.file) == text_of(journal.file));
    CHECK(std::distance(fs::directory_iterator(home.path), {}) == entries_before + 2);
    verified = run(tools::run_verify, tools::VerifyOptions{journal.file, common::hex(player.room().seed_commitment()), "en"});
  }
  player.close_room();
  const bool over = run_until(io, [&] { return player.status().state == link::State::ended; });
  friend_thread.join();
  INFO(exported.err << verified.out << verified.err << bot_run.err);
  CHECK(finished);
  CHECK(over);
  CHECK(watcher.troubles.empty());
  CHECK(exported.status == 0);
  CHECK(without_room.status == 1);
  CHECK(without_room.err.find("(File too large)") != std::string::npos);
  CHECK(replaced_without_room.status == 1);
  CHECK(verified.status == 0);
  CHECK(bot_run.status == 0);
  CHECK(bot_run.out.find("Game 1 is over.") != std::string::npos);
}

TEST_CASE("a bot whose line was cut says that it is back") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.players = 3;
  host.name = "Alba";
  REQUIRE(run(tools::run_host, host).status == 0);
  const auto seat = link::SeatMemory().all()->front();
  // Cut once it sits there: what is said of it comes to so many bytes at least.
  const FaultProxy proxy(server.port(), {3'000, 3'001}, 1);
  tools::BotOptions bot;
  bot.server = url(proxy.port());
  bot.room = seat.room;
  bot.language = GENERATE(as<std::string>(), "en", "de");
  Run bot_run;
  std::thread friend_thread([&] { bot_run = run(tools::run_bot, bot); });

  boost::asio::io_context io;
  auto link = coming_back(host.server, seat);
  Recorder alba;
  link::Link line(io.get_executor(), link, alba);
  line.start();
  // News for the bot until its line has been cut and is there again.
  auto next = std::chrono::steady_clock::now();
  const bool cut = run_until(io, [&] {
    if (line.room().seats_size() > 0 && line.unanswered() == 0 && std::chrono::steady_clock::now() >= next) {
      line.set_ready(!line.room().seats(0).ready());
      next += std::chrono::milliseconds(100);  // a server does not like to be asked faster
    }
    return proxy.cuts() > 1;
  });
  line.close_room();
  run_until(io, [&] { return line.status().state == link::State::ended; });
  friend_thread.join();
  INFO(bot_run.out << bot_run.err);
  CHECK(cut);
  const auto back = bot.language == "de" ? "Die Verbindung steht wieder.\n" : "The connection is back.\n";
  CHECK(bot_run.err.find(back) != std::string::npos);
}

TEST_CASE("a bot that is sent to a game without bots says so in the server's words, does nothing there and gives the seat up") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.game = "little-alchemists-companion";
  host.players = 2;
  host.name = "Alba";
  host.language = GENERATE(as<std::string>(), "en", "de");
  REQUIRE(run(tools::run_host, host).status == 0);
  const auto seat = link::SeatMemory().all()->front();
  tools::BotOptions bot;
  bot.server = host.server;
  bot.room = seat.room;
  bot.language = host.language;
  const auto joined = run(tools::run_bot, bot);
  CHECK(joined.status == 1);

  boost::asio::io_context io;
  auto link = coming_back(host.server, seat);
  link.language = host.language;
  Recorder alba;
  link::Link line(io.get_executor(), link, alba);
  line.start();
  REQUIRE(run_until(io, [&] { return line.room().seats_size() == 2; }));
  CHECK(line.room().seats(1).name().empty());
  line.set_bot(1, true);
  REQUIRE(run_until(io, [&] { return !alba.refusals.empty(); }));
  CHECK(joined.err == "athanor: " + alba.refusals.front().second.text() + "\n");
  for (const auto& update : alba.updates)
    if (update.has_room()) CHECK_FALSE(update.room().seats(1).ready());
}

TEST_CASE("who hosts a game or an option that is not there is told where they are listed") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.name = "Alba";
  for (const auto& [game, set] : {std::pair<std::string, tools::OptionValues>{"nope", {}}, {"little-alchemists", {{"level", "99"}}}}) {
    host.game = game;
    host.set = set;
    const auto refused = run(tools::run_host, host);
    CHECK(refused.status == 1);
    CHECK(refused.err.find("`athanor games --server " + host.server + "` lists") != std::string::npos);
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
  }
}

TEST_CASE("the line for friends names what they need to believe the server's certificate") {
  tools::HostOptions host;
  host.authorities = "../keys/my ca's.pem";
  CHECK(tools::join_line(host, "wss://box:8443", "BCDFGH", true) ==
        "athanor play --server wss://box:8443 --room BCDFGH --ca 'my ca'\\''s.pem' --password PASSWORD");
  host.authorities.clear();
  CHECK(tools::join_line(host, "wss://box:8443", "BCDFGH", false) == "athanor play --server wss://box:8443 --room BCDFGH");
}

TEST_CASE("a host that starts by itself does so once all are ready") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.set = {{"level", "1"}};
  host.players = 2;
  host.bots = 1;
  host.name = "Alba";
  host.auto_start = true;
  const auto opened = run(tools::run_host, host);
  INFO(opened.out << opened.err);
  CHECK(opened.status == 0);
  CHECK(server.service->counters().games_started == 1);
}
