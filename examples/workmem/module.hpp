// Parts of the program in shared objects beside it, opened when they are asked for: the others need
// none of their libraries.
#pragma once

#include <workmem/result.hpp>
#include <workmem/version.hpp>

#include <string_view>
#include <version>

#define WORKMEM_PROGRAM_TEXT_OF(what) #what
#define WORKMEM_PROGRAM_TEXT(what) WORKMEM_PROGRAM_TEXT_OF(what)
#if defined(_LIBCPP_VERSION)
#define WORKMEM_PROGRAM_STANDARD_LIBRARY "libc++ " WORKMEM_PROGRAM_TEXT(_LIBCPP_VERSION)
#elif defined(_GLIBCXX_DEBUG)
#define WORKMEM_PROGRAM_STANDARD_LIBRARY "libstdc++ that checks"
#else
#define WORKMEM_PROGRAM_STANDARD_LIBRARY "libstdc++"
#endif

namespace workmem_program {

/// What made the program and its modules. C++ types pass between them, which are the same only
/// where this is.
inline constexpr char module_build[] =
    "workmem " WORKMEM_PROGRAM_TEXT(WORKMEM_VERSION_MAJOR) "." WORKMEM_PROGRAM_TEXT(
        WORKMEM_VERSION_MINOR) "." WORKMEM_PROGRAM_TEXT(WORKMEM_VERSION_PATCH) " ("
    WORKMEM_PROGRAM_INTERFACE "), compiler " __VERSION__ ", " WORKMEM_PROGRAM_STANDARD_LIBRARY;

/// What each module's exported struct begins with.
struct module_head {
    const char* build;
    std::string_view name;
};

/// Where a module is, and what brings the library that it is for.
struct module_file {
    std::string_view name;
    std::string_view library;      ///< what its file's name begins with
    std::string_view development;  ///< Debian's package to build the module with
};

namespace detail {

[[nodiscard]] workmem::result<const void*> open_module(const module_file& which);

}  // namespace detail

/// What a module exports: its `head`, and functions. It stays open. Errors: `storage_error`, which
/// says what to install or build.
template <class Module>
[[nodiscard]] workmem::result<const Module*> open_module(const module_file& which) {
    const auto found = detail::open_module(which);
    if (!found) return found.error();
    return static_cast<const Module*>(*found);
}

}  // namespace workmem_program

/// Makes a shared object the module FILE, which exports a TYPE with these functions, and nothing
/// else. It is data, so that nothing of another build's module is called.
#define WORKMEM_PROGRAM_MODULE(FILE, TYPE, ...)                                         \
    extern "C" {                                                                        \
    extern __attribute__((visibility("default"))) const TYPE workmem_module;            \
    const TYPE workmem_module{{workmem_program::module_build, FILE.name}, __VA_ARGS__}; \
    }
