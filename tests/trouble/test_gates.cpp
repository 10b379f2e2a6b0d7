// Whatever is not offered at the moment is refused and changes nothing: at every question of every game, by whoever is asked and by whoever
// is not. What a phase leads to is right if the published journal folds (whole_game.h); the order of evaluation is tested with
// the rules of each game.

#include "trouble/live_server.h"
#include "trouble/whole_game.h"

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

struct Wrong {
  std::string what;
  v1::Answer answer;
  v1::RefusalCode code;  ///< with which it must be refused
};

const v1::Offer& offer_of(const v1::Decision& decision, const v1::Answer& answer) {
  return *std::find_if(decision.offers().begin(), decision.offers().end(), [&](const auto& o) { return o.id() == answer.offer_id(); });
}

// Answers that differ from a legal one in a single thing.
std::vector<Wrong> wrong_answers(const v1::Decision& decision, const v1::Answer& legal) {
  std::vector<Wrong> all;
  const auto add = [&](std::string what, v1::RefusalCode code) -> v1::Answer& {
    all.push_back({std::move(what), legal, code});
    return all.back().answer;
  };
  add("an older question", v1::REFUSAL_CODE_STALE).set_decision_id(decision.id() - 1);
  add("a question to come", v1::REFUSAL_CODE_STALE).set_decision_id(decision.id() + 1);
  std::uint32_t unused = 1;
  for (const auto& offer : decision.offers()) unused = std::max(unused, offer.id() + 1);
  add("an offer that is not there", v1::REFUSAL_CODE_NOT_OFFERED).set_offer_id(unused);
  add("no offer", v1::REFUSAL_CODE_NOT_OFFERED).set_offer_id(0);
  add("a value too many", v1::REFUSAL_CODE_NOT_OFFERED).add_values()->set_number(1);
  if (legal.values_size() > 0) add("a value too few", v1::REFUSAL_CODE_NOT_OFFERED).mutable_values()->RemoveLast();
  for (int i = 0; i < legal.values_size(); ++i) {
    if (!legal.values(i).has_picked()) continue;
    const auto& pick = offer_of(decision, legal).fields(i).pick();
    std::uint32_t beyond = 1;
    for (const auto& option : pick.options()) beyond = std::max(beyond, option.id() + 1);
    auto& other = *add("an option that is not there", v1::REFUSAL_CODE_NOT_OFFERED).mutable_values(i)->mutable_picked();
    other.clear_options();
    for (std::uint32_t n = 0; n < std::max(1U, pick.min()); ++n) other.add_options(beyond);
    auto& more = *add("more than may be chosen", v1::REFUSAL_CODE_NOT_OFFERED).mutable_values(i)->mutable_picked();
    while (static_cast<std::uint32_t>(more.options_size()) <= pick.max()) more.add_options(pick.options_size() > 0 ? pick.options(0).id() : 1);
  }
  return all;
}

}  // namespace

TEST_CASE("what is not offered is refused at every question of every game, and changes nothing") {
  const LiveServer server({"--messages-per-second", "1000000"});
  ControlRoom control(server.port());
  const auto catalogue = games::standard_catalogue();
  std::uint32_t address = 0;
  std::size_t refused = 0, by_others = 0;
  for (const auto& type : catalogue.types()) {
    const auto& traits = type->traits();
    for (unsigned seats = traits.min_seats; seats <= traits.max_seats; ++seats) {
      if (!long_run() && seats != traits.min_seats && (seats != traits.max_seats || traits.name == "der-alchimist")) continue;
      INFO(traits.name << " with " << seats);
      WholeGame game(server.port(), {traits.name, seats, {}}, address += 10);
      const auto bot = type->bot("random", seats);
      game.play([&](Player& player) {
        const auto before = player.update;
        auto legal = bot->choose(before.decision(), before.view());
        legal.set_decision_id(before.decision().id());
        for (const auto& wrong : wrong_answers(before.decision(), legal)) {
          v1::ClientMessage message;
          *message.mutable_answer() = wrong.answer;
          const auto reply = player.ask(message);
          INFO(wrong.what << ": " << reply.message.ShortDebugString().substr(0, 300));
          CHECK_FALSE(reply.accepted);
          if (player.update.sequence() == before.sequence()) CHECK(reply.code() == wrong.code);
          ++refused;
        }
        // Another seat answers this question in the name of its own.
        for (auto& other : game.people()) {
          REQUIRE(other->until([&] { return other->update.sequence() >= player.update.sequence(); }));
          if (other.get() == &player || other->update.has_decision()) continue;
          v1::ClientMessage message;
          *message.mutable_answer() = legal;
          const auto reply = other->ask(message);
          CHECK_FALSE(reply.accepted);
          ++by_others;
        }
        if (player.update.sequence() == before.sequence()) {
          CHECK(player.update.view() == before.view());
          CHECK(player.update.decision().SerializeAsString() == before.decision().SerializeAsString());
        }
        return legal;
      });
      CHECK(game.end().wrong == "");
    }
  }
  WARN("gates: " << refused << " answers refused of those who were asked, " << by_others << " of others");
  CHECK(control.verdict() == "");
}
