#pragma once
// A short visit to a server: connect, ask, print, go. Whoever cannot be reached or asked ends it with one sentence.

#include <athanor/link/link.h>
#include <athanor/tools/commands.h>

#include <boost/asio/io_context.hpp>

#include <optional>
#include <string>

namespace athanor::tools {

class Errand : protected link::Handler {
 public:
  /// The exit status.
  int run();

 protected:
  Errand(const Common& common, link::Purpose purpose, Streams io);
  ~Errand() override = default;

  virtual void arrived() = 0;  ///< the link is online for the first time
  void finish();
  void fail(const std::string& text);

  void on_state(const link::Status& status) override;
  void on_refusal(link::RequestId request, const v1::Refusal& refusal) override;

  [[nodiscard]] link::Link& line() { return *link_; }
  [[nodiscard]] const link::Server& server() const { return server_; }
  [[nodiscard]] const std::string& language() const { return language_; }
  [[nodiscard]] std::ostream& out() const { return io_.out; }
  [[nodiscard]] std::ostream& err() const { return io_.err; }

 private:
  boost::asio::io_context context_{1};
  std::string language_;
  Streams io_;
  link::Server server_;
  link::Purpose purpose_;
  std::optional<link::Link> link_;
  bool bad_address_ = false;
  bool arrived_ = false;
  int status_ = 1;
};

}  // namespace athanor::tools
