#pragma once
// What the server's catalogue says of one game: names of things, help topics.

#include <athanor/v1/session.pb.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

class Terms {
 public:
  Terms() = default;
  explicit Terms(v1::GameInfo game);

  [[nodiscard]] const v1::GameInfo& game() const { return game_; }
  [[nodiscard]] bool has(std::string_view key) const { return terms_.find(key) != terms_.end(); }
  /// The name of a term such as "ingredient.frog"; an unknown one is shown by its last part.
  [[nodiscard]] std::string operator()(std::string_view key) const;

  struct Topic {
    std::string title, text;
  };
  /// In the order in which to show them: the named topic first (if it exists), then the rest as the server orders them.
  [[nodiscard]] std::vector<Topic> topics(std::string_view first) const;

 private:
  v1::GameInfo game_;
  std::map<std::string, std::string, std::less<>> terms_;
};

}  // namespace athanor::ui
