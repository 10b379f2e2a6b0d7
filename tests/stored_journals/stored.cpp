#include <stored_journals/stored.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace athanor::test {

Entries read_journal(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
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
