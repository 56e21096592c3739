#pragma once

#include <workmem/journal/sync_mode.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <functional>
#include <string>

namespace workmem::journal {

/// What a Redis journal is opened with.
struct redis_options {
    sync_mode sync;  ///< no default: the caller names one; see `redis` for what it asks of a server
    /// What the keys begin with: 1 to 64 of a-z, A-Z, 0-9 and ._:-
    std::string prefix{"workmem"};
    /// For who connects with a password that shall not stand in an address; an address that has
    /// one comes first.
    std::string user{}, password{};
    /// How long one answer may take, and connecting.
    std::chrono::milliseconds timeout{2'000};
    /// How long a call may take with all that it tries again; then it fails. After one that failed
    /// because the server said nothing, the following ones fail at once, until it answers a probe,
    /// which one of them makes each second.
    std::chrono::milliseconds patience{5'000};
    /// Streams that this handle makes go by themselves when nothing was written to them for so
    /// long; 0 keeps them.
    std::chrono::milliseconds idle_ttl{0};
    /// Whether erasing also makes the server write its files anew, which is the only way to get
    /// out of them what was erased. Where the server is shared by many, or does not allow it, its
    /// owner has to see to it, as to dumps that he made by hand where the server makes none.
    bool erase_files = true;
    /// Nothing is made or written.
    bool read_only = false;
    /// Elapsed time, by which a server that says nothing is probed; the system's if there is none.
    std::function<timestamp()> now{};
};

}  // namespace workmem::journal
