#pragma once

#include <workmem/config.hpp>
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
    bool is_table = false;               ///< the root has the rows of one
    std::forward_list<text::json_document> parsed{};  ///< documents that came as text
    std::forward_list<std::string> corrected{};  ///< their text, where it is not that of the result
};

inline constexpr std::array<field_name, 7> envelope_fields{
    "data", "body", "result", "response", "output", "content", "payload"};

/// Whether structured content is nothing but a text: it says no more than the parts beside it, and
/// hides what they are.
[[nodiscard]] inline bool is_text_alone(const text::json_view& structured) noexcept {
    return structured.is_object() && structured.size() == 1 && (*structured.begin()).is_string();
}

/// First step: takes off what carries a result and is no part of it. MCP `CallToolResult` (text
/// parts, structured content, `isError`), JSON in strings, HTTP and JSON-RPC envelopes. Never
/// throws for data; a document in a string is parsed once, whatever its depth.
struct unwrap {
    field_table envelopes{envelope_fields};

    void operator()(const text::json_view& result, unwrapped& out, std::size_t max_depth,
                    const trace& note) const;

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

    static text::json_view parse(std::string_view text, unwrapped& out);

    // The JSON of a text: all of it, a fenced block, or what begins on a line of its own.
    static text::json_view find_json(std::string_view text, unwrapped& out);

    // A list of the objects that stand on a line each, as JSON Lines: `mongoexport`.
    static std::string join_lines(std::string_view text);

    // What a text holds: JSON, XML, a table, a listing, YAML, or names and values.
    static text::json_view find_records(std::string_view text, unwrapped& out, const trace& note);

    static text::json_view from_text(const text::json_view& value, unwrapped& out,
                                     const trace& note);

    // Nothing but content parts, and whether they are an error.
    static bool is_transport(const text::json_view& value);

    static bool is_part(const text::json_view& value);

    // The text of a part, or of the resource embedded in it.
    static text::json_view text_of_part(const text::json_view& part) {
        const auto inner = part.find("resource");
        return (inner.is_object() ? inner : part).find("text");
    }

    // A list of MCP content parts: each text that holds JSON is a document.
    static text::json_view from_parts(const text::json_view& list, unwrapped& out,
                                      const trace& note);

    text::json_view from_object(const text::json_view& value, unwrapped& out,
                                const trace& note) const;

    // `{status, headers, data}` of an HTTP client, and bodies that are JSON as text.
    text::json_view from_envelope(const text::json_view& value, unwrapped& out,
                                  const trace& note) const;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/unwrap.ipp>
#endif
