#pragma once

#include <workmem/version.hpp>

// MSVC ignores the standard spelling to keep its ABI.
#if defined(_MSC_VER)
#define WORKMEM_NO_UNIQUE_ADDRESS [[msvc::no_unique_address]]
#else
#define WORKMEM_NO_UNIQUE_ADDRESS [[no_unique_address]]
#endif

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define WORKMEM_EXCEPTIONS 1
#else
#define WORKMEM_EXCEPTIONS 0
#endif

// MinGW has parts of POSIX, but nothing to open files below a folder with.
#if __has_include(<unistd.h>) && !defined(_WIN32)
#define WORKMEM_POSIX 1
#else
#define WORKMEM_POSIX 0
#endif

// WebAssembly without threads has nobody to wait for.
#if defined(__wasi__) && !defined(_REENTRANT)
#define WORKMEM_THREADS 0
#else
#define WORKMEM_THREADS 1
#endif

// Header-only, all bodies come with the headers. With WORKMEM_COMPILED those that depend on no policy
// are where <workmem/src.hpp> is included, in workmem::compiled or in one file, and so are the
// default memories; the bodies of the memories' templates come with <workmem/templates.hpp>, or with
// the memories where WORKMEM_TEMPLATES is defined.
#if defined(WORKMEM_COMPILED)
#define WORKMEM_DECL
#else
#define WORKMEM_DECL inline
#if !defined(WORKMEM_TEMPLATES)
#define WORKMEM_TEMPLATES 1
#endif
#endif

// The default policies are in a namespace that says how they are built: a file that sees other
// containers than the library does not link with it.
#if !defined(WORKMEM_COMPILED)
#define WORKMEM_BUILD header_only
#elif defined(_GLIBCXX_DEBUG)
#define WORKMEM_BUILD compiled_with_debug_containers
#elif defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#define WORKMEM_BUILD compiled_with_old_strings
#else
#define WORKMEM_BUILD compiled
#endif

// Nor does a file that has the library header-only link with one that has it compiled, or whose
// containers are others, whatever they use of it: GNU's linkers refuse one variable that is a
// thread's own in one file and not in another, and name it. (Of clang with -flto they see nothing.)
// A module's interface has no file of its own to define it in.
#if defined(__ELF__) && defined(__GNUC__) && !defined(WORKMEM_MODULE)
#define WORKMEM_SAME_IN_ALL_FILES __attribute__((weak, visibility("hidden")))
extern "C" {
#if defined(WORKMEM_COMPILED)
extern char workmem_is_header_only_in_one_file_and_compiled_in_another;
WORKMEM_SAME_IN_ALL_FILES char workmem_is_header_only_in_one_file_and_compiled_in_another;
#if defined(_GLIBCXX_DEBUG)
extern __thread char workmem_sees_debug_containers_in_one_file_and_others_in_another;
WORKMEM_SAME_IN_ALL_FILES __thread char
    workmem_sees_debug_containers_in_one_file_and_others_in_another;
#else
extern char workmem_sees_debug_containers_in_one_file_and_others_in_another;
WORKMEM_SAME_IN_ALL_FILES char workmem_sees_debug_containers_in_one_file_and_others_in_another;
#endif
#else
extern __thread char workmem_is_header_only_in_one_file_and_compiled_in_another;
WORKMEM_SAME_IN_ALL_FILES __thread char workmem_is_header_only_in_one_file_and_compiled_in_another;
#endif
}
#undef WORKMEM_SAME_IN_ALL_FILES
#endif
