# No escape character on a terminal, and no name that breaks its line.
string(ASCII 27 escape)
string(FIND "${output}" "${escape}" at)
if(NOT at EQUAL -1)
  message(FATAL_ERROR "the output holds an escape character:\n${output}")
endif()
if(output MATCHES "\n  - ")
  message(FATAL_ERROR "a name broke its line:\n${output}")
endif()
