# workmem::sqlite, the journal in a SQLite database: where SQLite is installed, and only for who links
# it. It has no pinned sources.
set(WORKMEM_SQLITE_HEADERS "")
find_package(SQLite3 3.24 QUIET)
if(NOT TARGET SQLite::SQLite3)
  message(STATUS "workmem: workmem::sqlite is left out, it needs SQLite 3.24 (libsqlite3-dev)")
  return()
endif()
# Imported targets are local to a folder; who links workmem::sqlite needs it in his.
set_target_properties(SQLite::SQLite3 PROPERTIES IMPORTED_GLOBAL TRUE)

add_library(workmem_sqlite INTERFACE)
add_library(workmem::sqlite ALIAS workmem_sqlite)
set_target_properties(workmem_sqlite PROPERTIES EXPORT_NAME sqlite)
target_link_libraries(workmem_sqlite INTERFACE workmem SQLite::SQLite3)

file(GLOB_RECURSE WORKMEM_SQLITE_HEADERS CONFIGURE_DEPENDS
  RELATIVE "${PROJECT_SOURCE_DIR}/include"
  "${PROJECT_SOURCE_DIR}/include/workmem_sqlite/*.hpp")
list(TRANSFORM WORKMEM_SQLITE_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/"
  OUTPUT_VARIABLE header_files)
target_sources(workmem_sqlite INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${header_files})
