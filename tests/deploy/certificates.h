#pragma once
// Certificates for tests, good and bad, as the PEM files that a host would have.

#include <string>
#include <vector>

namespace deploy {

struct CertificateFiles {
  std::string chain, key;  ///< paths
};

struct CertificateWish {
  std::vector<std::string> names = {"localhost"};  ///< DNS names; an address is one of these, too
  int valid_from_days = -1, valid_to_days = 30;    ///< from now
  const CertificateFiles* issuer = nullptr;        ///< none: signed by itself
};

/// Writes NAME.pem and NAME.key into the folder, replacing what is there. Throws if that fails.
[[nodiscard]] CertificateFiles make_certificate(const std::string& folder, const std::string& name,
                                                const CertificateWish& wish = {});

/// A key that asks for a passphrase.
[[nodiscard]] std::string make_locked_key(const std::string& folder);

}  // namespace deploy
