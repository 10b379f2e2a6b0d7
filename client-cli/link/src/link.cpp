#include "core.h"
#include "texts.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <boost/asio/post.hpp>
#include <google/protobuf/arena.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace athanor::link {
namespace {

constexpr std::uint32_t protocol_version = 1;
constexpr std::uint16_t close_displaced = 4000, close_removed = 4001, close_too_many = 4004, close_version = 4005;
// A connection that lived so long was a good one: what comes after it starts with short pauses again.
constexpr std::chrono::seconds steady_after{5};
constexpr std::chrono::milliseconds shortest_beat{1'000}, longest_beat{20'000}, pause_when_too_many{5'000};
constexpr std::uint32_t nonsense_to_end = 3;
constexpr std::int32_t highest_seat = 31;
// The server's sentences are a screenful at most.
constexpr std::size_t longest_text = 500;

std::uint64_t random_bits() {
  std::uint64_t bits = 0;
  randombytes_buf(&bits, sizeof bits);
  return bits;
}

std::string random_token() {
  std::string token(common::token_bytes, '\0');
  randombytes_buf(token.data(), token.size());
  return token;
}

std::string servers_words(std::string_view text, std::string_view otherwise) {
  return text.empty() ? std::string(otherwise) : common::printable(text.substr(0, longest_text));
}

// Refusals that say nothing against us: the same request may succeed later.
bool may_pass(v1::RefusalCode code) {
  return code == v1::REFUSAL_CODE_TOO_MANY || code == v1::REFUSAL_CODE_BUSY || code == v1::REFUSAL_CODE_STORAGE ||
         code == v1::REFUSAL_CODE_DRAINING;
}

// A full or stopping server, or a proxy without one behind it.
bool may_come_back(std::uint32_t http_status) {
  return http_status == 429 || http_status == 502 || http_status == 503 || http_status == 504;
}

}  // namespace

Link::Core::Core(boost::asio::any_io_executor executor, Options options, Handler& handler)
    : executor_(std::move(executor)),
      options_(std::move(options)),
      handler_(&handler),
      timer_(executor_),
      last_id_(random_bits()),
      jitter_(random_bits() | 1U) {
  if (const auto* resume = std::get_if<Resume>(&options_.purpose)) last_sequence_ = resume->last_sequence;
  // With a token of our own, opening a room or taking a seat can be repeated on another connection.
  if (auto* create = std::get_if<v1::CreateRoom>(&options_.purpose); create != nullptr && create->token().empty())
    create->set_token(random_token());
  if (auto* join = std::get_if<v1::JoinRoom>(&options_.purpose); join != nullptr && !join->spectate() && join->token().empty())
    join->set_token(random_token());
}

void Link::Core::start() {
  boost::asio::post(executor_, [self = shared_from_this()] {
    if (self->handler_ != nullptr && self->step_ == Step::idle) self->connect();
  });
}

void Link::Core::leave_quietly(bool say_goodbye) {
  handler_ = nullptr;
  step_ = Step::ended;
  stop_timer();
  if (const auto wire = std::exchange(wire_, nullptr)) say_goodbye ? wire->say_goodbye() : wire->drop();
}

void Link::Core::cut() {
  if (wire_ == nullptr) return;
  std::exchange(wire_, nullptr)->drop();
  stop_timer();  // a heartbeat may be due in this very moment, and there is no line for it any more
  boost::asio::post(executor_, [self = shared_from_this()] {
    if (self->handler_ != nullptr && self->wire_ == nullptr && self->step_ != Step::waiting && self->step_ != Step::ended)
      self->lost(texts::cut_by_hand(self->options_.language));
  });
}

void Link::Core::read_slowly(std::chrono::milliseconds pause) {
  reading_pause_ = pause;
  if (step_ == Step::online && wire_ != nullptr) wire_->read_slowly(pause);
}

RequestId Link::Core::send(v1::ClientMessage message) {
  if (step_ == Step::ended || unanswered_.size() >= max_unanswered) return 0;
  const RequestId id = next_id();
  message.set_request(id);
  auto bytes = std::make_shared<const std::string>(message.SerializeAsString());
  unanswered_.push_back({id, bytes, message.has_leave_room()});
  if (step_ == Step::online && wire_ != nullptr) wire_->send(std::move(bytes), id);
  return id;
}

// --- the way in ---

void Link::Core::connect() {
  step_ = Step::opening;
  status_ = {.state = State::connecting, .tries = status_.tries};
  arm(options_.answer_time, &Core::too_slow);
  trust_is_old_ = !renew_trust(options_.server);
  wire_ = open_wire(executor_,
                    {options_.server, path(), options_.client, options_.max_message_bytes, options_.from, options_.receive_buffer_bytes},
                    *this);
  tell_state();
}

std::string Link::Core::path() const {
  // A room's connections are best accepted where the room lives.
  std::string_view code;
  if (const auto* join = std::get_if<v1::JoinRoom>(&options_.purpose)) code = join->code();
  if (const auto* resume = std::get_if<Resume>(&options_.purpose)) code = resume->code;
  const auto letters = common::normalised_code(code, common::room_code_length);
  return letters ? "/ws/" + *letters : "/ws";
}

void Link::Core::opened() { greet(); }

void Link::Core::greet() {
  step_ = Step::greeting;
  arm(options_.answer_time, &Core::too_slow);
  v1::ClientMessage message;
  message.mutable_hello()->set_protocol(protocol_version);
  message.mutable_hello()->set_client(options_.client);
  message.mutable_hello()->set_language(options_.language);
  hello_id_ = next_id();
  put(std::move(message), hello_id_);
}

void Link::Core::on_welcome(const v1::Welcome& welcome) {
  if (step_ != Step::greeting) return nonsense();
  if (welcome.protocol() != protocol_version) return end(Ending::version, texts::version(options_.language));
  greeted_ = true;
  const std::chrono::milliseconds third(std::int64_t{welcome.idle_timeout_s()} * 1'000 / 3);
  beat_every_ = options_.beat.count() > 0 ? options_.beat : std::clamp(third, shortest_beat, longest_beat);
  if (browses()) return go_online();
  enter();
}

void Link::Core::enter() {
  step_ = Step::entering;
  arm(options_.answer_time, &Core::too_slow);
  v1::ClientMessage message;
  if (const auto* create = std::get_if<v1::CreateRoom>(&options_.purpose)) *message.mutable_create_room() = *create;
  if (const auto* join = std::get_if<v1::JoinRoom>(&options_.purpose)) *message.mutable_join_room() = *join;
  if (const auto* resume = std::get_if<Resume>(&options_.purpose)) {
    message.mutable_resume_seat()->set_code(resume->code);
    message.mutable_resume_seat()->set_token(resume->token);
    message.mutable_resume_seat()->set_last_sequence(last_sequence_);
    entry_id_ = 0;  // coming back is a new request each time; opening a room is the same one until it succeeds
  }
  if (entry_id_ == 0) entry_id_ = next_id();
  put(std::move(message), entry_id_);
}

void Link::Core::on_room_entered(RequestId request, const v1::RoomEntered& entered) {
  const auto code = common::normalised_code(entered.code(), common::room_code_length);
  const bool token_fits = entered.token().empty() || entered.token().size() == common::token_bytes;
  const bool seat_fits = entered.seat() >= -1 && entered.seat() <= highest_seat;
  if (step_ != Step::entering || request != entry_id_ || !code || !token_fits || !seat_fits) return nonsense();
  entry_id_ = 0;
  entered_ = true;
  seat_ = entered.seat();
  if (!entered.token().empty()) options_.purpose = Resume{*code, entered.token(), 0};
  const auto self = shared_from_this();
  handler_->on_entered(entered);
  if (handler_ == nullptr || step_ != Step::entering) return;
  go_online();
}

void Link::Core::go_online() {
  step_ = Step::online;
  if (lost_at_) ++reconnects_;
  lost_at_.reset();
  online_at_ = Clock::now();
  heard_since_beat_ = true;
  promised_ = 0;
  status_ = {.state = State::online};
  arm(beat_every_, &Core::beat);
  for (const auto& waiting : unanswered_) wire_->send(waiting.bytes, waiting.id);
  if (reading_pause_.count() > 0) wire_->read_slowly(reading_pause_);
  tell_state();
}

// --- the way out ---

void Link::Core::broken(const Break& why) {
  wire_ = nullptr;
  if (why.kind == Break::Kind::nonsense) return nonsense();
  const bool away = entered_ && why.kind == Break::Kind::unreachable;  // the address is right
  auto text = away ? texts::away(options_.language, url(), why.detail) : texts::broken(options_.language, url(), why);
  const auto& file = options_.server.authorities;
  if (why.kind == Break::Kind::distrusted && greeted_ && !file.empty())  // it was believed before
    text += ' ' + (trust_is_old_ ? texts::old_authorities(options_.language, file) : texts::reads_authorities(options_.language, file));
  if (why.kind == Break::Kind::closed) return end_by_close_code(why.close_code, std::move(text));
  const bool not_ours = why.kind == Break::Kind::declined && !may_come_back(why.http_status);
  if (not_ours && !greeted_ && options_.first_failure_is_final) return end(Ending::no_server, std::move(text));
  lost(std::move(text));
}

void Link::Core::end_by_close_code(std::uint16_t code, std::string text) {
  switch (code) {
    case close_displaced: return end(Ending::displaced, texts::displaced(options_.language));
    case close_removed: return end(Ending::removed, texts::removed(options_.language));
    case close_version: return end(Ending::version, texts::version(options_.language));
    case close_too_many: return lost(std::move(text), pause_when_too_many);
    default: return lost(std::move(text));
  }
}

void Link::Core::lost(std::string text, std::chrono::milliseconds at_least) {
  if (const auto wire = std::exchange(wire_, nullptr)) wire->drop();
  if (!greeted_ && options_.first_failure_is_final) return end(Ending::unreachable, std::move(text));
  const auto now = Clock::now();
  const bool was_steady = step_ == Step::online && now - online_at_ >= steady_after;
  status_.tries = was_steady ? 0 : status_.tries + 1;
  if (was_steady) nonsense_ = 0;
  if (!lost_at_) lost_at_ = now;
  if (options_.give_up_after.count() > 0 && now - *lost_at_ >= options_.give_up_after)
    return end({.state = State::ended,
                .text = texts::gave_up(options_.language, url(), options_.give_up_after, text),
                .last_reason = text,
                .ending = Ending::unreachable});
  step_ = Step::waiting;
  const auto pause = std::max(at_least, next_pause());
  status_ = {.state = State::waiting, .text = std::move(text), .retry_in = pause, .tries = status_.tries};
  arm(pause, &Core::connect);
  tell_state();
}

std::chrono::milliseconds Link::Core::next_pause() {
  const auto doublings = std::min(status_.tries, 20U);
  const auto full = std::min<std::int64_t>(options_.longest_pause.count(), options_.first_pause.count() << doublings);
  // Half of it fixed, half by chance, so that a thousand clients of a restarted server do not come back at once.
  jitter_ ^= jitter_ << 13U;
  jitter_ ^= jitter_ >> 7U;
  jitter_ ^= jitter_ << 17U;
  const auto half = std::max<std::int64_t>(full / 2, 1);
  return std::chrono::milliseconds(half + static_cast<std::int64_t>(jitter_ % static_cast<std::uint64_t>(half)));
}

void Link::Core::end(Ending ending, std::string text, v1::RefusalCode code) {
  end({.state = State::ended, .text = std::move(text), .ending = ending, .code = code});
}

void Link::Core::end(Status status) {
  if (const auto wire = std::exchange(wire_, nullptr)) wire->say_goodbye();
  step_ = Step::ended;
  stop_timer();
  status_ = std::move(status);
  tell_state();
}

void Link::Core::nonsense() {
  ++undecodable_;
  if (!greeted_ && options_.first_failure_is_final)
    return end(Ending::no_server, texts::nonsense(options_.language, url()));
  if (++nonsense_ >= nonsense_to_end) return end(Ending::no_server, texts::nonsense(options_.language, url()));
  lost(texts::nonsense(options_.language, url()));
}

void Link::Core::too_slow() { lost(texts::no_answer(options_.language, url())); }

void Link::Core::tell_state() {
  const auto self = shared_from_this();
  handler_->on_state(status_);
}

// --- messages ---

void Link::Core::received(std::string_view bytes) {
  const auto self = shared_from_this();
  heard_since_beat_ = true;
  // A message of a hundred parts is made and forgotten in one piece. Its first block is the thread's: nothing is received within this call.
  alignas(std::max_align_t) thread_local std::array<char, 32 * 1024> block;
  google::protobuf::ArenaOptions memory;
  memory.initial_block = block.data();
  memory.initial_block_size = block.size();
  google::protobuf::Arena arena(memory);
  auto& incoming = *google::protobuf::Arena::CreateMessage<v1::ServerMessage>(&arena);
  if (!incoming.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return nonsense();
  const RequestId request = incoming.request();
  switch (incoming.body_case()) {
    case v1::ServerMessage::kWelcome: return on_welcome(incoming.welcome());
    case v1::ServerMessage::kRefusal: return on_refusal(request, incoming.refusal());
    case v1::ServerMessage::kRoomEntered: return on_room_entered(request, incoming.room_entered());
    case v1::ServerMessage::kUpdate: return on_update(request, *incoming.mutable_update());
    case v1::ServerMessage::kHeartbeat: return on_heartbeat(incoming.heartbeat());
    case v1::ServerMessage::kFarewell: return on_farewell(incoming.farewell());
    case v1::ServerMessage::kDone: return settle(request);
    case v1::ServerMessage::kCatalogue:
      if (take_unanswered(request)) handler_->on_catalogue(request, incoming.catalogue());
      return;
    case v1::ServerMessage::kJournal:
      if (take_unanswered(request)) handler_->on_journal(request, incoming.journal().journal());
      return;
    case v1::ServerMessage::BODY_NOT_SET: return;  // something newer than this client: nothing was asked of it
  }
}

void Link::Core::on_refusal(RequestId request, const v1::Refusal& refusal) {
  if (step_ == Step::greeting) {
    if (refusal.code() == v1::REFUSAL_CODE_VERSION)
      return end(Ending::version, servers_words(refusal.text(), texts::version(options_.language)));
    greeted_ = true;  // an Athanor server it is
    return on_entry_refused(refusal);
  }
  if (step_ == Step::entering && request == entry_id_) return on_entry_refused(refusal);
  if (request == 0 || take_unanswered(request)) handler_->on_refusal(request, refusal);
}

void Link::Core::on_entry_refused(const v1::Refusal& refusal) {
  auto text = servers_words(refusal.text(), texts::refused(options_.language));
  const std::chrono::milliseconds wait(refusal.retry_after_ms());
  const bool in_time = options_.give_up_after.count() == 0 || wait < options_.give_up_after;
  const bool try_again = entered_ || !options_.first_failure_is_final;
  if (try_again && in_time && may_pass(refusal.code())) return lost(std::move(text), wait);
  end(Ending::refused, std::move(text), refusal.code());
}

void Link::Core::on_update(RequestId request, v1::Update& update) {
  if (step_ != Step::online || browses()) return nonsense();
  last_sequence_ = update.sequence();  // smaller than before if the host restored an older data folder
  if (update.has_room()) room_ = update.room();
  handler_->on_update(update);
  for (const auto id : update.acknowledged()) {
    if (handler_ == nullptr) return;
    settle(id);
  }
  if (handler_ != nullptr && request != 0) settle(request);
}

void Link::Core::settle(RequestId request) {
  const auto found = std::find_if(unanswered_.begin(), unanswered_.end(), [&](const auto& u) { return u.id == request; });
  if (found == unanswered_.end()) return;
  const bool left = found->leaves;
  unanswered_.erase(found);
  handler_->on_done(request);
  if (left && handler_ != nullptr && step_ == Step::online) end(Ending::removed, texts::left(options_.language));
}

bool Link::Core::take_unanswered(RequestId request) {
  return std::erase_if(unanswered_, [&](const auto& u) { return u.id == request; }) > 0;
}

void Link::Core::on_farewell(const v1::Farewell& farewell) {
  auto text = servers_words(farewell.text(), texts::removed(options_.language));
  const auto code = static_cast<std::uint16_t>(std::min(farewell.close_code(), 0xffffU));
  if (!farewell.final()) return end_by_close_code(code, std::move(text));
  if (code == close_displaced) return end(Ending::displaced, std::move(text));
  if (code == close_version) return end(Ending::version, std::move(text));
  end({.state = State::ended, .text = std::move(text), .ending = Ending::removed, .room_goes_on = !farewell.room_closed()});
}

// --- signs of life ---

void Link::Core::beat() {
  if (!heard_since_beat_) return lost(texts::silent(options_.language));
  heard_since_beat_ = false;
  v1::ClientMessage message;
  message.mutable_heartbeat()->set_last_sequence(last_sequence_);
  put(std::move(message), next_id());
  arm(beat_every_, &Core::beat);
}

void Link::Core::on_heartbeat(const v1::HeartbeatReply& reply) {
  if (browses()) return;
  // What the reply before this one told of should have arrived long ago.
  if (promised_ > last_sequence_) return lost(texts::out_of_step(options_.language));
  promised_ = reply.sequence();
}

void Link::Core::arm(std::chrono::milliseconds after, void (Core::*then)()) {
  const auto round = ++timer_round_;
  timer_.expires_after(after);
  timer_.async_wait([self = shared_from_this(), round, then](boost::system::error_code error) {
    if (!error && self->handler_ != nullptr && self->timer_round_ == round) ((*self).*then)();
  });
}

void Link::Core::stop_timer() {
  ++timer_round_;
  timer_.cancel();
}

void Link::Core::put(v1::ClientMessage message, RequestId id) {
  message.set_request(id);
  wire_->send(std::make_shared<const std::string>(message.SerializeAsString()), id);
}

void Link::Core::writing(std::uint64_t tag) {
  if (handler_ != nullptr) handler_->on_writing(tag);
}

RequestId Link::Core::next_id() {
  if (++last_id_ == 0) ++last_id_;
  return last_id_;
}

}  // namespace athanor::link
