# workmem::compiled, the library as a static library, made from the same headers; built where
# something links it. The installed package makes it in the project that uses it, so it always fits
# the compiler and its flags.
if(TARGET workmem_compiled)
  return()
endif()
add_library(workmem_compiled STATIC EXCLUDE_FROM_ALL)
add_library(workmem::compiled ALIAS workmem_compiled)
target_compile_definitions(workmem_compiled PUBLIC WORKMEM_COMPILED)
target_link_libraries(workmem_compiled PUBLIC workmem::workmem)
# The parts of <workmem/src.hpp>, for as many processors. A program that needs a few of them links these.
set(workmem_parts agents tasks extraction resolution entities)
foreach(part IN LISTS workmem_parts)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/workmem_compiled/${part}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <workmem/src/${part}.hpp>\n")
  add_library(workmem_compiled_${part} OBJECT EXCLUDE_FROM_ALL "${source}")
  target_compile_definitions(workmem_compiled_${part} PUBLIC WORKMEM_COMPILED)
  target_link_libraries(workmem_compiled_${part} PUBLIC workmem::workmem)
  set_target_properties(workmem_compiled_${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_sources(workmem_compiled PRIVATE $<TARGET_OBJECTS:workmem_compiled_${part}>)
endforeach()
