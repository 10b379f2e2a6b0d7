#include <athanor/games/bot.h>

#include <algorithm>
#include <string>
#include <vector>

namespace athanor::games {
namespace {

// SplitMix64: enough for a bot's choices, which are no secret and need no fairness.
std::uint64_t next(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  auto z = state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}
std::uint32_t below(std::uint64_t& state, std::uint32_t bound) {
  return static_cast<std::uint32_t>(next(state) % bound);
}

const v1::Option* find(const v1::Pick& pick, std::uint32_t id) {
  for (const auto& option : pick.options())
    if (option.id() == id) return &option;
  return nullptr;
}

bool keeps(const v1::Rule& rule, const v1::Pick& pick, const std::vector<std::uint32_t>& picked) {
  std::int64_t sum = 0;
  std::uint32_t of_group = 0;
  std::vector<std::uint32_t> groups;
  for (const auto id : picked) {
    const auto* option = find(pick, id);
    sum += option->weight();
    if (rule.kind_case() == v1::Rule::kGroup && option->group() == rule.group().group()) ++of_group;
    if (option->group() != 0) groups.push_back(option->group());
  }
  switch (rule.kind_case()) {
    case v1::Rule::kSum: return sum >= rule.sum().min() && sum <= rule.sum().max();
    case v1::Rule::kGroup: return of_group >= rule.group().min() && of_group <= rule.group().max();
    case v1::Rule::kDistinctGroups: {
      std::sort(groups.begin(), groups.end());
      return std::adjacent_find(groups.begin(), groups.end()) == groups.end();
    }
    case v1::Rule::KIND_NOT_SET: return true;
  }
  return true;
}

bool random_pick(const v1::Pick& pick, std::uint64_t& state, v1::Picked& out) {
  std::vector<std::uint32_t> tiles;  // every copy of every option
  for (const auto& option : pick.options()) tiles.insert(tiles.end(), std::min(option.copies(), pick.max()), option.id());
  const auto most = std::min<std::size_t>(pick.max(), tiles.size());
  if (tiles.size() < pick.min()) return false;
  constexpr int tries = 200;
  for (int i = 0; i < tries; ++i) {
    for (std::size_t k = tiles.size(); k > 1; --k) std::swap(tiles[k - 1], tiles[below(state, static_cast<std::uint32_t>(k))]);
    // Later tries choose fewer, which most rules allow.
    const auto spread = static_cast<std::uint32_t>(most - pick.min()) + 1;
    const auto count = i < tries / 2 ? pick.min() + below(state, spread) : pick.min();
    const std::vector<std::uint32_t> picked(tiles.begin(), tiles.begin() + count);
    if (std::all_of(pick.rules().begin(), pick.rules().end(), [&](const auto& rule) { return keeps(rule, pick, picked); })) {
      out.mutable_options()->Add(picked.begin(), picked.end());
      return true;
    }
  }
  return false;
}

class RandomBot final : public Bot {
 public:
  explicit RandomBot(std::uint64_t seed) : state_(seed) {}
  v1::Answer choose(const v1::Decision& decision, std::string_view) override {
    std::vector<int> order(static_cast<std::size_t>(decision.offers_size()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[below(state_, static_cast<std::uint32_t>(k))]);
    for (const auto i : order) {
      auto answer = random_answer(decision, decision.offers(i), state_);
      if (answer.offer_id() != 0) return answer;
    }
    return {};
  }

 private:
  std::uint64_t state_;
};

}  // namespace

v1::Answer random_answer(const v1::Decision& decision, const v1::Offer& offer, std::uint64_t& state) {
  v1::Answer answer;
  answer.set_decision_id(decision.id());
  for (const auto& field : offer.fields()) {
    auto& value = *answer.add_values();
    switch (field.kind_case()) {
      case v1::Field::kPick:
        if (!random_pick(field.pick(), state, *value.mutable_picked())) return {};
        break;
      case v1::Field::kText: {
        const auto length = std::max(field.text().min_length(), std::min(field.text().max_length(), 8U));
        std::string word;
        for (std::uint32_t i = 0; i < length; ++i) word += static_cast<char>('a' + below(state, 26));
        value.set_text(word);
        break;
      }
      case v1::Field::kNumber: {
        const auto span = static_cast<std::uint32_t>(field.number().max() - field.number().min()) + 1;
        value.set_number(field.number().min() + static_cast<std::int32_t>(below(state, span == 0 ? UINT32_MAX : span)));
        break;
      }
      case v1::Field::KIND_NOT_SET: return {};
    }
  }
  answer.set_offer_id(offer.id());
  return answer;
}

std::unique_ptr<Bot> random_bot(std::uint64_t seed) { return std::make_unique<RandomBot>(seed); }

}  // namespace athanor::games
