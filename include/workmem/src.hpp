#pragma once

/// The library itself, for a program that defines WORKMEM_COMPILED in all its files, and does not
/// link workmem::compiled: include this in one of them. It takes a minute and 3 GB to compile; src/ has it in
/// five parts, which several processors may share.

#include <workmem/detail/cxx20.hpp>

#if !defined(WORKMEM_COMPILED)
#error "workmem: define WORKMEM_COMPILED for all files, or leave <workmem/src.hpp> out"
#endif

#include <workmem/src/agents.hpp>
#include <workmem/src/entities.hpp>
#include <workmem/src/extraction.hpp>
#include <workmem/src/resolution.hpp>
#include <workmem/src/tasks.hpp>
