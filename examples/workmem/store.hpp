// Where memory is kept: a folder, or a SQLite database.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/text/quote.hpp>

#if WORKMEM_PROGRAM_SQLITE
#include <workmem_sqlite/sqlite.hpp>
#endif

#include <chrono>
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

/// A store that has to be there: reading one makes none.
inline workmem::result<void> has_store(const std::string& where) {
    const auto file = sqlite_file(where);
    std::error_code ignored;
    const bool there = file ? std::filesystem::is_regular_file(*file, ignored)
                            : std::filesystem::is_directory(where, ignored);
    if (there) return {};
    return workmem::error{
        workmem::error_code::storage_error,
        "there is no store " + workmem::text::quoted(where) + "; name a folder, or sqlite:FILE"};
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

/// Opens `DIR` or `sqlite:FILE`, or makes it unless it is only to be read. What had to be mended,
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
    if (where.empty() || where == "sqlite:")
        return workmem::error{workmem::error_code::validation_error,
                              "the store has no name; name a folder, or sqlite:FILE"};
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
