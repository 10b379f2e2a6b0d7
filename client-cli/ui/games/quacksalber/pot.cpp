// A pot as its printed track: each space carries the coins that it pays or its ruby, chips lie on them.

#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::quacksalber {
namespace {

constexpr std::uint32_t row_length = 13;  // three columns a space: the narrowest column of the screen
constexpr std::uint32_t outlook = 6;      // so many spaces beyond the scoring space are always to be seen
constexpr std::uint32_t longest_bar = 12;
constexpr int many = 300;  // more chips than any pot holds

std::string repeated(std::string_view glyph, std::uint32_t times) {
  std::string text;
  for (std::uint32_t i = 0; i < times; ++i) text += glyph;
  return text;
}

const v1::PotChip* chip_on(const Player& player, std::uint32_t space) {
  for (int i = std::min(player.pot_size(), many); i > 0; --i)  // several lie on the last space: the newest is seen
    if (player.pot(i - 1).space() == space) return &player.pot(i - 1);
  return nullptr;
}

// Three columns: a chip, the droplet, the rats, a ruby, or the coins that are printed there.
Span space_sign(const Scene& scene, const Player& player, const Track& track, std::uint32_t space) {
  if (const auto* chip = chip_on(player, space)) return {Words(scene).code(chip->kind()), chip_style(chip->kind())};
  const auto printed = common::padded(track.ruby[space] ? std::string(ruby_sign) : number(track.coins[space]), 2);
  if (space == player.droplet()) return {"▼ ", coloured(Colour::cyan, true)};
  if (space == player.scoring_space()) return {printed, {.bold = true, .reverse = true}};
  if (space > player.droplet() && space <= player.start()) return {"~ ", coloured(Colour::magenta, true)};
  return {printed, track.ruby[space] ? coloured(Colour::red) : dim};
}

void add_rows(const Scene& scene, const Player& player, const Track& track, std::vector<Line>& to) {
  const auto last = std::min(std::min(player.scoring_space(), spaces - 1) + outlook, spaces - 1) / row_length;
  for (auto row = std::min(player.droplet(), spaces - 1) / row_length; row <= last; ++row) {
    Line out;
    for (auto space = row * row_length; space < std::min((row + 1) * row_length, spaces); ++space) {
      out.push_back(space_sign(scene, player, track, space));
      out.push_back({" ", normal});
    }
    to.push_back(std::move(out));
  }
}

// Before the round's brewing nothing lies in a pot, and where its first chip counts from is not fixed yet.
bool before_brewing(const View& view) {
  return view.phase() == v1::QUACKSALBER_PHASE_FORTUNE || view.phase() == v1::QUACKSALBER_PHASE_RATS;
}

bool brews(const View& view, const Player& player) {
  return view.phase() == v1::QUACKSALBER_PHASE_BREW && !player.stopped() && !player.exploded();
}

Style danger(std::uint32_t percent) { return coloured(percent == 0 ? Colour::green : percent < 30 ? Colour::yellow : Colour::red, true); }

Line whites_line(const Scene& scene, const Player& player) {
  const auto& texts = scene.texts;
  const auto sum = std::min(player.white_sum(), 99U), limit = std::min(player.limit(), longest_bar);
  const auto full = std::min(sum, limit);
  Line out{{texts(scene.spoken ? "qu.white_spoken" : "qu.white", {number(player.white_sum()), number(player.limit())}) + " ", normal}};
  if (scene.spoken) return out;
  out.push_back({repeated("■", full), coloured(sum >= limit ? Colour::red : Colour::white, true)});
  out.push_back({repeated("□", limit - full), dim});
  if (sum > limit) out.push_back({" +" + number(sum - limit), coloured(Colour::red, true)});
  return out;
}

// Empty before the first chip: nobody may stop without one.
Line pay_line(const Scene& scene, const View& view, const Player& player, const Track& track) {
  const auto& texts = scene.texts;
  if (brews(view, player) && player.pot_size() == 0) return {};
  const bool either = player.exploded() && !player.shielded();
  const auto pays = Words(scene).pays(track, player.scoring_space(), either);
  if (player.exploded()) return line(texts(either ? "qu.exploded_pays" : "qu.exploded_shielded", {pays}), coloured(Colour::red, true));
  return {{texts(brews(view, player) ? "qu.stop_pays" : "qu.pot_pays") + " ", normal}, {pays, bold}};
}

Line odds_line(const Scene& scene, const Player& player) {
  const auto odds = explosion_odds(player);
  if (odds.all == 0) return line(scene.texts("qu.bag_empty"));
  return {{scene.texts("qu.odds", {number(odds.bad), number(odds.all)}) + " ", normal},
          {scene.texts("qu.percent", {number(odds.percent())}), danger(odds.percent())}};
}

Line chips_line(const Scene& scene, std::string_view key, const google::protobuf::RepeatedField<std::uint32_t>& chips, Style style = dim) {
  Line out{{scene.texts(key) + " ", style}};
  Words(scene).append_chips(out, counts_of(chips));
  return out;
}

// What is not there in most rounds.
void add_extras(const Scene& scene, const Player& player, std::vector<Line>& to) {
  const auto& texts = scene.texts;
  if (player.drawn() > 0) {
    const auto kind = player.drawn() - 1;
    to.push_back({{texts("qu.drawn") + " ", bold}, {scene.spoken ? Words(scene).chip(kind) : Words(scene).code(kind), chip_style(kind)}});
  }
  if (total(counts_of(player.shown())) > 0) to.push_back(chips_line(scene, "qu.shown", player.shown(), bold));
  if (total(counts_of(player.display())) > 0) to.push_back(chips_line(scene, "qu.display", player.display()));
  if (total(counts_of(player.aside())) > 0) to.push_back(chips_line(scene, "qu.aside", player.aside()));
  if (total(counts_of(player.bought())) > 0) to.push_back(chips_line(scene, "qu.bought", player.bought()));
  if (player.window() > 0) to.push_back(line(texts("qu.window", {number(player.window())}), coloured(Colour::blue)));
  if (player.armed()) to.push_back(line(texts("qu.armed"), coloured(Colour::yellow)));
}

Line standing_line(const Scene& scene, const View& view, const Player& player) {
  const auto& texts = scene.texts;
  const std::string separator = scene.spoken ? ", " : " · ";
  auto text = texts("qu.vp", {number(player.vp())}) + separator +
              (scene.spoken ? texts("qu.rubies", {number(player.rubies())}) : std::string(ruby_sign) + number(player.rubies())) + separator +
              texts(player.flask_full() ? "qu.flask_full" : "qu.flask_empty");
  if (view.alchemists() && !player.patient().empty()) text += separator + texts("qu.essence", {number(player.essence())});
  if (player.coins() > 0) text += separator + Words(scene).coins(player.coins());
  return line(text);
}

}  // namespace

