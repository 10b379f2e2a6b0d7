// People who take whatever can be had: piles are shuffled anew or end, stocks are sold out, and nobody stands still for it.

#include "trouble/live_server.h"
#include "trouble/whole_game.h"

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

// Takes, draws and buys as often and as much as it may. Now and then it plays at random as well: whoever never does would not get to the end.
class Hoarder {
 public:
  Hoarder(const std::string& game, std::vector<std::string> likes, std::uint64_t seed)
      : likes_(std::move(likes)), random_(seed), otherwise_(games::standard_catalogue().find(game)->bot("random", seed)) {}

  v1::Answer operator()(const v1::Decision& decision, std::string_view view) {
    if (++turns_ % 16 != 0)
      for (const auto& verb : likes_)
        for (const auto& offer : decision.offers())
          if (offer.verb() == verb)
            if (auto answer = greedy(decision, offer); answer.offer_id() != 0) return answer;
    return otherwise_->choose(decision, view);
  }

 private:
  // As many things as there can be, and of these the cheapest: that is how stocks are sold out.
  static std::pair<int, int> greed(const v1::Offer& offer, const v1::Answer& answer) {
    int things = 0, price = 0;
    for (int i = 0; i < answer.values_size(); ++i)
      for (const auto id : answer.values(i).picked().options())
        for (const auto& option : offer.fields(i).pick().options())
          if (option.id() == id) {
            ++things;
            price += option.weight();
          }
    return {things, -price};
  }
  v1::Answer greedy(const v1::Decision& decision, const v1::Offer& offer) {
    v1::Answer best;
    for (int i = 0; i < 20; ++i)
      if (auto answer = games::random_answer(decision, offer, random_); greed(offer, answer) >= greed(offer, best)) best = std::move(answer);
    return best;
  }

  std::vector<std::string> likes_;
  std::uint64_t random_, turns_ = 0;
  std::unique_ptr<games::Bot> otherwise_;
};

struct Scarcity {
  WholeGame::Kind kind;
  std::vector<std::string> likes;
  std::string sign;  // the event that comes when something has run out
};

std::vector<Scarcity> scarcities() {
  return {{{"little-alchemists", 4, {{"level", "7"}, {"all-levels", "true"}}}, {"buy-artifact", "buy-ingredient", "choose-trade", "mix"}, "customer"},
          {{"der-alchimist", 6, {}}, {"draw", "take-answer", "put-back", "none-fits"}, "pile-reshuffled"},
          {{"the-alchemists", 4, {}}, {"take-deck", "take-open", "brew-free", "recover"}, "deck-reshuffled"},
          {{"quacksalber", 4, {{"clock", "off"}, {"book-set", "1"}}}, {"buy", "take-chip", "spend"}, "chip-out-of-stock"}};
}

}  // namespace

TEST_CASE("hoarders use up what there is, and every game goes on to its end") {
  const LiveServer server({"--messages-per-second", "100000"});
  ControlRoom control(server.port());
  std::uint32_t address = 0;
  for (const auto& scarcity : scarcities()) {
    INFO(scarcity.kind.game);
    std::size_t ran_out = 0;
    for (int i = 0; i < (long_run() ? 12 : 2); ++i) {
      WholeGame game(server.port(), scarcity.kind, address += 10);
      Hoarder hoarder(scarcity.kind.game, scarcity.likes, address);
      game.play([&](Player& player) { return hoarder(player.update.decision(), player.update.view()); });
      const auto end = game.end();
      CHECK(end.wrong == "");
      if (end.events.contains(scarcity.sign)) ran_out += end.events.at(scarcity.sign);
    }
    CHECK(ran_out > 0);
  }
  CHECK(control.verdict() == "");
}
