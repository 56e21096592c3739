# How our own tests, examples and benchmarks are compiled. Nothing here reaches a user.
include(CheckLinkerFlag)
option(WORKMEM_WARNINGS_AS_ERRORS "Warnings in our own code are errors" ON)
option(WORKMEM_FUZZ "Build harnesses for libFuzzer, and what they run so that it sees the ways gone (clang)" OFF)
set(WORKMEM_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

add_library(workmem_developer INTERFACE)
target_link_libraries(workmem_developer INTERFACE workmem::workmem workmem::view)

if(NOT MSVC)
  target_compile_options(workmem_developer INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion
    -Wold-style-cast -Wcast-qual -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual
    -Wextra-semi -Wformat=2 -Wimplicit-fallthrough -Wundef -Wvla)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(workmem_developer INTERFACE
      -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
    # g++ 12 sees overlapping copies in std::string where there are none (its bug 105651).
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(workmem_developer INTERFACE -Wno-restrict)
    endif()
  endif()
  if(WORKMEM_WARNINGS_AS_ERRORS)
    target_compile_options(workmem_developer INTERFACE -Werror)
  endif()
endif()

# Our builds are long because every file instantiates much again: where there is memory g++ need not
# collect its garbage, and lld links in a sixth of the time. Not what is optimised: of g++'s empty
# functions and those at the same address lld 14 keeps only the first in the table for exceptions,
# and what is thrown through the others ends the program.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  cmake_host_system_information(RESULT megabytes QUERY TOTAL_PHYSICAL_MEMORY)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR share "${megabytes} / ${cores}")
  if(share GREATER 6000)
    target_compile_options(workmem_developer INTERFACE --param=ggc-min-heapsize=2000000)
  endif()
endif()
set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE} ${CMAKE_EXE_LINKER_FLAGS}")
if(NOT MSVC AND NOT APPLE AND NOT flags MATCHES "-flto|-fuse-ld" AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION)
  check_linker_flag(CXX -fuse-ld=lld WORKMEM_LINKS_WITH_LLD)
  if(WORKMEM_LINKS_WITH_LLD)
    target_link_options(workmem_developer INTERFACE $<$<CONFIG:Debug>:-fuse-ld=lld>)
  endif()
endif()

# Cheap checks inside libstdc++; unlike _GLIBCXX_DEBUG it may be mixed with installed libraries.
target_compile_definitions(workmem_developer INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

if(WORKMEM_SANITIZE)
  set(flags -fsanitize=${WORKMEM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(workmem_developer INTERFACE ${flags})
  target_link_options(workmem_developer INTERFACE ${flags})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code hides initialisations from g++.
    target_compile_options(workmem_developer INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

if(WORKMEM_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "workmem: WORKMEM_FUZZ needs clang, which has libFuzzer; the compiler is ${CMAKE_CXX_COMPILER_ID}")
  endif()
  target_compile_options(workmem_developer INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(workmem_developer INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WORKMEM_CCACHE ccache)
  mark_as_advanced(WORKMEM_CCACHE)
  if(WORKMEM_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${WORKMEM_CCACHE}")
  endif()
endif()

# Our own build of the library is checked, instrumented and kept like everything else.
list(TRANSFORM workmem_parts PREPEND workmem_compiled_ OUTPUT_VARIABLE libraries)
foreach(library IN LISTS libraries ITEMS workmem_c)
  target_link_libraries(${library} PRIVATE workmem_developer)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set_target_properties(${library} PROPERTIES CXX_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endforeach()
