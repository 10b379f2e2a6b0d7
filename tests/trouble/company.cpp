#include "trouble/company.h"

#include "support/creation.h"
#include "support/published_end.h"
#include "trouble/live_server.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace athanor::tests {
namespace {

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

}  // namespace

bool stays_open(const v1::Decision& question) {
  return std::any_of(question.offers().begin(), question.offers().end(), [](const auto& offer) { return offer.repeatable(); });
}

Company::Company(std::uint16_t port, const Opening& opening)
    : port_(port), opening_(opening), tokens_(opening.seats), people_(opening.seats) {
  const auto catalogue = games::standard_catalogue();
  const auto* type = catalogue.find(opening.game);
  for (std::uint32_t seat = 0; seat < opening.seats; ++seat) {
    auto& player = *(people_[seat] = connection(seat));
    const auto entered = seat == 0 ? player.ask(creation(opening.game, opening.seats, "Seat 0", {opening.options.begin(), opening.options.end()})) : player.join(code_, "Seat " + std::to_string(seat));
    need(entered.accepted, "not let in: " + entered.message.refusal().text());
    need(player.seat == static_cast<std::int32_t>(seat), "another seat than the next free one");
    code_ = player.code;
    tokens_[seat] = player.token;
    if (seat > 0) need(player.ready().accepted, "not ready");
    const auto bot_seed = opening.seed * 31 + seat;
    bots_.push_back(type != nullptr ? type->bot("random", bot_seed) : games::random_bot(bot_seed));
  }
  v1::ClientMessage start;
  start.mutable_start_game();
  const auto started = at(0).ask(std::move(start));
  need(started.accepted, "not started: " + started.message.refusal().text());
  newest_ = at(0).update.sequence();
  settle();
}

std::unique_ptr<Player> Company::connection(std::size_t seat) {
  const auto source = opening_.from ? stranger(*opening_.from + static_cast<std::uint32_t>(seat)) : std::string();
  auto player = std::make_unique<Player>(port_, "/ws", 0, source);
  player->last_request = 1000 * ++connections_;  // no two requests of a seat have the same number
  if (opening_.transcripts != nullptr) player->heard = [transcript = &opening_.transcripts->at(seat)](const std::string& bytes) { *transcript += bytes; };
  need(player->hello().accepted, "no welcome");
  return player;
}

Player& Company::somebody() {
  const auto there = std::find_if(people_.begin(), people_.end(), [](const auto& player) { return player != nullptr; });
  need(there != people_.end(), "nobody is present");
  return **there;
}

std::size_t Company::present() const {
  return static_cast<std::size_t>(std::count_if(people_.begin(), people_.end(), [](const auto& player) { return player != nullptr; }));
}

void Company::settle() {
  for (bool all = false; !all;) {
    all = true;
    for (const auto& player : people_) {
      if (!player) continue;
      need(player->until([&] { return player->update.sequence() >= newest_; }), "an update did not come");
      all = all && player->update.sequence() == newest_;
      newest_ = player->update.sequence();
    }
  }
}

bool Company::over() {
  settle();
  return somebody().room.phase() == v1::ROOM_PHASE_FINISHED;
}

bool Company::act() {
  settle();
  for (const bool waited_for : {true, false})
    for (std::size_t i = 0; i < seats(); ++i) {
      const auto seat = (turn_ + i) % seats();
      const auto& player = people_[seat];
      if (!player || !player->playing() || !player->update.has_decision() || player->waited_for() != waited_for) continue;
      if (!answer(seat)) continue;
      turn_ = seat + 1;
      return true;
    }
  return false;
}

