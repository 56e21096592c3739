// What a client says that happened.
#pragma once

#include "clients.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace workmem_program {

/// An event as any client tells it. Refers to the JSON it was read from.
struct hook_event {
    hook_moment moment = hook_moment::other;
    std::string_view session{};
    std::string_view folder{};
    std::string_view source{};  ///< why a session starts: startup, resume, clear, compact
    std::string_view prompt{};
    std::string tool{};
    workmem::text::json_view arguments{}, result{};
    bool has_failed = false;  ///< the tool
    std::string problem{};    ///< why it could not be read as a whole, if it could not

    std::shared_ptr<workmem::text::json_document> parsed{};  ///< arguments that came as a text
};

namespace detail {

inline workmem::text::json_view first_of(const workmem::text::json_view& in,
                                         std::initializer_list<std::string_view> names) {
    for (const auto name : names)
        if (const auto found = in.find(name)) return found;
    return {};
}

// `MCP:server:tool` is what others call `mcp__server__tool`.
inline std::string tool_name_of(std::string_view given) {
    std::string out{given.substr(0, 256)};
    if (!out.starts_with("MCP:")) return out;
    out.replace(0, 4, "mcp__");
    if (const auto colon = out.find(':'); colon != out.npos) out.replace(colon, 1, "__");
    return out;
}

}  // namespace detail

/// Returns an object with the members of an event that can be read at its beginning, where it cannot
/// be read as a whole: its session, its folder, its tool.
[[nodiscard]] inline std::string readable_part(std::string_view event) {
    constexpr std::size_t most = std::size_t{64} << 10;
    event = event.substr(0, most);
    std::string out{"{"};
    const auto add = [&](std::string_view member) {
        const auto alone = '{' + std::string{member} + '}';
        if (!workmem::text::json_document{alone}) return;
        out.append(out.size() > 1 ? "," : "").append(member);
    };
    std::size_t depth = 0, begin = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < event.size(); ++i) {
        const char c = event[i];
        if (in_text && c == '\\')
            ++i;
        else if (c == '"')
            in_text = !in_text;
        else if (in_text)
            continue;
        else if ((c == '{' || c == '[') && ++depth == 1)
            begin = i + 1;
        else if (c == ',' || c == '}' || c == ']') {
            if (depth == 1) {
                add(event.substr(begin, i - begin));
                begin = i + 1;
            }
            if (c != ',' && depth > 0) --depth;
        }
    }
    return out + '}';
}

/// Reads an event; what is missing or of another kind is empty.
[[nodiscard]] inline hook_event read_hook_event(const hook_client& client,
                                                const workmem::text::json_view& event) {
    using detail::first_of;
    hook_event out;
    out.moment = moment_of(client, event.find("hook_event_name").string());
    out.session = first_of(event, {"session_id", "conversation_id"}).string();
    out.folder = event.find("cwd").string();
    if (out.folder.empty()) out.folder = event.find("workspace_roots").front().string();
    out.source = first_of(event, {"source", "trigger"}).string();
    out.prompt = event.find("prompt").string();
    out.tool = detail::tool_name_of(event.find("tool_name").string());
    out.arguments = event.find("tool_input");
    if (out.arguments.is_string()) {
        out.parsed = std::make_shared<workmem::text::json_document>(out.arguments.string());
        out.arguments = *out.parsed ? out.parsed->root() : workmem::text::json_view{};
    }
    out.result = first_of(event, {"tool_response", "tool_output", "result_json"});
    // What the model reads of it, beside what the person sees.
    if (const auto content = out.result.find("llmContent")) {
        const auto problem = out.result.find("error");
        out.has_failed = problem && !problem.is_null();
        out.result = content;
    }
    return out;
}

}  // namespace workmem_program
