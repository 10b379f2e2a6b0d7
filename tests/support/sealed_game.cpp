#include <support/sealed_game.h>

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>
#include <athanor/games/random.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace athanor::test {
namespace {

using games::Language;
using games::Seat;

enum class Timer : std::uint8_t { round = 1 };

struct Player {
  std::vector<std::uint32_t> hand;      // private
  std::optional<std::uint32_t> choice;  // sealed until the reveal
  std::uint32_t points = 0;
  std::uint32_t pings = 0;  // private
  bool away = false, left = false, unreachable = false;
};

struct State {
  games::Timers timers;
  games::RandomStream random;
  std::vector<Player> players;
  std::uint32_t round = 1, rounds = 3;
  std::uint64_t clock_ms = 0;  // 0: off
  bool crash = false, drifted = false, campaign = false, over = false;
};

struct Choose {
  std::uint32_t card;
};
struct Ping {};
struct Crash {};
using Move = std::variant<Choose, Ping, Crash>;

struct Dealt {
  std::vector<std::uint32_t> cards;
};
struct Sealed {
  Seat seat;
};
struct OwnChoice {
  std::uint32_t card;
};
struct Revealed {
  std::vector<std::uint32_t> cards;
};
struct Pinged {
  std::uint32_t count;
};
struct Gone {
  Seat seat;
};
using Event = std::variant<Dealt, Sealed, OwnChoice, Revealed, Pinged, Gone>;

std::string joined(const std::vector<std::uint32_t>& cards) { return fmt::format("{}", fmt::join(cards, ",")); }

struct SealedRules {
  using State = test::State;
  using Move = test::Move;
  using Event = test::Event;
  using Step = games::Step<Event>;

  static Seat seats(const State& s) { return static_cast<Seat>(s.players.size()); }

  static std::optional<std::uint64_t> question(const State& s, Seat seat) {
    const auto& p = s.players[seat];
    if (p.left || p.choice) return std::nullopt;
    return s.round;
  }

  static std::optional<games::Decision> decision(const State& s, Seat seat, Language language) {
    if (!question(s, seat)) return std::nullopt;
    games::Decision d;
    d.prompt = language == Language::german ? "Verdeckt eine Karte wählen" : "Choose a card face down";
    games::Pick pick;
    for (const auto card : s.players[seat].hand) pick.options.push_back({card, std::to_string(card), {}, 1, 0, 0});
    d.offers.push_back({1, "choose", "Choose", {{"card", "Card", pick}}, false, false});
    d.offers.push_back({2, "ping", "Ping", {}, true, false});
    if (s.crash) d.offers.push_back({3, "crash", "Crash", {}, false, false});
    d.deadline = s.timers.next_deadline();
    d.help = "choosing";
    return d;
  }

  static tl::expected<Move, games::Rejection> move(const State&, Seat, const games::CheckedAnswer& answer, Language) {
    if (answer.offer->verb == "choose") return Choose{answer.pick()};
    if (answer.offer->verb == "ping") return Ping{};
    return Crash{};
  }

  static games::Answer default_answer(const State& s, Seat seat, const games::Decision&) {
    games::Answer answer;
    answer.offer_id = 1;
    answer.values.push_back(games::Picked{{s.players[seat].hand.front()}});
    return answer;
  }

  static void choose(State& s, Seat seat, std::uint32_t card, Step& step) {
    s.players[seat].choice = card;
    step.events.split(seat, OwnChoice{card}, Sealed{seat});
    reveal_when_all_chose(s, step);
  }

  static void choose_default(State& s, Seat seat, Step& step) {
    if (question(s, seat)) choose(s, seat, s.players[seat].hand.front(), step);
  }

  static void reveal_when_all_chose(State& s, Step& step) {
    if (s.over) return;
    std::vector<std::uint32_t> cards;
    for (const auto& p : s.players) {
      if (!p.left && !p.choice) return;
      cards.push_back(p.choice.value_or(0));
    }
    const auto best = *std::max_element(cards.begin(), cards.end());
    for (std::size_t i = 0; i < cards.size(); ++i) {
      auto& p = s.players[i];
      if (cards[i] == best && best != 0) ++p.points;
      if (p.choice) *std::find(p.hand.begin(), p.hand.end(), *p.choice) = 1 + s.random.uniform(20) + 30 * s.round;
      p.choice.reset();
    }
    step.events.to_all(Revealed{cards});
    const bool alone = std::count_if(s.players.begin(), s.players.end(), [](const Player& p) { return !p.left; }) < 2;
    if (++s.round > s.rounds || alone) {
      s.over = true;
      s.timers.cancel_all();
      if (s.campaign) step.campaign_change = "+1";
      return;
    }
    begin_round(s, step);
  }

