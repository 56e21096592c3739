#pragma once

#include <workmem/text/ascii.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workmem::extraction {

/// The lines of a text, one after the other, without their ends. Copies nothing.
class line_reader {
public:
    explicit line_reader(std::string_view text) noexcept : rest_{text} {}

    /// The next line; false behind the last.
    [[nodiscard]] bool next(std::string_view& line) noexcept {
        if (rest_.empty()) return false;
        const auto end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return true;
    }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

private:
    std::string_view rest_;
};

/// How many rows of a table or a listing are read, of how many bytes, in lines of which length.
inline constexpr std::size_t most_rows = 256, most_text_bytes = 1 << 20, longest_line = 1 << 16;

/// Whether the folded name of a field says that something went wrong: `http_error`, `failed`.
[[nodiscard]] constexpr bool tells_failure(std::string_view name) noexcept {
    for (const std::string_view told :
         {"error", "fail", "warning", "usage", "traceback", "exception", "fatal"})
        if (name.find(told) != std::string_view::npos) return true;
    return false;
}

}  // namespace workmem::extraction