Block pot_block(const Scene& scene, const View& view, int seat) {
  const auto& texts = scene.texts;
  const auto& player = view.players(seat);
  const auto track = track_of(scene.model.terms);
  const bool own = seat == scene.model.seat;
  Block block{own ? texts("qu.own_pot") : texts("qu.pot_of", {Words(scene).seat(static_cast<std::uint32_t>(seat))}), {}, !scene.spoken};
  if (scene.spoken) {
    block.lines = pot_in_words(scene, view, seat);
    return block;
  }
  add_rows(scene, player, track, block.lines);
  std::vector<Line> facts;
  if (!before_brewing(view)) facts.push_back(whites_line(scene, player));
  if (auto pays = pay_line(scene, view, player, track); !before_brewing(view) && !pays.empty()) facts.push_back(std::move(pays));
  if (brews(view, player)) facts.push_back(odds_line(scene, player));
  add_extras(scene, player, facts);
  if (view.phase() != v1::QUACKSALBER_PHASE_BUY || !own) facts.push_back(chips_line(scene, "qu.bag", player.bag()));  // there it is in the shop
  facts.push_back(standing_line(scene, view, player));
  for (const auto& fact : facts)
    for (auto& row : wrapped(fact, column_width, 2)) block.lines.push_back(std::move(row));
  return block;
}

std::vector<Line> pot_in_words(const Scene& scene, const View& view, int seat) {
  const auto& texts = scene.texts;
  const Words words(scene);
  const auto& player = view.players(seat);
  const auto track = track_of(scene.model.terms);
  std::vector<Line> lines;
  if (before_brewing(view)) return {chips_line(scene, "qu.bag", player.bag()), standing_line(scene, view, player)};
  std::vector<std::string> chips;
  for (int i = 0; i < std::min(player.pot_size(), many); ++i)
    chips.push_back(texts("qu.chip_on", {words.chip(player.pot(i).kind()), number(player.pot(i).space())}));
  lines.push_back(line(texts("qu.in_pot") + " " + (chips.empty() ? texts("qu.nothing_from", {number(player.start())}) : joined(chips)) + "."));
  auto whites = whites_line(scene, player);
  for (auto& span : pay_line(scene, view, player, track)) whites.push_back(std::move(span));
  lines.push_back(line(text_of(whites)));
  if (brews(view, player)) lines.push_back(odds_line(scene, player));
  add_extras(scene, player, lines);
  lines.push_back(chips_line(scene, "qu.bag", player.bag()));
  lines.push_back(standing_line(scene, view, player));
  return lines;
}

}  // namespace athanor::ui::quacksalber
