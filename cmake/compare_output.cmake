# cmake -D EXPECTED=<file> -D ACTUAL=<file> -P compare_output.cmake -- <program> [<argument>…]
# Runs the program and compares what it printed with EXPECTED, byte for byte.
cmake_minimum_required(VERSION 3.23)

include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
workmem_arguments(command)

execute_process(COMMAND ${command} OUTPUT_FILE "${ACTUAL}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${command} ended with status ${status}")
endif()
if(NOT EXISTS "${EXPECTED}")
  message(FATAL_ERROR "no expected output: ${EXPECTED}; the program printed ${ACTUAL}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files "${EXPECTED}" "${ACTUAL}"
  RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
if(differs)
  find_program(diff diff)
  if(diff)
    execute_process(COMMAND ${diff} -u "${EXPECTED}" "${ACTUAL}")
  else()
    file(READ "${EXPECTED}" expected)
    file(READ "${ACTUAL}" actual)
    message("expected:\n${expected}\nactual:\n${actual}")
  endif()
  message(FATAL_ERROR "the output is not ${EXPECTED}")
endif()
