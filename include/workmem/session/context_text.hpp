#pragma once

#include <workmem/session/session_memory.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace workmem::detail {

/// Memories as lines for a prompt, the most important first, of the same importance the newest:
///
///     - "the content"
///     (and 3 more)
///
/// Those that do not fit any more are left out and counted in the last line. Everything rendered is
/// counted; no trailing newline; nothing at all where not even one fits.
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
        if (used + reserve > budget) break;
        auto line = "\n- " + text::quoted(each.content);
        const auto cost = tokens(line);
        if (used + cost + (lines.size() + 1 == memories.size() ? 0 : reserve) > budget) continue;
        used += cost;
        lines.push_back(std::move(line));
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
