#include "published.h"

#include "words.h"

#include <athanor/common/text.h>
#include <athanor/games/sealed.h>
#include <athanor/games/wire.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <utility>

namespace athanor::tools {
namespace {

constexpr std::uint32_t known_format = 1;

// One fold: the game as it goes on, and the sentence for whatever stops it.
class Fold {
 public:
  Fold(const v1::PublishedJournal& journal, const games::Catalogue& catalogue, const std::string& language)
      : journal_(journal), type_(catalogue.find(journal.game())), language_(language) {
    if (const auto* const sealed = dynamic_cast<const games::Sealed*>(type_)) {
      opened_ = sealed->knowing(journal.opened());
      type_ = opened_.get();
      unreadable_ = type_ == nullptr;
    }
  }

  /// The error is why the journal's heading cannot be right.
  [[nodiscard]] std::optional<std::string> check_heading() const {
    if (journal_.format() != known_format)
      return text("The file has format {}; this program reads format {}.", "Die Datei hat Format {}; dieses Programm liest Format {}.",
                  journal_.format(), known_format);
    if (unreadable_)
      return text("What the game opened at its end is damaged in it.", "Was das Spiel am Ende offengelegt hat, ist darin beschädigt.");
    if (type_ == nullptr)
      return text("This program does not know the game '{}'.", "Dieses Programm kennt das Spiel '{}' nicht.",
                  common::printable(journal_.game()));
    const auto& traits = type_->traits();
    if (journal_.rules_version() != traits.rules_version)
      return text("It was played under version {} of the rules; this program has version {}. Use the program of that time.",
                  "Gespielt wurde nach Version {} der Regeln; dieses Programm hat Version {}. Nimm das Programm von damals.",
                  journal_.rules_version(), traits.rules_version);
    if (journal_.seat_names_size() < traits.min_seats || journal_.seat_names_size() > traits.max_seats)
      return text("{} seats are impossible in this game.", "{} Plätze gibt es in diesem Spiel nicht.", journal_.seat_names_size());
    if (journal_.seed().size() != games::Seed{}.size())
      return text("The seed has {} bytes instead of {}.", "Der Startwert hat {} statt {} Byte.", journal_.seed().size(),
                  games::Seed{}.size());
    return std::nullopt;
  }

  tl::expected<games::Outcome, std::string> step(const v1::JournalEntry& entry) {
    if (entry.sequence() <= last_sequence_)
      return tl::unexpected(text("its number does not follow the one before", "ihre Nummer folgt nicht auf die vorige"));
    if (entry.at_ms() < last_at_) return tl::unexpected(text("the room clock runs backwards", "die Raumuhr läuft rückwärts"));
    last_sequence_ = entry.sequence();
    last_at_ = entry.at_ms();
    auto outcome = apply(entry);
    if (outcome && game_->digest() != entry.digest())
      return tl::unexpected(text("the state after it is not the one that the server recorded",
                                 "der Stand danach ist nicht der, den der Server festgehalten hat"));
    return outcome;
  }

  [[nodiscard]] const games::Game& game() const { return *game_; }
  [[nodiscard]] bool finished() const { return game_ && game_->finished(); }

  template <typename... Args>
  [[nodiscard]] std::string text(std::string_view english, std::string_view german, const Args&... args) const {
    return say(language_, english, german, args...);
  }

 private:
  using Result = tl::expected<games::Outcome, std::string>;

  Result apply(const v1::JournalEntry& entry) {
    if (entry.has_started()) return start(entry);
    if (!game_) return tl::unexpected(text("the game has not started yet", "das Spiel hat noch nicht begonnen"));
    if (game_->finished()) return tl::unexpected(text("the game is over already", "das Spiel ist schon zu Ende"));
    switch (entry.body_case()) {
      case v1::JournalEntry::kAnswer: return answer(entry);
      case v1::JournalEntry::kTimersFired: return game_->fire_timers(entry.at_ms());
      case v1::JournalEntry::kPresenceChanged: {
        const auto presence = presence_of(entry.presence_changed().presence());
        if (!known_seat(entry.presence_changed().seat()) || !presence) return tl::unexpected(no_such_seat());
        return game_->presence(static_cast<games::Seat>(entry.presence_changed().seat()), *presence, entry.at_ms());
      }
      case v1::JournalEntry::kSeatLeftGame:
        if (!known_seat(entry.seat_left_game().seat())) return tl::unexpected(no_such_seat());
        return game_->leave(static_cast<games::Seat>(entry.seat_left_game().seat()), entry.at_ms());
      case v1::JournalEntry::kSeatTaken:
        if (!known_seat(entry.seat_taken().seat()) || !type_->traits().join_while_playing) return tl::unexpected(no_such_seat());
        return game_->join(static_cast<games::Seat>(entry.seat_taken().seat()), entry.at_ms());
      default: return tl::unexpected(text("it is of a kind that no game takes", "ein Spiel nimmt solche Einträge nicht an"));
    }
  }

