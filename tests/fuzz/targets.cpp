#include <fuzz/targets.h>

#include <athanor/games/catalogue.h>

#include <stdexcept>

#include <google/protobuf/stubs/logging.h>
#include <spdlog/spdlog.h>

namespace athanor::test {

const std::vector<FuzzTarget>& fuzz_targets() {
  static const auto all = [] {
    google::protobuf::SetLogHandler(nullptr);  // it would tell of every message that does not parse
    spdlog::set_level(spdlog::level::off);     // and the server of every refusal
    std::vector<FuzzTarget> targets{{"envelope", fuzz_envelope}, {"session", fuzz_session}, {"wire", fuzz_wire}};
    const auto catalogue = games::standard_catalogue();
    for (const auto& type : catalogue.types()) {
      const auto& game = type->traits().name;
      targets.push_back({"answers-" + game, [game](Input input) { return fuzz_answers(game, input); }});
    }
    return targets;
  }();
  return all;
}

const FuzzTarget& fuzz_target(std::string_view name) {
  for (const auto& target : fuzz_targets())
    if (target.name == name) return target;
  throw std::invalid_argument("no fuzz target is called " + std::string(name));
}

}  // namespace athanor::test
