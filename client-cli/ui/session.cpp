#include "session.h"

#include <athanor/common/text.h>

#include <boost/asio/post.hpp>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace athanor::ui {

namespace asio = boost::asio;

namespace {
constexpr std::chrono::milliseconds tick_time{250};
constexpr std::chrono::milliseconds goodbye_time{500};
constexpr std::size_t longest_line = 64 * 1024;

std::string games_command(const Options& options) {
  return options.program + " games" + (options.server == Options().server ? "" : " --server " + options.server);
}
}  // namespace

Session::Session(const Options& options, link::Server server)
    : options_(options),
      texts_(options.language),
      server_(std::move(server)),
      ending_signals_(io_, SIGINT, SIGTERM, SIGHUP),
      resize_signal_(io_, SIGWINCH),
      timer_(io_) {
  ending_signals_.add(SIGQUIT);
  if (options_.host) plan_.emplace(*options_.host);
}

Session::~Session() = default;

void Session::open_face() {
  const bool terminals = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
  interactive_ = isatty(STDIN_FILENO) == 1;
  if (!options_.plain && terminals) {
    terminal_ = Terminal::open();
    if (!terminal_) std::fprintf(stderr, "%s\n", texts_("run.fallback").c_str());
  }
  const Place place{server_.url(), options_.program, options_.authorities};
  if (terminal_) {
    player_ = std::make_unique<Player>(texts_, *this, place);
    front_ = player_.get();
  } else {
    const auto input = interactive_ ? PlainPlayer::Input::keyboard : PlainPlayer::Input::pipe;
    plain_ = std::make_unique<PlainPlayer>(texts_, *this, place, input, [](const std::string& text) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      std::fputc('\n', stdout);
      std::fflush(stdout);
    });
    front_ = plain_.get();
  }
}

link::Purpose Session::first_purpose() {
  if (plan_) return plan_->create_room(options_);
  token_ = options_.token;
  if (token_.empty() && !options_.spectate) {
    if (auto seat = memory_.find(server_.url(), options_.room, options_.name)) {
      token_ = seat->token;
      from_memory_ = true;
    } else if (const auto other = memory_.find(server_.url(), options_.room)) {
      other_seat_ = texts_("run.other_seat", {other->name});
    }
  }
  if (!token_.empty()) return link::Resume{options_.room, token_, 0};
  v1::JoinRoom join;
  join.set_code(options_.room);
  join.set_password(options_.password);
  join.set_name(options_.name);
  join.set_spectate(options_.spectate);
  return join;
}

void Session::start_link(link::Purpose purpose) {
  link::Options options;
  options.server = server_;
  options.purpose = std::move(purpose);
  options.language = texts_.language();
  link_ = std::make_unique<link::Link>(io_.get_executor(), std::move(options), *this);
  link_->start();
}

// A remembered seat that is not ours any more: take a new one. Until there is one the old stays remembered, as the server may
// only have the wrong data now.
void Session::join_instead() {
  from_memory_ = false;
  if (const auto seat = memory_.find(server_.url(), options_.room, options_.name)) lost_seat_ = seat->seat;
  token_.clear();
  v1::JoinRoom join;
  join.set_code(options_.room);
  join.set_password(options_.password);
  join.set_name(options_.name);
  start_link(std::move(join));
}

int Session::run() {
  auto purpose = first_purpose();
  open_face();
  start_link(std::move(purpose));
  input_ = std::make_unique<InputWatch>(io_, [this] { read_input(); });
  wait_for_signal();
  wait_for_resize();
  tick();
  draw();
  io_.run();

  // The goodbye still has to leave; then nothing of this run is left on the context.
  if (link_) link_->close();
  io_.restart();
  io_.run_for(goodbye_time);
  link_.reset();
  terminal_.reset();
  if (!last_words_.empty()) std::fprintf(stderr, "%s\n", common::printable(last_words_).c_str());
  return status_;
}

void Session::finish(int status) {
  if (finished_) return;
  finished_ = true;
  status_ = status;
  input_->stop();
  timer_.cancel();
  ending_signals_.cancel();
  resize_signal_.cancel();
  io_.stop();
}

