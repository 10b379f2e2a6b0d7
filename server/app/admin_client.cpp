#include "admin_client.h"

#include "local_socket.h"
#include "room_views.h"

#include <athanor/common/moment.h>
#include <athanor/common/secret.h>
#include <athanor/common/text.h>
#include <athanor/store/reader.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace athanor::app {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds answer_within{30};
constexpr std::size_t longest_answer = 256U << 20U;

// Columns as wide as their widest cell.
void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::uint32_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], common::columns(row[i]));
    }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 == row.size() ? row[i] : common::padded(row[i], widths[i]) + "  ";
    out << line << '\n';
  }
}

std::string shown(const Json& text) { return common::printable(text.get<std::string>()); }

std::string shown_or(const Json& text, const char* otherwise) {
  const auto words = shown(text);
  return words.empty() ? otherwise : words;
}

// A room that is only stored is loaded when somebody comes.
std::string phase_of(const Json& room) {
  const auto phase = shown(room.at("phase"));
  if (room.at("in_memory").get<bool>()) return phase;
  return phase.empty() ? "stored" : phase + ", stored";
}

std::string people(const Json& seats) {
  std::string list;
  for (const auto& seat : seats) {
    if (seat.at("name").get<std::string>().empty()) continue;
    list += (list.empty() ? "" : ", ") + shown(seat.at("name"));
    if (const auto state = seat.at("state").get<std::string>(); state != "connected") list += " (" + state + ")";
  }
  return list;
}

void print_list(const Json& rooms, std::ostream& out) {
  if (rooms.empty()) {
    out << "There are no rooms.\n";
    return;
  }
  std::vector<std::vector<std::string>> rows{{"ROOM", "GAME", "PHASE", "LAST ENTRY (UTC)", "PEOPLE"}};
  for (const auto& room : rooms)
    rows.push_back({shown(room.at("code")), shown_or(room.at("game"), "cannot be read"), phase_of(room),
                    common::utc_second(room.at("last_wall_unix_ms").get<std::int64_t>()), people(room.at("seats"))});
  print_table(out, rows);
}

void print_blocks(const Json& blocks, std::ostream& out) {
  for (const auto& block : blocks) {
    out << "  " << shown(block.at("title")) << '\n';
    for (const auto& line : block.at("lines")) out << "    " << shown(line) << '\n';
  }
}

void print_secrets(const Json& room, std::ostream& out) {
  std::size_t seat = 0;
  for (const auto& lines : room.at("secrets")) {
    const auto& own = room.at("own").at(seat);
    out << "Known to seat " << ++seat << " alone:\n";
    print_blocks(own, out);
    for (const auto& line : lines) out << "  " << shown(line) << '\n';
  }
  if (!room.at("known_to_none").empty()) out << "Known to nobody at the table:\n";
  for (const auto& line : room.at("known_to_none")) out << "  " << shown(line) << '\n';
}

void print_room(const Json& room, std::ostream& out) {
  if (room.at("game").get<std::string>().empty()) {  // it cannot be read, and the notice says why
    out << shown(room.at("notice")) << "\nIts last entry is of " << common::utc_second(room.at("last_wall_unix_ms").get<std::int64_t>()) << " UTC.\n";
    return;
  }
  out << "Room " << shown(room.at("code")) << ": " << shown(room.at("game")) << ", game " << room.at("game_number")
      << ", " << shown(room.at("phase")) << "; entry " << room.at("sequence") << " of "
      << common::utc_second(room.at("last_wall_unix_ms").get<std::int64_t>()) << " UTC; spectators: " << room.at("spectators") << '\n';
  for (const auto& [name, value] : room.at("options").items()) out << "  " << name << " = " << shown(value) << '\n';
  if (!room.at("campaign").get<std::string>().empty()) out << "  campaign " << shown(room.at("campaign")) << '\n';
  if (!room.at("notice").get<std::string>().empty()) out << "Notice: " << shown(room.at("notice")) << '\n';
  std::vector<std::vector<std::string>> rows{{"SEAT", "NAME", "STATE", ""}};
  int number = 0;
  for (const auto& seat : room.at("seats")) {
    std::string marks = number == room.at("host").get<int>() ? "host" : "";
    if (seat.at("asked").get<bool>()) marks += marks.empty() ? "is asked" : ", is asked";
    rows.push_back({std::to_string(++number), shown(seat.at("name")), shown(seat.at("state")), marks});
  }
  print_table(out, rows);
  if (!room.at("table").empty()) out << "On the table (" << shown(room.at("headline")) << "):\n";
  print_blocks(room.at("table"), out);
  out << "What happened last:\n";
  for (const auto& event : room.at("events")) out << "  " << shown(event) << '\n';
  if (room.contains("secrets")) print_secrets(room, out);
}

// A new file for its owner alone; the error is a sentence. Never overwrites, and leaves no part of a file.
std::string write_new(const std::string& name, const std::string& bytes) {
  const auto others = ::umask(077);
  std::FILE* const file = std::fopen(name.c_str(), "wbx");
  ::umask(others);
  if (file == nullptr && errno == EEXIST)
    return name + " exists already and was left as it is; name another file with --out";
  const auto cannot = [&name](int why) { return name + " cannot be written (" + std::strerror(why) + "); name another file with --out"; };
  if (file == nullptr) return cannot(errno);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
  int why = written ? 0 : errno;
  if (std::fclose(file) != 0 && written) why = errno;
  if (why == 0) return {};
  ::unlink(name.c_str());
  return cannot(why);
}

