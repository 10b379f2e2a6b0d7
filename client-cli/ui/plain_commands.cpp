// What a typed line does.

#include "plain.h"

#include "option_words.h"
#include "player.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace athanor::ui {
namespace {

constexpr std::chrono::milliseconds shortest_reading{200};

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::string_view first_word(std::string_view& rest) {
  rest = trimmed(rest);
  const auto end = std::min(rest.find_first_of(" \t,"), rest.size());
  const auto word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

// 0 for what is no number: no list has a place 0, so that it is refused as a choice.
std::size_t number_of(std::string_view word) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? number : 0;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

PlainPlayer::Words PlainPlayer::parse(std::string_view typed) const {
  // English names always work; each has a second one in the client's language.
  static constexpr std::array<std::pair<std::string_view, Command>, 17> names{{{"again", Command::again}, {"say", Command::say},
      {"table", Command::table}, {"mine", Command::own}, {"notes", Command::notes}, {"note", Command::note}, {"log", Command::log},
      {"help", Command::help}, {"room", Command::room}, {"ready", Command::ready}, {"start", Command::start}, {"leave", Command::leave},
      {"quit", Command::quit}, {"back", Command::back}, {"done", Command::done}, {"yes", Command::yes}, {"no", Command::no}}};
  auto rest = typed;
  const auto word = first_word(rest);
  Words words{Command::unknown, std::string(trimmed(rest))};
  for (const auto& [name, command] : names)
    if (word == name || word == texts_("command." + std::string(name))) words.command = command;
  if (word == "?") words.command = Command::help;
  if (word == ".") words.command = Command::done;
  if (word == "y" || word == "j") words.command = Command::yes;
  if (word == "n") words.command = Command::no;
  return words;
}

bool PlainPlayer::ready_for(std::string_view typed) const {
  if (!model_.in_room || !model_.room.seats_size() || something_pending()) return false;
  typed = trimmed(typed);
  auto rest = typed;
  const auto first = first_word(rest);
  const bool command = !is_number(first) && parse(typed).command != Command::unknown;
  if (model_.paused() && !in_actions_) return command;
  return command || answering_.step() != Answering::Step::nothing || !actions_.empty();
}

void PlainPlayer::line(std::string_view typed, TimePoint now) {
  typed = trimmed(typed);
  if (!common::valid_utf8(typed)) return print(texts_("plain.not_utf8"));
  if (!ask_option_.empty()) {
    const auto option = std::exchange(ask_option_, {});
    if (!typed.empty()) (void)send(set_option(option, typed_value(texts_, std::string(typed))));
    return;
  }
  const bool text_step = answering_.step() == Answering::Step::text && !model_.waiting_for_server();
  const bool asks_text = text_step && !(model_.paused() && in_actions_);  // nothing is answered then but the list
  if (typed.empty()) return print_question_or_wait(now);
  auto rest = typed;
  const auto first = first_word(rest);
  if (auto verbs = shortcut_verbs(typed); !asks_text && !verbs.empty()) {
    in_actions_ = false;
    if (model_.paused()) return print_paused();
    if (answering_.step() == Answering::Step::nothing && !model_.waiting_for_server()) return print(waiting_text(model_, texts_));
    for (auto& verb : verbs)
      if (!ahead_.push(std::move(verb))) print(texts_("answer.still_pending"));
    return send_ahead();
  }
  const bool negative = answering_.step() == Answering::Step::number && first.starts_with('-');
  if (!asks_text && (is_number(first) || negative)) return typed_ahead(now) ? print(texts_("plain.typed_ahead")) : numbers(typed, now);
  // A text that is asked for may look like a command: only those with a slash before them are commands then.
  if (asks_text && typed.front() != '/' && model_.paused()) return print_paused();
  if (asks_text && typed.front() != '/') return answered(answering_.enter(typed), now);
  run(parse(text_step && typed.front() == '/' ? typed.substr(1) : typed), now);
}

void PlainPlayer::print_question_or_wait(TimePoint now) {
  if (model_.paused()) return in_actions_ ? print_actions(now) : print_paused();
  if (answering_.step() != Answering::Step::nothing && !model_.waiting_for_server())
    print_question(now);
  else if (!actions_.empty())
    print_actions(now);
  else
    print(waiting_text(model_, texts_));
}

void PlainPlayer::run(const Words& words, TimePoint now) {
  v1::ClientMessage message;
  switch (words.command) {
    case Command::again: return print_question_or_wait(now);
    case Command::table: return print_blocks(true);
    case Command::own: return print_blocks(false);
    case Command::notes: return print(model_.notes.empty() ? texts_("plain.no_notes") : model_.notes);
    case Command::help: return print_help(words.rest);
    case Command::say:
      if (words.rest.empty()) return print(texts_("plain.say_what"));
      message.mutable_say()->set_text(words.rest);
      break;
    case Command::note:
      if (words.rest.empty()) return print(texts_("plain.note_what"));
      return add_note(words.rest);
    case Command::log:
      for (const auto& entry : model_.log) print(text_of(log_line(entry)));
      return;
    case Command::room:
      actions_ = room_actions(model_, texts_);
      in_actions_ = true;
      return print_actions(now);
    case Command::ready: message = set_ready(true); break;
    case Command::start: message.mutable_start_game(); break;
    case Command::leave:
      actions_ = leave_actions(model_, texts_);
      in_actions_ = true;
      return print_actions(now);
    case Command::quit: return outbox_.quit();
    case Command::back:
      in_actions_ = false;
      answering_.back();
      return print_question_or_wait(now);
    case Command::done:
    case Command::yes:
      if (model_.paused()) return print_paused();
      if (model_.waiting_for_server()) return print(texts_("answer.still_pending"));
      if (answering_.step() == Answering::Step::nothing) return print(waiting_text(model_, texts_));
      return answered(answering_.done(), now);
    case Command::no:
      if (answering_.step() == Answering::Step::confirm) answering_.back();
      return print_question_or_wait(now);
    case Command::unknown: return print(texts_("plain.unknown_command"));
  }
  (void)send(std::move(message));
}

void PlainPlayer::add_note(const std::string& text) {
  auto notes = model_.notes + (model_.notes.empty() ? "" : "\n") + text;
  if (common::code_points(notes) > max_notes_points) return print(texts_("editor.full", {std::to_string(max_notes_points)}));
  v1::ClientMessage message;
  message.mutable_save_notes()->set_text(notes);
  const auto request = send(std::move(message));
  if (request == 0) return;
  if (noting_.empty()) kept_notes_ = model_.notes;
  noting_[request] = model_.notes = std::move(notes);
}

link::RequestId PlainPlayer::send(v1::ClientMessage message) {
  const auto request = outbox_.send(std::move(message));
  if (request == 0)
    print(texts_("answer.cannot_send"));
  else if (model_.offline())
    print(texts_("answer.offline"));
  return request;
}

// Nobody reads a question and answers it so fast: the number was typed for what was asked before.
bool PlainPlayer::typed_ahead(TimePoint now) const {
  return input_ == Input::keyboard && asked_at_ && now - *asked_at_ < shortest_reading;
}

// One or several numbers: "2 1 4" chooses offer 2 and then 1 and 4 in its first field. What follows a sent answer or a
// mistake is not taken: it was meant for a question that is not there any more.
void PlainPlayer::numbers(std::string_view typed, TimePoint now) {
  auto rest = typed;
  std::vector<std::pair<Answering::FieldKey, std::string>> chosen;  // by this line: asking for more is no taking back
  while (!trimmed(rest).empty()) {
    const auto word = first_word(rest);
    if (in_actions_ || answering_.step() == Answering::Step::nothing) {
      if (actions_.empty()) return print(waiting_text(model_, texts_));
      return choose_action(number_of(word), now);
    }
    if (model_.paused()) return print_paused();
    if (model_.waiting_for_server()) return print(texts_("answer.still_pending"));
    const auto step = answering_.step();
    if (step == Answering::Step::confirm) return print_question(now);  // yes or no, not a number
    const std::pair pick(answering_.field_key(), std::string(word));
    const bool again = step == Answering::Step::pick && std::find(chosen.begin(), chosen.end(), pick) != chosen.end();
    if (const auto label = used_up(word); again && label) return print(texts_("answer.no_more_copies", {*label}));
    chosen.push_back(pick);
    const auto result = word == "."                         ? answering_.done()
                        : step == Answering::Step::number ? answering_.enter(word)
                                                            : choose(word);
    if (result == Answering::Result::problem) return print(answering_.problem());
    if (result == Answering::Result::ready) return send_answer();
  }
  print_question(now);
}

// The label of a choice that has been picked as often as it may be.
std::optional<std::string> PlainPlayer::used_up(std::string_view word) const {
  const auto all = choices();
  const auto index = choice_with_key(all, std::to_string(number_of(word)));
  if (!index || all[*index].times < all[*index].copies) return std::nullopt;
  return all[*index].label;
}

Answering::Result PlainPlayer::choose(std::string_view word) {
  const auto index = choice_with_key(choices(), std::to_string(number_of(word)));
  return answering_.choose(index.value_or(std::numeric_limits<std::size_t>::max()));
}

std::vector<std::string> PlainPlayer::shortcut_verbs(std::string_view typed) const {
  if (!model_.playing()) return {};
  const auto own = shortcuts();
  std::vector<std::string> verbs;
  auto rest = typed;
  while (!trimmed(rest).empty()) {
    const auto* shortcut = shortcut_with_key(own, first_word(rest));
    if (shortcut == nullptr) return {};
    verbs.push_back(shortcut->verb);
  }
  return verbs;
}

void PlainPlayer::send_ahead() {
  if (ahead_.empty() || model_.waiting_for_server()) return;
  const auto index = answering_.step() == Answering::Step::offers ? ahead_.take(answering_.choices()) : std::nullopt;
  if (!index) {
    ahead_.clear();
    return print(texts_("answer.ahead_dropped"));
  }
  if (answering_.choose(*index) == Answering::Result::ready) return send_answer();
  ahead_.clear();
}

void PlainPlayer::answered(Answering::Result result, TimePoint now) {
  if (result == Answering::Result::problem) return print(answering_.problem());
  if (result == Answering::Result::ready) return send_answer();
  print_question(now);
}

void PlainPlayer::send_answer() {
  const auto label = answering_.trail();
  v1::ClientMessage message;
  *message.mutable_answer() = answering_.take_answer();
  const auto* offer = answering_.answered_offer();
  const bool offline = model_.offline();
  const auto request = send(std::move(message));
  if (request == 0) return;
  model_.pending.push_back({request, label, offer != nullptr && offer->repeatable()});
  if (!offline) print(texts_("answer.pending", {label}));
  last_question_.clear();
}

void PlainPlayer::choose_action(std::size_t number, TimePoint now) {
  if (number == 0 || number > actions_.size()) return print(texts_("answer.no_such_choice"));
  perform(RoomAction(actions_[number - 1]), now);
}

void PlainPlayer::perform(const RoomAction& action, TimePoint now) {
  if (!action.confirm.empty() || !action.more.empty()) {
    in_actions_ = true;
    last_actions_.clear();
    if (!action.confirm.empty()) {
      RoomAction yes = action, no;
      yes.label = texts_("confirm.yes");
      yes.confirm.clear();
      no.label = texts_("confirm.no");
      actions_ = {no, yes};
      print(action.confirm);
    } else {
      actions_ = std::vector<RoomAction>(action.more);
    }
    return print_actions(now);
  }
  in_actions_ = false;
  last_actions_.clear();
  actions_ = room_actions(model_, texts_);
  if (model_.playing()) actions_.clear();
  if (!action.ask.empty()) {
    ask_option_ = action.ask_option;
    return print(action.ask);
  }
  if (action.quit) return outbox_.quit();
  if (action.send) (void)send(*action.send);
}

}  // namespace athanor::ui
