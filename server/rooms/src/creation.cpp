#include "creation.h"

#include "messages.h"

#include <athanor/common/text.h>

namespace athanor::rooms {
namespace {
constexpr std::size_t longest_password = 64;
}

tl::expected<v1::RoomCreated, v1::Refusal> checked_creation(const games::Catalogue& catalogue,
                                                            const v1::CreateRoom& request, games::Language language) {
  const auto no = [language](Text id, const Words& words = {}) {
    return tl::unexpected(refusal(v1::REFUSAL_CODE_BAD_INPUT, id, language, words));
  };
  const auto* type = catalogue.find(request.game());
  if (type == nullptr) return no(Text::unknown_game, {common::fit(common::printable(request.game()), 40)});
  const auto& traits = type->traits();
  if (request.seats() < traits.min_seats || request.seats() > traits.max_seats)
    return no(Text::seats_range, {std::to_string(traits.min_seats), std::to_string(traits.max_seats)});
  if (request.password().size() > longest_password) return no(Text::bad_password);
  if (!request.campaign().empty() && !traits.has_campaigns) return no(Text::no_campaigns);
  if (request.options_size() > most_options) return no(Text::too_many_options);
  games::OptionMap wanted;
  for (const auto& option : request.options()) wanted[option.name()] = option.value();
  const auto options = games::complete_options(*type, wanted, language);
  if (!options) return tl::unexpected(refusal(v1::REFUSAL_CODE_BAD_INPUT, options.error()));

  v1::RoomCreated created;
  created.set_game(request.game());
  created.set_seats(request.seats());
  for (const auto& [name, value] : *options) {
    auto& option = *created.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return created;
}

}  // namespace athanor::rooms
