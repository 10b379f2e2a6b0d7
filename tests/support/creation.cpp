#include "support/creation.h"

namespace athanor::tests {

v1::ClientMessage creation(const std::string& game, std::uint32_t seats, const std::string& name, const std::map<std::string, std::string>& options) {
  v1::ClientMessage message;
  auto& create = *message.mutable_create_room();
  create.set_game(game);
  create.set_seats(seats);
  create.set_name(name);
  for (const auto& [key, value] : options) {
    auto& option = *create.add_options();
    option.set_name(key);
    option.set_value(value);
  }
  return message;
}

}  // namespace athanor::tests
