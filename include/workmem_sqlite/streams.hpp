#pragma once

#include <workmem_sqlite/connection.hpp>
#include <workmem_sqlite/rows.hpp>

#include <workmem/journal/stream_rules.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

[[nodiscard]] inline std::string lost_end(const std::string& stream, std::uint64_t closed,
                                          std::uint64_t last) {
    return "stream " + stream + " was closed with record " + std::to_string(closed) +
           ", and ends with record " + std::to_string(last);
}

/// The streams of a database by name, and the transactions in which they are read and changed. For
/// one thread at a time. Neither copyable nor movable.
class sqlite_streams {
public:
    using optional_stream = std::optional<sqlite_stream>;

    explicit sqlite_streams(std::unique_ptr<sqlite_connection> in) : in_{std::move(in)} {}

    [[nodiscard]] sqlite_connection& connection() noexcept { return *in_; }

    /// Begins to see one state of the database, until the transaction ends.
    [[nodiscard]] int begin_view(const sqlite_transaction& reading) noexcept {
        // BEGIN alone looks at nothing.
        return reading.code() != SQLITE_OK ? reading.code() : in_->run(sql::data_version);
    }

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
        auto closed = in_->query(sql::newest_snapshot);
        closed.bind(stream.id).bind(sqlite_closing).bind(max_sqlite_sequence);
        if (closed.next() && closed.number(0) > stream.last &&
            closed.number(1) == sqlite_checksum(stream.id, closed.number(0), closed.bytes(2), sqlite_closing))
            return sqlite_damage(in_->path(),
                                 lost_end(text::quoted(name), closed.number(0), stream.last));
        if (!closed.good()) return in_->problem("find the end of the stream", closed.code());
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

    /// In a transaction that writes.
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

    [[nodiscard]] result<std::vector<std::string>> names() {
        std::vector<std::string> found;
        auto row = in_->query(sql::list_streams);
        while (row.next()) found.emplace_back(row.bytes(0));
        if (!row.good()) return in_->problem("list the streams", row.code());
        return found;
    }

    /// Runs `change()` in a transaction and commits, or rolls back what it did.
    template <class Change>
    [[nodiscard]] result<void> write(std::string_view doing, Change&& change) {
        const forgetting at_last{*this};
        sqlite_transaction writing{*in_, sql::begin_writing};
        if (writing.code() != SQLITE_OK) return in_->problem(doing, writing.code());
        if (auto changed = change(); !changed) return changed;
        const auto code = writing.commit();
        return code == SQLITE_OK ? result<void>{} : in_->problem(doing, code);
    }

    /// Nobody else has changed the database since this transaction began; it is committed.
    void appended(std::string_view name, std::uint64_t last) noexcept {
        const auto known = known_.find(name);
        if (known == known_.end()) return;
        known->second.last = last;
        version_ = in_->version();
    }
    void forget() noexcept { known_.clear(); }

private:
    static constexpr std::size_t max_known = 1'024;

    struct forgetting {
        sqlite_streams& streams;
        ~forgetting() { streams.forget(); }
    };

    std::unique_ptr<sqlite_connection> in_;
    std::uint32_t version_ = 0;
    std::map<std::string, sqlite_stream, std::less<>> known_;  // what they were at `version_`
};

}  // namespace workmem::journal
