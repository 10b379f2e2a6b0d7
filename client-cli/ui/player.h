#pragma once
// The full screen's mind: keys and news in, frames and requests out. Knows no terminal.

#include "answering.h"
#include "editor.h"
#include "front.h"
#include "key.h"
#include "outbox.h"
#include "room_actions.h"
#include "screen.h"
#include "shortcuts.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace athanor::ui {

class Player final : public Front {
 public:
  Player(const Texts& texts, Outbox& outbox, const Place& place);

  void state(const link::Status& status, TimePoint now) override;
  void entered(const v1::RoomEntered& entered, TimePoint now) override;
  void update(const v1::Update& update, TimePoint now) override;
  void refusal(link::RequestId request, const v1::Refusal& refusal, TimePoint now) override;
  void done(link::RequestId request, TimePoint now) override;
  void catalogue(const v1::CatalogueReply& reply, TimePoint now) override;
  [[nodiscard]] const Model& model() const override { return model_; }

  void key(const Key& key, TimePoint now);
  [[nodiscard]] Frame frame(Size size, TimePoint now) const;
  /// frame(), laid out; remembers how far the page can be scrolled.
  Canvas draw(Size size, TimePoint now);

 private:
  enum class Mode : std::uint8_t { main, menu, ask, chat, notes, help };
  enum class Page : std::uint8_t { table, own, log, chat };
  struct Menu {
    std::string title;
    std::vector<RoomAction> actions;
    std::size_t selected = 0;
  };

  // keys (player_keys.cpp)
  void main_key(const Key& key, TimePoint now);
  void paste(const std::string& text);
  static bool muted(TimePoint& until, TimePoint now);
  void nothing_there(TimePoint now);
  void menu_key(const Key& key);
  bool edit(Editor& editor, const Key& key);
  void say_if_full(const Editor& editor, bool fitted);
  [[nodiscard]] Editor* shown_line();
  void typing_key(const Key& key);
  void notes_key(const Key& key);
  void save_notes();
  void help_key(const Key& key);
  void command_key(const std::string& letter);
  void enter_key(TimePoint now, bool sure);
  void move_selection(int step);
  void go_back();
  void choose(std::size_t index, TimePoint now);
  void choose_selected(TimePoint now);
  void shortcut_key(const std::string& verb, TimePoint now);
  void send_ahead(TimePoint now);
  [[nodiscard]] bool held_up();
  void scroll_key(const Key& key);
  void take(Answering::Result result, TimePoint now);
  void begin_line();  ///< of the present field, with its draft if there is one
  void keep_draft();
  void select_offered();
  void choices_changed(TimePoint now);
  void send_answer(TimePoint now);
  /// Says so if it cannot be sent, or not now. 0: it cannot.
  link::RequestId send(v1::ClientMessage message);
  void perform(const RoomAction& action);
  void open_menu(std::string title, std::vector<RoomAction> actions);
  void submit_line(TimePoint now);
  void next_page(int step);

  // pictures (player_frame.cpp)
  [[nodiscard]] std::vector<Page> pages() const;
  [[nodiscard]] std::vector<Block> page_blocks(bool wide) const;
  [[nodiscard]] Panel panel(TimePoint now) const;
  [[nodiscard]] Panel menu_panel() const;
  void question_lines(Panel& panel) const;
  [[nodiscard]] Overlay help() const;
  [[nodiscard]] std::vector<Terms::Topic> topics() const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> footer() const;

  /// The room's actions are what there is to choose: no game asks anything.
  [[nodiscard]] bool room_list() const;
  [[nodiscard]] bool typing_answer() const;
  [[nodiscard]] std::size_t choice_count() const;
  /// Of the question, each with its key.
  [[nodiscard]] std::vector<Choice> choices() const;
  [[nodiscard]] std::vector<Shortcut> shortcuts() const;
  void refresh_actions();

  const Texts& texts_;
  Outbox& outbox_;
  Model model_;
  Answering answering_;
  Ahead ahead_;
  std::vector<RoomAction> actions_;  // of the room, for room_list()
  Mode mode_ = Mode::main;
  Page page_ = Page::table;
  std::vector<Menu> menus_;
  std::string ask_option_, ask_prompt_;
  Editor line_;        // chat, asked text
  Editor answer_line_;  // text and number fields
  Editor notes_;
  link::RequestId saving_notes_ = 0;
  bool notes_refused_ = false;  // the server has older ones
  std::string problem_;
  std::string storage_problem_;  // a problem_ that is over when the server can store again
  std::string answered_verb_;  // of the last answer
  std::size_t selected_ = 0;
  bool moved_ = false;  // the selection was moved by hand
  bool warned_of_nothing_ = false;  // the key before was Enter with nothing chosen
  std::size_t topic_ = 0;
  int scroll_ = 0, max_scroll_ = 0;
  bool wide_ = false, too_small_ = false;  // as drawn last
  TimePoint answered_at_{}, deaf_until_{};
  TimePoint mute_until_{};                       // somebody was typing when there was nothing left to type into
  TimePoint no_commands_until_{};                // a word may follow the key of something that has gone
  std::map<std::size_t, TimePoint> deaf_choices_;  // whose meaning changed a moment ago
  // What was typed into a field of the present question and not accepted.
  std::map<Answering::FieldKey, std::string> drafts_;
  struct SentText {
    link::RequestId request = 0;
    Answering::FieldKey field;
    std::string text;
  };
  std::optional<SentText> sent_text_;
};

/// Letters of a word whose question has ended, or whose key came too late, are no commands.
inline constexpr std::chrono::milliseconds mute_after_typing{1000}, mute_between_letters{600};
inline constexpr std::size_t max_notes_points = 4000;
inline constexpr std::size_t max_chat_points = 400;

/// One line of the log as it is shown.
[[nodiscard]] Line log_line(const LogLine& entry);

}  // namespace athanor::ui
