#pragma once
// Deadlines under a sanitizer.

namespace athanor::tests {

#if defined(__has_feature)
#define ATHANOR_HAS_FEATURE(feature) __has_feature(feature)
#else
#define ATHANOR_HAS_FEATURE(feature) 0
#endif

/// How many times longer everything may take in this build. Whoever waits for something, or says how quick something must be, multiplies
/// by it; no check is left out instead.
#if defined(__SANITIZE_THREAD__) || ATHANOR_HAS_FEATURE(thread_sanitizer)
inline constexpr int slowness = 15;
#elif defined(__SANITIZE_ADDRESS__) || ATHANOR_HAS_FEATURE(address_sanitizer)
inline constexpr int slowness = 6;
#else
inline constexpr int slowness = 1;
#endif
#undef ATHANOR_HAS_FEATURE

}  // namespace athanor::tests
