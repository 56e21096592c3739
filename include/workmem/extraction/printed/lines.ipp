#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>

namespace workmem::extraction::printed {

WORKMEM_DECL bool is_hash(std::string_view text) noexcept {
    constexpr std::size_t shortest = 7, longest = 40;
    return text.size() >= shortest && text.size() <= longest &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
           text.find_first_of("0123456789") != std::string_view::npos;
}

WORKMEM_DECL std::string_view without_escapes(std::string_view text, std::string& storage) {
    constexpr char escape = '\x1b';
    auto at = text.find(escape);
    if (at == std::string_view::npos) return text;
    storage.clear();
    storage.reserve(text.size());
    while (at != std::string_view::npos) {
        storage += text.substr(0, at);
        text.remove_prefix(at + 1);
        if (text.starts_with('[')) {  // parameters, then a letter
            const auto end = std::find_if(text.begin() + 1, text.end(),
                                          [](char c) { return c >= '@' && c <= '~'; });
            text.remove_prefix(static_cast<std::size_t>(end - text.begin()) + (end != text.end()));
        } else if (text.starts_with(']')) {  // a title or an address, to a bell or a backslash
            const auto end = text.find_first_of("\a\\\n");
            text.remove_prefix(end == std::string_view::npos ? text.size()
                                                             : end + (text[end] != '\n'));
        } else if (!text.empty() && text.front() != '\n') {
            text.remove_prefix(1);
        }
        at = text.find(escape);
    }
    storage += text;
    return storage;
}

WORKMEM_DECL std::string clean(std::string_view text, std::size_t most_bytes) {
    const auto is_hidden = [](char32_t c) {
        return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x61C || c == 0x200E || c == 0x200F ||
               (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    };
    std::string without, out;
    auto rest = without_escapes(text.substr(0, 4 * most_bytes), without);
    while (!rest.empty()) {
        const auto next = text::decode(rest);
        rest.remove_prefix(next.bytes);
        if (next.value == '\t') {
            out += ' ';
        } else if (!is_hidden(next.value)) {
            const auto before = out.size();
            text::append(out, next.value);
            if (out.size() > most_bytes) {
                out.resize(before);
                break;
            }
        }
    }
    return out;
}

}  // namespace workmem::extraction::printed
