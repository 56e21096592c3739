#pragma once

#include <workmem/extraction/field.hpp>
#include <workmem/extraction/unwrap.hpp>
#include <workmem/text/fold.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace workmem::extraction {

namespace detail {

// What an acknowledgement tells, and how many of a list there are.
inline constexpr field_name outcome_fields[]{"success", "ok",     "status", "message", "code",
                                             "error",   "result", "detail", "total",   "count",
                                             "page",    "limit",  "offset", "cursor",  "has_more"};

[[nodiscard]] constexpr bool is_outcome(std::string_view name) noexcept {
    return std::any_of(std::begin(outcome_fields), std::end(outcome_fields),
                       [&](const field_name& each) { return each.hash == field_hash(name); });
}

}  // namespace detail

/// Whether a text is several lines.
[[nodiscard]] inline bool holds_lines(std::string_view text) noexcept {
    const auto begins = text.find_first_not_of(" \t\r\n");
    const auto line_end = begins == std::string_view::npos ? begins : text.find('\n', begins);
    return line_end != std::string_view::npos &&
           text.find_first_not_of(" \t\r\n", line_end) != std::string_view::npos;
}

/// Whether a value could hold records: an array that is not empty, several lines of text, or an
/// object with at least two texts beside something else, or, of a call that `asks` for things, with
/// at least two values that do not tell how it went; at most `depth` levels down.
[[nodiscard]] inline bool holds_records(const text::json_view& value, bool asks = false,
                                        std::size_t depth = 4) noexcept {
    if (value.is_array()) return value.size() > 0;
    if (!value.is_object() || depth == 0) return false;
    // An empty list is the answer, whatever stands beside it.
    asks = asks && std::none_of(value.begin(), value.end(),
                                [](const text::json_view& each) { return each.is_array(); });
    std::size_t texts = 0, told = 0;
    for (auto each = value.begin(); each != value.end(); ++each) {
        if (holds_records(*each, asks, depth - 1) || holds_lines(each->string())) return true;
        if (each->is_string()) ++texts;
        told += !each->is_structured() && !each->is_null() && !detail::is_outcome(each.key());
    }
    return (texts >= 2 && value.size() >= 3) || (asks && told >= 2);
}

/// Whether a text begins as JSON or markup does: `{"`, `[{`, `<html`; not "[main 1a2b3c] Mend it".
[[nodiscard]] inline bool begins_structure(std::string_view text) noexcept {
    const auto next = text.find_first_not_of(" \t\r\n", 1);
    if (next == std::string_view::npos) return false;
    const char c = text[next], small = text::fold_ascii(c);
    switch (text.front()) {
        case '{': return c == '"';
        case '[': return c == '{' || c == '[' || c == '"';
        case '<': return c == '!' || c == '?' || (small >= 'a' && small <= 'z');
        default: return false;
    }
}

/// `holds_records` for text: several lines of it, or the beginning of JSON or markup that was cut.
[[nodiscard]] inline bool holds_records(std::string_view text) noexcept {
    const auto begins = text.find_first_not_of(" \t\r\n");
    return begins != std::string_view::npos &&
           (begins_structure(text.substr(begins)) || holds_lines(text));
}

/// `holds_records` for what a result carries. An acknowledgement ("ok",
/// `{"success":true,"message":"Updated"}`) and an empty list hold none.
[[nodiscard]] inline bool holds_records(const unwrapped& inner, bool asks = false) noexcept {
    if (inner.root) return holds_records(inner.root, asks);
    return !inner.parts.empty() || holds_records(inner.text);
}

}  // namespace workmem::extraction
