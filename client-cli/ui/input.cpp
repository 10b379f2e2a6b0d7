#include "input.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>

#include <sys/epoll.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

namespace athanor::ui {

namespace asio = boost::asio;

// Asio makes descriptors non-blocking, and that would stick to the terminal after us. So it gets an epoll descriptor of
// our own that watches standard input. Files cannot be watched; they are always ready.
struct InputWatch::State {
  State(asio::io_context& io, std::function<void()> r) : context(io), descriptor(io), ready(std::move(r)) {}
  asio::io_context& context;
  asio::posix::stream_descriptor descriptor;
  std::function<void()> ready;
  bool file = false, stopped = false, paused = false, waiting = false;
};

InputWatch::InputWatch(asio::io_context& io, std::function<void()> ready) : state_(std::make_shared<State>(io, std::move(ready))) {
  const int watch = epoll_create1(EPOLL_CLOEXEC);
  if (watch < 0) throw std::runtime_error("no more descriptors: standard input cannot be watched");
  epoll_event event{};
  event.events = EPOLLIN;
  state_->file = epoll_ctl(watch, EPOLL_CTL_ADD, STDIN_FILENO, &event) != 0;
  state_->descriptor.assign(watch);
  wait(state_);
}

InputWatch::~InputWatch() { stop(); }

void InputWatch::wait(const std::shared_ptr<State>& state) {
  if (state->stopped || state->paused || state->waiting) return;
  state->waiting = true;
  const auto go_on = [state](const boost::system::error_code& error = {}) {
    state->waiting = false;
    if (error || state->stopped || state->paused) return;
    state->ready();
    wait(state);
  };
  if (state->file)
    asio::post(state->context, [go_on] { go_on(); });
  else
    state->descriptor.async_wait(asio::posix::stream_descriptor::wait_read, go_on);
}

void InputWatch::stop() {
  state_->stopped = true;
  boost::system::error_code ignored;
  state_->descriptor.close(ignored);
}

void InputWatch::pause() { state_->paused = true; }

void InputWatch::resume() {
  if (!state_->paused) return;
  state_->paused = false;
  wait(state_);
}

}  // namespace athanor::ui
