#pragma once

#include <workmem/detail/hash.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem {

namespace detail {

/// `20241222-150000`, in UTC, to the second.
inline void append_compact_time(std::string& out, timestamp time) {
    using namespace std::chrono;
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const auto second = static_cast<unsigned>(floor<seconds>(time - day).count());
    const auto put = [&out](unsigned value, int width) {
        char digits[12];
        int size = 0;
        for (; size < width || value > 0; value /= 10)
            digits[size++] = static_cast<char>('0' + value % 10);
        while (size > 0) out += digits[--size];
    };
    const auto year = static_cast<int>(date.year());
    if (year < 0) out += '-';
    put(static_cast<unsigned>(year < 0 ? -year : year), 4);
    put(unsigned{date.month()}, 2);
    put(unsigned{date.day()}, 2);
    out += '-';
    put(second / 3'600, 2);
    put(second / 60 % 60, 2);
    put(second % 60, 2);
}

/// The first `most` code points of a text, with `_` for what breaks lines, quotes or paths:
/// controls, line and paragraph separators, bidirectional controls, quotes, slashes and broken
/// UTF-8. Blanks stay.
inline void append_sanitized(std::string& out, std::string_view text, std::size_t most) {
    const auto is_bad = [](char32_t c) {
        return text::needs_escape(c) || c == '\'' || c == '`' || c == '/';
    };
    for (std::size_t i = 0; i < text.size() && most > 0;) {
        // A run of what stays as it is.
        const auto end = (std::min)(text.size(), i + most);
        auto good = i;
        while (good < end && static_cast<unsigned char>(text[good]) < 0x80 &&
               !is_bad(static_cast<unsigned char>(text[good])))
            ++good;
        out.append(text, i, good - i);
        most -= good - i;
        i = good;
        if (i == end) continue;
        --most;
        const auto c = text::decode(text.substr(i, 4));
        if (!c.valid || is_bad(c.value))
            out += '_';
        else
            out.append(text, i, c.bytes);
        i += c.bytes;
    }
}

/// The id itself if it is free, or with the first suffix `-2`, `-3`, … that is found free: the
/// lowest where none between taken ones is free. O(log n) questions for n taken ones, which are
/// finite.
template <class Exists>
[[nodiscard]] std::string free_id(std::string id, const Exists& exists) {
    if (!exists(std::as_const(id))) return id;
    const auto stem = id.size();
    const auto taken = [&](std::uint64_t number) {
        id.resize(stem);
        id += '-';
        id += std::to_string(number);
        return static_cast<bool>(exists(std::as_const(id)));
    };
    std::uint64_t last = 1, free = 2;
    for (; taken(free); free *= 2) last = free;
    while (free - last > 1) {
        const auto middle = last + (free - last) / 2;
        (taken(middle) ? last : free) = middle;
    }
    id.resize(stem);
    id += '-';
    id += std::to_string(free);
    return id;
}

}  // namespace detail

/// Makes the ids of new memories of a session:
/// `working_memory_<session>-<begin of the content>_<YYYYMMDD-HHMMSS>`, with the first 20 code
/// points of the content. In session and content `_` stands for what breaks lines, quotes or paths
/// (controls, quotes, slashes, backslashes, line ends, bidirectional controls, broken UTF-8);
/// blanks stay. Where `exists(id)` says that it is taken, `-2`, `-3`, … follows. Valid UTF-8 and at
/// most 1,024 bytes for a session id that is allowed. Opaque: different sessions may have memories
/// of the same id.
class memory_ids {
public:
    explicit memory_ids(std::string_view session) : front_{"working_memory_"} {
        detail::append_sanitized(front_, session, session.size());
        front_ += '-';
    }
    /// \param exists asked with a `const std::string&`, O(log n) times for n ids of the same text.
    template <class Exists>
    [[nodiscard]] std::string operator()(std::string_view content, timestamp now,
                                         const Exists& exists) {
        constexpr std::size_t shown = 20, most_bytes = 4 * shown;
        const auto second = std::chrono::floor<std::chrono::seconds>(now);
        if (back_.empty() || second != second_) {
            back_ = '_';
            detail::append_compact_time(back_, now);
            second_ = second;
        }
        std::string out;
        out.reserve(front_.size() + (std::min)(content.size(), most_bytes) + back_.size());
        out += front_;
        detail::append_sanitized(out, content, shown);
        out += back_;
        return detail::free_id(std::move(out), exists);
    }

private:
    std::string front_, back_{};
    std::chrono::sys_seconds second_{};  // that `back_` says
};

/// One such id.
template <class Exists>
[[nodiscard]] std::string make_memory_id(std::string_view session, std::string_view content,
                                         timestamp now, const Exists& exists) {
    return memory_ids{session}(content, now, exists);
}

namespace detail {

// What the ids of all promotions of a memory begin with.
[[nodiscard]] inline std::string promoted_stem(std::string_view memory_id) {
    constexpr std::string_view prefix = "memory_promoted_";
    constexpr std::size_t added = prefix.size() + 18 + 21;  // the time, and any suffix
    std::string out{prefix};
    if (memory_id.size() + added <= session_limits::id_bytes) {
        out += memory_id;
    } else {
        out += text::prefix(memory_id, session_limits::id_bytes - added - 17);
        out += '~';
        constexpr char digits[] = "0123456789abcdef";
        const auto hash = hash_bytes(memory_id, decision_seed);
        for (int shift = 60; shift >= 0; shift -= 4) out += digits[hash >> shift & 0xFU];
    }
    out += '_';
    return out;
}

}  // namespace detail

/// The id of the long-term memory that a memory becomes: `memory_promoted_<id>_<YYYYMMDD-HHMMSS>`,
/// with a suffix where `exists(id)` says that it is taken. Of an id that leaves no room for that in
/// 1,024 bytes, as imported ones may be, a prefix and `~` with a hash of all of it stand there.
/// \param exists asked with a `const std::string&`, O(log n) times for n ids of the same text.
template <class Exists>
[[nodiscard]] std::string make_promoted_id(std::string_view memory_id, timestamp now,
                                           const Exists& exists) {
    auto out = detail::promoted_stem(memory_id);
    detail::append_compact_time(out, now);
    return detail::free_id(std::move(out), exists);
}
/// The same where no id is taken.
[[nodiscard]] inline std::string make_promoted_id(std::string_view memory_id, timestamp now) {
    return make_promoted_id(memory_id, now, [](const std::string&) { return false; });
}

/// Whether a long-term memory's id is one that a promotion of that memory made.
[[nodiscard]] inline bool is_promoted_from(std::string_view long_term_id, std::string_view id) {
    return long_term_id.starts_with(detail::promoted_stem(id));
}

}  // namespace workmem