std::string said_in(const Json& reply) {
  const auto rooms = reply.at("rooms").get<std::uint64_t>();
  if (rooms == 0) return "Nobody is in a room now, so nothing was said.\n";
  auto line = "Said in " + std::to_string(rooms) + (rooms == 1 ? " room" : " rooms");
  if (const auto failed = reply.value("failed", std::uint64_t{0}); failed > 0)
    return line + ", not in " + std::to_string(failed) + ": " + shown(reply.at("why")) + '\n';
  return line + ".\n";
}

int complain(std::ostream& err, const std::string& sentence) {
  err << "athanor-server: " << sentence << (sentence.ends_with('.') ? "\n" : ".\n");
  return 1;
}

// "room ABCDEF", "rooms ABCDEF and GHJKLM"; nothing for none.
std::string named(const std::string& what, const std::vector<std::string>& codes) {
  if (codes.empty()) return {};
  std::string list = what + (codes.size() == 1 ? " " : "s ");
  for (std::size_t i = 0; i < codes.size(); ++i)
    list += (i == 0 ? "" : i + 1 < codes.size() ? ", " : " and ") + common::printable(codes[i]);
  return list;
}

int back_up(const AdminWish& wish, std::ostream& out, std::ostream& err) {
  const auto damage = store::back_up(wish.data, wish.file);
  if (!damage) return complain(err, damage.error().text);
  const auto rooms = named("room", damage->rooms), campaigns = named("campaign", damage->campaigns);
  const auto trouble = "The data is damaged: " + rooms + (rooms.empty() || campaigns.empty() ? "" : " and ") + campaigns +
                       " cannot be read, and the copy has the same damage; keep older backups. Check the disk.";
  if (wish.json) {
    Json reply{{"ok", damage->none()}, {"file", wish.file}};
    if (!damage->none()) reply.update({{"error", trouble}, {"damaged_rooms", damage->rooms}, {"damaged_campaigns", damage->campaigns}});
    out << reply.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    return damage->none() ? 0 : 1;
  }
  out << wish.file << ": a copy of every room and campaign. To restore, put it into an empty data folder as athanor.sqlite.\n";
  return damage->none() ? 0 : complain(err, trouble);
}

Json request_of(const AdminWish& wish) {
  Json request{{"command", wish.command}};
  if (!wish.room.empty()) request["room"] = wish.room;
  if (wish.command == "announce") request["text"] = wish.text;
  if (wish.command == "kick") request["seat"] = wish.seat - 1;
  if (wish.reveal) request["reveal"] = true;
  return request;
}

int print_reply(const AdminWish& wish, const Json& reply, std::ostream& out, std::ostream& err) {
  if (wish.command == "list") {
    print_list(reply.at("rooms"), out);
  } else if (wish.command == "inspect") {
    print_room(reply.at("room"), out);
  } else if (wish.command == "announce" && wish.room.empty()) {
    out << said_in(reply);
  } else if (wish.command == "drain") {
    out << "The server tells everybody and stops. Their clients connect again by themselves once it is started.\n";
  } else if (wish.command == "export") {
    const auto name = wish.file.empty() ? wish.room + ".journal" : wish.file;
    const auto bytes = common::from_hex(reply.at("journal_hex").get<std::string>());
    if (!bytes) return complain(err, "What answers there is no Athanor server.");
    if (const auto problem = write_new(name, *bytes); !problem.empty()) return complain(err, problem);
    out << name << ": the journal, " << bytes->size() << " bytes\n";
  } else {
    out << common::printable(reply.value("outcome", "Done.")) << '\n';
  }
  return 0;
}

}  // namespace

std::string default_admin_socket(const std::string& data) { return data + "/admin.sock"; }

int administer(const AdminWish& wish, std::ostream& out, std::ostream& err) {
  if (wish.memory && wish.command == "backup")
    return complain(err, "With --store memory nothing is kept that could be copied; without it this command copies the folder of --data.");
  if (wish.memory && wish.socket.empty())
    return complain(err, "A server with --store memory has no folder, so its admin socket needs a name: start it with --admin-socket PATH, and "
                         "say the same here.");
  if (wish.command == "backup") return back_up(wish, out, err);
  const auto socket = connect_local(wish.socket.empty() ? default_admin_socket(wish.data) : wish.socket);
  if (!socket) return complain(err, socket.error());
  const auto request = request_of(wish).dump(-1, ' ', false, Json::error_handler_t::replace);
  const bool sent = socket->write_line(request, answer_within);
  const auto line = sent ? socket->read_line(answer_within, longest_answer) : std::nullopt;
  if (!line) return complain(err, "The server does not answer; look at its log.");
  auto reply = Json::parse(*line, nullptr, false);
  if (!reply.is_object() || !reply.contains("ok")) return complain(err, "What answers there is no Athanor server.");
  if (wish.command == "inspect" && reply.contains("room")) show_views(reply.at("room"));
  if (wish.json && wish.command != "export") {
    out << reply.dump() << '\n';
    return reply.at("ok").get<bool>() ? 0 : 1;
  }
  if (!reply.at("ok").get<bool>()) return complain(err, common::printable(reply.at("error").get<std::string>()));
  return print_reply(wish, reply, out, err);
}

}  // namespace athanor::app
