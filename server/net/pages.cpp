#include "pages.h"

#include "metrics.h"
#include "shared.h"

namespace athanor::net {
namespace {

constexpr std::string_view websocket_path = "/ws";

std::string_view without_query(std::string_view target) { return target.substr(0, target.find('?')); }

std::string_view reason(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Payload Too Large";
    case 426:
      return "Upgrade Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Error";
  }
}

Page ready_page(const Shared& shared, bool full) {
  if (shared.draining) return Page(503, "not ready: the server is about to stop\n", "Retry-After: 2\r\n");
  if (const auto why = shared.host.not_ready()) return Page(503, "not ready: " + *why + "\n", "Retry-After: 5\r\n");
  if (full)
    return Page(503, "not ready: all " + std::to_string(shared.options.max_connections) + " connections of --max-connections are taken\n", "Retry-After: 30\r\n");
  return Page(200, "ready\n");
}

}  // namespace

bool is_websocket_path(std::string_view target) {
  const auto path = without_query(target);
  return path == websocket_path || path.starts_with("/ws/");
}

std::string_view room_of(std::string_view target) {
  const auto path = without_query(target);
  return path.starts_with("/ws/") ? path.substr(4) : std::string_view();
}

Page page_for(std::string_view method, std::string_view target, const Visitor& visitor, const Shared& shared) {
  if (method != "GET" && method != "HEAD")
    return Page(405, "Only GET and HEAD are understood here.\n", "Allow: GET, HEAD\r\n");
  const auto path = without_query(target);
  if (path == "/healthz") return Page(200, "alive\n");
  if (path == "/readyz") return ready_page(shared, visitor.finds_it_full);
  if (path == "/metrics" && visitor.may_read_metrics) {
    Page page(200, metrics_text(shared));
    page.content_type = "text/plain; version=0.0.4; charset=utf-8";
    return page;
  }
  if (is_websocket_path(path))
    return Page(426, "This address speaks WebSocket: athanor play --server ws://HOST:PORT\n", "Upgrade: websocket\r\n");
  return Page(404, "Nothing here. Players connect to /ws or /ws/CODE; hosts look at /healthz and /readyz, and at /metrics from where --metrics-from allows it.\n");
}

Page full_page() { return Page(503, "The server is full; please try again later.\n", "Retry-After: 30\r\n"); }

std::string response(const Page& page, bool head) {
  std::string out = "HTTP/1.1 " + std::to_string(page.status) + " ";
  out.append(reason(page.status));
  out += "\r\nContent-Type: " + page.content_type + "\r\nContent-Length: " + std::to_string(page.body.size()) +
         "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n" + page.more_headers +
         "\r\n";
  if (!head) out += page.body;
  return out;
}

}  // namespace athanor::net
