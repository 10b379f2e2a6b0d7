#include "conversation.h"

#include "creation.h"
#include "messages.h"
#include "requests.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>

namespace athanor::rooms {
namespace {

constexpr std::uint32_t protocol_version = 1;
constexpr std::uint32_t malformed_allowed = 2;  // the next one closes
// A wrong guess is answered so long after it came, however much work it was: the time tells nothing.
constexpr std::uint64_t guess_reply_after_ms = 250;

// What every connection may send at once, whatever those before it did: hello, the way into a room, and to begin there.
constexpr std::uint64_t messages_to_enter = 10;

TokenBucket fresh_bucket(const Limits& limits) {
  return {limits.messages_per_second, 1000, 3 * limits.messages_per_second};
}

bool token_fits(const std::string& token) { return token.empty() || token.size() == common::token_bytes; }

}  // namespace

const std::shared_ptr<Shard>& Directory::on(const boost::asio::any_io_executor& executor) const {
  const auto it =
      std::find_if(shards.begin(), shards.end(), [&](const auto& shard) { return shard->executor() == executor; });
  return it == shards.end() ? shards.front() : *it;
}

ConversationImpl::ConversationImpl(std::shared_ptr<Core> core, std::shared_ptr<const Directory> directory,
                                   std::shared_ptr<Peer> peer, boost::asio::any_io_executor executor,
                                   std::string address)
    : core_(std::move(core)),
      directory_(std::move(directory)),
      peer_(std::move(peer)),
      executor_(std::move(executor)),
      address_(address_key(address)),
      bucket_(core_->used_buckets.take(address_, fresh_bucket(core_->limits), core_->seams.steady_ms())) {
  bucket_.at_least(core_->seams.steady_ms(), messages_to_enter);
  ++core_->counters.conversations;
}

ConversationImpl::~ConversationImpl() { --core_->counters.conversations; }

template <typename Call>
void ConversationImpl::in_room(Call call) {
  if (room_is_here_) return call(*room_);
  boost::asio::dispatch(room_->executor(), [room = room_, call = std::move(call)]() mutable { call(*room); });
}

template <typename Act>
void ConversationImpl::on_executor(Act act) {
  boost::asio::dispatch(executor_, [self = shared_from_this(), act = std::move(act)]() mutable {
    if (self->state_ != State::over) act(*self);
  });
}

// --- from the network ---

void ConversationImpl::message(std::string_view bytes) {
  if (state_ == State::over) return;
  const auto keep = shared_from_this();
  if (!bucket_.take(core_->seams.steady_ms())) return too_fast(bytes);
  if (too_fast_ > 0) --too_fast_;  // a flood just above the rate is closed as well
  const auto begun = Histogram::Clock::now();
  v1::ClientMessage message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ||
      message.body_case() == v1::ClientMessage::BODY_NOT_SET)
    return malformed(message.request(), Text::malformed);
  const auto decoded = Histogram::Clock::now();
  core_->counters.decode_time.add(decoded - begun);
  if (message.request() == 0 && !message.has_heartbeat()) return malformed(0, Text::request_zero);
  if (state_ == State::fresh) return hello(message);
  handle(std::move(message), decoded);
}

void ConversationImpl::drained() {
  if (state_ != State::inside || !update_on_its_way_) return;
  update_on_its_way_ = false;
  in_room([id = member_](Room& room) { room.drained(id); });
}

void ConversationImpl::closed() {
  leave_room();
  if (!std::exchange(gone_, true)) core_->used_buckets.give_back(address_, bucket_, core_->seams.steady_ms());
  state_ = State::over;
  refusal_wait_.reset();
  peer_.reset();
}

// Posted, never called: the room may be in the middle of telling this connection something.
void ConversationImpl::leave_room() {
  if (!room_) return;
  const auto room = std::exchange(room_, nullptr);
  boost::asio::post(room->executor(), [room, id = member_] { room->disconnected(id); });
}

