// The Alchemists, killed while each kind of question is open, asked of the active player or of others.

#include "phases.h"

#include <athanor/v1/the_alchemists.pb.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace recovery;
using namespace athanor;

namespace {

/// Brews and uses what it can, at random, and rather what leads to questions that are seldom asked: otherwise chance would
/// need many games.
class Player final : public games::Bot {
 public:
  explicit Player(std::uint64_t seed) : random_(seed), bot_(games::random_bot(seed)) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    std::vector<const v1::Offer*> wanted;
    int most = 0;
    for (const auto& offer : decision.offers()) {
      const int wish = offer.verb() == "use" ? 3 : offer.verb() == "brew" ? 1 + leads_to_rare(offer.label()) : 0;
      if (wish > most) wanted.clear();
      most = std::max(most, wish);
      if (wish == most && wish > 0) wanted.push_back(&offer);
    }
    if (!wanted.empty()) return games::random_answer(decision, *wanted[next() % wanted.size()], random_);
    auto answer = bot_->choose(decision, view);
    // A copied attack asks whom it is to hit.
    if (decision.offers(0).verb() == "copy")
      for (const auto& option : decision.offers(0).fields(0).pick().options())
        if (std::find(attacks.begin(), attacks.end(), option.term()) != attacks.end()) answer.mutable_values(0)->mutable_picked()->set_options(0, option.id());
    return answer;
  }

 private:
  static bool leads_to_rare(const std::string& label) {
    constexpr std::array names{"Echo Vial", "Sage's Echo", "Patron's Seal", "Phoenix Dram", "Crystal Lens", "Midnight Raid", "Gossip Water", "Frostbite Fizz"};
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return label.find(name) != std::string::npos; });
  }
  std::uint64_t next() {
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return random_ >> 33U;
  }
  static constexpr std::array<std::string_view, 6> attacks{"potion.W06", "potion.W07", "potion.W08", "potion.N05", "potion.N06", "potion.S03"};

  std::uint64_t random_;
  std::unique_ptr<games::Bot> bot_;
};

}  // namespace

TEST_CASE("The Alchemists goes on after kill -9 with each kind of question open") {
  PhasedGame game;
  game.game = "the-alchemists";
  game.seats = 4;
  game.options = {{"turn-clock", "600"}};
  game.bot = [](const auto&, std::uint64_t seed) { return std::make_unique<Player>(seed); };
  // D1 to D21 of the rules; D5 and D21 are always asked of others, D7 of the active player, of others, or of several at once.
  for (int type = 1; type <= 21; ++type)
    if (type != 7) game.phases.push_back("D" + std::to_string(type));
  game.phases.insert(game.phases.end(), {"D7", "D7 of another", "D7 of several", "finished"});
  game.phase_of = phase_in<v1::TheAlchemistsView>([](const v1::TheAlchemistsView& view) -> std::string {
    if (view.step() == v1::THE_ALCHEMISTS_STEP_FINISHED) return "finished";
    const auto& question = view.question();
    if (question.type() != "D7") return question.type();
    if (question.seats_size() > 1) return "D7 of several";
    return question.seats_size() == 1 && question.seats(0) != view.active_seat() ? "D7 of another" : "D7";
  });
  kill_in_each_phase(game, 1);
}
