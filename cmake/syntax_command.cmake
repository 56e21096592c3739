# workmem_syntax_command(<variable> [option…]): a command that compiles one file without
# writing anything; append the file. The library's headers come with -I, so that warnings
# in them count when warnings are asked for.
function(workmem_syntax_command variable)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  set(command ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 -fsyntax-only ${ARGN}
    -I "${PROJECT_SOURCE_DIR}/include")
  foreach(target nlohmann_json::nlohmann_json ${WORKMEM_FMT_TARGET})
    get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
    foreach(folder IN LISTS folders)
      # Of a fetched package the folder is wrapped in an expression.
      string(REGEX REPLACE "^\\$<BUILD_INTERFACE:(.*)>$" "\\1" folder "${folder}")
      # Naming a default folder with -isystem breaks include_next.
      if(IS_DIRECTORY "${folder}" AND NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
        list(APPEND command -isystem "${folder}")
      endif()
    endforeach()
  endforeach()
  set(${variable} ${command} PARENT_SCOPE)
endfunction()
