// athanor: plays, watches, hosts, and checks what was played.

#include "load_flags.h"
#include "options.h"
#include "problems.h"

#include <athanor/common/help.h>
#include <athanor/common/phrases.h>
#include <athanor/common/text.h>
#include <athanor/link/link.h>
#include <athanor/link/seat_memory.h>
#include <athanor/tools/commands.h>
#ifdef ATHANOR_WITH_UI
#include <athanor/ui/run.h>
#endif

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

namespace {

using namespace athanor;
using app::Shared;

constexpr int went_wrong = 1;
constexpr int bad_command_line = 2;

tools::Streams streams() { return {std::cout, std::cerr}; }

int complain(const std::string& sentence) {
  std::cerr << "athanor: " << sentence << '\n';
  return went_wrong;
}

// Runs a command with its room code made one way.
int with_room(Shared& shared, const std::function<int()>& command) {
  auto code = app::room_code(shared.room, shared.language);
  if (!code) return complain(code.error());
  shared.room = std::move(*code);
  return command();
}

// How whoever reads our output can call us: by path if we were called so, or by name.
std::string program_name = "athanor";

void common_of(const Shared& shared, tools::Common& out) {
  out.program = program_name;
  out.server = shared.server;
  out.authorities = shared.authorities;
  out.language = shared.language;
}

struct ScreenFlags {
  bool plain = false;
  bool watch = false;
  bool name_given = false;
};

#ifdef ATHANOR_WITH_UI
ui::Options screen_options(const Shared& shared, const ScreenFlags& flags) {
  ui::Options options;
  options.server = shared.server;
  options.authorities = shared.authorities;
  options.room = shared.room;
  options.name = shared.name;
  options.language = shared.language;
  options.password = shared.password;
  options.program = program_name;
  options.spectate = flags.watch;
  options.plain = flags.plain;
  return options;
}

int play(const Shared& shared, const ScreenFlags& flags) {
  auto options = screen_options(shared, flags);
  const auto server = link::parse_server(shared.server, shared.language);
  // Whoever held a seat here under another name takes that one back, unless he asks for a name.
  if (server && !flags.name_given && !flags.watch)
    if (const auto seat = link::SeatMemory().find(server->url(), shared.room)) options.name = seat->name;
  return ui::run(options);
}

int host_and_play(const Shared& shared, const ScreenFlags& flags, const tools::HostOptions& host) {
  auto options = screen_options(shared, flags);
  options.host = ui::HostRequest{host.game, host.set, host.players, host.bots, host.campaign, host.auto_start};
  return ui::run(options);
}
#else
int play(const Shared&, const ScreenFlags&) { return complain("this program was built without the player's screens."); }
int host_and_play(const Shared&, const ScreenFlags&, const tools::HostOptions&) {
  return complain("this program was built without the player's screens; use --no-play.");
}
#endif

std::uint64_t any_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) | device();
}

// link::Options::give_up_after
constexpr const char* lost_connections =
    "A connection that is lost comes back by itself. After 10 minutes (600 seconds) without success the program ends and says why;\n"
    "a seat is kept, and the same command takes it back.";

// Each command keeps its flags here until it runs.
class Program {
 public:
  Program() {
    program_.formatter(std::make_shared<common::HelpFormat>());  // before the commands, which inherit it
    program_.require_subcommand(1);
    program_.set_version_flag("--version", "athanor " ATHANOR_VERSION);
    add_play("play", "Take a seat in a room and play; takes back a seat that is remembered", false);
    add_play("watch", "Watch a room", true);
    add_host();
    add_bot();
    add_load();
    add_replay();
    add_verify();
    add_export();
    add_lists();
  }

  int run(int argc, char** argv) {
    const auto language = app::language_wanted(argc, argv);
    if (const auto unknown = unknown_command(argc, argv, language)) {
      (void)complain(*unknown);
      return bad_command_line;
    }
    try {
      program_.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      if (e.get_exit_code() == 0) return program_.exit(e);  // help, version
      (void)complain(app::problem(e, help_command(argc, argv), language));
      return bad_command_line;
    }
    return chosen_();
  }

