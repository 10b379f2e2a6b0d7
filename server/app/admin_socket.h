#pragma once
// The local door for the server's host: a Unix socket that only the server's user can open. One request a connection, a
// line of JSON; one reply, a line of JSON. See README.md.

#include <athanor/rooms/administration.h>

#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace athanor::app {

class Socket;

/// Answers one request (README.md). Blocks until the service has answered; `drain` begins to stop the server.
[[nodiscard]] std::string answer_admin(rooms::Administration& administration, const std::function<void()>& drain,
                                       const std::string& request);

/// Serves the socket on a thread of its own, one request after the other. Ends when it is destroyed, which waits for
/// nobody who has not asked yet; the file is removed.
class AdminSocket {
 public:
  /// The error is a sentence. A file that a dead server left is replaced.
  static tl::expected<std::unique_ptr<AdminSocket>, std::string> open(const std::string& path,
                                                                      rooms::Administration& administration,
                                                                      std::function<void()> drain);
  AdminSocket(const AdminSocket&) = delete;
  AdminSocket& operator=(const AdminSocket&) = delete;
  ~AdminSocket();

 private:
  AdminSocket(int listener, std::string path, rooms::Administration& administration, std::function<void()> drain);
  void serve();
  void answer(const Socket& connection);
  /// False: it ends, and nobody is listened to any more. -1: nobody is.
  bool listens_to(int connection);

  int listener_;
  std::string path_;
  rooms::Administration& administration_;
  std::function<void()> drain_;
  std::mutex mutex_;  // guards what follows
  bool ending_ = false;
  int connection_ = -1;  // whose request is awaited
  std::thread thread_;
};

}  // namespace athanor::app
