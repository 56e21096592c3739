#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/enum_names.hpp>
#include <workmem/task/task_id.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// Where a line of a prompt comes from, in the order in which they stand in it. Up to `task` they
/// are the stable part, behind it the recent one.
enum class prompt_section : std::uint8_t {
    goal,
    constraints,
    pinned,     ///< items that are pinned
    task,       ///< the context of the task in hand
    tasks,      ///< open tasks of the plan
    long_term,  ///< what is kept for good
    items,
    session,
    entities
};

namespace detail {
inline constexpr std::string_view prompt_section_names[]{
    "goal", "constraints", "pinned", "task", "tasks", "long_term", "items", "session", "entities"};
}
[[nodiscard]] constexpr std::string_view to_string(prompt_section section) noexcept {
    return detail::name_of(section, detail::prompt_section_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, prompt_section& into) noexcept {
    return detail::parse_name_of(name, detail::prompt_section_names, into);
}

/// How much of an agent's memories goes into a prompt.
struct prompt_options {
    /// Of both parts together, everything rendered counted, by the memories' counter.
    std::size_t tokens = 2'000;
    task_id task{};        ///< the task in hand, whose context is wanted; none: no context
    bool explain = false;  ///< whether what is left out is listed

    friend bool operator==(const prompt_options&, const prompt_options&) = default;
};

/// What did not come into a prompt, and why.
struct omitted_record {
    prompt_section section{};
    std::string id{};  ///< of the entity, item, memory or task; the text of a goal or constraint
    std::string reason{};  ///< a sentence

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("section", self.section);
        archive("id", self.id);
        archive("reason", self.reason);
    }
};

/// What a language model should know, in two parts: `stable` belongs into the system prompt,
/// `recent` before the last message of the user. Stored text is data: each record is a line of its
/// own, quoted, under the heading of its memory:
///
///     [THINGS]
///     - page "Home" (p-1)
///
/// Within a section records stand in the order in which they were first seen, and nothing in the
/// text moves by itself, so that a provider's cache holds for what stands before a change.
struct agent_prompt {
    std::string stable{};
    std::string recent{};
    std::size_t tokens = 0;  ///< of both, counted one by one
    std::vector<omitted_record> omitted{};

    /// `{"stable":…,"recent":…,"tokens":…,"omitted":[{"section","id","reason"},…]}`.
    [[nodiscard]] std::string to_json_text() const;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("stable", self.stable);
        archive("recent", self.recent);
        archive("tokens", self.tokens);
        archive.maybe("omitted", self.omitted);
    }
    friend bool operator==(const agent_prompt& a, const agent_prompt& b) noexcept {
        return a.stable == b.stable && a.recent == b.recent;
    }
    /// Writes both parts, the stable one first.
    template <class Stream>
    requires requires(Stream& out, std::string_view text) { out << text; }
    friend Stream& operator<<(Stream& out, const agent_prompt& prompt) {
        out << std::string_view{prompt.stable} << std::string_view{prompt.recent};
        return out;
    }
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/agent/prompt.ipp>
#endif
