#pragma once

/// A part of <workmem/src.hpp>: journals.

#include <workmem/config.hpp>
#include <workmem/journal/back_off.ipp>
#include <workmem/journal/file/frame.ipp>
#include <workmem/journal/stream_rules.ipp>
#if WORKMEM_POSIX
#include <workmem/journal/file.ipp>
#include <workmem/journal/file/files.ipp>

template class workmem::journal::basic_file<workmem::journal::posix_files>;
#endif
#if WORKMEM_THREADS
#include <workmem/journal/memory.ipp>
#endif
