# cmake -P cmake/demo.cmake [-- <argument of `workmem demo`>…]
# Sets up what is missing, builds the demo and runs it.
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/build.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/packages.cmake")

workmem_arguments(arguments)
workmem_look_for_tools(tools)
workmem_install_packages(installed ${tools}
  nlohmann-json3-dev libfmt-dev libcli11-dev libsqlite3-dev)

# -O1: -O2 takes half as long again to compile, and at -O0 the demo's figures would mislead.
set(folder "${WORKMEM_SOURCE}/build/demo")
workmem_configure("${folder}" ${installed}
  -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_FLAGS_RELEASE=-O1
  -DWORKMEM_BUILD_TESTS=OFF
  -DWORKMEM_BUILD_BENCHMARKS=OFF
  -DWORKMEM_BUILD_EXAMPLES=ON
  -DWORKMEM_WARNINGS_AS_ERRORS=OFF)
workmem_build("${folder}" --target workmem_demo)

set(store "${folder}/demo.db")
file(REMOVE "${store}")
if(NOT failure)
  execute_process(COMMAND "${folder}/examples/workmem_demo" --store "${store}" ${arguments} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    # Only CMake 3.29 can hand on the very number.
    if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.29 AND status MATCHES "^[0-9]+$")
      cmake_language(EXIT ${status})
    endif()
    set(failure "workmem: the demo ended with status ${status}.")
  endif()
endif()

# Built now: the demo begins sooner so.
if(NOT failure AND EXISTS "${store}")
  workmem_build("${folder}" --target workmem_demo_page)
  if(NOT failure)
    execute_process(COMMAND "${folder}/examples/workmem_demo_page" "${store}" "${folder}/demo.html" RESULT_VARIABLE status)
    if(status EQUAL 0)
      message("workmem: what the processes did is in file://${folder}/demo.html")
    else()
      set(failure "workmem: the page of the demo cannot be written, the reason stands above.")
    endif()
  endif()
endif()

if(failure)
  message(FATAL_ERROR "${failure}")
endif()
