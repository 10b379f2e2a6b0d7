#pragma once
// What a hostile client can reach, as functions of any bytes: for libFuzzer, and for suite `fuzz`, which replays stored inputs and
// mutations of them. Each returns how many answers games have accepted, if nothing else is said, and throws if something does not hold. One input does the
// same each time.

#include <fuzz/bytes.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::test {

/// Messages of any bytes. An input is steps of a byte that says what, two bytes of a number (little endian) and perhaps more. What (modulo 8):
/// 0..2 that person sends the next `number` bytes as one message; 3 so many milliseconds pass; 4..6 that person, or the next
/// one who is asked something, answers it legally, chosen by the number; 7 person `number` modulo 3 loses his connection and gets a new one.
/// "@" as a room code or token stands for those of the first person.
/// Throws if the server sends what is no ServerMessage or anything after its close, or if a room freezes.
std::uint64_t fuzz_envelope(Input input);

/// Well-formed requests in any order, by three people whose connections break, over a store that fails and a server that is killed and
/// comes back. An input is steps of two or three bytes; session.cpp says which.
/// Throws as above, and if a request is not answered exactly once.
std::uint64_t fuzz_session(Input input);

/// One connection to the whole server over a real socket, its clock moved by hand. An input is steps of a byte that says what and two bytes of a
/// number (little endian). What (modulo 8): 0 the next `number` bytes as they are; 1 the first lines of a request for an upgrade; 2 a header,
/// named by the low byte, with as many bytes as the high one says; 3 the rest of that request, whose answer is awaited if the number is even; 4, 5 a frame, whose first two
/// bytes say its kind, of the next `number` bytes; 6 so many milliseconds pass; 7 whatever has come is read.
/// Throws if what comes back is no HTTP answer or no frames of a server, if the connection stays, or if nobody else is served after it.
/// Returns how many answers and frames came.
std::uint64_t fuzz_wire(Input input);

/// One game without rooms. The first bytes choose its seats, the deal and its options; then each step begins with a byte: 0..7 a legal
/// answer of somebody who is asked, 8..12 the next bytes as an answer message from any seat, 13 time passes and clocks fire,
/// 14 somebody is away or back, 15 somebody may leave.
/// Throws if an answer that is refused changes anything, if a view or decision cannot be built for somebody, or if rules throw.
std::uint64_t fuzz_answers(std::string_view game, Input input);

struct FuzzTarget {
  std::string name;  ///< of its folder in corpus/ as well
  std::function<std::uint64_t(Input)> run;
};
/// "envelope", "session", "wire" and "answers-GAME" for each game of the catalogue.
[[nodiscard]] const std::vector<FuzzTarget>& fuzz_targets();
/// Throws if there is none.
[[nodiscard]] const FuzzTarget& fuzz_target(std::string_view name);

}  // namespace athanor::test
