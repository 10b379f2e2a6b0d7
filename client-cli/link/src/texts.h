#pragma once
// What a person reads when the link is in trouble: what happened and what to do, in English or German.

#include "wire.h"

#include <chrono>
#include <string>
#include <string_view>

namespace athanor::link::texts {

[[nodiscard]] std::string bad_url(std::string_view language, std::string_view url);
[[nodiscard]] std::string bad_authorities(std::string_view language, std::string_view file);
/// What can be done about the file given with --ca while the link tries again.
[[nodiscard]] std::string reads_authorities(std::string_view language, std::string_view file);
/// The file given with --ca could be read once, and now it cannot.
[[nodiscard]] std::string old_authorities(std::string_view language, std::string_view file);
[[nodiscard]] std::string authorities_without_tls(std::string_view language, std::string_view url);
/// A connection that could not be made, or ended. `url` is the server's.
[[nodiscard]] std::string broken(std::string_view language, std::string_view url, const Break& why);
/// A server that we have been on cannot be reached now.
[[nodiscard]] std::string away(std::string_view language, std::string_view url, std::string_view detail);
[[nodiscard]] std::string no_answer(std::string_view language, std::string_view url);
[[nodiscard]] std::string silent(std::string_view language);
[[nodiscard]] std::string out_of_step(std::string_view language);
[[nodiscard]] std::string nonsense(std::string_view language, std::string_view url);
[[nodiscard]] std::string cut_by_hand(std::string_view language);
[[nodiscard]] std::string gave_up(std::string_view language, std::string_view url, std::chrono::milliseconds after,
                                  std::string_view last_reason);
[[nodiscard]] std::string displaced(std::string_view language);
[[nodiscard]] std::string removed(std::string_view language);
[[nodiscard]] std::string left(std::string_view language);
[[nodiscard]] std::string version(std::string_view language);
[[nodiscard]] std::string refused(std::string_view language);

}  // namespace athanor::link::texts
