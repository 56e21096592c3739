#pragma once

// What every header sees first. A compiler goes on after an #error, to thousands of others, but not without a file.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L || \
    (defined(__clang__) ? __clang_major__ < 14 : defined(__GNUC__) && __GNUC__ < 12)
#error workmem needs C++20: g++ 12 or clang 14, or newer, with -std=c++20, or MSVC with /std:c++20
#include <workmem/needs_cxx20>
#endif
