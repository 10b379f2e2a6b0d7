#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::little_alchemists {
namespace {

std::string market_tile(const Scene& scene, std::uint32_t space) {
  if (space == 0) return scene.spoken ? scene.texts("la.empty_space") : "–";
  return Words(scene).ingredient(space - 1);
}

bool waited_for(const Model& model, int seat) {
  return std::find(model.deciding.begin(), model.deciding.end(), static_cast<std::uint32_t>(seat)) != model.deciding.end();
}

// "5+4-1": what the gems and broken gems are worth one by one.
std::string gems_text(const v1::PlayerBoard& player) {
  std::string text;
  for (const auto gem : player.gems()) text += (text.empty() ? "" : "+") + std::to_string(gem);
  if (player.broken_gems() > 0) text += "-" + std::to_string(player.broken_gems());
  return text.empty() ? "–" : text;
}

std::string artifacts_text(const Words& words, const v1::PlayerBoard& player) {
  std::vector<std::string> names;
  for (const auto& name : player.artifacts()) names.push_back(words.artifact(name));
  return joined(names);
}

// Behind a bot's name, unless the name says it already.
std::string bot_mark(const Scene& scene, int seat) {
  if (seat >= scene.model.room.seats_size() || !scene.model.room.seats(seat).bot()) return {};
  const auto& name = scene.model.room.seats(seat).name();
  if (name.starts_with("Bot ") || name.starts_with("bot ")) return {};
  return " (" + scene.texts("seat.bot") + ")";
}

// What else there is to say of a seat. On the screen "you" is told by the title line, "bot" stands behind the name.
std::string remarks(const Scene& scene, const v1::PlayerBoard& player, int seat) {
  if (seat >= scene.model.room.seats_size()) return {};
  const auto& state = scene.model.room.seats(seat);
  std::vector<std::string> words;
  if (scene.spoken && seat == scene.model.seat) words.push_back(scene.texts("seat.you"));
  if (player.left() || state.left())
    words.push_back(scene.texts("seat.left"));
  else if (state.bot() && scene.spoken)
    words.push_back(scene.texts("seat.bot"));
  else if (state.substituted())
    words.push_back(scene.texts("seat.substituted"));
  else if (!state.bot() && (!state.connected() || player.away()))
    words.push_back(scene.texts("seat.away"));
  return joined(words);
}

// "mixed with space: 2 flying, 3 fire, ..."
std::string cross_in_words(const Scene& scene, const std::string& row) {
  const Words words(scene);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i] != '.') parts.push_back(std::to_string(i + 1) + " " + words.potion(row.substr(i, 1)));
  return scene.texts("la.cross_line", {joined(parts)});
}

Block players_in_words(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  Block block{texts("la.players"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    std::vector<std::string> parts;
    if (auto said = remarks(scene, player, i); !said.empty()) parts.push_back(std::move(said));
    parts.push_back(texts("la.coins", {std::to_string(player.coins())}));
    parts.push_back(texts("la.tiles", {std::to_string(player.hand_size())}));
    if (view.level() >= 2) parts.push_back(texts("la.gems_of", {player.gems_size() == 0 && player.broken_gems() == 0 ? texts("la.none") : gems_text(player)}));
    if (!player.pet().empty()) parts.push_back(words.pet(player.pet()));
    if (player.artifacts_size() > 0) parts.push_back(artifacts_text(words, player));
    if (player.bottle_out()) parts.push_back(texts("la.sold"));
    if (waited_for(scene.model, i)) parts.push_back(texts("seat.decides"));
    block.lines.push_back(line(words.seat(static_cast<std::uint32_t>(i)) + ": " + joined(parts)));
  }
  return block;
}

}  // namespace

Line customer_line(const Scene& scene, std::string_view label, const v1::Customer* customer, std::string_view otherwise) {
  Line out{{std::string(label) + " ", dim}};
  if (customer == nullptr) {
    out.push_back({std::string(otherwise), normal});
    return out;
  }
  out.push_back(Words(scene).potion_span(customer->potion()));
  out.push_back({" " + scene.texts("la.pays", {std::to_string(customer->pays())}), normal});
  return out;
}

Block market_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  const Words words(scene);
  Block block{texts("la.market"), {}};
  std::vector<std::string> tiles;
  for (const auto space : view.market()) tiles.push_back(market_tile(scene, space));
  block.lines.push_back({{texts("la.market_tiles") + " ", dim}, {joined(tiles, scene.spoken ? ", " : " · "), bold}});
  auto customer = customer_line(scene, texts("la.customer"), view.has_customer() ? &view.customer() : nullptr, texts("la.nobody_yet"));
  std::vector<std::string> served;
  for (int i = 0; i < view.players_size(); ++i)
    if (view.players(i).bottle_out()) served.push_back(words.seat(static_cast<std::uint32_t>(i)));
  if (!served.empty()) customer.push_back({"; " + texts("la.served", {joined(served)}), normal});
  block.lines.push_back(std::move(customer));
  block.lines.push_back(customer_line(scene, texts("la.next_customer"), view.has_next_customer() ? &view.next_customer() : nullptr,
                                      texts("la.then_closed")));
  block.lines.push_back(line(texts("la.stack", {std::to_string(view.stack()), std::to_string(view.discard()),
                                                std::to_string(view.big_tiles_left())})));
  if (view.level() >= 2) {
    std::vector<std::string> gems;
    for (const auto gem : view.gem_stack()) gems.push_back(std::to_string(gem));
    block.lines.push_back({{texts("la.gem_stack") + " ", dim}, {gems.empty() ? "–" : joined(gems, " "), normal}});
  }
  if (view.pets_size() > 0) {
    std::vector<std::string> pets;
    for (const auto& pet : view.pets()) pets.push_back(words.pet(pet));
    block.lines.push_back({{texts("la.pets") + " ", dim}, {joined(pets), normal}});
  }
  if (!view.last_result().empty())
    block.lines.push_back({{texts("la.last_result") + " ", dim}, words.potion_span(view.last_result())});
  return block;
}

