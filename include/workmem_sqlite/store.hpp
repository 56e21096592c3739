#pragma once

#include <workmem_sqlite/connection.hpp>

#include <workmem/detail/crc32c.hpp>
#include <workmem/detail/little_endian.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// A stream as its row describes it, and its last record.
struct sqlite_stream {
    std::uint64_t id = 0;
    std::string purpose{};
    std::string incarnation{};
    std::uint64_t oldest = 0;
    std::uint64_t last = 0;
};

/// CRC-32C of a row: SQLite finds damaged pages, not damaged content.
[[nodiscard]] inline std::uint64_t sqlite_checksum(std::uint64_t id, std::uint64_t sequence,
                                                   std::string_view bytes,
                                                   std::string_view owner = {}) noexcept {
    char head[16];
    detail::store_little(head, id);
    detail::store_little(head + 8, sequence);
    const auto crc = detail::crc32c(owner, detail::crc32c({head, sizeof head}));
    return detail::crc32c(bytes, crc);
}
[[nodiscard]] inline std::uint64_t sqlite_checksum(std::string_view name,
                                                   const sqlite_stream& of) noexcept {
    const auto crc = sqlite_checksum(name.size(), of.oldest, name);
    return sqlite_checksum(of.purpose.size(), crc, of.purpose, of.incarnation);
}

/// Some records of a stream, as it was at one moment.
struct sqlite_page {
    struct entry {
        std::uint64_t sequence;
        std::size_t size;
    };
    sqlite_stream stream{};  ///< id 0: there is none
    std::string bytes{};
    std::vector<entry> entries{};
};

/// The streams in a database, for one thread at a time. Whatever fails is rolled back. Neither
/// copyable nor movable.
class sqlite_store {
    using optional_stream = std::optional<sqlite_stream>;

public:
    explicit sqlite_store(std::unique_ptr<sqlite_connection> in) : in_{std::move(in)} {}

    [[nodiscard]] sqlite_connection& connection() noexcept { return *in_; }

    /// The stream with this name, in a transaction that has begun.
    [[nodiscard]] result<optional_stream> find(std::string_view name) {
        if (const auto now = in_->version(); now != version_) {
            known_.clear();
            version_ = now;
        }
        if (const auto found = known_.find(name); found != known_.end())
            return optional_stream{found->second};
        sqlite_stream stream;
        {
            auto row = in_->query(sql::find_stream);
            row.bind(name);
            if (!row.next())
                return row.good() ? result<optional_stream>{optional_stream{}}
                                  : in_->problem("find the stream", row.code());
            stream = {row.number(0), std::string{row.bytes(1)}, std::string{row.bytes(2)},
                      row.number(3), 0};
            if (row.number(4) != sqlite_checksum(name, stream))
                return sqlite_damage(in_->path(), "the entry of stream " + text::quoted(name));
        }
        auto last = in_->query(sql::last_record);
        last.bind(stream.id);
        if (!last.next()) return in_->problem("find the last record", last.code());
        stream.last = (std::max)(last.number(0), stream.oldest);
        if (known_.size() >= max_known) known_.clear();
        known_.insert_or_assign(std::string{name}, stream);
        return optional_stream{std::move(stream)};
    }

    /// The same, in a transaction of its own.
    [[nodiscard]] result<optional_stream> look(std::string_view name) {
        const sqlite_transaction reading{*in_, sql::begin_reading};
        if (const auto code = begin_view(reading); code != SQLITE_OK)
            return in_->problem("read the database", code);
        return find(name);
    }

