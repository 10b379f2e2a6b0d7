#include "golden.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace athanor::ui::test {

std::string golden_difference(const std::string& name, const std::string& found) {
  const std::string path = std::string(ATHANOR_GOLDEN) + "/" + name + ".txt";
  if (std::getenv("ATHANOR_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << found;
    return {};
  }
  std::ifstream file(path);
  if (!file) return "there is no " + path;
  std::ostringstream all;
  all << file.rdbuf();
  if (all.str() == found) return {};
  std::istringstream stored(all.str()), now(found);
  std::string a, b;
  for (int row = 1;; ++row) {
    const bool more_a = static_cast<bool>(std::getline(stored, a)), more_b = static_cast<bool>(std::getline(now, b));
    if (!more_a && !more_b) return "line ends differ in " + name;
    if (a != b || more_a != more_b)
      return name + ", line " + std::to_string(row) + "\nstored: " + (more_a ? a : "(end)") + "\nfound:  " + (more_b ? b : "(end)");
  }
}

}  // namespace athanor::ui::test
