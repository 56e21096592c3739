#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <workmem/config.hpp>

namespace workmem {

using milliseconds = std::chrono::milliseconds;
/// UTC with millisecond precision.
using timestamp = std::chrono::sys_time<milliseconds>;

/// The first and the last moment that records can say: those of the years 0 to 9999.
inline constexpr timestamp first_moment{milliseconds{-62'167'219'200'000}};
inline constexpr timestamp last_moment{milliseconds{253'402'300'799'999}};

/// The time, or the nearest that records can say.
[[nodiscard]] constexpr timestamp to_moment(timestamp time) noexcept {
    return time < first_moment ? first_moment : time > last_moment ? last_moment : time;
}
/// So much later, at most at the last moment; never before the first.
[[nodiscard]] constexpr timestamp later(timestamp time, milliseconds by) noexcept {
    const auto at = to_moment(time);
    return by > last_moment - at ? last_moment : by < first_moment - at ? first_moment : at + by;
}

/// Appends ISO 8601 in UTC: `2024-12-22T15:00:00Z`, with `.123` only when there are milliseconds.
/// The year has four digits, more where it needs them, a sign before year 0.
void append_iso8601(std::string& out, timestamp time);

[[nodiscard]] inline std::string to_iso8601(timestamp time) {
    std::string out;
    append_iso8601(out, time);
    return out;
}

/// Reads ISO 8601 with `Z` or any offset (`+02:00`, `-0530`), seconds and fraction optional;
/// a fraction is cut to milliseconds. Nothing when the text is not a date of this form.
[[nodiscard]] std::optional<timestamp> parse_iso8601(std::string_view text);

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/time/timestamp.ipp>
#endif
