# Every public header compiles alone, with our warnings and twice in a file, and costs no more than its row in
# weights.txt says; so does the quick start, both ways. The rows are g++ 12.2's, with Debian's packages; after a change
# `cmake --build <folder> --target workmem_weights` writes them anew.
workmem_syntax_command(compile_header)
list(APPEND compile_header "$<TARGET_PROPERTY:workmem_developer,INTERFACE_COMPILE_OPTIONS>")
list(REMOVE_ITEM compile_header -fsyntax-only)

set(headers ${WORKMEM_HEADERS} ${WORKMEM_SQLITE_HEADERS} ${WORKMEM_REDIS_HEADERS}
  ${WORKMEM_POSTGRES_HEADERS} ${WORKMEM_HTTP_HEADERS})
# Parts of headers are compiled with them; src/ is the library itself.
list(FILTER headers EXCLUDE REGEX "\\.ipp$|\\.cppm$|/src(/|\\.hpp$)")
set(rows "")
foreach(header IN LISTS headers)
  set(row "${header} <${header}>")
  if(header MATCHES "^workmem_postgres/")
    foreach(folder IN LISTS PostgreSQL_INCLUDE_DIRS)
      string(APPEND row " -isystem ${folder}")
    endforeach()
  endif()
  string(APPEND rows "${row}\n")
endforeach()
set(quick_start "${PROJECT_SOURCE_DIR}/examples/01_quick_start.cpp")
string(APPEND rows "quick_start,header_only ${quick_start}\n"
  "quick_start,compiled ${quick_start} -DWORKMEM_COMPILED\n")
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/headers.txt" CONTENT "${rows}" @ONLY)

set(weights "${CMAKE_CURRENT_SOURCE_DIR}/weights.txt")
set(table "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.2\\."
   AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT CMAKE_CXX_FLAGS AND NOT workmem_missing)
  set(table --table "${weights}")
endif()
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  set(check_headers Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/headers.py"
    "${CMAKE_CURRENT_BINARY_DIR}/headers.txt" "${CMAKE_CURRENT_BINARY_DIR}/headers")
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
    list(TRANSFORM launcher PREPEND "--launcher=")
    list(APPEND check_headers ${launcher})
  endif()
  add_test(NAME headers COMMAND ${check_headers} ${table} -- ${compile_header} COMMAND_EXPAND_LISTS)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  set_tests_properties(headers PROPERTIES TIMEOUT 3600 LABELS headers PROCESSORS ${cores} COST 1000)
  add_custom_target(workmem_weights
    COMMAND ${check_headers} --update "${weights}" -- ${compile_header} COMMAND_EXPAND_LISTS VERBATIM)
elseif(DEFINED ENV{CI})
  message(FATAL_ERROR "workmem: the check of the headers needs python3")
endif()
