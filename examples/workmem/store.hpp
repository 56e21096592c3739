// Where memory is kept: a folder, or a SQLite database.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/text/quote.hpp>

#if WORKMEM_PROGRAM_SQLITE
#include <workmem_sqlite/sqlite.hpp>
#endif

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace workmem_program {

/// Memory is for keeping: what is acknowledged is on the disk.
inline constexpr auto sync = workmem::journal::sync_mode::always();

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

/// Opens `DIR` or `sqlite:FILE`, or makes it.
inline workmem::result<workmem::journal::any> open_store(const std::string& where) {
    using workmem::journal::any;
    if (where.empty() || where == "sqlite:")
        return workmem::error{workmem::error_code::validation_error,
                              "the store has no name; name a folder, or sqlite:FILE"};
    if (const auto file = sqlite_file(where)) {
#if WORKMEM_PROGRAM_SQLITE
        auto opened = workmem::journal::sqlite::open(*file, {.sync = sync});
        if (!opened) return opened.error();
        return any{*opened};
#else
        return workmem::error{workmem::error_code::storage_error,
                              "cannot open " + workmem::text::quoted(where) +
                                  ": this program was built without SQLite; name a folder"};
#endif
    }
    auto opened = workmem::journal::file::open(where, {.sync = sync});
    if (!opened) return opened.error();
    return any{*opened};
}

}  // namespace workmem_program