Block players_block(const Scene& scene, const View& view) {
  if (scene.spoken) return players_in_words(scene, view);
  const Words words(scene);
  const auto& texts = scene.texts;
  const bool gems = view.level() >= 2, pets = view.level() >= 4;
  std::vector<std::vector<Span>> rows;
  std::vector<Span> head{{" ", dim}, {texts("la.head_player"), dim}, {texts("la.head_coins"), dim}, {texts("la.head_tiles"), dim}};
  if (gems) head.push_back({texts("la.head_gems"), dim});
  if (pets) head.push_back({texts("la.head_pet"), dim});
  rows.push_back(std::move(head));
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    const bool turn = static_cast<std::uint32_t>(i) == view.active_seat() && !view.has_end() &&
                      view.phase() != v1::LITTLE_ALCHEMISTS_PHASE_TEST;
    const auto bot = bot_mark(scene, i);
    const auto name = common::fit(common::printable(words.seat(static_cast<std::uint32_t>(i))), 11 - common::columns(bot)) + bot;
    std::vector<Span> row{{turn ? "►" : waited_for(scene.model, i) ? "?" : " ", bold},
                          {name, i == scene.model.seat ? bold : normal},
                          {std::to_string(player.coins()), normal},
                          {std::to_string(player.hand_size()), normal}};
    if (gems) row.push_back({gems_text(player), normal});
    if (pets) row.push_back({player.pet().empty() ? "–" : common::fit(common::printable(words.pet(player.pet())), 10), normal});
    rows.push_back(std::move(row));
  }
  const auto lines = table(rows, 1);
  Block block{texts("la.players"), {}, true};
  block.lines.push_back(lines.front());
  for (int i = 0; i < view.players_size(); ++i) {
    block.lines.push_back(lines[static_cast<std::size_t>(i) + 1]);
    std::vector<std::string> more;
    if (auto said = remarks(scene, view.players(i), i); !said.empty()) more.push_back(std::move(said));
    if (view.players(i).artifacts_size() > 0) more.push_back(artifacts_text(words, view.players(i)));
    if (!more.empty())
      for (auto& part : wrapped(line("    " + joined(more), dim), 38, 4)) block.lines.push_back(std::move(part));
  }
  return block;
}

Block board_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& board = view.board();
  Block block{texts("la.board"), {}, true};
  const bool crosses = board.cross_size() == board.slots_size();
  const auto theory = [&](const v1::BoardSlot& slot) {
    if (slot.theory() == 0) return scene.spoken ? texts("la.empty_space") : std::string("–");
    return words.ingredient(slot.theory() - 1);
  };
  if (scene.spoken) {
    for (int i = 0; i < board.slots_size(); ++i) {
      std::string text = texts("la.slot_spoken", {std::to_string(i + 1), words.set_in_words(board.slots(i).potions()), theory(board.slots(i))});
      block.lines.push_back(line(text));
      if (crosses) block.lines.push_back(line("  " + cross_in_words(scene, board.cross(i))));
    }
    return block;
  }
  Line head{{crosses ? std::string(19, ' ') : std::string(), dim}};
  for (int i = 0; crosses && i < board.slots_size(); ++i) head.push_back({std::to_string(i + 1) + " ", dim});
  if (crosses) block.lines.push_back(std::move(head));
  for (int i = 0; i < board.slots_size(); ++i) {
    const auto& slot = board.slots(i);
    Line row{{std::to_string(i + 1) + " ", dim}};
    append_set(row, slot.potions(), 4);
    row.push_back({common::padded(theory(slot), 12) + " ", slot.theory() == 0 ? dim : bold});
    if (crosses)
      for (const char c : board.cross(i)) row.push_back({std::string(1, c) + " ", c == '.' ? dim : potion_style(c, false)});
    block.lines.push_back(std::move(row));
  }
  return block;
}

Block artifacts_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("la.artifacts"), {}};
  for (const auto& name : view.artifacts()) {
    if (name.empty())
      block.lines.push_back(line(scene.spoken ? scene.texts("la.empty_space") : "–"));
    else
      block.lines.push_back(words.artifact_with_details(name));
  }
  block.lines.push_back(line(scene.texts("la.artifact_stack", {std::to_string(view.artifact_stack())}), dim));
  return block;
}

Block open_theory_block(const Scene& scene, const View& view) {
  const Words words(scene);
  const auto& texts = scene.texts;
  const auto& theory = view.open_theory();
  Block block{texts("la.open_theory"), {}};
  block.lines.push_back(line(texts("la.open_theory_says", {words.seat(theory.seat()), words.set_in_words(theory.potions())}), bold));
  for (const auto& guess : theory.guesses())
    block.lines.push_back(line(texts("la.guess", {words.seat(guess.seat()), guess.guess() == 0 ? texts("la.no_guess") : words.ingredient(guess.guess() - 1)})));
  if (view.phase() == v1::LITTLE_ALCHEMISTS_PHASE_GUESS) block.lines.push_back(line(texts("la.guesses_now", {words.seat(theory.guesser())})));
  return block;
}

}  // namespace athanor::ui::little_alchemists
