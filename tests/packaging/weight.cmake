# cmake -D NAME=<row> -D SOURCE=<file> -D WORK=<folder> [-D TABLE=<file>] [-D UPDATE=ON] -P weight.cmake -- <compiler> [<argument>…]
# The file compiles, and costs no more than its row of the table says: lines behind the preprocessor, and
# functions. UPDATE prints the row. Without a table it compiles only: lines depend on the compiler's headers.
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/arguments.cmake")
workmem_arguments(command)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${out}")
  endif()
  string(STRIP "${out}" out)
  set(printed "${out}" PARENT_SCOPE)
endfunction()

if(NOT TABLE)
  run(${command} -fsyntax-only "${SOURCE}")
  return()
endif()

# Two rows never share a file: they run at the same time.
string(REPLACE "/" "," base "${NAME}")
set(base "${WORK}/${base}")
file(MAKE_DIRECTORY "${WORK}")
run(${command} -E "${SOURCE}" -o "${base}.ii")
run(awk "/^ *[^# ]/ { lines += 1 } END { print lines + 0 }" "${base}.ii")
set(lines "${printed}")
run(${command} -c "${base}.ii" -o "${base}.o")
run(nm "${base}.o")
string(REGEX MATCHALL " [tTWVu] " functions "${printed}")
list(LENGTH functions functions)
file(REMOVE "${base}.ii" "${base}.o")

if(UPDATE)
  message("${NAME} ${lines} ${functions}")
  return()
endif()
file(STRINGS "${TABLE}" row REGEX "^${NAME} ")
if(NOT row MATCHES " ([0-9]+) ([0-9]+)$")
  message(FATAL_ERROR "${NAME} is not in ${TABLE}; its row would be\n${NAME} ${lines} ${functions}")
endif()
# A hundredth of the lines is for the C library's headers, which change with its updates.
math(EXPR most "${CMAKE_MATCH_1} + ${CMAKE_MATCH_1} / 100")
if(lines GREATER most OR functions GREATER CMAKE_MATCH_2)
  message(FATAL_ERROR "${NAME} costs ${lines} lines and ${functions} functions, more than the "
    "${CMAKE_MATCH_1} and ${CMAKE_MATCH_2} of ${TABLE}")
endif()
