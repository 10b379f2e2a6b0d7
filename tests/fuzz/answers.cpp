#include <fuzz/targets.h>

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>
#include <athanor/games/wire.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace athanor::test {
namespace {

using namespace games;

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

OptionMap options_from(const GameType& type, Bytes& bytes) {
  OptionMap options;
  for (const auto& spec : type.options()) {
    const auto choice = bytes.next();
    if (choice != 0 && !spec.values.empty()) options[spec.name] = spec.values[choice % spec.values.size()];
  }
  return options;
}

class Table {
 public:
  Table(const GameType& type, StartInfo info) : seats_(info.seats), game_(type.start(info).game), presence_(info.seats), left_(info.seats) {}

  /// How many answers were accepted.
  std::uint64_t play(Bytes& bytes) {
    constexpr int most_steps = 600;
    for (int step = 0; step < most_steps && !bytes.empty() && !game_->finished(); ++step) {
      const auto what = bytes.below(16);
      if (what < 8)
        legal_answer(bytes);
      else if (what < 13)
        any_answer(bytes);
      else if (what == 13)
        pass(bytes.next() * 500U);
      else if (what == 14)
        change_presence(static_cast<Seat>(bytes.below(seats_)));
      else if (bytes.next() > 250)
        leave(static_cast<Seat>(bytes.below(seats_)));
      if (step % 8 == 0) look();
    }
    look();
    return accepted_;
  }

 private:
  void legal_answer(Bytes& bytes) {
    std::vector<Seat> asked;
    for (Seat seat = 0; seat < seats_; ++seat)
      if (game_->decision_id(seat)) asked.push_back(seat);
    if (asked.empty()) return pass(60'000);
    const auto seat = asked[bytes.below(asked.size())];
    v1::Decision decision;
    encode(*game_->decision(seat, Language::english), *game_->decision_id(seat), now_, decision);
    const auto& offer = decision.offers(static_cast<int>(bytes.below(static_cast<std::size_t>(decision.offers_size()))));
    std::uint64_t random = bytes.next();
    const auto message = random_answer(decision, offer, random);
    if (message.offer_id() == 0) return;
    const auto answer = decode(message, Language::english);
    require(answer.has_value(), "an answer made from an offer cannot be read");
    submit(seat, *answer);
  }
  void any_answer(Bytes& bytes) {
    const auto seat = static_cast<Seat>(bytes.below(seats_ + 1U));
    const bool right_question = bytes.below(4) != 0;
    v1::Answer message;
    if (!message.ParseFromString(bytes.take(bytes.below(64)))) return;
    if (right_question) message.set_decision_id(game_->decision_id(seat).value_or(0));
    const auto language = bytes.below(2) == 0 ? Language::english : Language::german;
    if (const auto answer = decode(message, language)) submit(seat, *answer);
  }
  void submit(Seat seat, const Answer& answer) {
    const auto before = game_->digest();
    const auto outcome = game_->answer(seat, answer, now_, Language::english);
    if (outcome) return void(++accepted_);
    require(game_->digest() == before, "a refused answer changed the game");
    require(!outcome.error().text.empty(), "a refusal says nothing");
  }
  void pass(std::uint64_t ms) {
    const auto until = now_ + ms;
    for (int fired = 0; fired < 100; ++fired) {
      const auto deadline = game_->next_deadline();
      if (!deadline || *deadline > until) break;
      now_ = std::max(now_, *deadline);
      (void)game_->fire_timers(now_);
    }
    now_ = std::max(now_, std::min(until, game_->next_deadline().value_or(until)));
  }
  void change_presence(Seat seat) {
    if (left_[seat]) return;
    presence_[seat] = !presence_[seat];
    (void)game_->presence(seat, presence_[seat] ? Presence::away : Presence::here, now_);
  }
  void leave(Seat seat) {
    if (left_[seat]) return;
    left_[seat] = true;
    (void)game_->leave(seat, now_);
  }
  // Everything that somebody can be shown now.
  void look() const {
    for (const auto language : {Language::english, Language::german}) {
      (void)game_->view(Viewer::spectator(), language);
      for (Seat seat = 0; seat < seats_; ++seat) {
        (void)game_->view(Viewer::seat(seat), language);
        const auto decision = game_->decision(seat, language);
        require(decision.has_value() == game_->decision_id(seat).has_value(), "a question without decision, or the other way round");
        require(!decision || !decision->offers.empty(), "a decision without offers");
      }
    }
  }

  Seat seats_;
  std::unique_ptr<Game> game_;
  RoomTime now_ = 0;
  std::uint64_t accepted_ = 0;
  std::vector<bool> presence_, left_;
};

}  // namespace

std::uint64_t fuzz_answers(std::string_view game, Input input) {
  static const auto catalogue = standard_catalogue();
  Bytes bytes(input);
  const auto& type = *catalogue.find(game);
  const auto& traits = type.traits();
  StartInfo info;
  info.seats = static_cast<Seat>(std::min(traits.min_seats + bytes.below(6), traits.max_seats + 0U));
  for (Seat seat = 0; seat < info.seats; ++seat) info.names.push_back("Player " + std::to_string(seat));
  info.seed[0] = static_cast<std::uint8_t>(bytes.next());
  for (const bool as_chosen : {true, false}) {
    const auto options = complete_options(type, as_chosen ? options_from(type, bytes) : OptionMap{}, Language::english);
    if (!options || type.problem(*options, info.seats, info.campaign, Language::english)) continue;
    info.options = *options;
    return Table(type, info).play(bytes);
  }
  return 0;
}

}  // namespace athanor::test
