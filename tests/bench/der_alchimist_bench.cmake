if(TARGET athanor_test_playthrough)
  add_executable(der_alchimist_bench der_alchimist_bench.cpp)
  target_link_libraries(der_alchimist_bench PRIVATE athanor_test_playthrough CLI11::CLI11 nlohmann_json::nlohmann_json athanor_warnings)
endif()
