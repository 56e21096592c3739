#pragma once

#include <workmem_postgres/connection.hpp>
#include <workmem_postgres/error.hpp>
#include <workmem_postgres/session.hpp>
#include <workmem_postgres/statements.hpp>

#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// What makes format n + 1 of format n, in one transaction. Format 0 has no tables.
inline constexpr std::array<std::array<const char*, 4>, 1> postgres_migrations{{{
    "CREATE TABLE migrations(format integer PRIMARY KEY, program text NOT NULL, "
    "made_at timestamp with time zone NOT NULL)",
    // Half a page stays free for the next versions of its rows, one a record.
    "CREATE TABLE streams(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
    "name bytea NOT NULL UNIQUE, purpose bytea NOT NULL, incarnation text NOT NULL, "
    "oldest bigint NOT NULL, last bigint NOT NULL) WITH (fillfactor = 50)",
    "CREATE TABLE records(stream_id bigint NOT NULL, sequence bigint NOT NULL, "
    "append_id bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY(stream_id, sequence))",
    "CREATE TABLE snapshots(stream_id bigint NOT NULL, owner text NOT NULL, "
    "sequence bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY(stream_id, owner, sequence))",
}}};
inline constexpr std::uint64_t postgres_format = postgres_migrations.size();

/// The tables of the newest format, as the server describes them.
inline constexpr std::array<std::string_view, 4> postgres_tables{
    "migrations(format integer, program text, made_at timestamp with time zone)",
    "records(stream_id bigint, sequence bigint, append_id bigint, bytes bytea)",
    "snapshots(stream_id bigint, owner text, sequence bigint, bytes bytea)",
    "streams(id bigint, name bytea, purpose bytea, incarnation text, oldest bigint, last bigint)"};

/// What stands in a schema.
struct postgres_schema {
    bool is_there = false;
    bool only_reads = false;          ///< the session, or the whole server, takes no writes
    std::uint64_t format = 0;         ///< 0: there are no tables of ours
    std::vector<std::string> tables;  ///< those with our names
};

class postgres_opening {
public:
    explicit postgres_opening(postgres_session& in) : in_{in} {}

    /// Makes the tables, or brings them to this format, unless they are only to be read. Another
    /// program's, or a newer format, is a `storage_error`, and is left as it is.
    [[nodiscard]] result<void> run() {
        std::uint64_t losses = 0;
        std::optional<postgres_schema> found;
        auto failure =
            in_.attempt([&](postgres_connection& in) { return look(in, found.emplace()); }, losses);
        if (failure) return problem(*failure);
        if (auto refused = judge(*found); !refused) return refused;
        if (found->format == postgres_format) return {};
        std::optional<error> refusal;
        failure =
            in_.attempt([&](postgres_connection& in) { return migrate(in, refusal); }, losses);
        if (refusal) return std::move(*refusal);
        if (failure) return problem(*failure);
        return {};
    }

private:
    [[nodiscard]] error problem(const postgres_failure& failure) const {
        return postgres_problem(in_.address(), "open schema " + schema(), failure);
    }
    [[nodiscard]] std::string schema() const { return text::quoted(in_.options().schema); }

