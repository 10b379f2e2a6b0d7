#include "bot.h"

#include "offer_ids.h"
#include "tables.h"

#include <athanor/v1/quacksalber.pb.h>

#include <algorithm>
#include <string_view>

namespace athanor::games::quacksalber {
namespace {

// Rules §17: the reference model stops at this risk.
constexpr double highest_risk = 0.28;

// Patients, the best first, by the mean points of these bots (tests/bench).
constexpr std::array<std::string_view, patient_count> patients_by_worth{"patient.HEXEN", "patient.OHRWURM", "patient.VERGESS", "patient.VAMPIR",
                                                                        "patient.SEGEL", "patient.RUEBE",   "patient.HUEHNER", "patient.SCHRECK"};

/// One decision: the table as the seat sees it, and what it wants.
class Thought {
 public:
  Thought(const v1::Decision& decision, const v1::QuacksalberView& view, std::uint64_t& random)
      : decision_(decision), view_(view), me_(view.players(static_cast<int>(view.own().seat()))), random_(random) {}

  [[nodiscard]] v1::Answer answer() const {
    const auto& question = me_.question();
    if (me_.autopilot() || question.empty()) return start(decision_.offers(0));  // come back; play on
    if (question == "PATIENT") return patient();
    if (question == "FORTUNE") return fortune();
    if (question == "BREW") return brew();
    if (question == "EARS") return ears();
    if (question == "CARROT") return start(*offer(jump_pays() ? OfferId::jump : OfferId::place));
    if (question == "HUMP") return start(*offer(OfferId::use));
    if (question == "BLUE1" || question == "B09") return shown_chip(question == "B09");
    if (question == "YELLOW1" || question == "B08") return start(*offer(OfferId::return_chip));
    if (question == "LOCO_RETURN") return loco_return();
    if (question == "B11") return start(*offer(me_.white_sum() > me_.limit() ? OfferId::restart : OfferId::go_on));
    if (question == "ASIDE") return place_all();
    if (question == "GREEN2") return greens();
    if (question == "GREEN4") return with_number(*offer(OfferId::take_droplet), rounds_left() > 0);
    if (question == "PURPLE2") return hand_in();
    if (question == "EXPLODED") return start(*offer(coins_are_better() ? OfferId::take_coins : OfferId::take_vp));
    if (question == "BUY") return buy();
    if (question == "RUBIES") return rubies();
    if (question == "TUBE") return start(*offer(rounds_left() > 4 ? OfferId::pot : OfferId::tube));
    // ESSENCE_FIELD: the highest is first; SWAP, VAMP_BUY, PURPLE4: what is worth most.
    return best_option(decision_.offers(0));
  }

 private:
  // --- the table ---
  [[nodiscard]] unsigned rounds_left() const { return tables().last_round - std::min(view_.round(), tables().last_round); }
  /// The chance that the next chip explodes the pot: whites of the bag that are too many.
  [[nodiscard]] double risk(unsigned white_sum) const {
    unsigned all = 0, deadly = 0;
    for (int kind = 0; kind < me_.bag_size(); ++kind) {
      all += me_.bag(kind);
      const bool white = kind <= W3;
      if (white && white_sum + value(static_cast<ChipKind>(kind)) > me_.limit()) deadly += me_.bag(kind);
    }
    return all == 0 || me_.window() > 0 ? 0.0 : static_cast<double>(deadly) / all;
  }
  [[nodiscard]] bool owns(Colour wanted) const {
    for (int kind = 0; kind < me_.bag_size(); ++kind)
      if (colour(static_cast<ChipKind>(kind)) == wanted && me_.bag(kind) + me_.bought(kind) > 0) return true;
    for (const auto& chip : me_.pot())
      if (colour(static_cast<ChipKind>(chip.kind())) == wanted) return true;
    return false;
  }
  /// In VP, of a chip that is owned for the rest of the game.
  [[nodiscard]] double worth(ChipKind kind) const {
    const double price = std::max(view_.prices(kind), 1U);
    const double variety = view_.alchemists() && !owns(colour(kind)) ? 1.2 : 1.0;  // another colour is another field
    return 0.06 * price * variety * rounds_left();
  }

