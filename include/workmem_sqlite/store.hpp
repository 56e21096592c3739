#pragma once

#include <workmem_sqlite/connection.hpp>
#include <workmem_sqlite/rows.hpp>
#include <workmem_sqlite/streams.hpp>

#include <workmem/config.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/recovery.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// The records and snapshots of streams, for one thread at a time. Whatever fails is rolled back.
/// Neither copyable nor movable.
class sqlite_store {
public:
    explicit sqlite_store(std::unique_ptr<sqlite_connection> in)
        : streams_{std::move(in)}, in_{streams_.connection()} {}

    [[nodiscard]] sqlite_streams& streams() noexcept { return streams_; }
    [[nodiscard]] sqlite_connection& connection() noexcept { return in_; }

    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        std::string_view incarnation) {
        sqlite_transaction writing{in_, sql::begin_writing};
        const auto failed = [&](error problem) {
            streams_.forget();
            return append_outcome{append_status::failed, std::move(problem)};
        };
        if (writing.code() != SQLITE_OK)
            return failed(in_.problem("append to the stream", writing.code()));
        auto found = streams_.find(name);
        if (!found) return failed(found.error());
        if ((*found ? (*found)->last : 0) != expected ||
            is_other(*found ? std::string_view{(*found)->incarnation} : std::string_view{},
                     incarnation))
            return {append_status::conflict, {}};
        if (*found && lines.empty()) return {};
        if (lines.size() > max_sqlite_sequence - expected)
            return failed({error_code::validation_error, "a stream has at most 2^63 - 1 records"});
        if (!*found) {
            auto made = streams_.find_or_create(name, {});
            if (!made) return failed(made.error());
            *found = std::move(*made);
        }
        const auto id = (*found)->id;
        auto last = expected;
        for (const auto line : lines) {
            ++last;
            auto row = in_.query(sql::add_record);
            row.bind(id).bind(last);
            row.bind(sqlite_checksum(id, last, line)).bind(line);
            if (row.run() != SQLITE_OK)
                return failed(in_.problem("append to the stream", row.code()));
        }
        if (const auto code = writing.commit(); code != SQLITE_OK) {
            if (is_certainly_lost(code)) return failed(in_.problem("append to the stream", code));
            auto outcome = failed(in_.problem(
                "tell whether the records were appended, read the stream before anything else",
                code));
            outcome.status = append_status::unknown;
            return outcome;
        }
        streams_.appended(name, last);
        if (written_.find(name) == written_.end()) written_.emplace(name);
        return {};
    }

    /// Marks where the streams end that were written to, so that a record that goes is missed. As
    /// well as it can be done without waiting for long: where not, it is as after a crash.
    void close() noexcept {
        constexpr int short_while = 100;  // milliseconds
        if (written_.empty()) return;
        sqlite3_busy_timeout(in_.get(), short_while);
#if WORKMEM_EXCEPTIONS
        try {
            (void)mark_ends();
        } catch (...) {
        }
#else
        (void)mark_ends();
#endif
    }

    /// Records above `from`: at least one, if there are any, and not many more than 4 MiB.
    [[nodiscard]] result<void> read(std::string_view name, std::uint64_t from, sqlite_page& page) {
        page.bytes.clear();
        page.entries.clear();
        const sqlite_transaction reading{in_, sql::begin_reading};
        if (const auto code = streams_.begin_view(reading); code != SQLITE_OK)
            return in_.problem("read the stream", code);
        auto found = streams_.find(name);
        if (!found) return found.error();
        page.stream = *found ? std::move(**found) : sqlite_stream{};
        if (from < page.stream.oldest || from >= page.stream.last) return {};
        auto row = in_.query(sql::read_records);
        row.bind(page.stream.id).bind(from).bind(page.stream.last);
        while (page.bytes.size() < page_size && row.next()) {
            const auto bytes = row.bytes(2);
            if (row.number(0) != ++from ||
                row.number(1) != sqlite_checksum(page.stream.id, from, bytes))
                return damaged_record(name, from);
            page.entries.push_back({from, bytes.size()});
            page.bytes += bytes;
        }
        if (!row.good()) return in_.problem("read the stream", row.code());
        if (page.entries.empty()) return damaged_record(name, from + 1);
        return {};
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        return streams_.write("save the snapshot", [&]() -> result<void> {
            auto found = streams_.find(name);
            if (!found) return found.error();
            const auto last = *found ? (*found)->last : 0;
            if (auto problem = refuse_sequence("a snapshot", sequence, last))
                return std::move(*problem);
            auto stream = streams_.find_or_create(name, {});
            if (!stream) return stream.error();
            std::optional<std::uint64_t> newest;
            // A damaged one is no reason to keep none.
            if (auto there = find_snapshot(stream->id, owner, max_sqlite_sequence, newest);
                !there && !newest)
                return there.error();
            if (newest && sequence < *newest) return older_snapshot(owner, sequence, *newest);
            auto row = in_.query(sql::put_snapshot);
            row.bind(stream->id).bind(owner).bind(sequence);
            row.bind(sqlite_checksum(stream->id, sequence, bytes, owner)).bind(bytes);
            return done("save the snapshot", row.run());
        });
    }

    /// `passed_over` gets why newer ones were.
    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(
        std::string_view name, std::string_view owner, std::uint64_t at_most,
        std::vector<std::string>& passed_over) {
        const sqlite_transaction reading{in_, sql::begin_reading};
        if (const auto code = streams_.begin_view(reading); code != SQLITE_OK)
            return in_.problem("read the snapshot", code);
        auto found = streams_.find(name);
        if (!found) return found.error();
        if (!*found) return std::optional<snapshot>{};
        return newest_good_snapshot(
            at_most, {(*found)->oldest, false},  // rewriting leaves no older ones, and no trace
            [&](std::uint64_t up_to, std::optional<std::uint64_t>& sequence) {
                return find_snapshot((*found)->id, owner, up_to, sequence);
            },
            passed_over);
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        return streams_.write("truncate the stream", [&]() -> result<void> {
            auto found = streams_.find(name);
            if (!found) return found.error();
            auto stream = *found ? std::move(**found) : sqlite_stream{};
            if (auto problem = refuse_sequence("truncation", up_to, stream.last))
                return std::move(*problem);
            if (up_to <= stream.oldest) return {};
            stream.oldest = up_to;
            for (const auto which : {sql::forget_records, sql::forget_snapshots}) {
                auto row = in_.query(which);
                if (row.bind(stream.id).bind(up_to).run() != SQLITE_OK)
                    return in_.problem("truncate the stream", row.code());
            }
            auto row = in_.query(sql::set_oldest);
            row.bind(stream.id).bind(up_to).bind(sqlite_checksum(name, stream));
            return done("truncate the stream", row.run());
        });
    }

    /// `change(record)` gives other bytes, or nothing. What was replaced may still be in the
    /// files; see `erase_leftovers`.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change& change,
                                       outdated_snapshots outdated) {
        return streams_.write("rewrite the stream", [&]() -> result<void> {
            auto found = streams_.find(name);
            if (!found) return found.error();
            if (!*found) return {};
            const auto& stream = **found;
            for (auto at = stream.oldest; at < stream.last;) {
                ++at;
                std::optional<std::string> other;
                {
                    auto row = in_.query(sql::next_record);
                    row.bind(stream.id).bind(at - 1);
                    if (!row.next() && !row.good())
                        return in_.problem("rewrite the stream", row.code());
                    const auto bytes = row.bytes(2);
                    if (row.number(0) != at ||
                        row.number(1) != sqlite_checksum(stream.id, at, bytes))
                        return damaged_record(name, at);
                    other = change(record{at, bytes});
                }
                if (!other) continue;
                auto row = in_.query(sql::change_record);
                row.bind(stream.id).bind(at).bind(sqlite_checksum(stream.id, at, *other));
                if (row.bind(*other).run() != SQLITE_OK)
                    return in_.problem("rewrite the stream", row.code());
            }
            auto row =
                in_.query(outdated.owner.empty() ? sql::outdate_snapshots : sql::outdate_owner);
            row.bind(stream.id).bind(outdated.below);
            if (!outdated.owner.empty()) row.bind(outdated.owner);
            return done("rewrite the stream", row.run());
        });
    }

    /// Whether it was there.
    [[nodiscard]] result<bool> erase(std::string_view name) {
        bool was_there = false;
        auto erased = streams_.write("erase the stream", [&]() -> result<void> {
            auto found = streams_.find(name);
            if (!found) return found.error();
            if (!*found) return {};
            was_there = true;
            for (const auto which : {sql::erase_records, sql::erase_snapshots, sql::erase_stream}) {
                auto row = in_.query(which);
                if (row.bind((*found)->id).run() != SQLITE_OK)
                    return in_.problem("erase the stream", row.code());
            }
            return {};
        });
        if (!erased) return erased.error();
        if (const auto known = written_.find(name); known != written_.end()) written_.erase(known);
        return was_there;
    }

    /// Leaves no byte in the files that no row has any more.
    [[nodiscard]] result<void> erase_leftovers() {
        streams_.forget();
        auto code = in_.run_once("VACUUM");
        if (code == SQLITE_OK)
            code = sqlite3_wal_checkpoint_v2(in_.get(), "main", SQLITE_CHECKPOINT_TRUNCATE, nullptr,
                                             nullptr);
        if (code == SQLITE_OK) return {};
        const auto log = in_.path() + "-wal";
        const auto cause = in_.problem("erase what was replaced", code);
        return error{error_code::storage_error,
                     cause.message() + ". The change itself is made, but " + text::quoted(log) +
                         " and the file may still hold what it replaced, as long as another "
                         "connection reads or writes: close those, then call `rewrite` again",
                     {{"path", in_.path()}, {"left_in", log}}};
    }

