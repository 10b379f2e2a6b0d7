#include "config.h"

#include <athanor/common/help.h>
#include <athanor/net/server.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace athanor::app {
namespace {

constexpr std::uint32_t day_h = 24;
constexpr std::uint32_t hour_s = 3600;

// --max-rooms as ATHANOR_MAX_ROOMS
std::string variable(std::string_view flag) {
  std::string out = "ATHANOR_";
  for (const char c : flag.substr(2))
    out.push_back(c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c));
  return out;
}

class Flags {
 public:
  explicit Flags(CLI::App& app) : app_(app) {}

  template <typename Value>
  CLI::Option* text(const std::string& flag, Value& value, const std::string& help) {
    names_.push_back(flag);
    return app_.add_option(flag, value, help)->capture_default_str();
  }
  void list(const std::string& flag, std::vector<std::string>& values, const std::string& help) {
    text(flag, values, help + " (several: comma, or the flag again)")->delimiter(',');
  }
  void number(const std::string& flag, std::uint32_t& value, std::uint32_t min, std::uint32_t max,
              const std::string& help) {
    text(flag, value, help)->check(CLI::Range(min, max))->type_name("");
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  CLI::App& app_;
  std::vector<std::string> names_;
};

void add_program(Flags& flags, Config& c) {
  flags.list("--listen", c.net.listen, "ADDRESS:PORT to listen on; port 0: any free one, which is printed");
  flags.list("--tls-listen", c.net.tls_listen, "ADDRESS:PORT to listen on for wss:// and https://; needs both files");
  flags.text("--tls-certificate", c.tls_certificate, "PEM file with the certificate and its chain");
  flags.text("--tls-key", c.tls_key, "PEM file with the certificate's key, without a passphrase");
  flags.number("--tls-check-s", c.tls_check_s, 1, hour_s, "Seconds between looks whether these files were renewed");
  flags.text("--data", c.data, "Folder of the journal; made if it does not exist");
  flags.text("--store", c.store, "sqlite: durable; memory: everything is gone at the end")
      ->check(CLI::IsMember({"sqlite", "memory"}));
  flags.text("--admin-socket", c.admin_socket,
             "Where `athanor-server admin` reaches the server (default: admin.sock in the data folder); off: nowhere");
  flags.number("--threads", c.threads, 0, 64, "I/O threads; 0: one a core, at most 4");
  flags.text("--log-level", c.log_level, "How much is logged")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}));
  flags.text("--log-format", c.log_format, "For people or for programs")->check(CLI::IsMember({"text", "json"}));
}

