#include "player.h"

#include "leaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace athanor::tools {
namespace {

constexpr std::chrono::milliseconds least_patience{50};
// The update that explains a refusal may come after it.
constexpr std::chrono::milliseconds time_for_news{2'000};

// The request may succeed later as it is.
bool may_pass(v1::RefusalCode code) {
  return code == v1::REFUSAL_CODE_TOO_MANY || code == v1::REFUSAL_CODE_BUSY || code == v1::REFUSAL_CODE_PAUSED ||
         code == v1::REFUSAL_CODE_STORAGE;
}

std::uint64_t mixed(std::uint64_t seed, std::uint64_t with) {
  std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U), static_cast<std::uint32_t>(with)};
  std::uint32_t words[2];
  sequence.generate(std::begin(words), std::end(words));
  return (std::uint64_t{words[0]} << 32U) | words[1];
}

std::unique_ptr<games::Bot> bot_for(const games::Catalogue& catalogue, std::string_view game, bool random, std::uint64_t seed) {
  const auto* type = catalogue.find(game);
  // The random bot needs offers only: it can play games that this binary has never heard of.
  return type == nullptr ? games::random_bot(seed) : type->bot(random ? "random" : "sensible", seed);
}

}  // namespace

Player::Player(boost::asio::any_io_executor executor, link::Options link, PlayerOptions options,
               const games::Catalogue& catalogue, PlayerWatcher& watcher)
    : link_(executor, std::move(link), *this),
      options_(options),
      catalogue_(catalogue),
      watcher_(watcher),
      random_(options.seed),
      timer_(executor) {}

void Player::stop_answering() {
  answering_ = false;
  has_question_ = send_again_ = false;
}

void Player::start_game() {
  v1::ClientMessage message;
  message.mutable_start_game();
  ask_table(std::move(message));
}

void Player::rematch() {
  v1::ClientMessage message;
  message.mutable_rematch();
  ask_table(std::move(message));
}

// Not through ask_table(): it must not be forgotten because something else is still on its way.
void Player::close_room() {
  table_message_.Clear();
  table_message_.mutable_close_room();
  ask_table_again_ = false;
  table_request_ = link_.send(table_message_);
}

void Player::ask_table(v1::ClientMessage message) {
  if (table_request_ != 0 || ask_table_again_) return;
  table_message_ = std::move(message);
  table_request_ = link_.send(table_message_);
}

std::string Player::describe() const {
  constexpr std::array<std::string_view, 4> states = {"connecting", "online", "waiting", "ended"};
  return fmt::format("seat {} {}, entry {}, phase {}, {} unanswered{}{}{}", seat() + 1,
                     states.at(static_cast<std::size_t>(status().state)), sequence_, static_cast<int>(room().phase()),
                     link_.unanswered(), pending_ != 0 ? ", answer on its way" : "",
                     table_request_ != 0 ? ", request on its way" : "", has_question_ || waiting_ ? ", thinking" : "") +
         (status().text.empty() ? "" : " (" + status().text + ")");
}

// --- what the link tells ---

void Player::on_state(const link::Status& status) { watcher_.on_state(*this, status); }

void Player::on_entered(const v1::RoomEntered& entered) { watcher_.on_seated(*this, entered); }

void Player::on_update(const v1::Update& update) {
  const auto decoded = Clock::now();
  check_sequence(update.sequence());
  // What the update acknowledges is over before its consequences are considered.
  bool look_at_room = update.has_room();
  for (const auto request : update.acknowledged()) {
    if (request == pending_) answer_took_effect(update.sequence(), decoded);
    if (request == table_request_) {
      table_request_ = 0;
      look_at_room = true;  // after a cut, the room's news may have come before the acknowledgement
    }
  }
  if (look_at_room) follow_room();
  check_secrets(update);
  if (update.has_decision()) check_decision(update.decision());
  consider(update);
  if (look_at_room) watcher_.on_room(*this);
  watcher_.on_update(*this, update);
}

void Player::on_done(link::RequestId request) {
  if (request == table_request_) {
    table_request_ = 0;
    follow_room();
    watcher_.on_room(*this);
  }
  if (request == pending_) answer_took_effect(sequence_, Clock::now());
}

