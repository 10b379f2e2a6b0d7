#include "local_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace athanor::app {
namespace {

void set_deadline(int fd, int which, std::chrono::seconds within) {
  timeval time{};
  time.tv_sec = static_cast<time_t>(within.count());
  ::setsockopt(fd, SOL_SOCKET, which, &time, sizeof time);
}

tl::expected<sockaddr_un, std::string> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    return tl::unexpected("The path of the admin socket, " + path + ", must have at most " +
                          std::to_string(sizeof address.sun_path - 1) +
                          " bytes; name a shorter one with --admin-socket");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

tl::expected<Socket, std::string> new_socket(const std::string& path) {
  Socket socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0) return tl::unexpected("The admin socket " + path + " cannot be made: " + std::strerror(errno));
  return socket;
}

bool reach(const Socket& socket, const sockaddr_un& address) {
  return ::connect(socket.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

Socket::Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Socket::~Socket() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<std::string> Socket::read_line(std::chrono::seconds within, std::size_t most) const {
  set_deadline(fd_, SO_RCVTIMEO, within);
  const auto end = std::chrono::steady_clock::now() + within;
  std::string line;
  std::array<char, 4096> buffer{};
  while (line.size() <= most && std::chrono::steady_clock::now() < end) {
    const auto size = ::recv(fd_, buffer.data(), buffer.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return std::nullopt;
    line.append(buffer.data(), static_cast<std::size_t>(size));
    if (const auto at = line.find('\n'); at != std::string::npos) return line.substr(0, at);
  }
  return std::nullopt;
}

bool Socket::write_line(std::string_view line, std::chrono::seconds within) const {
  set_deadline(fd_, SO_SNDTIMEO, within);
  const std::string text = std::string(line) + '\n';
  for (std::size_t at = 0; at < text.size();) {
    const auto size = ::send(fd_, text.data() + at, text.size() - at, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    at += static_cast<std::size_t>(size);
  }
  return true;
}

tl::expected<Socket, std::string> listen_local(const std::string& path) {
  const auto address = address_of(path);
  if (!address) return tl::unexpected(address.error());
  auto probe = new_socket(path);
  if (!probe) return probe;
  if (reach(*probe, *address))
    return tl::unexpected("Another server uses the admin socket " + path + "; name another with --admin-socket");
  struct stat there{};
  if (::lstat(path.c_str(), &there) == 0 && !S_ISSOCK(there.st_mode))
    return tl::unexpected("The admin socket cannot be opened at " + path + ", where something else lies that was left as it is; name another place with --admin-socket");
  ::unlink(path.c_str());  // what a dead server left
  auto socket = new_socket(path);
  if (!socket) return socket;
  const auto old_mask = ::umask(S_IRWXG | S_IRWXO);  // for the server's user alone
  const bool bound = ::bind(socket->fd(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0;
  const int error = errno;
  ::umask(old_mask);
  if (!bound || ::listen(socket->fd(), 8) != 0)
    return tl::unexpected("The admin socket " + path + " cannot be opened (" + std::strerror(bound ? errno : error) +
                          "); name another with --admin-socket, or none with --admin-socket off");
  return socket;
}

tl::expected<Socket, std::string> connect_local(const std::string& path) {
  const auto address = address_of(path);
  if (!address) return tl::unexpected(address.error());
  auto socket = new_socket(path);
  if (!socket) return socket;
  if (reach(*socket, *address)) return socket;
  const std::string why = errno == EACCES
                              ? "you may not use it; do this as the user that runs the server"
                              : "is the server running? Name its folder with --data, or its socket with --admin-socket; one "
                                "with --store memory has a socket only if it was started with --admin-socket";
  return tl::unexpected("No server can be reached at " + path + " (" + std::strerror(errno) + "): " + why);
}

}  // namespace athanor::app
