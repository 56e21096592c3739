#pragma once

#include <workmem/bounded/item_filter.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/config.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What a summary is about: `summary_scope::all()`, `recent(10)` or `only({.tags = {"x"}})`.
class summary_scope {
public:
    [[nodiscard]] static summary_scope all() { return {}; }
    /// The newest so many.
    [[nodiscard]] static summary_scope recent(std::size_t count) {
        summary_scope out;
        out.count_ = count;
        return out;
    }
    [[nodiscard]] static summary_scope only(item_filter filter) {
        summary_scope out;
        out.filter_ = std::move(filter);
        return out;
    }
    [[nodiscard]] const item_filter& filter() const noexcept { return filter_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
    item_filter filter_{};
    std::size_t count_ = static_cast<std::size_t>(-1);
};

/// A text about items, and which they are.
struct summary {
    std::string text{};
    std::size_t tokens = 0;              ///< of the text
    std::vector<std::string> sources{};  ///< ids of the items that are in it
};

namespace detail {

/// The most important first, of the same importance the newest.
inline void sort_by_importance(std::vector<const item*>& items) {
    std::sort(items.begin(), items.end(), [](const item* a, const item* b) {
        return a->importance != b->importance ? a->importance > b->importance
                                              : a->number > b->number;
    });
}

/// The first sentence of a text, or all of it.
[[nodiscard]] std::string_view first_sentence(std::string_view text) noexcept;

/// The longest beginning of a text within a number of tokens, cut between words where there are
/// any.
template <class Tokens>
[[nodiscard]] std::string_view within(std::string_view text, std::size_t limit,
                                      const Tokens& tokens) {
    if (tokens(text) <= limit) return text;
    std::size_t fits = 0, beyond = text.size();
    while (beyond - fits > 1) {
        const auto middle = fits + (beyond - fits) / 2;
        const auto part = text::prefix(text, middle);
        (tokens(part) <= limit ? fits : beyond) = middle;
    }
    auto out = text::prefix(text, fits);
    while (!out.empty() && tokens(out) > limit) out = text::prefix(out, out.size() - 1);
    if (const auto space = out.rfind(' '); space != out.npos && out.size() < text.size())
        out = out.substr(0, space);
    return out;
}

/// Lines of items, the most important first, of each its first sentence where there is no room for
/// more, within a number of tokens.
template <class Tokens>
[[nodiscard]] summary extractive(const std::vector<item>& items, std::size_t limit,
                                 const Tokens& tokens) {
    std::vector<const item*> order;
    for (const auto& each : items) order.push_back(&each);
    sort_by_importance(order);
    std::vector<std::string> lines;
    std::size_t used = 0;
    summary out;
    for (const auto* const each : order) {
        auto text = std::string_view{each->text};
        std::size_t cost = each->tokens;
        if (used + cost > limit) {
            text = first_sentence(text);
            if (text.size() == each->text.size()) continue;
            cost = line_tokens(tokens, text);
            if (used + cost > limit) continue;
        }
        used += cost;
        append_line(lines.emplace_back(), text);
        out.sources.push_back(each->id);
    }
    // Counted as a whole, a text may have a few tokens more than its lines.
    for (;; lines.pop_back(), out.sources.pop_back()) {
        out.text.clear();
        for (const auto& line : lines) out.text += line;
        if (!out.text.empty()) out.text.pop_back();
        out.tokens = out.text.empty() ? 0 : tokens(out.text);
        if (out.tokens <= limit || lines.empty()) return out;
    }
}

}  // namespace detail

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/bounded/summary.ipp>
#endif
