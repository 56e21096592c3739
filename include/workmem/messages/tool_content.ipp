#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/subject.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/extraction/unwrap.hpp>
#include <workmem/messages/tool_content.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

WORKMEM_DECL part_kind kind_of_part(std::string_view type) noexcept {
    constexpr std::string_view texts[]{"text", "input_text", "output_text", "refusal"};
    constexpr std::string_view silent[]{"thinking",
                                        "redacted_thinking",
                                        "reasoning",
                                        "reasoning_content",
                                        "reasoning_text",
                                        "summary_text",
                                        "image",
                                        "image_url",
                                        "input_image",
                                        "output_image",
                                        "image_generation_call",
                                        "computer_screenshot",
                                        "audio",
                                        "input_audio",
                                        "output_audio",
                                        "video",
                                        "media",
                                        "file",
                                        "input_file",
                                        "container_upload",
                                        "item_reference",
                                        "compaction",
                                        "mcp_list_tools",
                                        "mcp_approval_request",
                                        "mcp_approval_response"};
    const auto is_in = [&](const auto& list) {
        return std::find(std::begin(list), std::end(list), type) != std::end(list);
    };
    if (is_in(texts)) return part_kind::text;
    if (is_in(silent)) return part_kind::silent;
    for (const std::string_view ending : {"_call_output", "tool_result", "call_result"})
        if (type.ends_with(ending)) return part_kind::result;
    for (const std::string_view ending : {"_call", "tool_use"})
        if (type.ends_with(ending)) return part_kind::call;
    return part_kind::unknown;
}

WORKMEM_DECL text::json_view text_of_part(const text::json_view& part) {
    const auto kind = part.find("type");
    if (kind_of_part(kind.string()) != part_kind::text) return {};
    const auto text = part.find(kind == "refusal" ? "refusal" : "text");
    return text.is_string() ? text : text::json_view{};
}

WORKMEM_DECL void note_unread(message_list& into, std::string_view where, std::string_view what) {
    ++into.unread_count;
    if (into.unread.size() >= message_list::most_unread) return;
    std::string line{where};
    line += ": ";
    line += what.empty() ? "something without a type" : text::escaped(text::prefix(what, 64));
    into.unread.push_back(std::move(line));
}

WORKMEM_DECL bool says_something(const text::json_view& value) noexcept {
    if (!value || value.is_null()) return false;
    if (value.is_boolean()) return value.boolean();
    if (value.is_string()) return !value.string().empty();
    if (value.is_number()) return value.number() != 0;
    return !value.is_structured() || !value.empty();
}

// The structured value that a text is, or nothing.
inline text::json_view parse_structured(std::string_view text, message_list& into) {
    const auto begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (begin == std::string_view::npos || (text[begin] != '{' && text[begin] != '[')) return {};
    text::json_document read{text};
    if (!read) return {};
    return into.documents.emplace_front(std::move(read)).root();
}

WORKMEM_DECL text::json_view read_arguments(const text::json_view& given, message_list& into) {
    if (given.is_null()) return {};
    if (!given.is_string()) return given;
    const auto text = given.string();
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    if (const auto value = parse_structured(text, into)) return value;
    if (text[begin] != '"') return given;
    text::json_document written_twice{text};
    if (!written_twice.root().is_string()) return given;
    const auto inner = into.documents.emplace_front(std::move(written_twice)).root();
    const auto value = parse_structured(inner.string(), into);
    return value ? value : given;
}

// A part of what a tool answered, and no record of a thing that happens to have a type.
inline bool is_part(const text::json_view& value) {
    constexpr std::string_view carriers[]{"source",    "image_url", "data",       "file_id",
                                          "file_data", "file_url",  "input_audio"};
    const auto type = value.find("type");
    if (!type.is_string() || value.contains("id")) return false;
    if (type == "resource") return value.find("resource").is_object();
    if (type == "resource_link") return value.contains("uri");
    if (kind_of_part(type.string()) != part_kind::silent) return bool{text_of_part(value)};
    return !value.contains("name") &&
           std::any_of(std::begin(carriers), std::end(carriers),
                       [&](std::string_view each) { return value.contains(each); });
}

