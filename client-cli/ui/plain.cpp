#include "plain.h"

#include "renderer.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <charconv>

namespace athanor::ui {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::size_t> number_of(std::string_view word) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

std::string lines_as_text(const std::vector<Line>& lines) {
  std::string all;
  for (const auto& text : lines) all += text_of(text) + "\n";
  return all;
}

}  // namespace

PlainPlayer::PlainPlayer(const Texts& texts, Outbox& outbox, const Place& place, Input input, std::function<void(const std::string&)> print)
    : texts_(texts), outbox_(outbox), input_(input), print_(std::move(print)), answering_(texts, true) {
  model_.server = place.server;
  model_.program = place.program;
  model_.authorities = place.authorities;
}

// The one way out: no control character passes.
void PlainPlayer::print(std::string_view text) {
  for (;;) {
    const auto end = text.find('\n');
    print_(common::printable(text.substr(0, end)));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void PlainPlayer::state(const link::Status& status, TimePoint now) {
  switch (ui::apply(model_, status, now)) {
    case LinkNews::none: break;
    case LinkNews::cut:
    case LinkNews::other_reason: print(texts_("plain.cut_off", {status.text, std::to_string((status.retry_in.count() + 999) / 1000)})); break;
    case LinkNews::back:
      print(texts_("link.back"));
      last_question_.clear();  // what is asked is said again
      last_actions_.clear();
      break;
  }
  if (status.state == link::State::ended) print(status.text);
}

void PlainPlayer::entered(const v1::RoomEntered& entered, TimePoint) {
  apply(model_, entered);
  if (greeted_) return;
  greeted_ = true;
  print(entered.seat() < 0 ? texts_("plain.watching", {model_.code})
                           : texts_("plain.entered", {model_.code, std::to_string(entered.seat() + 1)}));
  if (entered.seat() >= 0) {
    print(texts_("lobby.join_line") + " " + join_command(model_));
    if (const auto file = friends_need(model_, texts_); !file.empty()) print(file);
  }
  print(texts_("plain.help_hint"));
}

void PlainPlayer::update(const v1::Update& update, TimePoint now) {
  for (const auto& entry : apply(model_, update, texts_, now)) {
    if (entry.kind == LogLine::Kind::chat)
      print(texts_("plain.says", {entry.name, entry.text}));
    else
      print(entry.text);
  }
  const bool lost = answering_.update(model_.decision);
  // A line is typed as a whole: nothing is half done that could be kept.
  const bool gone = answering_.suspended() && answering_.back();
  if ((lost || gone) && model_.decision) print(texts_("answer.changed"));
  print_room_changes();
  send_ahead();
  print_prompt(now);
}

std::vector<Shortcut> PlainPlayer::shortcuts() const { return renderer_for(model_.room.game()).shortcuts(texts_); }

std::vector<Choice> PlainPlayer::choices() const {
  auto all = answering_.choices();
  name_keys(all, shortcuts(), [](std::size_t index) { return std::to_string(index + 1); });
  return all;
}

// What there is to answer now, if it has not been said yet.
void PlainPlayer::print_prompt(TimePoint now) {
  if (model_.room.seats_size() == 0) return;  // nothing is known of the room yet
  if (model_.paused()) {
    last_question_.clear();  // it is asked again when the game goes on
    if (!std::exchange(said_paused_, true)) print_paused();
    return;
  }
  said_paused_ = false;
  if (answering_.step() != Answering::Step::nothing) {
    if (model_.waiting_for_server()) return;
    std::string question = answering_.question();
    for (const auto& choice : answering_.choices()) question += "\n" + choice.label;  // empty places count: they are numbers too
    if (asked_ == model_.decision_changes && question == last_question_) return;
    if (asked_ != model_.decision_changes) print_brief();
    asked_ = model_.decision_changes;
    last_question_ = std::move(question);
    in_actions_ = false;
    print_question(now);
    return;
  }
  last_question_.clear();
  if (in_actions_) return;  // a list that was asked for stays what its numbers mean
  if (!model_.playing()) {
    const auto actions = room_actions(model_, texts_);
    std::string labels;
    for (const auto& action : actions) labels += action.label + "\n";
    actions_ = actions;
    // A host's list names the game's options: it is said once they are known.
    const bool options_known = !model_.host() || !model_.terms.game().name().empty();
    if (labels == last_actions_ || !options_known) return;
    last_actions_ = labels;
    print_actions(now);
  } else {
    actions_.clear();
    last_actions_.clear();
  }
}

void PlainPlayer::print_paused() {
  print(paused_text(model_, texts_));
  if (model_.host()) print(texts_("plain.go_on", {texts_("room.continue")}));
}

void PlainPlayer::print_room_changes() {
  const auto seats = lines_as_text(seats_block({model_, texts_, true}).lines);
  const auto key = phase_text(model_.room.phase(), texts_) + "\n" + seats;
  // During a game presence is told by the seats list too, but only people and their state, not who is deciding.
  if (model_.room.phase() != v1::ROOM_PHASE_LOBBY) {
    if (model_.room.phase() == v1::ROOM_PHASE_FINISHED && !last_seats_.starts_with(phase_text(model_.room.phase(), texts_)))
      print_blocks(true);
    last_seats_ = key;
    return;
  }
  print_options();
  if (key == last_seats_) return;
  last_seats_ = key;
  print(texts_("block.seats") + ":");
  print(trimmed(std::string_view(seats).substr(0, seats.size() - (seats.empty() ? 0 : 1))));
}

// All of them at first, then those that change.
void PlainPlayer::print_options() {
  if (model_.terms.game().name().empty() || model_.room.phase() != v1::ROOM_PHASE_LOBBY) return;  // they have no names yet
  const auto block = options_block({model_, texts_, true});
  std::vector<std::string> now;
  for (const auto& option : block.lines) now.push_back(text_of(option));
  if (last_options_.empty() && !now.empty()) print(block.title + ":");
  for (const auto& option : now)
    if (std::find(last_options_.begin(), last_options_.end(), option) == last_options_.end()) print(option);
  last_options_ = std::move(now);
}

void PlainPlayer::print_brief() {
  const auto brief = lines_as_text(ui::draw({model_, texts_, true}).brief);
  if (brief.empty() || brief == last_brief_) return;
  last_brief_ = brief;
  print(std::string_view(brief).substr(0, brief.size() - 1));
}

void PlainPlayer::print_blocks(bool table) {
  const auto picture = ui::draw({model_, texts_, true});
  const auto& blocks = table ? picture.table : picture.own;
  if (!picture.headline.empty() && table) print(picture.headline);
  if (blocks.empty()) print(texts_("plain.nothing_to_show"));
  for (const auto& block : blocks) {
    print(block.title + ":");
    for (const auto& text : block.lines) print("  " + text_of(text));
  }
}

void PlainPlayer::print_question(TimePoint now) {
  asked_at_ = now;
  const auto step = answering_.step();
  print(answering_.question());
  if (const auto left = time_left(model_, now))
    print_clock((left->count() + 999) / 1000);
  for (const auto& choice : choices()) {
    if (!choice.offered) continue;
    auto text = choice.key + ". " + choice.label;
    if (choice.copies > 1) text += " " + texts_("plain.copies", {std::to_string(choice.copies)});
    if (choice.times == 1) text += " " + texts_("plain.chosen_once");
    if (choice.times > 1) text += " " + texts_("plain.chosen", {std::to_string(choice.times)});
    print(text);
  }
  if (step == Answering::Step::pick && answering_.field()->pick().max() > 1) print(texts_("plain.pick_hint"));
  if (answering_.would_pick_none()) print(texts_("plain.pick_none_hint"));
  if (step == Answering::Step::text) print(texts_("plain.text_hint"));
  if (step == Answering::Step::confirm) print(texts_("plain.confirm_hint"));
}

void PlainPlayer::print_clock(std::int64_t seconds) {
  const std::string text = model_.decision->clock_stopped() ? "plain.clock_stopped" : "plain.clock";
  print(texts_(seconds == 1 ? text + "_one" : text, {std::to_string(seconds)}));
}

void PlainPlayer::print_actions(TimePoint now) {
  asked_at_ = now;
  print(texts_("plain.room_actions"));
  for (std::size_t i = 0; i < actions_.size(); ++i) print(std::to_string(i + 1) + ". " + actions_[i].label);
}

void PlainPlayer::print_help(std::string_view which) {
  const auto topics = model_.terms.topics(model_.decision ? model_.decision->help() : std::string());
  if (const auto number = number_of(which); number && *number >= 1 && *number <= topics.size()) {
    print(topics[*number - 1].title + ":");
    print(topics[*number - 1].text);
    return;
  }
  if (which.empty())
    print(texts_("plain.help"));
  else
    print(texts_("plain.no_such_topic", {which}));
  if (topics.empty()) return;
  print(texts_("plain.help_topics"));
  for (std::size_t i = 0; i < topics.size(); ++i) print(std::to_string(i + 1) + ". " + topics[i].title);
}

void PlainPlayer::refusal(link::RequestId request, const v1::Refusal& refusal, TimePoint now) {
  if (noting_.erase(request) > 0) model_.notes = noting_.empty() ? kept_notes_ : noting_.rbegin()->second;
  print(apply(model_, request, refusal, texts_).text);
  ahead_.clear();
  last_question_.clear();
  print_prompt(now);
}

void PlainPlayer::done(link::RequestId request, TimePoint) {
  ui::done(model_, request);
  const auto noted = noting_.find(request);
  if (noted == noting_.end()) return;
  kept_notes_ = noted->second;
  noting_.erase(noted);
  print(texts_("plain.noted"));
}

void PlainPlayer::catalogue(const v1::CatalogueReply& reply, TimePoint now) {
  apply(model_, reply);
  print_options();
  print_prompt(now);
}

}  // namespace athanor::ui
