#pragma once
// The server's certificate, taken anew whenever its files change.

#include <athanor/tls/context.h>

#include <tl/expected.hpp>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace athanor::app {

class RenewedCertificate {
 public:
  /// Reads both files; the error is one sentence.
  [[nodiscard]] static tl::expected<std::unique_ptr<RenewedCertificate>, std::string> open(std::string chain_file,
                                                                                           std::string key_file);

  [[nodiscard]] tls::Certificate current() const;  ///< any thread
  /// Reads the files again if one of them is not what it was. If they do not fit (somebody may be in the middle of
  /// replacing them) the old certificate stays, the log says why, and the next call tries again. One thread; blocks.
  void look_again();

 private:
  struct Stamp {
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  using Stamps = std::pair<Stamp, Stamp>;

  RenewedCertificate(std::string chain_file, std::string key_file)
      : chain_file_(std::move(chain_file)), key_file_(std::move(key_file)), stamps_(stamps()) {}
  [[nodiscard]] static Stamp stamp(const std::string& file);
  [[nodiscard]] Stamps stamps() const { return {stamp(chain_file_), stamp(key_file_)}; }

  const std::string chain_file_, key_file_;
  Stamps stamps_;         // of what is used, or was found wanting
  std::string complaint_;  // the last one; empty: all is well
  mutable std::mutex mutex_;
  tls::Certificate certificate_;
};

}  // namespace athanor::app
