// What is shown.

#include "player.h"

#include "renderer.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui {

Line log_line(const LogLine& entry) {
  switch (entry.kind) {
    case LogLine::Kind::event: return line(entry.text);
    case LogLine::Kind::chat: return {{entry.name + ": ", coloured(Colour::cyan, true)}, {entry.text, normal}};
    case LogLine::Kind::notice: return line("* " + entry.text, coloured(Colour::yellow));
    case LogLine::Kind::problem: return line("! " + entry.text, coloured(Colour::red, true));
  }
  return {};
}

std::vector<Player::Page> Player::pages() const {
  if (wide_ || model_.seat < 0 || model_.room.phase() == v1::ROOM_PHASE_LOBBY) return {Page::table, Page::log, Page::chat};
  return {Page::table, Page::own, Page::log, Page::chat};
}

std::vector<Block> Player::page_blocks(bool wide) const {
  if (page_ == Page::log || page_ == Page::chat) {
    Block block;
    for (const auto& entry : model_.log)
      if (page_ == Page::log || entry.kind == LogLine::Kind::chat) block.lines.push_back(log_line(entry));
    if (block.lines.empty()) block.lines.push_back(line(texts_(page_ == Page::log ? "log.empty" : "chat.empty"), dim));
    return {std::move(block)};
  }
  auto picture = ui::draw(Scene{model_, texts_});
  if (!wide) return page_ == Page::own ? std::move(picture.own) : std::move(picture.table);
  std::move(picture.own.begin(), picture.own.end(), std::back_inserter(picture.table));
  return std::move(picture.table);
}

std::vector<Terms::Topic> Player::topics() const {
  auto all = model_.terms.topics(model_.decision ? model_.decision->help() : std::string());
  all.push_back({texts_("help.keys_title"), texts_("help.keys")});
  return all;
}

