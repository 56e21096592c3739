# Installed packages are used where they are; the pinned sources serve elsewhere.
# All packages are looked for before anything is downloaded, so that a machine
# without network hears once what is missing.
include(FetchContent)

set(workmem_missing "")
set(workmem_missing_debian "")

# workmem_find(<package> <target> DEBIAN <name> URL <archive> SHA256 <hash>
#              [VERSION <least>] [OPTIONAL])
macro(workmem_find package target)
  cmake_parse_arguments(arg "OPTIONAL" "DEBIAN;URL;SHA256;VERSION" "" ${ARGN})
  if(NOT TARGET ${target})
    find_package(${package} ${arg_VERSION} QUIET)
    if(TARGET ${target})
      # Imported targets are local to a folder; who links workmem needs them in his.
      set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
    else()
      list(APPEND workmem_missing ${package})
      list(APPEND workmem_missing_debian ${arg_DEBIAN})
      set(workmem_url_${package} "${arg_URL}")
      set(workmem_optional_${package} ${arg_OPTIONAL})
      set(workmem_sha256_${package} "${arg_SHA256}")
    endif()
  endif()
endmacro()

# Fetches the archive itself: the errors of FetchContent take 25 lines to say that
# there is no network.
function(workmem_download package archive)
  set(workmem_downloaded TRUE PARENT_SCOPE)
  if(EXISTS "${archive}")
    return()
  endif()
  set(url "${workmem_url_${package}}")
  message(STATUS "workmem: ${package} is not installed, downloading ${url}")
  file(DOWNLOAD "${url}" "${archive}.part" STATUS status TIMEOUT 600 INACTIVITY_TIMEOUT 15 TLS_VERIFY ON)
  list(GET status 0 code)
  list(GET status 1 reason)
  string(REPLACE "\"" "" reason "${reason}")
  if(code EQUAL 0)
    file(SHA256 "${archive}.part" hash)
    if(hash STREQUAL "${workmem_sha256_${package}}")
      file(RENAME "${archive}.part" "${archive}")
      return()
    endif()
    set(reason "the archive is not the expected one")
  endif()
  file(REMOVE "${archive}.part")
  list(JOIN workmem_missing_debian " " debian)
  set(workmem_downloaded FALSE PARENT_SCOPE)
  set(severity FATAL_ERROR)
  if(workmem_optional_${package})
    set(severity STATUS)
  endif()
  message(${severity}
    "workmem: ${package} is neither installed nor can it be downloaded (${reason}); "
    "on Debian and Ubuntu install it with: apt-get install ${debian}")
endfunction()