private:
    [[nodiscard]] result<void> mark_ends() {
        return streams_.write("close the streams", [&]() -> result<void> {
            for (const auto& name : written_) {
                const auto found = streams_.find(name);
                if (!found || !*found) continue;
                const auto id = (*found)->id, last = (*found)->last;
                auto mark = in_.query(sql::put_snapshot);
                mark.bind(id).bind(sqlite_closing).bind(last);
                mark.bind(sqlite_checksum(id, last, sqlite_closing, sqlite_closing));
                if (const auto code = mark.bind(sqlite_closing).run(); code != SQLITE_OK)
                    return in_.problem("close the stream", code);
                auto older = in_.query(sql::outdate_owner);
                if (older.bind(id).bind(last).bind(sqlite_closing).run() != SQLITE_OK)
                    return in_.problem("close the stream", older.code());
            }
            return {};
        });
    }

    static constexpr std::size_t page_size = std::size_t{4} << 20U;

    [[nodiscard]] result<void> done(std::string_view doing, int code) const {
        return code == SQLITE_OK ? result<void>{} : in_.problem(doing, code);
    }
    [[nodiscard]] error damaged_record(std::string_view name, std::uint64_t sequence) const {
        return sqlite_damage(in_.path(), "record " + std::to_string(sequence) + " of stream " +
                                             text::quoted(name) + " is not what was written");
    }

    // `sequence` is set as soon as it is known.
    [[nodiscard]] result<std::optional<snapshot>> find_snapshot(
        std::uint64_t id, std::string_view owner, std::uint64_t at_most,
        std::optional<std::uint64_t>& sequence) {
        auto row = in_.query(sql::newest_snapshot);
        row.bind(id).bind(owner).bind(at_most);
        if (!row.next()) {
            if (!row.good()) return in_.problem("read the snapshot", row.code());
            return std::optional<snapshot>{};
        }
        sequence = row.number(0);
        snapshot found{*sequence, std::string{row.bytes(2)}};
        if (row.number(1) != sqlite_checksum(id, found.sequence, found.bytes, owner))
            return sqlite_damage(in_.path(), "the snapshot of " + text::quoted(owner) +
                                                 " at record " + std::to_string(found.sequence));
        return std::optional{std::move(found)};
    }

    // Without the last page of a commit nobody can take it for one. Of a sync that failed, or of
    // one that could not be announced, a crash may make something else than we see now.
    [[nodiscard]] static bool is_certainly_lost(int code) noexcept {
        switch (code & 0xFF) {
            case SQLITE_BUSY:
            case SQLITE_FULL:
            case SQLITE_READONLY: return true;
            default: return code == SQLITE_IOERR_WRITE;
        }
    }

    sqlite_streams streams_;
    sqlite_connection& in_;
    std::set<std::string, std::less<>> written_;
};

}  // namespace workmem::journal
