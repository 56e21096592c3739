#pragma once

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

/// Where a task stands. Whether it can be worked on also depends on other tasks.
enum class task_status : std::uint8_t {
    pending,
    assigned,     ///< somebody has it, and has not begun
    in_progress,  ///< somebody works on it
    blocked,      ///< whoever works on it cannot go on, and said why
    review,       ///< done, and somebody else has to look at it
    completed,
    failed,  ///< may be tried again
    cancelled,
    skipped  ///< not needed: another branch was taken
};

inline constexpr std::array task_statuses{
    task_status::pending, task_status::assigned,  task_status::in_progress,
    task_status::blocked, task_status::review,    task_status::completed,
    task_status::failed,  task_status::cancelled, task_status::skipped};

[[nodiscard]] constexpr std::string_view to_string(task_status status) noexcept {
    switch (status) {
        case task_status::pending: return "pending";
        case task_status::assigned: return "assigned";
        case task_status::in_progress: return "in_progress";
        case task_status::blocked: return "blocked";
        case task_status::review: return "review";
        case task_status::completed: return "completed";
        case task_status::failed: return "failed";
        case task_status::cancelled: return "cancelled";
        case task_status::skipped: return "skipped";
    }
    return "unknown";
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, task_status& into) noexcept {
    for (const auto each : task_statuses)
        if (name == to_string(each)) {
            into = each;
            return true;
        }
    return false;
}

/// Nothing follows, unless the task is reopened.
[[nodiscard]] constexpr bool is_terminal(task_status status) noexcept {
    return status == task_status::completed || status == task_status::cancelled ||
           status == task_status::skipped;
}
/// Work on it has ended: it is terminal, or has failed.
[[nodiscard]] constexpr bool is_over(task_status status) noexcept {
    return is_terminal(status) || status == task_status::failed;
}
/// Somebody has it in hand.
[[nodiscard]] constexpr bool is_held(task_status status) noexcept {
    return status == task_status::assigned || status == task_status::in_progress ||
           status == task_status::blocked;
}

/// The transition table.
[[nodiscard]] constexpr bool may_become(task_status from, task_status to) noexcept {
    using enum task_status;
    switch (from) {
        case pending: return to == assigned || to == cancelled || to == skipped;
        case assigned: return to == in_progress || to == pending || to == cancelled;
        case in_progress:
            return to == review || to == completed || to == failed || to == blocked ||
                   to == pending || to == cancelled;
        case blocked: return to == in_progress || to == pending || to == cancelled;
        case review: return to == completed || to == in_progress || to == failed || to == cancelled;
        case failed:
        case completed:
        case cancelled:
        case skipped: return to == pending;
    }
    return false;
}

}  // namespace workmem
