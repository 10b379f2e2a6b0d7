// Offers and answers: the shape of the questions, reasons of refusals, and the view (rules §14, scenario B47).
#include <quacksalber/table.h>

#include <athanor/games/check.h>
#include <athanor/v1/quacksalber.pb.h>
#include <offer_ids.h>
#include <offers.h>
#include <view.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor::test::quacks;
namespace v1 = athanor::v1;

namespace {

Answer button(OfferId offer) { return {1, id_of(offer), {}}; }
Answer pick(OfferId offer, std::vector<std::uint32_t> options) { return {1, id_of(offer), {Picked{std::move(options)}}}; }

// Why the answer is refused; empty: it is not.
std::string refused(const Table& t, Seat seat, const Answer& answer) {
  const auto asked = decision(t.state, seat, Language::english);
  const auto checked = check(asked, answer, Language::english);
  if (checked) return {};
  const auto reason = explain(t.state, seat, answer, Language::english);
  if (!reason) return "general";
  CHECK_FALSE(reason->text.empty());
  CHECK_FALSE(explain(t.state, seat, answer, Language::german)->text.empty());
  return reason->reason;
}

const Offer* offered(const Decision& decision, OfferId id) {
  const auto found = std::find_if(decision.offers.begin(), decision.offers.end(), [&](const auto& o) { return o.id == id_of(id); });
  return found == decision.offers.end() ? nullptr : &*found;
}

v1::QuacksalberView seen(const Table& t, Viewer viewer) {
  v1::QuacksalberView out;
  REQUIRE(out.ParseFromString(view(t.state, viewer, Language::english)));
  return out;
}

}  // namespace

TEST_CASE("reasons while brewing") {
  Table t(2);
  t.bag(0, "W3 W3 O1");
  t.enter(Stage::brew);
  CHECK(refused(t, 0, button(OfferId::stop)) == "DRAW_FIRST");
  CHECK(refused(t, 0, button(OfferId::flask)) == "LAST_CHIP_NOT_WHITE");
  CHECK(refused(t, 0, pick(OfferId::place_display, {option_of(O1)})) == "DISPLAY_EMPTY");
  CHECK(refused(t, 0, pick(OfferId::forget, {1})) == "OTHER_PATIENT");
  CHECK(refused(t, 0, pick(OfferId::return_aside, {option_of(R1)})) == "NOTHING_ASIDE");
  CHECK(refused(t, 0, button(OfferId::draw)).empty());
  t.player(0).flask = false;
  CHECK(refused(t, 0, button(OfferId::flask)) == "FLASK_EMPTY");
}

TEST_CASE("reasons at the end of the bag and of the pot") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::forgetfulness, 1).bag(0, "K1").pot(0, "G2@5 O1@6");
  t.enter(Stage::brew);
  t.player(0).bag = {};
  CHECK(refused(t, 0, button(OfferId::draw)) == "BAG_EMPTY");
  CHECK(refused(t, 0, pick(OfferId::forget, {1})) == "ESSENCE_TOO_LOW");
  CHECK(refused(t, 0, pick(OfferId::forget, {2})).empty());
  t.bag(0, "K1").pot(0, "G2@52");
  CHECK(refused(t, 0, button(OfferId::draw)) == "POT_FULL");
  t.player(0).display = chips("O1");
  CHECK(refused(t, 0, pick(OfferId::place_display, {option_of(O1)})) == "POT_FULL");
}

TEST_CASE("B47: a pending choice cannot be bypassed by stopping, drawing or the flask") {
  Table t(2, with_book(Colour::yellow, 1));
  t.round(2).bag(0, "W1 Y1 O1");
  t.enter(Stage::brew);
  t.draws(0, "W1 Y1");
  REQUIRE(t.asked(0) == Ask::yellow1);
  for (const auto command : {OfferId::draw, OfferId::stop, OfferId::flask}) CHECK(refused(t, 0, button(command)) == "CHOICE_FIRST");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(O1)})) == "general");
}

