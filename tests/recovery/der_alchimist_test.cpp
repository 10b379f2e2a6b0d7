// Der Alchimist, killed in each of its phases.

#include "phases.h"

#include <athanor/v1/der_alchimist.pb.h>

#include <catch2/catch.hpp>

using namespace recovery;
using namespace athanor;

namespace {

// Sensible, so that games are short, but in contests at random, as the sensible bot takes its time there.
class Player final : public games::Bot {
 public:
  Player(const games::GameType& type, std::uint64_t seed)
      : sensible_(type.bot("sensible", seed)), random_(type.bot("random", seed)) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    const auto& last = decision.offers(decision.offers_size() - 1);
    in_contest_ = last.verb() == "wait";
    if (last.verb() != "no-veto") return (in_contest_ ? random_ : sensible_)->choose(decision, view);
    v1::Answer veto;  // whenever it can be declared
    veto.set_decision_id(decision.id());
    veto.set_offer_id(decision.offers(0).id());
    return veto;
  }
  [[nodiscard]] std::uint32_t asks_again_after_ms() const override { return in_contest_ ? random_->asks_again_after_ms() : 0; }

 private:
  std::unique_ptr<games::Bot> sensible_, random_;
  bool in_contest_ = false;
};

PhasedGame der_alchimist() {
  PhasedGame game;
  game.game = "der-alchimist";
  game.options = {{"turn-clock", "300"},      {"book-scan", "300"},        {"challenge-commit", "180"},
                  {"creativity-read", "15"},  {"creativity-vote", "60"},   {"creativity-review", "30"},
                  {"final-vote", "120"},      {"final-veto", "120"}};
  game.bot = [](const auto& type, std::uint64_t seed) { return std::make_unique<Player>(type, seed); };
  game.phases = {"turn",   "stone choice", "challenge", "reading",    "search",
                 "vote",   "review",       "book scan", "final vote", "final veto", "finished"};
  game.phase_of = phase_in<v1::DerAlchimistView>([](const v1::DerAlchimistView& view) -> std::string {
    switch (view.phase()) {
      case v1::DER_ALCHIMIST_PHASE_TURN: return "turn";
      case v1::DER_ALCHIMIST_PHASE_STONE_CHOICE: return "stone choice";
      case v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT: return "challenge";
      case v1::DER_ALCHIMIST_PHASE_CREATIVITY_READ: return "reading";
      case v1::DER_ALCHIMIST_PHASE_CREATIVITY_SEARCH: return "search";
      case v1::DER_ALCHIMIST_PHASE_CREATIVITY_VOTE: return "vote";
      case v1::DER_ALCHIMIST_PHASE_CREATIVITY_REVIEW: return "review";
      case v1::DER_ALCHIMIST_PHASE_BOOK_SCAN: return "book scan";
      case v1::DER_ALCHIMIST_PHASE_FINAL_VOTE: return "final vote";
      case v1::DER_ALCHIMIST_PHASE_FINAL_VETO: return "final veto";
      case v1::DER_ALCHIMIST_PHASE_FINISHED: return "finished";
      default: return "unknown";
    }
  });
  game.events = {"contest-closed", "word-claimed", "vote-closed", "challenge-revealed", "scan-closed", "veto-closed", "final-result"};
  return game;
}

}  // namespace

TEST_CASE("Der Alchimist goes on after kill -9 in each of its phases") { kill_in_each_phase(der_alchimist(), 1); }

TEST_CASE("six people play Der Alchimist to its end, and in each phase one loses the connection and comes back") {
  auto game = der_alchimist();
  game.seats = 6;
  cut_in_each_phase(game, 1);
}