void add_network(Flags& flags, net::Options& o) {
  flags.number("--max-connections", o.max_connections, 1, 1'000'000, "Open connections in all");
  flags.number("--connections-per-address", o.connections_per_address, 0, 1'000'000,
               "Open connections of one address; 0: no limit, also not of --connects-per-second");
  flags.number("--connects-per-second", o.connects_per_second, 0, 1'000'000,
               "Connections that one address may begin in a second, and five times that at once; 0: no limit");
  flags.number("--handshake-timeout-s", o.handshake_timeout_s, 1, hour_s, "Seconds for the HTTP request");
  flags.number("--hello-timeout-s", o.hello_timeout_s, 1, hour_s, "Seconds from the upgrade to the first message");
  flags.number("--message-timeout-s", o.message_timeout_s, 1, hour_s, "Seconds for one message in fragments");
  flags.number("--write-timeout-s", o.write_timeout_s, 1, hour_s, "Seconds for a client to take one message");
  flags.number("--close-timeout-s", o.close_timeout_s, 1, 60, "Seconds for a closing handshake");
  flags.number("--queue-messages", o.queue_messages, 8, 100'000, "Messages waiting for one slow client");
  flags.number("--queue-bytes", o.queue_bytes, 64 * 1024, 1U << 30U, "Bytes waiting for one slow client");
  flags.number("--all-queue-bytes", o.all_queue_bytes, 1024 * 1024, 4'000'000'000U,
               "Bytes waiting for all clients; beyond it those who read slowest are closed");
  flags.list("--origin", o.origins, "Origins whose web pages may connect; none: only pages of this host's address, not of a name");
  flags.list("--trusted-proxy", o.trusted_proxies,
             "Addresses or networks of proxies whose X-Forwarded-For is believed");
  flags.list("--metrics-from", o.metrics_from,
             "Addresses or networks that may read /metrics, never through a proxy; off: nobody");
}

void add_limits(Flags& flags, rooms::Limits& l) {
  flags.number("--max-message-bytes", l.max_message_bytes, 1024, 16 * 1024 * 1024, "Largest message of a client");
  flags.number("--idle-timeout-s", l.idle_timeout_s, 10, day_h * hour_s,
               "Seconds without a sign of life from a client");
  flags.number("--max-rooms", l.max_rooms, 1, 10'000'000, "Unfinished rooms, stored ones included");
  flags.number("--rooms-per-address", l.rooms_per_address, 1, 1'000'000, "Rooms that one address may open in an hour");
  flags.number("--guesses-per-address", l.guesses_per_address, 1, 1'000'000,
               "Failed joins and resumes of one address in a minute");
  flags.number("--messages-per-second", l.messages_per_second, 1, 1'000'000,
               "Messages of one connection, with bursts of three times that; a fifth of them other than answers and chat");
  flags.number("--chat-per-10-seconds", l.chat_per_10_seconds, 1, 100'000, "Chat lines of one seat, or of one address without a seat in the room, in ten seconds");
  flags.number("--room-chat-bytes", l.room_chat_bytes, 64 * 1024, 1U << 30U,
               "Bytes of chat and changes of options kept of one room; then it takes no more, and the game goes on");
  flags.number("--room-changes", l.room_changes, 100, 1U << 30U,
               "Times that seats of one room are taken, its host changed, its game paused or readiness taken back; then no more, and the game goes on");
  flags.number("--room-queue", l.room_queue, 1, 100'000, "Inputs waiting in one room; those without a seat have a quarter of it together");
  flags.number("--spectators-per-room", l.spectators_per_room, 0, 100'000, "Spectators of one room");
  flags.number("--history-events", l.history_events, 0, 100'000, "Events kept in a room for those who come back");
  flags.number("--history-chat", l.history_chat, 0, 100'000, "Chat lines kept in a room for those who come back");
  flags.number("--remembered-requests", l.remembered_requests, 1, 100'000,
               "Requests of a seat that are recognised when repeated");
  flags.number("--bot-delay-ms", l.bot_delay_ms, 0, 60'000, "Milliseconds before a bot answers");
  flags.number("--unload-after-s", l.unload_after_s, 1, 7 * day_h * hour_s,
               "Seconds until an idle room leaves the memory");
  flags.number("--expire-finished-h", l.expire_finished_h, 1, 365 * day_h, "Hours until a finished room is removed");
  flags.number("--expire-lobby-h", l.expire_lobby_h, 1, 365 * day_h,
               "Hours until an empty room that never started is removed");
  flags.number("--expire-unfinished-h", l.expire_unfinished_h, 1, 10 * 365 * day_h,
               "Hours until an abandoned game is removed");
  flags.number("--max-text-bytes", l.max_text_bytes, 1024, 1024 * 1024, "Largest text in a message of a client");
}

// These two are the server's own options: the parser lists them in its help alone.
const std::string where_the_server_is =
    "The server is found by its folder, --data FOLDER (default: ./data), or by its socket, --admin-socket PATH; both may "
    "stand behind the command, or in ATHANOR_DATA and ATHANOR_ADMIN_SOCKET.";

CLI::App& add_command(CLI::App& app, AdminWish& wish, const std::string& name, const std::string& what) {
  auto& command = *app.add_subcommand(name, what);
  command.callback([&wish, name] { wish.command = name; });
  command.add_flag("--json", wish.json, "For programs");
  command.footer(where_the_server_is);
  command.configurable(false);
  return command;
}

void add_backup(CLI::App& app, AdminWish& wish) {
  auto& command =
      add_command(app, wish, "backup", "Copies all rooms and campaigns of the data folder into a new file, while the server may run");
  command.add_option("file", wish.file, "New file")->required();
  command.fallthrough();  // --data may stand behind the command
}

void add_admin(CLI::App& admin, AdminWish& wish) {
  admin.require_subcommand(1);
  admin.configurable(false);
  admin.footer(where_the_server_is);
  admin.fallthrough();  // --data and --admin-socket may stand behind the command
  const auto room_command = [&](const std::string& name, const std::string& what) -> CLI::App& {
    auto& command = add_command(admin, wish, name, what);
    command.add_option("room", wish.room, "Room code")->required();
    return command;
  };
  add_command(admin, wish, "list", "All rooms");
  room_command("inspect", "A room as everybody in it may see it")
      .add_flag("--reveal", wish.reveal, "Also what each seat alone may know; the server's log says that it was done");
  auto& announce = add_command(admin, wish, "announce", "Says something in every room where somebody is");
  announce.add_option("text", wish.text, "What is said")->required();
  announce.add_option("--room", wish.room, "In this room only");
  room_command("kick", "Takes a seat's owner off the room: for good in a running game, which is broken off if too few players are left; otherwise "
                       "whoever has the code may come in again")
      .add_option("seat", wish.seat, "Seat number, from 1")
      ->required()
      ->check(CLI::Range(1, 32));
  room_command("pause", "Pauses the game of a room");
  room_command("resume", "Lets it go on");
  room_command("close", "Ends a room for everybody");
  add_command(admin, wish, "drain", "Stops the server; everybody is told, and clients connect again by themselves once it is started");
  auto& export_journal = room_command("export", "Writes the journal of the room's last finished game to a file");
  export_journal.add_option("--out", wish.file, "New file (default: CODE.journal)");
  export_journal.add_flag("--reveal", wish.reveal,
                          "Of an unfinished game, too, and of a frozen room the game that froze it; the server's log says so");
  add_backup(admin, wish);
}

using Variables = std::map<std::string, std::string, std::less<>>;

Variables variables_of(const std::vector<std::string>& environment) {
  Variables out;
  for (const auto& line : environment) {
    const auto equals = line.find('=');
    // An empty one counts as not set, as compose files and shells make such ones.
    if (line.starts_with("ATHANOR_") && equals != std::string::npos && equals + 1 < line.size())
      out.emplace(line.substr(0, equals), line.substr(equals + 1));
  }
  return out;
}

// Those that are no option of the server; the client and the files of deploy/ have some of their own.
std::vector<std::string> unknown_names(const Variables& variables, const std::vector<std::string>& flags) {
  std::set<std::string> known{"ATHANOR_SERVER", "ATHANOR_CA", "ATHANOR_DOMAIN", "ATHANOR_UPSTREAM", "ATHANOR_PUBLISH"};
  for (const auto& flag : flags) known.insert(variable(flag));
  std::vector<std::string> out;
  for (const auto& [name, value] : variables)
    if (!known.contains(name)) out.push_back(name);
  return out;
}

// "--data=" as "--data" and an empty value: the parser would take the next argument for the value.
std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  for (const auto& argument : arguments) {
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      out.push_back(argument.substr(0, argument.size() - 1));
      out.emplace_back();
    } else {
      out.push_back(argument);
    }
  }
  return out;
}

bool given(const std::vector<std::string>& arguments, const std::string& flag) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& a) { return a == flag || a.starts_with(flag + "="); });
}

// Variables become flags that were not given, so that both go through the same checks.
std::vector<std::string> with_variables(std::vector<std::string> arguments, const std::vector<std::string>& flags,
                                        const Variables& variables) {
  std::vector<std::string> out;
  for (const auto& flag : flags) {
    const auto value = variables.find(variable(flag));
    if (value != variables.end() && !given(arguments, flag)) out.push_back(flag + "=" + value->second);
  }
  out.insert(out.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  return out;
}

// What a health check with the server's own options asks: any address means loopback.
std::string own_url(const net::Options& options) {
  std::string where = options.listen.empty() ? net::Options{}.listen.front() : options.listen.front();
  constexpr std::string_view any_v4 = "0.0.0.0:", any_v6 = "[::]:";
  if (where.starts_with(any_v4)) where = "127.0.0.1:" + where.substr(any_v4.size());
  if (where.starts_with(any_v6)) where = "[::1]:" + where.substr(any_v6.size());
  return "http://" + where + "/readyz";
}

std::string sentence(const std::string& what) { return what.ends_with('.') ? what : what + "."; }

Leave wrong(const std::string& what) {
  return {2, "athanor-server: " + sentence(what) +
                 " Correct the flag, its ATHANOR_ variable or the file of --config; athanor-server --help lists what "
                 "is allowed.\n"};
}

// The innermost command that was typed.
const CLI::App& typed_command(const CLI::App& app) {
  const auto typed = app.get_subcommands();
  return typed.empty() ? app : typed_command(*typed.front());
}

std::string full_name(const CLI::App& command) {
  const auto* const parent = command.get_parent();
  return (parent == nullptr ? "" : full_name(*parent) + " ") + command.get_name();
}

std::string commands_of(const CLI::App& app) {
  std::string out;
  for (const auto* const command : app.get_subcommands({})) out += (out.empty() ? "" : ", ") + command->get_name();
  return out;
}

// What is wrong with the command line, in the words of the command that it is about.
Leave wrong_line(const CLI::App& app, const CLI::Error& error) {
  const auto& command = typed_command(app);
  const auto name = full_name(command);
  const std::string help = " " + name + " --help says more.\n";
  const bool has_commands = !command.get_subcommands({}).empty();
  const auto rest = app.remaining(true);
  const auto option = std::find_if(rest.begin(), rest.end(), [](const auto& word) { return word.starts_with("-"); });
  if (option != rest.end()) return {2, name + " has no option " + *option + "." + help};
  if (has_commands && !rest.empty())
    return {2, name + " has no command '" + rest.front() + "'; it has: " + commands_of(command) + "." + help};
  if (has_commands && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError))
    return {2, name + " needs a command: " + commands_of(command) + "." + help};
  if (command.get_parent() != nullptr) return {2, name + ": " + sentence(error.what()) + help};
  return wrong(error.what());
}

// CLI11 names what it did not understand, in words of its own.
Leave wrong_file(const CLI::ConfigError& error) {
  std::string what = error.what();
  constexpr std::string_view own_words = "INI was not able to parse ";
  if (what.starts_with(own_words))
    what = "The file of --config has a line that is no option of the server: " + what.substr(own_words.size());
  return wrong(what);
}

std::optional<std::string> problem(const Config& config) {
  if (config.data.empty()) return "--data needs the name of a folder.";
  const bool files = !config.tls_certificate.empty() && !config.tls_key.empty();
  const bool a_file = !config.tls_certificate.empty() || !config.tls_key.empty();
  if (!config.net.tls_listen.empty() && !files) return "--tls-listen needs --tls-certificate and --tls-key.";
  if (config.net.tls_listen.empty() && a_file)
    return "--tls-certificate and --tls-key do nothing without --tls-listen, for example --tls-listen 0.0.0.0:8443.";
  return net::problem(config.net);
}

}  // namespace

std::string version_text() { return std::string("athanor-server ") + ATHANOR_VERSION; }

std::variant<Config, Healthcheck, Admin, Leave> parse(const std::vector<std::string>& arguments,
                                                      const std::vector<std::string>& environment) {
  const auto variables = variables_of(environment);
  Config config;
  Healthcheck check;
  CLI::App app(
      "Runs the game server. Each flag is also an environment variable (--max-rooms: ATHANOR_MAX_ROOMS) and a line "
      "of the configuration file (max-rooms=100); a flag beats the variable, the variable beats the file.",
      "athanor-server");
  app.formatter(std::make_shared<common::HelpFormat>());  // before the commands, which inherit it
  app.set_version_flag("--version", version_text());
  app.set_config("--config", "", "File with name=value lines (INI or TOML)");
  app.allow_config_extras(CLI::config_extras_mode::error);
  Flags flags(app);
  add_program(flags, config);
  add_network(flags, config.net);
  add_limits(flags, config.limits);
  auto* const healthcheck =
      app.add_subcommand("healthcheck", "Asks a running server whether it is ready: exit code 0 if so, 1 if not");
  healthcheck->add_option("--url", check.url, "What to ask (default: /readyz of the first --listen address)");
  healthcheck->configurable(false);
  healthcheck->fallthrough();  // --listen and the like may stand behind the command

  AdminWish wish;
  add_admin(*app.add_subcommand("admin", "Looks into a running server and gives it orders, as its host"), wish);
  add_backup(app, wish);

  auto names = flags.names();
  names.emplace_back("--config");
  auto all = with_variables(with_empty_values(arguments), names, variables);
  std::reverse(all.begin(), all.end());  // as CLI11 wants them
  try {
    app.parse(std::move(all));
  } catch (const CLI::CallForHelp&) {
    return Leave{0, app.help()};
  } catch (const CLI::CallForVersion&) {
    return Leave{0, version_text() + "\n"};
  } catch (const CLI::ConfigError& error) {
    return wrong_file(error);
  } catch (const CLI::Error& error) {
    return wrong_line(app, error);
  }
  if (healthcheck->parsed()) {
    if (check.url.empty()) check.url = own_url(config.net);
    return check;
  }
  if (!wish.command.empty()) {
    wish.data = config.data;
    wish.memory = config.store == "memory";
    wish.socket = config.admin_socket;
    return wish;
  }
  config.net.max_message_bytes = config.limits.max_message_bytes;
  config.net.idle_timeout_s = config.limits.idle_timeout_s;
  if (const auto what = problem(config)) return wrong(*what);
  config.unknown_variables = unknown_names(variables, names);
  return config;
}

}  // namespace athanor::app
