#include "trouble/seated.h"

#include "support/creation.h"
#include "support/published_end.h"
#include "trouble/live_server.h"

#include <algorithm>
#include <stdexcept>

namespace athanor::tests {
namespace {

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

const v1::Offer* offer_of(const v1::Decision& decision, std::string_view verb) {
  for (const auto& offer : decision.offers())
    if (offer.verb() == verb) return &offer;
  return nullptr;
}

v1::Answer press(const v1::Decision& decision, const v1::Offer& offer) {
  v1::Answer answer;
  answer.set_decision_id(decision.id());
  answer.set_offer_id(offer.id());
  return answer;
}

// Der Alchimist's contest, where one question stays open for all: everybody claims another die, all vote, all are ready.
v1::Answer in_contest(const v1::Decision& decision, std::uint64_t& chance, std::uint32_t rank, bool alone) {
  chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
  const bool doubts = (chance >> 33U) % 3 == 0;
  if (const auto* valid = offer_of(decision, "vote-valid")) return press(decision, doubts ? *offer_of(decision, "vote-invalid") : *valid);
  if (const auto* object = offer_of(decision, "object"); object != nullptr && alone) return games::random_answer(decision, *object, chance);
  std::vector<const v1::Offer*> dice;
  for (const auto& offer : decision.offers())
    if (offer.verb() == "claim") dice.push_back(&offer);
  if (rank < dice.size()) {
    auto answer = games::random_answer(decision, *dice[rank], chance);
    answer.mutable_values(0)->mutable_text()->front() = dice[rank]->label().front();
    return answer;
  }
  if (!dice.empty()) return {};
  if (const auto* ready = offer_of(decision, "ready")) return press(decision, *ready);
  return {};
}

// Little Alchemists' test: all fill in one sheet, each another answer of it; then each confirms.
v1::Answer in_test(const v1::Update& update, std::uint64_t& chance, std::uint32_t rank) {
  const auto& decision = update.decision();
  if (const auto* confirm = offer_of(decision, "test-confirm")) return press(decision, *confirm);
  if (const auto* submit = offer_of(decision, "test-submit")) return press(decision, *submit);
  const auto& fill = *offer_of(decision, "test-answer");
  const auto& questions = fill.fields(0).pick().options();
  if (rank >= static_cast<std::uint32_t>(questions.size())) return {};
  auto answer = games::random_answer(decision, fill, chance);
  const auto place = (rank + update.sequence()) % static_cast<std::uint64_t>(questions.size());
  answer.mutable_values(0)->mutable_picked()->set_options(0, questions[static_cast<int>(place)].id());
  return answer;
}

// What leads to questions for several at once: potions in The Alchemists, answers to vote on in Der Alchimist.
v1::Answer leads_to_questions(const v1::Decision& decision, std::uint64_t& chance) {
  for (const auto* verb : {"use", "brew", "take-answer"})
    for (const auto& offer : decision.offers())
      if (offer.verb() == verb)
        if (auto answer = games::random_answer(decision, offer, chance); answer.offer_id() != 0) return answer;
  return {};
}

}  // namespace

std::vector<Wanted> every_game() {
  return {{"quacksalber", 4, {{"clock", "off"}}},
          {"der-alchimist",
           4,
           {{"turn-clock", "off"}, {"book-scan", "300"}, {"challenge-commit", "180"}, {"creativity-read", "15"}, {"creativity-vote", "60"},
            {"creativity-review", "30"}, {"final-vote", "120"}, {"final-veto", "120"}}},
          {"the-alchemists", 4},
          {"little-alchemists", 4, {{"level", "1"}}},
          {"little-alchemists-companion", 3, {{"level", "1"}}}};
}

Wanted one_game(const std::string& name) {
  const auto all = every_game();
  return *std::find_if(all.begin(), all.end(), [&](const Wanted& wanted) { return wanted.game == name; });
}

const v1::Offer& offer_taken(const v1::Decision& decision, const v1::Answer& answer) {
  for (const auto& offer : decision.offers())
    if (offer.id() == answer.offer_id()) return offer;
  return v1::Offer::default_instance();
}

v1::ClientMessage creation(const Wanted& wanted, const std::string& name) {
  return creation(wanted.game, wanted.seats, name, wanted.options);
}

v1::ClientMessage answer_message(const v1::Answer& answer) {
  v1::ClientMessage message;
  *message.mutable_answer() = answer;
  return message;
}

std::string Seated::framed(v1::ClientMessage message, std::uint64_t* request) {
  if (message.request() == 0) message.set_request(++player.last_request);
  ++sent_[message.request()];
  if (request != nullptr) *request = message.request();
  return frame(op_binary, message.SerializeAsString());
}

std::uint64_t Seated::send(v1::ClientMessage message) {
  std::uint64_t request = 0;
  need(player.ws.socket().send(framed(std::move(message), &request)), "a request could not be sent");
  return request;
}

bool Seated::read(int within_ms) {
  const auto message = player.next(within_ms);
  if (!message) return false;
  if (message->request() != 0) ++replied_[message->request()];
  for (const auto request : message->update().acknowledged()) ++replied_[request];
  if (message->has_refusal()) refusals[message->request()] = message->refusal();
  return true;
}

std::size_t Seated::replies(std::uint64_t request) const {
  const auto at = replied_.find(request);
  return at == replied_.end() ? 0 : at->second;
}

bool Seated::answered() const {
  return std::all_of(sent_.begin(), sent_.end(), [&](const auto& sent) { return replies(sent.first) >= sent.second; });
}

bool Seated::fence(std::uint64_t newest) {
  if (!until([&] { return sequence() >= newest; })) return false;
  for (int twice = 0; twice < 2; ++twice) {  // an update that follows the one on its way
    v1::ClientMessage beat;
    beat.mutable_heartbeat()->set_last_sequence(sequence());
    const auto request = send(std::move(beat));
    if (!until([&] { return replies(request) > 0; })) return false;
  }
  return true;
}

std::string Seated::miscounted() const {
  std::string all;
  for (const auto& [request, times] : sent_)
    if (replies(request) != times)
      all += "request " + std::to_string(request) + ": sent " + std::to_string(times) + " times, answered " + std::to_string(replies(request)) + "; ";
  for (const auto& [request, times] : replied_)
    if (!sent_.contains(request)) all += "an answer to request " + std::to_string(request) + " of somebody else; ";
  return all;
}

FullTable::FullTable(std::uint16_t port, const Wanted& wanted, std::uint32_t first_source) {
  for (std::uint32_t seat = 0; seat < wanted.seats; ++seat) people_.push_back(std::make_unique<Seated>(port, stranger(first_source + seat)));
  auto& host = people_.front()->player;
  const auto opened = host.ask(creation(wanted, "Seat 1"));
  need(opened.accepted, "no room: " + opened.message.refusal().text());
  for (std::uint32_t seat = 1; seat < wanted.seats; ++seat)
    need(at(seat).player.join(host.code, "Seat " + std::to_string(seat + 1)).accepted, "somebody was not let in");
  for (const auto& person : people_) need(person->player.ready().accepted, "somebody is not ready");
  v1::ClientMessage start;
  start.mutable_start_game();
  const auto started = host.ask(start);
  need(started.accepted, "the game was not started: " + started.message.refusal().text());
  for (const auto& person : people_) need(person->until([&] { return person->player.playing(); }), "the game did not begin");
  settle();
}

void FullTable::settle() {
  std::uint64_t newest = 0;
  for (const auto& person : people_) newest = std::max(newest, person->sequence());
  for (const auto& person : people_) need(person->fence(newest), "an update did not come");
  for (const auto& person : people_)
    if (person->sequence() > newest) return settle();  // a clock went on
}

v1::PublishedJournal published(Seated& member) {
  v1::ClientMessage request;
  request.mutable_get_journal();
  v1::PublishedJournal journal;
  need(journal.ParseFromString(member.player.ask(request).message.journal().journal()), "the journal did not come");
  return journal;
}

std::vector<Accepted> answers_between(const v1::PublishedJournal& journal, std::uint64_t first, std::uint64_t last) {
  std::vector<Accepted> all;
  for (const auto& entry : journal.entries())
    if (entry.has_answer() && entry.sequence() >= first && entry.sequence() <= last)
      all.push_back({entry.answer().seat(), entry.answer().answer().SerializeAsString()});
  return all;
}

std::string journal_fault(FullTable& table, const v1::PublishedJournal& journal, const std::vector<Accepted>& accepted) {
  const auto by_seat = [](std::vector<Accepted> all) {
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.seat < b.seat; });
    return all;
  };
  const auto written = answers_between(journal, 0, UINT64_MAX);
  if (written.size() != accepted.size())
    return std::to_string(accepted.size()) + " answers were accepted, " + std::to_string(written.size()) + " are in the journal";
  if (by_seat(written) != by_seat(accepted)) return "the answers in the journal are not those that were accepted";
  const auto end = published_end(journal.SerializeAsString());
  if (!end.wrong.empty()) return "the journal does not fold: " + end.wrong;
  for (std::uint32_t seat = 0; seat < table.seats(); ++seat)
    if (end.views.at(seat) != table.at(seat).player.update.view()) return "the end that seat " + std::to_string(seat) + " was told is not that of the journal";
  return {};
}

v1::Answer Chooser::answer(const v1::Update& update, std::uint32_t rank, bool alone) {
  const auto& decision = update.decision();
  if (offer_of(decision, "wait") != nullptr) return in_contest(decision, chance_, rank, alone);
  if (offer_of(decision, "test-answer") != nullptr) return in_test(update, chance_, rank);
  auto answer = leads_to_questions(decision, chance_);
  // The companion's progress has rules that no offer can express.
  while (answer.offer_id() == 0 || offer_taken(decision, answer).verb() == "progress") answer = bot_->choose(decision, update.view());
  answer.set_decision_id(decision.id());
  return answer;
}

}  // namespace athanor::tests
