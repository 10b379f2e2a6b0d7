#pragma once
// One stay in a room: the link, the face (screen or lines), the signals and the input, all on one thread.

#include <athanor/ui/run.h>

#include "front.h"
#include "host_plan.h"
#include "input.h"
#include "outbox.h"
#include "plain.h"
#include "player.h"
#include "terminal.h"

#include <athanor/link/link.h>
#include <athanor/link/seat_memory.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace athanor::ui {

class Session final : public link::Handler, public Outbox {
 public:
  Session(const Options& options, link::Server server);
  ~Session() override;
  /// Until the person leaves or the link has ended; returns the exit status.
  int run();

  // from the link
  void on_state(const link::Status& status) override;
  void on_entered(const v1::RoomEntered& entered) override;
  void on_update(const v1::Update& update) override;
  void on_refusal(link::RequestId request, const v1::Refusal& refusal) override;
  void on_done(link::RequestId request) override;
  void on_catalogue(link::RequestId request, const v1::CatalogueReply& reply) override;

  // from the face
  link::RequestId send(v1::ClientMessage message) override;
  void quit() override;
  void come_back() override;
  void watch() override;

 private:
  void open_face();
  void start_link(link::Purpose purpose);
  [[nodiscard]] link::Purpose first_purpose();
  void join_instead();
  void keep_seat(const v1::RoomEntered& entered);
  void left_room();
  void forget_seat();
  void warn(const std::string& text);
  void show_update(const v1::Update& update);
  void show_held_back();
  void say_how_to_return();
  void finish(int status);
  void wait_for_signal();
  void wait_for_resize();
  void tick();
  void read_input();
  void take_lines();
  void end_of_input();
  void draw();
  [[nodiscard]] static TimePoint now() { return std::chrono::steady_clock::now(); }

  Options options_;
  Texts texts_;
  link::Server server_;
  link::SeatMemory memory_;
  boost::asio::io_context io_{1};
  boost::asio::signal_set ending_signals_;
  boost::asio::signal_set resize_signal_;
  boost::asio::steady_timer timer_;
  std::unique_ptr<link::Link> link_;
  std::unique_ptr<Terminal> terminal_;   // full screen only
  std::unique_ptr<Player> player_;       // full screen only
  std::unique_ptr<PlainPlayer> plain_;   // line mode only
  std::unique_ptr<InputWatch> input_;
  Front* front_ = nullptr;
  std::optional<HostPlan> plan_;
  std::string token_;
  enum class Catalogue : std::uint8_t { unknown, asked, settled } catalogue_ = Catalogue::unknown;
  link::RequestId catalogue_request_ = 0;
  std::vector<v1::Update> held_back_;  // until the catalogue has come
  std::string other_seat_;             // says that a seat under another name is remembered
  std::optional<std::uint32_t> lost_seat_;  // remembered, and not taken back
  bool from_memory_ = false;  // the token came from the seat memory
  bool leaving_ = false;
  bool interactive_ = false;  // a person types: lines are taken as they come
  bool input_ended_ = false;
  bool finished_ = false;
  int status_ = 0;
  std::string last_words_;    // for stderr, once the screen is gone
  std::string partial_;       // of a line
  std::deque<std::string> lines_;
};

}  // namespace athanor::ui
