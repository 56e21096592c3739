#pragma once

#include <workmem/extraction/unwrap.hpp>

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

/// The same for what a result carries, where text is several lines of it, or the beginning of JSON
/// or markup that was cut. An acknowledgement ("ok", `{"success":true,"message":"Updated"}`) and an
/// empty list hold none.
[[nodiscard]] inline bool holds_records(const unwrapped& inner) noexcept {
    if (inner.root) return holds_records(inner.root);
    if (!inner.parts.empty()) return true;
    const auto begins = inner.text.find_first_not_of(" \t\r\n");
    if (begins == std::string_view::npos) return false;
    if (std::string_view{"{[<"}.find(inner.text[begins]) != std::string_view::npos) return true;
    const auto line_end = inner.text.find('\n', begins);
    return line_end != std::string_view::npos &&
           inner.text.find_first_not_of(" \t\r\n", line_end) != std::string_view::npos;
}

}  // namespace workmem::extraction
