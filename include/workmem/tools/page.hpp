#pragma once

#include <workmem/result.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/tools/arguments.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::tools {

/// The longest answer, in bytes as it is sent: as JSON, and as JSON in a text beside it.
inline constexpr std::size_t max_answer_bytes = std::size_t{1'000} * 1'000;

/// How long a page of a list is, in bytes of JSON: about 4,000 tokens. What a model asks for in
/// numbers of records it pays for in tokens.
inline constexpr std::size_t max_page_bytes = 16'000;
/// How much of a text a list shows; the tool that reads one record gives all of it.
inline constexpr std::size_t listed_text_bytes = 2'000;

/// Cuts the content of a record to what a list shows of it, and says so.
template <class Json>
void cut_content(Json& record) {
    auto& content = record["content"];
    const auto& whole = content.template get_ref<const std::string&>();
    if (whole.size() <= listed_text_bytes) return;
    content = std::string{text::prefix(whole, listed_text_bytes)};
    record["content_truncated"] = true;
}

/// How long a value is where it is sent as JSON and as JSON in a text. Linear.
template <class Json>
[[nodiscard]] std::size_t sent_bytes(const Json& value) {
    const auto once = text::to_json_text(value);
    const auto escaped =
        std::count_if(once.begin(), once.end(), [](char c) { return c == '"' || c == '\\'; });
    return 2 * once.size() + 2 + static_cast<std::size_t>(escaped);
}

/// Where an answer goes on; what it says is for us alone.
[[nodiscard]] inline std::string to_cursor(std::uint64_t after) { return std::to_string(after); }

/// The place a cursor names; 0 without one. Errors: `validation_error`.
template <class Json>
[[nodiscard]] result<std::uint64_t> cursor_of(const arguments<Json>& in) {
    std::uint64_t after = 0;
    if (!in.has("cursor")) return after;
    const auto& text = in.text("cursor");
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, after);
    if (read.ec == std::errc{} && read.ptr == end) return after;
    return detail::bad_value("cursor", "one that an earlier answer gave",
                             text::quoted(text::prefix(text, 64)));
}

/// What `fetch(limit)` answers, asked again for less until it is no longer than `most` bytes of
/// JSON; at least for one.
template <class Fetch>
[[nodiscard]] auto fitting(std::size_t limit, Fetch&& fetch, std::size_t most = max_page_bytes)
    -> decltype(fetch(limit)) {
    for (;;) {
        auto page = fetch(limit);
        if (!page || limit <= 1) return page;
        const auto size = text::to_json_text(*page).size();
        if (size <= most) return page;
        const auto share =
            static_cast<std::size_t>(static_cast<double>(limit) * 0.9 * static_cast<double>(most) /
                                     static_cast<double>(size));
        limit = std::clamp<std::size_t>(share, 1, limit - 1);
    }
}

}  // namespace workmem::tools
