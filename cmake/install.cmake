include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_DATADIR}/cmake/workmem")
set(pkgconfig_dir "${CMAKE_INSTALL_DATADIR}/pkgconfig")
set(generated "${PROJECT_BINARY_DIR}/package")

install(TARGETS workmem EXPORT workmemTargets
  FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT workmemTargets NAMESPACE workmem:: DESTINATION "${package_dir}")

if(TARGET workmem_view)
  install(TARGETS workmem_view EXPORT workmemViewTargets COMPONENT view)
  install(EXPORT workmemViewTargets NAMESPACE workmem:: DESTINATION "${package_dir}"
    COMPONENT view)
endif()

if(TARGET workmem_sqlite)
  install(TARGETS workmem_sqlite EXPORT workmemSqliteTargets
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT sqlite)
  install(EXPORT workmemSqliteTargets NAMESPACE workmem:: DESTINATION "${package_dir}"
    COMPONENT sqlite)
endif()

if(TARGET workmem_redis)
  install(TARGETS workmem_redis EXPORT workmemRedisTargets
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT redis)
  install(EXPORT workmemRedisTargets NAMESPACE workmem:: DESTINATION "${package_dir}"
    COMPONENT redis)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/hiredis.cmake" DESTINATION "${package_dir}"
    COMPONENT redis)
endif()

if(TARGET workmem_postgres)
  install(TARGETS workmem_postgres EXPORT workmemPostgresTargets
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT postgres)
  install(EXPORT workmemPostgresTargets NAMESPACE workmem:: DESTINATION "${package_dir}"
    COMPONENT postgres)
endif()

if(TARGET workmem_http)
  install(TARGETS workmem_http EXPORT workmemHttpTargets
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT http)
  install(EXPORT workmemHttpTargets NAMESPACE workmem:: DESTINATION "${package_dir}"
    COMPONENT http)
endif()

# The C interface, where the target workmem_c was built.
install(TARGETS workmem_c LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT c OPTIONAL)
install(FILES "${PROJECT_SOURCE_DIR}/include/workmem_c/workmem.h"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/workmem_c" COMPONENT c)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/packaging/workmemConfig.cmake.in"
  "${generated}/workmemConfig.cmake"
  INSTALL_DESTINATION "${package_dir}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${generated}/workmemConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

# Relative to the file itself: the prefix may be chosen at install time.
file(RELATIVE_PATH WORKMEM_PC_PREFIX "/${pkgconfig_dir}" "/")
string(REGEX REPLACE "/$" "" WORKMEM_PC_PREFIX "${WORKMEM_PC_PREFIX}")
set(WORKMEM_PC_DEFINES "")
set(WORKMEM_PC_REQUIRES "nlohmann_json >= 3.11")
configure_file("${PROJECT_SOURCE_DIR}/cmake/packaging/workmem.pc.in" "${generated}/workmem.pc" @ONLY)
if(TARGET workmem_view)
  set(WORKMEM_PC_REQUIRES "${WORKMEM_PC_REQUIRES}, fmt")
  if(WORKMEM_FMT_HEADER_ONLY)
    set(WORKMEM_PC_DEFINES " -DFMT_HEADER_ONLY=1")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/cmake/packaging/workmem.pc.in"
    "${generated}/workmem-view.pc" @ONLY)
  install(FILES "${generated}/workmem-view.pc" DESTINATION "${pkgconfig_dir}" COMPONENT view)
endif()

install(FILES
  "${generated}/workmemConfig.cmake"
  "${generated}/workmemConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/compiled.cmake"
  DESTINATION "${package_dir}")
install(FILES "${generated}/workmem.pc" DESTINATION "${pkgconfig_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/workmem")
