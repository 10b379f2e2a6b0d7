#include "disk.h"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace athanor_test {
namespace {

std::string filler(const std::string& folder) { return folder + "/filler"; }

}  // namespace

TempFolder::TempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "athanor-store-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("no temporary folder: " + std::string(std::strerror(errno)));
  path_ = name;
}
TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

SmallDisk::SmallDisk(const std::string& size) {
  mounted_ = ::mount("tmpfs", path().c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  if (!mounted_) why_not_ = std::string("this process may not mount: ") + std::strerror(errno);
}
SmallDisk::~SmallDisk() {
  if (mounted_) ::umount2(path().c_str(), MNT_DETACH);
}
void SmallDisk::make_read_only() {
  REQUIRE(::mount("tmpfs", path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0);
}
void SmallDisk::fill() {
  const int fd = ::open(filler(path()).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  REQUIRE(fd >= 0);
  const std::vector<char> block(4096, 'x');
  while (::write(fd, block.data(), block.size()) > 0) {
  }
  const int reason = errno;
  ::close(fd);
  REQUIRE(reason == ENOSPC);
}
void SmallDisk::free_again() { REQUIRE(std::filesystem::remove(filler(path()))); }

}  // namespace athanor_test
