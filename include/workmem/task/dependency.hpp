#pragma once

#include <workmem/task/status.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workmem {

/// What a dependent waits for.
enum class dependency_condition : std::uint8_t {
    success,  ///< that it is completed
    failure,  ///< that it has failed
    any,      ///< that it is completed or has failed
    always    ///< that it is over, also by being cancelled or skipped
};

inline constexpr std::array dependency_conditions{
    dependency_condition::success, dependency_condition::failure, dependency_condition::any,
    dependency_condition::always};

[[nodiscard]] constexpr std::string_view to_string(dependency_condition condition) noexcept {
    switch (condition) {
        case dependency_condition::success: return "success";
        case dependency_condition::failure: return "failure";
        case dependency_condition::any: return "any";
        case dependency_condition::always: return "always";
    }
    return "unknown";
}
[[nodiscard]] constexpr bool parse_name(std::string_view name,
                                        dependency_condition& into) noexcept {
    for (const auto each : dependency_conditions)
        if (name == to_string(each)) {
            into = each;
            return true;
        }
    return false;
}

/// How many of its dependencies a task needs: all of them, any one, or at least a number (of which
/// no more are asked than there are dependencies). Without dependencies none is needed.
class join {
public:
    constexpr join() noexcept = default;
    [[nodiscard]] static constexpr join all() noexcept { return join{}; }
    [[nodiscard]] static constexpr join any() noexcept { return join{1}; }
    [[nodiscard]] static constexpr join at_least(std::uint32_t count) noexcept {
        return join{count};
    }
    [[nodiscard]] constexpr bool is_all() const noexcept { return count_ == every; }
    [[nodiscard]] constexpr std::uint32_t count() const noexcept { return count_; }
    [[nodiscard]] constexpr std::uint32_t of(std::uint32_t dependencies) const noexcept {
        return (std::min)(count_, dependencies);
    }
    friend constexpr bool operator==(const join&, const join&) = default;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("at_least", self.count_);
    }

private:
    static constexpr std::uint32_t every = 0xFFFFFFFFU;
    explicit constexpr join(std::uint32_t count) noexcept : count_{count} {}

    std::uint32_t count_ = every;
};

/// What becomes of the tasks that need a task which fails or is cancelled.
enum class failure_policy : std::uint8_t {
    block,            ///< they wait, for a retry or for somebody who decides
    skip_dependents,  ///< those that can no longer become ready are skipped
    proceed           ///< they go on as if it were completed (`continue`)
};

[[nodiscard]] constexpr std::string_view to_string(failure_policy policy) noexcept {
    switch (policy) {
        case failure_policy::block: return "block";
        case failure_policy::skip_dependents: return "skip_dependents";
        case failure_policy::proceed: return "continue";
    }
    return "unknown";
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, failure_policy& into) noexcept {
    for (const auto each :
         {failure_policy::block, failure_policy::skip_dependents, failure_policy::proceed})
        if (name == to_string(each)) {
            into = each;
            return true;
        }
    return false;
}

/// What a dependency is to its dependent now.
enum class dependency_state : std::uint8_t {
    open,  ///< not known yet
    satisfied,
    broken  ///< it did not come as the condition asks; for good, or until a retry
};

[[nodiscard]] constexpr dependency_state state_of(dependency_condition condition,
                                                  task_status status,
                                                  failure_policy policy) noexcept {
    using enum dependency_state;
    if (!is_over(status)) return open;
    const bool failed = status == task_status::failed;
    const bool completed = status == task_status::completed;
    const bool goes_on = policy == failure_policy::proceed && status != task_status::skipped;
    switch (condition) {
        case dependency_condition::success: return completed || goes_on ? satisfied : broken;
        case dependency_condition::failure: return failed ? satisfied : broken;
        case dependency_condition::any: return completed || failed || goes_on ? satisfied : broken;
        case dependency_condition::always: break;
    }
    return satisfied;
}

namespace detail {
/// The same for all conditions.
using dependency_states = std::array<dependency_state, dependency_conditions.size()>;
inline constexpr auto dependency_table = [] {
    std::array<std::array<dependency_states, task_statuses.size()>, 3> out{};
    for (std::size_t policy = 0; policy < out.size(); ++policy)
        for (std::size_t status = 0; status < out[policy].size(); ++status)
            for (const auto condition : dependency_conditions)
                out[policy][status][static_cast<std::size_t>(condition)] =
                    state_of(condition, static_cast<task_status>(status),
                             static_cast<failure_policy>(policy));
    return out;
}();
[[nodiscard]] constexpr const dependency_states& states_of(task_status status,
                                                           failure_policy policy) noexcept {
    return dependency_table[static_cast<std::size_t>(policy)][static_cast<std::size_t>(status)];
}
}  // namespace detail

}  // namespace workmem
