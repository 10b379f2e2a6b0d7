# One target per folder. Its public headers are in FOLDER/include, so that a folder that is not linked cannot be included.

add_library(athanor_warnings INTERFACE)
target_compile_options(athanor_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports it falsely for the frames of coroutines.
  target_compile_options(athanor_warnings INTERFACE -Wno-mismatched-new-delete)
else()
  # clang warns inside the standard library of g++ 12, and takes more for a conversion than g++ does.
  target_compile_options(athanor_warnings INTERFACE -Wno-deprecated-declarations -Wno-sign-conversion)
endif()
target_compile_definitions(athanor_warnings INTERFACE BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_SEPARATE_COMPILATION
                                                     BOOST_BEAST_SEPARATE_COMPILATION)

# athanor_library(NAME SOURCES a.cpp b.cpp LINKS other_targets)
function(athanor_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include)
    target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
  endif()
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE athanor_warnings)
endfunction()

# athanor_embed(TARGET FILE SYMBOL): the file's text as `std::string_view athanor::embedded::SYMBOL()`, declared in
# <embedded/SYMBOL.h>.
function(athanor_embed target file symbol)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/embed)
  add_custom_command(
    OUTPUT ${out}/${symbol}.cpp ${out}/embedded/${symbol}.h
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} -DOUT=${out} -DSYMBOL=${symbol} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out}/${symbol}.cpp ${out}/embedded/${symbol}.h)
  target_include_directories(${target} PRIVATE ${out})
endfunction()
