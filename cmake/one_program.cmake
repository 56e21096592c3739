# cmake -D OUTPUT=<file> -D "FILES=<program>;…" -P one_program.cmake
# Writes several programs, each of one file, as a part of one program: each `main` stands in a namespace of its
# own, and is registered under the name of its file (examples/runner/runner.hpp).
# Messages of compilers name the files and lines they come from.
include("${CMAKE_CURRENT_LIST_DIR}/split_file.cmake")

set(includes "#include \"runner.hpp\"\n")
set(bodies "")
cmake_path(GET OUTPUT STEM part)
set(number 0)
foreach(file IN LISTS FILES)
  cmake_path(GET file STEM name)
  file(READ "${file}" text)
  workmem_split_file("${text}" head body)
  string(REGEX REPLACE "[^\n]" "" lines "${head}")
  string(LENGTH "${lines}" line)
  math(EXPR line "${line} + 1")
  # Only the one `main` of a program may end without it.
  string(REGEX REPLACE "}\n*$" "    return 0;\n}\n" body "${body}")
  string(APPEND includes "#line 1 \"${file}\"\n${head}")
  string(APPEND bodies "namespace ${part}_${number} {\n#line ${line} \"${file}\"\n${body}"
    "const example_runner::program registered{\"${name}\", main};\n}\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "${includes}${bodies}")