    /// Finds or creates it.
    [[nodiscard]] result<sqlite_stream> open(std::string_view name, std::string_view purpose) {
        auto found = look(name);
        if (!found) return found.error();
        if (*found) return std::move(**found);
        sqlite_stream stream;
        auto done = write("create the stream", [&]() -> result<void> {
            auto opened = find_or_create(name, purpose);
            if (!opened) return opened.error();
            stream = std::move(*opened);
            return {};
        });
        if (!done) return done.error();
        return stream;
    }

    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines) {
        sqlite_transaction writing{*in_, sql::begin_writing};
        const auto failed = [&](error problem) {
            forget_known();
            return append_outcome{append_status::failed, std::move(problem)};
        };
        if (writing.code() != SQLITE_OK)
            return failed(in_->problem("append to the stream", writing.code()));
        auto found = find(name);
        if (!found) return failed(found.error());
        if ((*found ? (*found)->last : 0) != expected) return {append_status::conflict, {}};
        if (*found && lines.empty()) return {};
        if (lines.size() > max_sqlite_sequence - expected)
            return failed({error_code::validation_error, "a stream has at most 2^63 - 1 records"});
        auto stream = find_or_create(name, {});
        if (!stream) return failed(stream.error());
        for (const auto line : lines) {
            ++stream->last;
            auto row = in_->query(sql::add_record);
            row.bind(stream->id).bind(stream->last);
            row.bind(sqlite_checksum(stream->id, stream->last, line)).bind(line);
            if (row.run() != SQLITE_OK)
                return failed(in_->problem("append to the stream", row.code()));
        }
        if (const auto code = writing.commit(); code != SQLITE_OK) {
            auto outcome = failed(in_->problem("append to the stream", code));
            if (!is_certainly_lost(code)) outcome.status = append_status::unknown;
            return outcome;
        }
        if (const auto known = known_.find(name); known != known_.end()) {
            known->second.last = stream->last;
            version_ = in_->version();
        }
        return {};
    }

    /// Records above `from`: at least one, if there are any, and not many more than 4 MiB.
    [[nodiscard]] result<void> read(std::string_view name, std::uint64_t from, sqlite_page& page) {
        page.bytes.clear();
        page.entries.clear();
        const sqlite_transaction reading{*in_, sql::begin_reading};
        if (const auto code = begin_view(reading); code != SQLITE_OK)
            return in_->problem("read the stream", code);
        auto found = find(name);
        if (!found) return found.error();
        page.stream = *found ? std::move(**found) : sqlite_stream{};
        if (from < page.stream.oldest || from >= page.stream.last) return {};
        auto row = in_->query(sql::read_records);
        row.bind(page.stream.id).bind(from).bind(page.stream.last);
        while (page.bytes.size() < page_size && row.next()) {
            const auto bytes = row.bytes(2);
            if (row.number(0) != ++from ||
                row.number(1) != sqlite_checksum(page.stream.id, from, bytes))
                return damaged_record(name, from);
            page.entries.push_back({from, bytes.size()});
            page.bytes += bytes;
        }
        if (!row.good()) return in_->problem("read the stream", row.code());
        if (page.entries.empty()) return damaged_record(name, from + 1);
        return {};
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        return write("save the snapshot", [&]() -> result<void> {
            auto found = find(name);
            if (!found) return found.error();
            const auto last = *found ? (*found)->last : 0;
            if (auto problem = refuse_sequence("a snapshot", sequence, last))
                return std::move(*problem);
            auto stream = find_or_create(name, {});
            if (!stream) return stream.error();
            auto newest = find_snapshot(stream->id, owner, max_sqlite_sequence);
            if (!newest) return newest.error();
            if (*newest && sequence < (*newest)->sequence)
                return older_snapshot(owner, sequence, (*newest)->sequence);
            auto row = in_->query(sql::put_snapshot);
            row.bind(stream->id).bind(owner).bind(sequence);
            row.bind(sqlite_checksum(stream->id, sequence, bytes, owner)).bind(bytes);
            return done("save the snapshot", row.run());
        });
    }

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        const sqlite_transaction reading{*in_, sql::begin_reading};
        if (const auto code = begin_view(reading); code != SQLITE_OK)
            return in_->problem("read the snapshot", code);
        auto found = find(name);
        if (!found) return found.error();
        if (!*found) return std::optional<snapshot>{};
        return find_snapshot((*found)->id, owner, at_most);
    }

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to) {
        return write("truncate the stream", [&]() -> result<void> {
            auto found = find(name);
            if (!found) return found.error();
            auto stream = *found ? std::move(**found) : sqlite_stream{};
            if (auto problem = refuse_sequence("truncation", up_to, stream.last))
                return std::move(*problem);
            if (up_to <= stream.oldest) return {};
            stream.oldest = up_to;
            for (const auto which : {sql::forget_records, sql::forget_snapshots}) {
                auto row = in_->query(which);
                if (row.bind(stream.id).bind(up_to).run() != SQLITE_OK)
                    return in_->problem("truncate the stream", row.code());
            }
            auto row = in_->query(sql::set_oldest);
            row.bind(stream.id).bind(up_to).bind(sqlite_checksum(name, stream));
            return done("truncate the stream", row.run());
        });
    }

    /// `change(record)` gives other bytes, or nothing. What was replaced may still be in the
    /// files; see `erase_leftovers`.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change& change,
                                       outdated_snapshots outdated) {
        return write("rewrite the stream", [&]() -> result<void> {
            auto found = find(name);
            if (!found) return found.error();
            if (!*found) return {};
            const auto& stream = **found;
            for (auto at = stream.oldest; at < stream.last;) {
                ++at;
                std::optional<std::string> other;
                {
                    auto row = in_->query(sql::next_record);
                    row.bind(stream.id).bind(at - 1);
                    if (!row.next() && !row.good())
                        return in_->problem("rewrite the stream", row.code());
                    const auto bytes = row.bytes(2);
                    if (row.number(0) != at ||
                        row.number(1) != sqlite_checksum(stream.id, at, bytes))
                        return damaged_record(name, at);
                    other = change(record{at, bytes});
                }
                if (!other) continue;
                auto row = in_->query(sql::change_record);
                row.bind(stream.id).bind(at).bind(sqlite_checksum(stream.id, at, *other));
                if (row.bind(*other).run() != SQLITE_OK)
                    return in_->problem("rewrite the stream", row.code());
            }
            auto row =
                in_->query(outdated.owner.empty() ? sql::outdate_snapshots : sql::outdate_owner);
            row.bind(stream.id).bind(outdated.below);
            if (!outdated.owner.empty()) row.bind(outdated.owner);
            return done("rewrite the stream", row.run());
        });
    }

    /// Whether it was there.
    [[nodiscard]] result<bool> erase(std::string_view name) {
        bool was_there = false;
        auto erased = write("erase the stream", [&]() -> result<void> {
            auto found = find(name);
            if (!found) return found.error();
            if (!*found) return {};
            was_there = true;
            for (const auto which : {sql::erase_records, sql::erase_snapshots, sql::erase_stream}) {
                auto row = in_->query(which);
                if (row.bind((*found)->id).run() != SQLITE_OK)
                    return in_->problem("erase the stream", row.code());
            }
            return {};
        });
        if (!erased) return erased.error();
        return was_there;
    }

    [[nodiscard]] result<std::vector<std::string>> names() {
        std::vector<std::string> found;
        auto row = in_->query(sql::list_streams);
        while (row.next()) found.emplace_back(row.bytes(0));
        if (!row.good()) return in_->problem("list the streams", row.code());
        return found;
    }

    /// Leaves no byte in the files that no row has any more.
    [[nodiscard]] result<void> erase_leftovers() {
        forget_known();
        auto code = in_->run_once("VACUUM");
        if (code == SQLITE_OK)
            code = sqlite3_wal_checkpoint_v2(in_->get(), "main", SQLITE_CHECKPOINT_TRUNCATE,
                                             nullptr, nullptr);
        if (code == SQLITE_OK) return {};
        const auto log = in_->path() + "-wal";
        const auto cause = in_->problem("erase what was replaced", code);
        return error{error_code::storage_error,
                     cause.message() + ". The change itself is made, but " + text::quoted(log) +
                         " and the file may still hold what it replaced, as long as another "
                         "connection reads or writes: close those, then call `rewrite` again",
                     {{"path", in_->path()}, {"left_in", log}}};
    }

