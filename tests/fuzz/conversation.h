#pragma once
#include <cstddef>
#include <cstdint>

/// One input: steps of a byte that says who, two bytes of length (little endian) and so many bytes. Who 0..2 sends
/// these bytes as one message over its own conversation; who 3 moves the clock on by the length in milliseconds,
/// without bytes.
/// "@" as a room code or token stands for those of the first conversation.
/// Aborts if the server sends what is no ServerMessage, or anything after its close. Deterministic.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
