#pragma once
// One member's line to a server: it connects, says hello, enters a room, and keeps all of that alive by itself. Cut off,
// it comes back with growing pauses, takes its seat again with the token, and repeats what was not answered under the
// same request id, so that a move counts exactly once. It never comes back after a final word of the server.
//
// Thread rule: everything, the handler included, on the executor's one thread. The handler is called from the
// executor only, never from within a call of Link (on_writing excepted), and may destroy the Link.

#include <athanor/tls/context.h>
#include <athanor/v1/decisions.pb.h>
#include <athanor/v1/lobby.pb.h>
#include <athanor/v1/session.pb.h>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace athanor::link {

struct Server {
  std::string host;  ///< name or address, without brackets
  std::string port;
  bool tls = false;
  tls::SharedContext trust{};             ///< whom to believe within TLS; none: the system's authorities
  std::string authorities{};              ///< PEM file that `trust` was read from; empty: none. Its owner may renew it
  std::filesystem::file_time_type authorities_written{};  ///< when it was written, as far as `trust` knows it
  [[nodiscard]] std::string url() const;  ///< ws://HOST:PORT or wss://HOST:PORT
};
/// Reads ws://HOST[:PORT][/] (port 8400 unless given) or wss://HOST[:PORT][/] (port 443 unless given); the error is a
/// sentence in `language` ("en", "de").
[[nodiscard]] tl::expected<Server, std::string> parse_server(std::string_view url, std::string_view language = "en");
/// The same, with a PEM file of certificates that are believed besides the system's authorities; empty: none. Reads it.
[[nodiscard]] tl::expected<Server, std::string> parse_server(std::string_view url, std::string_view language,
                                                             const std::string& authorities);
/// Reads the file again if it was written since. False: it cannot be read or holds no certificate, and what was read before
/// stays in use. Blocks on the disk.
[[nodiscard]] bool renew_trust(Server& server);

/// What to do once connected. After entering, the Link changes over to resuming by itself.
struct Browse {};  ///< stay outside of rooms: catalogue only
struct Resume {
  std::string code;
  std::string token;                ///< 16 bytes
  std::uint64_t last_sequence = 0;  ///< highest seen; 0: send recent history
};
using Purpose = std::variant<Browse, v1::CreateRoom, v1::JoinRoom, Resume>;

