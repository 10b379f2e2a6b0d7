#include "lane.h"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace athanor::net {
namespace {
constexpr std::uint64_t round_ms = 1000;
}

Lane::Lane(boost::asio::any_io_executor executor, const rooms::Seams& seams)
    : executor_(std::move(executor)), seams_(seams) {}

void Lane::watch(Watched& watched) {
  watched.place_ = watched_.size();
  watched_.push_back(&watched);
  if (!round_) arm();
}

void Lane::forget(Watched& watched) {
  auto* const last = watched_.back();
  watched_[watched.place_] = last;
  last->place_ = watched.place_;
  watched_.pop_back();
}

void Lane::send_soon(std::shared_ptr<Sender> sender) {
  if (!senders_) {
    senders_ = std::make_shared<std::vector<std::shared_ptr<Sender>>>();
    boost::asio::post(executor_, [this, due = senders_] {
      senders_.reset();
      send_all(*due);
    });
  }
  senders_->push_back(std::move(sender));
}

void Lane::send_all(std::span<const std::shared_ptr<Sender>> due) {
  for (std::size_t i = 0; i < due.size(); ++i) {
    try {
      due[i]->send_queued();
    } catch (...) {  // logged by the thread; the others' messages must not stay where they are
      for (const auto& rest : due.subspan(i + 1)) send_soon(rest);
      throw;
    }
  }
}

// From the back, so that whoever is forgotten on the way is replaced by one that was asked already.
template <typename Call>
void Lane::for_each(Call call) {
  for (auto i = watched_.size(); i-- > 0;) call(*watched_[i]);
}

void Lane::arm() {
  const auto due = now() + round_ms;
  round_ = seams_.wait_until(executor_, due, [this, due] {
    const auto came = now();
    late_ms_ = came - std::min(came, due);
    for_each([at = came](Watched& watched) { watched.check_time(at); });
    if (watched_.empty()) {
      round_.reset();
      late_ms_ = 0;
    } else {
      arm();
    }
  });
}

void Lane::stop_all() {
  for_each([](Watched& watched) { watched.server_stops(); });
}

void Lane::cut_all() {
  for_each([](Watched& watched) { watched.cut(); });
}

}  // namespace athanor::net
