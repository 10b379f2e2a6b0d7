// What each key does.

#include "player.h"

#include "option_words.h"

#include <algorithm>
#include <utility>

namespace athanor::ui {
namespace {

std::size_t moved(std::size_t selected, std::size_t count, int step) {
  if (count == 0) return 0;
  const auto at = (static_cast<std::int64_t>(selected) + step) % static_cast<std::int64_t>(count);
  return static_cast<std::size_t>(at < 0 ? at + static_cast<std::int64_t>(count) : at);
}

}  // namespace

// Keys that type, move and delete in an editor; false: the key means something else.
bool Player::edit(Editor& editor, const Key& key) {
  switch (key.kind) {
    case Key::Kind::character: say_if_full(editor, editor.insert(key.text)); return true;
    case Key::Kind::backspace: editor.backspace(); return true;
    case Key::Kind::erase: editor.erase(); return true;
    case Key::Kind::left: editor.left(); return true;
    case Key::Kind::right: editor.right(); return true;
    case Key::Kind::home: editor.home(); return true;
    case Key::Kind::end: editor.end(); return true;
    default: return false;
  }
}

void Player::say_if_full(const Editor& editor, bool fitted) {
  if (!fitted) problem_ = texts_("editor.full", {std::to_string(editor.max_points())});
}

// The line that is shown being typed, whatever else there is room for.
Editor* Player::shown_line() {
  if (mode_ == Mode::chat || mode_ == Mode::ask) return &line_;
  return mode_ == Mode::main && typing_answer() ? &answer_line_ : nullptr;
}

void Player::key(const Key& key, TimePoint now) {
  if (key.kind == Key::Kind::end_of_file) return outbox_.quit();
  if (key.kind == Key::Kind::paste) return paste(key.text);
  if (key.kind == Key::Kind::interrupt) {
    if (mode_ == Mode::menu) return outbox_.quit();  // asked twice
    mode_ = Mode::main;
    return open_menu(texts_("leave.title"), leave_actions(model_, texts_));
  }
  const bool says = mode_ == Mode::chat || mode_ == Mode::ask;
  if (too_small_ && !says) {  // nothing is chosen that is not seen
    if (auto* const line = shown_line()) (void)edit(*line, key);
    return;
  }
  switch (mode_) {
    case Mode::main: return main_key(key, now);
    case Mode::menu: return menu_key(key);
    case Mode::ask:
    case Mode::chat: return key.kind == Key::Kind::enter ? submit_line(now) : typing_key(key);
    case Mode::notes: return notes_key(key);
    case Mode::help: return help_key(key);
  }
}

// Pasted text is text: nothing in it chooses, commands or leaves.
void Player::paste(const std::string& text) {
  problem_.clear();
  if (auto* const editor = mode_ == Mode::notes ? &notes_ : shown_line()) say_if_full(*editor, editor->paste(text));
}

// Somebody types on, a word that has nowhere to go: silence lasts until the hand rests.
bool Player::muted(TimePoint& until, TimePoint now) {
  if (now >= until) return false;
  until = std::max(until, now + mute_between_letters);
  return true;
}

void Player::main_key(const Key& key, TimePoint now) {
  problem_.clear();
  const bool sure = std::exchange(warned_of_nothing_, false);
  if (typing_answer() && edit(answer_line_, key)) return;
  switch (key.kind) {
    case Key::Kind::up:
    case Key::Kind::down: return move_selection(key.kind == Key::Kind::up ? -1 : 1);
    case Key::Kind::enter:
      if (muted(mute_until_, now) || muted(no_commands_until_, now)) return;
      return enter_key(now, sure);
    case Key::Kind::escape:
    case Key::Kind::backspace: return go_back();
    case Key::Kind::tab: return next_page(1);
    case Key::Kind::back_tab: return next_page(-1);
    case Key::Kind::function1: return command_key("?");
    case Key::Kind::character: break;
    default: return scroll_key(key);
  }
  if (muted(mute_until_, now)) return;
  if (key.text == " ") return muted(no_commands_until_, now) ? void() : choose_selected(now);
  if (answering_.step() == Answering::Step::confirm && (key.text == "y" || key.text == "j")) return held_up() ? void() : take(answering_.done(), now);
  if (answering_.step() == Answering::Step::confirm && key.text == "n") return go_back();
  const auto own = shortcuts();
  if (const auto* shortcut = shortcut_with_key(own, key.text); shortcut != nullptr && model_.playing()) return shortcut_key(shortcut->verb, now);
  if (const auto index = room_list() ? choice_of_key(key.text) : choice_with_key(choices(), key.text)) return choose(*index, now);
  if (choice_of_key(key.text)) {  // a digit or capital that chooses nothing here
    const auto all = choices();
    const bool emptied = std::any_of(all.begin(), all.end(), [&](const Choice& choice) { return choice.key == key.text; });
    return emptied ? nothing_there(now) : void();
  }
  if (!muted(no_commands_until_, now)) command_key(key.text);
}

// A key that means the same move wherever it stands needs no pause after a new question, and may be pressed before it.
void Player::shortcut_key(const std::string& verb, TimePoint now) {
  // Nothing is asked, or another answer is half given.
  if (answering_.step() != Answering::Step::offers && !model_.waiting_for_server()) return;
  if (held_up()) return;
  if (!ahead_.push(verb)) problem_ = texts_("answer.still_pending");
  send_ahead(now);
}

// While the game is paused the server refuses every answer. What is half given stays as it is.
bool Player::held_up() {
  if (!model_.paused()) return false;
  problem_ = texts_("answer.paused");
  return true;
}

void Player::send_ahead(TimePoint now) {
  if (ahead_.empty() || model_.waiting_for_server()) return;
  if (held_up()) return ahead_.clear();
  const auto index = answering_.step() == Answering::Step::offers ? ahead_.take(answering_.choices()) : std::nullopt;
  if (!index) {
    ahead_.clear();
    problem_ = texts_("answer.ahead_dropped");
    return;
  }
  take(answering_.choose(*index), now);
  if (!model_.waiting_for_server()) ahead_.clear();  // it asks for more, or could not be sent
}

// Enter pressed again and again must not come to mean another move: only the hand leads it to a key of its own.
void Player::choose_selected(TimePoint now) {
  const auto all = room_list() ? std::vector<Choice>() : choices();
  if (selected_ >= all.size() || !all[selected_].own_key) return choose(selected_, now);
  if (all[selected_].eager || moved_) {
    const bool again = all[selected_].verb == answered_verb_;  // drawing once more is what a second press means
    if (again || now >= deaf_until_) shortcut_key(all[selected_].verb, now);
    return;
  }
  problem_ = texts_("answer.own_key", {all[selected_].key, all[selected_].label});
}

void Player::move_selection(int step) {
  const auto all = room_list() ? std::vector<Choice>() : choices();
  do {
    selected_ = moved(selected_, choice_count(), step);
  } while (selected_ < all.size() && !all[selected_].offered);
  moved_ = true;
}

void Player::go_back() {
  keep_draft();
  if (!answering_.back()) return;
  selected_ = 0;
  select_offered();
  begin_line();
}

void Player::command_key(const std::string& letter) {
  if (letter == "?") {
    mode_ = Mode::help;
    topic_ = 0;
    scroll_ = 0;
  } else if (letter == "t") {
    mode_ = Mode::chat;
    if (line_.text().empty()) line_ = Editor({}, max_chat_points, false);
  } else if (letter == "n" && model_.seat >= 0) {
    mode_ = Mode::notes;
    notes_ = Editor(model_.notes, max_notes_points, true);
  } else if (letter == "m") {
    open_menu(texts_("menu.title"), room_actions(model_, texts_));
  } else if (letter == "q") {
    open_menu(texts_("leave.title"), leave_actions(model_, texts_));
  } else if (letter == "r" && model_.room.phase() == v1::ROOM_PHASE_LOBBY && model_.seat >= 0 &&
             model_.seat < model_.room.seats_size()) {
    (void)send(set_ready(!model_.room.seats(model_.seat).ready()));
  }
}

// Elsewhere Enter takes what is marked, so that taking nothing by it needs a second press.
void Player::enter_key(TimePoint now, bool sure) {
  const bool finishes = typing_answer() || (!room_list() && answering_.can_finish());
  if (!finishes && choice_count() > 0) return choose_selected(now);
  if (now < deaf_until_ || !finishes || held_up()) return;
  if (model_.waiting_for_server()) {
    problem_ = texts_("answer.still_pending");
    return;
  }
  if (!sure && answering_.would_pick_none()) {
    warned_of_nothing_ = true;
    problem_ = texts_("answer.nothing_chosen");
    return;
  }
  if (!typing_answer()) return take(answering_.done(), now);
  const auto field = answering_.field_key();
  const auto text = answer_line_.text();
  const auto waiting = model_.pending.size();
  const auto result = answering_.enter(text);
  if (result != Answering::Result::problem) drafts_.erase(field);
  take(result, now);
  if (model_.pending.size() > waiting) sent_text_ = SentText{model_.pending.back().request, field, text};
}

// The key was meant for what stood here a moment ago, perhaps a word is being typed after it.
void Player::nothing_there(TimePoint now) {
  if (answering_.step() != Answering::Step::offers) return;
  no_commands_until_ = now + mute_after_typing;
  problem_ = texts_("answer.gone");
}

void Player::choose(std::size_t index, TimePoint now) {
  if (!room_list() && held_up()) return;
  if (index >= choice_count() || now < deaf_until_) return;
  if (room_list()) {
    selected_ = index;
    return perform(RoomAction(actions_[index]));
  }
  if (!answering_.choices()[index].offered) return;
  if (const auto deaf = deaf_choices_.find(index); deaf != deaf_choices_.end() && now < deaf->second) return nothing_there(now);
  selected_ = index;
  if (model_.waiting_for_server()) {
    problem_ = texts_("answer.still_pending");
    return;
  }
  const bool several = answering_.step() == Answering::Step::pick;
  const auto result = answering_.choose(index);
  if (!several || answering_.step() != Answering::Step::pick) {
    selected_ = 0;
    select_offered();
    deaf_choices_.clear();
  }
  take(result, now);
}

void Player::take(Answering::Result result, TimePoint now) {
  if (result == Answering::Result::problem) problem_ = answering_.problem();
  if (result == Answering::Result::ready) send_answer(now);
  if (result == Answering::Result::problem) return;
  begin_line();
}

void Player::send_answer(TimePoint now) {
  if (model_.waiting_for_server()) {
    problem_ = texts_("answer.still_pending");
    return;
  }
  const auto label = answering_.trail();
  v1::ClientMessage message;
  *message.mutable_answer() = answering_.take_answer();
  const auto* offer = answering_.answered_offer();
  const auto request = send(std::move(message));
  if (request == 0) return;
  model_.pending.push_back({request, label, offer != nullptr && offer->repeatable()});
  answered_verb_ = offer != nullptr ? offer->verb() : std::string();
  answered_at_ = now;
  selected_ = 0;
}

link::RequestId Player::send(v1::ClientMessage message) {
  const auto request = outbox_.send(std::move(message));
  if (request == 0)
    problem_ = texts_("answer.cannot_send");
  else if (model_.offline())
    problem_ = texts_("answer.offline");
  return request;
}

void Player::perform(const RoomAction& action) {
  if (!action.confirm.empty()) {
    RoomAction yes = action;
    yes.label = texts_("confirm.yes");
    yes.confirm.clear();
    RoomAction no;
    no.label = texts_("confirm.no");
    return open_menu(action.confirm, {std::move(no), std::move(yes)});
  }
  if (!action.more.empty()) return open_menu(action.label, action.more);
  menus_.clear();
  mode_ = Mode::main;
  if (!action.ask.empty()) {
    ask_prompt_ = action.ask;
    ask_option_ = action.ask_option;
    line_ = Editor({}, max_chat_points, false);
    mode_ = Mode::ask;
  } else if (action.quit) {
    outbox_.quit();
  } else if (action.come_back) {
    outbox_.come_back();
  } else if (action.watch) {
    outbox_.watch();
  } else if (action.send) {
    (void)send(*action.send);
  }
}

void Player::open_menu(std::string title, std::vector<RoomAction> actions) {
  menus_.push_back({std::move(title), std::move(actions), 0});
  mode_ = Mode::menu;
}

void Player::menu_key(const Key& key) {
  auto& menu = menus_.back();
  const auto pick = [&](std::size_t index) {
    if (index < menu.actions.size()) perform(RoomAction(menu.actions[index]));
  };
  switch (key.kind) {
    case Key::Kind::up: menu.selected = moved(menu.selected, menu.actions.size(), -1); return;
    case Key::Kind::down: menu.selected = moved(menu.selected, menu.actions.size(), 1); return;
    case Key::Kind::enter: return pick(menu.selected);
    case Key::Kind::escape:
    case Key::Kind::backspace:
      menus_.pop_back();
      if (menus_.empty()) mode_ = Mode::main;
      return;
    case Key::Kind::character:
      if (const auto index = choice_of_key(key.text)) pick(*index);
      return;
    default: return;
  }
}

void Player::typing_key(const Key& key) {
  problem_.clear();
  if (key.kind == Key::Kind::escape) {
    mode_ = Mode::main;  // what was typed for the chat stays for the next time
    return;
  }
  if (!edit(line_, key)) scroll_key(key);
}

void Player::submit_line(TimePoint) {
  const auto text = line_.text();
  const bool asked = mode_ == Mode::ask;
  mode_ = Mode::main;
  if (text.empty()) return;
  line_ = Editor({}, max_chat_points, false);
  if (asked) {
    (void)send(set_option(ask_option_, typed_value(texts_, text)));
    return;
  }
  v1::ClientMessage message;
  message.mutable_say()->set_text(text);
  (void)send(std::move(message));
}

void Player::notes_key(const Key& key) {
  problem_.clear();
  if (edit(notes_, key)) return;
  switch (key.kind) {
    case Key::Kind::enter: return say_if_full(notes_, notes_.newline());
    case Key::Kind::up: notes_.up(); return;
    case Key::Kind::down: notes_.down(); return;
    case Key::Kind::escape: {
      mode_ = Mode::main;
      if (notes_.text() == model_.notes && !notes_refused_) return;
      model_.notes = notes_.text();
      return save_notes();
    }
    default: return;
  }
}

void Player::save_notes() {
  v1::ClientMessage message;
  message.mutable_save_notes()->set_text(model_.notes);
  saving_notes_ = send(std::move(message));
  notes_refused_ = saving_notes_ == 0;
}

void Player::help_key(const Key& key) {
  const auto turn = [&](int step) {
    topic_ = moved(topic_, topics().size(), step);
    scroll_ = 0;
  };
  switch (key.kind) {
    case Key::Kind::left:
    case Key::Kind::back_tab: return turn(-1);
    case Key::Kind::right:
    case Key::Kind::tab: return turn(1);
    case Key::Kind::up: scroll_ = std::max(scroll_ - 1, 0); return;
    case Key::Kind::down: scroll_ = std::min(scroll_ + 1, max_scroll_); return;
    case Key::Kind::page_up:
    case Key::Kind::page_down:
    case Key::Kind::home:
    case Key::Kind::end: return scroll_key(key);
    case Key::Kind::escape:
    case Key::Kind::enter:
    case Key::Kind::backspace:
    case Key::Kind::function1: break;
    case Key::Kind::character:
      if (key.text == "?" || key.text == "q") break;
      return;
    default: return;
  }
  mode_ = Mode::main;
  scroll_ = 0;
}

void Player::scroll_key(const Key& key) {
  const bool backwards = mode_ == Mode::main && (page_ == Page::log || page_ == Page::chat);  // counted from the end
  const int step = 5;
  int by = 0;
  if (key.kind == Key::Kind::page_up) by = backwards ? step : -step;
  if (key.kind == Key::Kind::page_down) by = backwards ? -step : step;
  if (key.kind == Key::Kind::home) by = backwards ? max_scroll_ : -max_scroll_;
  if (key.kind == Key::Kind::end) by = backwards ? -max_scroll_ : max_scroll_;
  scroll_ = std::clamp(scroll_ + by, 0, std::max(max_scroll_, 0));
}

void Player::next_page(int step) {
  const auto all = pages();
  const auto here = std::find(all.begin(), all.end(), page_);
  const auto at = here == all.end() ? 0U : static_cast<std::size_t>(here - all.begin());
  page_ = all[moved(at, all.size(), step)];
  scroll_ = 0;
}

}  // namespace athanor::ui
