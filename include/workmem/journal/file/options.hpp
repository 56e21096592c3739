#pragma once

#include <workmem/journal/recovery.hpp>
#include <workmem/journal/sync_mode.hpp>

#include <chrono>
#include <cstddef>

namespace workmem::journal {

/// What a file journal is opened with.
struct file_options {
    sync_mode sync;  ///< no default: the caller names one
    /// How long to wait for a stream that another process has open.
    std::chrono::milliseconds lock_wait{5'000};
    /// Beyond so many open streams, or a quarter of the files that the process may open, the one
    /// that was used least recently is closed, if there is nothing left to write; its next use opens
    /// it again, and until then others may have it.
    std::size_t most_open = 256;
    /// Nothing is made, mended or written, not even for streams that need it: what of a stream
    /// cannot be read, `recovered` says. A stream that a writer has open is waited for all the
    /// same.
    bool read_only = false;
    /// A stream whose files were deleted or replaced while it was open is a `storage_error`, after a
    /// second at most; with this it is opened again, and made if it is not there.
    bool recreate = false;
    /// Hears of streams in which something was found or mended that a person should know of; on the
    /// thread that uses the stream, which it must not use itself.
    recovery_listener on_recovery{};
};

}  // namespace workmem::journal
