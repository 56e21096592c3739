#pragma once

#include <workmem/error.hpp>
#include <workmem/resolution/risk.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace workmem {

/// The limits of an entity memory. They are options, not state: neither saved nor loaded.
struct entity_options {
    /// Entities at most, 1 … 2^31.
    std::size_t capacity = 20;
    /// An entity untouched for this long is gone; none: it stays until it must go.
    std::optional<milliseconds> ttl = std::chrono::minutes{5};
    /// Tokens of all lines in the prompt text together; 0: no limit.
    std::size_t token_limit = 0;
    /// Entities taken from one list; the rest is counted in the metrics.
    std::size_t max_per_result = 10;
    /// Entities taken from search results (`matches`).
    std::size_t max_matches = 10;
    /// Attributes kept of an extracted entity, 64 at most.
    std::size_t max_attributes = 16;
    /// Lines per type in the prompt text.
    std::size_t max_per_type = 3;
    /// Tokens of one prompt text, everything rendered counted; 0: no limit.
    std::size_t context_token_limit = 0;
    /// Whether ids in a call's arguments make entities known or touch them.
    bool track_arguments = true;
    /// The share of references that may be answered wrong, in parts per million, 0 … 1,000,000:
    /// what is less sure is left open. For what changes something 150'000 suits.
    std::uint32_t risk = default_risk;
    /// Whether answers of `resolve` are recorded with the touches: the time, the first 200 code
    /// points of the phrase without secrets, what was meant and what else could be. For people
    /// that ask why later; a memory reads none of it. Erasing an entity takes all of them with it. A
    /// call takes three times as long.
    bool record_answers = false;
    /// How far wall time may drift from elapsed time before `health()` says so.
    milliseconds max_clock_gap = std::chrono::hours{1};

    static constexpr std::size_t most_attributes = 64;

    /// 10 entities, no time limit, 3 matches, 5 of a list: the window of a small CMS agent.
    [[nodiscard]] static entity_options working_context() {
        entity_options options;
        options.capacity = 10;
        options.ttl = std::nullopt;
        options.max_per_result = 5;
        options.max_matches = 3;
        return options;
    }
    /// 10 entities, 5 minutes.
    [[nodiscard]] static entity_options development() {
        entity_options options;
        options.capacity = 10;
        return options;
    }
    /// 20 entities, 10 minutes.
    [[nodiscard]] static entity_options production() {
        entity_options options;
        options.ttl = std::chrono::minutes{10};
        return options;
    }
};

/// The first limit that makes no sense, as an error that names it, its value and what is allowed.
[[nodiscard]] inline std::optional<error> problem_of(const entity_options& options) {
    const auto refuse = [](const char* name, const std::string& value, const char* allowed) {
        return error{error_code::validation_error,
                     std::string{name} + " must be " + allowed + ", is " + value,
                     {{"option", name}, {"value", value}}};
    };
    constexpr std::size_t most = std::size_t{1} << 31;
    if (options.capacity < 1 || options.capacity > most)
        return refuse("capacity", std::to_string(options.capacity), "1 to 2147483648");
    if (options.ttl && options.ttl->count() <= 0)
        return refuse("ttl", std::to_string(options.ttl->count()) + " ms", "above 0, or none");
    if (options.max_per_result < 1)
        return refuse("max_per_result", std::to_string(options.max_per_result), "1 or more");
    if (options.max_matches < 1)
        return refuse("max_matches", std::to_string(options.max_matches), "1 or more");
    if (options.max_attributes > entity_options::most_attributes)
        return refuse("max_attributes", std::to_string(options.max_attributes), "0 to 64");
    if (options.max_per_type < 1)
        return refuse("max_per_type", std::to_string(options.max_per_type), "1 or more");
    constexpr std::uint32_t everything = 1'000'000;
    if (options.risk > everything)
        return refuse("risk", std::to_string(options.risk), "0 to 1000000");
    if (options.max_clock_gap.count() <= 0)
        return refuse("max_clock_gap", std::to_string(options.max_clock_gap.count()) + " ms",
                      "above 0");
    return std::nullopt;
}

}  // namespace workmem