  Result start(const v1::JournalEntry& entry) {
    const auto& started = entry.started();
    if (game_) return tl::unexpected(text("the game starts a second time", "das Spiel beginnt ein zweites Mal"));
    if (started.rules_version() != journal_.rules_version() || started.game_number() != journal_.game_number() ||
        started.campaign_state() != journal_.campaign_state())
      return tl::unexpected(text("it contradicts the heading", "er widerspricht dem Kopf der Datei"));
    const auto language = language_of(language_);
    games::OptionMap given;
    for (const auto& option : journal_.options()) given[option.name()] = option.value();
    auto options = games::complete_options(*type_, given, language);
    if (!options) return tl::unexpected(common::printable(options.error()));
    games::StartInfo info;
    info.options = std::move(*options);
    info.seats = static_cast<games::Seat>(journal_.seat_names_size());
    info.names = {journal_.seat_names().begin(), journal_.seat_names().end()};
    std::copy(journal_.seed().begin(), journal_.seed().end(), info.seed.begin());
    info.campaign = journal_.campaign_state();
    info.at = entry.at_ms();
    if (const auto problem = type_->problem(info.options, info.seats, info.campaign, language)) return tl::unexpected(*problem);
    auto begun = type_->start(info);
    game_ = std::move(begun.game);
    return std::move(begun.outcome);
  }

  Result answer(const v1::JournalEntry& entry) {
    const auto language = language_of(language_);
    if (!known_seat(entry.answer().seat())) return tl::unexpected(no_such_seat());
    const auto decoded = games::decode(entry.answer().answer(), language);
    if (!decoded) return tl::unexpected(common::printable(decoded.error().text));
    auto outcome = game_->answer(static_cast<games::Seat>(entry.answer().seat()), *decoded, entry.at_ms(), language);
    if (!outcome)
      return tl::unexpected(text("the rules do not allow it: {}", "die Regeln erlauben ihn nicht: {}",
                                 common::printable(outcome.error().text)));
    return std::move(*outcome);
  }

  static std::optional<games::Presence> presence_of(v1::Presence presence) {
    switch (presence) {
      case v1::PRESENCE_HERE: return games::Presence::here;
      case v1::PRESENCE_UNREACHABLE: return games::Presence::unreachable;
      case v1::PRESENCE_AWAY: return games::Presence::away;
      default: return std::nullopt;
    }
  }
  [[nodiscard]] bool known_seat(std::uint32_t seat) const { return seat < static_cast<std::uint32_t>(journal_.seat_names_size()); }
  [[nodiscard]] std::string no_such_seat() const { return text("it names a seat or state that cannot be", "Platz oder Zustand darin kann es nicht geben"); }

