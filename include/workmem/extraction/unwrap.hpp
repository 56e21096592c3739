#pragma once

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::extraction {

/// What stands inside the transport of a result. Views into the result, or into `parsed`.
template <class Json>
struct unwrapped {
    const Json* root = nullptr;        ///< null when the result is plain text or nothing
    std::vector<const Json*> parts;    ///< several documents instead of one
    std::string_view text;             ///< the plain text
    bool failed = false;               ///< the transport says so
    std::forward_list<Json> parsed{};  ///< documents that came as text
};

inline constexpr std::array<field_name, 7> envelope_fields{
    "data", "body", "result", "response", "output", "content", "payload"};

/// First step: takes off what carries a result and is no part of it. MCP `CallToolResult` (text
/// parts, structured content, `isError`), JSON in strings, HTTP and JSON-RPC envelopes. Never
/// throws for data; a document in a string is parsed once, whatever its depth.
struct unwrap {
    field_table envelopes{envelope_fields};

    template <class Json>
    void operator()(const Json& result, unwrapped<Json>& out, std::size_t max_depth,
                    const trace& note) const {
        const Json* node = &result;
        for (std::size_t depth = 0; depth < max_depth && node; ++depth) {
            const Json* next = node->is_string()   ? from_text(*node, out, note)
                               : node->is_object() ? from_object(*node, out, note)
                               : node->is_array()  ? from_parts(*node, out, note)
                                                   : nullptr;
            if (!next || next == node) {
                if (!next && !node->is_structured()) node = nullptr;
                if (!out.parts.empty() || out.failed) node = nullptr;
                break;
            }
            node = next;
        }
        out.root = node && node->is_structured() ? node : nullptr;
    }

private:
    template <class Json>
    static const std::string* text_of(const Json& value) {
        return value.template get_ptr<const typename Json::string_t*>();
    }
    static std::string_view trimmed(std::string_view text) noexcept {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        const auto begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return {};
        return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
    }
    static bool opens(std::string_view text) noexcept {
        return !text.empty() && (text.front() == '{' || text.front() == '[');
    }

    template <class Json>
    static const Json* parse(std::string_view text, unwrapped<Json>& out) {
        auto value = text::parse_json<Json>(text);
        if (value.is_discarded() && !text::is_valid(text))
            value = text::parse_json<Json>(text::to_valid(text));
        if (value.is_discarded() || !value.is_structured()) return nullptr;
        out.parsed.push_front(std::move(value));
        return &out.parsed.front();
    }

    // The JSON of a text: all of it, a fenced block, or what begins on a line of its own.
    template <class Json>
    static const Json* find_json(std::string_view text, unwrapped<Json>& out) {
        text = trimmed(text);
        if (opens(text))
            if (const auto* value = parse<Json>(text, out)) return value;
        if (const auto fence = text.find("```"); fence != std::string_view::npos) {
            const auto line = text.find('\n', fence);
            const auto end = line == std::string_view::npos ? line : text.find("```", line);
            if (end != std::string_view::npos)
                if (const auto inner = trimmed(text.substr(line, end - line)); opens(inner))
                    return parse<Json>(inner, out);
        }
        for (const char* opening : {"\n{", "\n["}) {
            const auto begin = text.find(opening);
            if (begin == std::string_view::npos) continue;
            const auto end = text.rfind(opening[1] == '{' ? '}' : ']');
            if (end != std::string_view::npos && end > begin)
                return parse<Json>(text.substr(begin + 1, end - begin), out);
        }
        return nullptr;
    }

    template <class Json>
    static const Json* from_text(const Json& value, unwrapped<Json>& out, const trace& note) {
        const auto* text = text_of(value);
        if (const auto* inner = find_json<Json>(*text, out)) {
            note("unwrap", "text", "it holds JSON");
            return inner;
        }
        out.text = *text;
        note("unwrap", *text, "plain text holds no record");
        return nullptr;
    }

    template <class Json>
    static bool is_part(const Json& value) {
        if (!value.is_object()) return false;
        const auto kind = value.find("type");
        if (kind == value.end() || !kind->is_string()) return false;
        const auto& name = *text_of(*kind);
        if (name == "text") {
            const auto text = value.find("text");
            return text != value.end() && text->is_string();
        }
        return (name == "image" || name == "audio")
                   ? value.contains("data")
                   : name == "resource" && value.contains("resource");
    }

    // The text of a part, or of the resource embedded in it.
    template <class Json>
    static const std::string* text_of_part(const Json& part) {
        const auto inner = part.find("resource");
        const Json& holder = inner != part.end() && inner->is_object() ? *inner : part;
        const auto text = holder.find("text");
        return text == holder.end() ? nullptr : text_of(*text);
    }

    // A list of MCP content parts: each text that holds JSON is a document.
    template <class Json>
    static const Json* from_parts(const Json& list, unwrapped<Json>& out, const trace& note) {
        if (list.empty() || list.size() > 1000 || !is_part(list.front())) return &list;
        std::size_t used = 0;
        for (const auto& part : list) {
            if (!is_part(part)) continue;
            const auto* text = text_of_part(part);
            if (text == nullptr) continue;
            const auto& content = *text;
            if (const auto* value = find_json<Json>(content, out)) {
                out.parts.push_back(value);
                if (++used == 64) break;
            } else if (out.text.empty()) {
                out.text = content;
            }
        }
        note("unwrap", "content parts",
             out.parts.empty() ? "no part holds JSON" : "the text of a part holds JSON");
        if (out.parts.size() == 1) {
            const auto* only = out.parts.front();
            out.parts.clear();
            return only;
        }
        return nullptr;
    }

    template <class Json>
    const Json* from_object(const Json& value, unwrapped<Json>& out, const trace& note) const {
        if (value.size() > 16) return &value;
        const auto content = value.find("content");
        const auto structured = value.find("structuredContent");
        const auto is_error = value.find("isError");
        const bool parts = content != value.end() && content->is_array();
        if (is_error != value.end() && is_error->is_boolean() && *is_error == true) {
            note("unwrap", "isError", "the tool reports an error");
            out.failed = true;
            return nullptr;
        }
        if (parts || structured != value.end()) {
            if (structured != value.end() && structured->is_object() && !structured->empty()) {
                note("unwrap", "structuredContent", "the result of an MCP tool");
                return &*structured;
            }
            if (parts && !content->empty() && is_part(content->front())) {
                const auto* inner = from_parts(*content, out, note);
                return inner == &*content ? &value : inner;
            }
        }
        if (value.contains("jsonrpc"))
            if (const auto inner = value.find("result"); inner != value.end()) {
                note("unwrap", "jsonrpc", "the result of a remote call");
                return &*inner;
            }
        return from_envelope(value, out, note);
    }

    // `{status, headers, data}` of an HTTP client, and bodies that are JSON as text.
    template <class Json>
    const Json* from_envelope(const Json& value, unwrapped<Json>& out, const trace& note) const {
        const record<Json> fields{value};
        const auto* status = fields.find("status");
        if (!status) status = fields.find("statusCode");
        const bool http = fields.find("headers") && status && status->value->is_number_integer();
        const Json* inner = nullptr;
        envelopes.find([&](std::uint64_t hash) {
            const auto* field = fields.find(hash);
            if (!field) return false;
            if (http && field->value->is_structured()) {
                inner = field->value;
            } else if (const auto* text = text_of(*field->value);
                       text && (http || fields.size() <= 4) && opens(trimmed(*text))) {
                inner = find_json<Json>(*text, out);
            }
            if (inner) note("unwrap", field->name, "the body of an envelope");
            return inner != nullptr;
        });
        if (http && *status->value >= 400) {
            note("unwrap", "status", "the status is that of an error");
            out.failed = true;
        }
        return inner ? inner : &value;
    }
};

}  // namespace workmem::extraction
