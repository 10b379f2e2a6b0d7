#include <fuzz/party.h>
#include <fuzz/targets.h>

namespace athanor::test {
namespace {

std::string filled_in(std::string bytes, const Guest& host) {
  v1::ClientMessage message;
  if (!message.ParseFromString(bytes)) return bytes;
  if (message.join_room().code() == "@") message.mutable_join_room()->set_code(host.code);
  if (message.resume_seat().code() == "@") message.mutable_resume_seat()->set_code(host.code);
  if (message.resume_seat().token() == "@") message.mutable_resume_seat()->set_token(host.token);
  return message.SerializeAsString();
}

}  // namespace

std::uint64_t fuzz_envelope(Input input) {
  Party party;
  Bytes bytes(input);
  while (!bytes.empty()) {
    const auto what = bytes.below(8);
    const std::uint64_t low = bytes.next(), number = low | bytes.next() << 8U;
    if (what < 3) {
      auto& client = *party.guests.at(what).client;
      const auto message = filled_in(bytes.take(number), party.guests[0]);
      if (client.open()) client.send_raw(message);
    } else if (what == 3) {
      party.house.advance(number);
    } else if (what < 7) {
      const auto& guest = party.asked(what - 4);
      const auto answer = Party::legal_answer(guest, number);
      if (answer.has_answer() && guest.client->open()) guest.client->send(answer);
    } else {
      party.reconnect(party.guests.at(number % Party::size));
    }
    party.remember();
  }
  return party.finish();
}

}  // namespace athanor::test
