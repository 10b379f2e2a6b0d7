#include "answers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  athanor::test::fuzz_answers(data, size);
  return 0;
}