  const v1::PublishedJournal& journal_;
  const games::GameType* type_;
  std::unique_ptr<const games::GameType> opened_;  // type_, if it is one that knows what the journal tells
  bool unreadable_ = false;
  const std::string& language_;
  std::unique_ptr<games::Game> game_;
  std::uint64_t last_sequence_ = 0;
  games::RoomTime last_at_ = 0;
};

// The error is the system's word for why it cannot be read. A folder can be opened like a file, but not read like one.
tl::expected<std::string, std::string> bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes;
  if (!in.is_open()) return tl::unexpected(std::string(std::strerror(errno)));
  constexpr std::size_t longest = 256 * 1024 * 1024;  // a thousand times a long game; a device may go on for ever
  for (char part[65536]; in;) {
    if (bytes.size() > longest) return tl::unexpected(std::string(std::strerror(EFBIG)));
    errno = 0;
    in.read(part, sizeof part);
    bytes.append(part, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) return tl::unexpected(std::string(std::strerror(errno)));
  return bytes;
}

std::string seat_name(const v1::PublishedJournal& journal, std::uint32_t seat) {
  const auto known = static_cast<std::uint32_t>(journal.seat_names_size());
  if (seat >= known || journal.seat_names(static_cast<int>(seat)).empty()) return fmt::format("#{}", seat + 1);
  return common::printable(journal.seat_names(static_cast<int>(seat)));
}

}  // namespace

tl::expected<v1::PublishedJournal, std::string> read_published(const std::string& file, const std::string& language) {
  const auto bytes = bytes_of(file);
  if (!bytes)
    return tl::unexpected(say(language, "cannot read {} ({}); fetch a journal with `athanor export --room CODE`.",
                              "{} lässt sich nicht lesen ({}); ein Journal holt `athanor export --room CODE`.", file,
                              bytes.error()));
  v1::PublishedJournal journal;
  const bool whole = journal.ParseFromString(*bytes);
  const bool begins_as_one = journal.format() > 0 && !journal.code().empty() && !journal.game().empty();
  if (!begins_as_one)  // what was read until the fault says what it was meant to be
    return tl::unexpected(say(language, "{} is no published journal; fetch one with `athanor export --room CODE`.",
                              "{} ist kein veröffentlichtes Journal; eines holt `athanor export --room CODE`.", file));
  if (!whole)
    return tl::unexpected(say(language, "{} begins as a published journal, but it is cut off or damaged; fetch it again with `athanor export --room CODE`.",
                              "{} beginnt als veröffentlichtes Journal, ist aber abgeschnitten oder beschädigt; hol es neu mit `athanor export --room CODE`.", file));
  if (journal.entries().empty())
    return tl::unexpected(say(language, "{} is the journal of a room where no game has begun: there is nothing to check yet.",
                              "{} ist das Journal eines Raums, in dem noch kein Spiel begonnen hat: Es gibt noch nichts zu prüfen.", file));
  return journal;
}

std::optional<Fault> refold(const v1::PublishedJournal& journal, const games::Catalogue& catalogue, const std::string& language,
                            const AfterEntry& after) {
  Fold fold(journal, catalogue, language);
  if (auto problem = fold.check_heading()) return Fault{0, std::move(*problem)};
  for (const auto& entry : journal.entries()) {
    tl::expected<games::Outcome, std::string> outcome;
    try {
      outcome = fold.step(entry);
    } catch (const std::exception&) {  // a forged entry may break what rules rely on
      outcome = tl::unexpected(fold.text("the rules break on it", "die Regeln zerbrechen daran"));
    }
    if (!outcome)
      return Fault{entry.sequence(), fold.text("Entry {} ({}): {}.", "Eintrag {} ({}): {}.", entry.sequence(),
                                               entry_name(journal, entry, language), outcome.error())};
    after(entry, fold.game(), *outcome);
  }
  if (fold.finished()) return std::nullopt;
  return Fault{journal.entries().rbegin()->sequence(),
               fold.text("The journal stops before the game is over: it was taken while the game ran, or its end is missing.",
                         "Das Journal hört auf, bevor das Spiel zu Ende ist: Es wurde während des Spiels geholt, oder sein Ende fehlt."),
               true};
}

std::string entry_name(const v1::PublishedJournal& journal, const v1::JournalEntry& entry, const std::string& language) {
  switch (entry.body_case()) {
    case v1::JournalEntry::kStarted: return say(language, "start", "Beginn");
    case v1::JournalEntry::kAnswer:
      return say(language, "answer of {}", "Antwort von {}", seat_name(journal, entry.answer().seat()));
    case v1::JournalEntry::kTimersFired: return say(language, "time is up", "Zeit abgelaufen");
    case v1::JournalEntry::kPresenceChanged:
      return say(language, "presence of {}", "Anwesenheit von {}", seat_name(journal, entry.presence_changed().seat()));
    case v1::JournalEntry::kSeatLeftGame:
      return say(language, "{} leaves", "{} geht", seat_name(journal, entry.seat_left_game().seat()));
    case v1::JournalEntry::kSeatTaken:
      return say(language, "{} sits down", "{} setzt sich", seat_name(journal, entry.seat_taken().seat()));
    default: return say(language, "unknown", "unbekannt");
  }
}

std::string standings_text(const v1::PublishedJournal& journal, const games::Game& game, const std::string& language) {
  std::string out;
  for (const auto& standing : game.standings(language_of(language)))
    out += fmt::format("  {}: {}{}\n", seat_name(journal, standing.seat), standing.score.empty() ? "-" : standing.score,
                       standing.winner ? say(language, "  (winner)", "  (gewinnt)") : "");
  return out;
}

std::string heading(const v1::PublishedJournal& journal, const games::Catalogue& catalogue, const std::string& language) {
  const auto* type = catalogue.find(journal.game());
  const auto title = type == nullptr ? common::printable(journal.game()) : type->title(language_of(language));
  return say(language, "{}: game {} of room {}, {} seats, {} entries", "{}: Spiel {} von Raum {}, {} Plätze, {} Einträge", title,
             journal.game_number(), common::printable(journal.code()), journal.seat_names_size(), journal.entries_size());
}

}  // namespace athanor::tools