    // Everybody may ask this, whatever his rights.
    [[nodiscard]] std::optional<postgres_failure> look(postgres_connection& in,
                                                       postgres_schema& found) {
        found = {};
        postgres_call tables{
            "SELECT current_setting('transaction_read_only') = 'on', "
            "EXISTS (SELECT FROM pg_namespace WHERE nspname = $1::text), "
            "ARRAY_TO_STRING(ARRAY(SELECT relname || '(' || string_agg(attname || ' ' || "
            "format_type(atttypid, atttypmod), ', ' ORDER BY attnum) || ')' "
            "FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
            "JOIN pg_attribute ON attrelid = pg_class.oid "
            "WHERE nspname = $1::text AND relkind <> 'i' AND attnum > 0 AND NOT attisdropped "
            "AND relname IN ('migrations', 'records', 'snapshots', 'streams') "
            "GROUP BY relname ORDER BY relname), E'\\n')"};
        tables.bind(std::string_view{in_.options().schema});
        std::vector<postgres_answer> answers;
        if (auto failure = in.run(tables, answers)) return failure;
        found.only_reads = answers[0].number(0, 0) != 0;
        found.is_there = answers[0].number(0, 1) != 0;
        for (auto rest = answers[0].bytes(0, 2); !rest.empty();) {
            const auto end = (std::min)(rest.find('\n'), rest.size());
            found.tables.emplace_back(rest.substr(0, end));
            rest.remove_prefix((std::min)(end + 1, rest.size()));
        }
        // A newer format may have other tables beside this one.
        if (found.tables.empty() || found.tables[0] != postgres_tables[0]) return {};
        // Where the rights to the schema are missing, the search_path passes over it.
        const postgres_call format{"SELECT max(format) FROM " +
                                   in.quoted_identifier(in_.options().schema) +
                                   ".migrations WHERE program = 'workmem'"};
        if (auto failure = in.run(format, answers)) return failure;
        if (!answers[0].is_null(0, 0)) found.format = answers[0].number(0, 0);
        return {};
    }

    [[nodiscard]] result<void> judge(const postgres_schema& found) const {
        const auto& at = in_.address();
        if (found.format > postgres_format)
            return postgres_problem(at,
                                    "schema " + schema() +
                                        " is written by a newer version, in format " +
                                        std::to_string(found.format) + "; this one reads " +
                                        std::to_string(postgres_format),
                                    "update this program");
        if (found.format == 0 && !found.tables.empty())
            return postgres_problem(at,
                                    "schema " + schema() +
                                        " has tables of another program with the "
                                        "names of ours, such as " +
                                        text::quoted(name_of(found.tables[0])),
                                    "name another schema");
        if (found.format == postgres_format &&
            !std::equal(found.tables.begin(), found.tables.end(), postgres_tables.begin(),
                        postgres_tables.end()))
            return postgres_problem(
                at, "the tables of schema " + schema() + " are not those of a journal",
                "restore them from a backup, or name another schema");
        if (found.format != postgres_format && in_.options().read_only)
            return postgres_problem(at,
                                    "schema " + schema() +
                                        (found.format == 0 ? " holds no journal"
                                                           : " holds a journal of an older format"),
                                    "open it once for writing, or name another schema");
        if (found.only_reads && !in_.options().read_only)
            return postgres_problem(at, "it can only be read, as a standby can",
                                    postgres_remedy("25006"), "25006");
        return {};
    }
    [[nodiscard]] static std::string_view name_of(std::string_view table) noexcept {
        return table.substr(0, table.find('('));
    }

    [[nodiscard]] std::optional<postgres_failure> migrate(postgres_connection& in,
                                                          std::optional<error>& refusal) {
        refusal.reset();
        std::vector<postgres_answer> answers;
        postgres_call lock{"SELECT pg_advisory_xact_lock($1::bigint)"};
        lock.bind(postgres_watch(in_.options().schema, "the tables"));
        const std::array begin{postgres_call{postgres_sql::begin}, lock};
        if (auto failure = in.run(begin, answers)) return failure;
        postgres_schema found;
        if (auto failure = look(in, found)) return failure;
        if (auto refused = judge(found); !refused) {
            refusal.emplace(refused.error());
            return {};
        }
        std::vector<postgres_call> calls;
        if (!found.is_there)
            calls.emplace_back("CREATE SCHEMA " + in.quoted_identifier(in_.options().schema));
        for (auto format = found.format; format < postgres_format; ++format) {
            for (const auto* const each : postgres_migrations[format])
                if (each != nullptr) calls.emplace_back(std::string{each});
            calls.emplace_back("INSERT INTO migrations(format, program, made_at) VALUES(" +
                               std::to_string(format + 1) + ", 'workmem', now())");
        }
        calls.emplace_back(postgres_sql::commit);
        return in.run(calls, answers);
    }

    postgres_session& in_;
};

}  // namespace workmem::journal
