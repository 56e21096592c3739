#pragma once

#include <workmem/bounded/summary.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::detail {

/// Items as they stand in a prompt, oldest first, each in a line of its own:
///
///     [RECENT MEMORY]
///     - "the text"
///
/// Where not all fit into the budget, pinned ones come first, then the most important, of the same
/// importance the newest. Everything rendered is counted; no trailing newline; nothing at all
/// without a line.
template <class Tokens>
[[nodiscard]] std::string context_text(const std::vector<item>& items, std::size_t budget,
                                       const Tokens& tokens) {
    constexpr std::string_view heading = "[RECENT MEMORY]\n";
    std::vector<const item*> order, chosen;
    for (const auto& each : items) order.push_back(&each);
    sort_by_importance(order);
    std::stable_partition(order.begin(), order.end(),
                          [](const item* each) { return each->pinned; });
    std::size_t used = tokens(heading);
    for (const auto* const each : order) {
        if (used + each->tokens > budget) continue;
        used += each->tokens;
        chosen.push_back(each);
    }
    for (;; chosen.pop_back()) {
        if (chosen.empty()) return {};
        auto lines = chosen;
        std::sort(lines.begin(), lines.end(),
                  [](const item* a, const item* b) { return a->number < b->number; });
        std::string out{heading};
        for (const auto* const each : lines) append_line(out, each->text, each->key);
        out.pop_back();
        if (tokens(out) <= budget) return out;
    }
}

}  // namespace workmem::detail
