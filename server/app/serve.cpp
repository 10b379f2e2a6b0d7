#include "serve.h"

#include "admin_socket.h"
#include "certificate.h"
#include "logging.h"

#include <athanor/common/moment.h>
#include <athanor/net/server.h>
#include <athanor/rooms/service.h>
#include <athanor/store/journal.h>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <cstdlib>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace athanor::app {
namespace {

constexpr std::chrono::seconds flush_within{5};

int cannot_run(const std::string& why) {
  stop_logging();
  std::cerr << "athanor-server: " << why << '\n';
  return 1;
}

// SIGTERM and the like are waited for by the main thread instead of interrupting any. This also works for PID 1.
class Signals {
 public:
  Signals() {
    ::signal(SIGPIPE, SIG_IGN);
    ::umask(S_IRWXG | S_IRWXO);  // journals hold the secrets of running games
    ::sigemptyset(&set_);
    ::sigaddset(&set_, SIGTERM);
    for (const int signal : {SIGINT, SIGHUP})
      if (!ignored(signal)) ::sigaddset(&set_, signal);
    ::pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  [[nodiscard]] int wait() const {
    int signal = 0;
    ::sigwait(&set_, &signal);
    return signal;
  }
  [[nodiscard]] std::optional<int> wait_for(std::chrono::seconds time) const {
    const timespec at_most{time.count(), 0};
    const int signal = ::sigtimedwait(&set_, nullptr, &at_most);
    return signal > 0 ? std::optional(signal) : std::nullopt;
  }
  // Whatever still runs: what was acknowledged is durable already.
  void leave_at_once_on_the_next() const {
    std::thread([*this] { std::_Exit(128 + wait()); }).detach();
  }

 private:
  // Whoever starts it with nohup, or in the background of a script, wants it to live on; waited for it would end it all the same.
  static bool ignored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
  }

  sigset_t set_{};
};

// Connections need descriptors: takes as many as the system allows, and says so if that is not enough.
void raise_open_files(std::uint32_t max_connections) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  constexpr rlim_t others = 64;  // store, log, listeners
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < max_connections + others)
    spdlog::warn(
        "the system allows {} open files, so about {} of the {} connections of --max-connections: raise 'ulimit -n' "
        "for more",
        limit.rlim_cur, limit.rlim_cur > others ? limit.rlim_cur - others : 0, max_connections);
}

store::Result<std::unique_ptr<store::Journal>> open_store(const Config& config) {
  if (config.store == "memory") return store::open_memory();
  store::SqliteOptions options;
  options.directory = config.data;
  return store::open_sqlite(options);
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

// Empty: none.
std::string admin_path(const Config& config) {
  if (config.admin_socket == "off") return {};
  if (!config.admin_socket.empty()) return config.admin_socket;
  return config.store == "memory" ? std::string() : default_admin_socket(config.data);
}

// The files in it are for the server's user alone, but who may write to the folder can put others in their place.
void look_at_rights(const std::string& data) {
  struct stat found{};
  if (::stat(data.c_str(), &found) != 0 || (found.st_mode & (S_IRWXG | S_IRWXO)) == 0) return;
  spdlog::warn("others may look into the folder {} or write to it (mode {:o}), which holds the secrets of running games: chmod 700 {}", data,
               found.st_mode & 07777U, data);
}

void say_what_was_found(const Config& config, const store::Journal& journal) {
  if (config.store == "memory") {
    if (config.admin_socket.empty())
      spdlog::info("without admin commands, as --store memory has no folder: --admin-socket PATH gives them a place");
    return;
  }
  look_at_rights(config.data);
  const auto made = journal.restored_from_unix_ms();
  if (const auto loss = journal.loss())
    spdlog::warn(
        "the data lacks at least {} of the entries that were confirmed before {}; the newest that is left is of {}. Its log (athanor.sqlite-wal) "
        "was taken away or damaged, or an older copy lies in {}: if you still have the right files, stop the server and put them back. "
        "Everybody who comes back is told",
        loss->entries, common::utc_minute(loss->confirmed_unix_ms), common::utc_minute(made), config.data);
  else if (made != 0)
    spdlog::warn("restored from a backup of {}: what happened after it is lost, and everybody who comes back is told", common::utc_minute(made));
}

// The signal that ends the server. Until it comes, the certificate is looked after.
int wait_for_the_end(const Signals& signals, const Config& config, RenewedCertificate* certificate) {
  if (certificate == nullptr) return signals.wait();
  for (;;) {
    if (const auto signal = signals.wait_for(std::chrono::seconds(config.tls_check_s))) return *signal;
    certificate->look_again();
  }
}

net::Host host_of(const Config& config, const store::Journal& journal, const RenewedCertificate* certificate) {
  net::Host host;
  host.not_ready = [&journal]() -> std::optional<std::string> {
    const auto health = journal.health();
    if (health.writable) return std::nullopt;
    return "nothing can be stored now: " + health.text;
  };
  host.store_writable = [&journal] { return journal.health().writable; };
  host.store_stats = [&journal] { return journal.stats(); };
  host.version = ATHANOR_VERSION;
  host.store = config.store;
  if (certificate != nullptr) host.certificate = [certificate] { return certificate->current(); };
  return host;
}

// Members are told to come back, inputs on their way become durable, connections close.
void drain(net::Server& server, rooms::Service& service) {
  server.begin_drain();
  auto flushed = std::make_shared<std::promise<void>>();
  auto done = flushed->get_future();
  service.drain([flushed] { flushed->set_value(); });
  if (done.wait_for(flush_within) != std::future_status::ready)
    spdlog::error("inputs on their way could not be stored in time; nothing that was acknowledged is lost");
  server.close();
  constexpr std::uint32_t gone_within_ms = 4000;
  if (!server.wait_until_gone(gone_within_ms)) spdlog::warn("some connections did not close and are cut");
}

}  // namespace

