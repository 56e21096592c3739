# cmake -D OUTPUT=<file> -D "FILES=<test file>;…" -P batch.cmake
# Writes several test files as one, below the includes of all, each in a namespace of its own unless it
# defines what others call, or runs a suite.
# Messages of compilers and tests name the files and lines they come from.
include("${CMAKE_CURRENT_LIST_DIR}/split_file.cmake")

set(includes "")
set(bodies "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  workmem_split_file("${text}" head body)
  string(REGEX REPLACE "[^\n]" "" lines "${head}")
  string(LENGTH "${lines}" line)
  math(EXPR line "${line} + 1")
  string(APPEND includes "#line 1 \"${file}\"\n${head}")
  set(body "#line ${line} \"${file}\"\n${body}")
  if(NOT body MATCHES "${workmem_defines_for_others}|${workmem_runs_suite}")
    set(body "namespace test_file_${number} {\n${body}}\n")
    math(EXPR number "${number} + 1")
  endif()
  string(APPEND bodies "${body}")
endforeach()
file(WRITE "${OUTPUT}" "${includes}${bodies}")
