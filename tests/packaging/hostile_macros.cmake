# cmake -D INCLUDE=<folder> -D USE=<file> -D SOURCE=<to write>
#   -P hostile_macros.cmake -- <compiler> [<argument>…]
# Compiles our headers behind hostile macros. Other people's headers come before them: they
# need not survive, ours must.
cmake_minimum_required(VERSION 3.23)
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/arguments.cmake")
workmem_arguments(command)

file(GLOB_RECURSE headers "${INCLUDE}/*.hpp" "${INCLUDE}/*.ipp")
list(APPEND headers "${USE}")
list(FILTER headers EXCLUDE REGEX "/workmem/(view/|fmt\\.hpp$)")
set(foreign "")
foreach(header IN LISTS headers)
  file(STRINGS "${header}" lines REGEX "^#[ ]*include <")
  list(FILTER lines EXCLUDE REGEX "<workmem")
  # Those under a condition may not exist everywhere.
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^.*<([^>]+)>.*$" "\\1" name "${line}")
    list(APPEND foreign "#if __has_include(<${name}>)\n#include <${name}>\n#endif")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES foreign)
list(SORT foreign)
list(JOIN foreign "\n" text)
file(WRITE "${SOURCE}" "${text}
#include \"${CMAKE_CURRENT_LIST_DIR}/hostile_macros.hpp\"
#include \"${USE}\"
")
execute_process(COMMAND ${command} "${SOURCE}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "a header of workmem uses a word that others define as a macro")
endif()
