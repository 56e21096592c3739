#pragma once

#include <workmem/bounded/context_text.hpp>
#include <workmem/bounded/store_reads.hpp>
#include <workmem/bounded/summary.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

/// The verbs of a bounded store that make text of it.
template <class Policies>
class bounded_store_texts : public bounded_store_reads<Policies> {
    using base = bounded_store_reads<Policies>;

protected:
    using base::base;
    using base::tokens_;

public:
    using base::all;
    using base::options;

    /// Items as text for a prompt, one line each, oldest first, within `budget` tokens, everything
    /// rendered counted; what fits is chosen by importance, then newness. Empty without items.
    [[nodiscard]] std::string context(std::size_t budget) const {
        return detail::context_text(all(), budget, tokens_);
    }
    /// Within the store's own budget.
    [[nodiscard]] std::string context() const {
        return context(static_cast<std::size_t>(options().max_tokens));
    }
    /// Lines of the most important items, of each its first sentence where there is no room for
    /// more.
    [[nodiscard]] summary summarize(const summary_scope& scope, std::size_t token_limit) const {
        return detail::extractive(in_scope(scope), token_limit, tokens_);
    }
    /// The same by `write(std::span<const item>, token_limit) -> std::string`, a model for example.
    /// It works on a copy, outside locks, and may call the store; what it says counts only if the
    /// items still say the same (`conflict`), and is cut where it is too long.
    template <class Write>
    requires std::convertible_to<std::invoke_result_t<Write&, std::span<const item>, std::size_t>,
                                 std::string>
    [[nodiscard]] summary summarize(const summary_scope& scope, std::size_t token_limit,
                                    Write&& write) const {
        return try_summarize(scope, token_limit, std::forward<Write>(write)).value();
    }
    template <class Write>
    result<summary> try_summarize(const summary_scope& scope, std::size_t token_limit,
                                  Write&& write) const {
        const auto items = in_scope(scope);
        std::string text = write(std::span<const item>{items}, token_limit);
        if (!says_the_same(items, in_scope(scope)))
            return error{error_code::conflict,
                         "the items changed while they were summarized; try again"};
        detail::make_valid(text);
        summary out;
        out.text = std::string{detail::within(text, token_limit, tokens_)};
        out.tokens = tokens_(out.text);
        for (const auto& each : items) out.sources.push_back(each.id);
        return out;
    }

private:
    [[nodiscard]] std::vector<item> in_scope(const summary_scope& scope) const {
        auto items = all(scope.filter());
        if (items.size() > scope.count())
            items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(scope.count()));
        return items;
    }
    static bool says_the_same(const std::vector<item>& a, const std::vector<item>& b) noexcept {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const item& x, const item& y) {
            return x.id == y.id && x.text == y.text && x.importance == y.importance;
        });
    }
};

}  // namespace workmem
