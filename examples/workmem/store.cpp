#include "store.hpp"

#include "engines/engine_module.hpp"

#include <workmem/error.hpp>
#include <workmem/journal/file/error.hpp>
#include <workmem/journal/memory.hpp>
#include <workmem/journal/store_scheme.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/text/quote.hpp>

#if WORKMEM_PROGRAM_SQLITE
#include <workmem_sqlite/sqlite.hpp>
#endif

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <utility>

namespace workmem_program {
namespace {

bool is_redis(std::string_view where) {
    return where.starts_with("redis://") || where.starts_with("rediss://");
}
bool is_postgres(std::string_view where) {
    return where.starts_with("postgresql://") || where.starts_with("postgres://");
}
/// What a name begins with that is meant to be an address: `mongodb` of `mongodb:x`; empty for a
/// path. A single letter is a drive.
std::string_view scheme_of(std::string_view where) {
    constexpr std::string_view small = "abcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view others = "abcdefghijklmnopqrstuvwxyz0123456789+.-";
    if (const auto known = workmem::journal::store_scheme(where); !known.empty()) return known;
    const auto end = where.find_first_not_of(others);
    const bool is_scheme = end != where.npos && end > 1 && where[end] == ':' &&
                           small.find(where.front()) != small.npos;
    return is_scheme ? where.substr(0, end) : std::string_view{};
}
/// Whether it is meant to be a server's address: as the name of a folder it would show a password.
bool is_unknown(std::string_view where) {
    return !scheme_of(where).empty() || where.find("://") != std::string_view::npos ||
           where.find("password=") != std::string_view::npos;
}
bool is_database(const std::string& path) {
    constexpr std::string_view begins{"SQLite format 3", 16};
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::string found(begins.size(), ' ');
    std::ifstream{path, std::ios::binary}.read(found.data(),
                                               static_cast<std::streamsize>(found.size()));
    return found == begins;
}

workmem::error cannot_open(std::string_view where, std::string_view why) {
    return {workmem::error_code::storage_error,
            "cannot open " + quoted_store(where) + ": " + std::string{why}};
}

workmem::result<opened_store> open_on_server(const module_file& engine, const std::string& where,
                                             const store_options& how) {
    const auto found = open_module<engine_module>(engine);
    if (!found) return cannot_open(where, found.error().message());
    auto opened = (*found)->open(where, how);
    if (!opened) return opened.error();
    return opened_store{std::move(*opened)};
}

}  // namespace

std::optional<std::string> sqlite_file(std::string_view where) {
    constexpr std::string_view prefix = "sqlite:";
    if (!where.starts_with(prefix)) return {};
    return std::string{where.substr(prefix.size())};
}

bool is_server(std::string_view where) { return is_redis(where) || is_postgres(where); }

std::string shown_store(std::string_view where) {
    constexpr std::string_view secret = "password=";
    if (const auto at = where.find(secret); at != where.npos)
        return std::string{where.substr(0, at + secret.size())} + "***";
    const auto scheme = where.find("://");
    if (scheme == where.npos) {
        const auto named = sqlite_file(where) ? std::string_view{} : scheme_of(where);
        return named.empty() ? std::string{where} : std::string{named} + ":***";
    }
    const auto begin = scheme + 3, at = where.rfind('@'), question = where.find('?');
    std::string out{where.substr(0, begin)};
    // It may be a part of a password or of a parameter.
    if (at != where.npos && at > question) return out + "***";
    const auto from = at == where.npos || at < begin ? begin : at + 1;
    const auto rest = where.substr(from, question - from);
    // A password, where the host behind it was forgotten.
    const auto host = rest.substr(0, rest.find('/'));
    const auto colon = host.rfind(':');
    if (colon != host.npos && host.find_first_not_of("0123456789,:]", colon + 1) != host.npos)
        return out + "***";
    return out += rest;
}

std::string quoted_store(std::string_view where) {
    return workmem::text::quoted(shown_store(where));
}

workmem::result<void> check_store_name(const std::string& where) {
    const auto refuse = [&](const std::string& why) {
        return workmem::error{workmem::error_code::validation_error,
                              "the store " + quoted_store(where) + ' ' + why};
    };
    if (is_server(where)) return {};
    if (where == "memory")
        return refuse("would be gone when the command ends: only mcp and serve take it; name " +
                      std::string{store_kinds} + ", or write ./memory for a folder");
    if (where.starts_with("sqlite://"))
        return refuse("is no file: after sqlite: stands its path, without //; write sqlite:FILE");
    if (sqlite_file(where)) return {};
    if (is_unknown(where))
        return refuse("is of no kind that is known here; name " + std::string{store_kinds} +
                      ", or write ./ before the name of a folder");
    if (is_database(where))
        return refuse("is a SQLite database; write " + workmem::text::quoted("sqlite:" + where));
    return {};
}

workmem::result<void> has_store(const std::string& where) {
    if (is_server(where)) return {};
    if (auto known = check_store_name(where); !known) return known;
    const auto file = sqlite_file(where);
    std::error_code ignored;
    const bool there = file ? std::filesystem::is_regular_file(*file, ignored)
                            : std::filesystem::is_directory(where, ignored);
    if (there) return {};
    return workmem::error{workmem::error_code::storage_error,
                          "there is no store " + quoted_store(where) + "; name " + store_kinds};
}

workmem::result<workmem::journal::listing> opened_store::list() {
    if (files) return files->list();
    auto names = journal.streams();
    if (!names) return names.error();
    return workmem::journal::listing{std::move(*names), {}};
}

std::optional<workmem::error> opened_store::unread(const std::string& stream) {
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

workmem::result<opened_store> open_any_store(const std::string& where, const store_options& how) {
    const bool read_only = how.read_only;
    using workmem::journal::any;
    const auto tell = [read_only](std::string_view stream,
                                  const workmem::journal::recovery& found) {
        // A reader says by itself what it could not read.
        if (!read_only || !found.passed_over.empty())
            std::cerr << "workmem: " << found.message(stream) << '\n';
    };
    if (auto known = check_store_name(where); !known) return known.error();
    if (where.empty() || where == "sqlite:")
        return workmem::error{workmem::error_code::validation_error,
                              std::string{"the store has no name; name "} + store_kinds};
    if (const auto file = sqlite_file(where)) {
#if WORKMEM_PROGRAM_SQLITE
        // Each call of a hook opens the store, and is to be quick.
        constexpr std::uint16_t short_log = 256;
        auto opened = workmem::journal::sqlite::open(*file, {.sync = how.sync_mode,
                                                             .busy_wait = how.wait,
                                                             .log_pages = short_log,
                                                             .read_only = read_only,
                                                             .recreate = how.recreate,
                                                             .on_recovery = tell});
        if (!opened) return opened.error();
        return opened_store{any{*opened}};
#else
        return cannot_open(where, "this program was built without SQLite; name a folder");
#endif
    }
    if (is_redis(where)) return open_on_server(redis_module, where, how);
    if (is_postgres(where)) return open_on_server(postgres_module, where, how);
    auto opened =
        workmem::journal::file::open(where, {.sync = how.sync_mode,
                                             .lock_wait = read_only ? short_while : how.wait,
                                             .read_only = read_only,
                                             .recreate = how.recreate,
                                             .on_recovery = tell});
    if (!opened) return opened.error();
    return opened_store{any{*opened}, *opened};
}

workmem::result<workmem::journal::any> open_store(const std::string& where) {
    auto opened = open_any_store(where, {});
    if (!opened) return opened.error();
    return std::move(opened->journal);
}

workmem::result<opened_store> read_store(const std::string& where) {
    if (auto there = has_store(where); !there) return there.error();
    return open_any_store(where, {.read_only = true});
}

workmem::result<workmem::journal::any> open_served(const workmem::result<std::string>& where,
                                                   bool read_only, bool recreate) {
    if (!where) return where.error();
    if (*where == "memory") return workmem::journal::any{workmem::journal::memory{}};
    if (read_only)
        if (auto there = has_store(*where); !there) return there.error();
    auto opened = open_any_store(*where, {.read_only = read_only, .recreate = recreate});
    if (!opened) return opened.error();
    return std::move(opened->journal);
}

}  // namespace workmem_program
