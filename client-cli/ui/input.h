#pragma once
// Waits for standard input on an io_context without changing its modes: the descriptor is shared with whoever started us.

#include <boost/asio/io_context.hpp>

#include <functional>
#include <memory>

namespace athanor::ui {

class InputWatch {
 public:
  /// `ready` is called whenever something (or the end) can be read without waiting.
  InputWatch(boost::asio::io_context& io, std::function<void()> ready);
  ~InputWatch();
  InputWatch(const InputWatch&) = delete;
  InputWatch& operator=(const InputWatch&) = delete;
  void stop();
  /// Stops asking until resume().
  void pause();
  void resume();

 private:
  struct State;
  static void wait(const std::shared_ptr<State>& state);
  std::shared_ptr<State> state_;
};

}  // namespace athanor::ui