TEST_CASE("B47: the shop's rules: colours, coins, open books, stock") {
  Table t(2);
  t.pot(0, "O1@12").pot(1, "O1@12").supply("K1", 0);  // 13 coins
  t.enter(Stage::buy);
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(O1), option_of(G1)})).empty());
  CHECK(refused(t, 0, pick(OfferId::buy, {})).empty());
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(O1), option_of(G1), option_of(B1)})) == "general");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(G1), option_of(G2)})) == "general");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(B2), option_of(G1)})) == "general");  // 14 coins
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(Y1)})) == "BOOK_CLOSED");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(K1)})) == "SOLD_OUT");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(W1)})) == "NOT_FOR_SALE");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(L1)})) == "NOT_FOR_SALE");
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(B4)})) == "general");  // too dear
}

TEST_CASE("B47: buying outside the shop") {
  Table t(2);
  t.enter(Stage::brew);
  CHECK(refused(t, 0, pick(OfferId::buy, {option_of(O1)})) == "general");
}

TEST_CASE("the chips beside the pot are one ordered pick: place, back, or neither") {
  Table t(2, with_book(Colour::red, 2));
  t.bag(0, "R1 R1 R4 K1");
  t.brew_alone(0);
  t.draws(0, "R1 R1 R4");
  t.stop(0);
  const auto back = return_options;
  CHECK(refused(t, 0, pick(OfferId::aside, {option_of(R4), back + option_of(R1)})).empty());
  CHECK(refused(t, 0, pick(OfferId::aside, {})).empty());
  CHECK(refused(t, 0, pick(OfferId::aside, {option_of(R4), back + option_of(R4)})) == "general");
  CHECK(refused(t, 0, pick(OfferId::aside, {option_of(R1), option_of(R1), back + option_of(R1)})) == "general");
  const auto asked = decision(t.state, 0, Language::english);
  const auto checked = check(asked, pick(OfferId::aside, {option_of(R4), back + option_of(R1)}), Language::english);
  const auto move = std::get<SortAside>(move_of(t.state, 0, *checked));
  CHECK(move.place == list("R4"));
  CHECK(move.back == chips("R1"));
}

TEST_CASE("a move and its answer are the same, both ways") {
  Table t(2, with_alchemists());
  t.round(3).patient(0, Patient::wing_ears, 5);
  const auto both_ways = [&](Ask ask, const Move& move, OfferId offer) {
    t.player(0).pending = Pending{ask, chips("G2 W1"), std::nullopt};
    const auto answer = answer_of(t.state, 0, move);
    CHECK(answer.offer_id == id_of(offer));
  };
  both_ways(Ask::ears, ChooseEars{ChooseEars::Way::back}, OfferId::send_back);
  both_ways(Ask::carrot, Agree{true}, OfferId::jump);
  both_ways(Ask::carrot, Agree{false}, OfferId::place);
  both_ways(Ask::hump, Agree{false}, OfferId::decline);
  both_ways(Ask::b11, Agree{true}, OfferId::restart);
  both_ways(Ask::exploded, Agree{true}, OfferId::take_coins);
  both_ways(Ask::tube, Agree{true}, OfferId::tube);
  both_ways(Ask::blue1, ChooseShown{G2}, OfferId::place_shown);
  both_ways(Ask::loco_return, ChoosePotChip{std::uint8_t{0}}, OfferId::return_chip);
  both_ways(Ask::swap, ChoosePotChip{std::uint8_t{0}}, OfferId::swap);
  both_ways(Ask::vamp_buy, TakeChips{}, OfferId::decline);
  both_ways(Ask::green2, TakeChips{}, OfferId::take_greens);
  both_ways(Ask::purple2, ChooseNumber{2}, OfferId::hand_in);
  both_ways(Ask::green4, ChooseNumber{2}, OfferId::take_droplet);
  both_ways(Ask::fortune, TakeFromCard{CardChoice{CardOption::rat_on}}, OfferId::rat_on);
  both_ways(Ask::fortune, TakeFromCard{CardChoice{CardOption::exchange, R2, 1}}, OfferId::exchange);
}

