#pragma once

#include <workmem_postgres/address.hpp>
#include <workmem_postgres/opening.hpp>
#include <workmem_postgres/options.hpp>
#include <workmem_postgres/session.hpp>
#include <workmem_postgres/store.hpp>
#include <workmem_postgres/waiting.hpp>

#include <workmem/detail/pointers.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Keeps streams in a PostgreSQL database, which processes of many machines may share: whoever
/// appends first at a sequence wins, the others get `conflict`. Needs libpq 14 and a server of at
/// least that version.
///
/// What is recorded is on the server's disk, as far as the server's own settings (fsync,
/// synchronous_commit beyond `off`) let it be. A connection that breaks is made anew; an append
/// whose answer was lost with it is tried again and read back, so that it is never there twice, and
/// `unknown` only where the server stays away. No call waits longer than the options say: for a
/// statement, and then for the patience.
///
/// One connection, one call at a time, and one more for each thread that waits for changes. They
/// are sessions with prepared statements and LISTEN, which a pooler must not share among others. A
/// process that forks must not use a handle that it opened before.
///
/// A handle; copies share the connection. Thread-safe.
class postgres {
    using clock = std::chrono::steady_clock;

public:
    static constexpr bool records = true;
    static constexpr bool loses_answers = true;

    /// Opens the journal in a database that is there, by a URL
    /// (`postgresql://user:password@host:port/database`) or libpq's `key=value` pairs; what they
    /// leave open is taken from the environment (PGPASSWORD, …), as by every program with libpq.
    /// Makes the schema and its tables, or brings them to the newest format, if it is not only to
    /// be read. Another program's tables and a newer format are a `storage_error`, and are left as
    /// they are. No message holds a password.
    [[nodiscard]] static result<postgres> open(std::string address, postgres_options options = {}) {
        constexpr std::size_t longest_identifier = 63;
        const auto& schema = options.schema;
        if (schema.empty() || schema.size() > longest_identifier ||
            schema.find('\0') != schema.npos || schema.starts_with("pg_") || schema == "$user")
            return error{
                error_code::validation_error,
                "the schema is " + text::quoted(schema.substr(0, 100)) +
                    "; allowed are 1 to 63 bytes that do not begin with pg_, and not $user"};
        auto where = read_postgres_address(std::move(address));
        if (!where) return where.error();
        using std::chrono::milliseconds;
        for (auto* const each : {&options.connect_timeout, &options.statement_timeout,
                                 &options.tcp_user_timeout, &options.patience})
            *each = std::clamp<milliseconds>(*each, milliseconds{0}, longest_timeout);
        postgres opened{std::move(*where), std::move(options)};
        if (auto done = postgres_opening{opened.state_->store.session()}.run(); !done)
            return done.error();
        return opened;
    }

