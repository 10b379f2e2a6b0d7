#pragma once
// Makes the type-erased Game of a game's rules, view and offers. A game named R provides, as static functions (a rules function
// of the same shape can be named as it is: `static constexpr auto& apply = my_game::apply;`):
//
//   using State;   value type with a member `Timers timers`
//   using Move;    std::variant of small structs
//   using Event;   std::variant of small structs
//   Seat  seats(const State&)
//   optional<uint64_t>        question(const State&, Seat)   names what is asked of the seat now; nothing: nothing is asked.
//                             While it stays equal the decision keeps its id on the wire, even if options come and go because
//                             of others; it must change when what is asked of *this seat* changes. (An accepted answer to an
//                             offer that is not repeatable gives a new id in any case.)
//   Decision or optional<Decision>  decision(const State&, Seat, Language)   asked for only while question() is there; pure
//   Decision                  offers(const State&, Seat)   optional: decision() without words, for checking answers quickly
//   expected<Move, Rejection> move(const State&, Seat, const CheckedAnswer&, Language)  the typed move of a checked answer;
//                                                                               refuses only what no offer can express
//   optional<Rejection> explain(const State&, Seat, const Answer&, Language)   optional: the rules' own reason why an answer
//                             is not offered (rejection text and error name); nothing: the general text of check() will do
//   optional<Rejection> explain_stale(const State&, Seat, optional<uint64_t> asked, Language)   optional: the same for an answer
//                             to a question that is not open (any more); `asked` is the key that question() gave for it, if it
//                             was the seat's last one or the one before. The rejection's kind must be stale.
//   optional<Rejection> told_already(const State&, Seat, const Move&, Language)   optional: why a new answer is refused that asks
//                             only for what the seat was told before. The fold does not ask it: apply() must take such moves
//   Answer                    default_answer(const State&, Seat, const Decision&)   (decision_id is filled in here)
//   void  apply(State&, Seat, const Move&, Step<Event>&)
//   void  timer_fired(State&, TimerId, Step<Event>&)
//   void  presence(State&, Seat, Presence, Step<Event>&)
//   void  leave(State&, Seat, Step<Event>&)
//   void  join(State&, Seat, Step<Event>&)   only where the traits say join_while_playing
//   bool  finished(const State&)
//   vector<Standing> standings(const State&, Language)
//   string table_view(const State&, Language)         the serialised view message: what all viewers see alike,
//   string own_view(const State&, Viewer, Language)   and what this one sees besides, in fields that the first does not set
//   string event_kind(const Event&);  string event_text(const Event&, const vector<string>& names, Language)
//   void  canonical(const State&, CanonicalWriter&)        every part of the state, timers and random streams included
//   State redeal(const State&, Viewer, RandomStream&)
//   void  hidden(const State&, Viewer, CanonicalWriter&)   every part hidden from the viewer

#include <athanor/games/canonical.h>
#include <athanor/games/check.h>
#include <athanor/games/game.h>
#include <athanor/games/timers.h>

#include <array>
#include <stdexcept>

namespace athanor::games {

/// What a rules function may touch besides the state.
template <typename E>
struct Step {
  RoomTime now = 0;
  Events<E>& events;
  std::optional<std::string>& campaign_change;
};

/// The refusal for an answer to a decision that is not open (any more), in the member's language.
[[nodiscard]] Rejection stale_answer(bool something_open, Language language);

template <typename R>
class GameAdapter final : public Game {
 public:
  using State = typename R::State;
  using Event = typename R::Event;

  GameAdapter(State state, std::vector<std::string> names)
      : state_(std::move(state)), names_(std::make_shared<const std::vector<std::string>>(std::move(names))) {
    settle(std::nullopt);
  }

  [[nodiscard]] const State& state() const { return state_; }

  /// Starts a game: `setup` fills in the events of the deal.
  template <typename Setup>
  static Started started(std::vector<std::string> names, RoomTime at, Setup setup) {
    Events<Event> events;
    Outcome outcome;
    Step<Event> step{at, events, outcome.campaign_change};
    auto game = std::make_unique<GameAdapter>(setup(step), std::move(names));
    outcome.events = game->erase(events.take());
    return {std::move(game), std::move(outcome)};
  }

