if(TARGET athanor_test_playthrough)
  add_executable(the_alchemists_bench the_alchemists_bench.cpp)
  target_link_libraries(the_alchemists_bench PRIVATE athanor_test_playthrough CLI11::CLI11 nlohmann_json::nlohmann_json athanor_warnings)
endif()
