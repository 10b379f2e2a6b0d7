#pragma once
// One of the two faces of the client, full screen or lines: it is told what arrives and what is typed.

#include "model.h"

namespace athanor::ui {

/// What the join line for friends is made of.
struct Place {
  std::string server;               ///< URL
  std::string program = "athanor";  ///< how the reader can call this program
  std::string authorities{};        ///< file of certificates to believe besides the system's; empty: none
};

class Front {
 public:
  Front() = default;
  Front(const Front&) = delete;
  Front& operator=(const Front&) = delete;
  virtual ~Front() = default;

  virtual void state(const link::Status& status, TimePoint now) = 0;
  virtual void entered(const v1::RoomEntered& entered, TimePoint now) = 0;
  virtual void update(const v1::Update& update, TimePoint now) = 0;
  virtual void refusal(link::RequestId request, const v1::Refusal& refusal, TimePoint now) = 0;
  virtual void done(link::RequestId request, TimePoint now) = 0;
  virtual void catalogue(const v1::CatalogueReply& reply, TimePoint now) = 0;
  [[nodiscard]] virtual const Model& model() const = 0;
};

}  // namespace athanor::ui
