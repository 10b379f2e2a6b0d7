#include "support/published_end.h"

#include "src/published.h"

#include <athanor/games/catalogue.h>
#include <athanor/v1/journal.pb.h>

namespace athanor::tests {

PublishedEnd published_end(std::string_view bytes) {
  PublishedEnd end;
  v1::PublishedJournal journal;
  if (!journal.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || journal.entries().empty()) {
    end.wrong = "no journal came";
    return end;
  }
  const auto catalogue = games::open_catalogue();
  const auto fault = tools::refold(journal, catalogue, "en", [&](const v1::JournalEntry& entry, const games::Game& game, const games::Outcome& outcome) {
    end.answers += entry.has_answer() ? 1 : 0;
    for (const auto& record : outcome.events) ++end.events[record.body->kind()];
    if (!game.finished()) return;
    end.views.clear();
    for (int seat = 0; seat < journal.seat_names_size(); ++seat)
      end.views.push_back(game.view(games::Viewer::seat(static_cast<games::Seat>(seat)), games::Language::english));
  });
  if (fault) end.wrong = fault->text;
  return end;
}

}  // namespace athanor::tests