Overlay Player::help() const {
  const auto all = topics();
  const auto& topic = all[std::min(topic_, all.size() - 1)];
  Overlay overlay{texts_("help.title", {std::to_string(topic_ + 1), std::to_string(all.size()), topic.title}), {}, nullptr};
  std::string_view rest = topic.text;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    overlay.lines.push_back(line(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return overlay;
}

Panel Player::menu_panel() const {
  const auto& menu = menus_.back();
  Panel panel;
  panel.title = menu.title;
  for (const auto& action : menu.actions) panel.choices.push_back({action.label, 0, 1, {}});
  panel.selected = menu.selected;
  return panel;
}

void Player::question_lines(Panel& panel) const {
  const auto trail = answering_.trail();
  Line question;
  if (!trail.empty() && answering_.step() != Answering::Step::confirm && !answering_.at_beginning()) question.push_back({trail + ": ", dim});
  question.push_back({answering_.question(), bold});
  panel.lines.push_back(std::move(question));
  if (answering_.suspended()) panel.lines.push_back(line("! " + texts_("answer.suspended", {trail}), coloured(Colour::red, true)));
  panel.choices = choices();
  if (typing_answer()) {
    panel.prompt = "> ";
    panel.editor = &answer_line_;
  }
}

Panel Player::panel(TimePoint now) const {
  if (mode_ == Mode::menu) return menu_panel();
  Panel panel;
  panel.clock = clock_text(model_, texts_, now);
  panel.selected = selected_;
  const bool asked = answering_.step() != Answering::Step::nothing;
  const bool paused = model_.paused();
  panel.title = texts_(paused ? "panel.paused" : asked ? "panel.your_decision" : room_list() ? "panel.room" : "panel.wait");
  if (paused) panel.lines.push_back(line(paused_text(model_, texts_), coloured(Colour::yellow, true)));
  if (paused && model_.host()) panel.lines.push_back(line(texts_("waiting.go_on_key", {texts_("room.continue")})));
  if (!problem_.empty()) panel.lines.push_back(line("! " + problem_, coloured(Colour::red, true)));
  for (const auto& pending : model_.pending)
    panel.lines.push_back(line(texts_("answer.pending", {pending.label}), coloured(Colour::yellow)));
  if (model_.waiting_for_server()) {
    // The question is answered as far as this side can tell: what it offered keeps its place until the server has spoken.
    panel.choices = choices();
    panel.waiting = true;
    if (!ahead_.empty()) panel.lines.push_back(line(texts_("answer.ahead", {std::to_string(ahead_.size())}), dim));
  } else if (asked) {
    question_lines(panel);  // to be thought about, but not answered, while the game is paused
    panel.waiting = paused;
  } else if (room_list()) {
    for (const auto& action : actions_) panel.choices.push_back({action.label, 0, 1, {}});
  } else if (!paused) {
    panel.lines.push_back(line(waiting_text(model_, texts_)));
  }
  if (mode_ == Mode::chat || mode_ == Mode::ask) {
    panel.prompt = mode_ == Mode::chat ? texts_("chat.prompt") : ask_prompt_ + " ";
    panel.editor = &line_;
  }
  return panel;
}

std::vector<std::pair<std::string, std::string>> Player::footer() const {
  std::vector<std::pair<std::string, std::string>> keys;
  const auto add = [&](std::string_view key, std::string_view text) { keys.emplace_back(texts_(key), texts_(text)); };
  switch (mode_) {
    case Mode::chat:
    case Mode::ask:
      add("key.enter", "foot.send");
      add("key.escape", "foot.back");
      return keys;
    case Mode::notes: add("key.escape", "foot.save"); return keys;
    case Mode::help:
      add("key.escape", "foot.close");
      add("key.left_right", "foot.topics");
      add("key.up_down", "foot.scroll");
      return keys;
    case Mode::menu:
      add("key.enter", "foot.choose");
      add("key.escape", "foot.back");
      return keys;
    case Mode::main: break;
  }
  const auto listed = choices();
  const bool numbered = std::any_of(listed.begin(), listed.end(), [](const Choice& choice) { return choice.offered && !choice.own_key; });
  const bool heard = !model_.paused();
  if (room_list() ? choice_count() > 0 : numbered && heard) add("key.digits", "foot.choose");
  if (answering_.can_finish() && heard) add("key.enter", answering_.step() == Answering::Step::confirm ? "foot.yes" : "foot.done");
  if (answering_.can_go_back()) add("key.escape", answering_.has_picks() ? "foot.take_back" : "foot.back");
  if (typing_answer()) {
    add("key.enter", "foot.send");
    return keys;
  }
  if (model_.link.state == link::State::ended) {  // nothing can be said or noted any more
    keys.emplace_back("?", texts_("foot.help"));
    keys.emplace_back("q", texts_("foot.leave"));
    add("key.tab", "foot.page");
    return keys;
  }
  // What nobody may miss comes before what the help tells, too: a narrow screen cuts the end.
  if (model_.room.phase() == v1::ROOM_PHASE_LOBBY && model_.seat >= 0) keys.emplace_back("r", texts_("foot.ready"));
  keys.emplace_back("?", texts_("foot.help"));
  keys.emplace_back("q", texts_("foot.leave"));
  keys.emplace_back("m", texts_("foot.menu"));
  add("key.tab", "foot.page");
  keys.emplace_back("t", texts_("foot.chat"));
  if (model_.seat >= 0) keys.emplace_back("n", texts_("foot.notes"));
  return keys;
}

Frame Player::frame(Size size, TimePoint now) const {
  const bool wide = fits(size, generous);
  Frame frame;
  const auto& game = model_.terms.game();
  const auto title = game.title().empty() ? std::string("Athanor") : game.title();
  const auto picture = ui::draw(Scene{model_, texts_});
  frame.title = title;
  if (!model_.code.empty()) frame.title += " · " + model_.code;
  const bool gone = model_.link.state == link::State::ended && model_.link.ending == link::Ending::removed;
  const bool closed = gone && !model_.link.room_goes_on;
  const auto headline = closed ? phase_text(v1::ROOM_PHASE_CLOSED, texts_) : gone ? std::string() : picture.headline;  // no turn any more
  if (!headline.empty()) frame.title += " · " + headline;
  const bool online = model_.link.state == link::State::online;
  const auto who = model_.watching() ? texts_("title.watching")
                   : model_.seat >= 0 ? seat_name(model_.room, model_.seat, texts_) : std::string();
  frame.state = (who.empty() ? "" : who + " · ") + texts_(online ? "title.online" : "title.offline");

  if (auto text = connection_text(model_, texts_, now); !text.empty()) frame.banners.push_back(std::move(text));
  if (!model_.room.notice().empty())
    frame.banners.push_back(model_.room.notice());
  else if (model_.paused())
    frame.banners.push_back(texts_("room.paused"));
  if (auto text = restored_text(model_, texts_); !text.empty()) frame.banners.push_back(std::move(text));

  for (const auto page : pages()) {
    if (page == page_) frame.tab = frame.tabs.size();
    const auto* name = page == Page::own ? "tab.own" : page == Page::log ? "tab.log" : page == Page::chat ? "tab.chat" : "tab.table";
    frame.tabs.push_back(texts_(name));
  }
  frame.blocks = page_blocks(wide);
  frame.follow_end = page_ == Page::log || page_ == Page::chat;
  frame.scroll = scroll_;
  frame.log_title = texts_("log.title");
  if (!frame.follow_end) {
    const std::size_t most = 16, skip = model_.log.size() > most ? model_.log.size() - most : 0;
    for (std::size_t i = skip; i < model_.log.size(); ++i) frame.log.push_back(log_line(model_.log[i]));
  }
  frame.panel = panel(now);
  frame.keys = footer();
  if (mode_ == Mode::help) frame.overlay = help();
  if (mode_ == Mode::notes) frame.overlay = Overlay{texts_("notes.title"), {}, &notes_};
  return frame;
}

}  // namespace athanor::ui
