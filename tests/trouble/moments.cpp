#include "trouble/moments.h"

#include "trouble/live_server.h"

#include <athanor/v1/der_alchimist.pb.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>

namespace athanor::tests {
namespace {

constexpr auto highest = std::numeric_limits<std::uint32_t>::max();

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

// No clock runs, so that nothing happens by itself.
std::vector<std::pair<std::string, std::string>> without_clocks(const std::string& game) {
  if (game == "der-alchimist") return {{"turn-clock", "off"}};
  if (game == "quacksalber") return {{"clock", "off"}};
  if (game == "little-alchemists") return {{"turn-limit", "off"}, {"prompt-limit", "off"}};
  return {};
}

v1::ClientMessage made(const std::function<void(v1::ClientMessage&)>& fill) {
  static std::atomic<std::uint64_t> request{1'000'000};
  v1::ClientMessage message;
  message.set_request(++request);
  fill(message);
  return message;
}

}  // namespace

std::string name_of(Moment moment) {
  constexpr const char* names[] = {"before hello", "in no room",         "host of a lobby", "guest of a lobby", "watching",
                                   "asked",        "waiting for others", "after the end",   "after leaving"};
  return names[static_cast<std::size_t>(moment)];
}

MomentTable::MomentTable(std::uint16_t port, const std::string& game, Moment moment)
    : port_(port), game_(game), moment_(moment), host_(arrive()), guest_(arrive()), observer_(arrive()) {
  const auto reply = host_->ask(made([&](auto& m) {
    auto& create = *m.mutable_create_room();
    create.set_game(game);
    create.set_seats(2);
    create.set_name("Ada");
    for (const auto& [name, value] : without_clocks(game)) {
      auto& option = *create.add_options();
      option.set_name(name);
      option.set_value(value);
    }
  }));
  need(reply.accepted, "no room: " + reply.message.refusal().text());
  need(guest_->join(host_->code, "Bo").accepted, "no guest");
  need(observer_->join(host_->code, "Olga", true).accepted, "nobody may watch");
  begin(moment);
  seen_ = sequence();
}

void MomentTable::begin(Moment moment) {
  if (moment == Moment::lobby_guest) seat_ = 1;
  if (moment == Moment::lobby_host || moment == Moment::lobby_guest) return;
  host_->ready();
  guest_->ready();
  need(host_->ask(made([](auto& m) { m.mutable_start_game(); })).accepted, "no start");
  need(host_->until([&] { return host_->playing(); }) && guest_->until([&] { return guest_->playing(); }), "no game");
  if (moment == Moment::waiting) play_until_somebody_waits();
  if (moment == Moment::asked) seat_ = host_->update.has_decision() ? 0 : 1;
  if (moment == Moment::after_the_end) end_it();
  if (moment == Moment::after_leaving) seat_ = 1;
}

void MomentTable::play_until_somebody_waits() {
  for (int moves = 0; moves < 60 && host_->playing(); ++moves) {
    for (const std::size_t seat : {0, 1})
      if (!(seat == 0 ? host_ : guest_)->update.has_decision() && (seat == 0 ? guest_ : host_)->update.has_decision()) {
        seat_ = seat;
        return;
      }
    if (!move()) break;
  }
  exists_ = false;
}

void MomentTable::end_it() {
  need(guest_->ask(made([](auto& m) { m.mutable_leave_room(); })).accepted, "the guest may not leave");
  guest_gone_ = true;
  need(host_->until([&] { return !host_->playing() || host_->room.seats(1).left(); }), "nobody was told");
  for (int moves = 0; moves < 2000 && host_->playing() && move(); ++moves) {
  }
  need(host_->until([&] { return !host_->playing(); }), "no end");
}

bool MomentTable::move() {
  std::vector<Player*> players = {host_.get(), guest_.get()};
  if (guest_gone_) players.pop_back();
  for (auto* player : players) {
    if (!player->update.has_decision()) continue;
    const auto reply = player->ask(made([&](auto& m) {
      *m.mutable_answer() = bot_->choose(player->update.decision(), player->update.view());
      m.mutable_answer()->set_decision_id(player->update.decision().id());
    }));
    if (!reply.accepted) return true;  // a word that the rules do not like: it is asked again
    const auto newest = player->update.sequence();
    for (auto* other : players) need(other->until([&] { return other->update.sequence() >= newest; }), "no update");
    return true;
  }
  return false;
}

std::unique_ptr<Player> MomentTable::arrive(bool greeting) const {
  static std::atomic<std::uint32_t> number{0};
  auto player = std::make_unique<Player>(port_, "/ws", 0, stranger(1000 + number++ % 40'000));
  player->last_request = 100'000 * std::uint64_t{number};
  if (greeting) need(player->hello().accepted, "not greeted");
  return player;
}

std::unique_ptr<Player> MomentTable::come() {
  auto player = arrive(moment_ != Moment::before_hello);
  switch (moment_) {
    case Moment::before_hello:
    case Moment::no_room:
      break;
    case Moment::spectator:
    case Moment::after_leaving:
      need(player->join(code(), "Eve" + std::to_string(player->last_request), true).accepted, "nobody may watch");
      if (moment_ == Moment::after_leaving) need(player->ask(made([](auto& m) { m.mutable_leave_room(); })).accepted, "nobody may leave");
      break;
    default:
      need(player->resume(code(), tried_token()).accepted, "the token does not open its seat");
      need(player->until([&] { return player->updates > 0; }), "no update");
  }
  return player;
}

std::uint64_t MomentTable::sequence() {
  return observer_->ask(made([](auto& m) { m.mutable_heartbeat(); })).message.heartbeat().sequence();
}

std::string MomentTable::standing() {
  const auto now = sequence();
  if (!tells_of_connections()) return std::to_string(now);
  need(observer_->until([&] { return observer_->update.sequence() >= now; }), "the one who watches was not told");
  v1::DerAlchimistView view;
  need(view.ParseFromString(observer_->update.view()), "no view");
  for (auto& player : *view.mutable_players()) player.set_connected(true);
  auto room = observer_->room;
  room.set_spectators(0);
  for (auto& seat : *room.mutable_seats()) seat.set_connected(true);
  return view.SerializeAsString() + room.SerializeAsString();
}

std::string MomentTable::noticed() {
  const auto now = sequence();
  need(observer_->until([&] { return observer_->update.sequence() >= now; }), "the one who watches was not told");
  std::string all;
  if (observer_->chat_lines > 0) all += "words; ";
  for (const auto& event : observer_->update.events())
    if (event.sequence() > seen_) all += event.text() + "; ";
  seen_ = now;
  observer_->chat_lines = 0;
  return all;
}

std::vector<Said> what_could_be_meant(const std::string& code, const std::string& game) {
  std::vector<Said> all;
  const auto add = [&](const std::string& name, const std::function<void(v1::ClientMessage&)>& fill) {
    all.push_back({name, made(fill).SerializeAsString(), true});
  };
  add("hello", [](auto& m) { m.mutable_hello()->set_protocol(1); });
  add("get_catalogue", [&](auto& m) { m.mutable_get_catalogue()->set_game(game); });
  add("create_room", [&](auto& m) {
    m.mutable_create_room()->set_game(game);
    m.mutable_create_room()->set_seats(2);
    m.mutable_create_room()->set_name("Eve");
  });
  add("join_room", [&](auto& m) {
    m.mutable_join_room()->set_code(code);
    m.mutable_join_room()->set_name("Eve");
  });
  add("resume_seat", [&](auto& m) {
    m.mutable_resume_seat()->set_code(code);
    m.mutable_resume_seat()->set_token(std::string(16, 't'));
  });
  add("set_ready", [](auto& m) { m.mutable_set_ready()->set_ready(true); });
  add("set_options", [&](auto& m) {
    const auto options = without_clocks(game);
    auto& option = *m.mutable_set_options()->add_options();
    option.set_name(options.empty() ? "none" : options.front().first);
    option.set_value(options.empty() ? "none" : options.front().first == "clock" ? "on" : "60");
  });
  add("start_game", [](auto& m) { m.mutable_start_game(); });
  add("kick_seat", [](auto& m) { m.mutable_kick_seat()->set_seat(1); });
  add("hand_over", [](auto& m) { m.mutable_hand_over()->set_seat(1); });
  add("set_bot", [](auto& m) {
    m.mutable_set_bot()->set_seat(1);
    m.mutable_set_bot()->set_bot(true);
  });
  add("vote_substitute", [](auto& m) { m.mutable_vote_substitute()->set_seat(0); });
  add("set_paused", [](auto& m) { m.mutable_set_paused()->set_paused(true); });
  add("set_locked", [](auto& m) { m.mutable_set_locked()->set_locked(true); });
  add("rematch", [](auto& m) { m.mutable_rematch(); });
  add("say", [](auto& m) { m.mutable_say()->set_text("hello"); });
  add("save_notes", [](auto& m) { m.mutable_save_notes()->set_text("notes"); });
  add("get_journal", [](auto& m) { m.mutable_get_journal(); });
  add("answer", [](auto& m) { m.mutable_answer()->set_decision_id(1'000'000'000); });
  add("heartbeat", [](auto& m) { m.mutable_heartbeat(); });
  // A field of the future beside one that is known.
  const std::string later{'\xc2', '\x3e', '\x03', 'a', 'b', 'c'};
  all.push_back({"heartbeat", later + made([](auto& m) { m.mutable_heartbeat(); }).SerializeAsString() + later, true});
  add("close_room", [](auto& m) { m.mutable_close_room(); });
  add("leave_room", [](auto& m) { m.mutable_leave_room(); });
  return all;
}

std::vector<Said> what_cannot_be(const v1::Update& update) {
  std::vector<Said> all;
  const auto add = [&](const std::string& name, const std::function<void(v1::ClientMessage&)>& fill) {
    all.push_back({name, made(fill).SerializeAsString()});
  };
  for (const auto seat : {2U, 31U, 32U, 255U, 256U, highest}) {
    add("kick_seat of no seat", [=](auto& m) { m.mutable_kick_seat()->set_seat(seat); });
    add("hand_over to no seat", [=](auto& m) { m.mutable_hand_over()->set_seat(seat); });
    add("set_bot on no seat", [=](auto& m) { m.mutable_set_bot()->set_seat(seat); });
    add("vote_substitute for no seat", [=](auto& m) { m.mutable_vote_substitute()->set_seat(seat); });
  }
  add("say nothing", [](auto& m) { m.mutable_say()->set_text("\t \n"); });
  add("say too much", [](auto& m) { m.mutable_say()->set_text(std::string(15'000, 'x')); });
  add("notes that are too long", [](auto& m) { m.mutable_save_notes()->set_text(std::string(15'000, 'x')); });
  add("an option that is none", [](auto& m) { m.mutable_set_options()->add_options()->set_name("no such option"); });
  add("create_room of no game", [](auto& m) { m.mutable_create_room()->set_game("no such game"); });
  add("create_room with too many seats", [](auto& m) { m.mutable_create_room()->set_seats(highest); });
  add("get_catalogue of no game", [](auto& m) { m.mutable_get_catalogue()->set_game("no such game"); });
  add("another protocol", [](auto& m) { m.mutable_hello()->set_protocol(highest); });
  const auto answer = [&](const std::string& name, const std::function<void(v1::Answer&)>& fill) {
    add(name, [&](auto& m) {
      m.mutable_answer()->set_decision_id(update.decision().id());
      fill(*m.mutable_answer());
    });
  };
  for (const auto id : {std::uint64_t{0}, update.decision().id() + 1, std::numeric_limits<std::uint64_t>::max()})
    answer("an answer to another question", [id](auto& a) {
      a.set_decision_id(id);
      a.set_offer_id(1);
    });
  for (const auto id : {0U, 9999U, highest}) answer("an answer without such an offer", [id](auto& a) { a.set_offer_id(id); });
  for (const auto& offer : update.decision().offers()) {
    const auto with = [&](const std::string& name, const std::function<void(v1::Value&)>& fill) {
      answer(name, [&](auto& a) {
        a.set_offer_id(offer.id());
        for (int i = 0; i <= offer.fields_size(); ++i) fill(*a.add_values());  // one too many
      });
    };
    with("numbers that were not asked for", [](auto& v) { v.set_number(std::numeric_limits<std::int32_t>::min()); });
    with("a text that was not asked for", [](auto& v) { v.set_text(std::string(10'000, 'x')); });
    with("a thousand picks", [](auto& v) {
      for (std::uint32_t i = 0; i < 1000; ++i) v.mutable_picked()->add_options(highest - i);
    });
    with("values without a kind", [](auto&) {});
    if (offer.fields_size() > 0) answer("no values", [&](auto& a) { a.set_offer_id(offer.id()); });
  }
  return all;
}

std::vector<Said> no_messages(std::size_t step, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Said> all = {{"nothing", ""}};
  for (int i = 0; i < 20; ++i) {
    std::string noise(1 + random() % 200, '\0');
    for (auto& byte : noise) byte = static_cast<char>(random());
    noise[0] = '\x07';  // a type that there is not: what follows can be anything
    all.push_back({"noise", noise});
  }
  for (const auto& whole : what_could_be_meant("BCDFGH", "little-alchemists"))
    for (std::size_t size = 1 + seed % step; size < whole.bytes.size(); size += step)
      if (v1::ClientMessage cut; !cut.ParseFromString(whole.bytes.substr(0, size)) || cut.body_case() == v1::ClientMessage::BODY_NOT_SET)
        all.push_back({whole.name + ", cut at byte " + std::to_string(size), whole.bytes.substr(0, size)});
  all.push_back({"no body", made([](auto&) {}).SerializeAsString()});
  all.push_back({"a kind of the future", made([](auto&) {}).SerializeAsString() + std::string{'\x9a', '\x06', '\x02', 'a', 'b'}});
  all.push_back({"a body of another type", made([](auto&) {}).SerializeAsString() + std::string("\xa8\x01\x05", 3)});
  all.push_back({"no request id", v1::ClientMessage(made([](auto& m) {
                                    m.mutable_say()->set_text("hello");
                                    m.clear_request();
                                  })).SerializeAsString()});
  return all;
}

std::vector<Said> what_servers_say() {
  std::vector<Said> all;
  const auto add = [&](const std::string& name, const std::function<void(v1::ServerMessage&)>& fill) {
    v1::ServerMessage message;
    message.set_request(made([](auto&) {}).request());
    fill(message);
    all.push_back({name, message.SerializeAsString()});
  };
  add("welcome", [](auto& m) { m.mutable_welcome()->set_server("x"); });
  add("refusal", [](auto& m) { m.mutable_refusal()->set_code(static_cast<v1::RefusalCode>(4711)); });
  add("catalogue", [](auto& m) { m.mutable_catalogue()->add_games()->set_name("x"); });
  add("room_entered", [](auto& m) { m.mutable_room_entered()->set_seat(0); });
  add("update", [](auto& m) { m.mutable_update()->mutable_room()->set_phase(static_cast<v1::RoomPhase>(99)); });
  add("journal", [](auto& m) { m.mutable_journal()->set_journal("x"); });
  add("farewell", [](auto& m) { m.mutable_farewell()->set_close_code(4001); });
  return all;
}

Outcome outcome_of(Player& player, const std::string& bytes) {
  if (!player.ws.send(bytes)) return Outcome::closed;
  for (;;) {
    const auto got = player.next();
    if (!got) return player.ws.close_code() > 0 ? Outcome::closed : throw std::runtime_error("neither an answer nor a close");
    if (got->has_refusal()) return Outcome::refused;
    if (got->request() != 0 || got->has_heartbeat() || got->update().acknowledged_size() > 0) return Outcome::accepted;
  }
}

}  // namespace athanor::tests
