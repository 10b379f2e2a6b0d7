#include "trouble/watched_table.h"

#include "support/slowness.h"
#include "trouble/live_server.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace athanor::tests {
namespace {

using Clock = std::chrono::steady_clock;
using games::Language;
using games::Seat;
using games::Viewer;

const std::string password = "a password of the room";

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

// Clocks at their shortest, so that nobody has to wait for them.
std::map<std::string, std::string> options_of(const std::string& game) {
  if (game == "der-alchimist")
    return {{"turn-clock", "off"},      {"creativity-read", "2"}, {"creativity-vote", "5"},
            {"creativity-review", "5"}, {"final-vote", "10"},     {"final-veto", "10"}};
  if (game == "little-alchemists-companion") return {{"level", "3"}, {"all-levels", "true"}};
  if (game == "little-alchemists") return {{"level", "7"}, {"all-levels", "true"}};
  return {};
}

// A session of the companion is over whenever somebody says so.
bool ends_at_once(const v1::Decision& decision, std::uint32_t chosen) {
  return decision.offers_size() > 1 &&
         std::any_of(decision.offers().begin(), decision.offers().end(), [&](const auto& offer) { return offer.id() == chosen && offer.verb() == "close"; });
}

v1::ClientMessage asking_for_the_journal() {
  v1::ClientMessage message;
  message.mutable_get_journal();
  return message;
}

}  // namespace

