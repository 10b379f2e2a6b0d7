#include "conversation.h"

#include "protocol/manual_seams.h"

#include <athanor/games/catalogue.h>
#include <athanor/rooms/service.h>
#include <athanor/store/journal.h>
#include <athanor/v1/session.pb.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <google/protobuf/stubs/logging.h>
#include <spdlog/spdlog.h>

namespace asio = boost::asio;
using namespace athanor;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// No chance: one input does the same each time.
class FixedSeams final : public tests::ManualSeams {
 public:
  void secret_bytes(std::span<std::uint8_t> out) const override {
    for (auto& byte : out) byte = static_cast<std::uint8_t>(next_ += 37);
  }

 private:
  mutable std::uint8_t next_ = 0;
};

class Listener final : public rooms::Peer {
 public:
  void send(rooms::SharedBytes message) override {
    require(!closed);
    v1::ServerMessage parsed;
    require(parsed.ParseFromString(*message));
    require(parsed.body_case() != v1::ServerMessage::BODY_NOT_SET);
    if (!parsed.has_room_entered()) return;
    code = parsed.room_entered().code();
    if (!parsed.room_entered().token().empty()) token = parsed.room_entered().token();
  }
  void close(rooms::CloseCode, std::string) override { closed = true; }
  bool closed = false;
  std::string code, token;
};

// Seeds write "@" for the code of the first conversation's room and for its token.
std::string filled_in(std::string_view bytes, const Listener& host) {
  v1::ClientMessage message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return std::string(bytes);
  if (message.join_room().code() == "@") message.mutable_join_room()->set_code(host.code);
  if (message.resume_seat().code() == "@") message.mutable_resume_seat()->set_code(host.code);
  if (message.resume_seat().token() == "@") message.mutable_resume_seat()->set_token(host.token);
  return message.SerializeAsString();
}

class Table {
 public:
  explicit Table(const games::Catalogue& catalogue) {
    auto made = rooms::make_service(catalogue, *journal_, seams_, limits(), {context_.get_executor()});
    require(made.has_value());
    service_ = std::move(*made);
    for (auto& who : people_) {
      who.peer = std::make_shared<Listener>();
      who.conversation = service_->open(who.peer, context_.get_executor(), "192.0.2.1");
    }
  }
  ~Table() {
    for (auto& who : people_) run([&] { who.conversation->closed(); });
    people_ = {};
    journal_->close();
    run([] {});
    service_.reset();
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void say(std::size_t who, std::string_view bytes) {
    const auto message = filled_in(bytes, *people_[0].peer);
    auto& person = people_[who];
    run([&] {
      if (!person.peer->closed) person.conversation->message(message);
    });
    run([&] {
      for (auto& other : people_)
        if (!other.peer->closed) other.conversation->drained();
    });
  }
  void pass(std::uint64_t ms) {
    seams_.advance(ms);
    run([] {});
  }

 private:
  static rooms::Limits limits() {
    rooms::Limits limits;
    limits.bot_delay_ms = 1;
    return limits;
  }
  // On the executor, and whatever follows from it.
  template <typename Act>
  void run(Act act) {
    asio::post(context_, act);
    context_.restart();
    context_.poll();
  }

  struct Person {
    std::shared_ptr<Listener> peer;
    std::shared_ptr<rooms::Conversation> conversation;
  };
  asio::io_context context_{1};
  FixedSeams seams_;
  std::unique_ptr<store::Journal> journal_ = store::open_memory();
  std::unique_ptr<rooms::Service> service_;
  std::array<Person, 3> people_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto catalogue = [] {
    spdlog::set_level(spdlog::level::off);
    google::protobuf::SetLogHandler(nullptr);
    return games::standard_catalogue();
  }();
  Table table(catalogue);
  constexpr std::size_t head = 3;
  while (size >= head) {
    const std::size_t who = data[0] % 4U;
    const auto length = static_cast<std::size_t>(data[1] | (data[2] << 8U));
    data += head;
    size -= head;
    if (who == 3) {
      table.pass(length);
      continue;
    }
    const auto bytes = std::min(length, size);
    table.say(who, {reinterpret_cast<const char*>(data), bytes});
    data += bytes;
    size -= bytes;
  }
  return 0;
}
