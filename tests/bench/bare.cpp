// The bare room broadcast: what Boost.Beast and the kernel cost without a game. A room is the number in the URL; every
// message that a member sends is parsed, answered with `--size` bytes, and sent to all members of the room.
//   bare serve --port P --size BYTES
//   bare drive --port P --rooms N --members 4 --send BYTES --duration S [--think MS]
// The driver keeps one message per room on its way (the next when all members have the last), or sends one per room and
// think time. It prints "ready" when all members are connected, and one line of JSON at the end. The server prints a line when it
// listens, and on SIGUSR1 one of JSON with the messages answered so far, its CPU time and the clock at that instant.

#include <athanor/v1/session.pb.h>

#include <CLI/CLI.hpp>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Bytes = std::shared_ptr<const std::string>;
using Stream = websocket::stream<tcp::socket>;

double seconds_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void tune(Stream& ws) {
  ws.binary(true);
  ws.auto_fragment(false);
  ws.read_message_max(64 * 1024);
}

std::string message_of(std::size_t size, std::uint64_t request) {
  athanor::v1::ServerMessage message;
  message.set_request(request);
  message.mutable_update()->set_sequence(request);
  message.mutable_update()->set_view(std::string(size > 24 ? size - 24 : 0, 'x'));
  return message.SerializeAsString();
}

class Member;
using Members = std::vector<std::weak_ptr<Member>>;

struct Hall {
  std::size_t size = 0;  // of each message sent
  std::map<std::string, Members> rooms{};
  std::uint64_t answered = 0;
};

class Member : public std::enable_shared_from_this<Member> {
 public:
  Member(tcp::socket socket, Hall& hall) : ws_(std::move(socket)), hall_(hall) {}

  void start() {
    beast::http::async_read(ws_.next_layer(), buffer_, request_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return;
      tune(self->ws_);
      self->ws_.async_accept(self->request_, [self](error_code failed) {
        if (failed) return;
        self->room_ = &self->hall_.rooms[std::string(self->request_.target())];
        self->room_->push_back(self);
        self->buffer_.consume(self->buffer_.size());
        self->read();
      });
    });
  }

 private:
  void read() {
    ws_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t bytes) {
      if (error) return;
      athanor::v1::ClientMessage message;
      if (!message.ParseFromArray(self->buffer_.cdata().data(), static_cast<int>(bytes))) return;
      self->buffer_.consume(bytes);
      const auto answer = std::make_shared<const std::string>(message_of(self->hall_.size, message.request()));
      for (const auto& member : *self->room_)
        if (const auto m = member.lock()) m->send(answer);
      ++self->hall_.answered;
      self->read();
    });
  }
  void send(Bytes bytes) {
    queue_.push_back(std::move(bytes));
    if (queue_.size() == 1) write();
  }
  void write() {
    ws_.async_write(asio::buffer(*queue_.front()), [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return;
      self->queue_.pop_front();
      if (!self->queue_.empty()) self->write();
    });
  }

  Stream ws_;
  Hall& hall_;
  Members* room_ = nullptr;
  beast::flat_buffer buffer_;
  beast::http::request<beast::http::empty_body> request_;
  std::deque<Bytes> queue_;
};

void accept_next(tcp::acceptor& acceptor, Hall& hall) {
  acceptor.async_accept([&acceptor, &hall](error_code error, tcp::socket socket) {
    if (!error) {
      socket.set_option(tcp::no_delay(true));
      std::make_shared<Member>(std::move(socket), hall)->start();
    }
    accept_next(acceptor, hall);
  });
}

void tell_when_asked(asio::signal_set& asked, const Hall& hall) {
  asked.async_wait([&](error_code error, int) {
    if (error) return;
    std::cout << nlohmann::json{{"messages", hall.answered}, {"cpu_s", seconds_of(CLOCK_PROCESS_CPUTIME_ID)}, {"clock_s", seconds_of(CLOCK_MONOTONIC)}}
              << std::endl;
    tell_when_asked(asked, hall);
  });
}

int serve(unsigned short port, std::size_t size) {
  asio::io_context context(1);
  tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), port});
  Hall hall{size};
  accept_next(acceptor, hall);
  asio::signal_set asked(context, SIGUSR1), ended(context, SIGTERM, SIGINT);
  tell_when_asked(asked, hall);
  ended.async_wait([&](error_code, int) { context.stop(); });
  std::cout << "listening " << acceptor.local_endpoint().port() << std::endl;
  context.run();
  return 0;
}

struct Drive {
  unsigned short port = 0;
  int rooms = 1, members = 4, duration = 5, think_ms = 0;
  std::size_t send_bytes = 60;
};

class Driver {
 public:
  explicit Driver(const Drive& drive) : drive_(drive), timer_(context_) {}

