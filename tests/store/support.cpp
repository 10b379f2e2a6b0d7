#include "support.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>

namespace store_test {
namespace {

// Calls `start` with a callback and waits for what it is given.
template <typename T>
Result<T> waited(const std::function<void(std::function<void(Result<T>)>)>& start) {
  auto promise = std::make_shared<std::promise<Result<T>>>();
  auto answer = promise->get_future();
  start([promise](Result<T> result) { promise->set_value(std::move(result)); });
  if (answer.wait_for(patience) != std::future_status::ready)
    throw std::runtime_error("the journal did not answer in time");
  return answer.get();
}

}  // namespace

std::unique_ptr<Journal> opened(const std::string& directory, std::uint32_t max_batch) {
  auto journal = athanor::store::open_sqlite({directory, max_batch});
  if (!journal) FAIL(journal.error().text);
  (*journal)->settle_past();
  (void)(*journal)->rooms();  // comes after it
  return std::move(*journal);
}

Append entry(const std::string& room, std::uint64_t sequence, std::string bytes) {
  Append append;
  append.room = room;
  append.sequence = sequence;
  append.entry = std::move(bytes);
  append.wall_unix_ms = static_cast<std::int64_t>(1'700'000'000'000 + sequence);
  return append;
}
Append entry(const std::string& room, std::uint64_t sequence) {
  return entry(room, sequence, room + ":" + std::to_string(sequence));
}

Result<void> append(Journal& journal, Append append) {
  return waited<void>([&](auto done) { journal.append(std::move(append), std::move(done)); });
}
Result<void> remove_room(Journal& journal, const std::string& room) {
  return waited<void>([&](auto done) { journal.remove_room(room, std::move(done)); });
}
Result<std::vector<std::string>> load_room(Journal& journal, const std::string& room) {
  return waited<std::vector<std::string>>([&](auto done) { journal.load_room(room, std::move(done)); });
}
Result<std::vector<std::string>> load_campaign(Journal& journal, const std::string& campaign, std::uint64_t after) {
  return waited<std::vector<std::string>>([&](auto done) { journal.load_campaign(campaign, after, std::move(done)); });
}
Result<void> save_notes(Journal& journal, const std::string& room, std::uint32_t seat, const std::string& text) {
  return waited<void>([&](auto done) { journal.save_notes(room, seat, text, std::move(done)); });
}
Result<std::string> load_notes(Journal& journal, const std::string& room, std::uint32_t seat) {
  return waited<std::string>([&](auto done) { journal.load_notes(room, seat, std::move(done)); });
}

bool eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_contents(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  REQUIRE(file.good());
}

}  // namespace store_test
