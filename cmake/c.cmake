# workmem_c, the C interface as a shared library: built where something links it.
add_library(workmem_c SHARED EXCLUDE_FROM_ALL)
add_library(workmem::c ALIAS workmem_c)
set(source "${CMAKE_CURRENT_BINARY_DIR}/workmem_c/workmem_c.cpp")
file(CONFIGURE OUTPUT "${source}" CONTENT "#include <workmem_c/library.ipp>\n")
target_sources(workmem_c PRIVATE "${source}")
target_include_directories(workmem_c INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>")
target_link_libraries(workmem_c PRIVATE workmem_compiled)
if(TARGET workmem_sqlite)
  target_compile_definitions(workmem_c PRIVATE WORKMEM_C_SQLITE)
  target_link_libraries(workmem_c PRIVATE workmem_sqlite)
endif()
# Nobody sees more of it than the header says.
set_target_properties(workmem_c PROPERTIES
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
if(NOT APPLE AND NOT MSVC)
  set(symbols "${CMAKE_CURRENT_BINARY_DIR}/workmem_c/symbols.map")
  file(CONFIGURE OUTPUT "${symbols}" CONTENT "{ global: wm_*; local: *; };\n")
  target_link_options(workmem_c PRIVATE "LINKER:--version-script=${symbols}")
  set_property(TARGET workmem_c APPEND PROPERTY LINK_DEPENDS "${symbols}")
endif()
