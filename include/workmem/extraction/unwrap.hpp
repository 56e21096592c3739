#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/parse/text_form.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

/// What stands inside the transport of a result. Views into the result, or into `texts`.
struct unwrapped {
    text::json_view root{};              ///< none when the result is plain text or nothing
    std::vector<text::json_view> parts;  ///< several documents instead of one
    std::string_view text;               ///< the plain text
    bool failed = false;                 ///< the transport says so
    bool is_table = false;               ///< the root has the rows of one
    parsed_texts texts{};                ///< documents that came as text
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
/// throws for data. A text is what carries a result only where it stands alone or beside what calls
/// tell of themselves: the body of a thing is no result.
struct unwrap {
    field_table envelopes{envelope_fields};

    void operator()(const text::json_view& result, unwrapped& out, std::size_t max_depth,
                    const trace& note) const;

private:
    static constexpr std::size_t most_envelopes = 6;

    // The records of a text; none, and `out.text`, where it is plain.
    static text::json_view from_text(std::string_view text, unwrapped& out, const trace& note);

    // Nothing but content parts, and whether they are an error.
    static bool is_transport(const text::json_view& value);

    // A part of MCP, or a text alone.
    static bool is_part(const text::json_view& value);

    // The text of a part, or of the resource embedded in it.
    static text::json_view text_of_part(const text::json_view& part) {
        const auto inner = part.find("resource");
        return (inner.is_object() ? inner : part).find("text");
    }

    // A list of MCP content parts: each text that holds JSON is a document.
    static text::json_view from_parts(const text::json_view& list, unwrapped& out,
                                      const trace& note);

    text::json_view from_object(const text::json_view& value, unwrapped& out, const trace& note,
                                std::size_t levels = most_envelopes) const;

    // What an object that an envelope holds carries, where it is another one; else nothing.
    text::json_view inside_envelope(const text::json_view& value, unwrapped& out, const trace& note,
                                    std::size_t levels) const;

    // `{status, headers, data}` of an HTTP client, and bodies that are JSON as text.
    text::json_view from_envelope(const text::json_view& value, unwrapped& out, const trace& note,
                                  std::size_t levels) const;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/unwrap.ipp>
#endif
