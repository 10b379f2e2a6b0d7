#include <athanor/tls/channel.h>

#include <boost/asio/ssl.hpp>
#include <boost/asio/ssl/impl/src.hpp>

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <system_error>

namespace athanor::tls {
namespace asio = boost::asio;
namespace ssl = asio::ssl;
using boost::system::error_code;

class Context {
 public:
  explicit Context(ssl::context::method method) : ssl(method) {
    ssl.set_options(ssl::context::default_workarounds | ssl::context::no_compression);
    SSL_CTX_set_min_proto_version(ssl.native_handle(), TLS1_2_VERSION);
  }
  mutable ssl::context ssl;  // OpenSSL counts and locks by itself
};

namespace {

// Why a file cannot be read; empty: it can.
std::string unreadable(const std::string& file) {
  std::FILE* opened = std::fopen(file.c_str(), "r");
  if (opened == nullptr) return std::generic_category().message(errno);
  std::fclose(opened);
  return {};
}

std::int64_t expiry_of(const X509* certificate) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) != 1) return 0;
  return ::timegm(&parts);
}

Distrust distrust_of(long verify_result) {
  switch (verify_result) {
    case X509_V_OK: return Distrust::none;
    case X509_V_ERR_CERT_HAS_EXPIRED: return Distrust::expired;
    case X509_V_ERR_CERT_NOT_YET_VALID: return Distrust::not_yet_valid;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return Distrust::other_name;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED: return Distrust::unknown_issuer;
    default: return Distrust::other;
  }
}

bool is_ssl_reason(error_code error, int reason) {
  return error.category() == asio::error::get_ssl_category() &&
         ERR_GET_REASON(static_cast<unsigned long>(error.value())) == reason;
}

class SslChannel final : public Channel {
 public:
  SslChannel(asio::ip::tcp::socket socket, SharedContext context, ssl::stream_base::handshake_type side)
      : context_(std::move(context)), stream_(std::move(socket), context_->ssl), side_(side) {}

  asio::ip::tcp::socket& socket() override { return stream_.next_layer(); }
  void handshake(Completion then) override {
    stream_.async_handshake(side_, [t = std::move(then)](error_code error) mutable { t(error, 0); });
  }
  void read(asio::mutable_buffer into, Completion then) override {
    stream_.async_read_some(into, [t = std::move(then)](error_code error, std::size_t bytes) mutable {
      if (error == ssl::error::stream_truncated) error = asio::error::eof;
      t(error, bytes);
    });
  }
  void write(asio::const_buffer from, Completion then) override { stream_.async_write_some(from, std::move(then)); }
  void shutdown(Completion then) override {
    stream_.async_shutdown([t = std::move(then)](error_code error) mutable { t(error, 0); });
  }
  [[nodiscard]] Distrust distrust() const override {
    return distrust_of(SSL_get_verify_result(const_cast<ssl::stream<asio::ip::tcp::socket>&>(stream_).native_handle()));
  }
  [[nodiscard]] SSL* handle() { return stream_.native_handle(); }

 private:
  SharedContext context_;
  ssl::stream<asio::ip::tcp::socket> stream_;
  ssl::stream_base::handshake_type side_;
};

std::shared_ptr<Context> client_context() {
  auto made = std::make_shared<Context>(ssl::context::tls_client);
  error_code ignored;  // a system without authorities believes nobody
  made->ssl.set_default_verify_paths(ignored);
  made->ssl.set_verify_mode(ssl::verify_peer);
  // A server's own certificate may be believed by itself, without the authority that signed it.
  X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(made->ssl.native_handle()), X509_V_FLAG_PARTIAL_CHAIN);
  return made;
}

bool holds_certificate(const std::string& file) {
  error_code error;
  ssl::context(ssl::context::tls_server).use_certificate_chain_file(file, error);
  return !error;
}

}  // namespace

tl::expected<Certificate, std::string> load_certificate(const std::string& chain_file, const std::string& key_file) {
  if (const auto why = unreadable(chain_file); !why.empty())
    return tl::unexpected("The certificate " + chain_file + " cannot be read (" + why + "): check --tls-certificate.");
  if (const auto why = unreadable(key_file); !why.empty())
    return tl::unexpected("The key " + key_file + " cannot be read (" + why +
                          "): check --tls-key, and that the server's user may read it.");
  const auto context = std::make_shared<Context>(ssl::context::tls_server);
  // A key with a passphrase must not make OpenSSL ask for it on the terminal.
  context->ssl.set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); });
  error_code error;
  context->ssl.use_certificate_chain_file(chain_file, error);
  if (error && holds_certificate(key_file))
    return tl::unexpected(chain_file + " holds no certificate, but " + key_file +
                          " does: --tls-certificate and --tls-key look exchanged.");
  if (error)
    return tl::unexpected(chain_file + " holds no certificate in PEM form (" + error.message() +
                          "): give --tls-certificate the whole chain, often called fullchain.pem.");
  context->ssl.use_private_key_file(key_file, ssl::context::pem, error);
  if (is_ssl_reason(error, X509_R_KEY_VALUES_MISMATCH) || is_ssl_reason(error, X509_R_KEY_TYPE_MISMATCH))
    return tl::unexpected("The key " + key_file + " does not belong to the certificate " + chain_file +
                          ": give --tls-key the one it was made with.");
  if (error)
    return tl::unexpected(key_file + " holds no private key in PEM form without a passphrase (" + error.message() +
                          "): check --tls-key.");
  const auto* certificate = SSL_CTX_get0_certificate(context->ssl.native_handle());
  return Certificate{context, expiry_of(certificate)};
}

SharedContext system_trust() {
  static const SharedContext context = client_context();
  return context;
}

SharedContext trust_also(const std::string& pem_file) {
  const auto context = client_context();
  error_code error;
  context->ssl.load_verify_file(pem_file, error);
  return error ? nullptr : context;
}

bool speaks_plain_http(error_code handshake_error) { return is_ssl_reason(handshake_error, SSL_R_HTTP_REQUEST); }
bool speaks_no_tls(error_code handshake_error) {
  return is_ssl_reason(handshake_error, SSL_R_WRONG_VERSION_NUMBER) ||
         is_ssl_reason(handshake_error, SSL_R_PACKET_LENGTH_TOO_LONG);
}

std::unique_ptr<Channel> server_channel(asio::ip::tcp::socket socket, SharedContext context) {
  return std::make_unique<SslChannel>(std::move(socket), std::move(context), ssl::stream_base::server);
}

std::unique_ptr<Channel> client_channel(asio::ip::tcp::socket socket, SharedContext context, const std::string& host) {
  auto channel = std::make_unique<SslChannel>(std::move(socket), std::move(context), ssl::stream_base::client);
  error_code not_an_address;
  (void)asio::ip::make_address(host, not_an_address);
  if (not_an_address) {
    SSL_set_tlsext_host_name(channel->handle(), host.c_str());
    SSL_set1_host(channel->handle(), host.c_str());
  } else {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(channel->handle()), host.c_str());
  }
  return channel;
}

}  // namespace athanor::tls
