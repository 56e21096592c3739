# cmake -D STATUS=n [-D INPUT=file] [-D OUTPUT=file] [-D LOG=regex] [-D SHAPE=script]
#   -P run.cmake -- command...
# Runs the command; its exit status, its output (byte for byte), its standard error and the shape
# of its output must be as said.
set(command "")
set(found FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  if(found)
    list(APPEND command "${CMAKE_ARGV${index}}")
  elseif(CMAKE_ARGV${index} STREQUAL "--")
    set(found TRUE)
  endif()
endforeach()

set(input "")
if(INPUT)
  set(input INPUT_FILE "${INPUT}")
endif()
execute_process(COMMAND ${command} ${input}
  OUTPUT_VARIABLE output ERROR_VARIABLE log RESULT_VARIABLE status)

if(NOT status STREQUAL STATUS)
  message(FATAL_ERROR "exit status ${status}, not ${STATUS}\n${output}${log}")
endif()
if(LOG AND NOT log MATCHES "${LOG}")
  message(FATAL_ERROR "standard error does not match ${LOG}:\n${log}")
endif()
if(OUTPUT)
  file(READ "${OUTPUT}" expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "expected:\n${expected}\ngot:\n${output}")
  endif()
endif()
if(SHAPE)
  include("${SHAPE}")
endif()