// `CallToolResult` of MCP, and no record of a thing that has a content.
WORKMEM_DECL bool is_mcp_result(const text::json_view& value) {
    constexpr std::string_view members[]{"content", "structuredContent", "isError", "_meta"};
    if (value.empty() || value.size() > std::size(members)) return false;
    const auto end = value.end();
    for (auto each = value.begin(); each != end; ++each)
        if (std::find(std::begin(members), std::end(members), each.key()) == std::end(members))
            return false;
    const auto parts = value.find("content");
    return parts.is_array() ? parts.empty() || is_part(parts.front())
                            : value.contains("structuredContent") || value.contains("isError");
}

// The text of a part, or of a resource embedded in it.
inline text::json_view any_text_of_part(const text::json_view& part) {
    if (part.is_string()) return part;
    if (const auto text = text_of_part(part)) return text;
    const auto text = part.find("resource").find("text");
    return text.is_string() ? text : text::json_view{};
}

WORKMEM_DECL text::json_view join_texts(const std::vector<std::string_view>& texts,
                                        message_list& into) {
    if (texts.empty()) return {};
    if (texts.size() == 1) return text::json_view::of_text(texts.front());
    std::string written;
    for (const auto each : texts) {
        written += written.empty() ? "[" : ",";
        written += R"({"type":"text","text":)";
        text::append_quoted(written, each);
        written += '}';
    }
    written += ']';
    return parse_structured(into.texts.emplace_front(std::move(written)), into);
}

inline text::json_view join_parts(const text::json_view& list, message_list& into) {
    std::vector<std::string_view> texts;
    bool plain = true;
    for (const auto& part : list) {
        const auto text = any_text_of_part(part);
        plain = plain && text && part.find("type") == "text";
        if (text)
            texts.push_back(text.string());
        else if (kind_of_part(part.find("type").string()) != part_kind::silent)
            note_unread(into, "result", part.find("type").string());
    }
    return plain && texts.size() > 1 ? list : join_texts(texts, into);
}

// A flag, in whatever way it is said.
WORKMEM_DECL bool says_yes(const text::json_view& flag) {
    return says_something(flag) && flag != "false" && flag != "0";
}

// `{"error": …}` and nothing that a thing would have: a failed job is a thing.
inline bool is_bare_error(const text::json_view& value) {
    constexpr std::string_view beside[]{"error",   "isError",    "is_error", "status",
                                        "success", "ok",         "code",     "message",
                                        "detail",  "statusCode", "details",  "error_code"};
    if (value.size() > std::size(beside) || !says_something(value.find("error"))) return false;
    const auto end = value.end();
    for (auto each = value.begin(); each != end; ++each)
        if (std::find(std::begin(beside), std::end(beside), each.key()) == std::end(beside))
            return false;
    return true;
}

WORKMEM_DECL void read_content(const text::json_view& given, tool_result& out, message_list& into) {
    out.content = given.is_null() ? text::json_view{} : given;
    // A string may hold an MCP result, which holds parts, which are one text, which holds JSON.
    for (int wrapped = 0; wrapped < 4; ++wrapped) {
        const auto content = out.content;
        if (content.is_string()) {
            const auto value = parse_structured(content.string(), into);
            if (!value) return;
            out.text = content.string();
            out.content = value;
        } else if (content.is_array()) {
            if (!is_part(content.front())) return;
            out.content = join_parts(content, into);
            if (out.content.is_same(content)) return;
            out.text = {};
        } else if (content.is_object()) {
            if (is_mcp_result(content)) {
                if (says_yes(content.find("isError"))) out.is_error = true;
                out.text = {};
                const auto structured = content.find("structuredContent");
                const auto parts = content.find("content");
                const bool is_whole = structured.is_object() && !structured.empty() &&
                                      (parts.empty() || !extraction::is_text_alone(structured));
                out.content = is_whole ? structured : parts;
                if (out.content.is_same(structured)) return;
            } else if (is_part(content)) {
                out.content = any_text_of_part(content);
                out.text = {};
            } else {
                if (is_bare_error(content)) out.is_error = true;
                return;
            }
        } else {
            return;
        }
    }
}

WORKMEM_DECL text::json_view answer_of(std::string_view tool, const text::json_view& arguments,
                                       const tool_result& answer) {
    if (answer.text.empty()) return answer.content;
    const tool_name named{tool};
    return extraction::printed::read_subject(named, arguments).content
               ? text::json_view::of_text(answer.text)
               : answer.content;
}

}  // namespace workmem::detail
