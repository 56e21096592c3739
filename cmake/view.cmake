# workmem::view, the headers that print with fmt: only for who links it. The headers themselves come
# with workmem::workmem.
add_library(workmem_view INTERFACE)
add_library(workmem::view ALIAS workmem_view)
set_target_properties(workmem_view PROPERTIES EXPORT_NAME view)
# Not in an export, as in library.cmake.
target_link_libraries(workmem_view INTERFACE workmem $<BUILD_INTERFACE:${WORKMEM_FMT_TARGET}>)
