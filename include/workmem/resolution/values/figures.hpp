#pragma once

#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/values/value_bounds.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workmem::resolution {

namespace detail {

// The text with the numbers behind a bound in figures, "more than five hundred"; empty where it
// has none, or one of more words than these.
[[nodiscard]] inline std::string in_figures(const utterance& said) {
    using text::word_class;
    constexpr std::int64_t hundred = 100;
    const auto bounds = [&](std::size_t i) {
        return said[i].is(word_class::from_bound) || said[i].is(word_class::to_bound);
    };
    const auto amount = [&](std::size_t i) {
        return i < said.size() && !said[i].after_comma && said[i].known != nullptr
                   ? std::int64_t{said[i].known->cardinal}
                   : std::int64_t{0};
    };
    const auto text = said.text();
    std::string out;
    std::size_t copied = 0;
    for (std::size_t i = 1; i < said.size(); ++i) {
        const bool follows = bounds(i - 1) || (i > 1 && said[i - 1].is(word_class::comparing) &&
                                               (bounds(i - 2) || comparative_at(said, i - 2)));
        const bool scaled = amount(i + 1) >= hundred;
        if (!follows || amount(i) < (scaled ? 1 : 2)) continue;
        const auto last = scaled ? i + 1 : i;
        const auto behind = last + 1 < said.size() && said[last + 1].is(word_class::connective)
                                ? last + 2
                                : last + 1;
        if (amount(behind) > 0) return {};  // "two hundred and fifty"
        const auto end =
            (std::min)(text.find_first_of(" \t\r\n,;:.!?-", said[last].position), text.size());
        if (end < text.size() && text[end] == '-') return {};  // "twenty-five"
        out += text.substr(copied, said[i].position - copied);
        out += std::to_string(scaled ? amount(i) * amount(last) : amount(i));
        copied = end;
        i = last;
    }
    if (!out.empty()) out += text.substr(copied);
    return out;
}

}  // namespace detail

}  // namespace workmem::resolution
