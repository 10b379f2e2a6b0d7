#include "certificates.h"

#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace deploy {
namespace {

template <auto Free>
struct Deleter {
  template <typename T>
  void operator()(T* value) const {
    Free(value);
  }
};
using File = std::unique_ptr<std::FILE, Deleter<&std::fclose>>;
using Key = std::unique_ptr<EVP_PKEY, Deleter<&EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Deleter<&X509_free>>;

File opened(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  if (!file) throw std::runtime_error("cannot open " + path);
  return file;
}

void expect(bool done) {
  if (!done) throw std::runtime_error("a certificate could not be made");
}

void add_extension(X509* certificate, int id, const std::string& value) {
  std::unique_ptr<X509_EXTENSION, Deleter<&X509_EXTENSION_free>> extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str()));
  expect(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

std::string alternative_names(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) {
    const bool address = name.find_first_not_of("0123456789.") == std::string::npos;
    out += (out.empty() ? "" : ",") + std::string(address ? "IP:" : "DNS:") + name;
  }
  return out;
}

// Whoever reads the path sees the old file or the new one.
template <typename Write>
void write_file(const std::string& path, Write write) {
  {
    const auto file = opened(path + ".new", "w");
    expect(write(file.get()) == 1);
  }
  std::filesystem::rename(path + ".new", path);
}

}  // namespace

CertificateFiles make_certificate(const std::string& folder, const std::string& name, const CertificateWish& wish) {
  const Key key(EVP_EC_gen("P-256"));
  const Certificate certificate(X509_new());
  expect(key && certificate);
  std::uint32_t serial = 0;
  expect(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1);
  constexpr long day_s = 24L * 3600;
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), wish.valid_from_days * day_s);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), wish.valid_to_days * day_s);
  X509_set_pubkey(certificate.get(), key.get());
  auto* const subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                             0);
  add_extension(certificate.get(), NID_subject_alt_name, alternative_names(wish.names));

  if (wish.issuer == nullptr) {
    X509_set_issuer_name(certificate.get(), subject);
    add_extension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    expect(X509_sign(certificate.get(), key.get(), EVP_sha256()) != 0);
  } else {
    const Certificate authority(PEM_read_X509(opened(wish.issuer->chain, "r").get(), nullptr, nullptr, nullptr));
    const Key its_key(PEM_read_PrivateKey(opened(wish.issuer->key, "r").get(), nullptr, nullptr, nullptr));
    expect(authority && its_key);
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(authority.get()));
    expect(X509_sign(certificate.get(), its_key.get(), EVP_sha256()) != 0);
  }

  CertificateFiles files{folder + "/" + name + ".pem", folder + "/" + name + ".key"};
  write_file(files.chain, [&](std::FILE* file) { return PEM_write_X509(file, certificate.get()); });
  write_file(files.key, [&](std::FILE* file) {
    return PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
  return files;
}

std::string make_locked_key(const std::string& folder) {
  const Key key(EVP_EC_gen("P-256"));
  std::string passphrase = "open sesame";
  const auto path = folder + "/locked.key";
  write_file(path, [&](std::FILE* file) {
    return PEM_write_PrivateKey(file, key.get(), EVP_aes_256_cbc(), nullptr, 0, nullptr, passphrase.data());
  });
  return path;
}

}  // namespace deploy
