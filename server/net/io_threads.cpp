#include <athanor/net/io_threads.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <thread>

namespace athanor::net {
namespace asio = boost::asio;

namespace {

// A fault in one handler must not take the others' connections with it: rooms freeze themselves before it comes this
// far, so whatever arrives here is logged and the thread goes on.
void serve(asio::io_context& context) {
  for (;;) {
    try {
      context.run();
      return;
    } catch (const std::exception& error) {
      spdlog::critical("fault on an I/O thread: {}", error.what());
    }
  }
}

}  // namespace

struct IoThreads::Impl {
  std::vector<std::unique_ptr<asio::io_context>> contexts;
  std::vector<asio::any_io_executor> executors;
  std::vector<asio::executor_work_guard<asio::io_context::executor_type>> work;
  std::vector<std::thread> threads;
};

IoThreads::IoThreads(std::size_t count) : impl_(std::make_unique<Impl>()) {
  for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i) {
    auto& context = impl_->contexts.emplace_back(std::make_unique<asio::io_context>(1));
    impl_->executors.emplace_back(context->get_executor());
  }
}

IoThreads::~IoThreads() { stop(); }

const std::vector<asio::any_io_executor>& IoThreads::executors() const { return impl_->executors; }

void IoThreads::start() {
  for (auto& context : impl_->contexts) {
    context->restart();
    impl_->work.push_back(asio::make_work_guard(*context));
    impl_->threads.emplace_back([c = context.get()] { serve(*c); });
  }
}

void IoThreads::stop() {
  impl_->work.clear();
  for (auto& context : impl_->contexts) context->stop();
  for (auto& thread : impl_->threads) thread.join();
  impl_->threads.clear();
  // A handler of one context may post to another, so go round until all are quiet.
  for (std::size_t ran = 1; ran != 0;) {
    ran = 0;
    for (auto& context : impl_->contexts) {
      context->restart();
      ran += context->poll();
    }
  }
}

std::size_t IoThreads::default_count() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4); }

}  // namespace athanor::net
