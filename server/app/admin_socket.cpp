#include "admin_socket.h"

#include "local_socket.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <future>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace athanor::app {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds request_within{10}, service_within{20};
constexpr std::size_t longest_request = 64 * 1024;

Json failure(const std::string& why) { return {{"ok", false}, {"error", why}}; }
Json success() { return {{"ok", true}}; }

Json json_of(const rooms::RoomReport& room) {
  Json seats = Json::array();
  for (const auto& seat : room.seats)
    seats.push_back({{"name", seat.name}, {"state", seat.state}, {"asked", seat.asked}});
  return {{"code", room.code},
          {"game", room.game},
          {"phase", room.phase},
          {"in_memory", room.in_memory},
          {"game_number", room.game_number},
          {"spectators", room.spectators},
          {"host", room.host},
          {"sequence", room.sequence},
          {"last_wall_unix_ms", room.last_wall_unix_ms},
          {"seats", std::move(seats)}};
}

Json json_of(const rooms::RoomDetails& details) {
  auto out = json_of(details.room);
  out["options"] = Json::object();
  for (const auto& [name, value] : details.options) out["options"][name] = value;
  out["campaign"] = details.campaign;
  out["notice"] = details.notice;
  out["events"] = details.events;
  out["game_info_hex"] = common::hex(details.game_info);
  out["update_hex"] = common::hex(details.update);
  if (details.secrets.empty()) return out;
  out["secrets"] = details.secrets;
  out["seat_updates_hex"] = Json::array();
  for (const auto& update : details.seat_updates) out["seat_updates_hex"].push_back(common::hex(update));
  out["known_to_none"] = details.known_to_none;
  return out;
}

// Waits for a callback that comes once. Shared, as the callback may come after the wait was given up.
template <typename Value>
class Reply {
 public:
  [[nodiscard]] auto callback() const {
    return [promise = promise_](Value value) { promise->set_value(std::move(value)); };
  }
  [[nodiscard]] std::optional<Value> wait() const {
    auto future = promise_->get_future();
    if (future.wait_for(service_within) != std::future_status::ready) return std::nullopt;
    return future.get();
  }

 private:
  std::shared_ptr<std::promise<Value>> promise_ = std::make_shared<std::promise<Value>>();
};

const std::string too_late = "The server does not answer in time; look at its log.";

class Answering {
 public:
  Answering(rooms::Administration& administration, const std::function<void()>& drain)
      : administration_(administration), drain_(drain) {}

  Json answer(const Json& request) {
    const auto command = request.value("command", "");
    if (command == "list") return list();
    if (command == "drain") {
      drain_();
      return success();
    }
    if (command == "announce" && !request.contains("room")) return announce(request.value("text", ""));
    const auto code = request.value("room", "");
    if (!common::normalised_code(code, common::room_code_length))
      return failure("'" + common::printable(code) + "' is no room code; it has six consonants, such as BCDFGH.");
    const bool reveal = request.value("reveal", false);
    if (command == "inspect") return inspect(code, reveal);
    if (command == "export") return journal(code, reveal);
    if (command == "announce") return order(code, rooms::Announce{request.value("text", "")});
    if (command == "kick") return order(code, rooms::Kick{request.value("seat", 0U)});
    if (command == "pause" || command == "resume") return order(code, rooms::SetPause{command == "pause"});
    if (command == "close") return order(code, rooms::Close{});
    return failure("This server does not know the command '" + common::printable(command) + "'.");
  }

