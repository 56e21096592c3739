# cmake -D WORK=<folder> -D SOURCES=<folder> -P mixed.cmake -- <compiler> <flag>…
# A program of which one file has the library header-only and another one has it compiled does not
# link, and the linker names what was mixed.
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/arguments.cmake")
workmem_arguments(compiler)

file(MAKE_DIRECTORY "${WORK}")
function(compile name)
  execute_process(COMMAND ${compiler} ${ARGN} -c "${SOURCES}/${name}.cpp" -o "${WORK}/${name}.o"
    RESULT_VARIABLE status ERROR_VARIABLE printed)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${name}.cpp does not compile:\n${printed}")
  endif()
endfunction()
compile(header_only)
compile(main -DWORKMEM_COMPILED)
execute_process(COMMAND ${compiler} "${WORK}/main.o" "${WORK}/header_only.o" -o "${WORK}/mixed"
  RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
if(status EQUAL 0)
  message(FATAL_ERROR "a program that mixes both ways links")
endif()
if(NOT printed MATCHES "workmem::compiled::default_policies")
  message(FATAL_ERROR "the linker does not say what was mixed:\n${printed}")
endif()
