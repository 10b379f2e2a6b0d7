#include <fuzz/party.h>

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <stdexcept>

namespace athanor::test {
namespace {

rooms::Limits usual() {
  rooms::Limits limits;
  limits.bot_delay_ms = 1;
  return limits;
}

}  // namespace

Party::Party() : house(games::standard_catalogue, usual()) {
  for (auto& guest : guests) reconnect(guest);
}

void Party::remember() {
  for (auto& guest : guests) {
    if (!guest.client->code().empty()) guest.code = guest.client->code();
    if (!guest.client->token().empty()) guest.token = guest.client->token();
  }
}

void Party::reconnect(Guest& guest) {
  if (guest.client != nullptr) guest.client->disconnect();
  guest.client = &house.silent();
  guest.client->next_request = 1000 * ++connections_;  // ids are never used again
}

void Party::crash() {
  frozen_before_ += house.counters().rooms_frozen;
  accepted_before_ += house.counters().answers_accepted;
  house.crash();
  for (auto& guest : guests) {
    guest.client = nullptr;
    reconnect(guest);
  }
}

Guest& Party::asked(std::size_t number) {
  for (std::size_t i = 0; i < size; ++i) {
    auto& guest = guests.at((number + i) % size);
    if (guest.client->open() && guest.client->update().has_decision()) return guest;
  }
  return guests.at(number);
}

v1::ClientMessage Party::legal_answer(const Guest& guest, std::uint64_t choice) {
  v1::ClientMessage message;
  const auto& decision = guest.client->update().decision();
  if (decision.offers().empty()) return message;
  const auto& offer = decision.offers(static_cast<int>(choice % static_cast<std::uint64_t>(decision.offers_size())));
  *message.mutable_answer() = games::random_answer(decision, offer, choice);
  message.mutable_answer()->set_decision_id(decision.id());
  return message;
}

std::uint64_t Party::finish() const {
  if (frozen_before_ + house.counters().rooms_frozen > 0) throw std::logic_error("a room froze");
  return accepted_before_ + house.counters().answers_accepted;
}

}  // namespace athanor::test
