// Journals of whole games: replayed as each viewer saw them, verified, and every tampering noticed.

#include "support/playthrough.h"

#include <athanor/common/secret.h>
#include <athanor/games/sealed.h>
#include <athanor/games/wire.h>
#include <athanor/tools/commands.h>
#include <athanor/v1/journal.pb.h>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace athanor;

namespace {

struct Run {
  int status = -1;
  std::string out, err;
};

// A file that is gone afterwards.
class JournalFile {
 public:
  explicit JournalFile(const std::string& bytes) {
    std::string name = (std::filesystem::temp_directory_path() / "athanor-journal-XXXXXX").string();
    const int fd = ::mkstemp(name.data());
    REQUIRE(fd >= 0);
    ::close(fd);
    path_ = name;
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  explicit JournalFile(const v1::PublishedJournal& journal) : JournalFile(journal.SerializeAsString()) {}
  ~JournalFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_; }

 private:
  std::string path_;
};

v1::PublishedJournal published(const test::Playthrough& played) {
  v1::PublishedJournal out;
  out.set_format(1);
  out.set_code("BCDFGH");
  out.set_game(played.type->traits().name);
  for (const auto& [name, value] : played.start.options) {
    auto& option = *out.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  for (const auto& name : played.start.names) out.add_seat_names(name);
  out.set_game_number(1);
  out.set_rules_version(played.type->traits().rules_version);
  out.set_seed(std::string(played.start.seed.begin(), played.start.seed.end()));
  out.set_salt("sixteen salt byt");
  const auto hash = common::sha256(out.salt() + out.seed());
  out.set_seed_commitment(std::string(hash.begin(), hash.end()));
  out.set_campaign_state(played.start.campaign);
  out.set_opened(games::opened_by(*played.type, *played.game));
  std::uint64_t sequence = 11;
  const auto add = [&](games::RoomTime at, std::uint64_t digest) -> v1::JournalEntry& {
    auto& entry = *out.add_entries();
    entry.set_sequence(sequence++);
    entry.set_at_ms(at);
    entry.set_digest(digest);
    return entry;
  };
  auto& started = *add(played.start.at, played.digests.at(0)).mutable_started();
  started.set_game_number(1);
  started.set_rules_version(out.rules_version());
  started.set_campaign_state(out.campaign_state());
  for (std::size_t i = 0; i < played.inputs.size(); ++i) {
    auto& entry = add(played.inputs[i].at, played.digests.at(i + 1));
    const auto& input = played.inputs[i].input;
    if (const auto* answer = std::get_if<test::AnswerInput>(&input)) {
      entry.mutable_answer()->set_seat(answer->seat);
      games::encode(answer->answer, *entry.mutable_answer()->mutable_answer());
    } else if (const auto* presence = std::get_if<test::PresenceInput>(&input)) {
      entry.mutable_presence_changed()->set_seat(presence->seat);
      entry.mutable_presence_changed()->set_presence(presence->presence == games::Presence::here          ? v1::PRESENCE_HERE
                                                     : presence->presence == games::Presence::unreachable ? v1::PRESENCE_UNREACHABLE
                                                                                                          : v1::PRESENCE_AWAY);
    } else if (const auto* leave = std::get_if<test::LeaveInput>(&input)) {
      entry.mutable_seat_left_game()->set_seat(leave->seat);
    } else {
      entry.mutable_timers_fired();
    }
  }
  return out;
}

v1::PublishedJournal journal_of(std::uint64_t seed, bool absences = false) {
  test::Plan plan;
  plan.game = "little-alchemists";
  plan.options = {{"level", "1"}};
  plan.seats = 3;
  plan.seed = seed;
  plan.bot = "sensible";
  plan.absences = absences;
  static const auto catalogue = games::standard_catalogue();
  return published(test::play(catalogue, plan));
}

Run verify(const std::string& bytes, const std::string& commitment = "", const std::string& language = "en") {
  const JournalFile file(bytes);
  std::ostringstream out, err;
  const int status = tools::run_verify({file.path(), commitment, language}, {out, err});
  return {status, out.str(), err.str()};
}
Run verify(const v1::PublishedJournal& journal, const std::string& commitment = "") {
  return verify(journal.SerializeAsString(), commitment);
}

Run replay(const v1::PublishedJournal& journal, const std::string& as, const std::string& language = "en") {
  const JournalFile file(journal);
  std::ostringstream out, err;
  const int status = tools::run_replay({file.path(), as, language}, {out, err});
  return {status, out.str(), err.str()};
}

}  // namespace

TEST_CASE("a game that was dealt and played fairly is proved so") {
  const auto seed = GENERATE(as<std::uint64_t>(), 1, 2, 3, 4);
  const auto journal = journal_of(seed, seed % 2 == 0);
  const auto commitment = common::hex(journal.seed_commitment());
  const auto plain = verify(journal);
  INFO(plain.out);
  CHECK(plain.status == 0);
  CHECK(plain.out.find("NOT PROVED") == std::string::npos);
  CHECK(plain.out.find(commitment) != std::string::npos);
  CHECK(verify(journal, commitment).status == 0);
  CHECK(verify(journal, commitment.substr(0, 32)).status == 0);  // the half that fits a line
  for (const auto* nonsense : {"8873d", "the number that was shown to me before", ""}) {
    const auto run = verify(journal, nonsense);
    CHECK(run.out.find("NOT PROVED") == std::string::npos);  // a slip of the pen accuses nobody
    CHECK((*nonsense == '\0' ? run.status == 0 : run.status == 1));
  }
  CHECK(verify(journal.SerializeAsString(), "", "de").out.find("Bewiesen") != std::string::npos);
}

TEST_CASE("a promise that was another one is noticed") {
  const auto journal = journal_of(1);
  const auto run = verify(journal, std::string(64, '0'));
  CHECK(run.status == 1);
  CHECK(run.out.find("NOT PROVED") != std::string::npos);
}

TEST_CASE("another seed is noticed, even with a commitment that fits it") {
  auto journal = journal_of(1);
  (*journal.mutable_seed())[5] = static_cast<char>(journal.seed()[5] ^ 1);
  CHECK(verify(journal).status == 1);
  const auto hash = common::sha256(journal.salt() + journal.seed());
  journal.set_seed_commitment(std::string(hash.begin(), hash.end()));
  const auto run = verify(journal);
  CHECK(run.status == 1);
  CHECK(run.out.find("Entry 11") != std::string::npos);
}

TEST_CASE("the heading cannot be changed") {
  auto journal = journal_of(1);
  SECTION("options") { journal.mutable_options(0)->set_value("2"); }
  SECTION("options that do not exist") { journal.add_options()->set_name("nonsense"); }
  SECTION("number of seats") { journal.mutable_seat_names()->RemoveLast(); }
  SECTION("far too many seats") {
    for (int i = 0; i < 300; ++i) journal.add_seat_names("x");
  }
  SECTION("salt") { journal.set_salt("another salt"); }
  SECTION("short seed") { journal.set_seed("short"); }
  SECTION("commitment") { journal.set_seed_commitment("x"); }
  SECTION("rules version") { journal.set_rules_version(99); }
  SECTION("game") { journal.set_game("chess"); }
  SECTION("format") { journal.set_format(2); }
  SECTION("campaign") { journal.set_campaign_state("secret keys"); }
  SECTION("game number") { journal.set_game_number(2); }
  CHECK(verify(journal).status == 1);
}

TEST_CASE("every entry's digest counts") {
  const auto good = journal_of(2);
  for (int i = 0; i < good.entries_size(); i += 5) {
    auto journal = good;
    journal.mutable_entries(i)->set_digest(good.entries(i).digest() ^ 1U);
    const auto run = verify(journal);
    REQUIRE(run.status == 1);
    REQUIRE(run.out.find("Entry " + std::to_string(good.entries(i).sequence()) + " ") != std::string::npos);
  }
}

TEST_CASE("an entry that is left out is noticed") {
  const auto good = journal_of(2);
  for (int i = 0; i < good.entries_size(); ++i) {
    auto journal = good;
    journal.mutable_entries()->DeleteSubrange(i, 1);
    REQUIRE(verify(journal).status == 1);
  }
}

TEST_CASE("entries that change places are noticed") {
  const auto good = journal_of(3);
  for (int i = 0; i + 1 < good.entries_size(); i += 3) {
    auto journal = good;
    journal.mutable_entries()->SwapElements(i, i + 1);
    REQUIRE(verify(journal).status == 1);
    // with their numbers and times put right
    auto& a = *journal.mutable_entries(i);
    auto& b = *journal.mutable_entries(i + 1);
    a.set_sequence(good.entries(i).sequence());
    b.set_sequence(good.entries(i + 1).sequence());
    a.set_at_ms(good.entries(i).at_ms());
    b.set_at_ms(good.entries(i + 1).at_ms());
    REQUIRE(verify(journal).status == 1);
  }
}

TEST_CASE("answers that are changed are noticed") {
  const auto good = journal_of(4);
  int changed = 0;
  for (int i = 0; i < good.entries_size(); ++i) {
    if (!good.entries(i).has_answer()) continue;
    auto journal = good;
    auto& answer = *journal.mutable_entries(i)->mutable_answer();
    switch (changed++ % 4) {
      case 0: answer.mutable_answer()->set_offer_id(answer.answer().offer_id() + 1000); break;
      case 1: answer.set_seat(answer.seat() + 1); break;
      case 2: answer.mutable_answer()->set_decision_id(answer.answer().decision_id() + 1); break;
      default: answer.mutable_answer()->add_values(); break;
    }
    REQUIRE(verify(journal).status == 1);
  }
  CHECK(changed > 10);
}

TEST_CASE("entries that were slipped in are noticed") {
  auto journal = journal_of(1);
  auto& extra = *journal.add_entries();
  extra.set_sequence(9'999);
  extra.set_at_ms(journal.entries(journal.entries_size() - 2).at_ms());
  extra.set_digest(journal.entries(journal.entries_size() - 2).digest());
  SECTION("a timer") { extra.mutable_timers_fired(); }
  SECTION("a leaver") { extra.mutable_seat_left_game()->set_seat(0); }
  SECTION("a leaver from nowhere") { extra.mutable_seat_left_game()->set_seat(4'000'000'000U); }
  SECTION("a chat line") { extra.mutable_chatted()->set_text("hi"); }
  SECTION("a second start") { *extra.mutable_started() = journal.entries(0).started(); }
  SECTION("nothing") {}
  const auto run = verify(journal);
  CHECK(run.status == 1);
  CHECK(run.out.find("Entry 9999") != std::string::npos);
}

TEST_CASE("a journal that stops early is noticed") {
  auto journal = journal_of(1);
  journal.mutable_entries()->DeleteSubrange(20, journal.entries_size() - 20);
  const auto run = verify(journal);
  CHECK(run.status == 1);
  CHECK(run.out.find("before the game is over") != std::string::npos);
  // It may have been taken while the game ran: that accuses nobody.
  CHECK(run.out.find("NOT FINISHED") != std::string::npos);
  CHECK(run.out.find("changed") == std::string::npos);
  CHECK(run.out.find("right as far as it goes (entries: 20)") != std::string::npos);
}

TEST_CASE("a file that is cut off anywhere is told so, never taken for another kind of file or for a fraud") {
  const auto bytes = journal_of(1).SerializeAsString();
  int cut_off = 0, unfinished = 0;
  for (std::size_t size = bytes.size() - 1; size > 200; size -= 97) {
    INFO(size);
    const auto run = verify(bytes.substr(0, size));
    CHECK(run.status == 1);
    cut_off += run.err.find("is cut off or damaged") != std::string::npos ? 1 : 0;
    unfinished += run.out.find("NOT FINISHED") != std::string::npos ? 1 : 0;
    CHECK(run.err.find("is no published journal") == std::string::npos);
    CHECK(run.out.find("NOT PROVED") == std::string::npos);
  }
  CHECK(cut_off > 10);
  CHECK(cut_off + unfinished > 10);
  auto before = journal_of(1);
  before.clear_entries();
  CHECK(verify(before).err.find("no game has begun") != std::string::npos);
}

TEST_CASE("a journal that this program cannot read accuses nobody") {
  auto journal = journal_of(1);
  journal.set_rules_version(journal.rules_version() + 1);
  const auto run = verify(journal);
  CHECK(run.status == 1);
  CHECK(run.out.find("NOT PROVED: It was played under version") != std::string::npos);
  CHECK(run.out.find("was changed") == std::string::npos);
}

TEST_CASE("files that are no journal are refused in a sentence") {
  const auto bytes = GENERATE(as<std::string>(), "", "hello", std::string("\xff\xff\xff"), std::string(1'000, '\0'));
  const auto run = verify(bytes);
  CHECK(run.status == 1);
  CHECK(run.err.find("is no published journal") != std::string::npos);
}

TEST_CASE("a journal with flipped bytes is never accepted as another game, and never crashes") {
  const auto good = journal_of(1).SerializeAsString();
  for (std::size_t at = 0; at < good.size(); at += 37) {
    auto bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    v1::PublishedJournal before, after;
    REQUIRE(before.ParseFromString(good));
    const auto run = verify(bytes);
    // What the proof does not cover may have been hit: names, room code, times, unknown fields.
    if (run.status == 0) {
      REQUIRE(after.ParseFromString(bytes));
      CHECK(after.seed() == before.seed());
      REQUIRE(after.entries_size() == before.entries_size());
      for (int i = 0; i < after.entries_size(); ++i) {
        CHECK(after.entries(i).digest() == before.entries(i).digest());
        CHECK(after.entries(i).body_case() == before.entries(i).body_case());
      }
    }
  }
}

TEST_CASE("a client folds Der Alchimist by the solutions that the game has opened, and has no others (rules §16)") {
  static const auto catalogue = games::standard_catalogue();
  constexpr int games_played = 30;
  int vetoes = 0, closed = 0, leavers = 0;
  for (std::uint64_t seed = 1; seed <= games_played; ++seed) {
    test::Plan plan;
    plan.game = "der-alchimist";
    plan.seats = 4;
    plan.seed = seed;
    plan.absences = seed > 12;  // what a leaver had taken is not opened, and the game folds without it (rules §18.3)
    const auto played = test::play(catalogue, plan);
    auto journal = published(played);
    CHECK(verify(journal.SerializeAsString()).status == 0);
    CHECK(replay(journal, "all").status == 0);
    for (const auto& entry : journal.entries()) leavers += entry.has_seat_left_game();
    REQUIRE(journal.opened().size() % 2 == 0);
    CHECK(journal.opened().size() < 2 * 160);  // answers that nobody has taken stay closed
    closed += 160 - static_cast<int>(journal.opened().size() / 2);

    // Without them a veto cannot be folded; a game without one can.
    auto without = journal;
    without.clear_opened();
    const auto said = verify(without.SerializeAsString());
    CHECK((said.status == 0 || said.status == 1));
    vetoes += said.status;
    if (said.status == 1) CHECK_THAT(said.err + said.out, Catch::Contains("the rules break on it"));
    (void)replay(without, "all");

    auto damaged = journal;
    damaged.set_opened("\xff");
    const auto refused = verify(damaged.SerializeAsString());
    CHECK(refused.status == 1);
    CHECK_THAT(refused.out + refused.err, Catch::Contains("What the game opened at its end is damaged"));
  }
  CHECK(vetoes > 0);
  CHECK(leavers > 0);
  WARN("journals: " << vetoes << " of " << games_played << " games of Der Alchimist fold only with what they opened; " << closed / games_played
                     << " answers stay closed in each; " << leavers << " players left");
}

TEST_CASE("a replay shows each viewer what it saw, and no more") {
  const auto journal = journal_of(5);
  const auto all = replay(journal, "all");
  CHECK(all.status == 0);
  const auto spectator = replay(journal, "spectator");
  CHECK(spectator.status == 0);
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  for (const auto* seat : {"1", "2", "3"}) {
    const auto own = replay(journal, seat);
    CHECK(own.status == 0);
    CHECK(own.out != spectator.out);  // ingredients of the own mixes
    CHECK(lines(own.out) <= lines(all.out));
  }
  CHECK(all.out.find("[" + journal.seat_names(0)) != std::string::npos);  // something only some saw
  CHECK(spectator.out.find('[') == std::string::npos);
  CHECK(replay(journal, "1", "de").out != replay(journal, "1").out);
}

TEST_CASE("a replay says who may look, and where it stops") {
  auto journal = journal_of(5);
  for (const auto* as : {"0", "4", "-1", "nobody", "", "1x"}) {
    const auto run = replay(journal, as);
    CHECK(run.status == 1);
    CHECK(run.err.find("from 1 to 3") != std::string::npos);
  }
  journal.mutable_entries(9)->set_digest(1);
  const auto run = replay(journal, "all");
  CHECK(run.status == 1);
  CHECK(run.err.find("Entry 20") != std::string::npos);
}
