#pragma once

#include <workmem/extraction/unwrap.hpp>
#include <workmem/text/fold.hpp>

#include <cstddef>
#include <string_view>

namespace workmem::extraction {

/// Whether a value could hold records: an array that is not empty, or an object with at least two
/// texts beside something else; at most `depth` levels down.
[[nodiscard]] inline bool holds_records(const text::json_view& value,
                                        std::size_t depth = 4) noexcept {
    if (value.is_array()) return value.size() > 0;
    if (!value.is_object() || depth == 0) return false;
    std::size_t texts = 0;
    for (const auto& each : value) {
        if (holds_records(each, depth - 1)) return true;
        if (each.is_string()) ++texts;
    }
    return texts >= 2 && value.size() >= 3;
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

/// `holds_records` for what a result carries, where text is several lines of it, or the beginning
/// of JSON or markup that was cut. An acknowledgement ("ok",
/// `{"success":true,"message":"Updated"}`) and an empty list hold none.
[[nodiscard]] inline bool holds_records(const unwrapped& inner) noexcept {
    if (inner.root) return holds_records(inner.root);
    if (!inner.parts.empty()) return true;
    const auto begins = inner.text.find_first_not_of(" \t\r\n");
    if (begins == std::string_view::npos) return false;
    if (begins_structure(inner.text.substr(begins))) return true;
    const auto line_end = inner.text.find('\n', begins);
    return line_end != std::string_view::npos &&
           inner.text.find_first_not_of(" \t\r\n", line_end) != std::string_view::npos;
}

}  // namespace workmem::extraction
