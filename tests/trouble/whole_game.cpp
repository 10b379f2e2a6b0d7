#include "trouble/whole_game.h"

#include "support/creation.h"
#include "trouble/live_server.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace athanor::tests {
namespace {

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

}  // namespace

WholeGame::WholeGame(std::uint16_t port, const Kind& kind, std::uint32_t address) {
  for (unsigned seat = 0; seat < kind.seats; ++seat) {
    people_.push_back(std::make_unique<Player>(port, "/ws", 0, stranger(address + seat)));
    need(people_.back()->hello().accepted, "no welcome");
  }
  auto& host = *people_.front();
  const auto opened = host.ask(creation(kind.game, kind.seats, "Person 0", kind.options));
  need(opened.accepted, "no room: " + opened.message.refusal().text());
  for (unsigned seat = 1; seat < kind.seats; ++seat) need(people_[seat]->join(host.code, "Person " + std::to_string(seat)).accepted, "no seat");
  for (auto& person : people_) need(person->ready().accepted, "not ready");
  v1::ClientMessage start;
  start.mutable_start_game();
  const auto started = host.ask(start);
  need(started.accepted, "no start: " + started.message.refusal().text());
  for (auto& person : people_)
    need(person->until([&] { return person->playing() && !person->update.view().empty(); }), "the game did not begin");
}

void WholeGame::play(const Choose& choose) {
  auto& host = *people_.front();
  while (host.playing()) {
    bool answered = false;
    for (auto& person : people_) answered = turn_of(*person, choose) || answered;
    if (!answered && host.playing()) wait_for_news();
  }
  for (auto& person : people_)
    need(person->until([&] { return person->room.phase() == v1::ROOM_PHASE_FINISHED; }), "the end was not told");
}

// One answer of this person, if he is asked. His question may be gone by the time he answers, when a clock has run out.
bool WholeGame::turn_of(Player& player, const Choose& choose) {
  need(player.until([&] { return player.update.sequence() >= newest_; }), "an update did not come");
  if (!player.waited_for()) return false;
  v1::ClientMessage message;
  *message.mutable_answer() = choose(player);
  if (!player.waited_for()) return true;
  const auto question = player.update.decision().id();
  message.mutable_answer()->set_decision_id(question);
  const auto reply = player.ask(std::move(message));
  newest_ = std::max(newest_, player.update.sequence());
  if (reply.accepted) {
    ++answers_;
    objections_ = 0;
  } else if (reply.code() == v1::REFUSAL_CODE_STALE) {
    need(player.until([&] { return player.update.decision().id() != question; }), "a stale question stayed open");
  } else {
    // Some rules cannot be said with offers: whoever breaks one may try again.
    constexpr int too_often = 50;
    need(reply.code() == v1::REFUSAL_CODE_NOT_OFFERED && ++objections_ < too_often, "a legal answer was refused: " + reply.message.refusal().text());
  }
  return true;
}

// Only clocks go on: somebody is told of it.
void WholeGame::wait_for_news() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
  while (std::chrono::steady_clock::now() < end)
    for (auto& person : people_)
      if (person->next(20)) {
        newest_ = std::max(newest_, person->update.sequence());
        return;
      }
  throw std::runtime_error("the game stands still");
}

PublishedEnd WholeGame::end() {
  v1::ClientMessage request;
  request.mutable_get_journal();
  auto end = published_end(people_.front()->ask(request).message.journal().journal());
  if (!end.wrong.empty()) return end;
  if (end.answers != answers_) end.wrong = std::to_string(answers_) + " answers were accepted, " + std::to_string(end.answers) + " are in the journal";
  for (std::size_t seat = 0; seat < people_.size(); ++seat)
    if (end.views.at(seat) != people_[seat]->update.view()) end.wrong = "seat " + std::to_string(seat) + " was told another end than the journal's";
  return end;
}

}  // namespace athanor::tests
