#pragma once

#include <workmem/bounded/bounded_store.hpp>

namespace workmem {

template <class Policies>
std::string basic_bounded_store<Policies>::context(std::size_t budget) const {
    return detail::context_text(all(), budget, tokens_);
}

template <class Policies>
std::string basic_bounded_store<Policies>::context() const {
    return context(static_cast<std::size_t>(options().max_tokens));
}

template <class Policies>
summary basic_bounded_store<Policies>::summarize(const summary_scope& scope,
                                                 std::size_t token_limit) const {
    return detail::extractive(in_scope(scope), token_limit, tokens_);
}

template <class Policies>
result<summary> basic_bounded_store<Policies>::summarized(const summary_scope& scope,
                                                          const std::vector<item>& items,
                                                          std::size_t token_limit,
                                                          std::string text) const {
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

template <class Policies>
std::vector<item> basic_bounded_store<Policies>::in_scope(const summary_scope& scope) const {
    auto items = all(scope.filter());
    if (items.size() > scope.count())
        items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(scope.count()));
    return items;
}

template <class Policies>
bool basic_bounded_store<Policies>::says_the_same(const std::vector<item>& a,
                                                  const std::vector<item>& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const item& x, const item& y) {
        return x.id == y.id && x.text == y.text && x.importance == y.importance;
    });
}

}  // namespace workmem