 private:
  // The parser would complain about the commands' flags that are missing.
  std::optional<std::string> unknown_command(int argc, char** argv, const std::string& language) const {
    if (argc < 2 || argv[1][0] == '-') return std::nullopt;
    std::vector<std::string> names;
    for (const auto* known : program_.get_subcommands(nullptr)) names.push_back(known->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return std::nullopt;
    if (language == "de")
      return "Den Befehl '" + common::printable(argv[1]) + "' gibt es nicht. Die Befehle sind " + common::joined(names, ", ", " und ") +
             "; `" + program_name + " BEFEHL --help` erklärt einen.";
    return "there is no command '" + common::printable(argv[1]) + "'. The commands are " + common::joined(names, ", ", " and ") +
           "; `" + program_name + " COMMAND --help` explains one.";
  }

  // Of the command that was meant, if one was.
  static std::string help_command(int argc, char** argv) {
    const bool named = argc > 1 && argv[1][0] != '-';
    return program_name + (named ? " " + common::printable(argv[1]) : "") + " --help";
  }

  CLI::App& command(const std::string& name, const std::string& what, std::function<int()> run) {
    auto& added = *program_.add_subcommand(name, what);
    added.callback([this, run = std::move(run)] { chosen_ = run; });
    return added;
  }

  void add_play(const std::string& name, const std::string& what, bool watch) {
    auto& sub = command(name, what, [this, watch, name] {
      auto flags = screen_;
      flags.watch = watch;
      flags.name_given = program_.get_subcommand(name)->count("--name") > 0;
      return with_room(shared_, [&] { return play(shared_, flags); });
    });
    app::add_server(sub, shared_);
    app::add_room(sub, shared_, true);
    app::add_name(sub, shared_, app::login_name());
    app::add_password(sub, shared_);
    app::add_language(sub, shared_);
    sub.add_flag("--plain", screen_.plain, "Lines instead of a full screen: for pipes and screen readers");
    sub.footer(lost_connections);
  }

  void add_host() {
    auto& sub = command("host", "Open a room, seat bots, and play in it", [this] {
      common_of(shared_, host_);
      host_.name = shared_.name;
      host_.password = shared_.password;
      if (host_.bots >= host_.players) {
        (void)complain(shared_.language == "de" ? "Einer der Plätze ist deiner, also muss --bots kleiner sein als --players."
                                                : "one of the seats is yours, so --bots must be less than --players.");
        return bad_command_line;
      }
      return no_play_ ? tools::run_host(host_, streams()) : host_and_play(shared_, screen_, host_);
    });
    app::add_server(sub, shared_);
    app::add_name(sub, shared_, app::login_name());
    app::add_password(sub, shared_);
    app::add_language(sub, shared_);
    app::add_set(sub, host_.set);
    sub.add_option("--game", host_.game, "Game; see `athanor games`")->capture_default_str();
    sub.add_option("--players", host_.players, "Seats, the own one included")->check(CLI::Range(1, 32))->capture_default_str();
    sub.add_option("--bots", host_.bots, "How many of the seats are given to bots")->check(CLI::Range(0, 31));
    sub.add_option("--campaign", host_.campaign, "Code of a campaign to go on with");
    sub.add_flag("--auto-start", host_.auto_start, "Take your own seat as ready and start the game as soon as all seats are taken and ready; with --no-play the program stays until then");
    sub.add_flag("--no-play", no_play_, "Only print the room code, the line for friends and the seat's token, and leave (with --auto-start: once the game has started)");
    sub.add_flag("--plain", screen_.plain, "Lines instead of a full screen: for pipes and screen readers");
    sub.footer(lost_connections);
  }

  void add_bot() {
    auto& sub = command("bot", "Join a room and play by offers alone", [this] {
      return with_room(shared_, [this] {
        common_of(shared_, bot_);
        bot_.room = shared_.room;
        bot_.name = bot_name_;
        bot_.password = shared_.password;
        bot_.seed = program_.get_subcommand("bot")->count("--seed") > 0 ? bot_.seed : any_seed();
        bot_.think = std::chrono::milliseconds(think_ms_);
        return tools::run_bot(bot_, streams());
      });
    });
    app::add_server(sub, shared_);
    app::add_room(sub, shared_, true);
    sub.add_option("--name", bot_name_, "Name at the table")->capture_default_str();
    app::add_password(sub, shared_);
    app::add_language(sub, shared_);
    sub.add_flag("--random", bot_.random, "Any legal move instead of a sensible one");
    sub.add_option("--seed", bot_.seed, "Of the bot's choices (default: a new one each time)");
    sub.add_option("--think", think_ms_, "Milliseconds before an answer")->check(CLI::Range(0, 3'600'000));
  }

  void add_load() {
    auto& sub = command("load", "Fill rooms with bots over real connections, and measure", [this] {
      tools::Common common;
      common_of(shared_, common);
      return tools::run_load(app::load_options(load_, common), streams());
    });
    app::add_server(sub, shared_);
    app::add_language(sub, shared_);
    app::add_load_flags(sub, load_);
  }

  void add_replay() {
    auto& sub = command("replay", "Print what happened in a finished game, as one viewer or all saw it", [this] {
      replay_.language = shared_.language;
      return tools::run_replay(replay_, streams());
    });
    sub.add_option("file", replay_.file, "Published journal")->required();
    sub.add_option("--as", replay_.as, "Seat number (1 for the first), spectator or all")->capture_default_str();
    app::add_language(sub, shared_);
  }

  void add_verify() {
    auto& sub = command("verify", "Prove that a finished game was dealt fairly and played by the rules", [this] {
      verify_.language = shared_.language;
      return tools::run_verify(verify_, streams());
    });
    sub.add_option("file", verify_.file, "Published journal")->required();
    sub.add_option("--commitment", verify_.commitment, "The number that was shown before the game");
    app::add_language(sub, shared_);
  }

  void add_export() {
    auto& sub = command("export", "Fetch the journal that is published when a game is over", [this] {
      return with_room(shared_, [this] {
        common_of(shared_, export_);
        export_.room = shared_.room;
        export_.password = shared_.password;
        return tools::run_export(export_, streams());
      });
    });
    app::add_server(sub, shared_);
    app::add_room(sub, shared_, true);
    app::add_password(sub, shared_);
    app::add_language(sub, shared_);
    sub.add_option("--out", export_.file, "File to write (default: CODE.journal)");
    sub.add_flag("--replace", export_.replace, "Overwrite the file if it exists");
  }

  void add_lists() {
    auto& rooms = command("rooms", "List the seats you hold", [this] { return tools::run_rooms(shared_.language, streams()); });
    app::add_language(rooms, shared_);
    auto& games = command("games", "List what a server offers to play, with options", [this] {
      tools::Common common;
      common_of(shared_, common);
      return tools::run_games(common, streams());
    });
    app::add_server(games, shared_);
    app::add_language(games, shared_);
  }

  CLI::App program_{"Alchemy games with hidden information, on a server or with friends."};
  std::function<int()> chosen_;
  Shared shared_;
  ScreenFlags screen_;
  tools::HostOptions host_;
  bool no_play_ = false;
  tools::BotOptions bot_;
  std::string bot_name_ = "Bot";
  app::LoadFlags load_;
  std::uint32_t think_ms_ = 0;
  tools::ReplayOptions replay_;
  tools::VerifyOptions verify_;
  tools::ExportOptions export_;
};

}  // namespace

int main(int argc, char** argv) {
  // The library would complain about damaged messages in words that are no help to people; every command says it itself.
  google::protobuf::SetLogHandler(nullptr);
  if (argc > 0 && std::strchr(argv[0], '/') != nullptr) program_name = argv[0];
  // A reader of our output that goes away (| head) is no reason to die without restoring a terminal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is a full disk like any other
  try {
    return Program().run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << "athanor: something in this program broke (" << e.what() << "); please report it.\n";
    return went_wrong;
  }
}
