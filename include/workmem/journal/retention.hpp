#pragma once

#include <workmem/journal/forgotten.hpp>
#include <workmem/journal/history.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace workmem::journal {

/// The memory that a record belongs to: what stands before the dot of its kind, which is its first
/// member. Empty for other bytes.
[[nodiscard]] inline std::string_view owner_of(std::string_view record) noexcept {
    constexpr std::string_view begin = R"({"kind":")";
    if (!record.starts_with(begin)) return {};
    record.remove_prefix(begin.size());
    const auto end = record.find_first_of(".\"");
    return end == std::string_view::npos || record[end] != '.' ? std::string_view{}
                                                               : record.substr(0, end);
}

/// When a record's change happened; nothing for other bytes.
[[nodiscard]] inline std::optional<timestamp> time_of(std::string_view record) noexcept {
    constexpr std::string_view name = R"(,"time":")";  // in a string its quotes are escaped
    const auto at = record.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    record.remove_prefix(at + name.size());
    return parse_iso8601(record.substr(0, record.find('"')));
}

/// Forgets the records of a stream that nobody needs: neither `keep` nor any memory on the stream,
/// each of which needs those above its newest snapshot. `owner` has just saved one at record `at`.
/// O(records there are).
template <full_engine Journal>
[[nodiscard]] result<void> trim(Journal& journal, std::string_view stream, std::string_view owner,
                                std::uint64_t at, const retention& keep) {
    auto up_to = at - (std::min)(at, keep.changes);
    for (std::uint32_t i = 1; i < keep.snapshots && up_to > 0; ++i) {
        auto older = journal.newest_snapshot(stream, owner, at - 1);
        if (!older) return older.error();
        at = *older ? (*older)->sequence : 0;
        up_to = (std::min)(up_to, at);
        if (at == 0) break;
    }
    auto info = journal.open_stream(stream, {});
    if (!info) return info.error();
    if (up_to <= info->oldest) return {};
    // What lies between a snapshot and the first record could not be reached any more.
    auto base = journal.newest_snapshot(stream, owner, up_to);
    if (!base) return base.error();
    up_to = *base ? (*base)->sequence : 0;
    if (up_to <= info->oldest) return {};
    std::optional<timestamp> young;
    if (keep.age > milliseconds{0}) {
        auto read = journal.read(stream, up_to, [&](const record& each) {
            if (const auto time = time_of(each.bytes)) young = *time - keep.age;
        });
        if (!read) return read.error();
    }
    std::map<std::string, std::uint64_t, std::less<>> snapshots;
    std::optional<error> problem;
    const auto snapshot_of = [&](std::string_view memory) -> std::uint64_t {
        const auto known = snapshots.find(memory);
        if (known != snapshots.end()) return known->second;
        auto newest = journal.newest_snapshot(stream, memory, ~std::uint64_t{0});
        if (!newest) problem.emplace(newest.error());
        const auto found = newest && *newest ? (*newest)->sequence : 0;
        snapshots.emplace(memory, found);
        return found;
    };
    const auto known = journal.newest_snapshot(stream, forgotten_records::owner, ~std::uint64_t{0});
    const bool has_known = known && *known;
    forgotten_records forgotten{has_known ? std::string_view{(*known)->bytes} : std::string_view{}};
    auto read = journal.read(stream, info->oldest, [&](const record& each) {
        if (problem || each.sequence > up_to) return;
        const auto memory = owner_of(each.bytes);
        if (memory.empty() || snapshot_of(memory) < each.sequence ||
            (young && time_of(each.bytes).value_or(*young) > *young))
            up_to = each.sequence - 1;
        else
            forgotten.note(memory, each.sequence);
    });
    if (problem) return std::move(*problem);
    if (!read) return read.error();
    if (read->compacted || up_to <= info->oldest) return {};
    // Where this is not known, everything that is forgotten may have been anybody's.
    const bool is_known = info->oldest == 0 || (has_known && (*known)->sequence >= info->oldest);
    if (is_known)
        if (auto saved = journal.save_snapshot(stream, forgotten_records::owner, up_to,
                                               forgotten.text());
            !saved)
            return saved;
    return journal.truncate(stream, up_to);
}

}  // namespace workmem::journal
