# cmake -D SOURCE=<file> -P run.cmake -- <compiler> [<argument>…]
# Succeeds if SOURCE does not compile and the compiler's output holds the sentence of every
# line "// expect: <sentence>" in it.
cmake_minimum_required(VERSION 3.23)

include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/arguments.cmake")
workmem_arguments(command)

# Compilers wrap, quote and escape a message each in their own way.
function(normalise variable)
  set(text "${${variable}}")
  string(REGEX REPLACE "[\"'`\\\\]|‘|’" "" text "${text}")
  string(REGEX REPLACE "[ \t\r\n]+" " " text "${text}")
  string(STRIP "${text}" text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# The command's own language settings would translate the messages.
set(ENV{LC_ALL} C)
execute_process(COMMAND ${command} "${SOURCE}"
  RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
if(status EQUAL 0)
  message(FATAL_ERROR "it compiles, but must not: ${SOURCE}")
endif()
set(output "${printed}")
normalise(output)

file(READ "${SOURCE}" rest)
set(expectations 0)
while(TRUE)
  string(FIND "${rest}" "// expect:" position)
  if(position EQUAL -1)
    break()
  endif()
  math(EXPR position "${position} + 10")
  string(SUBSTRING "${rest}" ${position} -1 rest)
  string(FIND "${rest}" "\n" end)
  string(SUBSTRING "${rest}" 0 ${end} sentence)
  normalise(sentence)
  math(EXPR expectations "${expectations} + 1")
  string(FIND "${output}" "${sentence}" found)
  if(found EQUAL -1)
    message("${printed}")
    message(FATAL_ERROR "the compiler does not say: ${sentence}")
  endif()
endwhile()
if(expectations EQUAL 0)
  message(FATAL_ERROR "no line '// expect: <sentence>' in ${SOURCE}")
endif()
