#include "witnesses.h"

#include "journals.h"

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <utility>

namespace recovery {

using namespace athanor;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds pace{10};
// Whoever has less after a crash may be given some seconds, if the wall clock says that nothing was left.
constexpr milliseconds last_seconds{10'000};

// Whether nothing between two updates could have changed what a question's clock shows.
bool only_people_came_and_went(const std::vector<v1::JournalEntry>& entries, std::uint64_t after, std::uint64_t until) {
  for (auto sequence = after + 1; sequence <= until; ++sequence) {
    const auto& entry = entries.at(static_cast<std::size_t>(sequence - 1));
    if (!entry.has_attendance_changed() && !entry.has_presence_changed()) return false;
  }
  return true;
}

using Requests = std::map<std::pair<std::uint32_t, link::RequestId>, const v1::JournalEntry*>;  // by seat and id

Requests by_request(const std::vector<v1::JournalEntry>& entries) {
  Requests found;
  for (const auto& entry : entries)
    if (entry.request() != 0 && !found.emplace(std::pair(entry.by(), entry.request()), &entry).second)
      FAIL_CHECK("request " << entry.request() << " of seat " << entry.by() << " counted twice");
  return found;
}

template <typename People, typename Condition>
bool all_of(const People& people, Condition condition) {
  return std::all_of(people.begin(), people.end(), [&](const auto& person) { return condition(*person); });
}

}  // namespace

const std::vector<Played>& every_game() {
  static const std::vector<Played> all{
      {"little-alchemists", 3, {{"level", "7"}, {"all-levels", "true"}, {"turn-limit", "300"}, {"prompt-limit", "300"}, {"guess-limit", "300"}}},
      {"little-alchemists-companion", 3, {{"level", "7"}, {"all-levels", "true"}}, false},
      {"der-alchimist", 3, {{"turn-clock", "300"}}},
      {"the-alchemists", 3, {{"turn-clock", "600"}}},
      {"quacksalber", 3, {}},
  };
  return all;
}

bool by_load_tool(const std::string& game) {
  const auto& all = every_game();
  return std::any_of(all.begin(), all.end(), [&](const Played& played) { return played.game == game && played.by_load_tool; });
}

WitnessRoom::WitnessRoom(boost::asio::io_context& context, const std::string& url, const Played& played, std::uint64_t seed)
    : game_(played.game), random_(seed) {
  static const auto catalogue = games::standard_catalogue();
  const auto* const type = catalogue.find(played.game);
  REQUIRE(type != nullptr);
  const auto enter = [&](link::Purpose purpose) {
    people_.push_back(std::make_unique<Person>(context, url, std::move(purpose), type->bot("random", seed * 10 + people_.size())));
    REQUIRE(run_until(context, [&] { return people_.back()->online(); }));
  };
  enter(new_room(played.seats, played.options, "Witness 1", played.game));
  while (people_.size() < played.seats) enter(joining(*people_.front(), "Witness " + std::to_string(people_.size() + 1)));
}

void WitnessRoom::play() {
  auto& host = *people_.front();
  const auto& room = host.room();
  if (room.phase() == v1::ROOM_PHASE_FINISHED && host.link().unanswered() == 0) host.link().rematch();
  for (std::size_t i = 0; i < people_.size(); ++i) {
    auto& person = *people_[i];
    if (!person.online() || person.link().unanswered() != 0) continue;
    if (room.phase() == v1::ROOM_PHASE_LOBBY && !room.seats(static_cast<int>(i)).ready()) person.link().set_ready(true);
    if (room.phase() == v1::ROOM_PHASE_PLAYING && person.asked() && random_() % 3 == 0) person.answer_once();
  }
  const auto& seats = room.seats();
  if (room.phase() == v1::ROOM_PHASE_LOBBY && host.link().unanswered() == 0 &&
      std::all_of(seats.begin(), seats.end(), [](const auto& seat) { return seat.ready(); }))
    host.link().start_game();
}

bool WitnessRoom::online() const {
  return all_of(people_, [](const Person& person) { return person.online(); });
}
bool WitnessRoom::offline() const {
  return all_of(people_, [](const Person& person) { return !person.online(); });
}
bool WitnessRoom::quiet() const {
  return all_of(people_, [](Person& person) { return person.link().unanswered() == 0; });
}
std::size_t WitnessRoom::answered() const {
  std::size_t sum = 0;
  for (const auto& person : people_) sum += person->acknowledged.size();
  return sum;
}

WitnessRoom::Known WitnessRoom::known() const {
  Known known;
  for (const auto& person : people_) known.push_back(person->acknowledged);
  return known;
}

void WitnessRoom::check_holds(const std::string& data, const Known& known, LookedUp& looked) const {
  const auto entries = entries_of(data, code());
  const auto of_requests = by_request(entries);
  for (const auto& entry : entries)
    if (entry.request() != 0 && entry.has_answer() && people_.at(entry.by())->answers.count(entry.request()) == 0)
      FAIL_CHECK("entry " << entry.sequence() << " is an answer that nobody has sent");
  for (std::uint32_t seat = 0; seat < people_.size(); ++seat) {
    const auto& sent = people_[seat]->answers;
    INFO("seat " << seat);
    for (const auto& [request, seen] : known.at(seat)) {
      const auto found = of_requests.find({seat, request});
      if (found == of_requests.end()) {
        FAIL_CHECK("answer " << request << " was acknowledged at " << seen << " and is lost; the journal has " << entries.size() << " entries");
        continue;
      }
      const auto& entry = *found->second;
      if (!entry.has_answer() || entry.answer().seat() != seat || entry.sequence() > seen ||
          entry.answer().answer().SerializeAsString() != sent.at(request).SerializeAsString())
        FAIL_CHECK("answer " << request << " is not in the journal as it was acknowledged: entry " << entry.sequence() << " of " << seen);
      ++looked.acknowledged;
    }
  }
}

void WitnessRoom::check_journal(const std::string& data, LookedUp& looked) {
  check_holds(data, known(), looked);
  const auto entries = entries_of(data, code());
  const auto of_requests = by_request(entries);
  before_.clear();
  for (std::uint32_t seat = 0; seat < people_.size(); ++seat) {
    const auto& person = *people_[seat];
    INFO("seat " << seat);
    for (const auto& [request, refusal] : person.refusals) {
      if (of_requests.count({seat, request}) != 0) FAIL_CHECK("request " << request << " was refused and is in the journal all the same");
      ++looked.refused;
    }
    const auto sequence = person.update().sequence();
    REQUIRE(sequence <= entries.size());
    const auto entered = sequence == 0 ? Steady::time_point() : at_wall_time(entries.at(static_cast<std::size_t>(sequence - 1)).wall_unix_ms());
    before_.push_back({person.update(), person.updated_at, entered, person.updates});
  }
  last_entry_ = at_wall_time(entries.back().wall_unix_ms());
}

bool WitnessRoom::heard_again() const {
  for (std::size_t i = 0; i < people_.size(); ++i)
    if (!people_[i]->online() || people_[i]->updates == before_.at(i).updates) return false;
  return true;
}

void WitnessRoom::check_clocks(const std::string& data, Steady::time_point alive, Steady::time_point started, LookedUp& looked) const {
  const auto entries = entries_of(data, code());
  for (std::size_t i = 0; i < people_.size(); ++i) {
    const auto& then = before_.at(i);
    const auto& now = people_[i]->update();
    if (!then.update.has_decision() || !then.update.decision().has_deadline()) continue;
    if (milliseconds(then.update.decision().remaining_ms()) < last_seconds) continue;
    if (!only_people_came_and_went(entries, then.update.sequence(), now.sequence())) continue;
    INFO("seat " << i);
    REQUIRE(now.has_decision());
    REQUIRE(now.decision().id() == then.update.decision().id());
    check_clock({then.update.decision(), then.entered, then.at}, std::max(alive, last_entry_), started, now.decision());
    ++looked.clocks;
  }
}

void WitnessRoom::forget() {
  for (const auto& person : people_) person->acknowledged.clear();
}

Witnesses::Witnesses(boost::asio::io_context& context, const std::string& url, std::uint64_t seed) {
  for (const auto& played : every_game())
    for (int rooms = played.by_load_tool ? 1 : 4; rooms > 0; --rooms)
      rooms_.push_back(std::make_unique<WitnessRoom>(context, url, played, ++seed));
}

void Witnesses::play() {
  if (Steady::now() < next_) return;
  next_ = Steady::now() + pace;
  for (const auto& room : rooms_) room->play();
}

bool Witnesses::has(const std::string& code) const {
  return !all([&](const WitnessRoom& room) { return room.code() != code; });
}

std::size_t Witnesses::people() const {
  std::size_t sum = 0;
  for (const auto& room : rooms_) sum += room->people();
  return sum;
}

}  // namespace recovery