void ConversationImpl::hello(const v1::ClientMessage& message) {
  if (!message.has_hello()) {
    refuse(message.request(), v1::REFUSAL_CODE_OUT_OF_STATE, Text::hello_first);
    return finish(CloseCode::protocol_error, text(Text::hello_first, language_));
  }
  const auto& hello = message.hello();
  language_ = language_of(hello.language());
  if (hello.protocol() != protocol_version) {
    const Words versions{std::to_string(hello.protocol()), std::to_string(protocol_version)};
    refuse(message.request(), v1::REFUSAL_CODE_VERSION, Text::version, versions);
    return finish(CloseCode::version, text(Text::version, language_, versions));
  }
  if (core_->draining) {
    refuse(message.request(), v1::REFUSAL_CODE_DRAINING, Text::draining);
    return finish(CloseCode::going_away, text(Text::going_away, language_));
  }
  spdlog::debug("hello from {}", common::fit(common::printable(hello.client()), 60));
  state_ = State::outside;
  v1::ServerMessage answer;
  answer.set_request(message.request());
  auto& welcome = *answer.mutable_welcome();
  welcome.set_protocol(protocol_version);
  welcome.set_server("athanor " ATHANOR_VERSION);
  welcome.set_max_message_bytes(core_->limits.max_message_bytes);
  welcome.set_idle_timeout_s(core_->limits.idle_timeout_s);
  peer_->send(serialised(answer));
}

void ConversationImpl::handle(v1::ClientMessage message, Histogram::Clock::time_point decoded) {
  const auto request = message.request();
  switch (message.body_case()) {
    case v1::ClientMessage::kHello:
      return refuse(request, v1::REFUSAL_CODE_OUT_OF_STATE, Text::out_of_state);
    case v1::ClientMessage::kGetCatalogue:
      return catalogue(message);
    case v1::ClientMessage::kCreateRoom:
      return may_enter(message) ? create(std::move(message)) : void();
    case v1::ClientMessage::kJoinRoom:
      return may_enter(message) ? join(std::move(message)) : void();
    case v1::ClientMessage::kResumeSeat:
      return may_enter(message) ? resume(std::move(message)) : void();
    default:
      break;
  }
  if (state_ == State::inside)
    return in_room(
        [self = shared_from_this(), id = member_, request, message = std::move(message), decoded](Room& room) mutable {
          if (room.request(id, std::move(message), decoded)) return;
          self->on_executor(
              [request](ConversationImpl& c) { c.refuse(request, v1::REFUSAL_CODE_OUT_OF_STATE, Text::not_in_room); });
        });
  if (message.has_heartbeat()) {
    v1::ServerMessage answer;
    answer.set_request(request);
    answer.mutable_heartbeat();
    return peer_->send(serialised(answer));
  }
  refuse(request, v1::REFUSAL_CODE_OUT_OF_STATE, state_ == State::entering ? Text::still_entering : Text::not_in_room);
}

void ConversationImpl::catalogue(const v1::ClientMessage& message) {
  auto reply = catalogue_reply(core_->catalogue, message.get_catalogue().game(), language_);
  if (!reply)
    return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::unknown_game,
                  {common::fit(common::printable(message.get_catalogue().game()), 40)});
  v1::ServerMessage answer;
  answer.set_request(message.request());
  *answer.mutable_catalogue() = std::move(*reply);
  peer_->send(serialised(answer));
}

// --- entering a room ---

bool ConversationImpl::may_enter(const v1::ClientMessage& message) {
  const bool repeated = message.request() == entering_request_;
  if (state_ == State::inside) {
    if (repeated)
      peer_->send(entered_reply_);
    else
      refuse(message.request(), v1::REFUSAL_CODE_OUT_OF_STATE, Text::already_in_room);
    return false;
  }
  if (state_ == State::entering) {
    if (!repeated) refuse(message.request(), v1::REFUSAL_CODE_OUT_OF_STATE, Text::still_entering);
    return false;
  }
  if (!core_->draining) return true;
  refuse(message.request(), v1::REFUSAL_CODE_DRAINING, Text::draining);
  return false;
}

// Counts one guess in advance, so that many at once do not slip through; it is given back if it was right.
bool ConversationImpl::may_guess(const v1::ClientMessage& message) {
  const auto now = core_->seams.steady_ms();
  guess_counted_ = core_->guesses.take(address_, now);
  if (guess_counted_) return true;
  refuse(message.request(), refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::guesses, language_),
                                    core_->guesses.retry_after_ms(address_, now)));
  return false;
}

