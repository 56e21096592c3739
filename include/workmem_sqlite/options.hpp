#pragma once

#include <workmem/journal/recovery.hpp>
#include <workmem/journal/sync_mode.hpp>

#include <chrono>

namespace workmem::journal {

/// What a SQLite journal is opened with.
struct sqlite_options {
    sync_mode sync;  ///< no default: the caller names one; see `sqlite` for what it promises
    /// How long to wait for a lock that another connection holds.
    std::chrono::milliseconds busy_wait{5'000};
    /// Nothing is made, mended or written: neither a database where there is none, nor what a crash
    /// left in the log beside it.
    bool read_only = false;
    /// Hears of streams in which something was found that a person should know of; on the thread
    /// that uses the stream.
    recovery_listener on_recovery{};
};

}  // namespace workmem::journal
