# cmake -D PKG_CONFIG=<program> -D PREFIX=<install> -D WORK=<folder> -P pkg_config.cmake -- <compiler> [<argument>…]
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/arguments.cmake")
workmem_arguments(command)

set(ENV{PKG_CONFIG_PATH} "${PREFIX}/share/pkgconfig:$ENV{PKG_CONFIG_PATH}")
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs workmem-view
  RESULT_VARIABLE status OUTPUT_VARIABLE flags ERROR_VARIABLE flags)
if(NOT status EQUAL 0 OR NOT flags MATCHES "fmt")
  message(FATAL_ERROR "workmem-view brings no fmt: ${flags}")
endif()
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs workmem
  RESULT_VARIABLE status OUTPUT_VARIABLE flags ERROR_VARIABLE flags)
if(flags MATCHES "fmt")
  message(FATAL_ERROR "workmem alone asks for fmt: ${flags}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${flags}")
endif()
separate_arguments(flags UNIX_COMMAND "${flags}")
file(MAKE_DIRECTORY "${WORK}")
execute_process(
  COMMAND ${command} -std=c++20 "${CMAKE_CURRENT_LIST_DIR}/include_only.cpp"
    -o "${WORK}/pkg_config" ${flags}
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "what pkg-config says is not enough to compile: ${flags}")
endif()
