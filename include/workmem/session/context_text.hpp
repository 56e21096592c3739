#pragma once

#include <workmem/session/session_memory.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// The longest beginning of a text whose line takes at most so many tokens, cut at a code point.
template <class Tokens>
[[nodiscard]] std::string_view fitting_prefix(std::string_view content, std::size_t room,
                                              const Tokens& tokens) {
    std::size_t fits = 0, beyond = content.size();
    while (fits + 1 < beyond) {
        const auto middle = fits + (beyond - fits) / 2;
        const auto line = "\n- " + text::quoted(text::prefix(content, middle)) + "…";
        (tokens(line) <= room ? fits : beyond) = middle;
    }
    return text::prefix(content, fits);
}

/// Memories as lines for a prompt, the most important first, of the same importance the newest:
///
///     - "the content"
///     (and 3 more)
///
/// One that does not fit whole is cut, and those after it are counted in the last line. Everything
/// rendered is counted; no trailing newline; nothing at all where not even one fits.
template <class Tokens>
[[nodiscard]] std::string session_context_text(std::vector<session_memory> memories,
                                               std::size_t budget, const Tokens& tokens) {
    std::stable_sort(memories.begin(), memories.end(), [](const auto& a, const auto& b) {
        return a.importance != b.importance ? a.importance > b.importance : a.created > b.created;
    });
    const auto more_line = [&](std::size_t shown) {
        return shown == memories.size()
                   ? std::string{}
                   : "\n(and " + std::to_string(memories.size() - shown) + " more)";
    };
    // Counted one by one, then as a whole, which may be a little more.
    std::vector<std::string> lines;
    const auto reserve = tokens(more_line(0));
    for (std::size_t used = 0; const auto& each : memories) {
        if (used + reserve >= budget) break;
        const auto is_last = lines.size() + 1 == memories.size();
        const auto room = budget - used - (is_last ? 0 : reserve);
        auto line = "\n- " + text::quoted(each.content);
        auto cost = tokens(line);
        const bool is_cut = cost > room;
        if (is_cut) {
            // Rather its beginning than nothing of what matters most.
            const auto beginning = fitting_prefix(each.content, room, tokens);
            if (beginning.empty()) break;
            line = "\n- " + text::quoted(beginning) + "…";
            cost = tokens(line);
        }
        if (cost > room) break;
        used += cost;
        lines.push_back(std::move(line));
        if (is_cut) break;
    }
    for (;; lines.pop_back()) {
        if (lines.empty()) return {};
        std::string out;
        for (const auto& each : lines) out += each;
        out += more_line(lines.size());
        out.erase(0, 1);
        if (tokens(out) <= budget) return out;
    }
}

}  // namespace workmem::detail
