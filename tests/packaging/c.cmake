# cmake -D PREFIX=<install> -D WORK=<folder> -D SOURCE=<file> -D EXPECTED=<file> -P c.cmake -- <C compiler> [<argument>…]
# A program in C needs no more than what is installed.
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/arguments.cmake")
workmem_arguments(command)

file(GLOB_RECURSE library "${PREFIX}/libworkmem_c.so" "${PREFIX}/libworkmem_c.dylib")
if(NOT library)
  message(FATAL_ERROR "libworkmem_c is not installed below ${PREFIX}")
endif()
cmake_path(GET library PARENT_PATH folder)
file(MAKE_DIRECTORY "${WORK}")
execute_process(
  COMMAND ${command} -std=c99 -Wall -Wextra -Wpedantic -Werror "${SOURCE}" -I "${PREFIX}/include"
    -L "${folder}" -lworkmem_c "-Wl,-rpath,${folder}" -o "${WORK}/from_c"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the header and the library that are installed are not enough")
endif()
execute_process(COMMAND "${WORK}/from_c" RESULT_VARIABLE status OUTPUT_VARIABLE printed)
file(READ "${EXPECTED}" expected)
if(NOT status EQUAL 0 OR NOT printed STREQUAL expected)
  message(FATAL_ERROR "it ended with ${status} and printed\n${printed}")
endif()