  [[nodiscard]] std::unique_ptr<Game> clone() const override { return std::unique_ptr<Game>(new GameAdapter(*this)); }

  [[nodiscard]] tl::expected<Outcome, Rejection> answer(Seat seat, const Answer& answer, RoomTime at, Language language) override {
    const auto open = decision_id(seat);
    if (!open || *open != answer.decision_id) return tl::unexpected(refuse_stale(seat, answer.decision_id, language));
    const auto decision = to_check(seat, language);
    auto checked = check(decision, answer, language);
    if (!checked) {
      if constexpr (requires { R::explain(state_, seat, answer, language); })
        if (auto reason = R::explain(state_, seat, answer, language)) return tl::unexpected(std::move(*reason));
      return tl::unexpected(check(in_words(seat, language), answer, language).error());
    }
    auto move = R::move(state_, seat, *checked, language);
    if (!move) return tl::unexpected(std::move(move).error());
    const bool repeatable = checked->offer->repeatable;
    auto outcome = input(at, repeatable ? std::optional<Seat>() : seat, [&](Step<Event>& step) { R::apply(state_, seat, *move, step); });
    outcome.repeatable = repeatable;
    return outcome;
  }
  [[nodiscard]] Rejection refuse_stale(Seat seat, std::uint64_t decision_id, Language language) const override {
    if constexpr (requires { R::explain_stale(state_, seat, std::optional<std::uint64_t>(), language); })
      if (auto reason = R::explain_stale(state_, seat, asked(seat, decision_id), language)) return std::move(*reason);
    return stale_answer(this->decision_id(seat).has_value(), language);
  }
  [[nodiscard]] std::optional<Rejection> told_already(Seat seat, const Answer& answer, Language language) const override {
    if constexpr (requires(const typename R::Move& move) { R::told_already(state_, seat, move, language); }) {
      if (decision_id(seat) != answer.decision_id) return std::nullopt;
      const auto decision = to_check(seat, language);
      if (const auto checked = check(decision, answer, language))
        if (const auto move = R::move(state_, seat, *checked, language)) return R::told_already(state_, seat, *move, language);
    }
    return std::nullopt;
  }
  Outcome fire_timers(RoomTime at) override {
    return input(at, std::nullopt, [&](Step<Event>& step) {
      while (const auto due = state_.timers.take_due(at)) R::timer_fired(state_, *due, step);
    });
  }
  Outcome presence(Seat seat, Presence presence, RoomTime at) override {
    return input(at, std::nullopt, [&](Step<Event>& step) { R::presence(state_, seat, presence, step); });
  }
  Outcome leave(Seat seat, RoomTime at) override {
    return input(at, std::nullopt, [&](Step<Event>& step) { R::leave(state_, seat, step); });
  }
  Outcome join(Seat seat, RoomTime at) override {
    if constexpr (requires(Step<Event>& step) { R::join(state_, seat, step); })
      return input(at, std::nullopt, [&](Step<Event>& step) { R::join(state_, seat, step); });
    else
      throw std::logic_error("nobody may join a running game");
  }

