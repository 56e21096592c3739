#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::journal {

/// The statements of the PostgreSQL journal; whatever comes from outside is bound. The tables are
/// found by the connection's search_path.
enum class postgres_sql : std::uint8_t {
    begin,
    commit,
    rollback,
    find_stream,
    add_stream,
    lock_stream,
    list_streams,
    erase_stream,
    append,
    append_one,
    find_append,
    read_records,
    change_records,
    truncate,
    newest_snapshot,
    put_snapshot,
    outdate_snapshots,
    tell_time,
    hold_watch,
    drop_watches
};
inline constexpr std::size_t postgres_sql_count =
    static_cast<std::size_t>(postgres_sql::drop_watches) + 1;

[[nodiscard]] constexpr const char* text_of(postgres_sql which) noexcept {
    switch (which) {
        case postgres_sql::begin: return "BEGIN";
        case postgres_sql::commit: return "COMMIT";
        case postgres_sql::rollback: return "ROLLBACK";
        case postgres_sql::find_stream:
            return "SELECT id, purpose, incarnation, oldest, last FROM streams WHERE name = $1";
        case postgres_sql::add_stream:
            return "INSERT INTO streams(name, purpose, incarnation, oldest, last) "
                   "VALUES($1, $2, $3, 0, 0) ON CONFLICT (name) DO NOTHING";
        case postgres_sql::lock_stream:
            return "SELECT id, oldest, last FROM streams WHERE name = $1 FOR UPDATE";
        case postgres_sql::list_streams: return "SELECT name FROM streams ORDER BY name";
        case postgres_sql::erase_stream:
            return "WITH erased_records AS (DELETE FROM records WHERE stream_id = $1), "
                   "erased_snapshots AS (DELETE FROM snapshots WHERE stream_id = $1) "
                   "DELETE FROM streams WHERE id = $1";
        // Whoever waits for records holds the lock $6 shared, so that it cannot be had. Nobody is
        // notified for nothing: commits that notify wait for each other, in the whole server.
        case postgres_sql::append:
            return "WITH advanced AS ("
                   "UPDATE streams SET last = $2 + cardinality($4::bytea[]) "
                   "WHERE name = $1 AND last = $2 AND ($3 = '' OR incarnation = $3) RETURNING id), "
                   "added AS (INSERT INTO records(stream_id, sequence, append_id, bytes) "
                   "SELECT advanced.id, $2 + line.number, $5, line.bytes "
                   "FROM advanced, unnest($4) WITH ORDINALITY AS line(bytes, number)) "
                   "SELECT count(*), "
                   "count(CASE WHEN NOT pg_try_advisory_xact_lock($6) THEN pg_notify($7, '') END), "
                   "CASE count(*) WHEN 0 THEN EXISTS (SELECT FROM streams WHERE name = $1) END "
                   "FROM advanced";
        // The same of one line.
        case postgres_sql::append_one:
            return "WITH advanced AS (UPDATE streams SET last = $2 + 1 "
                   "WHERE name = $1 AND last = $2 AND ($3 = '' OR incarnation = $3) RETURNING id), "
                   "added AS (INSERT INTO records(stream_id, sequence, append_id, bytes) "
                   "SELECT id, $2 + 1, $5, $4 FROM advanced) "
                   "SELECT count(*), "
                   "count(CASE WHEN NOT pg_try_advisory_xact_lock($6) THEN pg_notify($7, '') END), "
                   "CASE count(*) WHEN 0 THEN EXISTS (SELECT FROM streams WHERE name = $1) END "
                   "FROM advanced";
        case postgres_sql::find_append:
            return "SELECT oldest, append_id FROM streams LEFT JOIN records "
                   "ON stream_id = id AND sequence = $2 WHERE name = $1";
        // At most $4 records, and of about $3 bytes: at least one, if there are any.
        case postgres_sql::read_records:
            return "SELECT id, oldest, last, page.sequence, page.bytes FROM streams "
                   "LEFT JOIN LATERAL (SELECT sequence, bytes FROM ("
                   "SELECT sequence, bytes, sum(octet_length(bytes)) OVER (ORDER BY sequence) - "
                   "octet_length(bytes) AS before FROM records "
                   "WHERE stream_id = id AND sequence > $2 AND oldest <= $2 "
                   "ORDER BY sequence LIMIT $4) AS sized WHERE before < $3) AS page ON true "
                   "WHERE name = $1 ORDER BY page.sequence";
        case postgres_sql::change_records:
            return "UPDATE records SET bytes = changed.bytes "
                   "FROM unnest($2::bigint[], $3::bytea[]) AS changed(sequence, bytes) "
                   "WHERE stream_id = $1 AND records.sequence = changed.sequence";
        case postgres_sql::truncate:
            return "WITH cut AS (UPDATE streams SET oldest = $2 "
                   "WHERE name = $1 AND oldest < $2 AND last >= $2 RETURNING id), "
                   "forgotten AS (DELETE FROM records USING cut "
                   "WHERE stream_id = cut.id AND sequence <= $2) "
                   "DELETE FROM snapshots USING cut WHERE stream_id = cut.id AND sequence < $2 "
                   "AND sequence < (SELECT max(newer.sequence) FROM snapshots AS newer "
                   "WHERE newer.stream_id = cut.id AND newer.owner = snapshots.owner)";
        case postgres_sql::newest_snapshot:
            return "SELECT sequence, bytes FROM streams JOIN snapshots ON stream_id = id "
                   "WHERE name = $1 AND owner = $2 AND sequence <= $3 "
                   "ORDER BY sequence DESC LIMIT 1";
        case postgres_sql::put_snapshot:
            return "WITH stream AS (SELECT id FROM streams WHERE name = $1 AND last >= $3), "
                   "newest AS (SELECT max(sequence) AS sequence FROM snapshots, stream "
                   "WHERE stream_id = stream.id AND owner = $2), "
                   "put AS (INSERT INTO snapshots(stream_id, owner, sequence, bytes) "
                   "SELECT stream.id, $2, $3, $4 FROM stream, newest "
                   "WHERE newest.sequence IS NULL OR newest.sequence <= $3 "
                   "ON CONFLICT (stream_id, owner, sequence) "
                   "DO UPDATE SET bytes = excluded.bytes) "
                   "SELECT coalesce(sequence, 0) FROM newest";
        case postgres_sql::outdate_snapshots:
            return "DELETE FROM snapshots "
                   "WHERE stream_id = $1 AND sequence < $2 AND ($3 = '' OR owner = $3)";
        case postgres_sql::tell_time:
            return "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        case postgres_sql::hold_watch: return "SELECT pg_advisory_lock_shared($1)";
        case postgres_sql::drop_watches: return "SELECT pg_advisory_unlock_all()";
    }
    return "";
}

/// What a stream's appenders and waiters meet at. Equal numbers of two streams wake somebody for
/// nothing, at worst. FNV-1a.
[[nodiscard]] constexpr std::uint64_t postgres_watch(std::string_view schema,
                                                     std::string_view stream) noexcept {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325U;
    const auto add = [&hash](std::string_view text) {
        for (const char each : text)
            hash = (hash ^ static_cast<unsigned char>(each)) * 0x100'0000'01B3U;
    };
    add(schema);
    add({"\0", 1});
    add(stream);
    return hash;
}

}  // namespace workmem::journal