private:
    static constexpr std::size_t max_known = 1'024;
    static constexpr std::size_t page_size = std::size_t{4} << 20U;

    [[nodiscard]] result<void> done(std::string_view doing, int code) const {
        return code == SQLITE_OK ? result<void>{} : in_->problem(doing, code);
    }
    [[nodiscard]] error damaged_record(std::string_view name, std::uint64_t sequence) const {
        return sqlite_damage(in_->path(), "record " + std::to_string(sequence) + " of stream " +
                                              text::quoted(name) + " is not what was written");
    }
    void forget_known() noexcept { known_.clear(); }

    // BEGIN alone looks at nothing.
    [[nodiscard]] int begin_view(const sqlite_transaction& reading) noexcept {
        return reading.code() != SQLITE_OK ? reading.code() : in_->run(sql::data_version);
    }

    // Runs `change()` and commits, or rolls back what it did.
    template <class Change>
    [[nodiscard]] result<void> write(std::string_view doing, Change&& change) {
        const forgetting at_last{*this};
        sqlite_transaction writing{*in_, sql::begin_writing};
        if (writing.code() != SQLITE_OK) return in_->problem(doing, writing.code());
        if (auto changed = change(); !changed) return changed;
        return done(doing, writing.commit());
    }
    struct forgetting {
        sqlite_store& store;
        ~forgetting() { store.forget_known(); }
    };

    [[nodiscard]] result<sqlite_stream> find_or_create(std::string_view name,
                                                       std::string_view purpose) {
        auto found = find(name);
        if (!found) return found.error();
        if (*found) return std::move(**found);
        sqlite_stream made{0, std::string{purpose}, new_incarnation(), 0, 0};
        auto row = in_->query(sql::add_stream);
        row.bind(name).bind(made.purpose).bind(made.incarnation).bind(made.oldest);
        if (row.bind(sqlite_checksum(name, made)).run() != SQLITE_OK)
            return in_->problem("create the stream", row.code());
        made.id = static_cast<std::uint64_t>(sqlite3_last_insert_rowid(in_->get()));
        return made;
    }

    [[nodiscard]] result<std::optional<snapshot>> find_snapshot(std::uint64_t id,
                                                                std::string_view owner,
                                                                std::uint64_t at_most) {
        auto row = in_->query(sql::newest_snapshot);
        row.bind(id).bind(owner).bind(at_most);
        if (!row.next()) {
            if (!row.good()) return in_->problem("read the snapshot", row.code());
            return std::optional<snapshot>{};
        }
        snapshot found{row.number(0), std::string{row.bytes(2)}};
        if (row.number(1) != sqlite_checksum(id, found.sequence, found.bytes, owner))
            return sqlite_damage(in_->path(), "the snapshot of " + text::quoted(owner) +
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

    std::unique_ptr<sqlite_connection> in_;
    std::uint32_t version_ = 0;
    std::map<std::string, sqlite_stream, std::less<>> known_;  // what they were at `version_`
};

}  // namespace workmem::journal
