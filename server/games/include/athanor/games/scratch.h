#pragma once
// A message that is filled and serialised at once, again and again.

namespace athanor::games {

/// An empty M, kept for the thread: a message that is filled again finds the memory of the last time. The next call for
/// the same M empties it, so nothing called in between may ask for one as well.
template <typename M>
[[nodiscard]] M& scratch() {
  thread_local M message;
  message.Clear();
  return message;
}

}  // namespace athanor::games
