#include <rooms/house.h>

#include <spdlog/spdlog.h>

#include <stdexcept>

namespace athanor::test {

void TestJournal::append(store::Append append, store::Done done) {
  asked_for = append.room;
  if (fail) return done(tl::unexpected(store::Error{*fail, "made to fail"}));
  if (hold) return held_.emplace_back(std::move(append), std::move(done)), void();
  inner_->append(std::move(append), std::move(done));
}

void TestJournal::load_room(std::string room, std::function<void(store::Result<std::vector<std::string>>)> done) {
  ++loads;
  if (hold_loads)
    return held_loads_.emplace_back([this, room = std::move(room), done = std::move(done)] { inner_->load_room(room, done); }), void();
  if (const auto found = unreadable.find(room); found != unreadable.end()) return done(tl::unexpected(found->second));
  inner_->load_room(std::move(room), std::move(done));
}

void TestJournal::load_campaign(std::string campaign, std::uint64_t after,
                                std::function<void(store::Result<std::vector<std::string>>)> done) {
  ++campaign_loads;
  inner_->load_campaign(std::move(campaign), after, [this, done = std::move(done)](store::Result<std::vector<std::string>> changes) {
    if (changes) changes_loaded += changes->size();
    done(std::move(changes));
  });
}

void TestJournal::save_notes(std::string room, std::uint32_t seat, std::string text, store::Done done) {
  if (fail || fail_notes) return done(tl::unexpected(store::Error{fail.value_or(store::ErrorKind::other), "made to fail"}));
  inner_->save_notes(std::move(room), seat, std::move(text), std::move(done));
}

void TestJournal::release() {
  hold = false;
  for (auto& [append, done] : std::exchange(held_, {})) inner_->append(std::move(append), std::move(done));
}

void TestJournal::release_load() {
  const auto load = std::move(held_loads_.front());
  held_loads_.pop_front();
  load();
}

void TestJournal::release_loads() {
  hold_loads = false;
  for (const auto& load : std::exchange(held_loads_, {})) load();
}

void TestJournal::drop(store::ErrorKind kind) {
  hold = false;
  for (auto& [append, done] : std::exchange(held_, {})) done(tl::unexpected(store::Error{kind, "made to fail"}));
}

std::vector<v1::JournalEntry> TestJournal::entries(const std::string& room) {
  std::vector<v1::JournalEntry> all;
  inner_->load_room(room, [&](const store::Result<std::vector<std::string>>& stored) {
    if (!stored) return;
    for (const auto& bytes : *stored)
      if (!all.emplace_back().ParseFromString(bytes)) throw std::logic_error("a stored entry cannot be parsed");
  });
  return all;
}

struct Client::FakePeer final : rooms::Peer {
  explicit FakePeer(Client& c) : client(&c) {}
  void send(rooms::SharedBytes message) override {
    if (client->closed_with_) throw std::logic_error("sent after the close");
    client->undrained_ = true;
    client->take(*message);
  }
  void close(rooms::CloseCode code, std::string) override { client->closed_with_ = code; }
  Client* client;
};

Client::Client(House& house, const std::string& address)
    : house_(house),
      peer_(std::make_shared<FakePeer>(*this)),
      conversation_(house.service().open(peer_, house.io.get_executor(), address)) {}

void Client::take(const std::string& bytes) {
  raw_.push_back(bytes);
  auto& message = received_.emplace_back();
  if (!message.ParseFromString(bytes)) throw std::logic_error("the server sent something that cannot be parsed");
  // An update is put together from parts that were encoded before; nothing must show that.
  if (message.SerializeAsString() != bytes) throw std::logic_error("the server's bytes are not those of one message");
  if (message.has_update()) {
    ++updates_;
    update_ = message.update();
    if (update_.has_room()) room_ = update_.room();
  }
  if (message.has_room_entered()) {
    const auto& entered = message.room_entered();
    code_ = entered.code();
    seat_ = entered.seat();
    notes_ = entered.notes();
    if (!entered.token().empty()) token_ = entered.token();
  }
}

bool Client::drain() {
  if (!reading || !undrained_ || !conversation_) return false;
  undrained_ = false;
  conversation_->drained();
  return true;
}

void Client::disconnect() {
  if (!conversation_) return;
  conversation_->closed();
  conversation_.reset();
  house_.run();
}

std::uint64_t Client::send_raw(const std::string& bytes) {
  if (conversation_) conversation_->message(bytes);
  house_.run();
  return 0;
}

std::uint64_t Client::send(v1::ClientMessage message) {
  if (message.request() == 0) message.set_request(next_request++);
  send_raw(message.SerializeAsString());
  return message.request();
}

std::uint64_t Client::hello(const std::string& language, std::uint32_t protocol) {
  v1::ClientMessage m;
  m.mutable_hello()->set_protocol(protocol);
  m.mutable_hello()->set_client("test");
  m.mutable_hello()->set_language(language);
  return send(std::move(m));
}

std::uint64_t Client::create(std::uint32_t seats, const std::string& name,
                             const std::map<std::string, std::string>& options, const std::string& password,
                             const std::string& campaign, const std::string& game) {
  v1::ClientMessage m;
  auto& create = *m.mutable_create_room();
  create.set_game(game);
  create.set_seats(seats);
  create.set_name(name);
  create.set_password(password);
  create.set_campaign(campaign);
  for (const auto& [key, value] : options) {
    auto& option = *create.add_options();
    option.set_name(key);
    option.set_value(value);
  }
  return send(std::move(m));
}

std::uint64_t Client::join(const std::string& code, const std::string& name, bool spectate,
                           const std::string& password) {
  v1::ClientMessage m;
  m.mutable_join_room()->set_code(code);
  m.mutable_join_room()->set_name(name);
  m.mutable_join_room()->set_spectate(spectate);
  m.mutable_join_room()->set_password(password);
  return send(std::move(m));
}

std::uint64_t Client::resume(const std::string& code, const std::string& token, std::uint64_t last_sequence) {
  v1::ClientMessage m;
  m.mutable_resume_seat()->set_code(code);
  m.mutable_resume_seat()->set_token(token);
  m.mutable_resume_seat()->set_last_sequence(last_sequence);
  return send(std::move(m));
}

std::uint64_t Client::leave() {
  v1::ClientMessage m;
  m.mutable_leave_room();
  return send(std::move(m));
}
std::uint64_t Client::ready(bool ready) {
  v1::ClientMessage m;
  m.mutable_set_ready()->set_ready(ready);
  return send(std::move(m));
}
std::uint64_t Client::options(const std::map<std::string, std::string>& options) {
  v1::ClientMessage m;
  for (const auto& [key, value] : options) {
    auto& option = *m.mutable_set_options()->add_options();
    option.set_name(key);
    option.set_value(value);
  }
  return send(std::move(m));
}
std::uint64_t Client::start() {
  v1::ClientMessage m;
  m.mutable_start_game();
  return send(std::move(m));
}
std::uint64_t Client::kick(std::uint32_t seat) {
  v1::ClientMessage m;
  m.mutable_kick_seat()->set_seat(seat);
  return send(std::move(m));
}
std::uint64_t Client::hand_over(std::uint32_t seat) {
  v1::ClientMessage m;
  m.mutable_hand_over()->set_seat(seat);
  return send(std::move(m));
}
std::uint64_t Client::bot(std::uint32_t seat, bool bot) {
  v1::ClientMessage m;
  m.mutable_set_bot()->set_seat(seat);
  m.mutable_set_bot()->set_bot(bot);
  return send(std::move(m));
}
std::uint64_t Client::vote(std::uint32_t seat) {
  v1::ClientMessage m;
  m.mutable_vote_substitute()->set_seat(seat);
  return send(std::move(m));
}
std::uint64_t Client::pause(bool paused) {
  v1::ClientMessage m;
  m.mutable_set_paused()->set_paused(paused);
  return send(std::move(m));
}
std::uint64_t Client::lock(bool locked) {
  v1::ClientMessage m;
  m.mutable_set_locked()->set_locked(locked);
  return send(std::move(m));
}
std::uint64_t Client::close_room() {
  v1::ClientMessage m;
  m.mutable_close_room();
  return send(std::move(m));
}
std::uint64_t Client::rematch() {
  v1::ClientMessage m;
  m.mutable_rematch();
  return send(std::move(m));
}
std::uint64_t Client::say(const std::string& text) {
  v1::ClientMessage m;
  m.mutable_say()->set_text(text);
  return send(std::move(m));
}
std::uint64_t Client::notes(const std::string& text) {
  v1::ClientMessage m;
  m.mutable_save_notes()->set_text(text);
  return send(std::move(m));
}
std::uint64_t Client::journal() {
  v1::ClientMessage m;
  m.mutable_get_journal();
  return send(std::move(m));
}
std::uint64_t Client::heartbeat() {
  v1::ClientMessage m;
  m.mutable_heartbeat()->set_last_sequence(update_.sequence());
  return send(std::move(m));
}

v1::ClientMessage Client::choice(std::size_t place) const {
  v1::ClientMessage m;
  auto& answer = *m.mutable_answer();
  answer.set_decision_id(update_.decision().id());
  answer.set_offer_id(1);
  const auto& options = update_.decision().offers(0).fields(0).pick().options();
  answer.add_values()->mutable_picked()->add_options(options.at(static_cast<int>(place)).id());
  return m;
}

std::uint64_t Client::choose(std::size_t place) { return send(choice(place)); }

std::uint64_t Client::ping() {
  v1::ClientMessage m;
  m.mutable_answer()->set_decision_id(update_.decision().id());
  m.mutable_answer()->set_offer_id(2);
  return send(std::move(m));
}

const v1::ServerMessage* Client::reply(std::uint64_t request) const {
  for (const auto& message : received_)
    if (message.request() == request) return &message;
  return nullptr;
}

v1::RefusalCode Client::refused(std::uint64_t request) const {
  const auto* message = reply(request);
  return message != nullptr && message->has_refusal() ? message->refusal().code() : v1::REFUSAL_CODE_UNSPECIFIED;
}

bool Client::done(std::uint64_t request) const {
  const auto* message = reply(request);
  return message != nullptr && message->has_done();
}

bool Client::acknowledged(std::uint64_t request) const {
  for (const auto& message : received_)
    for (const auto number : message.update().acknowledged())
      if (number == request) return true;
  return false;
}

std::size_t Client::replies(std::uint64_t request) const {
  std::size_t count = 0;
  for (const auto& message : received_) {
    if (message.request() == request) ++count;
    for (const auto number : message.update().acknowledged())
      if (number == request) ++count;
  }
  return count;
}

std::vector<std::string> Client::event_kinds() const {
  std::vector<std::string> kinds;
  for (const auto& message : received_)
    for (const auto& event : message.update().events()) kinds.push_back(event.kind());
  return kinds;
}

std::vector<std::string> Client::chat() const {
  std::vector<std::string> lines;
  for (const auto& message : received_)
    for (const auto& line : message.update().chat()) lines.push_back(line.name() + ": " + line.text());
  return lines;
}

rooms::Limits House::quick() {
  rooms::Limits limits;
  limits.bot_delay_ms = 0;
  limits.messages_per_second = 1000;
  return limits;
}

House::House(const rooms::Limits& l, const SealedTraits& traits) : limits(l) {
  spdlog::set_level(spdlog::level::off);
  begin(traits);
}

House::House(std::function<games::Catalogue()> games, const rooms::Limits& l) : limits(l), games_(std::move(games)) {
  spdlog::set_level(spdlog::level::off);
  begin();
}

House::~House() { stop(); }

void House::begin(const SealedTraits& traits) {
  catalogue_ = std::make_unique<games::Catalogue>();
  if (games_)
    *catalogue_ = games_();
  else
    catalogue_->add(sealed_game(traits));
  auto service = rooms::make_service(*catalogue_, journal, seams, limits, {io.get_executor()});
  if (!service) throw std::logic_error("no service: " + service.error().text);
  service_ = std::move(*service);
  run();
}

void House::stop() {
  for (auto& client : clients_) client->reading = false;
  service_.reset();
  io.restart();
  io.poll();
}

void House::crash(std::uint64_t away_ms, const SealedTraits& traits) {
  journal.last_alive = seams.wall_unix_ms();
  service_.reset();  // nothing is flushed or said
  clients_.clear();
  io.restart();
  io.poll();
  seams.advance(away_ms);
  begin(traits);
}

Client& House::silent(const std::string& address) {
  return *clients_.emplace_back(std::make_unique<Client>(*this, address));
}

Client& House::client(const std::string& language, const std::string& address) {
  auto& client = silent(address);
  client.next_request = 1000 * ++opened_;  // never used again, not even after a crash
  client.hello(language);
  return client;
}

std::vector<Client*> House::game(std::uint32_t seats, const std::map<std::string, std::string>& options) {
  static const char* const names[] = {"Anna", "Ben", "Cora", "Dan", "Eve", "Finn"};
  std::vector<Client*> all{&client()};
  all[0]->create(seats, names[0], options);
  for (std::uint32_t i = 1; i < seats; ++i) {
    all.push_back(&client());
    all[i]->join(all[0]->code(), names[i]);
    all[i]->ready();
  }
  all[0]->start();
  return all;
}

void House::run() {
  for (bool more = true; more;) {
    more = false;
    io.restart();
    while (io.poll() > 0) more = true;
    for (auto& client : clients_) more = client->drain() || more;
  }
}

void House::advance(std::uint64_t ms) {
  seams.advance(ms);
  run();
}

Keys keys_of(const std::vector<Client*>& people) {
  Keys keys{people[0]->code(), {}};
  for (const auto* person : people) keys.tokens.push_back(person->token());
  return keys;
}

std::vector<Client*> come_back(House& house, const Keys& keys) {
  std::vector<Client*> people;
  for (const auto& token : keys.tokens) {
    people.push_back(&house.client());
    people.back()->resume(keys.code, token);
  }
  return people;
}

rooms::Limits House::as_shipped() {
  auto limits = quick();
  limits.messages_per_second = rooms::Limits{}.messages_per_second;
  return limits;
}

}  // namespace athanor::test
