#pragma once

#include <workmem/agent/prompt_choice.hpp>
#include <workmem/bounded/item.hpp>
#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/task/content.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// The open tasks that a prompt tells of, at most so many: what is in hand first, then what is
/// ready by priority, then what waits; without one whose context stands there already. Counts all.
[[nodiscard]] inline std::vector<std::uint32_t> told_tasks(const task_content& plan,
                                                           std::uint32_t without, std::size_t most,
                                                           std::size_t& open) {
    const auto& schedule = plan.schedule;
    std::vector<std::uint32_t> out;
    open = 0;
    const auto visit = [&](std::uint32_t slot) {
        if (slot != without && ++open <= most) out.push_back(slot);
        return true;
    };
    for (const auto status : {task_status::in_progress, task_status::blocked, task_status::assigned,
                              task_status::review})
        schedule.of(status).visit_while(visit);
    schedule.visit_ready(visit);
    schedule.waiting().visit_while(visit);
    return out;
}

[[nodiscard]] inline prompt_facts task_facts(const task_content& plan,
                                             std::uint32_t slot) noexcept {
    const auto status = plan.schedule.status(slot);
    const std::uint32_t worth = status != task_status::pending ? 950'000
                                : plan.schedule.is_ready(slot) ? 850'000
                                                               : 700'000;
    return {slot + std::uint64_t{1}, worth, estimated_cost(plan.tasks.at(slot).title.size() + 12)};
}

/// `- "Deploy" (in_progress, with ann)`.
[[nodiscard]] inline std::string task_line(const task_content& plan, std::uint32_t slot) {
    const auto status = plan.schedule.status(slot);
    std::string line = "- ";
    text::append_quoted(line, plan.tasks.at(slot).title);
    line += " (";
    line += status != task_status::pending ? to_string(status)
            : plan.schedule.is_ready(slot) ? "ready"
                                           : "waiting";
    if (const auto& agent = plan.work(slot).assigned_to; is_held(status) && !agent.empty()) {
        line += ", with ";
        text::append_escaped(line, agent);
    }
    return line += ")\n";
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
