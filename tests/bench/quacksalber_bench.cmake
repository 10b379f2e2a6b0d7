if(TARGET athanor_test_playthrough)
  add_executable(quacksalber_bench quacksalber_bench.cpp)
  target_link_libraries(quacksalber_bench PRIVATE athanor_test_playthrough CLI11::CLI11 nlohmann_json::nlohmann_json athanor_warnings)
endif()