function(workmem_fetch package)
  string(TOUPPER ${package} upper)
  # The ending says how to unpack it.
  cmake_path(GET workmem_url_${package} FILENAME file)
  set(archive "${FETCHCONTENT_BASE_DIR}/archives/${package}-${file}")
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper} AND NOT FETCHCONTENT_FULLY_DISCONNECTED)
    workmem_download(${package} "${archive}")
    if(NOT workmem_downloaded)
      return()
    endif()
  endif()
  FetchContent_Declare(${package} URL "${archive}" URL_HASH SHA256=${workmem_sha256_${package}})

  # Old projects drop the settings below without this policy.
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  set(BUILD_TESTING OFF)
  set(JSON_BuildTests OFF)
  set(JSON_SystemInclude ON)
  # An installed workmem must find what it was built with.
  set(JSON_Install ${WORKMEM_INSTALL})
  set(FMT_INSTALL ${WORKMEM_INSTALL})
  set(FMT_SYSTEM_HEADERS ON)
  set(CATCH_INSTALL_DOCS OFF)
  set(CATCH_INSTALL_EXTRAS OFF)
  set(CLI11_BUILD_TESTS OFF)
  set(CLI11_BUILD_EXAMPLES OFF)
  set(CLI11_BUILD_DOCS OFF)
  set(CLI11_INSTALL OFF)
  set(HTTPLIB_INSTALL OFF)
  set(HTTPLIB_USE_ZLIB_IF_AVAILABLE OFF)
  set(HTTPLIB_USE_BROTLI_IF_AVAILABLE OFF)
  set(HTTPLIB_USE_ZSTD_IF_AVAILABLE OFF)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  FetchContent_MakeAvailable(${package})

  # Our warnings are not for other people's headers. (The keyword SYSTEM fails with CMake 3.25.)
  if(TARGET ${package})
    get_target_property(folders ${package} INTERFACE_INCLUDE_DIRECTORIES)
    if(folders)
      set_property(TARGET ${package} APPEND PROPERTY
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
    endif()
  endif()
endfunction()

if(NOT FETCHCONTENT_BASE_DIR)
  set(FETCHCONTENT_BASE_DIR "${CMAKE_BINARY_DIR}/_deps")
endif()

workmem_find(nlohmann_json nlohmann_json::nlohmann_json
  VERSION 3.11
  DEBIAN nlohmann-json3-dev
  URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
  SHA256 d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)

if(WORKMEM_VIEW)
  set(WORKMEM_FMT_TARGET fmt::fmt)
  if(WORKMEM_FMT_HEADER_ONLY)
    set(WORKMEM_FMT_TARGET fmt::fmt-header-only)
  endif()
  workmem_find(fmt ${WORKMEM_FMT_TARGET}
    DEBIAN libfmt-dev
    URL https://github.com/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz
    SHA256 1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811)
endif()

if(WORKMEM_BUILD_TESTS)
  # No version: the tests accept 2.13 (Debian 12) and 3.
  workmem_find(Catch2 Catch2::Catch2WithMain
    DEBIAN catch2
    URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.5.4.tar.gz
    SHA256 b7754b711242c167d8f60b890695347f90a1ebc95949a045385114165d606dbb)
endif()

if(WORKMEM_BUILD_EXAMPLES)
  # Only the program needs it.
  workmem_find(CLI11 CLI11::CLI11 OPTIONAL
    DEBIAN libcli11-dev
    URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.4.1.tar.gz
    SHA256 73b7ec52261ce8fe980a29df6b4ceb66243bb0b779451dbd3d014cfec9fdbb58)
endif()

# workmem::http, and the program. Debian's package is known to pkg-config alone.
set(WORKMEM_HTTPLIB_TARGET "")
if(WORKMEM_HTTP)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(cpp_httplib QUIET IMPORTED_TARGET GLOBAL cpp-httplib>=0.11.4)
  endif()
  if(TARGET PkgConfig::cpp_httplib)
    set(WORKMEM_HTTPLIB_TARGET PkgConfig::cpp_httplib)
  else()
    set(WORKMEM_HTTPLIB_TARGET httplib::httplib)
    workmem_find(httplib httplib::httplib OPTIONAL
      VERSION 0.11.4
      DEBIAN libcpp-httplib-dev
      URL https://github.com/yhirose/cpp-httplib/archive/refs/tags/v0.34.0.tar.gz
      SHA256 cb8e41c4b270f4fc520df71097089b71896c652927d61a94a11cd59689a0515b)
  endif()
endif()

if(WORKMEM_BUILD_BENCHMARKS)
  # The alternatives have no pinned sources: without them there is nothing to compare
  # with, and benchmarks/CMakeLists.txt says so.
  find_package(Boost 1.70 QUIET)
  find_package(absl QUIET)
  find_package(SQLite3 QUIET)
  if(TARGET Boost::headers AND TARGET absl::flat_hash_map AND TARGET SQLite::SQLite3)
    workmem_find(benchmark benchmark::benchmark OPTIONAL
      DEBIAN libbenchmark-dev
      URL https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz
      SHA256 6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce)
  endif()
endif()

foreach(package IN LISTS workmem_missing)
  workmem_fetch(${package})
endforeach()
