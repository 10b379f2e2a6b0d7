#include "proxy.h"

#include "certificates.h"
#include "files.h"
#include "support/skip.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace deploy {

using boost::asio::ip::tcp;

std::string installed(const std::string& program, const std::string& package) {
  for (const std::string folder : {"/usr/bin/", "/usr/sbin/"})
    if (std::filesystem::exists(folder + program)) return folder + program;
  athanor::tests::skipped(program + " is not installed (Debian package " + package + ")");
  return {};
}

std::uint16_t free_port() {
  boost::asio::io_context context;
  const tcp::acceptor acceptor(context, {boost::asio::ip::address_v4::loopback(), 0});
  return acceptor.local_endpoint().port();
}

bool answers(std::uint16_t port) {
  boost::asio::io_context context;
  tcp::socket socket(context);
  boost::system::error_code error;
  socket.connect({boost::asio::ip::address_v4::loopback(), port}, error);
  return !error;
}

Proxy::Proxy(std::vector<std::string> command, std::string folder, std::uint16_t port, std::string authorities)
    : command_(std::move(command)), folder_(std::move(folder)), port_(port), authorities_(std::move(authorities)) {}

std::unique_ptr<Proxy> Proxy::caddy(const std::string& program, const std::string& folder, std::uint16_t server) {
  const auto port = free_port();
  // Only what keeps a test to itself is put before the sample: files here, no port 80, no changes to this system.
  const std::string alone = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system " +
                            folder + "/caddy\n\tdefault_bind 127.0.0.1\n}\n";
  auto config = alone + project_file("deploy/Caddyfile");
  config = with(std::move(config), "{$ATHANOR_DOMAIN:localhost}", "https://localhost:" + std::to_string(port));
  config = with(std::move(config), "{$ATHANOR_UPSTREAM:127.0.0.1:8400}", "127.0.0.1:" + std::to_string(server));
  write_text(folder + "/Caddyfile", config);
  return std::unique_ptr<Proxy>(
      new Proxy({program, "run", "--config", folder + "/Caddyfile", "--adapter", "caddyfile"}, folder, port,
                folder + "/caddy/pki/authorities/local/root.crt"));
}

std::unique_ptr<Proxy> Proxy::nginx(const std::string& program, const std::string& folder, std::uint16_t server,
                                    const std::string& read_timeout) {
  const auto port = free_port();
  const auto files = make_certificate(folder, "nginx");
  auto site = project_file("deploy/nginx.conf");
  site = with(std::move(site), "listen 443 ssl", "listen 127.0.0.1:" + std::to_string(port) + " ssl");
  site = with(std::move(site), "/etc/letsencrypt/live/games.example.org/fullchain.pem", files.chain);
  site = with(std::move(site), "/etc/letsencrypt/live/games.example.org/privkey.pem", files.key);
  site = with(std::move(site), "server_name games.example.org", "server_name localhost");
  site = with(std::move(site), "127.0.0.1:8400", "127.0.0.1:" + std::to_string(server));
  if (!read_timeout.empty()) site = with(std::move(site), "proxy_read_timeout 120s", "proxy_read_timeout " + read_timeout);
  write_text(folder + "/site.conf", site);
  std::string temporary;
  for (const std::string kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
    temporary += "  " + kind + "_temp_path " + folder + "/" + kind + ";\n";
  write_text(folder + "/nginx.conf", "daemon off;\nmaster_process off;\npid " + folder + "/nginx.pid;\n" +
                                         "error_log stderr warn;\nevents {}\nhttp {\n  access_log off;\n" + temporary +
                                         "  include " + folder + "/site.conf;\n}\n");
  return std::unique_ptr<Proxy>(new Proxy({program, "-e", "stderr", "-p", folder, "-c", folder + "/nginx.conf"}, folder,
                                          port, files.chain));
}

void Proxy::start() {
  program_ = std::make_unique<recovery::Program>(command_, folder_ + "/proxy.log");
  const bool up = recovery::eventually([this] {
    return !program_->running() || (answers(port_) && std::filesystem::exists(authorities_));
  });
  if (!up || !program_->running()) throw std::runtime_error("the proxy does not start: " + program_->written());
}

void Proxy::stop() {
  program_->send(SIGKILL);
  (void)program_->wait();
}

}  // namespace deploy
