#pragma once

#include <workmem_sqlite/opening.hpp>
#include <workmem_sqlite/store.hpp>

#include <workmem/journal/stream_rules.hpp>
#include <workmem/text/quote.hpp>

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What looking at a whole database found.
struct sqlite_examination {
    std::vector<std::string> problems{};  ///< sentences, at most 1,000; none if all is well
    std::uint64_t streams = 0;
    std::uint64_t records = 0;
    std::uint64_t snapshots = 0;

    [[nodiscard]] bool sound() const noexcept { return problems.empty(); }
};

/// One look at a database, at one moment.
class sqlite_examiner {
public:
    explicit sqlite_examiner(sqlite_connection& in) : in_{in} {}

    [[nodiscard]] result<sqlite_examination> run() {
        const sqlite_transaction reading{in_, sql::begin_reading};
        if (reading.code() != SQLITE_OK) return in_.problem("read the database", reading.code());
        look_at_pages();
        look_at_streams();
        auto strays = in_.query(sql::count_strays);
        if (strays.next() && strays.number(0) != 0)
            report(std::to_string(strays.number(0)) + " records and snapshots of no stream");
        note(strays);
        if (fatal_ != SQLITE_OK) return in_.problem("read the database", fatal_);
        return std::move(found_);
    }

private:
    static constexpr std::size_t max_problems = 1'000;

    void report(std::string sentence) {
        if (found_.problems.size() < max_problems) found_.problems.push_back(std::move(sentence));
    }
    void note(const sqlite_query& after) { note(after.code()); }
    // Damage is a finding; what keeps us from looking is an error.
    void note(int code) {
        if (code == SQLITE_OK) return;
        if ((code & 0xFF) == SQLITE_CORRUPT || (code & 0xFF) == SQLITE_NOTADB)
            report("SQLite finds it damaged: " + std::string{sqlite3_errmsg(in_.get())});
        else
            fatal_ = code;
    }

    void look_at_pages() {
        std::vector<std::string> lines;
        note(sqlite_texts(in_, "PRAGMA integrity_check", lines));
        for (auto& line : lines)
            if (line != "ok") report(std::move(line));
    }

    void look_at_streams() {
        struct entry {
            std::string name;
            sqlite_stream stream;
        };
        std::vector<entry> all;
        {
            auto row = in_.query(sql::all_streams);
            while (row.next()) {
                entry each{std::string{row.bytes(0)},
                           {row.number(1), std::string{row.bytes(2)}, std::string{row.bytes(3)},
                            row.number(4), 0}};
                if (row.number(5) != sqlite_checksum(each.name, each.stream))
                    report("the entry of stream " + text::quoted(each.name) +
                           " is not what was written");
                all.push_back(std::move(each));
            }
            note(row);
        }
        found_.streams = all.size();
        for (const auto& each : all) look_at_stream(each.name, each.stream);
    }

    void look_at_stream(const std::string& name, const sqlite_stream& stream) {
        auto last = stream.oldest;
        auto row = in_.query(sql::read_records);
        row.bind(stream.id).bind(std::uint64_t{0}).bind(max_sqlite_sequence);
        const auto of = " of stream " + text::quoted(name);
        while (row.next()) {
            ++found_.records;
            const auto sequence = row.number(0);
            if (sequence != last + 1)
                report("record " + std::to_string(sequence) + of + " follows record " +
                       std::to_string(last));
            last = sequence;
            if (row.number(1) != sqlite_checksum(stream.id, sequence, row.bytes(2)))
                report("record " + std::to_string(sequence) + of + " is not what was written");
        }
        note(row);
        auto saved = in_.query(sql::all_snapshots);
        saved.bind(stream.id);
        while (saved.next()) {
            const auto owner = saved.bytes(0);
            const auto sequence = saved.number(1);
            if (owner == sqlite_closing) {
                if (saved.number(2) != sqlite_checksum(stream.id, sequence, saved.bytes(3), owner))
                    report("the mark of the end" + of + " is not what was written");
                else if (sequence > last)
                    report(lost_end(text::quoted(name), sequence, last));
                continue;
            }
            ++found_.snapshots;
            const auto what = "the snapshot of " + text::quoted(owner) + " at record " +
                              std::to_string(sequence) + of;
            if (sequence > last)
                report(what + " is above the last record, " + std::to_string(last));
            if (saved.number(2) != sqlite_checksum(stream.id, sequence, saved.bytes(3), owner))
                report(what + " is not what was written");
        }
        note(saved);
    }

    sqlite_connection& in_;
    sqlite_examination found_;
    int fatal_ = SQLITE_OK;
};

}  // namespace workmem::journal
