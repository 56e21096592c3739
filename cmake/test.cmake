# cmake [-D ALL=ON] -P cmake/test.cmake [-- <argument of ctest>…]
# Sets up what the tests need, builds them and the examples, and runs them. With ALL also those that compile a lot
# or need npm: each header alone (the label headers), what must not compile (compile_fail), how the library reaches
# a user (packaging), and clients and readers of others (npm). Never those labelled "quality", which need data
# that is not in the project.
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/build.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/packages.cmake")

workmem_arguments(arguments)
workmem_look_for_tools(tools)
set(left_out "quality|headers|compile_fail|packaging|npm")
if(ALL)
  set(left_out quality)
  # Debian's npm would clash with one from elsewhere.
  find_program(WORKMEM_NPM npm)
  if(NOT WORKMEM_NPM)
    list(APPEND tools nodejs npm)
  endif()
  # Opens the pages of `workmem inspect`.
  list(APPEND tools chromium)
endif()
workmem_install_packages(installed ${tools}
  nlohmann-json3-dev libfmt-dev libcli11-dev catch2 pkg-config libsqlite3-dev python3 unicode-data
  graphviz lld libcpp-httplib-dev libhiredis-dev redis-server libpq-dev postgresql)

# Nearly all the time goes into compiling templates: no optimiser and no debug information
# halve it, and Debug keeps the assertions.
set(folder "${WORKMEM_SOURCE}/build/test")
workmem_configure("${folder}" ${installed}
  -DCMAKE_BUILD_TYPE=Debug
  -DCMAKE_CXX_FLAGS_DEBUG=-O0
  -DWORKMEM_BUILD_TESTS=ON
  -DWORKMEM_TEST_BATCHES=ON
  -DWORKMEM_BUILD_EXAMPLES=ON
  -DWORKMEM_BUILD_BENCHMARKS=OFF
  -DWORKMEM_REQUIRE_GRAPHVIZ=ON)
workmem_build("${folder}")
if(ALL)
  workmem_build("${folder}" --target workmem_packaging_tests)
endif()

if(NOT failure)
  workmem_jobs(jobs)
  execute_process(
    COMMAND ${CMAKE_CTEST_COMMAND}
      --output-on-failure --no-tests=error -LE "^(${left_out})$" -j ${jobs} ${arguments}
    WORKING_DIRECTORY "${folder}"
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(failure "workmem: not all tests passed, see above.")
  endif()
endif()

if(failure)
  message(FATAL_ERROR "${failure}")
endif()