  static void begin_round(State& s, Step& step) {
    if (s.clock_ms != 0) s.timers.start({static_cast<std::uint8_t>(Timer::round)}, step.now, s.clock_ms);
    for (Seat seat = 0; seat < seats(s); ++seat)
      if (s.players[seat].away && !s.over) choose_default(s, seat, step);
  }

  static void apply(State& s, Seat seat, const Move& move, Step& step) {
    if (const auto* c = std::get_if<Choose>(&move)) return choose(s, seat, c->card, step);
    if (std::holds_alternative<Ping>(move)) return step.events.to(seat, Pinged{++s.players[seat].pings});
    throw std::logic_error("an invariant is broken on purpose");
  }

  static void timer_fired(State& s, games::TimerId, Step& step) {
    const auto round = s.round;
    for (Seat seat = 0; seat < seats(s) && s.round == round; ++seat) choose_default(s, seat, step);
  }

  static void presence(State& s, Seat seat, games::Presence presence, Step& step) {
    s.players[seat].away = presence == games::Presence::away;
    s.players[seat].unreachable = presence == games::Presence::unreachable;
    if (s.players[seat].away) choose_default(s, seat, step);
  }

  static void leave(State& s, Seat seat, Step& step) {
    auto& p = s.players[seat];
    p.left = true;
    p.choice.reset();
    step.events.to_all(Gone{seat});
    reveal_when_all_chose(s, step);
  }

  static void join(State& s, Seat seat, Step& step) {
    s.players[seat].left = false;
    step.events.to(seat, Dealt{s.players[seat].hand});
  }

  static bool finished(const State& s) { return s.over; }

  static std::vector<games::Standing> standings(const State& s, Language) {
    std::vector<games::Standing> all;
    if (!s.over) return all;
    std::uint32_t best = 0;
    for (const auto& p : s.players) best = std::max(best, p.points);
    for (std::size_t i = 0; i < s.players.size(); ++i)
      all.push_back({static_cast<Seat>(i), std::to_string(s.players[i].points), s.players[i].points == best});
    return all;
  }

  // "round 1; 0: 2 points, sealed; 1: 0 points; hand 4,7; choice 4; pings 1"
  static std::string table_view(const State& s, Language) {
    std::string text = fmt::format("round {}", s.round);
    for (std::size_t i = 0; i < s.players.size(); ++i) {
      const auto& p = s.players[i];
      text += fmt::format("; {}: {} points", i, p.points);
      if (p.choice) text += ", sealed";
      if (p.left) text += ", left";
      if (p.away) text += ", away";
      if (p.unreachable) text += ", unreachable";
    }
    return text;
  }

  static std::string own_view(const State& s, games::Viewer viewer, Language) {
    std::string text;
    if (viewer.seat()) {
      const auto& own = s.players.at(*viewer.seat());
      text += "; hand " + joined(own.hand);
      if (own.choice) text += fmt::format("; choice {}", *own.choice);
      text += fmt::format("; pings {}", own.pings);
    }
    return text;
  }

  static std::string event_kind(const Event& event) {
    static constexpr std::array kinds{"dealt", "sealed", "own-choice", "revealed", "pinged", "gone"};
    return kinds.at(event.index());
  }

  static std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
    const bool german = language == Language::german;
    if (const auto* e = std::get_if<Dealt>(&event))
      return (german ? "Deine Karten: " : "Your cards: ") + joined(e->cards);
    if (const auto* e = std::get_if<Sealed>(&event))
      return names.at(e->seat) + (german ? " hat gewählt" : " has chosen");
    if (const auto* e = std::get_if<OwnChoice>(&event))
      return (german ? "Gewählt: " : "You chose ") + std::to_string(e->card);
    if (const auto* e = std::get_if<Revealed>(&event))
      return (german ? "Aufgedeckt: " : "Revealed: ") + joined(e->cards);
    if (const auto* e = std::get_if<Gone>(&event)) return names.at(e->seat) + (german ? " ist gegangen" : " has left");
    return fmt::format("ping {}", std::get<Pinged>(event).count);
  }

  static void canonical(const State& s, games::CanonicalWriter& out) {
    s.timers.canonical(out);
    s.random.canonical(out);
    out << s.round << s.rounds << s.clock_ms << s.crash << s.campaign << s.over;
    if (s.drifted) out << 1U;
    for (const auto& p : s.players)
      out << p.hand << p.choice << p.points << p.pings << p.away << p.left << p.unreachable;
  }

