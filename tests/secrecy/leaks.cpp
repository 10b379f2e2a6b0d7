#include <secrecy/leaks.h>

#include <algorithm>
#include <functional>

namespace athanor::test {
namespace {

using namespace athanor::games;

struct LeakyBody final : EventBody {
  LeakyBody(std::shared_ptr<const EventBody> b, std::string s) : body(std::move(b)), secret(std::move(s)) {}
  std::string kind() const override { return body->kind(); }
  std::string text(Language language) const override { return body->text(language) + secret; }
  std::shared_ptr<const EventBody> body;
  std::string secret;
};

class LeakyGame final : public Game {
 public:
  LeakyGame(std::unique_ptr<Game> game, Leak leak, Seat seats) : game_(std::move(game)), leak_(leak), seats_(seats) {}
  std::unique_ptr<Game> clone() const override { return std::make_unique<LeakyGame>(game_->clone(), leak_, seats_); }

  tl::expected<Outcome, Rejection> answer(Seat seat, const Answer& answer, RoomTime at, Language language) override {
    auto outcome = game_->answer(seat, answer, at, language);
    if (!outcome) {
      if (leak_ == Leak::refusal) outcome.error().text += secret(Viewer::seat(seat));
      return outcome;
    }
    if (leak_ == Leak::events)  // tells everybody which answer it was
      for (auto& event : outcome->events) event.body = std::make_shared<LeakyBody>(event.body, secret(Viewer::spectator()));
    return outcome;
  }
  Rejection refuse_stale(Seat seat, std::uint64_t decision_id, Language language) const override {
    auto rejection = game_->refuse_stale(seat, decision_id, language);
    if (leak_ == Leak::refusal) rejection.text += secret(Viewer::seat(seat));
    return rejection;
  }
  Outcome fire_timers(RoomTime at) override { return game_->fire_timers(at); }
  Outcome presence(Seat seat, Presence presence, RoomTime at) override { return game_->presence(seat, presence, at); }
  Outcome leave(Seat seat, RoomTime at) override { return game_->leave(seat, at); }
  Outcome join(Seat seat, RoomTime at) override { return game_->join(seat, at); }
  std::optional<RoomTime> next_deadline() const override { return game_->next_deadline(); }

  std::optional<std::uint64_t> decision_id(Seat seat) const override {
    if (leak_ == Leak::decision_presence && bit(Viewer::seat(seat))) return std::nullopt;
    return game_->decision_id(seat);
  }
  std::optional<Decision> decision(Seat seat, Language language) const override {
    auto decision = game_->decision(seat, language);
    if (!decision) return decision;
    const auto viewer = Viewer::seat(seat);
    if (leak_ == Leak::decision_presence && bit(viewer)) return std::nullopt;
    if (leak_ == Leak::decision_label) decision->offers.back().label += secret(viewer);
    if (leak_ == Leak::decision_order && bit(viewer)) std::reverse(decision->offers.begin(), decision->offers.end());
    if (leak_ == Leak::deciding) decision->hidden = bit(Viewer::spectator());
    return decision;
  }
  std::optional<Answer> default_answer(Seat seat) const override {
    auto answer = game_->default_answer(seat);
    if (answer && leak_ == Leak::default_answer && bit(Viewer::seat(seat))) answer->values.emplace_back(std::int32_t{1});
    return answer;
  }
  std::string table_view(Language language) const override { return game_->table_view(language); }
  std::string own_view(Viewer viewer, Language language) const override {
    return game_->own_view(viewer, language) + (leak_ == Leak::view ? secret(viewer) : "");
  }
  bool finished() const override { return game_->finished(); }
  std::vector<Standing> standings(Language language) const override {
    auto all = game_->standings(language);
    if (leak_ == Leak::standings) all.push_back({0, secret(Viewer::spectator()), false});
    return all;
  }
  std::uint64_t digest() const override { return game_->digest(); }
  std::unique_ptr<Game> redeal(Viewer viewer, RandomStream& random) const override {
    return std::make_unique<LeakyGame>(game_->redeal(viewer, random), leak_, seats_);
  }
  std::string hidden_from(Viewer viewer) const override { return game_->hidden_from(viewer); }

 private:
  std::size_t hash(Viewer viewer) const { return std::hash<std::string>()(game_->hidden_from(viewer)); }
  bool bit(Viewer viewer) const { return hash(viewer) % 2 == 1; }
  std::string secret(Viewer viewer) const { return std::string(1, static_cast<char>('a' + hash(viewer) % 16)); }

  std::unique_ptr<Game> game_;
  Leak leak_;
  Seat seats_;
};

}  // namespace

std::unique_ptr<games::Game> leaking(std::unique_ptr<games::Game> game, Leak leak, games::Seat seats) {
  return std::make_unique<LeakyGame>(std::move(game), leak, seats);
}

}  // namespace athanor::test