TEST_CASE("no ruby is paid for a droplet that cannot move any more (rules §12)") {
  const auto most = [](const Table& t) {
    const auto asked = decision(t.state, 0, Language::english);
    const auto& pick = std::get<Pick>(offered(asked, OfferId::spend)->fields.front().kind);
    unsigned droplets = 0;
    for (const auto& option : pick.options)
      if (option.id == droplet_option) droplets = option.copies;
    return std::pair(pick.max, droplets);
  };
  const auto with = [](unsigned droplet, bool flask, unsigned glass = 0, bool tubes = false) {
    auto options = plain();
    options.tubes = tubes;
    Table t(2, options);
    t.player(0).rubies = 9;
    t.player(0).droplet = droplet;
    t.player(0).glass = glass;
    t.player(0).flask = flask;
    t.enter(Stage::rubies);
    return t;
  };
  CHECK(most(with(0, true)) == std::pair(4U, 4U));
  CHECK(most(with(last_droplet - 1, true)) == std::pair(1U, 1U));
  CHECK(most(with(last_droplet - 1, false)) == std::pair(2U, 1U));
  CHECK(most(with(last_droplet, false)) == std::pair(1U, 0U));
  CHECK(with(last_droplet, true).asked(0) != Ask::rubies);
  CHECK(most(with(last_droplet, true, 11, true)) == std::pair(1U, 1U));
  CHECK(most(with(last_droplet - 1, true, 11, true)) == std::pair(2U, 2U));
  CHECK(with(last_droplet, true, 12, true).asked(0) != Ask::rubies);

  const auto green = [](unsigned droplet) {
    Table t(2, with_book(Colour::green, 4));
    t.pot(0, "G1@1 G2@3");
    t.player(0).rubies = 2;
    t.player(0).droplet = droplet;
    t.enter(Stage::green);
    return t;
  };
  const auto asked = decision(green(last_droplet - 1).state, 0, Language::english);
  CHECK(std::get<NumberInput>(offered(asked, OfferId::take_droplet)->fields.front().kind).max == 1);
  CHECK(green(last_droplet).asked(0) != Ask::green4);
}

TEST_CASE("the offers of a card name their cost") {
  Table t(2);
  t.round(3).card(Card::X03);
  t.player(0).rubies = 9;
  t.enter(Stage::fortune);
  const auto asked = decision(t.state, 0, Language::english);
  const auto* take = offered(asked, OfferId::take_chip);
  REQUIRE(take != nullptr);
  for (const auto& option : std::get<Pick>(take->fields.front().kind).options) CHECK(option.weight == static_cast<int>(value(index_of(option.id))));
}

TEST_CASE("the view: public zones for all, the held order for its owner") {
  Table t(2);
  t.pot(0, "O1@12").pot(1, "O1@12");
  t.state.start = 1;
  t.enter(Stage::buy);
  t.move(0, TakeChips{list("G1 O1")});
  const auto own = seen(t, Viewer::seat(0)), other = seen(t, Viewer::seat(1)), spectator = seen(t, Viewer::spectator());
  CHECK(own.own().held().find("green 1") != std::string::npos);
  CHECK(other.own().held().empty());
  CHECK_FALSE(spectator.has_own());
  CHECK(spectator.players(0).answered());
  CHECK(spectator.players(1).question() == "BUY");
  CHECK(spectator.players(0).coins() == 13);
  CHECK(spectator.players(0).scoring_space() == 13);
  CHECK(spectator.supply(O1) == tables().supply[O1]);
  CHECK(spectator.prices(O1) == 3);
  CHECK(spectator.closed(Y1));
}

TEST_CASE("the view of brewing: pot, sums, chips in hand and shown") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::wing_ears, 5).pot(0, "W2@2 O1@3").bag(0, "W1 K1");
  t.enter(Stage::brew);
  t.draw(0, "W1");
  const auto spectator = seen(t, Viewer::spectator());
  const auto& ann = spectator.players(0);
  CHECK(ann.drawn() == W1 + 1U);
  CHECK(ann.question() == "EARS");
  CHECK(ann.white_sum() == 2);
  CHECK(ann.limit() == 7);
  CHECK(ann.pot(1).space() == 3);
  CHECK(ann.frontier() == 3);
  CHECK(ann.patient() == "SEGEL");
  CHECK(ann.essence() == 5);
  CHECK(ann.bag(K1) == 1);
  CHECK(spectator.phase() == v1::QUACKSALBER_PHASE_BREW);
}
