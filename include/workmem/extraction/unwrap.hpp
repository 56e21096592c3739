#pragma once

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <forward_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

/// What stands inside the transport of a result. Views into the result, or into `parsed`.
struct unwrapped {
    text::json_view root{};              ///< none when the result is plain text or nothing
    std::vector<text::json_view> parts;  ///< several documents instead of one
    std::string_view text;               ///< the plain text
    bool failed = false;                 ///< the transport says so
    std::forward_list<text::json_document> parsed{};  ///< documents that came as text
    std::forward_list<std::string> corrected{};       ///< their text, where it was not valid UTF-8
};

inline constexpr std::array<field_name, 7> envelope_fields{
    "data", "body", "result", "response", "output", "content", "payload"};

/// First step: takes off what carries a result and is no part of it. MCP `CallToolResult` (text
/// parts, structured content, `isError`), JSON in strings, HTTP and JSON-RPC envelopes. Never
/// throws for data; a document in a string is parsed once, whatever its depth.
struct unwrap {
    field_table envelopes{envelope_fields};

    void operator()(const text::json_view& result, unwrapped& out, std::size_t max_depth,
                    const trace& note) const {
        auto node = result;
        for (std::size_t depth = 0; depth < max_depth && node; ++depth) {
            const auto next = node.is_string()   ? from_text(node, out, note)
                              : node.is_object() ? from_object(node, out, note)
                              : node.is_array()  ? from_parts(node, out, note)
                                                 : text::json_view{};
            if (!next || next.is_same(node)) {
                if (!next && !node.is_structured()) node = {};
                if (!out.parts.empty() || out.failed) node = {};
                break;
            }
            node = next;
        }
        out.root = node.is_structured() ? node : text::json_view{};
    }

private:
    static std::string_view trimmed(std::string_view text) noexcept {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        const auto begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return {};
        return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
    }
    static bool opens(std::string_view text) noexcept {
        return !text.empty() && (text.front() == '{' || text.front() == '[');
    }

    static text::json_view parse(std::string_view text, unwrapped& out) {
        text::json_document read{text};
        if (!read && !text::is_valid(text))
            read = text::json_document{out.corrected.emplace_front(text::to_valid(text))};
        if (!read.root().is_structured()) return {};
        return out.parsed.emplace_front(std::move(read)).root();
    }

    // The JSON of a text: all of it, a fenced block, or what begins on a line of its own.
    static text::json_view find_json(std::string_view text, unwrapped& out) {
        text = trimmed(text);
        if (opens(text))
            if (const auto value = parse(text, out)) return value;
        if (const auto fence = text.find("```"); fence != std::string_view::npos) {
            const auto line = text.find('\n', fence);
            const auto end = line == std::string_view::npos ? line : text.find("```", line);
            if (end != std::string_view::npos)
                if (const auto inner = trimmed(text.substr(line, end - line)); opens(inner))
                    return parse(inner, out);
        }
        for (const char* opening : {"\n{", "\n["}) {
            const auto begin = text.find(opening);
            if (begin == std::string_view::npos) continue;
            const auto end = text.rfind(opening[1] == '{' ? '}' : ']');
            if (end != std::string_view::npos && end > begin)
                return parse(text.substr(begin + 1, end - begin), out);
        }
        return {};
    }

    static text::json_view from_text(const text::json_view& value, unwrapped& out,
                                     const trace& note) {
        const auto text = value.string();
        if (const auto inner = find_json(text, out)) {
            note("unwrap", "text", "it holds JSON");
            return inner;
        }
        out.text = text;
        note("unwrap", text, "plain text holds no record");
        return {};
    }

    static bool is_part(const text::json_view& value) {
        if (!value.is_object()) return false;
        const auto kind = value.find("type");
        if (!kind.is_string()) return false;
        const auto name = kind.string();
        if (name == "text") return value.find("text").is_string();
        return (name == "image" || name == "audio")
                   ? value.contains("data")
                   : name == "resource" && value.contains("resource");
    }

    // The text of a part, or of the resource embedded in it.
    static text::json_view text_of_part(const text::json_view& part) {
        const auto inner = part.find("resource");
        return (inner.is_object() ? inner : part).find("text");
    }

    // A list of MCP content parts: each text that holds JSON is a document.
    static text::json_view from_parts(const text::json_view& list, unwrapped& out,
                                      const trace& note) {
        if (list.empty() || list.size() > 1000 || !is_part(list.front())) return list;
        std::size_t used = 0;
        for (const auto& part : list) {
            if (!is_part(part)) continue;
            const auto text = text_of_part(part);
            if (!text.is_string()) continue;
            const auto content = text.string();
            if (const auto value = find_json(content, out)) {
                out.parts.push_back(value);
                if (++used == 64) break;
            } else if (out.text.empty()) {
                out.text = content;
            }
        }
        note("unwrap", "content parts",
             out.parts.empty() ? "no part holds JSON" : "the text of a part holds JSON");
        if (out.parts.size() == 1) {
            const auto only = out.parts.front();
            out.parts.clear();
            return only;
        }
        return {};
    }

    text::json_view from_object(const text::json_view& value, unwrapped& out,
                                const trace& note) const {
        if (value.size() > 16) return value;
        const auto content = value.find("content");
        const auto structured = value.find("structuredContent");
        const auto is_error = value.find("isError");
        const bool parts = content.is_array();
        if (is_error.boolean()) {
            note("unwrap", "isError", "the tool reports an error");
            out.failed = true;
            return {};
        }
        if (parts || structured) {
            if (structured.is_object() && !structured.empty()) {
                note("unwrap", "structuredContent", "the result of an MCP tool");
                return structured;
            }
            if (parts && !content.empty() && is_part(content.front())) {
                const auto inner = from_parts(content, out, note);
                return inner.is_same(content) ? value : inner;
            }
        }
        if (value.contains("jsonrpc"))
            if (const auto inner = value.find("result")) {
                note("unwrap", "jsonrpc", "the result of a remote call");
                return inner;
            }
        return from_envelope(value, out, note);
    }

    // `{status, headers, data}` of an HTTP client, and bodies that are JSON as text.
    text::json_view from_envelope(const text::json_view& value, unwrapped& out,
                                  const trace& note) const {
        const record fields{value};
        const auto* status = fields.find("status");
        if (!status) status = fields.find("statusCode");
        const bool http = fields.find("headers") && status && status->value.is_integer();
        text::json_view inner;
        envelopes.find([&](std::uint64_t hash) {
            const auto* field = fields.find(hash);
            if (!field) return false;
            if (http && field->value.is_structured()) {
                inner = field->value;
            } else if (const auto text = field->value.string();
                       (http || fields.size() <= 4) && opens(trimmed(text))) {
                inner = find_json(text, out);
            }
            if (inner) note("unwrap", field->name, "the body of an envelope");
            return bool{inner};
        });
        if (http && status->value.integer() >= 400) {
            note("unwrap", "status", "the status is that of an error");
            out.failed = true;
        }
        return inner ? inner : value;
    }
};

}  // namespace workmem::extraction
