#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <array>

namespace athanor::ui::quacksalber {
namespace {

// The kinds of each colour that can be for sale, by value 1, 2, 4.
struct Shelf {
  std::size_t first = 0, count = 0;
};
// Orange, green, blue, red, yellow, purple, black, locoweed: colours 1 to 8 of the view.
constexpr std::array<Shelf, 8> shelves{{{3, 1}, {4, 3}, {7, 3}, {10, 3}, {13, 3}, {16, 1}, {17, 1}, {18, 1}}};
constexpr std::array<std::string_view, 5> booked{"green", "blue", "red", "yellow", "purple"};

bool shopping(const View& view) { return view.phase() == v1::QUACKSALBER_PHASE_BUY; }

// Of somebody who has neither coins nor a chip in the pot it is not said what he can pay.
bool can_pay(const View& view, int seat) {
  return seat >= 0 && seat < view.players_size() && (shopping(view) || view.players(seat).pot_size() > 0);
}

// In the shop the coins of the evaluation; before it, what the pot would pay.
std::uint32_t coins_of(const Scene& scene, const View& view, int seat) {
  if (!can_pay(view, seat)) return 0;
  const auto& player = view.players(seat);
  if (shopping(view)) return player.coins();
  return player.scoring_space() < spaces ? track_of(scene.model.terms).coins[player.scoring_space()] : 0;
}

std::string colour_name(const Scene& scene, std::size_t colour) { return scene.model.terms("colour." + std::to_string(colour)); }

bool closed(const View& view, std::size_t kind) { return static_cast<int>(kind) < view.closed_size() && view.closed(static_cast<int>(kind)); }

// "✓5×14": payable, price, how many are left; "(8)": not on sale yet.
Span offer_cell(const View& view, const Counts& prices, const Counts& supply, std::size_t kind, std::uint32_t coins) {
  const auto price = number(prices[kind]);
  if (closed(view, kind)) return {"(" + price + ")", dim};
  if (supply[kind] == 0) return {" " + price + " –", dim};
  const bool payable = prices[kind] <= coins;
  return {(payable ? "✓" : " ") + price + "×" + number(supply[kind]), payable ? coloured(Colour::green, true) : normal};
}

std::string title(const Scene& scene, const View& view, int seat, std::uint32_t coins) {
  if (!can_pay(view, seat)) return scene.texts("qu.shop");
  const std::string key = shopping(view) ? "qu.shop_you_have" : "qu.shop_pot_pays";
  return scene.texts(scene.spoken ? key + "_spoken" : key, {Words(scene).coins(coins)});
}

void add_spoken(const Scene& scene, const View& view, const Counts& prices, const Counts& supply, std::uint32_t coins, Block& block) {
  const Words words(scene);
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (prices[kind] == 0) continue;
    std::string text = scene.texts("qu.offer", {words.chip(kind), words.coins(prices[kind]), number(supply[kind])});
    if (closed(view, kind)) text += ", " + scene.texts("qu.closed");
    else if (supply[kind] > 0 && prices[kind] <= coins) text += ", " + scene.texts("qu.payable");
    block.lines.push_back(line(text));
  }
}

}  // namespace

Block shop_block(const Scene& scene, const View& view, int seat) {
  const auto prices = counts_of(view.prices()), supply = counts_of(view.supply());
  const auto coins = coins_of(scene, view, seat);
  Block block{title(scene, view, seat, coins), {}, !scene.spoken};
  if (scene.spoken) {
    add_spoken(scene, view, prices, supply, coins, block);
    return block;
  }
  std::vector<std::vector<Span>> rows{{{"", dim}, {" 1", dim}, {" 2", dim}, {" 4", dim}}};
  for (std::size_t i = 0; i < shelves.size(); ++i) {
    const auto& shelf = shelves[i];
    if (prices[shelf.first] == 0) continue;
    const auto name = common::padded(common::printable(colour_name(scene, i + 1)), 11);
    std::vector<Span> row{{name, chip_style(shelf.first)}};
    for (auto kind = shelf.first; kind < shelf.first + shelf.count; ++kind) row.push_back(offer_cell(view, prices, supply, kind, coins));
    rows.push_back(std::move(row));
  }
  block.lines = table(rows, 1);
  if (shopping(view) && seat >= 0) {
    Line bag{{scene.texts("qu.bag") + " ", dim}};
    Words(scene).append_chips(bag, counts_of(view.players(seat).bag()));
    for (auto& row : wrapped(bag, column_width, 2)) block.lines.push_back(std::move(row));
  }
  return block;
}

Block books_block(const Scene& scene, const View& view) {
  Block block{scene.texts("qu.books"), {}};
  const auto& terms = scene.model.terms;
  for (std::size_t i = 0; i < booked.size() && static_cast<int>(i) < view.books_size(); ++i) {
    const auto key = "book." + std::string(booked[i]) + "." + number(view.books(static_cast<int>(i)));
    block.lines.push_back({{colour_name(scene, i + 2) + ": ", chip_style(shelves[i + 1].first)}, {terms(key), normal}});
  }
  block.lines.push_back({{colour_name(scene, 7) + ": ", chip_style(17)}, {terms("book.black"), normal}});
  if (!view.locoweed().empty() && view.locoweed() != "none")
    block.lines.push_back({{colour_name(scene, 8) + ": ", chip_style(18)}, {terms("locoweed." + view.locoweed()), normal}});
  return block;
}

Block bags_block(const Scene& scene, const View& view) {
  const Words words(scene);
  Block block{scene.texts("qu.bags"), {}};
  for (int i = 0; i < view.players_size(); ++i) {
    if (i == scene.model.seat || view.players(i).left()) continue;
    const auto bag = counts_of(view.players(i).bag());
    Line row{{words.seat(static_cast<std::uint32_t>(i)) + " (" + number(total(bag)) + "): ", dim}};
    words.append_chips(row, bag);
    block.lines.push_back(std::move(row));
  }
  return block;
}

Block legend_block(const Scene& scene, const View& view) {
  Block block{scene.texts("qu.legend"), {}};
  if (scene.spoken) return block;
  block.lines.push_back(line(scene.texts("qu.legend_pot"), dim));
  block.lines.push_back(line(scene.texts("qu.legend_players"), dim));
  block.lines.push_back(line(scene.texts("qu.legend_shop"), dim));
  if (view.tubes()) block.lines.push_back({{scene.texts("qu.legend_tubes") + " ", dim}, {joined(parts_of(scene.model.terms("tubes")), " · "), dim}});
  return block;
}

}  // namespace athanor::ui::quacksalber
