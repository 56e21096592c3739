# cmake -D FOLDER=<of the build> -D HOW=<way> -D MAIN=<file> … -P run.cmake
# Builds the consumer project in the given way, quietly, and runs it.
cmake_minimum_required(VERSION 3.23)

function(run)
  execute_process(COMMAND ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message("${printed}")
    message(FATAL_ERROR "status ${status}: ${command}")
  endif()
endfunction()

# Nothing from an earlier run may help.
file(REMOVE_RECURSE "${FOLDER}")
run(${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${FOLDER}" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=
  "-DCMAKE_PREFIX_PATH=${PREFIX}" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  "-DHOW=${HOW}" "-DCOMPONENTS=${COMPONENTS}" "-DVERSION=${VERSION}" "-DMAIN=${CMAKE_CURRENT_LIST_DIR}/${MAIN}"
  "-DWORKMEM_SOURCE=${SOURCE}" "-DFETCHCONTENT_SOURCE_DIR_WORKMEM=${SOURCE}"
  "-DWORKMEM_FMT_HEADER_ONLY=${FMT_HEADER_ONLY}"
  ${EXTRA})
run(${CMAKE_COMMAND} --build "${FOLDER}")
run("${FOLDER}/consumer")
