#pragma once
// Who we are (server) or whom we believe (client), as TLS needs it. TLS 1.2 and newer.

#include <tl/expected.hpp>

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace athanor::tls {

/// Immutable; any thread. Connections keep the one they began with.
class Context;
using SharedContext = std::shared_ptr<const Context>;

struct Certificate {
  SharedContext context;
  std::int64_t expires_unix_s = 0;
};

/// PEM files: the whole chain, own certificate first, and its key without a passphrase. The error is one sentence that
/// names the file and what to do. Blocks on the disk.
[[nodiscard]] tl::expected<Certificate, std::string> load_certificate(const std::string& chain_file,
                                                                      const std::string& key_file);

/// Believes the system's authorities (SSL_CERT_FILE and SSL_CERT_DIR are heeded).
[[nodiscard]] SharedContext system_trust();
/// Believes the certificates in this PEM file as well, be they authorities or servers' own; nothing: the file cannot be
/// read or holds none.
[[nodiscard]] SharedContext trust_also(const std::string& pem_file);

/// Why a client does not believe a server.
enum class Distrust : std::uint8_t {
  none,            ///< it does, or the connection failed for another reason
  expired,
  not_yet_valid,
  other_name,      ///< the certificate is for another host
  unknown_issuer,  ///< signed by itself, or by somebody we do not know
  other
};

/// The other side of a handshake speaks HTTP without TLS.
[[nodiscard]] bool speaks_plain_http(boost::system::error_code handshake_error);
/// The other side of a handshake speaks, but no TLS.
[[nodiscard]] bool speaks_no_tls(boost::system::error_code handshake_error);

}  // namespace athanor::tls
