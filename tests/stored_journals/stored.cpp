#include <stored_journals/stored.h>

#include <athanor/common/secret.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace athanor::test {

namespace {

std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

std::map<std::string, std::string> pinned() {
  std::ifstream list(ATHANOR_PINNED_JOURNALS);
  std::map<std::string, std::string> sums;
  for (std::string sum, name; list >> sum >> name;) sums[name] = sum;
  return sums;
}

std::string sha256_of(const std::string& name) {
  const auto sum = common::sha256(contents(std::string(ATHANOR_JOURNALS) + "/" + name));
  return common::hex({reinterpret_cast<const char*>(sum.data()), sum.size()});
}

void pin(const std::string& name) {
  std::ofstream list(ATHANOR_PINNED_JOURNALS, std::ios::app);
  list << sha256_of(name) << "  " << name << '\n';
  if (!list.flush()) throw std::runtime_error("the list of journals cannot be written");
}

Entries read_journal(const std::string& file) {
  const auto bytes = contents(file);
  Entries entries;
  for (std::size_t at = 0; at < bytes.size();) {
    if (bytes.size() - at < 4) throw std::runtime_error(file + " ends within an entry");
    std::size_t size = 0;
    for (std::size_t i = 4; i > 0; --i) size = size << 8U | static_cast<unsigned char>(bytes[at + i - 1]);
    at += 4;
    if (bytes.size() - at < size) throw std::runtime_error(file + " ends within an entry");
    entries.push_back(bytes.substr(at, size));
    at += size;
  }
  return entries;
}

void write_journal(const std::string& file, const Entries& entries) {
  std::ofstream out(file, std::ios::binary);
  for (const auto& entry : entries) {
    for (unsigned i = 0; i < 4; ++i) out.put(static_cast<char>(entry.size() >> (8U * i)));
    out << entry;
  }
  if (!out.flush()) throw std::runtime_error(file + " cannot be written");
}

}  // namespace athanor::test