WatchedTable::WatchedTable(std::uint16_t port, const std::string& game, Seat seats, std::uint64_t seed) : port_(port), type_(catalogue_.find(game)) {
  const auto address = [seed](std::uint32_t number) { return stranger(static_cast<std::uint32_t>(20'000 + seed * 40 + number)); };
  private_["nobody"].key(password);
  for (Seat seat = 0; seat < seats; ++seat) {
    const auto who = "seat " + std::to_string(seat + 1);
    address_of_[who] = address(seat);
    bots_.push_back(type_->bot("random", seed * 31 + seat));
    auto person = arrive(who, address_of_[who], Viewer::seat(seat), seat % 2 == 0 ? Language::english : Language::german);
    v1::ClientMessage message;
    if (seat == 0) {
      auto& create = *message.mutable_create_room();
      create.set_game(game);
      create.set_seats(seats);
      create.set_name("Anna");
      create.set_password(password);
      for (const auto& [name, value] : options_of(game)) {
        auto& option = *create.add_options();
        option.set_name(name);
        option.set_value(value);
      }
    } else {
      message.mutable_join_room()->set_code(seated_.front()->code);
      message.mutable_join_room()->set_name("Guest" + std::to_string(seat));
      message.mutable_join_room()->set_password(password);
    }
    const auto reply = person->ask(std::move(message));
    need(reply.accepted, "not let in: " + reply.message.refusal().text());
    private_[who].key(person->token);
    seated_.push_back(std::move(person));
  }
  watch("watcher from the start", address(30), Language::english);
  watch("watcher at a player's address", address_of_["seat " + std::to_string(seats)], Language::english);
  watch("watcher with the same name elsewhere", address(31), Language::german);
  for (auto* person : everybody()) {
    v1::ClientMessage message;
    said_.push_back("words number " + std::to_string(said_.size()));
    message.mutable_say()->set_text(said_.back());
    need(person->ask(std::move(message)).accepted, "nothing may be said");
  }
  for (Seat seat = 0; seat < seats; ++seat) {
    v1::ClientMessage message;
    message.mutable_save_notes()->set_text(private_["seat " + std::to_string(seat + 1)].text("private notes of seat " + std::to_string(seat + 1)));
    need(seated_[seat]->ask(std::move(message)).accepted, "no notes may be kept");
  }
}

void WatchedTable::start() {
  need(!seated_.front()->ask(asking_for_the_journal()).accepted, "a journal of no game");
  for (auto& person : seated_) person->ready();
  v1::ClientMessage message;
  message.mutable_start_game();
  const auto reply = seated_.front()->ask(std::move(message));
  need(reply.accepted, "not started: " + reply.message.refusal().text());
  newest_ = seated_.front()->update.sequence();
  read_all();
}

void WatchedTable::play(std::chrono::milliseconds longest) {
  const auto end = Clock::now() + longest * slowness;
  const auto last = static_cast<Seat>(seated_.size() - 1);
  std::size_t stage = 0;
  while (playing() && Clock::now() < end) {
    if (stage == 0 && moves_ >= 3) {
      ++stage;
      ask_for_the_journal_too_early();
      watch("watcher from mid-game", stranger(19'999), Language::english);
      owner_comes_back(last, 0);
    }
    if (stage == 1 && moves_ >= 12) {
      ++stage;
      watching_.erase(watching_.begin());
      watch("watcher after a reconnect", stranger(19'998), Language::english);
      owner_comes_back(last, seated_[last]->update.sequence());
      ask_for_the_journal_too_early();
    }
    (void)move();
  }
  if (playing()) leave_until_it_ends();
  read_all();
}

v1::PublishedJournal WatchedTable::journal() {
  std::string published;
  for (auto* person : everybody()) {
    const auto bytes = person->ask(asking_for_the_journal()).message.journal().journal();
    need(!bytes.empty() && (published.empty() || bytes == published), "not the same journal for all");
    published = bytes;
  }
  Player outsider(port_, "/ws", 0, stranger(19'997));
  outsider.hello();
  need(!outsider.ask(asking_for_the_journal()).accepted, "a journal for somebody who is not in the room");
  for (const auto& [owner, secrets] : private_) need(secrets.found_in(published).empty(), "in the journal is what is private to " + owner);
  v1::PublishedJournal journal;
  need(journal.ParseFromString(published), "no journal");
  return journal;
}

std::string WatchedTable::private_thing_elsewhere() const {
  for (const auto& heard : heard_)
    for (const auto& [owner, secrets] : private_)
      for (const auto& bytes : heard.messages)
        if (!heard.who.starts_with(owner) && !secrets.found_in(bytes).empty()) return owner + "'s, told to " + heard.who;
  return {};
}

WatchedTable::Person WatchedTable::arrive(const std::string& who, const std::string& address, Viewer viewer, Language language, std::uint64_t after) {
  private_["nobody"].text(address);
  const auto index = heard_.size();
  heard_.push_back({who, viewer, language, after, 10'000 * (index + 1), {}});
  auto person = std::make_unique<Player>(port_, "/ws", 0, address);
  person->last_request = heard_.back().first_request;
  person->heard = [this, index](const std::string& bytes) {
    heard_[index].messages.push_back(bytes);
    v1::ServerMessage message;
    if (message.ParseFromString(bytes) && message.has_update()) secrets_.update(message.update());
  };
  need(person->hello(language == Language::german ? "de" : "en").accepted, "not greeted");
  return person;
}

void WatchedTable::watch(const std::string& who, const std::string& address, Language language) {
  auto person = arrive(who, address, Viewer::spectator(), language);
  v1::ClientMessage message;
  message.mutable_join_room()->set_code(seated_.front()->code);
  message.mutable_join_room()->set_name("Watcher" + std::to_string(heard_.size()));
  message.mutable_join_room()->set_password(password);
  message.mutable_join_room()->set_spectate(true);
  const auto reply = person->ask(std::move(message));
  need(reply.accepted, "not let in to watch: " + reply.message.refusal().text());
  watching_.push_back(std::move(person));
}

void WatchedTable::owner_comes_back(Seat seat, std::uint64_t after) {
  auto& person = seated_[seat];
  const auto code = person->code, token = person->token;
  const auto who = "seat " + std::to_string(seat + 1);
  person = arrive(who + ", back", address_of_[who], Viewer::seat(seat), seat % 2 == 0 ? Language::english : Language::german, after);
  need(person->resume(code, token, after).accepted, "the token does not open its seat");
  person->token = token;
  need(person->until([&] { return person->update.sequence() >= newest_; }), "nothing is told after coming back");
}

void WatchedTable::ask_for_the_journal_too_early() {
  Player outsider(port_, "/ws", 0, stranger(19'997));
  outsider.hello();
  auto asking = everybody();
  asking.push_back(&outsider);
  for (auto* person : asking) {
    const auto reply = person->ask(asking_for_the_journal());
    need(reply.code() == v1::REFUSAL_CODE_OUT_OF_STATE && reply.message.refusal().reason().empty(),
         "the journal was not refused while the game runs");
    ++refused_;
  }
}

void WatchedTable::read_all() {
  for (auto* person : everybody()) need(person->until([&] { return person->update.sequence() >= newest_; }), "an update did not come");
}

// False: nobody has anything to say now.
bool WatchedTable::move() {
  read_all();
  std::vector<std::size_t> asked;
  for (const bool waited_for : {true, false})
    for (std::size_t seat = 0; seat < seated_.size(); ++seat)
      if (seated_[seat]->update.has_decision() && seated_[seat]->waited_for() == waited_for) asked.push_back(seat);
  for (const auto seat : asked) {
    auto& person = *seated_[seat];
    v1::ClientMessage message;
    do {
      *message.mutable_answer() = bots_[seat]->choose(person.update.decision(), person.update.view());
    } while (moves_ < 20 && ends_at_once(person.update.decision(), message.answer().offer_id()));
    if (message.answer().offer_id() == 0) continue;
    message.mutable_answer()->set_decision_id(person.update.decision().id());
    const auto reply = person.ask(std::move(message));
    if (reply.accepted) ++moves_;
    newest_ = std::max(newest_, person.update.sequence());
    return true;
  }
  const auto message = seated_.front()->next(100);
  newest_ = std::max(newest_, seated_.front()->update.sequence());
  return message.has_value();
}

void WatchedTable::leave_until_it_ends() {
  while (playing() && seated_.size() > 1) {
    v1::ClientMessage message;
    message.mutable_leave_room();
    need(seated_.back()->ask(std::move(message)).accepted, "nobody may leave");
    const auto seat = static_cast<int>(seated_.size() - 1);
    seated_.pop_back();
    need(seated_.front()->until([&] { return seated_.front()->room.seats(seat).left() || !playing(); }), "nobody was told that somebody left");
    newest_ = seated_.front()->update.sequence();
    read_all();
  }
  const auto end = Clock::now() + std::chrono::seconds(20) * slowness;
  while (playing() && Clock::now() < end) (void)move();
  need(!playing(), "the game does not end");
}

std::vector<Player*> WatchedTable::everybody() {
  std::vector<Player*> all;
  for (auto* people : {&seated_, &watching_})
    for (auto& person : *people) all.push_back(person.get());
  return all;
}

}  // namespace athanor::tests
