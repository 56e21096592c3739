#pragma once

#include <workmem/journal/recovery.hpp>
#include <workmem/journal/sync_mode.hpp>

#include <chrono>
#include <cstdint>

namespace workmem::journal {

/// What a SQLite journal is opened with.
struct sqlite_options {
    sync_mode sync;  ///< no default: the caller names one; see `sqlite` for what it promises
    /// How long to wait for a lock that another connection holds.
    std::chrono::milliseconds busy_wait{5'000};
    /// How many pages the log beside the database may get before it is written back, which waits
    /// for the disk unless `sync` is `never()`; 0: as many as there are. A process that is the only
    /// one to open the database reads the log as a whole: about a millisecond for 256 pages.
    std::uint16_t log_pages = 1'000;
    /// Nothing is made, mended or written: neither a database where there is none, nor what a crash
    /// left in the log beside it.
    bool read_only = false;
    /// A database that was deleted, moved away or replaced while it was open is a `storage_error`
    /// for the next call; with this it is opened again, and made if there is none.
    bool recreate = false;
    /// Hears of streams in which something was found that a person should know of; on the thread
    /// that uses the stream.
    recovery_listener on_recovery{};
};

}  // namespace workmem::journal
