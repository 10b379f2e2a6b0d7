#include <fuzz/targets.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto& target = athanor::test::fuzz_target(ATHANOR_FUZZ_TARGET);
  (void)target.run({data, size});
  return 0;
}