void Player::on_refusal(link::RequestId request, const v1::Refusal& refusal) {
  if (request != 0 && request == pending_) return answer_refused(refusal);
  if (request != 0 && request == table_request_) return table_refused(refusal);
  if (refusal.code() == v1::REFUSAL_CODE_TOO_MANY) return void(++counts_.throttled);
  watcher_.on_trouble(*this, Trouble::error, fmt::format("refused: {}", refusal.text()));
}

void Player::on_writing(link::RequestId request) {
  // The id of the answer being sent is not known yet while it is being sent.
  if (written_ || (!sending_ && request != pending_)) return;
  written_at_ = Clock::now();
  written_ = true;
}

void Player::follow_room() {
  const auto& state = room();
  if (bot_ == nullptr || state.game_number() != game_number_) {
    game_number_ = state.game_number();
    closed_decision_ = 0;
    bot_ = bot_for(catalogue_, state.game(), options_.random, mixed(options_.seed, game_number_));
    const auto* type = catalogue_.find(state.game());
    takes_bots_ = type == nullptr || type->traits().takes_bots;
    if (!takes_bots_) stop_answering();
  }
  const bool seated = seat() >= 0 && seat() < state.seats_size();
  if (answering_ && state.phase() == v1::ROOM_PHASE_LOBBY && seated && !state.seats(seat()).ready()) {
    v1::ClientMessage message;
    message.mutable_set_ready()->set_ready(true);
    ask_table(std::move(message));
  }
}

// --- what a server must never do ---

void Player::check_sequence(std::uint64_t sequence) {
  if (sequence < sequence_) {
    watcher_.on_trouble(*this, Trouble::error, fmt::format("the server has gone back from entry {} to {} of its journal, as after a restored backup", sequence_, sequence));
    const auto known = std::min(acknowledged_, acknowledged_at_.size());
    for (std::size_t i = 0; i < known; ++i)
      if (acknowledged_at_[i] > sequence)
        watcher_.on_trouble(*this, Trouble::lost, fmt::format("the move of entry {} is gone", acknowledged_at_[i]));
    acknowledged_ = 0;
    closed_decision_ = 0;  // what comes back from there is no second fault
  }
  sequence_ = sequence;
}

void Player::check_decision(const v1::Decision& decision) {
  if (seat() < 0) watcher_.on_trouble(*this, Trouble::leak, "a spectator is asked for a decision");
  if (decision.id() > closed_decision_) return;
  watcher_.on_trouble(*this, Trouble::lost, fmt::format("decision {} is asked again although its answer was acknowledged", decision.id()));
  closed_decision_ = decision.id() - 1;  // said once
}

void Player::check_secrets(const v1::Update& update) {
  if (update.view().empty()) return;
  const auto leak = find_leak(room().game(), update.view(), seat());
  if (leak) watcher_.on_trouble(*this, *leak == unreadable_view ? Trouble::undecodable : Trouble::leak, *leak);
}

// --- answers ---

void Player::consider(const v1::Update& update) {
  if (dispute_ && update.sequence() > chosen_at_) {  // somebody else took what was chosen
    ++counts_.stale;
    dispute_.reset();
    waiting_ = false;
    timer_.cancel();
  }
  if (!update.has_decision() || !answering_) {
    has_question_ = send_again_ = false;
    return;
  }
  if (std::exchange(bides_, false)) {
    waiting_ = false;
    timer_.cancel();
  }
  question_ = update.decision();
  question_view_ = update.view();
  asked_at_ = Clock::now();
  has_question_ = true;
  if (pending_ != 0 || waiting_) return;
  if (options_.scheduled)
    watcher_.on_question(*this);
  else if (options_.think.count() > 0)
    wait(think_pause());
  else
    choose();
}

bool Player::answer_due(Clock::time_point due) {
  if (!has_question_ || pending_ != 0 || waiting_ || !answering_) return false;
  due_at_ = due;
  choose();
  return pending_ != 0;
}

// As the question stands now: its clock has run since it came.
void Player::bring_question_up_to_date() {
  const auto now = Clock::now();
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - asked_at_);
  if (!question_.has_deadline() || question_.clock_stopped()) return;
  question_.set_remaining_ms(static_cast<std::uint32_t>(std::max<std::int64_t>(std::int64_t{question_.remaining_ms()} - passed.count(), 0)));
  asked_at_ += passed;
}

