// Where memory is kept: a folder, a SQLite database, or a server of Redis or PostgreSQL.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/text/quote.hpp>

#if WORKMEM_PROGRAM_SQLITE
#include <workmem_sqlite/sqlite.hpp>
#endif
#if WORKMEM_PROGRAM_REDIS
#include <workmem_redis/redis.hpp>
#endif
#if WORKMEM_PROGRAM_POSTGRES
#include <workmem_postgres/postgres.hpp>
#endif

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_program {

/// Memory is for keeping: what is acknowledged is on the disk.
inline constexpr auto sync = workmem::journal::sync_mode::always();
// Who only reads waits for no writer of each stream for long.
inline constexpr std::chrono::milliseconds short_while{500};

/// The file of `sqlite:FILE`; nothing for a folder.
inline std::optional<std::string> sqlite_file(std::string_view where) {
    constexpr std::string_view prefix = "sqlite:";
    if (!where.starts_with(prefix)) return {};
    return std::string{where.substr(prefix.size())};
}

/// What a person can name as a store.
inline constexpr auto store_kinds =
    "a folder, sqlite:FILE, redis://HOST, or postgresql://HOST/DATABASE";

inline bool is_redis(std::string_view where) {
    return where.starts_with("redis://") || where.starts_with("rediss://");
}
inline bool is_postgres(std::string_view where) {
    return where.starts_with("postgresql://") || where.starts_with("postgres://");
}
inline bool is_server(std::string_view where) {
    return is_redis(where) || is_postgres(where);
}
/// Whether it is meant to be a server's address: as the name of a folder it would show a password.
inline bool is_unknown_server(std::string_view where) {
    return !is_server(where) && (where.find("://") != std::string_view::npos ||
                                 where.find("password=") != std::string_view::npos);
}

/// A store as it may be printed: of a server's address neither user nor password nor any
/// parameter.
inline std::string shown_store(std::string_view where) {
    constexpr std::string_view secret = "password=";
    if (const auto at = where.find(secret); at != where.npos)
        return std::string{where.substr(0, at + secret.size())} + "***";
    const auto scheme = where.find("://");
    if (scheme == where.npos) return std::string{where};
    const auto begin = scheme + 3, at = where.rfind('@'), question = where.find('?');
    std::string out{where.substr(0, begin)};
    // Whether it is a part of a password or of a parameter, nobody can tell.
    if (at != where.npos && at > question) return out + "***";
    const auto from = at == where.npos || at < begin ? begin : at + 1;
    const auto rest = where.substr(from, question - from);
    // A password, where the host behind it was forgotten.
    const auto host = rest.substr(0, rest.find('/'));
    const auto colon = host.rfind(':');
    if (colon != host.npos &&
        host.find_first_not_of("0123456789,:]", colon + 1) != host.npos)
        return out + "***";
    return out += rest;
}

inline std::string quoted_store(std::string_view where) {
    return workmem::text::quoted(shown_store(where));
}

inline workmem::result<void> refuse_unknown_server(std::string_view where) {
    if (!is_unknown_server(where)) return {};
    return workmem::error{workmem::error_code::validation_error,
                          "the store " + quoted_store(where) +
                              " is on no server that is known here; name " + store_kinds};
}

/// A store that has to be there: reading one makes none. What a server has, opening it says.
inline workmem::result<void> has_store(const std::string& where) {
    if (is_server(where)) return {};
    if (auto known = refuse_unknown_server(where); !known) return known;
    const auto file = sqlite_file(where);
    std::error_code ignored;
    const bool there = file ? std::filesystem::is_regular_file(*file, ignored)
                            : std::filesystem::is_directory(where, ignored);
    if (there) return {};
    return workmem::error{
        workmem::error_code::storage_error,
        "there is no store " + quoted_store(where) + "; name " + store_kinds};
}

/// An open store, and the engine it is kept by.
struct opened_store {
    workmem::journal::any journal;
    std::optional<workmem::journal::file> files{};  ///< of a folder

    /// The streams, and what hides others.
    workmem::result<workmem::journal::listing> list() {
        if (files) return files->list();
        auto names = journal.streams();
        if (!names) return names.error();
        return workmem::journal::listing{std::move(*names), {}};
    }
    /// What could not be read of an open stream, if anything.
    std::optional<workmem::error> unread(const std::string& stream) {
        if (!files) return {};
        const auto found = files->recovered(stream);
        if (!found) return found.error();
        const bool is_cut = found->end == workmem::journal::log_end::missing;
        if (found->cut_bytes == 0 && !is_cut) return {};
        return workmem::journal::file_problem(
            workmem::journal::stream_path{files->folder(), stream}.log(), found->message(stream),
            is_cut ? "restore it from a backup, or open it for writing to go on with what is there"
                   : "the next opening for writing puts them aside");
    }
};

struct store_options {
    workmem::journal::sync_mode sync_mode = sync;
    std::chrono::milliseconds wait{5'000};  ///< for who else writes
    bool read_only = false;
};

/// Opens any of `store_kinds`, or makes it unless it is only to be read. What had to be mended,
/// or passed over, stands on the standard error.
inline workmem::result<opened_store> open_any_store(const std::string& where,
                                                    const store_options& how) {
    const bool read_only = how.read_only;
    using workmem::journal::any;
    const auto tell = [read_only](std::string_view stream,
                                  const workmem::journal::recovery& found) {
        // Who reads says by himself what he could not read.
        if (!read_only || !found.passed_over.empty())
            std::cerr << "workmem: " << found.message(stream) << '\n';
    };
    if (auto known = refuse_unknown_server(where); !known) return known.error();
    if (where.empty() || where == "sqlite:")
        return workmem::error{workmem::error_code::validation_error,
                              std::string{"the store has no name; name "} + store_kinds};
    if (const auto file = sqlite_file(where)) {
#if WORKMEM_PROGRAM_SQLITE
        auto opened = workmem::journal::sqlite::open(*file, {.sync = how.sync_mode,
                                                             .busy_wait = how.wait,
                                                             .read_only = read_only,
                                                             .on_recovery = tell});
        if (!opened) return opened.error();
        return opened_store{any{*opened}};
#else
        return workmem::error{workmem::error_code::storage_error,
                              "cannot open " + workmem::text::quoted(where) +
                                  ": this program was built without SQLite; name a folder"};
#endif
    }
    if (is_redis(where)) {
#if WORKMEM_PROGRAM_REDIS
        // Over a network even who waits for nobody takes his time.
        constexpr std::chrono::milliseconds least{1'000};
        workmem::journal::redis_options with{.sync = how.sync_mode, .read_only = read_only};
        // Reading asks nothing of the server's disk.
        if (read_only) with.sync = workmem::journal::sync_mode::never();
        with.patience = (std::max)(how.wait, least);
        with.timeout = (std::min)(with.timeout, with.patience);
        // As for redis-cli: an address that other users can see needs no password.
        if (const auto* const password = std::getenv("REDISCLI_AUTH")) with.password = password;
        auto opened = workmem::journal::redis::open(where, with);
        if (!opened) return opened.error();
        return opened_store{any{*opened}};
#else
        return workmem::error{workmem::error_code::storage_error,
                              "cannot open " + quoted_store(where) +
                                  ": this program was built without Redis; name a folder"};
#endif
    }
    if (is_postgres(where)) {
#if WORKMEM_PROGRAM_POSTGRES
        // Over a network even who waits for nobody takes his time.
        constexpr std::chrono::milliseconds least{2'000};
        auto opened = workmem::journal::postgres::open(
            where, {.connect_timeout = (std::max)(how.wait, least),
                    .statement_timeout = (std::max)(how.wait, least),
                    .patience = how.wait,
                    .read_only = read_only});
        if (!opened) return opened.error();
        return opened_store{any{*opened}};
#else
        return workmem::error{workmem::error_code::storage_error,
                              "cannot open " + quoted_store(where) +
                                  ": this program was built without PostgreSQL; name a folder"};
#endif
    }
    auto opened =
        workmem::journal::file::open(where, {.sync = how.sync_mode,
                                             .lock_wait = read_only ? short_while : how.wait,
                                             .read_only = read_only,
                                             .on_recovery = tell});
    if (!opened) return opened.error();
    return opened_store{any{*opened}, *opened};
}

/// The journal of a store, which is made if there is none.
inline workmem::result<workmem::journal::any> open_store(const std::string& where) {
    auto opened = open_any_store(where, {});
    if (!opened) return opened.error();
    return std::move(opened->journal);
}

/// A store that is there, opened without writing anything.
inline workmem::result<opened_store> read_store(const std::string& where) {
    if (auto there = has_store(where); !there) return there.error();
    return open_any_store(where, {.read_only = true});
}

/// What a server keeps memories in: `memory`, or a store. Who only reads makes none.
inline workmem::result<workmem::journal::any> open_served(const workmem::result<std::string>& where,
                                                          bool read_only) {
    if (!where) return where.error();
    if (*where == "memory") return workmem::journal::any{workmem::journal::memory{}};
    if (!read_only) return open_store(*where);
    auto there = read_store(*where);
    if (!there) return there.error();
    return std::move(there->journal);
}

/// Tells of what could not be read; how often, decides the exit status.
class unread_parts {
public:
    explicit unread_parts(std::ostream& log) : log_{log} {}
    void note(const workmem::error& problem) {
        log_ << "workmem: " << problem.message() << '\n';
        status_ = 1;
    }
    /// 1 if there was any, else 0.
    [[nodiscard]] int status() const noexcept { return status_; }

private:
    std::ostream& log_;
    int status_ = 0;
};

}  // namespace workmem_program
