#pragma once
// Offers without the words in which they are said.

#include <athanor/games/decision.h>
#include <athanor/games/wire.h>
#include <athanor/v1/decisions.pb.h>

#include <string>

namespace athanor::test {

/// All of a decision's offers that answers are checked against, as bytes: equal for a question in words and without.
inline std::string wordless_offers(games::Decision decision) {
  games::Decision bare;
  bare.offers = std::move(decision.offers);
  for (auto& offer : bare.offers) {
    offer.label.clear();
    for (auto& field : offer.fields) {
      field.label.clear();
      if (auto* pick = std::get_if<games::Pick>(&field.kind)) {
        for (auto& option : pick->options) {
          option.label.clear();
          option.term.clear();
        }
        for (auto& rule : pick->rules) rule.text.clear();
      }
    }
  }
  v1::Decision message;
  games::encode(bare, 1, 0, message);
  return message.SerializeAsString();
}

}  // namespace athanor::test