struct Options {
  Server server;
  Purpose purpose;
  std::string language = "en";                        ///< of the server's texts and of the Link's own
  std::string client = "athanor 0.1.0";               ///< for the server's log
  std::chrono::milliseconds first_pause{250};         ///< before coming back; doubles, with jitter, up to
  std::chrono::milliseconds longest_pause{10'000};
  std::chrono::milliseconds answer_time{10'000};      ///< for connecting, hello and entering, each
  std::chrono::milliseconds beat{0};                  ///< pause between heartbeats; 0: a third of the server's patience
  std::chrono::milliseconds give_up_after{600'000};   ///< of fruitless coming back; 0: never
  bool first_failure_is_final = true;                 ///< whether a server that was never reached ends the Link
  std::uint32_t max_message_bytes = 4U << 20U;        ///< larger ones from the server break the connection
  std::string from{};                                 ///< own address to connect from, in figures; empty: the system's choice
  std::uint32_t receive_buffer_bytes = 0;             ///< what the system keeps of what is not read yet; 0: its choice
};

enum class State : std::uint8_t {
  connecting,
  online,   ///< in the room (Browse: greeted)
  waiting,  ///< cut off; another try follows
  ended     ///< for good
};

enum class Ending : std::uint8_t {
  none,
  unreachable,  ///< no server answered, or not for give_up_after
  refused,      ///< the server does not let us in; Status::code says why
  displaced,    ///< the seat was resumed elsewhere (4000)
  removed,      ///< kicked, or the room was closed (4001), or left
  version,      ///< client and server speak different protocol versions (4005)
  no_server     ///< what answers there is not an Athanor server, or speaks nonsense again and again
};

struct Status {
  State state = State::connecting;
  std::string text{};                    ///< waiting, ended: why and what to do, in sentences, safe to print
  std::string last_reason{};             ///< ended after fruitless tries: why the last of them failed; `text` tells it, too
  std::chrono::milliseconds retry_in{};  ///< waiting
  std::uint32_t tries = 0;               ///< fruitless ones since the Link was last online
  Ending ending = Ending::none;          ///< ended
  v1::RefusalCode code = v1::REFUSAL_CODE_UNSPECIFIED;  ///< ended with refused
  bool room_goes_on = false;             ///< ended with removed: this member alone was taken off the room
};

using RequestId = std::uint64_t;

/// Whatever arrives has been decoded but is otherwise the server's word: texts may hold any bytes (print them through
/// common::printable), numbers any value.
class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  virtual void on_state(const Status&) {}
  /// Entered or resumed. The token is empty unless it is new.
  virtual void on_entered(const v1::RoomEntered&) {}
  /// `Update::room` is absent when unchanged; Link::room() always has the newest.
  virtual void on_update(const v1::Update&) {}
  /// The request changed nothing. Also for a connection-wide refusal (id 0).
  virtual void on_refusal(RequestId, const v1::Refusal&) {}
  /// The request took effect; when an update shows the effect, after that update.
  virtual void on_done(RequestId) {}
  virtual void on_catalogue(RequestId, const v1::CatalogueReply&) {}
  /// A serialised PublishedJournal.
  virtual void on_journal(RequestId, const std::string&) {}
  /// Just before the request's first byte goes to the socket; again when it is repeated. Must not call the Link.
  virtual void on_writing(RequestId) {}
};

class Link {
 public:
  /// The handler must outlive the Link.
  Link(boost::asio::any_io_executor executor, Options options, Handler& handler);
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link();  ///< drops the connection; nothing is called afterwards

  void start();
  /// Says goodbye and ends; nothing is called afterwards. The seat stays taken: it can be resumed.
  void close();
  /// Cuts the connection as if the network had (tests, or a picture that has become stale); the Link comes back.
  void cut();

  /// From now on waits so long before each message that it reads, once in the room; zero: reads again as they come. What
  /// a server does with people whose line is bad can be seen with it.
  void read_slowly(std::chrono::milliseconds pause);

  /// Sends any request of ClientMessage's body (hello, entering and heartbeats are the Link's own); keeps it until it is
  /// answered. While cut off it waits. 0: ended, or max_unanswered are waiting.
  RequestId send(v1::ClientMessage message);
  static constexpr std::size_t max_unanswered = 64;

  RequestId answer(const v1::Answer& answer);
  RequestId set_ready(bool ready);
  RequestId start_game();
  RequestId set_bot(std::uint32_t seat, bool bot);
  RequestId set_paused(bool paused);
  RequestId rematch();
  RequestId leave();
  RequestId close_room();
  RequestId say(std::string_view text);
  RequestId save_notes(std::string_view text);
  RequestId get_journal();
  RequestId get_catalogue(std::string_view game = {});  ///< empty: the list only

  [[nodiscard]] const Status& status() const;
  [[nodiscard]] const v1::RoomState& room() const;  ///< newest; empty before the first update
  [[nodiscard]] std::int32_t seat() const;          ///< -1: none
  [[nodiscard]] std::uint64_t last_sequence() const;  ///< of the newest update; falls when the server has gone back to an older journal
  [[nodiscard]] std::size_t unanswered() const;
  [[nodiscard]] std::uint32_t reconnects() const;   ///< times it came back online
  [[nodiscard]] std::uint32_t undecodable() const;  ///< connections given up because what came made no sense

 private:
  class Core;
  std::shared_ptr<Core> core_;
};

}  // namespace athanor::link
