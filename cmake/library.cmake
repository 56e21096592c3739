add_library(workmem INTERFACE)
add_library(workmem::workmem ALIAS workmem)
target_compile_features(workmem INTERFACE cxx_std_20)

# So many instantiations are more sections than an ordinary object file of Windows holds.
target_compile_options(workmem INTERFACE
  $<$<CXX_COMPILER_ID:MSVC>:/bigobj>
  $<$<AND:$<PLATFORM_ID:Windows>,$<CXX_COMPILER_ID:GNU>>:-Wa,-mbig-obj>)

file(GLOB_RECURSE WORKMEM_HEADERS CONFIGURE_DEPENDS
  RELATIVE "${PROJECT_SOURCE_DIR}/include"
  "${PROJECT_SOURCE_DIR}/include/workmem/*.hpp" "${PROJECT_SOURCE_DIR}/include/workmem/*.ipp"
  "${PROJECT_SOURCE_DIR}/include/workmem/*.cppm")
list(TRANSFORM WORKMEM_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/" OUTPUT_VARIABLE header_files)
target_sources(workmem INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${header_files})

# BUILD_INTERFACE: an export refuses targets that came by FetchContent; the package
# config finds it and links it.
target_link_libraries(workmem INTERFACE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)

# Our warnings are for us: in somebody else's build the headers are system headers.
if(NOT PROJECT_IS_TOP_LEVEL)
  set_property(TARGET workmem APPEND PROPERTY
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>")
endif()
