# workmem::postgres, the journal in a PostgreSQL database: where libpq is installed, and only for who
# links it. It has no pinned sources.
set(WORKMEM_POSTGRES_HEADERS "")
find_package(PostgreSQL 14 QUIET)
if(NOT TARGET PostgreSQL::PostgreSQL)
  message(STATUS "workmem: workmem::postgres is left out, it needs libpq 14 (libpq-dev)")
  return()
endif()
# Imported targets are local to a folder; who links workmem::postgres needs it in his.
set_target_properties(PostgreSQL::PostgreSQL PROPERTIES IMPORTED_GLOBAL TRUE)

add_library(workmem_postgres INTERFACE)
add_library(workmem::postgres ALIAS workmem_postgres)
set_target_properties(workmem_postgres PROPERTIES EXPORT_NAME postgres)
target_link_libraries(workmem_postgres INTERFACE workmem PostgreSQL::PostgreSQL)

file(GLOB_RECURSE WORKMEM_POSTGRES_HEADERS CONFIGURE_DEPENDS
  RELATIVE "${PROJECT_SOURCE_DIR}/include"
  "${PROJECT_SOURCE_DIR}/include/workmem_postgres/*.hpp")
list(TRANSFORM WORKMEM_POSTGRES_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/"
  OUTPUT_VARIABLE header_files)
target_sources(workmem_postgres INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${header_files})