void Session::on_state(const link::Status& status) {
  front_->state(status, now());
  if (status.state == link::State::ended) {
    const bool in_room = front_->model().in_room;
    if (leaving_) return left_room();
    if (!in_room && from_memory_ && status.code == v1::REFUSAL_CODE_BAD_TOKEN)
      return asio::post(io_, [this] { join_instead(); });
    if (in_room && status.ending == link::Ending::removed) forget_seat();
    status_ = status.ending == link::Ending::removed ? 0 : 1;
    if (!in_room || plain_) {
      if (!plain_) last_words_ = status.text;
      if (plain_ && in_room && status.ending == link::Ending::displaced)
        last_words_ = texts_("run.displaced", {return_command(front_->model())});
      if (plain_ && in_room && front_->model().can_watch()) last_words_ = texts_("run.watch_instead", {watch_command(front_->model())});
      if (plan_ && status.code == v1::REFUSAL_CODE_BAD_INPUT)
        last_words_ += (last_words_.empty() ? "" : " ") + texts_("run.see_games", {games_command(options_)});
      if (!in_room && !other_seat_.empty()) last_words_ += (last_words_.empty() ? "" : " ") + other_seat_;
      return finish(status_);
    }
    last_words_ = status.text;  // and the screen stays until the person has read it
  }
  draw();
}

void Session::keep_seat(const v1::RoomEntered& entered) {
  if (!entered.token().empty()) token_ = entered.token();
  if (entered.seat() < 0 || token_.empty()) return;
  link::RememberedSeat seat;
  seat.server = server_.url();
  seat.room = entered.code();
  seat.seat = static_cast<std::uint32_t>(entered.seat());
  seat.name = options_.name;
  seat.token = token_;
  if (lost_seat_) (void)memory_.forget(server_.url(), entered.code(), *std::exchange(lost_seat_, std::nullopt));
  if (const auto kept = memory_.remember(std::move(seat)); !kept) warn(texts_("run.seat_not_kept", {kept.error()}));
}

// A warning of our own, shown like the server's.
void Session::warn(const std::string& text) {
  v1::Refusal notice;
  notice.set_text(text);
  front_->refusal(0, notice, now());
}

void Session::on_entered(const v1::RoomEntered& entered) {
  front_->entered(entered, now());
  keep_seat(entered);
  if (!other_seat_.empty()) warn(std::exchange(other_seat_, {}));
  draw();
}

// The first updates wait for the game's catalogue: without it things would have no names, and a list of choices would
// change its numbers when it comes.
void Session::on_update(const v1::Update& update) {
  if (catalogue_ == Catalogue::unknown && !update.room().game().empty()) {
    catalogue_ = Catalogue::asked;
    catalogue_request_ = link_->get_catalogue(update.room().game());
  }
  if (catalogue_ == Catalogue::asked) return held_back_.push_back(update);
  show_update(update);
}

void Session::show_update(const v1::Update& update) {
  front_->update(update, now());
  if (plan_) plan_->advance(front_->model(), *this);
  take_lines();
  draw();
}

void Session::show_held_back() {
  catalogue_ = Catalogue::settled;
  for (const auto& update : std::exchange(held_back_, {}))
    if (!finished_) show_update(update);
}

void Session::on_refusal(link::RequestId request, const v1::Refusal& refusal) {
  if (catalogue_ == Catalogue::asked && request == catalogue_request_) return show_held_back();  // it goes without
  front_->refusal(request, refusal, now());
  leaving_ = false;
  take_lines();
  draw();
}

void Session::on_done(link::RequestId request) {
  front_->done(request, now());
  if (leaving_) return left_room();
  take_lines();
  draw();
}

void Session::on_catalogue(link::RequestId, const v1::CatalogueReply& reply) {
  front_->catalogue(reply, now());
  if (catalogue_ == Catalogue::asked) return show_held_back();
  draw();
}

void Session::left_room() {
  forget_seat();
  finish(0);
}

// It is given up or gone: it must not be tried again the next time.
void Session::forget_seat() {
  const auto& model = front_->model();
  if (model.seat >= 0) (void)memory_.forget(server_.url(), model.code, static_cast<std::uint32_t>(model.seat));
}

