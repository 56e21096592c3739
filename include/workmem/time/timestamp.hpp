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
