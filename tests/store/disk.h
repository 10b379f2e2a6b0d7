#pragma once
// Folders that vanish, and disks that are small.

#include <string>

namespace athanor_test {

class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A file system in memory on a folder of its own, where the process may mount; otherwise mounted() is false.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& size);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();
  [[nodiscard]] bool mounted() const { return mounted_; }
  [[nodiscard]] std::string why_not() const { return why_not_; }
  [[nodiscard]] const std::string& path() const { return folder_.path(); }
  void make_read_only();
  /// Writes a file until nothing more fits; free_again() removes it.
  void fill();
  void free_again();

 private:
  TempFolder folder_;
  bool mounted_ = false;
  std::string why_not_;
};

}  // namespace athanor_test
