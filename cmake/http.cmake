# workmem::http, the Model Context Protocol over HTTP: where cpp-httplib is, and only for who links it.
set(WORKMEM_HTTP_HEADERS "")
if(NOT TARGET ${WORKMEM_HTTPLIB_TARGET})
  message(STATUS "workmem: workmem::http is left out, it needs cpp-httplib (libcpp-httplib-dev)")
  return()
endif()
find_package(Threads REQUIRED)

add_library(workmem_http INTERFACE)
add_library(workmem::http ALIAS workmem_http)
set_target_properties(workmem_http PROPERTIES EXPORT_NAME http)
target_link_libraries(workmem_http INTERFACE
  workmem $<BUILD_INTERFACE:${WORKMEM_HTTPLIB_TARGET}> Threads::Threads)

file(GLOB_RECURSE WORKMEM_HTTP_HEADERS CONFIGURE_DEPENDS
  RELATIVE "${PROJECT_SOURCE_DIR}/include"
  "${PROJECT_SOURCE_DIR}/include/workmem_http/*.hpp")
list(TRANSFORM WORKMEM_HTTP_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/"
  OUTPUT_VARIABLE header_files)
target_sources(workmem_http INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${header_files})
