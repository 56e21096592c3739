#pragma once

#include <workmem/detail/cxx20.hpp>

/// The version of the library, stated once; the build and package files read it from here.
#define WORKMEM_VERSION_MAJOR 0
#define WORKMEM_VERSION_MINOR 1
#define WORKMEM_VERSION_PATCH 0