  int run() {
    for (int room = 0; room < drive_.rooms; ++room) {
      rooms_.push_back(std::make_unique<Room>(context_));
      for (int m = 0; m < drive_.members; ++m) connect(*rooms_.back(), room);
    }
    std::cout << "ready" << std::endl;
    cpu_before_s_ = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    end_ = Clock::now() + std::chrono::seconds(drive_.duration);
    started_ = Clock::now();
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      for (auto& member : rooms_[i]->members) read(*rooms_[i], *member);
      const auto share = drive_.think_ms * static_cast<int>(i) / std::max(1, drive_.rooms);
      if (drive_.think_ms > 0) after(*rooms_[i], std::chrono::milliseconds(share));
      else say(*rooms_[i]);
    }
    timer_.expires_at(end_);
    timer_.async_wait([this](error_code) { context_.stop(); });
    context_.run();
    report();
    return 0;
  }

 private:
  struct Peer {
    explicit Peer(asio::io_context& c) : ws(c) {}
    Stream ws;
    beast::flat_buffer buffer;
  };
  struct Room {
    explicit Room(asio::io_context& c) : pause(c) {}
    std::vector<std::unique_ptr<Peer>> members;
    asio::steady_timer pause;
    std::string message;
    int missing = 0;
    Clock::time_point sent;
  };

  void connect(Room& room, int number) {
    auto peer = std::make_unique<Peer>(context_);
    peer->ws.next_layer().connect({asio::ip::make_address("127.0.0.1"), drive_.port});
    peer->ws.next_layer().set_option(tcp::no_delay(true));
    tune(peer->ws);
    peer->ws.handshake("127.0.0.1", "/ws/" + std::to_string(number));
    room.members.push_back(std::move(peer));
  }
  void after(Room& room, std::chrono::milliseconds wait) {
    room.pause.expires_after(wait);
    room.pause.async_wait([this, &room](error_code error) {
      if (!error) say(room);
    });
  }
  void say(Room& room) {
    athanor::v1::ClientMessage message;
    message.set_request(++requests_);
    message.mutable_say()->set_text(std::string(drive_.send_bytes > 12 ? drive_.send_bytes - 12 : 1, 'y'));
    room.message = message.SerializeAsString();
    room.missing = drive_.members;
    room.sent = Clock::now();
    room.members.front()->ws.async_write(asio::buffer(room.message), [](error_code, std::size_t) {});
  }
  void read(Room& room, Peer& peer) {
    peer.ws.async_read(peer.buffer, [this, &room, &peer](error_code error, std::size_t bytes) {
      if (error) return;
      athanor::v1::ServerMessage message;
      (void)message.ParseFromArray(peer.buffer.cdata().data(), static_cast<int>(bytes));
      peer.buffer.consume(bytes);
      if (&peer == room.members.front().get()) latencies_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - room.sent).count());
      if (--room.missing == 0) {
        ++done_;
        if (drive_.think_ms > 0) after(room, std::chrono::milliseconds(drive_.think_ms));
        else say(room);
      }
      read(room, peer);
    });
  }
  void report() {
    const auto seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    const auto cpu_share = (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_before_s_) / seconds;
    std::sort(latencies_.begin(), latencies_.end());
    const auto at = [&](double q) { return latencies_.empty() ? 0.0 : latencies_[static_cast<std::size_t>(q * static_cast<double>(latencies_.size() - 1))]; };
    std::cout << nlohmann::json{{"actions", done_}, {"actions_per_s", static_cast<double>(done_) / seconds},
                                {"cpu_share", cpu_share},
                                {"latency_ms", {{"p50", at(0.5)}, {"p99", at(0.99)}, {"p999", at(0.999)}}}}
              << std::endl;
  }

  Drive drive_;
  asio::io_context context_{1};
  asio::steady_timer timer_;
  std::vector<std::unique_ptr<Room>> rooms_;
  std::vector<double> latencies_;
  double cpu_before_s_ = 0;
  Clock::time_point started_, end_;
  std::uint64_t requests_ = 0, done_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The bare room broadcast that the server is measured against"};
  app.require_subcommand(1);
  unsigned short port = 0;
  std::size_t size = 200;
  Drive drive;
  auto* server = app.add_subcommand("serve", "answer every message to all members of its room");
  server->add_option("--port", port);
  server->add_option("--size", size, "bytes of each message sent");
  auto* driver = app.add_subcommand("drive", "load it");
  driver->add_option("--port", drive.port)->required();
  driver->add_option("--rooms", drive.rooms);
  driver->add_option("--members", drive.members);
  driver->add_option("--send", drive.send_bytes);
  driver->add_option("--duration", drive.duration);
  driver->add_option("--think", drive.think_ms);
  CLI11_PARSE(app, argc, argv);
  try {
    return *server ? serve(port, size) : Driver(drive).run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
