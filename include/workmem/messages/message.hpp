#pragma once

#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem {

/// Whose turn a message is.
enum class message_role : std::uint8_t {
    system,  ///< instructions, also those of a developer
    user,
    assistant,
    tool  ///< what tools answered
};

[[nodiscard]] constexpr std::string_view to_string(message_role value) noexcept {
    constexpr std::string_view names[]{"system", "user", "assistant", "tool"};
    return names[static_cast<std::size_t>(value)];
}

/// Reads a role as any of the formats writes it ("model", "developer", "human"); false, and nothing
/// changed, for any other text.
[[nodiscard]] constexpr bool parse_name(std::string_view text, message_role& out) noexcept {
    struct spelling {
        std::string_view text;
        message_role role;
    };
    constexpr spelling spellings[]{
        {"system", message_role::system}, {"developer", message_role::system},
        {"user", message_role::user},     {"human", message_role::user},
        {"ai", message_role::assistant},  {"assistant", message_role::assistant},
        {"tool", message_role::tool},     {"model", message_role::assistant},
        {"function", message_role::tool}};
    for (const auto& each : spellings) {
        if (each.text != text) continue;
        out = each.role;
        return true;
    }
    return false;
}

/// A part of a message that says something; never empty.
struct message_text {
    std::string_view text;
};

/// A part of a message that asks for a tool.
struct tool_call {
    std::string_view id{};  ///< empty where the format has none
    std::string_view tool{};
    /// An object; a string for a text that is no JSON; nothing where there are none.
    text::json_view arguments{};
};

/// A part of a message that says what a tool answered.
struct tool_result {
    std::string_view call_id{};  ///< empty where the format has none
    std::string_view tool{};     ///< empty where the message does not say
    /// What the tool answered, out of its envelope: any JSON, also a string, a list of MCP text
    /// parts, or nothing.
    text::json_view content{};
    bool is_error = false;  ///< the call did nothing
    /// The text that `content` was parsed from; empty where it came as JSON or is a text.
    std::string_view text{};
};

using message_part = std::variant<message_text, tool_call, tool_result>;

/// A message of a conversation, whoever's format it came in. Borrows its texts.
struct message {
    message_role role = message_role::user;
    std::vector<message_part> parts{};
};

/// Messages that were read, in their order. Their texts are those of what was read, which must
/// outlive them, but for what stood in a text of its own and is kept here. Movable; not copyable.
struct message_list {
    std::vector<message> messages{};
    /// What carries something and could not be read, each as "user: document"; `most_unread` at
    /// most, `unread_count` of them all.
    std::vector<std::string> unread{};
    std::size_t unread_count = 0;

    static constexpr std::size_t most_unread = 16;

    std::forward_list<text::json_document> documents{};  ///< JSON that came as text
    std::forward_list<std::string> texts{};              ///< what was written anew

    message_list() = default;
    message_list(message_list&&) = default;
    message_list& operator=(message_list&&) = default;
    message_list(const message_list&) = delete;
    message_list& operator=(const message_list&) = delete;
    ~message_list() = default;
};

}  // namespace workmem
