#pragma once

#include <workmem/agent/prompt_choice.hpp>
#include <workmem/bounded/item.hpp>
#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What records are worth in a prompt. Ages count in steps of eight turns or places: a prompt that
/// changed a little with every turn would never be in a provider's cache.
namespace workmem::detail {

inline constexpr std::uint32_t age_step = 8;

/// Tokens of a line that nobody has counted: about four bytes each, and the marks around it.
[[nodiscard]] constexpr std::size_t estimated_cost(std::size_t bytes) noexcept {
    return bytes / 4 + 4;
}

[[nodiscard]] inline prompt_facts long_term_facts(const long_term_memory& each,
                                                  std::uint64_t number) noexcept {
    return {number, 400'000, estimated_cost(each.content.size())};
}

/// By importance; half of it is left after 64 turns.
[[nodiscard]] inline prompt_facts item_facts_at(const item& each, std::int64_t step) noexcept {
    const auto now = step - step % age_step;
    const auto age =
        static_cast<std::uint64_t>((std::max)(now - each.step, std::int64_t{0})) / age_step;
    return {each.number,
            static_cast<std::uint32_t>(each.importance.ppm() * std::uint64_t{8} / (8 + age)),
            each.tokens, true};
}

/// By priority.
[[nodiscard]] inline prompt_facts session_facts(const session_entry& each) noexcept {
    constexpr std::uint32_t worth[]{300'000, 500'000, 750'000, 950'000};
    return {each.number, worth[static_cast<std::size_t>(each.priority)],
            estimated_cost(each.content.size())};
}

/// By its place among what was touched last, 0 for the newest: that is meant most often. Half of it
/// is left at the sixteenth place, and less where nobody has named it.
[[nodiscard]] inline prompt_facts entity_facts(const entry& each, std::uint32_t place) noexcept {
    const std::uint32_t worth = is_named(each.level) ? 950'000 : 700'000;
    return {each.number, worth / (16 + place) * 16,
            estimated_cost(each.type.size() + each.name.size() + each.id.size() + 4)};
}

/// `- page "Home" (p-1)`.
[[nodiscard]] inline std::string entity_line(const entry& each) {
    std::string line = "- ";
    text::append_escaped(line, each.type);
    if (!each.unnamed) {
        line += ' ';
        text::append_quoted(line, each.name);
    }
    line += " (";
    // An id that could end the parentheses, or look like two.
    if (each.id.find_first_of(" ()\"") != std::string_view::npos)
        text::append_quoted(line, each.id);
    else
        text::append_escaped(line, each.id);
    return line += ")\n";
}

}  // namespace workmem::detail