void Player::choose() {
  has_question_ = false;
  if (bot_ == nullptr) return watcher_.on_trouble(*this, Trouble::error, "a decision came before the room's state");
  bring_question_up_to_date();
  const auto& decision = question_;
  answer_ = bot_->choose(decision, question_view_);
  if (const auto pause = bot_->asks_again_after_ms(); answer_.offer_id() == 0 && pause > 0) {
    has_question_ = bides_ = true;
    return wait(std::chrono::milliseconds(pause));
  }
  answer_.set_decision_id(decision.id());
  const auto offer = std::find_if(decision.offers().begin(), decision.offers().end(),
                                  [&](const auto& o) { return o.id() == answer_.offer_id(); });
  if (offer == decision.offers().end())
    return watcher_.on_trouble(*this, Trouble::error, fmt::format("the bot found no answer to '{}'", decision.prompt()));
  answer_closes_ = !offer->repeatable();
  answer_game_ = game_number_;
  chosen_at_ = sequence_;
  send_answer();
}

void Player::send_answer() {
  // What the server has put off counts from its first try.
  if (!std::exchange(send_again_, false)) written_ = false;
  sending_ = true;
  pending_ = link_.answer(answer_);
  sending_ = false;
}

std::optional<Player::Clock::time_point> Player::waits_since() const {
  if (pending_ == 0) return std::nullopt;
  if (options_.scheduled) return due_at_;
  return written_ ? std::optional(written_at_) : std::nullopt;
}

void Player::answer_took_effect(std::uint64_t sequence, Clock::time_point decoded) {
  pending_ = 0;
  acknowledged_at_[acknowledged_++ % acknowledged_at_.size()] = sequence;
  // A late acknowledgement may belong to the game before, which counted its decisions by itself.
  if (answer_closes_ && answer_game_ == game_number_) closed_decision_ = std::max(closed_decision_, answer_.decision_id());
  watcher_.on_action(*this, {written_at_, due_at_, decoded, sequence});
}

void Player::answer_refused(const v1::Refusal& refusal) {
  pending_ = 0;
  if (may_pass(refusal.code())) {
    ++counts_.throttled;
    send_again_ = answering_;
    return wait(std::max(std::chrono::milliseconds(refusal.retry_after_ms()), least_patience));
  }
  const bool news = sequence_ > chosen_at_;
  if (refusal.code() == v1::REFUSAL_CODE_STALE || (refusal.code() == v1::REFUSAL_CODE_NOT_OFFERED && news)) {
    ++counts_.stale;
    // A stale question is not answered again as it is: the update that explains it is on its way.
    const bool other = refusal.code() != v1::REFUSAL_CODE_STALE || question_.id() != answer_.decision_id();
    if (has_question_ && news && other) choose();
    return;
  }
  dispute_ = refusal.text();
  wait(time_for_news);
}

void Player::table_refused(const v1::Refusal& refusal) {
  table_request_ = 0;
  if (may_pass(refusal.code())) {
    ++counts_.throttled;
    ask_table_again_ = true;
    return wait(std::max(std::chrono::milliseconds(refusal.retry_after_ms()), least_patience));
  }
  watcher_.on_trouble(*this, Trouble::error, fmt::format("refused: {}", refusal.text()));
}

// --- pauses ---

void Player::wait(std::chrono::milliseconds pause) {
  waiting_ = true;
  timer_.expires_after(pause);
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) waited();
  });
}

void Player::waited() {
  waiting_ = bides_ = false;
  if (const auto dispute = std::exchange(dispute_, std::nullopt)) {
    watcher_.on_trouble(*this, Trouble::error, fmt::format("an answer from the offers was refused: {}", *dispute));
    return link_.cut();  // a fresh picture asks again
  }
  if (std::exchange(ask_table_again_, false)) ask_table(std::move(table_message_));
  if (pending_ != 0) return;
  if (has_question_ && options_.scheduled && !send_again_) return watcher_.on_question(*this);
  if (has_question_)
    choose();
  else if (send_again_)
    send_answer();
}

std::chrono::milliseconds Player::think_pause() {
  const auto mean = options_.think.count();
  std::uniform_int_distribution<std::int64_t> pause(mean / 2, mean + mean / 2);
  return std::chrono::milliseconds(pause(random_));
}

}  // namespace athanor::tools
