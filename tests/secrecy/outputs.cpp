#include <secrecy/outputs.h>

#include <athanor/games/wire.h>

#include <array>

namespace athanor::test {
namespace {

using games::Game;
using games::Language;
using games::Seat;
using games::Viewer;

struct From {
  const Game& game;
  Viewer viewer;
  Seat seats;
  games::RoomTime now;
};

std::string view(const From& from) { return from.game.view(from.viewer, Language::english) + from.game.view(from.viewer, Language::german); }

std::string standings(const From& from) {
  std::string all;
  for (const auto language : {Language::english, Language::german})
    for (const auto& standing : from.game.standings(language))
      all += std::to_string(standing.seat) + standing.score + (standing.winner ? "!" : "") + "\n";
  return all;
}

// Without its id, which is an output of its own.
std::string decision(const From& from) {
  std::string all;
  for (const auto language : {Language::english, Language::german}) {
    const auto decision = from.viewer.seat() ? from.game.decision(*from.viewer.seat(), language) : std::nullopt;
    if (!decision) return "nothing is asked";
    v1::Decision message;
    games::encode(*decision, 0, from.now, message);
    all += message.SerializeAsString();
  }
  return all;
}

std::string id(const From& from) { return std::to_string(own_id(from.game, from.viewer)); }

std::string deciding(const From& from) {
  std::string all;
  for (Seat seat = 0; seat < from.seats; ++seat) {
    const auto decision = from.game.decision(seat, Language::english);
    all += decision && (!decision->hidden || from.viewer.is(seat)) ? '1' : '0';
  }
  return all;
}

std::string default_answer(const From& from) {
  const auto answer = from.viewer.seat() ? from.game.default_answer(*from.viewer.seat()) : std::nullopt;
  if (!answer) return "none";
  auto without_id = *answer;
  without_id.decision_id = 0;
  v1::Answer message;
  games::encode(without_id, message);
  return message.SerializeAsString();
}

constexpr std::uint32_t most_options = 64;

// Answers that must be refused, and legal looking ones: values of every type, and questions that are not open, the former one too.
std::vector<games::Answer> probes(const From& from, Seat seat) {
  const auto id = from.game.decision_id(seat).value_or(0);
  std::vector<games::Answer> all{{id, 0, {}},
                                 {id, 1, {}},
                                 {id, 2, {}},
                                 {id, 3, {games::Picked{{1, 1}}}},
                                 {id, 1, {games::Picked{{1, 2}}, games::Picked{{3}}}},
                                 {id, 2, {std::string("azoth")}},
                                 {id + 1, 1, {}},
                                 {id - 1, 1, {}}};
  // One of the offers at a time, as most ids above are not offered, and one of all options that there may be.
  const auto turn = static_cast<std::uint32_t>((from.now + 1) * 0x9E3779B97F4A7C15ULL >> 40U);
  if (const auto decision = from.game.decision(seat, Language::english); decision && !decision->offers.empty()) {
    const auto offer = decision->offers[turn % decision->offers.size()].id;
    const auto option = 1 + turn / 7 % most_options;
    all.push_back({id, offer, {std::string("x")}});
    all.push_back({id, offer, {std::int32_t{1}}});
    all.push_back({id, offer, {games::Picked{{1}}, std::string("azoth")}});
    all.push_back({id, offer, {games::Picked{{option}}}});
    all.push_back({id, option, {}});
  }
  return all;
}

// Texts and kinds of refusals are outputs too; of each probe in one language, at another time in the other.
std::string refusals(const From& from) {
  if (!from.viewer.seat()) return {};
  std::string all;
  auto clone = from.game.clone();
  std::uint64_t turn = from.now;
  for (const auto& probe : probes(from, *from.viewer.seat())) {
    const auto outcome = clone->answer(*from.viewer.seat(), probe, from.now, ++turn % 2 == 0 ? Language::english : Language::german);
    all += outcome ? "accepted" : std::to_string(static_cast<int>(outcome.error().kind)) + outcome.error().text + outcome.error().reason;
    all += '\n';
    if (outcome) clone = from.game.clone();
  }
  return all;
}

std::string finished(const From& from) { return from.game.finished() ? "1" : "0"; }

struct Kind {
  const char* name;
  std::string (*of)(const From&);
};
// The cheap ones first.
constexpr std::array<Kind, 8> kinds{{{"finished", finished},
                                     {"view", view},
                                     {"standings", standings},
                                     {"deciding", deciding},
                                     {"decision", decision},
                                     {"default", default_answer},
                                     {"refusal", refusals},
                                     {"id", id}}};

}  // namespace

std::map<std::string, std::string> outputs(const Game& game, Viewer viewer, Seat seats, games::RoomTime now) {
  std::map<std::string, std::string> all;
  for (const auto& kind : kinds) all.emplace(kind.name, kind.of({game, viewer, seats, now}));
  return all;
}

bool has_outputs(const std::map<std::string, std::string>& wanted, const Game& game, Viewer viewer, Seat seats, games::RoomTime now) {
  for (const auto& kind : kinds)
    if (kind.of != id && kind.of != refusals && kind.of({game, viewer, seats, now}) != wanted.at(kind.name)) return false;
  return true;
}

std::uint64_t own_id(const Game& game, Viewer viewer) { return viewer.seat() ? game.decision_id(*viewer.seat()).value_or(0) : 0; }

std::string told(const std::vector<games::EventRecord>& events, Viewer viewer) {
  std::string all;
  for (const auto& event : events)
    if (event.audience.includes(viewer))
      all += event.body->kind() + (event.audience == games::Audience::everyone() ? ":" : ":not to all:") + event.body->text(Language::english) + "|" +
             event.body->text(Language::german) + "\n";
  return all;
}

std::vector<Viewer> viewers(Seat seats) {
  std::vector<Viewer> all{Viewer::spectator()};
  for (Seat seat = 0; seat < seats; ++seat) all.push_back(Viewer::seat(seat));
  return all;
}

std::string name(Viewer viewer) { return viewer.seat() ? "seat " + std::to_string(*viewer.seat()) : "a spectator"; }

}  // namespace athanor::test
