#pragma once

#include <workmem/config.hpp>
#include <workmem/task/state.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// How much of a task memory goes into a prompt, and for whom.
struct context_options {
    std::size_t token_limit = 4'000;
    std::string agent{};  ///< whose messages are shown; empty: those of who has the task
};

namespace detail {

/// What somebody needs to know for one task, as text: one line per record, the most relevant
/// first, within a number of tokens. Urgent messages go last, the task's own line after them.
template <class State, class Tokens>
class task_context {
public:
    task_context(const State& state, const task_commands::caller& by, const Tokens& tokens);

    /// O(what is recorded about the task, its direct dependencies and all tasks).
    [[nodiscard]] std::string text(std::uint32_t slot, const context_options& options);

private:
    enum class part : std::uint8_t {
        urgent,
        description,
        rework,
        constraints,
        messages,
        decisions,
        constraints_found,
        results,
        artifacts,
        attempts,
        found,
        about_all,
        after,
        count
    };
    static constexpr std::array<std::string_view, static_cast<std::size_t>(part::count)> headings{
        "urgent messages",
        "description",
        "review",
        "constraints",
        "messages",
        "decisions",
        "found: constraints and risks",
        "what it builds on",
        "artifacts",
        "earlier attempts",
        "found: insights and opportunities",
        "for all tasks",
        "what waits for it"};

    struct line {
        part in;
        std::string text;
        bool is_kept = false;
    };

    void add(part in, std::string text) { lines_.push_back({in, "  - " + std::move(text)}); }
    [[nodiscard]] static std::string quoted(std::string_view value) { return text::quoted(value); }

    void collect(std::uint32_t slot, const std::string& agent);
    void collect_messages(std::string_view agent);
    void collect_records(std::uint32_t slot, bool for_all);
    void add_artifact(std::uint32_t record, bool for_all);
    void collect_dependencies(std::uint32_t slot);
    // What is left of a task that was folded.
    [[nodiscard]] std::string folded_result(const task_id& id) const;

    [[nodiscard]] std::size_t cost(std::string_view value) const { return tokens_(value) + 1; }
    // The longest prefix of a quoted text whose line costs at most so much.
    [[nodiscard]] std::string shortened(const std::string& value, std::size_t budget) const;
    [[nodiscard]] std::string fitted(std::size_t limit);
    // Leaves out what matters least of what is left; false if there is nothing.
    [[nodiscard]] bool give_up();
    [[nodiscard]] std::string written(std::size_t omitted) const;

    static constexpr std::size_t most_after = 10;

    const State& state_;
    const task_content& content_;
    task_commands::caller by_;
    const Tokens& tokens_;
    std::string head_, goal_, title_, task_;
    std::vector<line> lines_;
};

}  // namespace detail

}  // namespace workmem

#if defined(WORKMEM_TEMPLATES)
#include <workmem/task/context.ipp>
#endif