 private:
  Json list() {
    const Reply<std::vector<rooms::RoomReport>> reply;
    administration_.list(reply.callback());
    const auto rooms = reply.wait();
    if (!rooms) return failure(too_late);
    auto out = success();
    out["rooms"] = Json::array();
    for (const auto& room : *rooms) out["rooms"].push_back(json_of(room));
    return out;
  }
  Json announce(const std::string& text) {
    const auto clean = common::clean(text, {});
    if (!clean) return failure("An announcement has 1 to 400 characters of valid UTF-8.");
    const Reply<rooms::Announced> reply;
    administration_.announce(*clean, reply.callback());
    const auto announced = reply.wait();
    if (!announced) return failure(too_late);
    if (announced->rooms == 0 && announced->failed > 0) return failure("Nothing was said in any room: " + announced->why);
    auto out = success();
    out["rooms"] = announced->rooms;
    out["failed"] = announced->failed;
    if (announced->failed > 0) out["why"] = announced->why;
    return out;
  }
  Json inspect(const std::string& code, bool reveal) {
    const Reply<std::optional<rooms::RoomDetails>> reply;
    administration_.inspect(code, reveal, reply.callback());
    const auto details = reply.wait();
    if (!details) return failure(too_late);
    if (!*details) return failure("There is no room " + common::printable(code) + ".");
    auto out = success();
    out["room"] = json_of(**details);
    return out;
  }
  Json order(const std::string& code, rooms::Order order) {
    const Reply<tl::expected<std::string, std::string>> reply;
    administration_.order(code, std::move(order), reply.callback());
    const auto outcome = reply.wait();
    if (!outcome) return failure(too_late);
    if (!*outcome) return failure(outcome->error());
    auto out = success();
    if (!(*outcome)->empty()) out["outcome"] = **outcome;
    return out;
  }
  Json journal(const std::string& code, bool reveal) {
    const Reply<std::pair<std::string, std::string>> reply;
    administration_.journal(code, reveal, [told = reply.callback()](std::string bytes, std::string error) {
      told({std::move(bytes), std::move(error)});
    });
    const auto result = reply.wait();
    if (!result) return failure(too_late);
    if (!result->second.empty()) return failure(result->second);
    auto out = success();
    out["journal_hex"] = common::hex(result->first);
    return out;
  }

  rooms::Administration& administration_;
  const std::function<void()>& drain_;
};

}  // namespace

std::string answer_admin(rooms::Administration& administration, const std::function<void()>& drain,
                         const std::string& request) {
  const auto parsed = Json::parse(request, nullptr, false);
  Json reply;
  try {
    reply = parsed.is_object() ? Answering(administration, drain).answer(parsed)
                               : failure("The request is no JSON object.");
  } catch (const Json::exception&) {
    reply = failure("A member of the request has the wrong type.");
  }
  return reply.dump(-1, ' ', false, Json::error_handler_t::replace);
}

tl::expected<std::unique_ptr<AdminSocket>, std::string> AdminSocket::open(const std::string& path,
                                                                          rooms::Administration& administration,
                                                                          std::function<void()> drain) {
  auto listener = listen_local(path);
  if (!listener) return tl::unexpected(listener.error());
  const int own = ::dup(listener->fd());
  if (own < 0) return tl::unexpected("No more descriptors for the admin socket " + path);
  return std::unique_ptr<AdminSocket>(new AdminSocket(own, path, administration, std::move(drain)));
}

AdminSocket::AdminSocket(int listener, std::string path, rooms::Administration& administration,
                         std::function<void()> drain)
    : listener_(listener),
      path_(std::move(path)),
      administration_(administration),
      drain_(std::move(drain)),
      thread_([this] { serve(); }) {}

AdminSocket::~AdminSocket() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (connection_ >= 0) ::shutdown(connection_, SHUT_RD);
  }
  ::shutdown(listener_, SHUT_RDWR);  // wakes accept
  thread_.join();
  ::close(listener_);
  ::unlink(path_.c_str());
}

bool AdminSocket::listens_to(int connection) {
  const std::lock_guard lock(mutex_);
  connection_ = ending_ ? -1 : connection;
  return !ending_;
}

void AdminSocket::answer(const Socket& connection) {
  if (!listens_to(connection.fd())) return;
  const auto request = connection.read_line(request_within, longest_request);
  if (!listens_to(-1) || !request) return;
  if (!connection.write_line(answer_admin(administration_, drain_, *request), request_within))
    spdlog::warn("an admin command has gone before it was answered");
}

void AdminSocket::serve() {
  while (listens_to(-1)) {
    const Socket connection(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    if (connection.fd() >= 0)
      answer(connection);
    else if (listens_to(-1))
      ::poll(nullptr, 0, 100);  // out of descriptors, most likely: it passes
  }
}

}  // namespace athanor::app
