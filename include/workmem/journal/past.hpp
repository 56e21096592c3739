#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/history.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/retention.hpp>
#include <workmem/journal/stream_position.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// The changes of one memory since a cursor, at most `limit`, for a reader who is at `now` in the
/// same stream. `validation_error` for another stream's cursor. O(records since).
template <full_engine Journal>
[[nodiscard]] result<changes> read_changes(Journal& journal, std::string_view owner,
                                           const cursor& from, cursor now, std::size_t limit) {
    if (from.stream != now.stream)
        return error{error_code::validation_error,
                     "the cursor belongs to stream " + text::quoted(from.stream) +
                         ", this memory to " + text::quoted(now.stream)};
    const auto last = now.sequence;
    changes out;
    out.next = std::move(now);
    if (from.incarnation != out.next.incarnation || from.sequence > last) {
        auto info = journal.open_stream(out.next.stream, {});
        if (!info) return info.error();
        out.compacted = info->oldest;
        return out;
    }
    out.next.sequence = from.sequence;
    auto read = journal.read(out.next.stream, from.sequence, [&](const record& each) {
        if (each.sequence > last || out.list.size() == limit) return;
        out.next.sequence = each.sequence;
        if (owner_of(each.bytes) == owner)
            out.list.push_back({each.sequence, std::string{each.bytes}});
    });
    if (!read) return read.error();
    if (read->compacted) out.compacted = read->oldest;
    if (read->compacted || out.list.size() < limit) out.next.sequence = last;
    return out;
}

/// From where on a stream's past can be reached by a memory: from its beginning, or from the oldest
/// snapshot that is kept. O(snapshots).
template <full_engine Journal>
[[nodiscard]] std::uint64_t first_reachable(Journal& journal, std::string_view stream,
                                            std::string_view owner, const stream_info& info) {
    auto first = info.oldest == 0 ? 0 : info.last;
    for (auto below = info.last; below >= info.oldest && info.oldest > 0;) {
        auto older = journal.newest_snapshot(stream, owner, below);
        if (!older || !*older || (*older)->sequence < info.oldest) break;
        first = (*older)->sequence;
        if (first == 0) break;
        below = first - 1;
    }
    return first;
}

/// Fills an empty state with what a stream held after record `sequence`. `not_found` names what
/// can be reached.
template <full_engine Journal, class State>
[[nodiscard]] result<void> load_at(Journal journal, const std::string& stream, State& state,
                                   std::uint64_t sequence) {
    auto info = journal.open_stream(stream, {});
    if (!info) return info.error();
    stream_position<Journal> at{journal, stream};
    auto loaded = at.load(state, sequence);
    const bool reached = loaded && at.sequence() == sequence;
    if (reached || (!loaded && loaded.error().code() != error_code::not_found)) return loaded;
    return error{error_code::not_found,
                 "record " + std::to_string(sequence) + " of stream " + text::quoted(stream) +
                     " cannot be reached; those from " +
                     std::to_string(first_reachable(journal, stream, State::owner, *info)) +
                     " to " + std::to_string(info->last) + " can"};
}

}  // namespace workmem::journal