// Whoever knows a password must not make the server look at it without end. Counted before anything is known of the room, and
// given back by a room that looks at none.
bool ConversationImpl::may_join(const v1::ClientMessage& message) {
  if (!may_guess(message)) return false;
  const auto now = core_->seams.steady_ms();
  if (core_->passwords.take(address_, now)) return true;
  guess_counted_ = false;
  core_->guesses.refund(address_);
  refuse(message.request(), refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::joins, language_),
                                    core_->passwords.retry_after_ms(address_, now)));
  return false;
}

std::shared_ptr<Entering> ConversationImpl::begin_entering(v1::ClientMessage message, std::string name) {
  state_ = State::entering;
  entering_request_ = message.request();
  entering_since_ms_ = core_->seams.steady_ms();
  auto entering = std::make_shared<Entering>();
  entering->outlet = shared_from_this();
  entering->message = std::move(message);
  entering->name = std::move(name);
  entering->address = address_;
  entering->language = language_ == games::Language::german ? "de" : "en";
  return entering;
}

void ConversationImpl::create(v1::ClientMessage message) {
  const auto& request = message.create_room();
  auto name = common::clean_name(request.name());
  if (!name) return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::bad_name);
  if (name_is_the_servers(*name)) return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::servers_name);
  if (!token_fits(request.token())) return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::token_size);
  guess_counted_ = false;
  if (const auto opened = room_opened_with(request.token())) {
    const auto shard = directory_->for_code(*opened);
    auto entering = begin_entering(std::move(message), std::move(*name));
    return boost::asio::dispatch(shard->executor(),
                                 [shard, entering, code = *opened] { shard->enter(entering, code); });
  }
  auto created = checked_creation(core_->catalogue, request, language_);
  if (!created) return refuse(message.request(), std::move(created).error());
  std::string campaign;
  if (!request.campaign().empty()) {
    if (!may_guess(message)) return;
    const auto code = common::normalised_code(request.campaign(), common::campaign_code_length);
    if (!code) return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::unknown_campaign);
    campaign = *code;
  }
  auto entering = begin_entering(std::move(message), std::move(*name));
  // A room of this connection's own executor: no message between the two changes threads.
  const auto shard = directory_->on(executor_);
  boost::asio::dispatch(shard->executor(),
                        [shard, entering, created = std::move(*created), campaign, address = address_] {
                          shard->create(entering, created, campaign, address);
                        });
}

// A repeat of a create_room whose reply was lost, perhaps on another connection.
std::optional<std::string> ConversationImpl::room_opened_with(const std::string& token) const {
  return token.empty() ? std::nullopt : core_->openings.find(common::sha256(token), core_->seams.steady_ms());
}

void ConversationImpl::join(v1::ClientMessage message) {
  auto name = common::clean_name(message.join_room().name());
  if (!name) return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::bad_name);
  if (name_is_the_servers(*name)) return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::servers_name);
  if (!token_fits(message.join_room().token()))
    return refuse(message.request(), v1::REFUSAL_CODE_BAD_INPUT, Text::token_size);
  if (!may_join(message)) return;
  const auto code =
      common::normalised_code(message.join_room().code(), common::room_code_length).value_or(std::string());
  auto entering = begin_entering(std::move(message), std::move(*name));
  const auto shard = directory_->for_code(code);
  boost::asio::dispatch(shard->executor(), [shard, entering, code] { shard->enter(entering, code); });
}

// A token of 128 bits cannot be guessed, so it is looked at even when the address is throttled: those who share it with
// somebody who guesses codes are not locked out of their games. A wrong one counts all the same, and is told nothing of the room.
void ConversationImpl::resume(v1::ClientMessage message) {
  guess_counted_ = core_->guesses.take(address_, core_->seams.steady_ms());
  guessed_too_often_ = !guess_counted_;
  const auto code =
      common::normalised_code(message.resume_seat().code(), common::room_code_length).value_or(std::string());
  auto entering = begin_entering(std::move(message), {});
  const auto shard = directory_->for_code(code);
  boost::asio::dispatch(shard->executor(), [shard, entering, code] { shard->enter(entering, code); });
}

// --- from rooms ---

void ConversationImpl::send(SharedBytes message) {
  on_executor([message = std::move(message)](ConversationImpl& self) { self.peer_->send(message); });
}

void ConversationImpl::send_update(SharedBytes message) {
  on_executor([message = std::move(message)](ConversationImpl& self) {
    self.update_on_its_way_ = true;
    self.peer_->send(message);
  });
}

