// A step is a byte of which the two highest bits say who (3: the world around them) and the others what, and a byte that chooses
// among what is possible; some steps take one more.

#include <fuzz/party.h>
#include <fuzz/targets.h>

#include <athanor/games/catalogue.h>

#include <stdexcept>

namespace athanor::test {
namespace {

constexpr std::uint64_t step_ms = 40;            // below the rate at which messages are refused
constexpr std::uint64_t slowest_reply_ms = 300;  // a wrong guess is answered after 250
constexpr int most_steps = 300;

// What a person does; anything above answers what is asked, legally.
enum Act : unsigned {
  hello, list_games, create_room, join, resume, leave, ready, options, start, kick, hand_over, bot, vote, pause, close, rematch, say, notes,
  journal, heartbeat, any_answer, repeat, reconnect, stop_reading
};

const games::Catalogue& catalogue() {
  static const auto all = games::standard_catalogue();
  return all;
}

class Evening {
 public:
  explicit Evening(Input input) : bytes_(input) {}

  std::uint64_t play() {
    for (int step = 0; step < most_steps && !bytes_.empty(); ++step) {
      const auto what = bytes_.next();
      if (what / 64 < Party::size)
        act(what / 64, what % 64);
      else
        happen(what % 4);
      party_.house.advance(step_ms);
      party_.remember();
    }
    return party_.finish();
  }

 private:
  void happen(unsigned what) {
    const std::uint64_t number = bytes_.next();
    if (what < 2) party_.house.advance(number * number * 8);  // up to some nine minutes
    if (what == 2) party_.house.journal.fail = number < 128 ? std::optional(store::ErrorKind::full) : std::nullopt;
    if (what == 3) {
      party_.house.journal.fail.reset();
      party_.crash();
    }
  }

  void act(std::size_t who, unsigned what) {
    auto& guest = what > stop_reading ? party_.asked(who) : party_.guests.at(who);
    const auto choice = bytes_.next();
    if (what == reconnect) return party_.reconnect(guest);
    if (what == stop_reading) {
      guest.client->reading = choice % 2 == 0;
      return party_.house.run();
    }
    auto message = what == repeat ? last_.at(who) : made(guest, what, choice);
    if (message.body_case() == v1::ClientMessage::BODY_NOT_SET || !guest.client->open()) return;
    message.set_request(guest.client->send(message));
    if (what != repeat) must_be_answered(*guest.client, message.request());
    last_.at(who) = message;
  }

  // A repeat may be answered together with the request that it repeats, so only new ones are counted.
  void must_be_answered(Client& client, std::uint64_t id) {
    if (!client.reading) return;
    if (client.replies(id) == 0) party_.house.advance(slowest_reply_ms);
    if (client.replies(id) > 1 || (client.replies(id) == 0 && client.open()))
      throw std::logic_error("a request was answered " + std::to_string(client.replies(id)) + " times");
  }

  v1::ClientMessage made(const Guest& guest, unsigned what, unsigned choice) {
    v1::ClientMessage message;
    switch (what) {
      case hello: {
        auto& greeting = *message.mutable_hello();
        greeting.set_protocol(choice < 200 ? 1 : choice);
        greeting.set_language(choice % 2 == 0 ? "en" : "de");
        break;
      }
      case list_games: message.mutable_get_catalogue()->set_game(game(choice)); break;
      case create_room: create(*message.mutable_create_room(), choice); break;
      case join: {
        auto& request = *message.mutable_join_room();
        request.set_code(code(choice));
        request.set_name(name(choice / 4));
        request.set_spectate(choice >= 128);
        break;
      }
      case resume: {
        auto& request = *message.mutable_resume_seat();
        request.set_code(code(choice));
        request.set_token(choice / 4 % 4 == 3 ? std::string(16, 't') : party_.guests.at(choice / 4 % 4).token);
        request.set_last_sequence(choice / 16);
        break;
      }
      case leave: message.mutable_leave_room(); break;
      case ready: message.mutable_set_ready()->set_ready(choice % 4 != 0); break;
      case options: *message.mutable_set_options()->add_options() = option(guest.client->room().game(), choice); break;
      case start: message.mutable_start_game(); break;
      case kick: message.mutable_kick_seat()->set_seat(choice % 5); break;
      case hand_over: message.mutable_hand_over()->set_seat(choice % 5); break;
      case 11:
        message.mutable_set_bot()->set_seat(choice % 5);
        message.mutable_set_bot()->set_bot(choice < 192);
        break;
      case vote: message.mutable_vote_substitute()->set_seat(choice % 5); break;
      case pause:
        if (choice < 192)
          message.mutable_set_paused()->set_paused(choice % 2 == 0);
        else
          message.mutable_set_locked()->set_locked(choice % 2 == 0);
        break;
      case close: message.mutable_close_room(); break;
      case rematch: message.mutable_rematch(); break;
      case say: message.mutable_say()->set_text(name(choice)); break;
      case notes: message.mutable_save_notes()->set_text(name(choice)); break;
      case journal: message.mutable_get_journal(); break;
      case heartbeat: message.mutable_heartbeat()->set_last_sequence(choice); break;
      case any_answer: {  // hardly ever what is offered
        auto& answer = *message.mutable_answer();
        answer.set_decision_id(guest.client->update().decision().id() + choice / 64);
        answer.set_offer_id(choice % 8);
        answer.add_values()->mutable_picked()->add_options(choice % 16);
        break;
      }
      default: return Party::legal_answer(guest, choice * 64U + what);
    }
    return message;
  }

  void create(v1::CreateRoom& message, unsigned choice) {
    message.set_game(game(choice));
    message.set_name(name(choice));
    const auto* type = catalogue().find(message.game());
    if (type == nullptr) return;
    const auto& traits = type->traits();
    message.set_seats(std::min(traits.min_seats + bytes_.below(4), traits.max_seats + 1U));  // one too many is refused
    *message.add_options() = option(message.game(), bytes_.next());
    if (choice >= 128) message.set_token(std::string(16, static_cast<char>(choice)));
  }
  static std::string game(unsigned choice) {
    const auto& types = catalogue().types();
    const auto number = choice % (types.size() + 1);
    return number == types.size() ? "chess" : types[number]->traits().name;
  }
  static v1::OptionValue option(const std::string& game, unsigned choice) {
    v1::OptionValue out;
    const auto* type = catalogue().find(game);
    if (type == nullptr) return out;
    const auto& specs = type->options();
    const auto& spec = specs[choice % specs.size()];
    const auto number = choice / specs.size();
    out.set_name(spec.name);
    out.set_value(spec.values.empty() ? std::to_string(spec.min + static_cast<int>(number)) : spec.values[number % spec.values.size()]);
    return out;
  }
  std::string code(unsigned choice) const { return choice % 4 == 3 ? "BCDFGH" : party_.guests.at(choice % 4).code; }
  static std::string name(unsigned choice) {
    static const std::array<std::string, 8> names{"Ada", "Bo", "Zoe", "", " ", "\xc3\x28", "a\xe2\x80\x8b", std::string(500, 'x')};
    return names.at(choice % names.size());
  }

  Bytes bytes_;
  Party party_;
  std::array<v1::ClientMessage, Party::size> last_;  ///< that each has sent, for repeats
};

}  // namespace

std::uint64_t fuzz_session(Input input) { return Evening(input).play(); }

}  // namespace athanor::test
