#pragma once

#include <workmem/detail/cxx20.hpp>

/// For the few short functions that every lookup goes through (at -O2 compilers call some of
/// them), for what those call once in a thousand times, and for
/// what they call rarely but whose callers must not be moved out of the way. A lambda has its mark
/// behind its parameters.
#if defined(_MSC_VER)
#define WORKMEM_INLINE __forceinline
#define WORKMEM_INLINE_LAMBDA [[msvc::forceinline]]
#define WORKMEM_SELDOM __declspec(noinline)
#define WORKMEM_APART __declspec(noinline)
#else
#define WORKMEM_INLINE [[gnu::always_inline]] inline
#define WORKMEM_INLINE_LAMBDA __attribute__((always_inline))
#define WORKMEM_SELDOM [[gnu::noinline, gnu::cold]]
#define WORKMEM_APART [[gnu::noinline]]
#endif
