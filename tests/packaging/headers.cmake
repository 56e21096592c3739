# Every public header compiles alone, with our warnings.
workmem_syntax_command(compile_header)
list(APPEND compile_header "$<TARGET_PROPERTY:workmem_developer,INTERFACE_COMPILE_OPTIONS>")

set(headers ${WORKMEM_HEADERS} ${WORKMEM_SQLITE_HEADERS})
# Parts of headers are compiled with them; src/ is the library itself.
list(FILTER headers EXCLUDE REGEX "\\.ipp$|/src(/|\\.hpp$)")
foreach(header IN LISTS headers)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp")
  # Twice: a header without a guard shows.
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${header}>\n#include <${header}>\n")
  add_test(NAME header.${header} COMMAND ${compile_header} "${source}" COMMAND_EXPAND_LISTS)
  set_tests_properties(header.${header} PROPERTIES TIMEOUT 120 LABELS headers)
endforeach()
