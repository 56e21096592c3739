# cmake -D OUTPUT=<file> -D "FILES=<test file>;…" -P batch.cmake
# Writes several test files as one, each in a namespace of its own below the includes of all.
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
  string(APPEND bodies "namespace test_file_${number} {\n#line ${line} \"${file}\"\n${body}}\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "${includes}${bodies}")
