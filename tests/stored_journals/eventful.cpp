#include <stored_journals/eventful.h>

#include <rooms/house.h>

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>

namespace athanor::test {
namespace {

constexpr std::uint32_t seats = 4;
constexpr std::uint64_t long_gone_ms = 100'000;  // past the grace time

struct Member {
  std::string code, token;
  Client* client = nullptr;
  std::unique_ptr<games::Bot> bot;
};

class Room {
 public:
  Room(const std::string& game, std::map<std::string, std::string> options)
      : house_(games::standard_catalogue), options_(std::move(options)), type_(games_.find(game)) {
    enter("Ann");
  }

  void lobby() {
    auto& ann = *members_[0].client;
    must(ann.acknowledged(ann.options(options_)), "options");
    enter("Bea");
    must(ann.acknowledged(ann.lock()) && ann.acknowledged(ann.lock(false)), "lock");
    enter("Cid");
    enter("Dan");
    must(ann.acknowledged(ann.kick(3)), "kick");
    members_.pop_back();
    fill_last_seat();
    must(ann.acknowledged(ann.hand_over(1)), "hand over");
    auto& bea = *members_[1].client;
    must(bea.acknowledged(bea.hand_over(0)), "hand back");
    begin();
  }

  void interrupted_game() {
    play(12);
    members_[1].client->say("What a brew!");
    pause();
    play(6);
    one_is_played_for();
    play(6);
    nobody_is_there();
    play(6);
    house_.crash();
    for (auto& member : members_) resume(member);
    play(6);
    auto& bea = *members_[1].client;
    (void)bea.leave();
    members_.erase(members_.begin() + 1);
    for (int step = 0; step < 20'000 && !finished(); ++step) this->step();
    must(finished(), "end");
  }

  void second_game() {
    auto& ann = *members_[0].client;
    must(ann.acknowledged(ann.rematch()), "rematch");
    enter("Eva");
    begin();
    play(20);
    keep_entries();
    (void)ann.close_room();
    house_.run();
  }

  [[nodiscard]] Entries entries() {
    Entries all;
    for (const auto& entry : house_.journal.entries(code_)) all.push_back(entry.SerializeAsString());
    return all.size() > kept_.size() ? all : kept_;
  }

 private:
  static void must(bool held, const char* what) {
    if (!held) throw std::runtime_error(std::string("the evening does not go on: ") + what);
  }

  void enter(const std::string& name) {
    Member member;
    member.client = &house_.client(name == "Cid" ? "de" : "en");
    if (members_.empty())
      member.client->create(seats, name, {}, {}, {}, type_->traits().name);
    else
      member.client->join(code_, name);
    member.code = code_ = member.client->code();
    member.token = member.client->token();
    member.bot = type_->bot("random", 40 + members_.size());
    members_.push_back(std::move(member));
  }
  void resume(Member& member) {
    member.client = &house_.client();
    member.client->resume(member.code, member.token);
  }
  void fill_last_seat() {
    if (!type_->traits().takes_bots) return enter("Dan");
    auto& ann = *members_[0].client;
    must(ann.acknowledged(ann.bot(3)), "bot");
  }
  void begin() {
    for (auto& member : members_) member.client->ready();
    auto& ann = *members_[0].client;
    must(ann.acknowledged(ann.start()), "start");
  }

  void pause() {
    auto& ann = *members_[0].client;
    ann.pause();
    house_.advance(3000);
    ann.pause(false);
  }
  // The others vote for a bot in the place of one who is gone; then he is back.
  void one_is_played_for() {
    auto& cid = members_[2];
    cid.client->disconnect();
    house_.advance(long_gone_ms);
    for (const std::size_t voter : {0, 1}) members_[voter].client->vote(2);
    play(4);
    resume(cid);
  }
  void nobody_is_there() {
    for (auto& member : members_) member.client->disconnect();
    house_.advance(long_gone_ms);
    for (auto& member : members_) resume(member);
  }

  [[nodiscard]] bool finished() const { return members_[0].client->room().phase() == v1::ROOM_PHASE_FINISHED; }
  void play(int steps) {
    while (steps-- > 0 && !finished()) step();
  }
  void step() {
    std::vector<Member*> asked;
    for (auto& member : members_)
      if (member.client->open() && member.client->update().has_decision()) asked.push_back(&member);
    if (asked.empty() || random_() % 8 == 0) return house_.advance(1 + random_() % 5000);
    auto& member = *asked[random_() % asked.size()];
    v1::ClientMessage message;
    *message.mutable_answer() = member.bot->choose(member.client->update().decision(), member.client->update().view());
    member.client->send(message);
  }
  void keep_entries() { kept_ = entries(); }

  const games::Catalogue games_ = games::standard_catalogue();
  House house_;
  std::map<std::string, std::string> options_;
  const games::GameType* type_;
  std::mt19937_64 random_{11};
  std::string code_;
  std::vector<Member> members_;
  Entries kept_;
};

}  // namespace

Entries eventful_evening(const std::string& game, const std::map<std::string, std::string>& options) {
  Room room(game, options);
  room.lobby();
  room.interrupted_game();
  room.second_game();
  return room.entries();
}

}  // namespace athanor::test
