#pragma once

#include <workmem/config.hpp>
#include <workmem/time/timestamp.hpp>

namespace workmem {

WORKMEM_DECL void append_iso8601(std::string& out, timestamp time) {
    using namespace std::chrono;
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const auto rest = (time - day).count();
    // From its end.
    char text[32];
    char* const end = text + sizeof text;
    char* at = end;
    const auto put = [&at](unsigned value, int width, char before) {
        for (; width > 0 || value > 0; --width, value /= 10)
            *--at = static_cast<char>('0' + value % 10);
        if (before != 0) *--at = before;
    };
    const auto since_midnight = static_cast<unsigned>(rest);
    const auto year = static_cast<int>(date.year());
    *--at = 'Z';
    if (since_midnight % 1'000 != 0) put(since_midnight % 1'000, 3, '.');
    put(since_midnight / 1'000 % 60, 2, ':');
    put(since_midnight / 60'000 % 60, 2, ':');
    put(since_midnight / 3'600'000, 2, 'T');
    put(unsigned{date.day()}, 2, '-');
    put(unsigned{date.month()}, 2, '-');
    put(static_cast<unsigned>(year < 0 ? -year : year), 4, year < 0 ? '-' : '\0');
    out.append(at, end);
}

WORKMEM_DECL std::optional<timestamp> parse_iso8601(std::string_view text) {
    using namespace std::chrono;
    const auto digits = [&text](std::size_t count) -> std::optional<int> {
        if (text.size() < count) return std::nullopt;
        int value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (text[i] < '0' || text[i] > '9') return std::nullopt;
            value = value * 10 + (text[i] - '0');
        }
        text.remove_prefix(count);
        return value;
    };
    const auto skip = [&text](char expected) {
        if (text.empty() || text.front() != expected) return false;
        text.remove_prefix(1);
        return true;
    };
    const auto y = digits(4);
    if (!y || !skip('-')) return std::nullopt;
    const auto mo = digits(2);
    if (!mo || !skip('-')) return std::nullopt;
    const auto d = digits(2);
    if (!d) return std::nullopt;
    const year_month_day date{year{*y}, month{static_cast<unsigned>(*mo)},
                              day{static_cast<unsigned>(*d)}};
    if (!date.ok()) return std::nullopt;
    timestamp out{sys_days{date}};
    if (text.empty()) return out;
    if (!skip('T') && !skip('t') && !skip(' ')) return std::nullopt;
    const auto h = digits(2);
    if (!h || !skip(':')) return std::nullopt;
    const auto mi = digits(2);
    if (!mi || *h > 23 || *mi > 59) return std::nullopt;
    out += hours{*h} + minutes{*mi};
    if (skip(':')) {
        const auto s = digits(2);
        if (!s || *s > 60) return std::nullopt;
        out += seconds{*s};
        if (skip('.') || skip(',')) {
            if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
            for (int scale = 100; !text.empty() && text.front() >= '0' && text.front() <= '9';
                 scale /= 10, text.remove_prefix(1))
                out += milliseconds{(text.front() - '0') * scale};
        }
    }
    if (skip('Z') || skip('z')) return text.empty() ? std::optional{out} : std::nullopt;
    if (text.empty()) return out;
    const bool ahead = text.front() == '+';
    if (!skip('+') && !skip('-')) return std::nullopt;
    const auto oh = digits(2);
    if (!oh) return std::nullopt;
    skip(':');
    const auto om = text.empty() ? std::optional{0} : digits(2);
    if (!om || !text.empty()) return std::nullopt;
    out -= (ahead ? 1 : -1) * (hours{*oh} + minutes{*om});
    // What is written again must be read again.
    constexpr timestamp least{sys_days{year{0} / January / 1}},
        above{sys_days{year{10'000} / January / 1}};
    return out >= least && out < above ? std::optional{out} : std::nullopt;
}

}  // namespace workmem
