#pragma once
// Rooms that only echo, to try the network layer by itself.

#include <athanor/rooms/service.h>

#include <atomic>
#include <charconv>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace athanor::tests {

/// Answers each message with itself; "send N B" with N messages of B bytes, "close CODE" by closing, "address" with the
/// client's address, "executor" with the number of its I/O thread.
class EchoService final : public rooms::Service {
 public:
  explicit EchoService(std::vector<boost::asio::any_io_executor> executors) : executors_(std::move(executors)) {}

  [[nodiscard]] std::shared_ptr<rooms::Conversation> open(std::shared_ptr<rooms::Peer> peer,
                                                          boost::asio::any_io_executor executor,
                                                          std::string address) override {
    ++counters_.conversations;
    return std::make_shared<Echo>(*this, std::move(peer), std::move(executor), std::move(address));
  }
  [[nodiscard]] boost::asio::any_io_executor executor_for(std::string_view code) const override {
    return executors_[static_cast<unsigned char>(code.back()) % executors_.size()];
  }
  void drain(std::function<void()> done) override { done(); }
  [[nodiscard]] const rooms::Counters& counters() const override { return counters_; }

  std::atomic<std::uint64_t> messages{0}, drained{0}, closed{0};

 private:
  class Echo final : public rooms::Conversation {
   public:
    Echo(EchoService& service, std::shared_ptr<rooms::Peer> peer, boost::asio::any_io_executor executor,
         std::string address)
        : service_(service), peer_(std::move(peer)), executor_(std::move(executor)), address_(std::move(address)) {}
    void message(std::string_view bytes) override {
      ++service_.messages;
      if (bytes.starts_with("send "))
        send_many(bytes.substr(5));
      else if (bytes.starts_with("later "))
        say_later(number(bytes.substr(6)));
      else if (bytes.starts_with("close "))
        peer_->close(static_cast<rooms::CloseCode>(number(bytes.substr(6))), "as you wish");
      else if (bytes == "address")
        say(address_);
      else if (bytes == "executor")
        say(std::to_string(std::find(service_.executors_.begin(), service_.executors_.end(), executor_) -
                           service_.executors_.begin()));
      else
        say(std::string(bytes));
    }
    void drained() override {
      ++service_.drained;
      if (const auto bytes = std::exchange(later_, 0)) say(std::string(bytes, 'x'));
    }
    void closed() override {
      ++service_.closed;
      --service_.counters_.conversations;
      peer_.reset();
    }

   private:
    static std::uint32_t number(std::string_view text) {
      std::uint32_t value = 0;
      std::from_chars(text.data(), text.data() + text.size(), value);
      return value;
    }
    void send_many(std::string_view arguments) {
      const auto space = arguments.find(' ');
      const auto bytes = std::make_shared<const std::string>(number(arguments.substr(space + 1)), 'x');
      for (auto n = number(arguments.substr(0, space)); n > 0; --n) peer_->send(bytes);
    }
    // So many bytes, as soon as the answer is on its way.
    void say_later(std::uint32_t bytes) {
      later_ = bytes;
      say("later");
    }
    void say(std::string text) { peer_->send(std::make_shared<const std::string>(std::move(text))); }

    EchoService& service_;
    std::shared_ptr<rooms::Peer> peer_;
    boost::asio::any_io_executor executor_;
    std::string address_;
    std::uint32_t later_ = 0;
  };

  std::vector<boost::asio::any_io_executor> executors_;
  rooms::Counters counters_;
};

}  // namespace athanor::tests