  // --- answers ---
  [[nodiscard]] const v1::Offer* offer(OfferId id) const {
    for (const auto& offer : decision_.offers())
      if (offer.id() == id_of(id)) return &offer;
    return &decision_.offers(decision_.offers_size() - 1);
  }
  [[nodiscard]] bool offered(OfferId id) const { return offer(id)->id() == id_of(id); }
  [[nodiscard]] v1::Answer start(const v1::Offer& offer) const {
    if (offer.fields_size() > 0) return random_answer(decision_, offer, random_);
    v1::Answer answer;
    answer.set_decision_id(decision_.id());
    answer.set_offer_id(offer.id());
    return answer;
  }
  [[nodiscard]] v1::Answer with(const v1::Offer& offer, const std::vector<std::uint32_t>& options) const {
    v1::Answer answer;
    answer.set_decision_id(decision_.id());
    answer.set_offer_id(offer.id());
    auto& picked = *answer.add_values()->mutable_picked();
    for (const auto option : options) picked.add_options(option);
    return answer;
  }
  /// The most, or the least.
  [[nodiscard]] v1::Answer with_number(const v1::Offer& offer, bool most) const {
    v1::Answer answer;
    answer.set_decision_id(decision_.id());
    answer.set_offer_id(offer.id());
    const auto& range = offer.fields(0).number();
    answer.add_values()->set_number(most ? range.max() : range.min());
    return answer;
  }
  static std::optional<ChipKind> chip_of(const v1::Option& option) {
    constexpr std::string_view prefix = "chip.";
    if (option.term().rfind(prefix, 0) != 0) return std::nullopt;
    return static_cast<ChipKind>(std::stoul(option.term().substr(prefix.size())));
  }
  [[nodiscard]] double worth(const v1::Option& option) const {
    const auto kind = chip_of(option);
    return kind ? worth(*kind) : 0;
  }
  [[nodiscard]] v1::Answer best_option(const v1::Offer& offer) const {
    if (offer.fields_size() == 0) return start(offer);
    const auto& options = offer.fields(0).pick().options();
    const auto best = std::max_element(options.begin(), options.end(), [&](const auto& a, const auto& b) { return worth(a) < worth(b); });
    return with(offer, {best->id()});
  }

  [[nodiscard]] v1::Answer patient() const {
    const auto& choose = decision_.offers(0);
    for (const auto term : patients_by_worth)
      for (const auto& option : choose.fields(0).pick().options())
        if (option.term() == term) return with(choose, {option.id()});
    return start(choose);
  }

  // What an alternative of a fortune card is worth, in VP.
  [[nodiscard]] double worth(const v1::Offer& offer) const {
    const double left = rounds_left();
    switch (static_cast<OfferId>(offer.id())) {
      case OfferId::take_vp: return view_.card() == "P06" ? 4 : std::min(me_.rat_stone(), 8U);
      case OfferId::take_rubies: return view_.card() == "P07" ? 2.4 : 1.6;
      case OfferId::take_droplet: return view_.card() == "P10" ? 0.5 * left : 0.75 * left;
      case OfferId::remove_white: return view_.card() == "X07" ? -0.4 * left : 0.45 * left;
      case OfferId::roll_die: return view_.card() == "X04" ? 5 : 2.5;
      case OfferId::rat_on: return 3;
      case OfferId::refill_flask: return 1.2;
      case OfferId::rat_back: case OfferId::pay_rubies: return 0.5;
      case OfferId::trade: case OfferId::exchange: return 1;
      case OfferId::take_chip: {
        double best = -100;
        for (const auto& option : offer.fields(0).pick().options()) {
          const double gain = worth(option) - 0.8 * option.weight();
          best = std::max(best, view_.card() == "X07" ? -worth(option) : gain);
        }
        return best;
      }
      default: return 0;
    }
  }
  [[nodiscard]] v1::Answer fortune() const {
    const auto& offers = decision_.offers();
    const auto best = std::max_element(offers.begin(), offers.end(), [&](const auto& a, const auto& b) { return worth(a) < worth(b); });
    const auto id = static_cast<OfferId>(best->id());
    if (id == OfferId::rat_back) return with_number(*best, rounds_left() > 2);
    if (id == OfferId::pay_rubies) return with_number(*best, false);
    if (id != OfferId::take_chip || view_.card() == "X07") return best_option(*best);
    const auto& options = best->fields(0).pick().options();
    const auto chip = std::max_element(options.begin(), options.end(), [&](const auto& a, const auto& b) {
      return worth(a) - 0.8 * a.weight() < worth(b) - 0.8 * b.weight();
    });
    return with(*best, {chip->id()});
  }

