#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/session/limits.hpp>
#include <workmem/session/memory_id.hpp>
#include <workmem/text/utf8.hpp>

namespace workmem::detail {

WORKMEM_DECL void append_compact_time(std::string& out, timestamp time) {
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

WORKMEM_DECL void append_sanitized(std::string& out, std::string_view text, std::size_t most) {
    const auto is_bad = [](char32_t c) {
        return text::breaks_line(c) || c == '\'' || c == '`' || c == '/';
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
        const auto c = text::decode(text, i);
        if (!c.valid || is_bad(c.value))
            out += '_';
        else
            out.append(text, i, c.bytes);
        i += c.bytes;
    }
}

WORKMEM_DECL std::string promoted_stem(std::string_view memory_id) {
    constexpr std::string_view prefix = "memory_promoted_";
    constexpr std::size_t added = prefix.size() + 18 + 21;  // the time, and any suffix
    std::string out{prefix};
    if (memory_id.size() + added <= session_limits::id_bytes) {
        out += memory_id;
    } else {
        out += text::prefix(memory_id, session_limits::id_bytes - added - 17);
        out += '~';
        constexpr char digits[] = "0123456789abcdef";
        const auto hash = hash_bytes(memory_id, decision_key);
        for (int shift = 60; shift >= 0; shift -= 4) out += digits[hash >> shift & 0xFU];
    }
    out += '_';
    return out;
}

WORKMEM_DECL bool is_promoted_as(std::string_view id, std::string_view stem) {
    if (!id.starts_with(stem)) return false;
    id.remove_prefix(stem.size());
    const auto digits = [&id] {
        const auto count = (std::min)(id.find_first_not_of("0123456789"), id.size());
        id.remove_prefix(count);
        return count;
    };
    const auto dash = [&id] {
        if (!id.starts_with('-')) return false;
        id.remove_prefix(1);
        return true;
    };
    dash();  // of a year before 0
    if (digits() < 8 || !dash() || digits() != 6) return false;
    return id.empty() || (dash() && digits() > 0 && id.empty());
}

}  // namespace workmem::detail
