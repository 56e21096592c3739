#pragma once

#include <workmem/detail/cxx20.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace workmem::journal {

/// What is left of a record that was rewritten, or of a stream that was erased.
enum class postgres_erasure : std::uint8_t {
    /// No query finds it any more. Its bytes stay in the server's files until autovacuum has found
    /// their place and something else is written there.
    rows,
    /// The tables are written anew without it (VACUUM FULL), which stops everybody else meanwhile.
    /// The write-ahead log holds it until the server uses that anew; replicas, archives and backups
    /// are their owners' business.
    files
};

/// What a PostgreSQL journal is opened with. All times are for one thing that is waited for.
struct postgres_options {
    /// Where its tables are, as a name of any characters, at most 63 bytes; made if it is not
    /// there.
    std::string schema = "workmem";
    /// For a connection to stand.
    std::chrono::milliseconds connect_timeout{5'000};
    /// For a statement, waiting for locks included; the server stops it then. If it does not even
    /// say so, a second later the connection is given up.
    std::chrono::milliseconds statement_timeout{10'000};
    /// For what was sent to be received, where the system knows this (TCP_USER_TIMEOUT).
    std::chrono::milliseconds tcp_user_timeout{10'000};
    /// How long a call goes on after its connection broke, or a deadlock took its transaction back:
    /// it connects anew and tries again, with pauses of random length. After one that failed
    /// because the server said nothing, the following ones fail at once, until it answers a probe,
    /// which one of them makes each second.
    std::chrono::milliseconds patience{15'000};
    /// Nothing is made or written; a standby will do.
    bool read_only = false;
    postgres_erasure erasure = postgres_erasure::rows;
    /// Elapsed time, by which a server that says nothing is probed; the system's if there is none.
    std::function<timestamp()> now{};
};

}  // namespace workmem::journal
