#include "crowd.h"

#include "witnesses.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <csignal>
#include <fstream>
#include <utility>

namespace recovery {

Crowd::Crowd(const std::string& url, std::string logs, unsigned seed) : logs_(std::move(logs)) {
  for (const auto& played : every_game()) {
    if (!played.by_load_tool) continue;
    std::vector<std::string> words{"load",      "--server", url,          "--game", played.game,
                                   "--players", std::to_string(played.seats), "--rooms",  std::to_string(rooms_of_each),
                                   "--duration", "100000",  "--think",    "25",     "--random", "--seed",
                                   std::to_string(++seed),  "--json",     logs_ + "/" + played.game + ".json"};
    for (const auto& [option, value] : played.options) words.insert(words.end(), {"--set", option + "=" + value});
    loads_[played.game] = run_athanor(words, logs_, "load-" + played.game);
  }
}

bool Crowd::running() {
  for (const auto& [game, load] : loads_)
    if (!load->running()) return false;
  return true;
}

std::size_t Crowd::people() const {
  std::size_t sum = 0;
  for (const auto& played : every_game())
    if (played.by_load_tool) sum += played.seats * rooms_of_each;
  return sum;
}

std::string Crowd::written() const {
  std::string all;
  for (const auto& [game, load] : loads_) all += game + ": " + load->written() + "\n";
  return all;
}

Crowd::Sums Crowd::end(int least_reconnects) {
  for (const auto& [game, load] : loads_) load->send(SIGTERM);
  Sums sums;
  for (const auto& [game, load] : loads_) {
    const auto status = load->wait();
    INFO(game << ": " << load->written());
    REQUIRE(status);
    CHECK(*status == 130);  // ended by a signal, and nothing was wrong
    const auto figures = nlohmann::json::parse(std::ifstream(logs_ + "/" + game + ".json"));
    CHECK(figures.at("errors") == 0);
    CHECK(figures.at("leaks") == 0);
    CHECK(figures.at("lost_acknowledged") == 0);
    CHECK(figures.at("reconnects") >= least_reconnects);
    CHECK(figures.at("actions") > 0);
    sums.answers_of[game] = figures.at("actions").get<std::uint64_t>();
    sums.answers += sums.answers_of[game];
  }
  return sums;
}

std::vector<std::string> for_crowds() {
  return {"--connections-per-address", "1000",  "--rooms-per-address", "100000",
          "--messages-per-second",     "10000", "--bot-delay-ms",      "0"};
}

}  // namespace recovery
