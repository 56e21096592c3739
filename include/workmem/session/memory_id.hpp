#pragma once

#include <workmem/text/utf8.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace workmem {

namespace detail {

/// `20241222-150000`, in UTC.
[[nodiscard]] inline std::string compact_time(timestamp time) {
    const auto iso = to_iso8601(std::chrono::floor<std::chrono::seconds>(time));
    std::string out;
    for (const char c : iso)
        if (c >= '0' && c <= '9') out += c;
    out.insert(out.size() - 6, 1, '-');
    return out;
}

/// The first `count` code points, those that could end a line, a text or a path replaced by `_`.
[[nodiscard]] inline std::string beginning_of(std::string_view text, std::size_t count) {
    std::string out;
    for (; count > 0 && !text.empty(); --count) {
        const auto next = text::decode(text);
        const bool bad = next.value < 0x20 || next.value == 0x7F || next.value == '"' ||
                         next.value == '\\' || next.value == '/' ||
                         (next.value >= 0x80 && next.value < 0xA0) || next.value == 0x2028 ||
                         next.value == 0x2029;
        text::append(out, bad ? U'_' : next.value);
        text.remove_prefix(next.bytes);
    }
    return out;
}

}  // namespace detail

/// The id of a new memory: `working_memory_<session>-<first 20 code points>_<YYYYMMDD-HHMMSS>`,
/// with `-2`, `-3`, … behind it while `exists(id)`. A long session name is cut, so that an id has
/// at most 1,024 bytes.
template <class Exists>
[[nodiscard]] std::string working_memory_id(std::string_view session, std::string_view content,
                                            timestamp time, Exists&& exists) {
    constexpr std::size_t most_of_session = 800, most_of_content = 20;
    const auto id = "working_memory_" + std::string{text::prefix(session, most_of_session)} + '-' +
                    detail::beginning_of(content, most_of_content) + '_' +
                    detail::compact_time(time);
    if (!exists(id)) return id;
    for (std::size_t i = 2;; ++i)
        if (auto next = id + '-' + std::to_string(i); !exists(next)) return next;
}

/// The id of what a memory becomes: `memory_promoted_<id>_<YYYYMMDD-HHMMSS>`.
[[nodiscard]] inline std::string promoted_memory_id(std::string_view id, timestamp time) {
    return "memory_promoted_" + std::string{id} + '_' + detail::compact_time(time);
}

}  // namespace workmem
