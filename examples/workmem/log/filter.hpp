// Which changes of a store are asked for.
#pragma once

#include "told_change.hpp"

#include <workmem/time/timestamp.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_program {

/// What is empty asks nothing.
struct change_filter {
    std::vector<std::string> kinds{};  ///< `task`, `task.move` or, by what is done, `task.claim`
    std::string actor{};
    std::string thing{};  ///< its id, how that begins, or words of its name
    std::optional<workmem::timestamp> since{};
    std::optional<workmem::timestamp> until{};

    [[nodiscard]] bool empty() const noexcept {
        return kinds.empty() && actor.empty() && thing.empty() && !since && !until;
    }
    /// \param when the time of the change, or where it has none that of the one before it
    [[nodiscard]] bool accepts(const told_change& change, workmem::timestamp when) const;
};

/// Returns whether a thing is meant by its id, by 4 or more characters that it begins with, or by
/// words of its name in any case.
[[nodiscard]] bool is_meant(const told_thing& thing, std::string_view said);

/// Returns why a text names no kind of change; empty if it names one.
[[nodiscard]] std::string problem_of_kind(std::string_view kind);

/// Reads a moment: ISO 8601, a day of it (its beginning), or how long ago (`30s`, `5min`, `2h`,
/// `1d`). Nothing for any other text.
[[nodiscard]] std::optional<workmem::timestamp> read_moment(std::string_view text,
                                                            workmem::timestamp now);

}  // namespace workmem_program
