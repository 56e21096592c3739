# workmem::redis, the journal in a Redis server: where hiredis is installed, and only for who links it.
# It has no pinned sources.
set(WORKMEM_REDIS_HEADERS "")
include(cmake/hiredis.cmake)
if(NOT TARGET workmem_hiredis)
  message(STATUS "workmem: workmem::redis is left out, it needs hiredis (libhiredis-dev)")
  return()
endif()
find_package(Threads REQUIRED)

add_library(workmem_redis INTERFACE)
add_library(workmem::redis ALIAS workmem_redis)
set_target_properties(workmem_redis PROPERTIES EXPORT_NAME redis)
target_link_libraries(workmem_redis INTERFACE workmem workmem_hiredis Threads::Threads)

file(GLOB_RECURSE WORKMEM_REDIS_HEADERS CONFIGURE_DEPENDS
  RELATIVE "${PROJECT_SOURCE_DIR}/include"
  "${PROJECT_SOURCE_DIR}/include/workmem_redis/*.hpp")
list(TRANSFORM WORKMEM_REDIS_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/"
  OUTPUT_VARIABLE header_files)
target_sources(workmem_redis INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${header_files})