// False: he waits. An answer may come too late, or fit the offers but not a rule that these cannot express, as a free text.
bool Company::answer(std::size_t seat) {
  auto& player = at(seat);
  for (int tries = 0; tries < 50 && player.update.has_decision(); ++tries) {
    v1::ClientMessage message;
    *message.mutable_answer() = bots_[seat]->choose(player.update.decision(), player.update.view());
    if (message.answer().offer_id() == 0 && bots_[seat]->asks_again_after_ms() > 0) return false;
    message.mutable_answer()->set_decision_id(player.update.decision().id());
    const auto reply = player.ask(std::move(message));
    if (reply.accepted) {
      newest_ = std::max(newest_, player.update.sequence());
      ++answers_;
      return true;
    }
    const auto& refusal = reply.message.refusal();
    if (refusal.code() == v1::REFUSAL_CODE_TOO_MANY) {
      std::this_thread::sleep_for(std::chrono::milliseconds(refusal.retry_after_ms()));
    } else if (refusal.code() == v1::REFUSAL_CODE_STALE) {
      signs_of_life();
    } else {
      need(refusal.code() == v1::REFUSAL_CODE_NOT_OFFERED && !refusal.reason().empty(), "a legal answer was refused: " + refusal.text());
    }
  }
  return true;
}

void Company::signs_of_life() {
  v1::ClientMessage sign;
  sign.mutable_heartbeat();
  for (const auto& player : people_)
    if (player) newest_ = std::max(newest_, player->ask(sign).message.heartbeat().sequence());
  settle();
}

void Company::refresh() {
  v1::ClientMessage words;
  words.mutable_say()->set_text("How long?");
  auto& player = somebody();
  need(player.ask(std::move(words)).accepted, "nothing could be said");
  newest_ = player.update.sequence();
  settle();
}

std::unique_ptr<Player> Company::fall_silent(std::size_t seat) { return std::move(people_.at(seat)); }

void Company::come_back(std::size_t seat) {
  auto player = connection(seat);
  need(player->resume(code_, tokens_[seat]).accepted, "the seat was not given back");
  come_back(seat, std::move(player), 0);
}

void Company::come_back(std::size_t seat, std::unique_ptr<Player> player, std::size_t answers) {
  need(player->until([&] { return player->update.sequence() != 0; }), "no update after coming back");
  people_.at(seat) = std::move(player);
  answers_ += answers;
  settle();
}

void Company::leave(std::size_t seat) {
  v1::ClientMessage message;
  message.mutable_leave_room();
  need(at(seat).ask(std::move(message)).accepted, "not let go");
  people_[seat].reset();
  ++newest_;
  if (present() > 0) settle();
}

void Company::leave_all_but(std::size_t seat) {
  for (std::size_t other = 0; other < seats(); ++other)
    if (other != seat && people_[other] && !over()) leave(other);
}

std::string Company::verdict() {
  settle();
  v1::ClientMessage request;
  request.mutable_get_journal();
  const auto end = published_end(somebody().ask(std::move(request)).message.journal().journal());
  if (!end.wrong.empty()) return end.wrong;
  if (end.answers != answers_) return std::to_string(answers_) + " answers were accepted, " + std::to_string(end.answers) + " are in the journal";
  for (std::size_t seat = 0; seat < seats(); ++seat)
    if (people_[seat] && end.views.at(seat) != people_[seat]->update.view()) return "seat " + std::to_string(seat) + " was told another end";
  return {};
}

void ManualTime::pass(std::uint64_t ms, Company& company) {
  constexpr std::uint64_t unheard_at_most_ms = 44'000;  // the server asks whoever is silent for 45 s, and waits for 90 s
  while (ms > 0) {
    if (unheard_ms_ == unheard_at_most_ms) everybody_is_heard(company);
    const auto part = std::min(ms, unheard_at_most_ms - unheard_ms_);
    seams_.advance(part);
    unheard_ms_ += part;
    ms -= part;
  }
}

void ManualTime::everybody_is_heard(Company& company) {
  company.signs_of_life();
  constexpr std::size_t moves_of_two_rounds = 3;  // in one of them both of the control room read, and answer pings
  const auto moves = control_.moves();
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
  while (control_.moves() < moves + moves_of_two_rounds) {
    need(std::chrono::steady_clock::now() < until, "the control room stands still");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  unheard_ms_ = 0;
}

bool ManualTime::until_something_happens(Company& company) {
  constexpr std::uint64_t longest_ms = 3'600'000;
  const auto before = company.sequence();
  for (std::uint64_t step = 1000, passed = 0; passed < longest_ms; passed += step, step = std::min<std::uint64_t>(2 * step, 40'000)) {
    pass(step, company);
    company.signs_of_life();
    if (company.sequence() > before) return true;
  }
  return false;
}

}  // namespace athanor::tests
