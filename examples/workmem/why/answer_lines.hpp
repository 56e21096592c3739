// How answers to "why" are written.
#pragma once

#include "history.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace workmem_program {

/// How many of a list are named; the rest is counted.
inline constexpr std::size_t most_named = 3;

/// Returns `change 3, 2026-11-30 14:02:11`.
[[nodiscard]] inline std::string shown_moment(std::uint64_t sequence,
                                              std::optional<workmem::timestamp> time) {
    auto out = fmt::format("change {}", sequence);
    if (time) out += fmt::format(", {} {}", date_of(*time), clock_of(*time));
    return out;
}
[[nodiscard]] inline std::string shown_moment(const told_event& of) {
    return shown_moment(of.sequence, of.time);
}

/// Returns `1 thing`, `2 things`.
[[nodiscard]] inline std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Prints a line with what it is about before it.
inline void print_labelled(std::ostream& out, std::string_view label, std::string_view text) {
    out << fmt::format("{:<9}{}\n", label, text);
}

}  // namespace workmem_program
