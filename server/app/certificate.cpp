#include "certificate.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <system_error>

namespace athanor::app {
namespace {

// Days until then, rounded down; negative: it is past.
std::int64_t days_until(std::int64_t unix_s) {
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
  return std::chrono::floor<std::chrono::days>(std::chrono::seconds(unix_s) - now).count();
}

void tell(const std::string& file, const tls::Certificate& certificate, bool renewed) {
  const auto days = days_until(certificate.expires_unix_s);
  if (days < 0)
    spdlog::error("the certificate {} has expired: clients will refuse it until it is renewed", file);
  else
    spdlog::info("certificate {}: {}good for {} more {}", file,
                 renewed ? "renewed, and in use for every new connection; " : "", days, days == 1 ? "day" : "days");
}

}  // namespace

tl::expected<std::unique_ptr<RenewedCertificate>, std::string> RenewedCertificate::open(std::string chain_file,
                                                                                        std::string key_file) {
  std::unique_ptr<RenewedCertificate> made(new RenewedCertificate(std::move(chain_file), std::move(key_file)));
  auto certificate = tls::load_certificate(made->chain_file_, made->key_file_);
  if (!certificate) return tl::unexpected(std::move(certificate).error());
  tell(made->chain_file_, *certificate, false);
  made->certificate_ = std::move(*certificate);
  return made;
}

tls::Certificate RenewedCertificate::current() const {
  const std::lock_guard lock(mutex_);
  return certificate_;
}

void RenewedCertificate::look_again() {
  const auto now = stamps();
  if (now == stamps_ && complaint_.empty()) return;
  stamps_ = now;
  auto certificate = tls::load_certificate(chain_file_, key_file_);
  if (!certificate) {
    if (certificate.error() != complaint_)
      spdlog::warn("the new certificate cannot be used, the old one stays; the files are looked at again: {}", certificate.error());
    complaint_ = std::move(certificate).error();
    return;
  }
  complaint_.clear();
  tell(chain_file_, *certificate, true);
  const std::lock_guard lock(mutex_);
  certificate_ = std::move(*certificate);
}

RenewedCertificate::Stamp RenewedCertificate::stamp(const std::string& file) {
  std::error_code none;  // a file that is gone has the stamp of no file
  const auto written = std::filesystem::last_write_time(file, none);
  const auto size = none ? 0 : std::filesystem::file_size(file, none);
  return none ? Stamp{} : Stamp{written, size};
}

}  // namespace athanor::app