link::RequestId Session::send(v1::ClientMessage message) {
  if (message.has_leave_room()) leaving_ = true;
  return link_ ? link_->send(std::move(message)) : 0;
}

void Session::quit() {
  say_how_to_return();
  finish(status_);
}

// Whoever goes without giving up the seat can come back to it.
void Session::say_how_to_return() {
  const auto& model = front_->model();
  const bool over = model.link.state == link::State::ended || model.room.phase() == v1::ROOM_PHASE_CLOSED;
  if (model.in_room && model.seat >= 0 && !over && !leaving_) last_words_ = texts_("run.seat_kept", {return_command(model)});
}

void Session::come_back() {
  status_ = 0;
  last_words_.clear();
  start_link(link::Resume{front_->model().code, token_, front_->model().sequence});
}

void Session::watch() {
  status_ = 0;
  last_words_.clear();
  token_.clear();
  v1::JoinRoom join;
  join.set_code(front_->model().code);
  join.set_password(options_.password);
  join.set_name(options_.name);
  join.set_spectate(true);
  start_link(std::move(join));
}

void Session::wait_for_signal() {
  ending_signals_.async_wait([this](const boost::system::error_code& error, int number) {
    if (error) return;
    say_how_to_return();
    finish(128 + number);
  });
}

void Session::wait_for_resize() {
  resize_signal_.async_wait([this](const boost::system::error_code& error, int) {
    if (error) return;
    if (terminal_) terminal_->resized();
    draw();
    wait_for_resize();
  });
}

// Clocks and the pause before the next try run visibly.
void Session::tick() {
  if (!terminal_) return;
  timer_.expires_after(tick_time);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    draw();
    tick();
  });
}

void Session::draw() {
  if (terminal_ && !finished_) terminal_->show(player_->draw(terminal_->size(), now()));
}

void Session::read_input() {
  if (terminal_) {
    for (const auto& key : terminal_->read()) {
      if (finished_) return;
      if (key.kind == Key::Kind::redraw)
        terminal_->redraw();
      else if (key.kind == Key::Kind::suspend)
        terminal_->suspend();
      else
        player_->key(key, now());
    }
    return draw();
  }
  char buffer[4096];
  const auto size = read(STDIN_FILENO, buffer, sizeof buffer);
  if (size <= 0) return end_of_input();
  partial_.append(buffer, static_cast<std::size_t>(size));
  for (auto end = partial_.find('\n'); end != std::string::npos; end = partial_.find('\n')) {
    lines_.push_back(partial_.substr(0, end));
    partial_.erase(0, end + 1);
  }
  if (partial_.size() > longest_line) partial_.clear();
  take_lines();
}

void Session::end_of_input() {
  input_ended_ = true;
  input_->stop();
  if (!partial_.empty()) lines_.push_back(std::exchange(partial_, {}));
  take_lines();
}

// Lines of a person are taken as they come; those of a pipe or a file each in its time, when all that was sent before has been answered.
void Session::take_lines() {
  if (!plain_) return;
  while (!lines_.empty() && !finished_ && (interactive_ || (link_->unanswered() == 0 && plain_->ready_for(lines_.front())))) {
    const auto text = std::move(lines_.front());
    lines_.pop_front();
    plain_->line(text, now());
  }
  if (finished_ || !input_) return;
  if (lines_.empty())
    input_->resume();
  else
    input_->pause();
  if (!input_ended_ || !lines_.empty()) return;
  // Whoever only watches goes on without input until there is nothing more to see; a seat's owner has gone.
  const auto& model = plain_->model();
  const auto phase = model.room.phase();
  if (model.watching() && (phase == v1::ROOM_PHASE_FINISHED || phase == v1::ROOM_PHASE_CLOSED)) return finish(0);
  if (model.in_room && !model.watching() && link_->unanswered() == 0) {
    std::printf("%s\n", common::printable(texts_("plain.end_of_input") + " " + texts_("run.seat_kept", {return_command(model)})).c_str());
    finish(0);
  }
}

}  // namespace athanor::ui