  [[nodiscard]] std::optional<RoomTime> next_deadline() const override {
    return R::finished(state_) ? std::nullopt : state_.timers.next_deadline();
  }
  [[nodiscard]] std::optional<std::uint64_t> decision_id(Seat seat) const override {
    if (seat > max_seats || !questions_[seat].open) return std::nullopt;
    return questions_[seat].id;
  }
  [[nodiscard]] std::optional<Decision> decision(Seat seat, Language language) const override {
    if (!decision_id(seat)) return std::nullopt;
    return R::decision(state_, seat, language);
  }
  [[nodiscard]] std::optional<Answer> default_answer(Seat seat) const override {
    const auto open = decision(seat, Language::english);
    if (!open) return std::nullopt;
    Answer answer = R::default_answer(state_, seat, *open);
    answer.decision_id = questions_[seat].id;
    return answer;
  }
  [[nodiscard]] std::string table_view(Language language) const override { return R::table_view(state_, language); }
  [[nodiscard]] std::string own_view(Viewer viewer, Language language) const override {
    return R::own_view(state_, viewer, language);
  }
  [[nodiscard]] bool finished() const override { return R::finished(state_); }
  [[nodiscard]] std::vector<Standing> standings(Language language) const override { return R::standings(state_, language); }
  [[nodiscard]] std::uint64_t digest() const override {
    CanonicalWriter out;
    R::canonical(state_, out);
    for (Seat seat = 0; seat < R::seats(state_); ++seat) out << questions_[seat].id << questions_[seat].open;
    return out.digest();
  }
  [[nodiscard]] std::unique_ptr<Game> redeal(Viewer viewer, RandomStream& random) const override {
    auto other = std::unique_ptr<GameAdapter>(new GameAdapter(*this));
    other->state_ = R::redeal(state_, viewer, random);
    other->settle(std::nullopt);  // who is asked what must follow from the redealt state as from this one: else ids differ
    return other;
  }
  [[nodiscard]] std::string hidden_from(Viewer viewer) const override {
    CanonicalWriter out;
    R::hidden(state_, viewer, out);
    return out.bytes();
  }

 private:
  struct Body final : EventBody {
    Body(Event e, std::shared_ptr<const std::vector<std::string>> n) : event(std::move(e)), names(std::move(n)) {}
    [[nodiscard]] std::string kind() const override { return R::event_kind(event); }
    [[nodiscard]] std::string text(Language language) const override { return R::event_text(event, *names, language); }
    Event event;
    std::shared_ptr<const std::vector<std::string>> names;
  };
  struct Question {
    std::uint64_t key = 0;
    std::uint64_t id = 0;
    bool open = false;
    std::uint64_t key_before = 0, id_before = 0;  // of the question before it; id 0: there was none
  };

  GameAdapter(const GameAdapter&) = default;

  [[nodiscard]] Decision to_check(Seat seat, Language language) const {
    if constexpr (requires { R::offers(state_, seat); })
      return R::offers(state_, seat);
    else
      return in_words(seat, language);
  }
  [[nodiscard]] Decision in_words(Seat seat, Language language) const {
    std::optional<Decision> decision = R::decision(state_, seat, language);
    return std::move(decision).value();
  }

  template <typename Change>
  Outcome input(RoomTime at, std::optional<Seat> answered, Change change) {
    Events<Event> events;
    Outcome outcome;
    Step<Event> step{at, events, outcome.campaign_change};
    change(step);
    settle(answered);
    outcome.events = erase(events.take());
    return outcome;
  }

  // Gives new ids to the seats whose question changed. `answered`: the seat whose question ends with its own answer.
  void settle(std::optional<Seat> answered) {
    for (Seat seat = 0; seat < R::seats(state_); ++seat) {
      auto& q = questions_[seat];
      const auto key = R::finished(state_) ? std::optional<std::uint64_t>() : R::question(state_, seat);
      if (key && (!q.open || q.key != *key || answered == seat)) {
        q.key_before = q.key;
        q.id_before = q.id++;
        q.key = *key;
      }
      q.open = key.has_value();
    }
  }
  // Key of one of the seat's two newest questions.
  [[nodiscard]] std::optional<std::uint64_t> asked(Seat seat, std::uint64_t id) const {
    if (seat > max_seats || id == 0) return std::nullopt;
    const auto& q = questions_[seat];
    if (id == q.id) return q.key;
    return id == q.id_before ? std::optional(q.key_before) : std::nullopt;
  }
  std::vector<EventRecord> erase(std::vector<typename Events<Event>::Entry> entries) const {
    std::vector<EventRecord> records;
    records.reserve(entries.size());
    for (auto& e : entries) records.push_back({e.audience, std::make_shared<const Body>(std::move(e.event), names_)});
    return records;
  }

  State state_;
  std::shared_ptr<const std::vector<std::string>> names_;
  std::array<Question, max_seats + 1> questions_{};
};

}  // namespace athanor::games
