#pragma once
// Where the screens put what the person wants to be sent.

#include <athanor/link/link.h>
#include <athanor/v1/session.pb.h>

namespace athanor::ui {

class Outbox {
 public:
  Outbox() = default;
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;
  virtual ~Outbox() = default;

  /// 0: it cannot be sent.
  virtual link::RequestId send(v1::ClientMessage message) = 0;
  /// The person is done here; the seat stays taken.
  virtual void quit() = 0;
  /// Another window has taken the seat over: it is wanted here again.
  virtual void come_back() = 0;
  /// The seat is gone: the room is looked at from now on.
  virtual void watch() = 0;
};

}  // namespace athanor::ui
