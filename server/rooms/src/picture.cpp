#include "picture.h"

#include "fields.h"

#include <athanor/games/scratch.h>
#include <athanor/games/wire.h>
#include <athanor/v1/lobby.pb.h>

#include <algorithm>

namespace athanor::rooms {

using games::scratch;

Picture::Picture(const RoomState& state, const History& history, bool asks, games::RoomTime now, bool clock_runs)
    : state_(state),
      history_(history),
      asks_(asks),
      now_(now),
      clock_runs_(clock_runs),
      decisions_(state.seats.size()) {}

void Picture::add_view(games::Viewer viewer, games::Language language, std::string& out) {
  if (!state_.game) return;
  const auto& common = table_view(language);
  const auto own = state_.game->own_view(viewer, language);
  if (!common.empty() || !own.empty()) append_field(out, v1::Update::kViewFieldNumber, common, own);
}

const std::string& Picture::table_view(games::Language language) {
  for (const auto& known : table_views_)
    if (known.language == language) return known.bytes;
  return table_views_.emplace_back(TableView{language, state_.game->table_view(language)}).bytes;
}

void Picture::add_decision(games::Seat seat, games::Language language, std::string& out) {
  if (!asks_) return;
  const auto id = state_.game->decision_id(seat);
  if (!id) return;
  const bool usual_language = language == state_.seat(seat).language;
  const auto other = usual_language ? std::nullopt : state_.game->decision(seat, language);
  const auto& question = usual_language ? decision(seat) : other;
  if (!question) return;
  auto& message = scratch<v1::Decision>();
  games::encode(*question, *id, now_, message);
  if (!clock_runs_) message.set_clock_stopped(true);
  append_field(out, v1::Update::kDecisionFieldNumber, message);
}

const Picture::Question& Picture::decision(games::Seat seat) {
  auto& slot = decisions_.at(seat);
  if (!slot) slot = state_.game->decision(seat, state_.seat(seat).language);
  return *slot;
}

void Picture::add_events(games::Viewer viewer, std::uint64_t seat_since, std::uint64_t after, games::Language language,
                         std::string& out) {
  history_.visit(viewer, seat_since, after,
                 [&](const History::Happened& what) { out += event_field(what, language); });
}

const std::string& Picture::event_field(const History::Happened& what, games::Language language) {
  for (const auto& known : events_)
    if (known.what == &what && known.language == language) return known.field;
  auto& message = scratch<v1::Event>();
  what.write(language, message);
  auto& encoded = events_.emplace_back(EncodedEvent{&what, language, {}});
  append_field(encoded.field, v1::Update::kEventsFieldNumber, message);
  return encoded.field;
}

void Picture::add_deciding(std::string& out) {
  if (!asks_) return;
  if (!deciding_) {
    auto& update = scratch<v1::Update>();
    for (std::size_t i = 0; i < state_.seats.size(); ++i) {
      const auto seat = static_cast<games::Seat>(i);
      const auto& record = state_.seats[i];
      if (record.free() || record.left || !state_.game->decision_id(seat)) continue;
      const auto& question = decision(seat);
      if (question && !question->hidden) update.add_deciding(seat);
    }
    deciding_ = update.SerializeAsString();
  }
  out += *deciding_;
}

}  // namespace athanor::rooms
