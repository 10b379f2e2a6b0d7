#include "renderer.h"

#include "games/der_alchimist/der_alchimist_renderer.h"
#include "games/little_alchemists/companion_renderer.h"
#include "games/little_alchemists/little_alchemists_renderer.h"
#include "games/quacksalber/quacksalber_renderer.h"
#include "games/the_alchemists/the_alchemists_renderer.h"
#include "option_words.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <algorithm>
#include <map>

namespace athanor::ui {
namespace {

// Plays any game: people and events are shown, decisions speak for themselves.
class GenericRenderer final : public Renderer {
 public:
  [[nodiscard]] Picture draw(const Scene& scene) const override {
    Picture picture;
    picture.table.push_back(seats_block(scene));
    return picture;
  }
};

bool waited_for(const Model& model, int seat) {
  return std::find(model.deciding.begin(), model.deciding.end(), static_cast<std::uint32_t>(seat)) != model.deciding.end();
}

/// Place of an option in the game's list; behind the last if it is not there.
int option_place(const v1::GameInfo& game, const std::string& name) {
  const auto& options = game.options();
  const auto found = std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.name() == name; });
  return static_cast<int>(found - options.begin());
}

// Options stand where the game lists them, the most important first; those it does not know come last.
std::vector<v1::OptionValue> in_the_games_order(const google::protobuf::RepeatedPtrField<v1::OptionValue>& options, const v1::GameInfo& game) {
  std::vector<v1::OptionValue> sorted(options.begin(), options.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const auto& a, const auto& b) { return option_place(game, a.name()) < option_place(game, b.name()); });
  return sorted;
}

}  // namespace

const Renderer& renderer_for(std::string_view game) {
  static const GenericRenderer generic;
  // One line per game.
  static const LittleAlchemistsRenderer little_alchemists;
  static const CompanionRenderer companion;
  static const DerAlchimistRenderer der_alchimist;
  static const TheAlchemistsRenderer the_alchemists;
  static const QuacksalberRenderer quacksalber;
  static const std::map<std::string_view, const Renderer*> renderers{
      {"little-alchemists", &little_alchemists},
      {"little-alchemists-companion", &companion},
      {"der-alchimist", &der_alchimist},
      {"the-alchemists", &the_alchemists},
      {"quacksalber", &quacksalber},
  };
  const auto found = renderers.find(game);
  return found == renderers.end() ? generic : *found->second;
}

Block seats_block(const Scene& scene) {
  const auto& [model, texts, spoken] = scene;
  Block block{texts("block.seats"), {}, true};
  std::vector<std::vector<Span>> rows;
  for (int i = 0; i < model.room.seats_size(); ++i) {
    const auto& seat = model.room.seats(i);
    const auto name = seat.name().empty() ? texts("seat.empty") : seat.name();
    const auto status = seat_status(model, static_cast<std::size_t>(i), texts);
    if (spoken) {
      const auto number = std::to_string(i + 1);
      auto sentence = seat.name().empty() ? texts("seats.spoken_free", {number})
                      : status.empty()    ? texts("seats.spoken_name", {number, name})
                                          : texts("seats.spoken", {number, name, status});
      if (waited_for(model, i)) sentence += ", " + texts("seat.decides");
      block.lines.push_back(line(sentence));
      continue;
    }
    rows.push_back({Span{waited_for(model, i) ? "►" : " ", bold}, Span{std::to_string(i + 1), dim},
                    Span{name, i == model.seat ? bold : normal}, Span{status, seat.name().empty() ? dim : normal}});
  }
  if (!spoken) block.lines = table(rows);
  if (model.room.locked()) block.lines.push_back(line(texts("seats.locked"), dim));
  if (model.room.spectators() > 0)
    block.lines.push_back(line(texts("seats.spectators", {std::to_string(model.room.spectators())}), dim));
  return block;
}

Block notes_block(const Scene& scene) {
  Block block{scene.texts("block.notes"), {}};
  std::string_view rest = scene.model.notes;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    block.lines.push_back(line(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (block.lines.empty()) block.lines.push_back(line(scene.texts(scene.spoken ? "plain.no_notes" : "notes.none"), dim));
  return block;
}

std::string turn_or_pause(const Scene& scene, std::string turn) {
  return scene.model.room.paused() ? scene.texts("headline.paused") : turn;
}

Picture unreadable_picture(const Scene& scene) {
  Picture picture;
  picture.table.push_back({scene.texts("block.seats"), {line(scene.texts("view.unreadable"))}});
  return picture;
}

Block options_block(const Scene& scene) {
  const auto& [model, texts, spoken] = scene;
  Block block{texts("block.options"), {}};
  for (const auto& option : in_the_games_order(model.room.options(), model.terms.game()))
    block.lines.push_back({Span{option_label(model.terms, option.name()) + ": ", normal},
                           Span{value_words(model.terms, texts, option.name(), option.value()), spoken ? normal : bold}});
  return block;
}

Picture draw_lobby(const Scene& scene) {
  const auto& [model, texts, spoken] = scene;
  Picture picture;
  picture.headline = phase_text(model.room.phase(), texts);
  Block room{texts("block.room"), {}};
  const auto& game = model.terms.game();
  room.lines.push_back({Span{texts("lobby.game") + " ", dim}, Span{game.title().empty() ? model.room.game() : game.title(), bold}});
  room.lines.push_back({Span{texts("lobby.code") + " ", dim}, Span{model.code, bold}});
  room.lines.push_back(line(texts("lobby.join_line"), dim));
  room.lines.push_back(line(join_command(model)));
  if (auto file = friends_need(model, texts); !file.empty()) room.lines.push_back(line(file));
  if (model.room.has_password()) room.lines.push_back(line(texts("lobby.password")));
  picture.table.push_back(std::move(room));
  picture.table.push_back(seats_block(scene));

  add(picture.table, options_block(scene));

  if (!model.room.campaign().empty()) {
    Block campaign{texts("block.campaign"), {}};
    for (const auto& text : model.room.campaign_progress()) campaign.lines.push_back(line(text));
    campaign.lines.push_back({Span{texts("lobby.campaign_code") + " ", dim}, Span{model.room.campaign(), normal}});
    picture.table.push_back(std::move(campaign));
  }
  Block fair{texts("block.fair"), {}};
  fair.lines.push_back(line(texts("lobby.commitment"), dim));
  const auto fingerprint = common::hex(model.room.seed_commitment());
  for (std::size_t at = 0; at < fingerprint.size(); at += 32) fair.lines.push_back(line(fingerprint.substr(at, 32), dim));
  if (!model.room.seed_commitment().empty()) picture.table.push_back(std::move(fair));
  return picture;
}

Picture draw(const Scene& scene) {
  if (scene.model.room.phase() == v1::ROOM_PHASE_LOBBY || scene.model.view.empty()) return draw_lobby(scene);
  return renderer_for(scene.model.room.game()).draw(scene);
}

}  // namespace athanor::ui