    /// Finds a stream, or creates it; see `full_engine`. For who only reads, one that is not there
    /// has no records.
    [[nodiscard]] result<stream_info> open_stream(std::string_view name, std::string_view purpose) {
        if (auto problem = refuse_names(name, purpose)) return std::move(*problem);
        const auto lock = state_->lock();
        auto found =
            is_read_only() ? state_->store.find(name) : state_->store.find_or_create(name, purpose);
        if (!found) return found.error();
        if (found->id == 0) return stream_info{.purpose = std::string{purpose}};
        if (auto problem = refuse_purpose(name, found->info.purpose, purpose))
            return std::move(*problem);
        return std::move(found->info);
    }

    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        const auto lock = state_->lock();
        auto found = state_->store.find(name);
        if (!found) return found.error();
        if (found->id == 0) return std::optional<stream_info>{};
        return std::optional{std::move(found->info)};
    }

    /// All or nothing, in one round trip. `unknown` when the answer was lost and the server stays
    /// away, or when the records at that place are forgotten by now. O(lines · log records).
    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        std::string_view incarnation = {}) {
        if (auto problem = refuse_names(name)) return {append_status::failed, std::move(problem)};
        if (auto refused = writable(); !refused) return {append_status::failed, refused.error()};
        const auto lock = state_->lock();
        return state_->store.append(name, expected, lines, incarnation);
    }

    /// Appended is durable.
    [[nodiscard]] result<void> commit(std::string_view, std::uint64_t) { return {}; }
    [[nodiscard]] result<void> flush(std::string_view) { return {}; }

    /// Visits the records above `from` in order, with no lock held: the visitor may use the
    /// journal. A stream that is truncated or erased in the middle of it is a `conflict`; read it
    /// again then.
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view name, std::uint64_t from, Visit&& visit) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        postgres_page page;
        const auto next_page = [&] {
            const auto lock = state_->lock();
            return state_->store.read(name, from, page);
        };
        if (auto done = next_page(); !done) return done.error();
        const auto id = page.id, last = page.last;
        const read_end end{from < page.oldest, page.oldest};
        while (!end.compacted && from < last) {
            for (std::size_t i = 0; i < page.records && from < last; ++i)
                visit(record{++from, page.rows->bytes(i, 4)});
            if (from >= last) break;
            if (auto done = next_page(); !done) return done.error();
            if (page.id != id || from < page.oldest || page.last < last)
                return error{error_code::conflict,
                             "stream " + text::quoted(name) +
                                 " was truncated or erased while it was read, at record " +
                                 std::to_string(from) + "; read it again"};
        }
        return end;
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        if (auto problem = refuse_owner(owner)) return std::move(*problem);
        return written(name, [&](postgres_store& store) {
            return store.save_snapshot(name, owner, sequence, bytes);
        });
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (!is_owner(owner)) return std::optional<snapshot>{};
        const auto lock = state_->lock();
        return state_->store.newest_snapshot(name, owner, at_most);
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        return written(name, [&](postgres_store& store) { return store.truncate(name, up_to); });
    }

    /// `change(record)` gives other bytes, or nothing; it must not use the journal, and is asked
    /// again if the connection breaks. Others append afterwards: nothing they write is lost. What
    /// is left of what was replaced, `postgres_options::erasure` says; an error with the detail
    /// `left_in` says that the records are rewritten, but that the server's files may still hold
    /// what they replaced: call it again then. O(records).
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change&& change,
                                       outdated_snapshots outdated = {}) {
        return written(name, [&](postgres_store& store) -> result<void> {
            if (auto done = store.rewrite(name, change, outdated); !done) return done;
            return store.erase_leftovers();
        });
    }

    [[nodiscard]] result<std::vector<std::string>> streams() {
        const auto lock = state_->lock();
        return state_->store.names();
    }

    /// What is left of it, `postgres_options::erasure` says; for errors see `rewrite`. O(records).
    [[nodiscard]] result<bool> erase_stream(std::string_view name) {
        return written(name, [&](postgres_store& store) -> result<bool> {
            auto erased = store.erase(name);
            if (!erased || !*erased) return erased;
            if (auto done = store.erase_leftovers(); !done) return done.error();
            return true;
        });
    }

    /// True once there is a record above `after`, false after the timeout. Appenders wake it, in
    /// whatever process; a server that is away is waited for.
    [[nodiscard]] bool wait_for_changes(std::string_view name, std::uint64_t after,
                                        std::chrono::milliseconds timeout) {
        return state_->waiters.wait(
            name, after,
            clock::now() + std::clamp(timeout, std::chrono::milliseconds{0}, longest_wait));
    }

    /// The server's time; nothing where it does not say.
    [[nodiscard]] std::optional<timestamp> now() {
        const auto lock = state_->lock();
        return state_->store.now();
    }

    [[nodiscard]] bool is_read_only() const noexcept { return options().read_only; }
    /// Host, port and database; no user and no password.
    [[nodiscard]] const std::string& shown() const noexcept {
        return state_->store.session().address().shown;
    }
    [[nodiscard]] postgres_counts counts() const {
        const std::lock_guard lock{state_->mutex};
        auto out = state_->store.session().counts();
        out.probes = state_->store.session().server_silence().probes();
        return out;
    }

private:
    static constexpr std::chrono::milliseconds longest_wait = std::chrono::hours{24 * 365};
    // PostgreSQL counts milliseconds in 31 bits.
    static constexpr std::chrono::milliseconds longest_timeout = std::chrono::hours{24 * 20};

    struct state {
        state(postgres_address at, postgres_options options)
            : store{std::move(at), std::move(options)} {}
        state(const state&) = delete;
        state& operator=(const state&) = delete;
        ~state() = default;
        // A caller that finds a probe due makes it before, so that no other waits for it.
        [[nodiscard]] std::unique_lock<std::mutex> lock() {
            (void)store.session().is_silent();
            return std::unique_lock{mutex};
        }
        mutable std::mutex mutex;
        postgres_store store;
        postgres_waiters waiters{store.session()};
    };

    postgres(postgres_address at, postgres_options options)
        : state_{std::in_place, std::move(at), std::move(options)} {}

    [[nodiscard]] const postgres_options& options() const noexcept {
        return state_->store.session().options();
    }
    [[nodiscard]] result<void> writable() const {
        if (!is_read_only()) return {};
        return postgres_problem(state_->store.session().address(), "it is opened for reading only",
                                "open the journal without `read_only`");
    }
    template <class Change>
    [[nodiscard]] std::invoke_result_t<Change&, postgres_store&> written(std::string_view name,
                                                                         Change&& change) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        if (auto refused = writable(); !refused) return refused.error();
        const auto lock = state_->lock();
        return change(state_->store);
    }

    workmem::detail::shared<state> state_;
};

}  // namespace workmem::journal
