#pragma once

#include <workmem_postgres/address.hpp>

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace workmem::journal {

/// Why something that was asked of a server is not answered.
struct postgres_failure {
    /// Its SQLSTATE; empty where no server said anything.
    std::string state{};
    std::string says{};
    /// The connection is gone, and with it the answer: what was asked for may be done.
    bool lost = false;
    /// Nothing came in time: the server may be there, and stand still.
    bool silent = false;

    /// The transaction made way for another one; tried again, it may well succeed.
    [[nodiscard]] bool made_way() const noexcept { return state == "40001" || state == "40P01"; }
    /// Whether a server that is up, or soon will be, may answer otherwise.
    [[nodiscard]] bool is_passing() const noexcept {
        return state.empty() || state.starts_with("57P") || state.starts_with("08") ||
               state == "53300";
    }
};

/// What a person can do about it.
[[nodiscard]] inline std::string_view postgres_remedy(std::string_view state) noexcept {
    if (state.empty() || state.starts_with("08"))
        return "see that the server runs and can be reached at this address, then try again";
    if (state.starts_with("28"))
        return "give the right user and password, in the address, PGPASSWORD or ~/.pgpass, and see "
               "that pg_hba.conf lets them in";
    if (state == "3D000") return "create the database (createdb), or name another one";
    if (state == "42501" || state == "42P07" || state == "3F000")
        return "let this user have the schema (GRANT USAGE, CREATE ON SCHEMA, and the rights to "
               "its "
               "tables), or name another schema";
    if (state == "25006")
        return "name the primary, or add target_session_attrs=read-write to the address, or open "
               "it with `read_only`";
    if (state == "53100") return "free some space on the server's disk, then try again";
    if (state.starts_with("53"))
        return "give the server more of it (max_connections, memory), or open fewer journals, then "
               "try again";
    if (state == "57014" || state == "55P03")
        return "look in pg_stat_activity for who holds its locks, or raise statement_timeout";
    if (state.starts_with("57P")) return "wait until the server is up again, then try again";
    if (state.starts_with("42"))
        return "the tables are not those that were opened: restore them, or open the journal again";
    if (state.starts_with("40")) return "try again, or raise `patience`";
    if (state.starts_with("23") || state.starts_with("XX"))
        return "restore the database from a backup";
    return "look into the server's log, then try again";
}

/// A `storage_error` about a database: what is wrong with it, and what can be done.
[[nodiscard]] inline error postgres_problem(const postgres_address& where, std::string_view what,
                                            std::string_view remedy, std::string_view state = {}) {
    auto message = text::quoted(where.shown);
    message += ": ";
    message += what;
    message += "; ";
    message += remedy;
    std::vector<error_detail> details{{"store", where.shown}};
    if (!state.empty()) details.push_back({"sqlstate", std::string{state}});
    return {error_code::storage_error, std::move(message), std::move(details)};
}

/// The same about something that failed: "cannot <doing>: <what the server says>".
[[nodiscard]] inline error postgres_problem(const postgres_address& where, std::string_view doing,
                                            const postgres_failure& failure) {
    // 54000: an array or a value beyond a gigabyte, and an index row beyond what a page takes.
    if (failure.state == "54000")
        return {error_code::validation_error,
                "a record or snapshot is larger than PostgreSQL takes (10^9 bytes)"};
    std::string what{"cannot "};
    what += doing;
    what += ": ";
    auto says = where.without_secrets(failure.says);
    std::replace(says.begin(), says.end(), '"', '\'');
    what += text::escaped(says);
    return postgres_problem(where, what, postgres_remedy(failure.state), failure.state);
}

}  // namespace workmem::journal
