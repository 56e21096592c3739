# What test files include and instantiate is most of what they cost to compile.
option(WORKMEM_TEST_BATCHES "Compile test files together" OFF)
include("${PROJECT_SOURCE_DIR}/tests/support/batch_kinds.cmake")

set(workmem_batch_bytes 300000)

# workmem_batch(<name> <variable> <file>…): appends batches of the files, of about as many bytes, to the variable.
function(workmem_batch name variable)
  set(result ${${variable}})
  set(all 0)
  foreach(file IN LISTS ARGN)
    file(SIZE "${file}" bytes)
    math(EXPR all "${all} + ${bytes}")
  endforeach()
  math(EXPR batches "(${all} + ${workmem_batch_bytes} - 1) / ${workmem_batch_bytes}")
  set(number 1)
  set(sum 0)
  set(files "")
  foreach(file IN LISTS ARGN)
    list(APPEND files "${file}")
    file(SIZE "${file}" bytes)
    math(EXPR sum "${sum} + ${bytes}")
    math(EXPR done "${sum} * ${batches}")
    math(EXPR due "${all} * ${number}")
    if(NOT done LESS due)
      set(batch "${CMAKE_CURRENT_BINARY_DIR}/batches/${name}_${number}.cpp")
      add_custom_command(OUTPUT "${batch}"
        COMMAND ${CMAKE_COMMAND} -D "OUTPUT=${batch}" -D "FILES=${files}"
          -P "${PROJECT_SOURCE_DIR}/tests/support/batch.cmake"
        DEPENDS ${files} "${PROJECT_SOURCE_DIR}/tests/support/batch.cmake"
          "${PROJECT_SOURCE_DIR}/tests/support/batch_kinds.cmake" "${PROJECT_SOURCE_DIR}/cmake/split_file.cmake"
        VERBATIM)
      list(APPEND result "${batch}")
      math(EXPR number "${number} + 1")
      set(files "")
    endif()
  endforeach()
  set(${variable} "${result}" PARENT_SCOPE)
endfunction()

# workmem_in_batches(<name> <variable>): puts batches in the place of the files, those that define what others call
# and those that run a suite last: they stand in no namespace of their own. A file that otherwise goes on including
# below its first declaration, or has both what others call and a namespace without a name, stays on its own.
function(workmem_in_batches name variable)
  set(closed "")
  set(open "")
  set(result "")
  foreach(file IN LISTS ${variable})
    cmake_path(ABSOLUTE_PATH file)
    file(READ "${file}" text)
    workmem_split_file("${text}" head body)
    set(defines FALSE)
    if(body MATCHES "${workmem_defines_for_others}")
      set(defines TRUE)
    endif()
    if(body MATCHES "${workmem_runs_suite}")
      list(APPEND open "${file}")
    elseif(body MATCHES "\n *#" OR (defines AND body MATCHES "(^|\n)namespace {"))
      list(APPEND result "${file}")
    elseif(defines)
      list(APPEND open "${file}")
    else()
      list(APPEND closed "${file}")
    endif()
  endforeach()
  workmem_batch(${name} result ${closed} ${open})
  set(${variable} "${result}" PARENT_SCOPE)
endfunction()