  // --- brewing ---
  [[nodiscard]] v1::Answer brew() const {
    if (offered(OfferId::place_display)) return biggest(*offer(OfferId::place_display));
    const double now = risk(me_.white_sum());
    const double accepted = view_.lockstep() && rounds_left() == 0 ? highest_risk + 0.04 : highest_risk;
    if (now > accepted && offered(OfferId::return_white)) return start(*offer(OfferId::return_white));
    if (now > accepted && offered(OfferId::flask)) {
      const auto last = static_cast<ChipKind>(me_.pot(me_.pot_size() - 1).kind());
      if (value(last) >= 2 || risk(me_.white_sum() - value(last)) <= accepted) return start(*offer(OfferId::flask));
    }
    if (offered(OfferId::draw) && (now <= accepted || !offered(OfferId::stop))) {
      if (const auto covered = covered_chip(); covered && offered(OfferId::forget)) return with(*offer(OfferId::forget), {*covered});
      return start(*offer(OfferId::draw));
    }
    return start(*offer(OfferId::stop));
  }
  /// A chip that can be forgotten without falling back: it is not the furthest. The cheapest bag gets better by it.
  [[nodiscard]] std::optional<std::uint32_t> covered_chip() const {
    if (!offered(OfferId::forget)) return std::nullopt;
    std::optional<std::uint32_t> best;
    std::int32_t most = 1;  // a 1-chip is hardly worth its essence
    for (const auto& option : offer(OfferId::forget)->fields(0).pick().options()) {
      if (me_.pot(static_cast<int>(option.id() - 1)).space() >= me_.frontier() || option.weight() <= most) continue;
      most = option.weight();
      best = option.id();
    }
    return best;
  }
  [[nodiscard]] v1::Answer biggest(const v1::Offer& offer) const {
    const auto& options = offer.fields(0).pick().options();
    const auto rank = [](const auto& option) { return value(chip_of(option).value_or(W1)); };
    return with(offer, {std::max_element(options.begin(), options.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); })->id()});
  }
  [[nodiscard]] v1::Answer ears() const {
    const auto drawn = static_cast<ChipKind>(me_.drawn() - 1);
    const auto after = me_.white_sum() + value(drawn);
    if (offered(OfferId::send_back) && risk(after) > highest_risk) return start(*offer(OfferId::send_back));
    if (offered(OfferId::place_double) && value(drawn) >= 2) return start(*offer(OfferId::place_double));
    return start(*offer(OfferId::place));
  }
  [[nodiscard]] bool jump_pays() const {
    for (unsigned space = me_.frontier() + 1; space <= last_chip_space; ++space)
      if (tables().ruby[space]) return space >= me_.frontier() + 2;
    return false;
  }
  [[nodiscard]] v1::Answer shown_chip(bool safe) const {
    const auto& place = *offer(OfferId::place_shown);
    const v1::Option* best = nullptr;
    for (const auto& option : place.fields(0).pick().options()) {
      const auto kind = chip_of(option).value_or(W1);
      if (colour(kind) == Colour::white && !safe) continue;
      if (best == nullptr || value(kind) > value(chip_of(*best).value_or(W1))) best = &option;
    }
    return best == nullptr ? start(*offer(OfferId::decline)) : with(place, {best->id()});
  }
  // A chip that is not the furthest and whose colour stays in the pot: the bag gets better for nothing.
  [[nodiscard]] v1::Answer loco_return() const {
    const auto& back = *offer(OfferId::return_chip);
    const v1::Option* best = nullptr;
    for (const auto& option : back.fields(0).pick().options()) {
      const auto& chip = me_.pot(static_cast<int>(option.id() - 1));
      const auto kind = static_cast<ChipKind>(chip.kind());
      const auto same = std::count_if(me_.pot().begin(), me_.pot().end(), [&](const auto& c) { return colour(static_cast<ChipKind>(c.kind())) == colour(kind); });
      if (chip.space() >= me_.frontier() || same < 2) continue;
      if (best == nullptr || value(kind) > value(chip_of(*best).value_or(W1))) best = &option;
    }
    return best == nullptr ? start(*offer(OfferId::decline)) : with(back, {best->id()});
  }
  [[nodiscard]] v1::Answer place_all() const {
    const auto& aside = *offer(OfferId::aside);
    const auto& options = aside.fields(0).pick().options();
    std::vector<std::uint32_t> picked;
    for (auto option = options.rbegin(); option != options.rend(); ++option)  // the highest first
      if (option->id() < return_options) picked.insert(picked.end(), option->copies(), option->id());
    return with(aside, picked);
  }

