#pragma once
// How a room reaches one connection. Implemented by the conversation; every function may be called from any thread and
// takes effect on the connection's executor, in the order of the calls.

#include <athanor/rooms/service.h>
#include <athanor/v1/session.pb.h>

#include <cstdint>
#include <memory>
#include <string>

namespace athanor::rooms {

class Room;
using MemberId = std::uint64_t;

class Outlet {
 public:
  Outlet() = default;
  Outlet(const Outlet&) = delete;
  Outlet& operator=(const Outlet&) = delete;
  virtual ~Outlet() = default;

  virtual void send(SharedBytes message) = 0;
  /// As send(); when it has been written the conversation calls Room::drained().
  virtual void send_update(SharedBytes message) = 0;
  /// The connection is member `id` of the room from now on. `reply` is the RoomEntered message.
  virtual void entered(std::shared_ptr<Room> room, MemberId id, SharedBytes reply) = 0;
  /// The room was not entered. `guess`: code, password or token were wrong, or must look as if they were.
  virtual void not_entered(v1::Refusal refusal, bool guess) = 0;
  /// No member any more; the connection goes on and may enter another room.
  virtual void left() = 0;
  /// No member any more; says farewell and closes. `room_closed`: the room is over for everybody.
  virtual void close(CloseCode code, std::string text, bool room_closed) = 0;
};

/// A request to create, join or resume, on its way into a room.
struct Entering {
  std::shared_ptr<Outlet> outlet;
  v1::ClientMessage message;  ///< with create_room, join_room or resume_seat
  std::string name;           ///< cleaned; empty when resuming
  std::string language;       ///< "en" or "de"
  std::string notes;          ///< of a resumed seat
  std::string address;        ///< as limits count it
};

}  // namespace athanor::rooms