  static State redeal(const State& s, games::Viewer viewer, games::RandomStream& random) {
    State other = s;
    for (std::size_t i = 0; i < other.players.size(); ++i) {
      if (viewer.is(static_cast<Seat>(i))) continue;
      auto& p = other.players[i];
      for (auto& card : p.hand) card = 1 + random.uniform(1000);
      if (p.choice) p.choice = p.hand[random.uniform(static_cast<std::uint32_t>(p.hand.size()))];
      p.pings = random.uniform(1000);
    }
    return other;
  }

  static void hidden(const State& s, games::Viewer viewer, games::CanonicalWriter& out) {
    for (std::size_t i = 0; i < s.players.size(); ++i)
      if (!viewer.is(static_cast<Seat>(i))) out << s.players[i].hand << s.players[i].choice << s.players[i].pings;
  }
};

class SealedType final : public games::GameType {
 public:
  explicit SealedType(const SealedTraits& t) : drifted_(t.drifted), bot_(t.bot) {
    traits_.name = t.name;
    traits_.min_seats = 1;
    traits_.max_seats = 6;
    traits_.rules_version = t.rules_version;
    traits_.has_campaigns = t.has_campaigns;
    traits_.join_while_playing = t.join_while_playing;
    traits_.takes_bots = t.takes_bots;
    traits_.tells_unreachable = t.tells_unreachable;
    traits_.away_after_s = t.away_after_s;
    options_.push_back({"rounds", {}, 1, 100, false, "3"});
    options_.push_back({"clock", {}, 1, 3600, true, "off"});
    options_.push_back({"crash", {"on", "off"}, 0, 0, false, "off"});
    options_.push_back({"level", {}, 1, 2, false, "1"});
  }

  [[nodiscard]] const games::Traits& traits() const override { return traits_; }
  [[nodiscard]] const std::vector<games::OptionSpec>& options() const override { return options_; }
  [[nodiscard]] std::string title(Language language) const override {
    return language == Language::german ? "Versiegelt" : "Sealed";
  }
  [[nodiscard]] std::string option_label(std::string_view option, Language) const override {
    return std::string(option);
  }
  [[nodiscard]] std::vector<games::HelpTopic> help(Language) const override {
    return {{"choosing", "Choosing", "Choose a card."}};
  }
  [[nodiscard]] std::vector<games::Term> terms(Language) const override { return {}; }

  [[nodiscard]] std::optional<std::string> problem(const games::OptionMap& options, Seat, std::string_view campaign,
                                                   Language) const override {
    if (options.at("level") == "2" && campaign.empty())
      return "Level 2 is locked: finish a game of this campaign first.";
    return std::nullopt;
  }

  [[nodiscard]] games::Started start(const games::StartInfo& info) const override {
    return games::GameAdapter<SealedRules>::started(info.names, info.at, [&](games::Step<Event>& step) {
      State s;
      s.random = games::RandomStream(info.seed, "table");
      s.rounds = static_cast<std::uint32_t>(std::stoul(info.options.at("rounds")));
      const auto& clock = info.options.at("clock");
      s.clock_ms = clock == "off" ? 0 : std::stoull(clock) * 1000;
      s.crash = info.options.at("crash") == "on";
      s.drifted = drifted_;
      s.campaign = traits_.has_campaigns;
      s.players.resize(info.seats);
      for (Seat seat = 0; seat < info.seats; ++seat) {
        auto& hand = s.players[seat].hand;
        for (std::uint32_t i = 0; i < 3; ++i) hand.push_back(1 + i * 7 + s.random.uniform(7));
        step.events.to(seat, Dealt{hand});
      }
      SealedRules::begin_round(s, step);
      return s;
    });
  }

  [[nodiscard]] std::string campaign_fold(std::string_view state, std::string_view change) const override {
    return std::string(state) + std::string(change);
  }
  [[nodiscard]] std::vector<std::string> campaign_lines(std::string_view state, Language) const override {
    return {fmt::format("games finished: {}", state.size() / 2)};
  }
  [[nodiscard]] std::unique_ptr<games::Bot> bot(std::string_view, std::uint64_t) const override {
    return bot_ ? bot_() : std::make_unique<FirstCard>();
  }

 private:
  // Always plays its first card.
  struct FirstCard final : games::Bot {
    v1::Answer choose(const v1::Decision& decision, std::string_view) override {
      v1::Answer answer;
      answer.set_decision_id(decision.id());
      answer.set_offer_id(1);
      answer.add_values()->mutable_picked()->add_options(decision.offers(0).fields(0).pick().options(0).id());
      return answer;
    }
  };

  games::Traits traits_;
  std::vector<games::OptionSpec> options_;
  bool drifted_;
  std::function<std::unique_ptr<games::Bot>()> bot_;
};

}  // namespace

std::unique_ptr<games::GameType> sealed_game(const SealedTraits& traits) {
  return std::make_unique<SealedType>(traits);
}

}  // namespace athanor::test
