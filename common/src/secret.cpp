#include <athanor/common/secret.h>

#include <sodium.h>

#include <stdexcept>
#include <tuple>

namespace athanor::common {
namespace {

// It runs on an I/O thread, so it must take a few milliseconds at most.
constexpr unsigned long long password_passes = 2;
constexpr std::size_t password_memory = 1U << 20U;

void need_sodium() {
  if (sodium_init() < 0) throw std::logic_error("libsodium cannot be initialised");
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::optional<std::string> normalised_code(std::string_view text, std::size_t length) {
  std::string code;
  for (const char c : text) {
    if (c == ' ' || c == '-' || c == '\t') continue;
    // ASCII only, so that no locale turns another letter into a code letter.
    const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (code_letters.find(upper) == std::string_view::npos || code.size() == length) return std::nullopt;
    code.push_back(upper);
  }
  if (code.size() != length) return std::nullopt;
  return code;
}

std::string code_from(std::span<const std::uint8_t> random, std::size_t length) {
  if (random.size() < 4 * length) throw std::logic_error("code_from needs 4 random bytes for each letter");
  std::string code;
  for (std::size_t i = 0; i < length; ++i) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4; ++k) word = (word << 8U) | random[4 * i + k];
    // Scaling 32 bits to 20 letters: no letter is more than 2^-27 likelier than another.
    const auto index = (std::uint64_t{word} * code_letters.size()) >> 32U;
    code.push_back(code_letters[static_cast<std::size_t>(index)]);
  }
  return code;
}

Sha256 sha256(std::string_view bytes) {
  static_assert(crypto_hash_sha256_BYTES == std::tuple_size_v<Sha256>);
  Sha256 out{};
  crypto_hash_sha256(out.data(), bytes_of(bytes), bytes.size());
  return out;
}

bool equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string password_hash(std::string_view password) {
  need_sodium();
  std::string out(crypto_pwhash_STRBYTES, '\0');
  if (crypto_pwhash_str_alg(out.data(), password.data(), password.size(), password_passes, password_memory,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    throw std::runtime_error("no memory left for a password hash");
  out.resize(out.find('\0'));
  return out;
}

bool password_matches(std::string_view hash, std::string_view password) {
  need_sodium();
  // libsodium wants a string of at most crypto_pwhash_STRBYTES with its zero.
  if (hash.size() >= crypto_pwhash_STRBYTES) return false;
  const std::string terminated(hash);
  return crypto_pwhash_str_verify(terminated.c_str(), password.data(), password.size()) == 0;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.push_back(digits[byte >> 4U]);
    out.push_back(digits[byte & 0xfU]);
  }
  return out;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  const auto digit = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

}  // namespace athanor::common
