// How clients call hooks and read what they answer, one client a row.
//
// Facts from the clients' documentation:
//   claude  https://code.claude.com/docs/en/hooks
//   codex   https://developers.openai.com/codex/hooks, and the schemas of its payloads,
//           https://github.com/openai/codex/tree/main/codex-rs/hooks/schema/generated
//   gemini  https://geminicli.com/docs/hooks/reference
//   cursor  https://cursor.com/docs/hooks
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace workmem_program {

/// What a hook is called for.
enum class hook_moment : std::uint8_t {
    other,  ///< nothing is to be seen or said
    session_starts,
    prompt,
    tool_answered
};

/// Where a client looks for what its model should be told.
enum class answer_form : std::uint8_t {
    specific,  ///< `{"hookSpecificOutput":{"hookEventName":…,"additionalContext":…}}`
    plain      ///< `{"additional_context":…}`
};

struct hook_client {
    std::string_view name;
    std::string_view session_starts, prompt, tool_answered;  ///< its names for the events
    answer_form form = answer_form::specific;
    /// Whether it takes something before a prompt.
    bool hears_before_prompt = true;
    /// What it reads where nothing is to be said, and at a prompt.
    std::string_view silence{}, silence_at_prompt{};
    /// Seconds or milliseconds in its configuration.
    std::uint32_t ticks_a_second = 1;
    bool is_verified = true;  ///< against its documentation
    /// The variable that names the folder in which it was started; others have none.
    const char* started_in = nullptr;
};

inline constexpr std::array hook_clients{
    hook_client{.name = "claude",
                .session_starts = "SessionStart",
                .prompt = "UserPromptSubmit",
                .tool_answered = "PostToolUse",
                .started_in = "CLAUDE_PROJECT_DIR"},
    hook_client{.name = "codex",
                .session_starts = "SessionStart",
                .prompt = "UserPromptSubmit",
                .tool_answered = "PostToolUse"},
    hook_client{.name = "gemini",
                .session_starts = "SessionStart",
                .prompt = "BeforeAgent",
                .tool_answered = "AfterTool",
                .silence = "{}",
                .silence_at_prompt = "{}",
                .ticks_a_second = 1'000,
                .started_in = "GEMINI_PROJECT_DIR"},
    hook_client{.name = "cursor",
                .session_starts = "sessionStart",
                .prompt = "beforeSubmitPrompt",
                .tool_answered = "postToolUse",
                .form = answer_form::plain,
                .hears_before_prompt = false,
                .silence = "{}",
                .silence_at_prompt = R"({"continue":true})",
                .is_verified = false},
};

[[nodiscard]] constexpr const hook_client* find_hook_client(std::string_view name) noexcept {
    for (const auto& each : hook_clients)
        if (each.name == name) return &each;
    return nullptr;
}

/// Which moment a client means.
[[nodiscard]] constexpr hook_moment moment_of(const hook_client& client,
                                              std::string_view event) noexcept {
    if (event.empty()) return hook_moment::other;
    if (event == client.session_starts) return hook_moment::session_starts;
    if (event == client.prompt) return hook_moment::prompt;
    return event == client.tool_answered ? hook_moment::tool_answered : hook_moment::other;
}

/// What the client reads where nothing is to be said.
[[nodiscard]] constexpr std::string_view silence_of(const hook_client& client,
                                                    hook_moment at) noexcept {
    return at == hook_moment::prompt ? client.silence_at_prompt : client.silence;
}

}  // namespace workmem_program
