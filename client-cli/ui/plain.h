#pragma once
// The line mode: append-only, numbered choices, commands as lines. For pipes, screen readers and terminals that can do no
// more. Nothing is drawn, moved or coloured.

#include "answering.h"
#include "front.h"
#include "outbox.h"
#include "room_actions.h"
#include "shortcuts.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

class PlainPlayer final : public Front {
 public:
  /// Where lines come from. A person's numbers count only if they can have been meant for what was last asked.
  enum class Input : std::uint8_t { keyboard, pipe };

  /// `print` gets one line at a time, without its end, printable and safe.
  PlainPlayer(const Texts& texts, Outbox& outbox, const Place& place, Input input, std::function<void(const std::string&)> print);

  void state(const link::Status& status, TimePoint now) override;
  void entered(const v1::RoomEntered& entered, TimePoint now) override;
  void update(const v1::Update& update, TimePoint now) override;
  void refusal(link::RequestId request, const v1::Refusal& refusal, TimePoint now) override;
  void done(link::RequestId request, TimePoint now) override;
  void catalogue(const v1::CatalogueReply& reply, TimePoint now) override;
  [[nodiscard]] const Model& model() const override { return model_; }

  /// One line that was typed, without its end. What is not valid UTF-8 is refused with a sentence.
  void line(std::string_view typed, TimePoint now);
  /// Requests that were sent and not answered yet.
  [[nodiscard]] bool something_pending() const { return !model_.pending.empty(); }
  /// Whether this line could be carried out now, for input that does not come from a person at a keyboard: a number waits
  /// until there is something to choose, everything waits until the last answer has been confirmed.
  [[nodiscard]] bool ready_for(std::string_view typed) const;

 private:
  enum class Command : std::uint8_t {
    again, say, table, own, notes, note, log, help, room, ready, start, leave, quit, back, done, yes, no, unknown
  };
  struct Words {
    Command command = Command::unknown;
    std::string rest;
  };
  [[nodiscard]] Words parse(std::string_view typed) const;
  void run(const Words& words, TimePoint now);
  void numbers(std::string_view typed, TimePoint now);
  /// Of the question, each with its number or key.
  [[nodiscard]] std::vector<Choice> choices() const;
  [[nodiscard]] std::vector<Shortcut> shortcuts() const;
  /// "d d s": the moves that a line of such keys means; empty: the line is something else.
  [[nodiscard]] std::vector<std::string> shortcut_verbs(std::string_view typed) const;
  Answering::Result choose(std::string_view word);
  [[nodiscard]] std::optional<std::string> used_up(std::string_view word) const;
  void send_ahead();
  void answered(Answering::Result result, TimePoint now);
  /// Says so if it cannot be sent, or not now. 0: it cannot.
  link::RequestId send(v1::ClientMessage message);
  void add_note(const std::string& text);
  void send_answer();
  void perform(const RoomAction& action, TimePoint now);
  void choose_action(std::size_t number, TimePoint now);  ///< 1 and up
  [[nodiscard]] bool typed_ahead(TimePoint now) const;

  void print(std::string_view text);
  void print_blocks(bool table);
  void print_brief();
  void print_question(TimePoint now);
  void print_question_or_wait(TimePoint now);
  void print_clock(std::int64_t seconds);
  void print_actions(TimePoint now);
  void print_help(std::string_view which);
  void print_room_changes();
  void print_options();
  void print_prompt(TimePoint now);
  void print_paused();

  const Texts& texts_;
  Outbox& outbox_;
  Input input_;
  std::function<void(const std::string&)> print_;
  Model model_;
  Answering answering_;
  Ahead ahead_;
  std::vector<RoomAction> actions_;  // what numbers choose when no game asks
  bool in_actions_ = false;          // the room's list was asked for in the middle of a game
  std::string ask_option_;
  std::map<link::RequestId, std::string> noting_;  // notes as they are once the server has taken them
  std::string kept_notes_;                         // as it has them, while more are on their way
  std::string last_seats_, last_brief_, last_question_, last_actions_;
  std::vector<std::string> last_options_;
  std::uint64_t asked_ = 0;
  std::optional<TimePoint> asked_at_;  // when a question or list was last printed
  bool greeted_ = false;
  bool said_paused_ = false;
};

}  // namespace athanor::ui
