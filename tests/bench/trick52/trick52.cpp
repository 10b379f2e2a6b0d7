#include "trick52.h"

#include "rules.h"

#include <athanor/games/bot.h>
#include <athanor/games/scratch.h>
#include <trick52/trick52.pb.h>

#include <algorithm>

namespace athanor::bench {
namespace {

using games::Language;
using games::Viewer;
using Step = games::Step<Event>;

std::string card_name(Card card) {
  static constexpr std::array<std::string_view, 4> suits{"♣", "♦", "♥", "♠"};
  static constexpr std::array<std::string_view, ranks> names{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};
  return std::string(suits[suit_of(card)]) + std::string(names[card % ranks]);
}

// What the adapter asks for (athanor/games/adapter.h).
struct Rules {
  using State = bench::State;
  using Move = bench::Move;
  using Event = bench::Event;

  static Seat seats(const State&) { return bench::seats; }
  static std::optional<std::uint64_t> question(const State& state, Seat seat) {
    if (seat != state.active) return std::nullopt;
    return state.version + 1;
  }
  static std::optional<games::Decision> decision(const State& state, Seat, Language language) {
    games::Pick pick;
    for_each_card(legal(state), [&](Card card) {
      games::Option option;
      option.id = card + 1U;
      option.label = card_name(card);
      pick.options.push_back(std::move(option));
    });
    games::Offer offer;
    offer.id = 1;
    offer.verb = "play";
    offer.label = language == Language::german ? "Karte ausspielen" : "Play a card";
    offer.fields.push_back({"card", language == Language::german ? "Karte" : "Card", std::move(pick)});
    games::Decision decision;
    decision.prompt = offer.label;
    decision.offers.push_back(std::move(offer));
    return decision;
  }
  static tl::expected<Move, games::Rejection> move(const State&, Seat, const games::CheckedAnswer& answer, Language) {
    return PlayCard{static_cast<Card>(answer.pick() - 1)};
  }
  static games::Answer default_answer(const State& state, Seat, const games::Decision&) {
    games::Answer answer;
    answer.offer_id = 1;
    answer.values.emplace_back(games::Picked{{static_cast<std::uint32_t>(std::countr_zero(legal(state))) + 1U}});
    return answer;
  }
  static void apply(State& state, Seat, const Move& move, Step&) { play(state, std::get<PlayCard>(move).card); }
  static void timer_fired(State&, games::TimerId, Step&) { throw std::logic_error("trick52 has no timers"); }
  static void presence(State& state, Seat seat, games::Presence presence, Step&) {
    state.absent[seat] = state.left[seat] || presence == games::Presence::away;
    play_for_absent(state);
  }
  static void leave(State& state, Seat seat, Step&) {
    state.left[seat] = state.absent[seat] = true;
    play_for_absent(state);
  }
  static void join(State&, Seat, Step&) { throw std::logic_error("nobody may join a running game"); }
  static bool finished(const State& state) { return over(state); }
  static std::vector<games::Standing> standings(const State& state, Language) {
    std::vector<games::Standing> list;
    if (!over(state)) return list;
    const auto best = *std::max_element(state.score.begin(), state.score.end());
    for (Seat seat = 0; seat < bench::seats; ++seat)
      list.push_back({seat, std::to_string(state.score[seat]), state.score[seat] == best});
    return list;
  }

  static std::string table_view(const State& state, Language) {
    auto& out = games::scratch<Trick52View>();
    out.set_version(state.version);
    out.set_round(state.round);
    out.set_turn(state.turn);
    out.set_lead(state.lead);
    out.set_active(state.active);
    for (Seat seat = 0; seat < bench::seats; ++seat) {
      auto& player = *out.add_players();
      player.set_cards(size(state.hands[seat]));
      player.set_score(state.score[seat]);
      player.set_tricks(state.tricks[seat]);
    }
    for (const auto card : state.trick) out.add_trick(card);
    for (const auto card : state.last_trick) out.add_last_trick(card);
    for (const auto& play : state.last_plays) out.add_last_plays(play.seat * 64U + play.card);
    return out.SerializeAsString();
  }
  static std::string own_view(const State& state, Viewer viewer, Language) {
    const auto seat = viewer.seat();
    if (!seat) return {};
    auto& out = games::scratch<Trick52View>();
    out.set_own_seat(*seat + 1U);
    for_each_card(state.hands.at(*seat), [&](Card card) { out.add_hand(card); });
    return out.SerializeAsString();
  }
  static std::string event_kind(const Event&) { throw std::logic_error("trick52 makes no events"); }
  static std::string event_text(const Event&, const std::vector<std::string>&, Language) {
    throw std::logic_error("trick52 makes no events");
  }

  static void canonical(const State& state, games::CanonicalWriter& out) {
    state.timers.canonical(out);
    state.random.canonical(out);
    out << state.hands << state.void_suits << state.score << state.tricks << state.absent << state.left << state.trick
        << state.last_trick << state.version << state.round << state.turn << state.lead << state.active;
    for (const auto& play : state.last_plays) out << play.seat << play.card;
  }
  static State redeal(const State& state, Viewer viewer, games::RandomStream& random) {
    return bench::redeal(state, viewer, random);
  }
  static void hidden(const State& state, Viewer viewer, games::CanonicalWriter& out) {
    for (Seat seat = 0; seat < bench::seats; ++seat)
      if (!viewer.is(seat)) out << state.hands[seat];
  }
};

// The first legal card, from the offers alone.
class FirstCard final : public games::Bot {
 public:
  v1::Answer choose(const v1::Decision& decision, std::string_view) override {
    v1::Answer answer;
    const auto& offer = decision.offers(0);
    answer.set_offer_id(offer.id());
    answer.add_values()->mutable_picked()->add_options(offer.fields(0).pick().options(0).id());
    return answer;
  }
};

class Trick52 final : public games::GameType {
 public:
  Trick52() {
    traits_.name = "trick52";
    traits_.min_seats = traits_.max_seats = seats;
  }
  [[nodiscard]] const games::Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<games::OptionSpec>& options() const override { return options_; }
  [[nodiscard]] std::string title(Language) const override { return "Trick 52"; }
  [[nodiscard]] std::string option_label(std::string_view option, Language) const override { return std::string(option); }
  [[nodiscard]] std::vector<games::HelpTopic> help(Language) const override { return {}; }
  [[nodiscard]] std::vector<games::Term> terms(Language) const override { return {}; }
  [[nodiscard]] std::optional<std::string> problem(const games::OptionMap&, Seat, std::string_view, Language) const override {
    return std::nullopt;
  }
  [[nodiscard]] games::Started start(const games::StartInfo& info) const override {
    return games::GameAdapter<Rules>::started(info.names, info.at, [&](Step&) {
      State state;
      state.random = games::RandomStream(info.seed, "deck");
      deal(state);
      return state;
    });
  }
  [[nodiscard]] std::unique_ptr<games::Bot> bot(std::string_view style, std::uint64_t seed) const override {
    if (style == "random") return games::random_bot(seed);
    return std::make_unique<FirstCard>();
  }

 private:
  games::Traits traits_;
  std::vector<games::OptionSpec> options_;
};

}  // namespace

std::unique_ptr<games::GameType> trick52() { return std::make_unique<Trick52>(); }

}  // namespace athanor::bench
