# The target workmem_hiredis where hiredis is installed; also for who uses an installed workmem.
if(NOT TARGET workmem_hiredis)
  find_path(WORKMEM_HIREDIS_INCLUDE hiredis/hiredis.h)
  find_library(WORKMEM_HIREDIS_LIBRARY hiredis)
  mark_as_advanced(WORKMEM_HIREDIS_INCLUDE WORKMEM_HIREDIS_LIBRARY)
  if(WORKMEM_HIREDIS_INCLUDE AND WORKMEM_HIREDIS_LIBRARY)
    add_library(workmem_hiredis UNKNOWN IMPORTED GLOBAL)
    set_target_properties(workmem_hiredis PROPERTIES
      IMPORTED_LOCATION "${WORKMEM_HIREDIS_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${WORKMEM_HIREDIS_INCLUDE}")
  endif()
endif()
