#pragma once
// The few HTTP pages, as text.

#include <string>
#include <string_view>
#include <utility>

namespace athanor::net {

struct Shared;

struct Page {
  Page(unsigned s, std::string b, std::string more = {})
      : status(s), body(std::move(b)), more_headers(std::move(more)) {}
  unsigned status;
  std::string body;
  std::string more_headers;  ///< whole lines
  std::string content_type = "text/plain; charset=utf-8";
};

/// Who asks for a page.
struct Visitor {
  bool may_read_metrics = false;  ///< otherwise /metrics is a path like any that there is not
  bool finds_it_full = false;     ///< all connections are taken
};

/// The page for a request that does not ask for WebSocket.
[[nodiscard]] Page page_for(std::string_view method, std::string_view target, const Visitor& visitor, const Shared& shared);
/// For those who would stay.
[[nodiscard]] Page full_page();

/// The whole response. `head`: everything but the body, as the answer to HEAD.
[[nodiscard]] std::string response(const Page& page, bool head);

/// Is it /ws or /ws/CODE?
[[nodiscard]] bool is_websocket_path(std::string_view target);
/// CODE of /ws/CODE, as it stands there; empty: none.
[[nodiscard]] std::string_view room_of(std::string_view target);

}  // namespace athanor::net
