#pragma once

#include <workmem/config.hpp>
#include <workmem/long_term/long_term.hpp>
#include <workmem/task/commands.hpp>
#include <workmem/task/content.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What a finished workflow may have taught.
enum class learning_kind : std::uint8_t {
    decision,  ///< one with a rationale
    insight,   ///< a discovery marked so, or meant for a core
    pattern    ///< how a task was completed
};

namespace detail {
inline constexpr std::string_view learning_names[]{"decision", "insight", "pattern"};
}
[[nodiscard]] constexpr std::string_view to_string(learning_kind value) noexcept {
    return detail::name_of(value, detail::learning_names);
}

/// Something worth keeping for good, for somebody to look at.
struct learning_candidate {
    learning_kind kind = learning_kind::insight;
    std::string source{};          ///< the id of the decision, discovery or task
    std::string content{};         ///< what would be kept
    std::string reason{};          ///< why it is a candidate
    std::string suggested_core{};  ///< where it would be kept
    std::string memory{};          ///< the task memory's id
    timestamp time{};

    /// What would be kept. Its id follows from the source's, so that it is kept once.
    [[nodiscard]] long_term_memory as_entry() const;
};

namespace detail {

/// What a caller may see, in the order in which it was recorded: decisions, discoveries, tasks.
/// O(size).
template <class State>
[[nodiscard]] std::vector<learning_candidate> learning_of(const State& state,
                                                          const task_commands::caller& by) {
    const auto& content = state.content();
    const auto& purpose = content.purpose;
    const auto core = purpose.memory_core();
    std::vector<learning_candidate> out;
    const auto add = [&](learning_kind kind, std::string source, std::string text,
                         std::string reason, const std::string& to, timestamp time) {
        out.push_back({kind, std::move(source), std::move(text), std::move(reason),
                       to.empty() ? core : to, purpose.id, time});
    };
    content.decisions.for_each([&](const decision& each) {
        const bool is_refused = each.approved && !each.approved->granted;
        if (each.rationale.empty() || !each.superseded_by.empty() || is_refused ||
            task_content::holds(each))
            return;
        if (!state.may_see(by, each.visible, each.made_by, each.affects_tasks)) return;
        std::string text = each.question + ' ' + each.choice + ": " + each.rationale;
        if (!each.alternatives.empty()) {
            text += " (rejected:";
            for (const auto& other : each.alternatives) text += ' ' + other + ',';
            text.back() = ')';
        }
        add(learning_kind::decision, each.id, std::move(text), "a decision with a rationale", {},
            each.made_at);
    });
    content.discoveries.for_each([&](const discovery& each) {
        if (!each.superseded_by.empty() ||
            !state.may_see(by, each.visible, each.discovered_by, each.affects_tasks))
            return;
        const bool is_meant = !each.promote_to_core.empty();
        if (!is_meant && each.type != discovery_type::insight) return;
        add(learning_kind::insight, each.id, each.content,
            is_meant ? "meant for this core" : "marked as an insight", each.promote_to_core,
            each.discovered_at);
    });
    for (std::uint32_t slot = 0; slot < content.tasks.size(); ++slot) {
        const auto& work = content.work(slot);
        if (content.schedule.status(slot) != task_status::completed || !work.result ||
            work.result->summary.empty())
            continue;
        std::string text = content.tasks.at(slot).title + ": " + work.result->summary;
        const auto before = work.attempts.size() + work.reworks;
        std::string reason = "completed at the first attempt";
        if (before > 0) {
            reason = "completed after " + std::to_string(before) +
                     (before == 1 ? " earlier attempt" : " earlier attempts");
            for (const auto& each : work.attempts)
                if (!each.note.empty()) text += " (before: " + each.note + ')';
        }
        add(learning_kind::pattern, content.tasks.at(slot).id, std::move(text), std::move(reason),
            {}, work.ended_at.value_or(content.time));
    }
    return out;
}

}  // namespace detail

/// Keeps candidates for good; how many were new. Harmless to repeat. Errors: those of the
/// repository; those before it are kept then.
template <long_term_repository Repository>
result<std::size_t> try_promote(const std::vector<learning_candidate>& candidates, Repository& to) {
    std::size_t fresh = 0;
    for (const auto& each : candidates) {
        auto kept = to.try_put(each.as_entry());
        if (!kept) return kept.error();
        fresh += *kept;
    }
    return fresh;
}
template <long_term_repository Repository>
std::size_t promote(const std::vector<learning_candidate>& candidates, Repository& to) {
    return workmem::try_promote(candidates, to).value();
}

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/task/learning.ipp>
#endif