int serve(const Config& config, const games::Catalogue& catalogue) {
  const Signals signals;
  start_logging(config.log_level, config.log_format);
  for (const auto& name : config.unknown_variables)
    spdlog::warn("the environment has {}, which is no option of the server and does nothing: see --help", name);
  raise_open_files(config.net.max_connections);

  std::unique_ptr<RenewedCertificate> certificate;
  if (!config.net.tls_listen.empty()) {
    auto opened = RenewedCertificate::open(config.tls_certificate, config.tls_key);
    if (!opened) return cannot_run(opened.error());
    certificate = std::move(*opened);
  }
  if (const auto why = net::occupied(config.net)) return cannot_run(*why);
  auto journal = open_store(config);
  if (!journal) return cannot_run(journal.error().text);
  net::IoThreads threads(config.threads == 0 ? net::IoThreads::default_count() : config.threads);
  auto service = rooms::make_service(catalogue, **journal, rooms::system_seams(), config.limits, threads.executors());
  if (!service) return cannot_run(service.error().text);
  std::atomic<bool> told_to_stop{false};
  const auto drain_soon = [&told_to_stop] {
    told_to_stop = true;
    ::kill(::getpid(), SIGTERM);
  };
  std::unique_ptr<AdminSocket> admin;
  if (const auto path = admin_path(config); !path.empty()) {
    auto opened = AdminSocket::open(path, rooms::administration(**service), drain_soon);
    if (opened)
      admin = std::move(*opened);
    else if (config.admin_socket.empty())  // nobody asked for it: the games are worth more
      spdlog::warn("without admin commands: {}", opened.error());
    else
      return cannot_run(opened.error());
  }

  auto server = net::Server::listen(config.net, host_of(config, **journal, certificate.get()), **service,
                                    rooms::system_seams(), threads);
  if (!server) return cannot_run(server.error());

  say_what_was_found(config, **journal);
  threads.start();
  spdlog::info("{} listens on {}; data: {}; store: {}; I/O threads: {}", version_text(), joined((*server)->addresses()),
               config.store == "memory" ? "none" : config.data, config.store, threads.executors().size());
  for (const auto& address : (*server)->addresses()) std::cout << "listening on " << address << std::endl;

  const int signal = wait_for_the_end(signals, config, certificate.get());
  spdlog::info("{}: telling everybody that their clients will connect again, then leaving",
               told_to_stop ? "asked to stop by an admin command" : fmt::format("signal {} ({})", signal, ::strsignal(signal)));
  signals.leave_at_once_on_the_next();
  admin.reset();
  drain(**server, **service);
  server->reset();  // its threads as well
  (*journal)->close();
  threads.stop();  // the store may have answered something more
  service->reset();
  spdlog::info("stopped");
  stop_logging();
  return 0;
}

}  // namespace athanor::app
