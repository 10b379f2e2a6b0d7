#pragma once
#include <cstddef>
#include <cstdint>

namespace athanor::test {

/// One input is one game of the catalogue, with its inputs. The first bytes choose the game, its seats, the deal and its options; then each
/// step begins with a byte: 0..7 a legal answer of somebody who is asked, 8..12 the next bytes as an answer message from any
/// seat, 13 time passes and clocks fire, 14 somebody is away or back, 15 somebody may leave. What runs out is read as 0.
/// Aborts if an answer that is refused changes anything, if a view or decision cannot be built for somebody, or if rules throw.
void fuzz_answers(const std::uint8_t* data, std::size_t size);

}  // namespace athanor::test
