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