  // --- evaluation ---
  [[nodiscard]] bool coins_are_better() const {
    const auto vp = tables().vp.at(me_.scoring_space()), coins = tables().coins.at(me_.scoring_space());
    return rounds_left() == 0 ? coins / 5 > vp : 0.06 * coins * rounds_left() > vp;
  }
  [[nodiscard]] v1::Answer hand_in() const {
    const auto& hand = *offer(OfferId::hand_in);
    const bool enough = hand.fields(0).number().max() == 3 || rounds_left() <= 2;
    return enough ? with_number(hand, true) : start(*offer(OfferId::decline));
  }
  [[nodiscard]] v1::Answer greens() const {
    const auto& take = *offer(OfferId::take_greens);
    const auto& pick = take.fields(0).pick();
    std::vector<const v1::Option*> options;
    for (const auto& option : pick.options()) options.push_back(&option);
    std::sort(options.begin(), options.end(), [&](const auto* a, const auto* b) { return worth(*a) > worth(*b); });
    std::vector<std::uint32_t> picked;
    std::array<std::uint32_t, 5> taken{};  // by group: value of the green chip
    for (const auto* option : options)
      for (std::uint32_t copy = 0; copy < option->copies(); ++copy)
        for (const auto& rule : pick.rules())
          if (rule.group().group() == option->group() && taken.at(option->group()) < rule.group().max()) {
            ++taken.at(option->group());
            picked.push_back(option->id());
            break;
          }
    return with(take, picked);
  }
  // The best one or two of different colours for the coins.
  [[nodiscard]] v1::Answer buy() const {
    const auto& shop = *offer(OfferId::buy);
    const auto& options = shop.fields(0).pick().options();
    const auto coins = static_cast<std::int32_t>(me_.coins());
    std::vector<std::uint32_t> best;
    double most = 0;
    for (const auto& a : options) {
      if (worth(a) > most) {
        most = worth(a);
        best = {a.id()};
      }
      for (const auto& b : options) {
        if (b.id() <= a.id() || a.group() == b.group() || a.weight() + b.weight() > coins) continue;
        if (worth(a) + worth(b) <= most) continue;
        most = worth(a) + worth(b);
        best = {a.id(), b.id()};
      }
    }
    return with(shop, best);
  }
  // The flask first, then the droplet.
  [[nodiscard]] v1::Answer rubies() const {
    const auto& spend = *offer(OfferId::spend);
    auto times = me_.rubies() / 2;
    std::vector<std::uint32_t> picked;
    for (const auto& option : spend.fields(0).pick().options())
      if (option.id() == flask_option && times > 0) {
        picked.push_back(flask_option);
        --times;
      }
    for (const auto& option : spend.fields(0).pick().options())
      if (option.id() == droplet_option) picked.insert(picked.end(), std::min(times, option.copies()), droplet_option);
    return with(spend, picked);
  }

  const v1::Decision& decision_;
  const v1::QuacksalberView& view_;
  const v1::QuacksalberPlayer& me_;
  std::uint64_t& random_;
};

class SensibleBot final : public Bot {
 public:
  explicit SensibleBot(std::uint64_t seed) : random_(seed) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view view) override {
    v1::QuacksalberView seen;
    if (!seen.ParseFromArray(view.data(), static_cast<int>(view.size())) || !seen.has_own() || decision.offers().empty()) return {};
    return Thought(decision, seen, random_).answer();
  }

 private:
  std::uint64_t random_;
};

}  // namespace

std::unique_ptr<Bot> sensible_bot(std::uint64_t seed) { return std::make_unique<SensibleBot>(seed); }

}  // namespace athanor::games::quacksalber
