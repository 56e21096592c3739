#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/error.hpp>
#include <workmem/task/artifact_files.hpp>
#include <workmem/task/dependency.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/priority.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// How long what a task memory holds may be, in bytes, and how many of a kind one record may have.
struct task_limits {
    static constexpr std::size_t id = 512;
    static constexpr std::size_t title = 1'024;
    static constexpr std::size_t text = 65'536;  ///< descriptions, contents, rationales, summaries
    static constexpr std::size_t line = 4'096;   ///< questions, choices, notes, paths, messages
    static constexpr std::size_t list = 1'000;   ///< constraints, tags, alternatives, next steps
    static constexpr std::size_t dependencies = 10'000;  ///< of one task
    static constexpr std::size_t affected = 10'000;      ///< tasks of one decision or discovery
    static constexpr std::size_t attempts = 100;         ///< of one task, the newest
    static constexpr std::size_t inline_artifact = 4'096;
};

/// What a task memory is for, when it is made, and its numbers. The plan is recorded; with a
/// journal that holds one already, that one counts. The numbers are not recorded.
struct task_options {
    std::string name{};
    std::string goal{};
    std::vector<std::string> constraints{};
    std::vector<std::string> memory_core_refs{};  ///< the cores that provided context
    failure_policy on_failure = failure_policy::block;
    std::optional<milliseconds> lease{};           ///< of claims that ask for none; none: for ever
    milliseconds grace{std::chrono::seconds{30}};  ///< from the end of a lease to `reclaim`
    std::size_t max_tasks = 1'000'000;
    std::size_t max_dependencies = 10'000'000;
    std::size_t max_records = 1'000'000;  ///< decisions; and as many discoveries, artifacts, nudges
    artifact_files artifacts{};           ///< which files have a checksum

    friend bool operator==(const task_options&, const task_options&) = default;
};

namespace detail {
/// What the streams of a task store begin with; the name of the plan follows.
inline constexpr std::string_view plan_prefix = "task/";

/// Options of a plan that has no name of its own, in the stream of a task store.
[[nodiscard]] inline task_options named_by_stream(task_options options, std::string_view stream) {
    if (options.name.empty() && stream.starts_with(plan_prefix))
        options.name = stream.substr(plan_prefix.size());
    return options;
}
}  // namespace detail

/// The first number that makes no sense.
[[nodiscard]] inline std::optional<error> problem_of(const task_options& options) {
    constexpr auto years = static_cast<std::int64_t>(36'525) * 24 * 3'600'000;
    if (options.lease)
        if (auto problem =
                detail::problem_of_option("lease", options.lease->count(), 1, years, " ms"))
            return problem;
    if (auto problem = detail::problem_of_option("grace", options.grace.count(), 0, years, " ms"))
        return problem;
    constexpr std::int64_t most = 1'000'000'000;
    const auto count = [](std::size_t value) {
        return static_cast<std::int64_t>((std::min)(value, std::size_t{2'000'000'000}));
    };
    if (auto problem = detail::problem_of_option("max_tasks", count(options.max_tasks), 1, most))
        return problem;
    if (auto problem =
            detail::problem_of_option("max_dependencies", count(options.max_dependencies), 0, most))
        return problem;
    return detail::problem_of_option("max_records", count(options.max_records), 0, most);
}

/// Whether a task memory is in use.
enum class task_memory_status : std::uint8_t { active, completed, cancelled, archived };

namespace detail {
inline constexpr std::string_view task_memory_names[]{"active", "completed", "cancelled",
                                                      "archived"};
}
[[nodiscard]] constexpr std::string_view to_string(task_memory_status value) noexcept {
    return detail::name_of(value, detail::task_memory_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, task_memory_status& into) noexcept {
    return detail::parse_name_of(name, detail::task_memory_names, into);
}

/// What all work came to.
enum class task_outcome : std::uint8_t {
    open,       ///< something can still be done, or waits for a person
    completed,  ///< everything that was needed is done
    partial,    ///< some is done; the rest failed, was cancelled or cannot be reached
    failed,     ///< nothing is done, and something failed
    cancelled   ///< nothing is done, and nothing failed
};

namespace detail {
inline constexpr std::string_view task_outcome_names[]{"open", "completed", "partial", "failed",
                                                       "cancelled"};
}
[[nodiscard]] constexpr std::string_view to_string(task_outcome value) noexcept {
    return detail::name_of(value, detail::task_outcome_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, task_outcome& into) noexcept {
    return detail::parse_name_of(name, detail::task_outcome_names, into);
}

/// What a task memory is for, and how far it is.
struct task_memory_info {
    std::string id{};
    std::string name{};
    timestamp created{};
    timestamp changed{};
    task_memory_status status = task_memory_status::active;
    task_outcome outcome = task_outcome::open;
    std::string goal{};
    std::vector<std::string> constraints{};
    std::vector<std::string> memory_core_refs{};
    std::size_t tasks = 0;
    std::size_t ready = 0;
    std::size_t waiting = 0;
    std::array<std::size_t, task_statuses.size()> by_status{};

    [[nodiscard]] std::size_t count(task_status of) const noexcept {
        return by_status[static_cast<std::size_t>(of)];
    }
};

}  // namespace workmem
