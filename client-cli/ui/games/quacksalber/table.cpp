#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <map>

namespace athanor::ui::quacksalber {
namespace {

constexpr int small_pot = 9;             // newest chips of a neighbour's pot: a line of the screen's narrowest column
constexpr std::int64_t track_row = 24;  // points in a row of the score track: with tails less than a column of the screen
constexpr std::int64_t longest_track = 240;

// What a seat is doing, as words, or as short as a table needs it.
std::string state_of(const Scene& scene, const View& view, int seat) {
  const auto& texts = scene.texts;
  const auto& player = view.players(seat);
  if (player.left()) return texts("seat.left");
  std::vector<std::string> state;
  if (player.exploded())
    state.push_back(texts("qu.is_exploded"));
  else if (view.phase() == v1::QUACKSALBER_PHASE_BREW && !player.answered())
    state.push_back(texts(player.stopped() ? "qu.is_stopped" : "qu.is_brewing"));
  if (player.answered()) state.push_back(scene.spoken ? texts("qu.has_answered") : "✓");
  if (auto mark = seat_mark(scene.model, seat, texts); !mark.empty()) state.push_back(std::move(mark));
  if (player.autopilot()) state.push_back(texts(scene.spoken ? "qu.autopilot" : "qu.autopilot_short"));
  return joined(state, scene.spoken ? ", " : " ");
}

Line spoken_player(const Scene& scene, const View& view, int seat, const Track& track) {
  const auto& texts = scene.texts;
  const Words words(scene);
  const auto& player = view.players(seat);
  std::vector<std::string> said{texts("qu.vp", {number(player.vp())}), texts("qu.rubies", {number(player.rubies())}),
                                texts(player.flask_full() ? "qu.flask_full" : "qu.flask_empty"),
                                texts("qu.droplet", {number(player.droplet())})};
  if (player.rat_stone() > 0) said.push_back(texts("qu.rats", {number(player.rat_stone())}));
  if (player.glass() > 0) said.push_back(texts("qu.glass", {number(player.glass())}));
  Line pot;
  words.append_pot(pot, player.pot(), 100);
  if (player.pot_size() > 0)
    said.push_back(texts("qu.pot_spoken", {text_of(pot), number(player.white_sum()), number(player.limit()), words.pays(track, player.scoring_space())}));
  if (const auto state = state_of(scene, view, seat); !state.empty()) said.push_back(state);
  if (waited_for(scene, seat)) said.push_back(texts("seat.decides"));
  return line(words.seat(static_cast<std::uint32_t>(seat)) + ": " + joined(said, "; "));
}

Line player_line(const Scene& scene, const View& view, int seat) {
  const auto& texts = scene.texts;
  const auto& player = view.players(seat);
  const auto name = common::padded(common::printable(Words(scene).seat(static_cast<std::uint32_t>(seat))), 9);
  const bool starts = static_cast<int>(std::min(view.start_seat(), 99U)) == seat;
  Line out{{waited_for(scene, seat) ? "? " : starts ? "► " : "  ", bold},
           {std::to_string(seat + 1) + " ", dim},
           {name, seat == scene.model.seat ? bold : normal},
           {" " + texts("qu.vp", {number(player.vp())}) + " " + std::string(ruby_sign) + number(player.rubies()), normal}};
  if (player.rat_stone() > 0) out.push_back({" ~" + number(player.rat_stone()), coloured(Colour::magenta)});
  if (player.glass() > 0) out.push_back({" U" + number(player.glass()), normal});
  if (player.flask_full()) out.push_back({" " + texts("qu.flask_sign"), coloured(Colour::cyan)});
  if (auto state = state_of(scene, view, seat); !state.empty())
    out.push_back({" " + state, player.exploded() ? coloured(Colour::red, true) : coloured(Colour::yellow)});
  return out;
}

Line small_pot_line(const Scene& scene, const Player& player, const Track& track) {
  const Words words(scene);
  Line out{{"    " + number(player.white_sum()) + "/" + number(player.limit()) + " ", player.exploded() ? coloured(Colour::red, true) : normal}};
  words.append_pot(out, player.pot(), small_pot);
  const auto space = player.scoring_space();
  if (space < spaces)
    out.push_back({" →" + scene.texts("qu.pays_short", {number(track.coins[space]), number(track.vp[space])}) + (track.ruby[space] ? std::string(ruby_sign) : ""), dim});
  return out;
}

}  // namespace

std::string phase_name(const Scene& scene, const View& view) {
  const auto key = "qu.phase." + std::to_string(static_cast<int>(view.phase()));
  return scene.texts.has(key) ? scene.texts(key) : std::string();
}

Block card_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  Block block{texts("qu.card", {number(view.cards_left())}), {}};
  if (!view.card().empty())
    block.lines.push_back({{view.card() + ": ", dim}, {scene.model.terms("card." + view.card()), coloured(view.card().front() == 'P' ? Colour::magenta : Colour::cyan)}});
  if (view.lockstep() && view.phase() == v1::QUACKSALBER_PHASE_BREW) block.lines.push_back(line(texts("qu.lockstep"), coloured(Colour::yellow)));
  if (!view.own().held().empty()) block.lines.push_back({{texts("qu.held") + " ", dim}, {view.own().held(), normal}});
  if (view.standing_still()) block.lines.push_back(line(texts("qu.still"), coloured(Colour::yellow)));
  return block;
}