void ConversationImpl::entered(std::shared_ptr<Room> room, MemberId id, SharedBytes reply) {
  boost::asio::dispatch(executor_,
                        [self = shared_from_this(), room = std::move(room), id, reply = std::move(reply)]() mutable {
                          if (std::exchange(self->guess_counted_, false)) self->core_->guesses.refund(self->address_);
                          self->guessed_too_often_ = false;
                          self->room_ = std::move(room);
                          self->member_ = id;
                          if (self->state_ == State::over) return self->leave_room();  // gone meanwhile
                          self->state_ = State::inside;
                          self->room_is_here_ = self->room_->executor() == self->executor_;
                          self->entered_reply_ = std::move(reply);
                          self->peer_->send(self->entered_reply_);
                        });
}

void ConversationImpl::not_entered(v1::Refusal refusal, bool guess) {
  boost::asio::dispatch(executor_, [self = shared_from_this(), refusal = std::move(refusal), guess]() mutable {
    const bool counted = std::exchange(self->guess_counted_, false);
    if (counted && !guess) self->core_->guesses.refund(self->address_);
    if (self->state_ == State::over) return;
    const bool too_often = std::exchange(self->guessed_too_often_, false);
    if (too_often)
      refusal = rooms::refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::guesses, self->language_),
                               self->core_->guesses.retry_after_ms(self->address_, self->core_->seams.steady_ms()));
    const auto answer = [weak = self->weak_from_this(), refusal = std::move(refusal)] {
      const auto conversation = weak.lock();
      if (!conversation || conversation->state_ != State::entering) return;
      conversation->state_ = State::outside;
      conversation->refuse(conversation->entering_request_, refusal);
    };
    if (!guess && !too_often) return answer();
    self->refusal_wait_ =
        self->core_->seams.wait_until(self->executor_, self->entering_since_ms_ + guess_reply_after_ms, answer);
  });
}

void ConversationImpl::left() {
  on_executor([](ConversationImpl& self) {
    self.room_.reset();
    self.update_on_its_way_ = false;
    self.state_ = State::outside;
  });
}

void ConversationImpl::close(CloseCode code, std::string text, bool room_closed) {
  on_executor([code, text = std::move(text), room_closed](ConversationImpl& self) {
    self.room_.reset();
    self.finish(code, text, room_closed);
  });
}

void ConversationImpl::going_away(std::function<void()> done) {
  boost::asio::dispatch(executor_, [self = shared_from_this(), done = std::move(done)] {
    if (self->state_ != State::over) self->finish(CloseCode::going_away, text(Text::going_away, self->language_));
    done();
  });
}

void ConversationImpl::shut_down() {
  state_ = State::over;
  refusal_wait_.reset();
  room_.reset();
  peer_.reset();
}

// --- refusals and the end ---

void ConversationImpl::malformed(std::uint64_t request, Text why) {
  refuse(request, v1::REFUSAL_CODE_MALFORMED, why);
  if (state_ == State::fresh) return finish(CloseCode::protocol_error, text(Text::hello_first, language_));
  if (++malformed_ > malformed_allowed) finish(CloseCode::protocol_error, text(Text::malformed_too_often, language_));
}

void ConversationImpl::too_fast(std::string_view bytes) {
  refuse(request_of(bytes),
         refusal(v1::REFUSAL_CODE_TOO_MANY, text(Text::too_fast, language_), bucket_.retry_after_ms()));
  if (++too_fast_ > 3 * core_->limits.messages_per_second)
    finish(CloseCode::too_many, text(Text::too_fast_closed, language_));
}

void ConversationImpl::refuse(std::uint64_t request, v1::Refusal refusal) {
  ++core_->counters.requests_refused;
  peer_->send(refusal_message(request, std::move(refusal)));
}

void ConversationImpl::refuse(std::uint64_t request, v1::RefusalCode code, Text id, const Words& words) {
  refuse(request, refusal(code, id, language_, words));
}

void ConversationImpl::finish(CloseCode code, std::string text, bool room_closed) {
  leave_room();
  state_ = State::over;
  const auto peer = std::exchange(peer_, nullptr);
  peer->send(farewell_message(code, text, room_closed));
  peer->close(code, std::move(text));
}

}  // namespace athanor::rooms
