// Where memory is kept: a folder, a SQLite database, or a server of Redis or PostgreSQL.
#pragma once

#include <workmem/journal/any.hpp>
#include <workmem/journal/file.hpp>
#include <workmem/journal/sync_mode.hpp>
#include <workmem/result.hpp>

#include <chrono>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace workmem_program {

/// Memory is for keeping: what is acknowledged is on the disk.
inline constexpr auto sync = workmem::journal::sync_mode::always();
// A reader does not wait for the writer of each stream for long.
inline constexpr std::chrono::milliseconds short_while{500};

/// What a person can name as a store.
inline constexpr auto store_kinds =
    "a folder, sqlite:FILE, redis://HOST, or postgresql://HOST/DATABASE";

/// The file of `sqlite:FILE`; nothing for a folder.
[[nodiscard]] std::optional<std::string> sqlite_file(std::string_view where);
[[nodiscard]] bool is_server(std::string_view where);

/// A store as it may be printed: of a server's address neither user nor password nor any
/// parameter.
[[nodiscard]] std::string shown_store(std::string_view where);
[[nodiscard]] std::string quoted_store(std::string_view where);

/// Refuses what names no store that lasts, before anything is made of it.
[[nodiscard]] workmem::result<void> check_store_name(const std::string& where);
/// A store that has to be there: reading one makes none. What a server has, opening it says.
[[nodiscard]] workmem::result<void> has_store(const std::string& where);

/// An open store, and the engine it is kept by.
struct opened_store {
    workmem::journal::any journal;
    std::optional<workmem::journal::file> files{};  ///< of a folder

    /// The streams, and what hides others.
    workmem::result<workmem::journal::listing> list();
    /// What could not be read of an open stream, if anything.
    std::optional<workmem::error> unread(const std::string& stream);
};

struct store_options {
    workmem::journal::sync_mode sync_mode = sync;
    std::chrono::milliseconds wait{5'000};  ///< for other writers
    bool read_only = false;
    bool recreate = false;  ///< where it is deleted while it is open
};

/// Opens any of `store_kinds`, or makes it unless it is only to be read. What had to be mended,
/// or passed over, stands on the standard error.
[[nodiscard]] workmem::result<opened_store> open_any_store(const std::string& where,
                                                           const store_options& how);

/// The journal of a store, which is made if there is none.
[[nodiscard]] workmem::result<workmem::journal::any> open_store(const std::string& where);

/// A store that is there, opened without writing anything.
[[nodiscard]] workmem::result<opened_store> read_store(const std::string& where);

/// The plan that a person means; empty where none is named. One that is not there stays, for what
/// says so.
template <class Plans>
[[nodiscard]] std::string plan_meant(Plans& plans, const std::string& said) {
    if (said.empty()) return said;
    auto meant = plans.try_identify(said);
    if (!meant && meant.error().code() == workmem::error_code::not_found) return said;
    return std::move(meant).value();
}

/// What a server keeps memories in: `memory`, or a store. A reader makes none.
[[nodiscard]] workmem::result<workmem::journal::any> open_served(
    const workmem::result<std::string>& where, bool read_only, bool recreate = false);

/// What hooks call a store that is served; empty for `memory`, which they cannot reach.
[[nodiscard]] inline std::string name_for_hooks(const std::string& where) {
    return where == "memory" ? std::string{} : where;
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