Block players_block(const Scene& scene, const View& view) {
  const auto track = track_of(scene.model.terms);
  Block block{scene.texts("qu.players"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    if (scene.spoken) {
      block.lines.push_back(spoken_player(scene, view, i, track));
      continue;
    }
    block.lines.push_back(player_line(scene, view, i));
    if (i != scene.model.seat && view.players(i).pot_size() > 0) block.lines.push_back(small_pot_line(scene, view.players(i), track));
  }
  return block;
}

Block scores_track_block(const Scene& scene, const View& view) {
  const auto& texts = scene.texts;
  const auto track = track_of(scene.model.terms);
  Block block{texts("qu.score_track"), {}, !scene.spoken};
  std::map<std::int64_t, std::string> at;  // seats by their points
  std::int64_t leader = 0;  // rat tails are counted to whoever leads, also when that one has left
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    leader = std::max<std::int64_t>(leader, player.vp());
    if (!player.left()) at[player.vp()] += std::to_string(i + 1);
  }
  if (at.empty()) return block;
  const auto lowest = at.begin()->first, highest = at.rbegin()->first;
  if (!scene.spoken && highest - lowest <= longest_track)
    for (auto from = lowest; from <= highest; from += track_row) {
      Line row;
      for (auto vp = from; vp < from + track_row && vp <= highest; ++vp) {
        const auto here = at.find(vp);
        row.push_back(here == at.end() ? Span{"·", dim} : Span{here->second, bold});
        if (vp < highest && tail_after(track, vp)) row.push_back({"~", coloured(Colour::magenta)});
      }
      block.lines.push_back(std::move(row));
    }
  std::vector<std::string> said;
  for (int i = 0; i < view.players_size(); ++i) {
    const auto& player = view.players(i);
    const auto tails = tails_between(track, player.vp(), leader);
    if (!player.left() && tails > 0) said.push_back(texts(scene.spoken ? "qu.tails_spoken" : "qu.tails", {Words(scene).seat(static_cast<std::uint32_t>(i)), number(tails)}));
  }
  if (said.empty()) said.push_back(texts("qu.no_tails"));
  if (scene.spoken)
    for (const auto& sentence : said) block.lines.push_back(line(sentence));
  else
    for (auto& row : wrapped(line(joined(said), dim), column_width, 2)) block.lines.push_back(std::move(row));
  return block;
}

}  // namespace athanor::ui::quacksalber
