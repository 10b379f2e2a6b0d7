#pragma once
// Views of Quacksalber made by hand, and a catalogue of its printed matter, so that the screens that are tested do not
// depend on the server's texts.

#include <athanor/v1/lobby.pb.h>
#include <athanor/v1/quacksalber.pb.h>
#include <athanor/v1/session.pb.h>

#include <string>
#include <vector>

namespace athanor::ui::test {

[[nodiscard]] v1::CatalogueReply quacksalber_catalogue(const std::string& language);
[[nodiscard]] v1::RoomState quacksalber_room(v1::RoomPhase phase);

[[nodiscard]] v1::QuacksalberView choosing_patients();
/// Round 4: seat 0 brews with some risk, 1 has exploded, 2 has stopped, 3 has not drawn.
[[nodiscard]] v1::QuacksalberView brewing();
/// Round 7, far along the track, with everything that is rare: display, aside, window, arming, a chip in hand.
[[nodiscard]] v1::QuacksalberView brewing_late();
[[nodiscard]] v1::QuacksalberView fortune();
[[nodiscard]] v1::QuacksalberView essence();
[[nodiscard]] v1::QuacksalberView shopping();
[[nodiscard]] v1::QuacksalberView exploded();
/// Seats 1 and 2 tie on points, 3 has left.
[[nodiscard]] v1::QuacksalberView reckoning();

/// Offers with these verbs, ids 1 and up; each labelled with its verb.
[[nodiscard]] v1::Decision buttons(std::uint64_t id, const std::vector<std::string>& verbs);
/// draw, stop, flask, and forget with a pick of two chips.
[[nodiscard]] v1::Decision brew_question(const std::string& language, std::uint64_t id = 1);

}  // namespace athanor::ui::test
