#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem::journal {

/// The statements of the SQLite journal; whatever comes from outside is bound.
enum class sql : std::uint8_t {
    begin_reading,
    begin_writing,
    commit,
    rollback,
    data_version,
    find_stream,
    add_stream,
    set_oldest,
    list_streams,
    erase_stream,
    last_record,
    add_record,
    read_records,
    next_record,
    change_record,
    forget_records,
    erase_records,
    newest_snapshot,
    put_snapshot,
    forget_snapshots,
    outdate_snapshots,
    outdate_owner,
    erase_snapshots,
    all_streams,
    all_snapshots,
    count_strays
};
inline constexpr std::size_t sql_count = static_cast<std::size_t>(sql::count_strays) + 1;

[[nodiscard]] constexpr std::string_view text_of(sql which) noexcept {
    switch (which) {
        case sql::begin_reading: return "BEGIN";
        case sql::begin_writing: return "BEGIN IMMEDIATE";
        case sql::commit: return "COMMIT";
        case sql::rollback: return "ROLLBACK";
        case sql::data_version: return "PRAGMA data_version";
        case sql::find_stream:
            return "SELECT id, purpose, incarnation, oldest, checksum FROM streams WHERE name = ?1";
        case sql::add_stream:
            return "INSERT INTO streams(name, purpose, incarnation, oldest, checksum) "
                   "VALUES(?1, ?2, ?3, ?4, ?5)";
        case sql::set_oldest: return "UPDATE streams SET oldest = ?2, checksum = ?3 WHERE id = ?1";
        case sql::list_streams: return "SELECT name FROM streams ORDER BY name";
        case sql::erase_stream: return "DELETE FROM streams WHERE id = ?1";
        case sql::last_record: return "SELECT max(sequence) FROM records WHERE stream_id = ?1";
        case sql::add_record:
            return "INSERT INTO records(stream_id, sequence, checksum, bytes) "
                   "VALUES(?1, ?2, ?3, ?4)";
        case sql::read_records:
            return "SELECT sequence, checksum, bytes FROM records "
                   "WHERE stream_id = ?1 AND sequence > ?2 AND sequence <= ?3 ORDER BY sequence";
        case sql::next_record:
            return "SELECT sequence, checksum, bytes FROM records "
                   "WHERE stream_id = ?1 AND sequence > ?2 ORDER BY sequence LIMIT 1";
        case sql::change_record:
            return "UPDATE records SET checksum = ?3, bytes = ?4 "
                   "WHERE stream_id = ?1 AND sequence = ?2";
        case sql::forget_records:
            return "DELETE FROM records WHERE stream_id = ?1 AND sequence <= ?2";
        case sql::erase_records: return "DELETE FROM records WHERE stream_id = ?1";
        case sql::newest_snapshot:
            return "SELECT sequence, checksum, bytes FROM snapshots "
                   "WHERE stream_id = ?1 AND owner = ?2 AND sequence <= ?3 "
                   "ORDER BY sequence DESC LIMIT 1";
        case sql::put_snapshot:
            return "INSERT OR REPLACE INTO snapshots(stream_id, owner, sequence, checksum, bytes) "
                   "VALUES(?1, ?2, ?3, ?4, ?5)";
        case sql::forget_snapshots:
            return "DELETE FROM snapshots WHERE stream_id = ?1 AND sequence < ?2 AND sequence < "
                   "(SELECT max(newer.sequence) FROM snapshots AS newer "
                   "WHERE newer.stream_id = ?1 AND newer.owner = snapshots.owner)";
        case sql::outdate_snapshots:
            return "DELETE FROM snapshots WHERE stream_id = ?1 AND sequence < ?2";
        case sql::outdate_owner:
            return "DELETE FROM snapshots WHERE stream_id = ?1 AND sequence < ?2 AND owner = ?3";
        case sql::erase_snapshots: return "DELETE FROM snapshots WHERE stream_id = ?1";
        case sql::all_streams:
            return "SELECT name, id, purpose, incarnation, oldest, checksum FROM streams";
        case sql::all_snapshots:
            return "SELECT owner, sequence, checksum, bytes FROM snapshots WHERE stream_id = ?1";
        case sql::count_strays:
            return "SELECT (SELECT count(*) FROM records "
                   "WHERE stream_id NOT IN (SELECT id FROM streams)) + "
                   "(SELECT count(*) FROM snapshots "
                   "WHERE stream_id NOT IN (SELECT id FROM streams))";
    }
    return {};
}

}  // namespace workmem::journal
