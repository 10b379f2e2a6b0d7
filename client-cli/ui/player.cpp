#include "player.h"

#include "renderer.h"

#include <algorithm>

namespace athanor::ui {

namespace {
// A key pressed twice answers one question: for this long after an answer brought a new question, choices are not heard.
constexpr std::chrono::milliseconds deaf_time{200};
constexpr std::chrono::milliseconds soon_after{1500};
// When a game begins or ends, keys that were meant for the list before must not leave the room.
constexpr std::chrono::milliseconds deaf_after_change{800};
// A key that means something else than a moment ago is not heard for the time that a finger on its way needs.
constexpr std::chrono::milliseconds deaf_choice{600};
}  // namespace

Player::Player(const Texts& texts, Outbox& outbox, const Place& place)
    : texts_(texts), outbox_(outbox), answering_(texts, false) {
  model_.server = place.server;
  model_.program = place.program;
  model_.authorities = place.authorities;
}

void Player::state(const link::Status& status, TimePoint now) {
  switch (ui::apply(model_, status, now)) {
    case LinkNews::none: break;
    case LinkNews::cut:
    case LinkNews::other_reason: note(model_, {LogLine::Kind::problem, status.text, {}}); break;
    case LinkNews::back:
      note(model_, {LogLine::Kind::notice, texts_("link.back"), {}});
      if (problem_ == texts_("answer.offline")) problem_.clear();
      break;
  }
  if (status.state == link::State::ended) {  // nothing can be answered any more
    deaf_until_ = now + deaf_after_change;  // nor does a key that was meant for the game close the program
    model_.decision.reset();
    model_.pending.clear();
    answering_.update(std::nullopt);
    ahead_.clear();
  }
  refresh_actions();
}

void Player::entered(const v1::RoomEntered& entered, TimePoint) {
  apply(model_, entered);
  refresh_actions();
}

void Player::update(const v1::Update& update, TimePoint now) {
  const auto changes = model_.decision_changes;
  const auto phase = model_.room.phase();
  const bool trouble = model_.room.storage_trouble();
  const bool was_paused = model_.paused();
  apply(model_, update, texts_, now);
  if (was_paused && !model_.paused()) problem_.clear();  // that nothing could be answered
  if (phase != model_.room.phase()) {
    moved_ = false;
    page_ = Page::table;  // what is new stands there: the deal, the result
    deaf_until_ = now + deaf_after_change;
    scroll_ = 0;
  }
  const bool typed = mode_ == Mode::main && typing_answer() && !answer_line_.text().empty();
  const auto field = answering_.field_key();
  const bool lost = answering_.update(model_.decision);
  const bool other = model_.decision_changes != changes;
  if (other) {
    selected_ = 0;
    moved_ = false;
    problem_.clear();
    drafts_.clear();
    deaf_choices_.clear();
    sent_text_.reset();
    if (now - answered_at_ < soon_after) deaf_until_ = now + deaf_time;
  } else if (lost && model_.decision) {
    selected_ = 0;
    problem_ = texts_("answer.changed");
  }
  const bool same_field = !other && typing_answer() && answering_.field_key() == field;
  if (trouble && !model_.room.storage_trouble()) {  // "later" is now
    if (problem_ == storage_problem_) problem_.clear();
    if (notes_refused_) save_notes();
  }
  if (typed && !same_field) mute_until_ = now + mute_after_typing;
  if (!same_field) begin_line();
  choices_changed(now);
  refresh_actions();
  send_ahead(now);
}

void Player::refusal(link::RequestId request, const v1::Refusal& refusal, TimePoint) {
  ahead_.clear();
  problem_ = apply(model_, request, refusal, texts_).text;
  if (refusal.code() == v1::REFUSAL_CODE_STORAGE) storage_problem_ = problem_;
  if (request != 0 && request == saving_notes_) notes_refused_ = true;
  if (!sent_text_ || sent_text_->request != request) return;
  drafts_[sent_text_->field] = sent_text_->text;  // to be mended instead of typed again
  if (typing_answer() && answering_.field_key() == sent_text_->field && answer_line_.text().empty()) begin_line();
  sent_text_.reset();
}

void Player::done(link::RequestId request, TimePoint) { ui::done(model_, request); }

void Player::catalogue(const v1::CatalogueReply& reply, TimePoint) {
  apply(model_, reply);
  refresh_actions();
}

void Player::begin_line() {
  const auto draft = drafts_.find(answering_.field_key());
  answer_line_ = Editor(typing_answer() && draft != drafts_.end() ? draft->second : std::string(), max_chat_points, false);
}

void Player::keep_draft() {
  if (typing_answer() && !answer_line_.text().empty()) drafts_[answering_.field_key()] = answer_line_.text();
}

// Marks the choices that mean something else now, and leaves an empty place.
void Player::choices_changed(TimePoint now) {
  const auto count = answering_.choices().size();
  for (std::size_t i = 0; i < count; ++i)
    if (answering_.changed_meaning(i)) deaf_choices_[i] = now + deaf_choice;
  select_offered();
}

void Player::select_offered() {
  if (room_list()) return;
  const auto choices = answering_.choices();
  if (selected_ < choices.size() && choices[selected_].offered) return;
  const auto first = std::find_if(choices.begin(), choices.end(), [](const Choice& c) { return c.offered; });
  selected_ = first == choices.end() ? 0 : static_cast<std::size_t>(first - choices.begin());
}

// Keeps the selection on the same action while the list around it changes.
void Player::refresh_actions() {
  const auto label = moved_ && selected_ < actions_.size() ? actions_[selected_].label : std::string();
  actions_ = room_actions(model_, texts_);
  if (!room_list()) return;
  const auto same = std::find_if(actions_.begin(), actions_.end(), [&](const auto& a) { return a.label == label; });
  const auto likely = std::find_if(actions_.begin(), actions_.end(), [](const auto& a) { return a.suggested; });
  const auto at = same != actions_.end() ? same : likely != actions_.end() ? likely : actions_.begin();
  selected_ = static_cast<std::size_t>(at - actions_.begin());
}

bool Player::room_list() const {
  return answering_.step() == Answering::Step::nothing && (!model_.playing() || model_.link.state == link::State::ended);
}

bool Player::typing_answer() const {
  return answering_.step() == Answering::Step::text || answering_.step() == Answering::Step::number;
}

std::size_t Player::choice_count() const { return room_list() ? actions_.size() : answering_.choices().size(); }

std::vector<Shortcut> Player::shortcuts() const { return renderer_for(model_.room.game()).shortcuts(texts_); }

std::vector<Choice> Player::choices() const {
  auto all = answering_.choices();
  name_keys(all, shortcuts(), choice_key);
  return all;
}

Canvas Player::draw(Size size, TimePoint now) {
  wide_ = fits(size, generous);
  too_small_ = !fits(size, smallest);
  if (wide_ && page_ == Page::own) page_ = Page::table;
  auto out = lay_out(frame(size, now), size, texts_);
  max_scroll_ = out.max_scroll;
  scroll_ = std::min(scroll_, max_scroll_);
  return std::move(out.canvas);
}

}  // namespace athanor::ui
