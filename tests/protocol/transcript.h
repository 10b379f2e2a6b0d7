#pragma once
// What clients of a released version sent, and how they were answered: recorded once, played to every later server.

#include "whole_server.h"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace athanor::tests {

struct Line {
  enum class Kind : char {
    ask = '>',     ///< sends `bytes` and is answered as `reply` says
    follow = '~',  ///< waits for the update with `sequence`
    cut = '!'      ///< loses the connection and opens another
  };
  char who = 'A';
  Kind kind = Kind::ask;
  std::string bytes, reply;
  std::uint64_t sequence = 0;
};

struct Transcript {
  std::string game;
  std::uint32_t rules = 0;  ///< version of the game's rules
  std::string code;         ///< of the room; another one is put in its place
  std::vector<Line> lines;
  std::map<char, std::set<std::string>> told;  ///< see ReleasedClient
};

/// A text file with a line for each of all this. Throws if it cannot be read or written.
[[nodiscard]] Transcript read_transcript(const std::string& file);
void write_transcript(const std::string& file, const Transcript& transcript);

/// What each line's answer, or the update that was followed to, told then: for each line of the transcript the fields (see content_of)
/// with sums of their values, 0 where there are none. Kept beside the transcript in a file of its own.
using Contents = std::vector<std::map<std::string, std::uint32_t>>;
[[nodiscard]] std::map<std::string, std::uint32_t> summed(const std::map<std::string, std::string>& content);
[[nodiscard]] Contents read_contents(const std::string& file);  ///< empty: there is none
void write_contents(const std::string& file, const Contents& contents);

/// Every room gets the same deal, so that recorded answers fit; time stands still.
class RecordedSeams final : public ManualSeams {
 public:
  void secret_bytes(std::span<std::uint8_t> out) const override {
    const std::scoped_lock lock(mutex_);
    const bool seed = out.size() == games::Seed{}.size();
    for (auto& byte : out) byte = seed ? std::uint8_t{7} : static_cast<std::uint8_t>(random_.uniform(256));
  }

 private:
  mutable std::mutex mutex_;
  mutable games::RandomStream random_{games::Seed{}, "transcripts"};
};

}  // namespace athanor::tests
