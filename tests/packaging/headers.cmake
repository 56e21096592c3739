# Every public header compiles alone, with our warnings and twice in a file, and costs no more than its row in
# weights.txt says; so does the quick start, both ways. The rows are g++ 12.2's, with Debian's packages.
workmem_syntax_command(compile_header)
list(APPEND compile_header "$<TARGET_PROPERTY:workmem_developer,INTERFACE_COMPILE_OPTIONS>")
list(REMOVE_ITEM compile_header -fsyntax-only)

set(weights "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.2\\."
   AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT CMAKE_CXX_FLAGS AND NOT workmem_missing)
  set(weights "${CMAKE_CURRENT_SOURCE_DIR}/weights.txt")
endif()

# workmem_add_weight(<row> <file> [<compiler argument>…])
function(workmem_add_weight name source)
  add_test(NAME header.${name} COMMAND ${CMAKE_COMMAND} -D NAME=${name} -D "SOURCE=${source}"
    -D "WORK=${CMAKE_CURRENT_BINARY_DIR}/weights" -D "TABLE=${weights}"
    -P "${CMAKE_CURRENT_SOURCE_DIR}/weight.cmake" -- ${compile_header} ${ARGN} COMMAND_EXPAND_LISTS)
  set_tests_properties(header.${name} PROPERTIES TIMEOUT 120 LABELS headers)
endfunction()

set(headers ${WORKMEM_HEADERS} ${WORKMEM_SQLITE_HEADERS} ${WORKMEM_REDIS_HEADERS}
  ${WORKMEM_POSTGRES_HEADERS} ${WORKMEM_HTTP_HEADERS})
# Parts of headers are compiled with them; src/ is the library itself.
list(FILTER headers EXCLUDE REGEX "\\.ipp$|\\.cppm$|/src(/|\\.hpp$)")
foreach(header IN LISTS headers)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp")
  # Twice: a header without a guard shows.
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${header}>\n#include <${header}>\n")
  set(beside "")
  if(header MATCHES "^workmem_postgres/")
    list(TRANSFORM PostgreSQL_INCLUDE_DIRS PREPEND "-isystem" OUTPUT_VARIABLE beside)
  endif()
  workmem_add_weight(${header} "${source}" ${beside})
endforeach()
set(quick_start "${PROJECT_SOURCE_DIR}/examples/01_quick_start.cpp")
workmem_add_weight(quick_start,header_only "${quick_start}")
workmem_add_weight(quick_start,compiled "${quick_start}" -DWORKMEM_COMPILED)
