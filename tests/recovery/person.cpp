#include "person.h"

#include "support/slowness.h"

#include <stdexcept>
#include <utility>

namespace recovery {

using namespace athanor;

namespace {

link::Options options_for(const std::string& url, link::Purpose purpose, const std::string& authorities) {
  auto server = link::parse_server(url, "en", authorities);
  if (!server) throw std::logic_error(server.error());
  link::Options options;
  options.server = std::move(*server);
  options.purpose = std::move(purpose);
  options.first_pause = std::chrono::milliseconds(50);
  options.longest_pause = std::chrono::milliseconds(200);
  return options;
}

}  // namespace

Person::Person(boost::asio::io_context& context, const std::string& url, link::Purpose purpose, std::uint64_t seed,
               const std::string& authorities)
    : Person(context, url, std::move(purpose), games::random_bot(seed), authorities) {}

Person::Person(boost::asio::io_context& context, const std::string& url, link::Purpose purpose,
               std::unique_ptr<games::Bot> bot, const std::string& authorities)
    : bot_(std::move(bot)), link_(context.get_executor(), options_for(url, std::move(purpose), authorities), *this) {
  link_.start();
}

void Person::play(bool on) {
  playing_ = on;
  if (playing_ && waited_for() && update_.decision().id() != answered_) answer_once();
}

link::RequestId Person::answer_once() {
  const auto answer = bot_->choose(update_.decision(), update_.view());
  if (answer.offer_id() == 0 && bot_->asks_again_after_ms() > 0) return 0;
  answered_ = update_.decision().id();
  const auto request = link_.answer(answer);
  answers[request] = answer;
  return request;
}

void Person::on_entered(const v1::RoomEntered& entered) {
  code = entered.code();
  seat_ = entered.seat();
  if (!entered.token().empty()) token = entered.token();
  answered_ = 0;
}

void Person::on_update(const v1::Update& update) {
  update_ = update;
  ++updates;
  for (const auto& event : update.events()) events.insert(event.kind());
  updated_at = std::chrono::steady_clock::now();
  if (playing_ && waited_for() && (update_.decision().id() != answered_ || link_.unanswered() == 0)) answer_once();
}

void Person::on_refusal(link::RequestId request, const v1::Refusal& refusal) { refusals[request] = refusal; }
void Person::on_done(link::RequestId request) {
  done.push_back(request);
  if (answers.count(request) != 0) acknowledged[request] = update_.sequence();
}
void Person::on_journal(link::RequestId, const std::string& bytes) { journal = bytes; }

bool run_until(boost::asio::io_context& context, const std::function<bool()>& condition,
               std::chrono::milliseconds within) {
  const auto end = std::chrono::steady_clock::now() + within * athanor::tests::slowness;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    context.restart();
    context.run_one_for(std::chrono::milliseconds(20));
  }
  return true;
}

v1::CreateRoom new_room(std::uint32_t seats, const std::map<std::string, std::string>& options,
                        const std::string& name, const std::string& game) {
  v1::CreateRoom create;
  create.set_game(game);
  create.set_seats(seats);
  create.set_name(name);
  for (const auto& [key, value] : options) {
    auto* const option = create.add_options();
    option->set_name(key);
    option->set_value(value);
  }
  return create;
}

v1::JoinRoom joining(const Person& host, const std::string& name) {
  v1::JoinRoom join;
  join.set_code(host.code);
  join.set_name(name);
  return join;
}

bool both_ready(boost::asio::io_context& context, Person& host, Person& guest) {
  host.link().set_ready(true);
  guest.link().set_ready(true);
  return run_until(context, [&] { return host.room().seats(0).ready() && host.room().seats(1).ready(); });
}

}  // namespace recovery
